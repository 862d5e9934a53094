// Settings have the types that they are, and what belongs to a fluid is stored with it alone.
#include <catch2/catch.hpp>

#include "meniscus/core/error.h"
#include "meniscus/scene/moment.h"
#include "meniscus/scene/scene_file.h"
#include "worlds.h"

using namespace meniscus;
using Catch::Contains;

namespace {

enum class Three { One, Two, Three };

std::string refusalOf(const Scene& scene) {
    try {
        return sceneText(scene);
    } catch (const InputError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("Enumerators are counted", "[settings]") {
    STATIC_REQUIRE(enumeratorCount<Three>() == 3);
    STATIC_REQUIRE(enumeratorCount<FieldKind>() == kNamesOf<FieldKind>.size());
    STATIC_REQUIRE(enumeratorCount<KernelPair>() == 2);
    CHECK(nameOf(FieldKind::Cool) == "cool");
    CHECK(nameOf(static_cast<FieldKind>(99)) == "?");
}

TEST_CASE("Choices have as many names as values, and switches two", "[settings]") {
    for (const SettingInfo& info : settingTable()) {
        CAPTURE(info.key);
        CHECK(info.choices.empty() == (info.kind != SettingKind::Choice));
        if (info.kind == SettingKind::Choice) CHECK(info.maximum == static_cast<float>(info.choices.size() - 1));
        if (info.kind == SettingKind::Toggle) CHECK((info.minimum == 0.0f && info.maximum == 1.0f));
        for (const float value : {info.minimum, info.maximum}) {
            Settings settings;
            FluidKind fluid;
            setValue(info, value, settings, fluid);
            CHECK(valueOf(info, settings, fluid) == value);
            CHECK((fluid == FluidKind{} || info.isOfFluid));
            CHECK((settings == Settings{} || !info.isOfFluid));
        }
    }
}

TEST_CASE("Some settings are names for properties of the first fluid, with the same range", "[settings]") {
    std::vector<std::string_view> keys;
    for (const SettingInfo& info : settingTable()) {
        if (!info.isOfFluid) continue;
        keys.push_back(info.key);
        const FluidProperty& property = findFluidProperty(info.key);
        CHECK(info.minimum == property.minimum);
        CHECK(info.maximum == property.maximum);
        CHECK(info.unit == property.unit);
        World world = makeScene("two-fluids", 50);
        const FluidKind second = world.fluids()[1];
        world.submit(SetSetting{std::string(info.key), info.maximum});
        world.applyCommands();
        CHECK(world.fluids()[0].*property.value == info.maximum);
        world.submit(SetFluid{world.fluids()[0].name, std::string(info.key), info.minimum});
        world.applyCommands();
        CHECK(valueOf(info, world.settings(), world.fluids()[0]) == info.minimum);
        CHECK(world.fluids()[1] == second);
    }
    CHECK(keys == std::vector<std::string_view>{"restDensity", "stiffness", "viscosity"});
}

TEST_CASE("The hash of a state tells properties of fluids apart, but not their colours", "[settings]") {
    std::vector<std::string_view> drawn;
    for (const FluidProperty& property : fluidPropertyTable()) {
        CAPTURE(property.key);
        if (property.isOnlyDrawn) drawn.push_back(property.key);
        World world = makeScene("two-fluids", 50), other = makeScene("two-fluids", 50);
        const float value = world.fluids()[1].*property.value;
        const float changed = value == property.maximum ? property.minimum : property.maximum;
        other.submit(SetFluid{world.fluids()[1].name, std::string(property.key), changed});
        other.applyCommands();
        CHECK((world.stateHash() == other.stateHash()) == property.isOnlyDrawn);
        CHECK(world.stateHash(HashRule::WithColours) != other.stateHash(HashRule::WithColours));
    }
    CHECK(drawn == std::vector<std::string_view>{"red", "green", "blue", "opacity"});
}

TEST_CASE("Several fluids need particles that carry them", "[settings]") {
    WorldSetup setup = emptyRoom(1.0f, 0.1f);
    setup.fluids.push_back(findKnownFluid("oil"));
    CHECK_THROWS_WITH(World(setup, 1), Contains("isMixed"));
    setup.isMixed = true;
    CHECK_NOTHROW(World(setup, 1));
    setup.fluids.clear();
    CHECK_THROWS_WITH(World(setup, 1), Contains("0 fluids"));
}

// What a new kind leads to while its name is missing; the build forbids that where names stand beside their enum.
TEST_CASE("A value that has no name is refused, and never read beyond the names", "[settings]") {
    const Scene scene = describeScene(findScene("drop"), {.particles = 30});
    Scene strange = scene;
    strange.setup.settings.kernelPair = static_cast<KernelPair>(2);
    CHECK_THAT(refusalOf(strange), Contains("kernelPair") && Contains("2") && Contains("mcg03, wendland"));
    CHECK_THROWS_WITH(World(worldSetup(strange, false), 1), Contains("kernelPair") && Contains("mcg03, wendland"));
    CHECK(formatValue(findSetting("kernelPair"), 2.0f) == "2");
    strange = scene;
    strange.setup.fields.push_back({.kind = static_cast<FieldKind>(99)});
    CHECK_THAT(refusalOf(strange), Contains("kind") && Contains("99") && Contains("drag, push"));
}

TEST_CASE("Every kind of field can be saved and read", "[settings]") {
    for (size_t k = 0; k < enumeratorCount<FieldKind>(); ++k) {
        const auto kind = static_cast<FieldKind>(k);
        CAPTURE(nameOf(kind));
        Scene scene = describeScene(findScene("drop"), {.particles = 30});
        scene.setup.fields.push_back({.kind = kind, .strength = 1.0f, .direction = {0.0f, 1.0f, 0.0f}});
        const Scene again = parseScene(sceneText(scene), "test").scene;
        CHECK(again.setup.fields.back().kind == kind);
        World world(worldSetup(again, false), 1);
        world.submit(ApplyField{1, scene.setup.fields.back()});
        world.step();
        const Moment moment = decodeMoment(encodeMoment(momentOf(world, again, false)), "test");
        CHECK(moment.state.userFields[1].kind == kind);
        CHECK(moment.log == std::vector(world.log().begin(), world.log().end()));
        CHECK(worldOf(moment, 1)->stateHash() == world.stateHash());
    }
}
