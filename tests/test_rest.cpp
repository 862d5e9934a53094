// Settings that cannot fool: whatever they are, the fluid comes to rest or the program says why not, and what a value
// costs is known before it is set.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <cmath>

#include "call_program.h"
#include "meniscus/core/error.h"
#include "meniscus/world/rest_note.h"
#include "meniscus/world/step_forecast.h"
#include "soak.h"
#include "worlds.h"

using namespace meniscus;
using Catch::Contains;

namespace {

using Values = std::vector<std::pair<const SettingInfo*, float>>;

constexpr double kSeconds = 6.0;
constexpr int kMaxSteps = 40000;

std::string textOf(const Values& values) {
    std::string text = fmt::format("meniscus run splash --particles 400 --seconds {}", kSeconds);
    for (const auto& [info, value] : values) text += fmt::format(" --set {}={}", info->key, formatValue(*info, value));
    return text;
}

enum class Ending { Rest, Note, Failure, Unexplained };

Ending endingWith(const Values& values) {
    World world = makeScene("splash", 400);
    for (const auto& [info, value] : values) world.submit(SetSetting{std::string(info->key), value});
    try {
        for (int n = 0; n < kMaxSteps && world.totals().simulatedSeconds < kSeconds; ++n) world.step();
    } catch (const WorkError&) {
        return Ending::Failure;
    }
    CHECK(world.measure().escaped == 0);
    if (world.measure().meanSpeed < kRestSpeed) return Ending::Rest;
    return restNote(world).text.empty() ? Ending::Unexplained : Ending::Note;
}

// Along the range as sliders go: by factors where it spans decades.
float randomValue(const SettingInfo& info, Rng& rng) {
    const float u = rng.uniform(), lower = info.minimum, upper = info.maximum;
    if (info.kind != SettingKind::Number) return std::round(lower + u * (upper - lower));
    float value = lower + u * (upper - lower);
    if (lower > 0.0f && upper > 12.0f * lower) value = lower * std::pow(upper / lower, u);
    if (lower == 0.0f && upper > 12.0f) value = upper / 4000.0f * std::expm1(u * std::log1p(4000.0f));
    return std::clamp(value, lower, upper);
}

// Every other one leaves switches and choices as the scene has them: otherwise hardly one is without a doubtful switch.
Values randomValues(int number) {
    Rng rng(static_cast<uint64_t>(number) + 1);
    Values values;
    for (const SettingInfo& info : settingTable()) {
        const float value = randomValue(info, rng);
        if (number % 2 == 0 || info.kind == SettingKind::Number) values.emplace_back(&info, value);
    }
    return values;
}

RestFacts factsOf(const Settings& settings, const FluidKind& fluid) {
    return {.settings = settings, .fluid = fluid, .method = "mcg03", .supportRadius = 0.05f, .size = 0.25f};
}

Frame frameOf(const World& world) {
    Frame frame;
    world.capture(frame);
    frame.measure = world.measure();
    return frame;
}

}  // namespace

TEST_CASE("Every setting at both ends comes to rest or says why not", "[rest][soak]") {
    int number = 0;
    for (const SettingInfo& info : settingTable()) {
        for (const float value : {info.minimum, info.maximum}) {
            if (++number % 4 != 0 && isSoak("quick")) continue;
            const Values values{{&info, value}};
            CAPTURE(textOf(values));
            const Ending ending = endingWith(values);
            CHECK((ending == Ending::Rest || ending == Ending::Note));
        }
    }
}

TEST_CASE("Random settings come to rest or say why not", "[rest][soak]") {
    const int count = isFullSoak() ? 1000 : soakSteps(100, 25);
    int endings[4] = {};
    for (int number = 0; number < count; ++number) {
        const Values values = randomValues(number);
        const Ending ending = endingWith(values);
        ++endings[static_cast<int>(ending)];
        INFO("number " << number << ": " << textOf(values));
        CHECK((ending == Ending::Rest || ending == Ending::Note));
    }
    if (isFullSoak())
        fmt::print("{} at rest, {} with a note, {} failed, {} unexplained\n", endings[0], endings[1], endings[2],
                   endings[3]);
}

TEST_CASE("Settings of water are not doubtful, and each doubtful one is named", "[rest]") {
    Settings water;
    water.kernelPair = KernelPair::Wendland;
    water.stabiliser = true;
    water.surfaceTension = 0.07f;
    FluidKind fluid;
    fluid.viscosity = 0.001f;
    CHECK(restNote(factsOf(water, fluid)).text.empty());
    const auto noteWith = [&](const auto& change) {
        Settings settings = water;
        FluidKind changed = fluid;
        change(settings, changed);
        const RestNote note = restNote(factsOf(settings, changed));
        CHECK_FALSE(note.isMeant);
        return note.text;
    };
    CHECK_THAT(noteWith([](Settings& s, FluidKind&) { s.stabiliser = false; }), Contains("stabiliser"));
    CHECK_THAT(noteWith([](Settings& s, FluidKind&) { s.stabiliserStrength = 0.001f; }), Contains("0.03 will do"));
    CHECK_THAT(noteWith([](Settings& s, FluidKind&) { s.allowSuction = true; }), Contains("allowSuction"));
    CHECK_THAT(noteWith([](Settings& s, FluidKind&) { s.pressureOn = false; }), Contains("pressure"));
    CHECK_THAT(noteWith([](Settings& s, FluidKind&) { s.restitution = 1.0f; }), Contains("restitution 1"));
    CHECK_THAT(noteWith([](Settings& s, FluidKind&) { s.surfaceTension = 20.0f; }), Contains("surfaceTension 20"));
    const auto strong = [](Settings& s, FluidKind&) {
        s.tensionModel = TensionModel::Stress, s.surfaceTension = 40.0f;
    };
    CHECK_THAT(noteWith(strong), Contains("surfaceTension 40 keeps the surface moving; a stabiliserStrength of 0.048"));
    CHECK_THAT(noteWith([](Settings& s, FluidKind&) { s.wallDensityOn = false; }), Contains("wallDensityOn"));
    CHECK_THAT(noteWith([](Settings&, FluidKind& f) { f.stiffness = 1.0f; }), Contains("stiffness 1 is too low"));
}

TEST_CASE("Tension that is too strong for the stabiliser is named, and what it advises calms the fluid", "[rest]") {
    const auto atRest = [](float strength) {
        World world = makeScene("splash");
        world.submit(SetSetting{"surfaceTension", 20.0f});
        if (strength > 0.0f) world.submit(SetSetting{"stabiliserStrength", strength});
        runSeconds(world, 5.0);
        return restNote(world).text;
    };
    CHECK_THAT(atRest(0.0f), Contains("a stabiliserStrength of 0.037 calms it"));
    CHECK(atRest(0.037f).empty());
}

TEST_CASE("What the scene drives is said, and that it is meant", "[rest]") {
    World world = makeScene("glass-swirl", 500);
    runSeconds(world, 1.0);
    const RestNote note = restNote(world);
    CHECK_THAT(note.text, Contains("force fields"));
    CHECK(note.isMeant);
    CHECK_THAT(call({"run", "glass-swirl", "--particles", "500", "--seconds", "1"}).out,
               Contains("note") && Contains("not at rest: force fields drive the fluid"));
    CHECK(restNote(makeScene("still-tank", 500)).text.empty());
}

TEST_CASE("The settings of no built-in scene are doubtful, but for fluids that are calm by viscosity alone", "[rest]") {
    for (const SceneInfo& info : builtInScenes()) {
        CAPTURE(info.name);
        World world = makeScene(info.name);
        runSteps(world, 20);
        const RestNote note = restNote(world);
        CAPTURE(note.text);
        CHECK((note.isMeant || note.text.empty()));
    }
}

TEST_CASE("A forecast of substeps is what the step then takes", "[forecast]") {
    for (const std::string method : {"mcg03", "dfsph", "reference"}) {
        for (const auto& [key, value] :
             {std::pair("viscosity", 50.0f), std::pair("stiffness", 2000.0f), std::pair("timeStep", 0.01f),
              std::pair("restDensity", 100.0f), std::pair("stabiliserStrength", 0.2f)}) {
            CAPTURE(method, key);
            World world = makeScene("splash", 300);
            world.submit(SetMethod{method});
            runSteps(world, 30);
            StepForecast forecast;
            forecast.update(frameOf(world));
            CHECK(forecast.now().substeps >= 1);
            const StepCost cost = forecast.with(findSetting(key), value);
            world.submit(SetSetting{key, value});
            world.step();
            CHECK(std::abs(static_cast<double>(cost.substeps) - world.totals().lastSubsteps) <= 1.0);
            CHECK(cost.perSecond == Approx(static_cast<double>(cost.substeps) / world.settings().timeStep));
        }
    }
}

TEST_CASE("Asking for the cost of one value changes no other", "[forecast]") {
    World world = makeScene("splash", 300);
    runSteps(world, 10);
    StepForecast forecast;
    CHECK(forecast.now().substeps == 1);  // before the first frame
    forecast.update(frameOf(world));
    const StepCost before = forecast.now();
    for (const SettingInfo& info : settingTable()) {
        (void)forecast.with(info, info.maximum);
        CHECK(forecast.now().substeps == before.substeps);
    }
    CHECK(forecast.with(findSetting("viscosity"), 100.0f).substeps > before.substeps);
}

TEST_CASE("Costs are said in plain words", "[forecast]") {
    const StepCost one{.substeps = 1, .allowed = 256, .perSecond = 250.0};
    CHECK(costNote(one, one).empty());
    const StepCost twelve{.substeps = 12, .allowed = 256, .perSecond = 3000.0};
    CHECK(costNote(twelve, one) == "12 substeps a step instead of 1: about 12 times slower");
    CHECK(costNote(one, twelve) == "1 substep a step instead of 12: about 12 times faster");
    CHECK(costNote(twelve, twelve) == "12 substeps a step");
    const StepCost cut{.substeps = 900, .allowed = 256, .perSecond = 225000.0};
    CHECK_THAT(costNote(cut, one), Contains("900 substeps") && Contains("256 at most"));
}
