// Walls hold: nothing escapes, nothing tunnels, particles bounce and slide as the settings say.
#include <catch2/catch.hpp>

#include "meniscus/core/error.h"
#include "meniscus/solid/boundary.h"
#include "meniscus/sph/fluid.h"
#include "soak.h"
#include "worlds.h"

using namespace meniscus;

namespace {

void checkNothingLost(const World& world, size_t expected) {
    const StateMeasure state = world.measure();
    CHECK(state.escaped == 0);  // also counts what is not a number
    CHECK(state.particles == expected);
    CHECK(std::isfinite(state.kineticEnergy));
    CHECK(std::isfinite(state.maxDensityRatio));
}

// Runs a scene after one command and looks at it now and then.
void checkHolds(const SceneInfo& scene, std::optional<size_t> particles, const Command& command, int steps) {
    CAPTURE(scene.name, describe({0, command}));
    World world(buildScene(scene, {.particles = particles}), 1);
    world.submit(command);
    constexpr int kLooks = 4;
    for (int look = 0; look < kLooks; ++look) {
        REQUIRE_NOTHROW(runSteps(world, steps / kLooks));
        checkNothingLost(world, world.particleCount());
    }
    CHECK(world.totals().halvings == 0);  // the step's length is chosen well, not found by failing
}

// A hollow vessel of thin matter around the origin.
struct Vessel {
    ShapePtr shape;
    Bounds inside;
};

// Six plates around a cube.
Vessel makeThinBox(float halfSide, float thickness) {
    const float a = halfSide, b = halfSide + thickness;
    std::vector<ShapePtr> plates;
    for (float Vec3::*axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        for (const float side : {-1.0f, 1.0f}) {
            Bounds plate{{-b, -b, -b}, {b, b, b}};
            Vec3& innerFace = side < 0.0f ? plate.upper : plate.lower;
            innerFace.*axis = side * a;
            plates.push_back(makeSolidBox(plate));
        }
    }
    return {makeUnion(plates), {{-a, -a, -a}, {a, a, a}}};
}

// A glass with a lid.
Vessel makeThinGlass(float radius, float thickness) {
    const GlassDimensions glass{.base = {0.0f, -radius - thickness, 0.0f},
                                .innerRadius = radius,
                                .height = 2.0f * radius + thickness,
                                .wallThickness = thickness,
                                .baseThickness = thickness};
    const float wide = radius + thickness;
    const ShapePtr lid = makeSolidBox({{-wide, radius, -wide}, {wide, radius + thickness, wide}});
    return {makeUnion({makeGlass(glass), lid}), {{-radius, -radius, -radius}, {radius, radius, radius}}};
}

// Particles that do not feel each other, at the speed limit in all directions, from places all over a ball.
WorldSetup makeVolley(const Vessel& vessel, float spacing, float reach, size_t count) {
    WorldSetup setup = emptyRoom(1.2f, spacing);
    setup.solids = vessel.shape;
    setup.settings.speedLimit = 100.0f;
    setup.settings.timeStep = 0.01f;
    setup.settings.restitution = 1.0f;
    Rng rng(17);
    for (size_t n = 0; n < count; ++n) {
        const Vec3 place = randomDirection(rng) * (reach * std::cbrt(rng.uniform()));
        setup.particles.push_back({place, randomDirection(rng) * setup.settings.speedLimit});
    }
    return setup;
}

size_t countOutside(const World& world, const Bounds& inside) {
    size_t outside = 0;
    for (size_t k = 0; k < world.particleCount(); ++k) {
        if (!inside.contains(world.particle(k).x)) ++outside;
    }
    return outside;
}

// One particle without any forces, thrown at the floor; its velocity after the bounce.
Vec3 velocityAfterBounce(Vec3 velocity, float restitution, float friction) {
    WorldSetup setup = emptyRoom(1.0f, 0.02f);
    setup.settings.restitution = restitution;
    setup.settings.friction = friction;
    setup.particles.push_back({{0.0f, -0.4f, 0.0f}, velocity});
    World world(setup, 1);
    for (int n = 0; n < 1000 && world.particle(0).v == velocity; ++n) world.step();
    return world.particle(0).v;
}

// Mixed fluids take several substeps a step.
int stepsFor(const SceneInfo& scene) {
    const bool isMixed = buildScene(scene, {.particles = 100}).isMixed;
    if (isFullSoak()) return 2000;
    return isMixed ? soakSteps(80, 20) : soakSteps(1000, 40);
}

}  // namespace

TEST_CASE("Nothing escapes in many steps of any scene", "[walls][soak]") {
    for (const SceneInfo& scene : builtInScenes()) {
        CAPTURE(scene.name);
        World world = makeScene(scene.name);
        const int steps = isFullSoak() ? 20000 : world.isMixed() ? soakSteps(200, 50) : soakSteps(8000, 200);
        for (int look = 0; look < 10; ++look) {
            REQUIRE_NOTHROW(runSteps(world, steps / 10));
            checkNothingLost(world, world.particleCount());
        }
        CHECK(world.totals().steps == static_cast<uint64_t>(steps / 10 * 10));
        // Nothing acts like an explosion either, which the guards would only have hidden.
        CHECK(world.totals().halvings == 0);
        CHECK(world.totals().speedLimited == 0);
    }
}

// 300 particles a scene unless MENISCUS_SOAK=full asks for the scene's own number.
TEST_CASE("Nothing escapes with any setting at its minimum", "[walls][soak]") {
    const auto particles = isFullSoak() ? std::nullopt : std::optional<size_t>(300);
    for (const SceneInfo& scene : builtInScenes()) {
        for (const SettingInfo& info : settingTable()) {
            checkHolds(scene, particles, SetSetting{std::string(info.key), info.minimum}, stepsFor(scene));
        }
    }
}

TEST_CASE("Nothing escapes with any setting at its maximum", "[walls][soak]") {
    const auto particles = isFullSoak() ? std::nullopt : std::optional<size_t>(300);
    for (const SceneInfo& scene : builtInScenes()) {
        for (const SettingInfo& info : settingTable()) {
            checkHolds(scene, particles, SetSetting{std::string(info.key), info.maximum}, stepsFor(scene));
        }
    }
}

TEST_CASE("Nothing escapes with any property of any fluid at its minimum or maximum", "[walls][soak]") {
    const auto particles = isFullSoak() ? std::nullopt : std::optional<size_t>(250);
    const int steps = isFullSoak() ? 2000 : soakSteps(80, 20);
    for (const SceneInfo& scene : builtInScenes()) {
        const WorldSetup setup = buildScene(scene, {.particles = 100});
        if (!setup.isMixed) continue;
        for (const FluidKind& kind : setup.fluids) {
            for (const FluidProperty& property : fluidPropertyTable()) {
                if (property.isOnlyDrawn) continue;
                const std::string key(property.key);
                checkHolds(scene, particles, SetFluid{kind.name, key, property.minimum}, steps);
                checkHolds(scene, particles, SetFluid{kind.name, key, property.maximum}, steps);
            }
        }
    }
}

TEST_CASE("Nothing escapes when everything is at its worst at once", "[walls]") {
    for (const SceneInfo& scene : builtInScenes()) {
        for (const float stiffness : {1.0f, 2000.0f}) {
            CAPTURE(scene.name, stiffness);
            World world = makeScene(scene.name, 300);
            for (const SetSetting& change :
                 {SetSetting{"stiffness", stiffness}, SetSetting{"gravity", 20.0f}, SetSetting{"viscosity", 0.0f},
                  SetSetting{"timeStep", 0.01f}, SetSetting{"surfaceTension", 20.0f}, SetSetting{"restitution", 1.0f},
                  SetSetting{"allowSuction", 1.0f}, SetSetting{"speedLimit", 100.0f},
                  SetSetting{"fieldStrength", 4.0f}}) {
                world.submit(change);
            }
            REQUIRE_NOTHROW(runSteps(world, world.isMixed() ? soakSteps(100, 30) : soakSteps(300, 30)));
            checkNothingLost(world, world.particleCount());
        }
    }
}

TEST_CASE("Nothing escapes while the mouse throws the fluid about", "[walls]") {
    for (const SceneInfo& scene : builtInScenes()) {
        CAPTURE(scene.name);
        World world = makeScene(scene.name, 500);
        const Bounds room = world.setup().domain.bounds;
        Rng rng(9);
        const int steps = world.isMixed() ? soakSteps(200, 60) : soakSteps(600, 60);
        for (int n = 0; n < steps; ++n) {
            if (n % 15 == 0) {
                const float x = rng.uniform(), y = rng.uniform(), z = rng.uniform();
                const Vec3 size = room.size();
                world.submit(ApplyField{n / 15 % kFieldSlots,
                                        {.kind = static_cast<FieldKind>(rng.next() % 4),
                                         .centre = room.lower + Vec3{size.x * x, size.y * y, size.z * z},
                                         .radius = 0.3f,
                                         .strength = 1000.0f,
                                         .direction = randomDirection(rng) * 20.0f}});
            }
            REQUIRE_NOTHROW(world.step());
        }
        checkNothingLost(world, world.particleCount());
    }
}

TEST_CASE("No particle at the speed limit passes a thin wall", "[walls]") {
    // Walls from a tenth of a particle down to a hair.
    for (const float thickness : {0.002f, 0.0002f}) {
        for (const bool isGlass : {false, true}) {
            const Vessel vessel = isGlass ? makeThinGlass(0.3f, thickness) : makeThinBox(0.3f, thickness);
            World world(makeVolley(vessel, 0.02f, 0.27f, 400), 1);
            for (int n = 0; n < soakSteps(40, 4); ++n) {
                world.step();
                CAPTURE(thickness, isGlass, n);
                REQUIRE(countOutside(world, vessel.inside) == 0);
            }
            CHECK(world.measure().escaped == 0);
            CHECK(world.measure().meanSpeed > 50.0);  // they are still flying
        }
    }
}

TEST_CASE("No particle is pushed out of one wall through another", "[walls]") {
    // In a thin vessel stands a block, so near to a side that the gap is too narrow for a particle. Where the block is
    // made of several parts in one place, all of them push.
    constexpr float kSpacing = 0.03f;
    constexpr float kHalf = 0.3f;
    const Domain room{.bounds = {{-0.6f, -0.6f, -0.6f}, {0.6f, 0.6f, 0.6f}}};
    const float h = kSupportPerSpacing * kSpacing;
    for (const float gap : {0.1f, 0.3f, 0.5f, 0.8f, 1.2f}) {
        for (const size_t parts : {1u, 2u, 4u}) {
            const Vessel vessel = makeThinBox(kHalf, 0.0005f);
            const Bounds block{{-kHalf + gap * kSpacing, -kHalf, -kHalf}, {-0.1f, 0.0f, kHalf}};
            std::vector<ShapePtr> shapes(parts, makeSolidBox(block));
            shapes.push_back(vessel.shape);
            const Boundary walls(room.bounds, room.periodic, makeUnion(shapes), h, 0.5f * kSpacing);
            std::vector<WallLoad> loads(static_cast<size_t>(walls.wallCount()));
            Rng rng(7);
            size_t lost = 0;
            for (uint32_t id = 0; id < 1000; ++id) {
                // From above the gap, kicked about and mostly down into it.
                const float x = rng.uniform(), y = rng.uniform(), z = rng.signedUniform();
                Motion at{{-0.28f + 0.04f * x, 0.02f + 0.05f * y, 0.1f * z}, {}};
                for (int n = 0; n < 60 && vessel.inside.contains(at.x); ++n) {
                    const Vec3 v = at.v + randomDirection(rng) * 2.0f + Vec3{-0.5f, -1.0f, 0.0f};
                    at = walls.move({id, at.x, v, 1.0f}, std::min(0.004f, 0.4f * h / length(v)), {}, loads);
                }
                if (!vessel.inside.contains(at.x) || !walls.isFree(at.x)) ++lost;
            }
            CAPTURE(gap, parts);
            CHECK(lost == 0);
        }
    }
}

TEST_CASE("Fluid under pressure stays in a thin vessel", "[walls]") {
    constexpr float kSpacing = 0.02f;
    const Vessel vessel = makeThinBox(0.1f, 0.0005f);
    WorldSetup setup = emptyRoom(0.6f, kSpacing);
    setup.solids = vessel.shape;
    setup.settings = Settings{};
    setup.fluids[0].stiffness = 500.0f;
    setup.settings.gravity = 20.0f;
    Rng rng(23);
    // One and a half times what the vessel holds.
    for (int n = 0; n < 1500; ++n) {
        const float x = rng.signedUniform(), y = rng.signedUniform(), z = rng.signedUniform();
        setup.particles.push_back({Vec3{x, y, z} * 0.089f, {}});
    }
    World world(setup, 1);
    for (int n = 0; n < soakSteps(400, 20); ++n) {
        world.step();
        CAPTURE(n);
        REQUIRE(countOutside(world, vessel.inside) == 0);
    }
}

TEST_CASE("Restitution is the share of the normal speed that comes back", "[walls]") {
    for (const float restitution : {0.0f, 0.25f, 1.0f}) {
        const Vec3 v = velocityAfterBounce({0.4f, -1.0f, 0.2f}, restitution, 0.0f);
        CHECK(v.y == Approx(restitution).margin(1e-6));
        CHECK(v.x == Approx(0.4f));
        CHECK(v.z == Approx(0.2f));
    }
}

TEST_CASE("Friction is the share of the tangential speed that a touch takes", "[walls]") {
    for (const float friction : {0.25f, 1.0f}) {
        const Vec3 v = velocityAfterBounce({0.4f, -1.0f, 0.2f}, 1.0f, friction);
        CHECK(v.y == Approx(1.0f));
        CHECK(v.x == Approx(0.4f * (1.0f - friction)).margin(1e-6));
        CHECK(v.z == Approx(0.2f * (1.0f - friction)).margin(1e-6));
    }
}

TEST_CASE("A ball that bounces without loss comes back to its height", "[walls]") {
    WorldSetup setup = emptyRoom(1.0f, 0.02f);
    setup.settings.restitution = 1.0f;
    setup.settings.gravityOn = true;
    setup.settings.timeStep = 0.001f;
    setup.particles.push_back({{0.0f, 0.1f, 0.0f}, {}});
    World world(setup, 1);
    const float fallTime = std::sqrt(2.0f * (0.6f - 0.01f) / setup.settings.gravity);
    runSeconds(world, 1.5 * fallTime);
    float highest = -1.0f;
    while (world.totals().simulatedSeconds < 2.5 * fallTime) {
        world.step();
        highest = std::max(highest, world.particle(0).x.y);
    }
    CHECK(highest == Approx(0.1f).margin(0.01f));
}

TEST_CASE("Grip of the wall drags the fluid beside it, slip leaves it alone", "[walls]") {
    const auto speedAfter = [](float grip) {
        WorldSetup setup = emptyRoom(1.0f, 0.02f);
        setup.settings.viscosityOn = true;
        setup.fluids[0].viscosity = 10.0f;
        setup.settings.wallGrip = grip;
        setup.particles.push_back({{-0.4f, -0.489f, 0.0f}, {1.0f, 0.0f, 0.0f}});
        World world(setup, 1);
        runSteps(world, 25);
        return world.particle(0).v.x;
    };
    CHECK(speedAfter(0.0f) == Approx(1.0f));
    CHECK(speedAfter(0.5f) < 0.95f);
    CHECK(speedAfter(1.0f) < speedAfter(0.5f));
    CHECK(speedAfter(1.0f) > 0.0f);
}

// The largest density of these places, measured with the walls' share, whatever they came from.
static double crowdingOf(const World& world) {
    WorldSetup setup = world.setup();
    setup.refill = nullptr;
    setup.settings.wallDensityOn = true;
    setup.particles.clear();
    for (const ParticleView& p : particlesById(world)) setup.particles.push_back({p.x, {}});
    return World(setup, 1).measure().maxDensityRatio;
}

TEST_CASE("Without wall density the fluid piles up at the walls", "[walls]") {
    for (const std::string_view scene : {"still-tank", "glass-swirl"}) {
        const auto crowdingAfter = [&](float wallDensityOn) {
            World world = makeScene(scene, 1000);
            world.submit(SetSetting{"wallDensityOn", wallDensityOn});
            world.submit(SetSetting{"fieldsOn", 0.0f});
            runSeconds(world, 1.5);
            return crowdingOf(world);
        };
        const double with = crowdingAfter(1.0f), without = crowdingAfter(0.0f);
        CAPTURE(scene, with, without);
        CHECK(with < 1.15);
        CHECK(without > with + 0.2);
    }
}

TEST_CASE("A particle that begins in a wall is refused", "[walls]") {
    WorldSetup setup = emptyRoom(1.0f, 0.02f);
    setup.particles.push_back({{0.0f, -0.4999f, 0.0f}, {}});
    CHECK_THROWS_AS(World(setup, 1), InputError);
    setup.particles[0].x = {0.0f, 0.0f, 7.0f};
    CHECK_THROWS_AS(World(setup, 1), InputError);
    setup.particles[0].x = {0.0f, 0.0f, NAN};
    CHECK_THROWS_AS(World(setup, 1), InputError);
    setup.particles[0] = {{}, {0.0f, INFINITY, 0.0f}};
    CHECK_THROWS_AS(World(setup, 1), InputError);
}
