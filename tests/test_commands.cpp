// Commands are the only way in: what they do, what they refuse, and that a log of them repeats a run.
#include <catch2/catch.hpp>

#include "meniscus/core/error.h"
#include "soak.h"
#include "worlds.h"

using namespace meniscus;
using Catch::Contains;

namespace {

std::string refusalOf(const Command& command) {
    try {
        World world = makeScene("drop", 10);
        world.submit(command);
    } catch (const InputError& error) {
        return error.what();
    }
    return "nothing was refused";
}

ForceField makeField(FieldKind kind, float strength, Vec3 direction = {}) {
    return {.kind = kind, .centre = {}, .radius = 0.5f, .strength = strength, .direction = direction};
}

// The ball of fluid of the drop scene, at rest and without tension, under one field for a moment.
World makeFieldTrial(const ForceField& field) {
    WorldSetup setup = buildScene(findScene("drop"), {.particles = 512});  // 8 x 8 x 8, so that it has no side
    setup.settings.surfaceTension = 0.0f;
    World world(setup, 1);
    world.submit(ApplyField{0, field});
    runSteps(world, 10);
    return world;
}

Vec3 angularMomentumPerMass(const World& world) {
    Vec3 sum{};
    for (size_t k = 0; k < world.particleCount(); ++k) {
        const ParticleView p = world.particle(k);
        sum += cross(p.x, p.v);
    }
    return sum;
}

double meanRadius(const World& world) {
    double sum = 0.0;
    for (size_t k = 0; k < world.particleCount(); ++k) sum += length(world.particle(k).x);
    return sum / static_cast<double>(world.particleCount());
}

// Steps a fresh world of the same setup with the commands of the log before their steps.
World replay(const World& world, uint64_t steps) {
    World again(world.setup(), 1);
    size_t nextCommand = 0;
    for (uint64_t step = 0; step < steps; ++step) {
        for (; nextCommand < world.log().size() && world.log()[nextCommand].step == step; ++nextCommand) {
            again.submit(world.log()[nextCommand].command);
        }
        again.step();
    }
    CHECK(nextCommand == world.log().size());
    return again;
}

// A room with one emitter above its floor and no forces.
WorldSetup makeEmitterRoom(const Emitter& emitter, size_t capacity) {
    WorldSetup setup = emptyRoom(2.0f, 0.02f);
    setup.settings.timeStep = 0.005f;
    setup.emitters.push_back(emitter);
    setup.capacity = capacity;
    return setup;
}

double volumeOf(const World& world) {
    return static_cast<double>(world.particleCount()) * std::pow(static_cast<double>(world.setup().spacing), 3);
}

}  // namespace

TEST_CASE("A setting changes before the next step and not earlier", "[commands]") {
    World world = makeScene("drop", 50);
    const float before = world.fluids()[0].viscosity;
    world.submit(SetSetting{"viscosity", 7.0f});
    CHECK(world.fluids()[0].viscosity == before);
    CHECK(world.log().empty());
    world.step();
    CHECK(world.fluids()[0].viscosity == 7.0f);
    REQUIRE(world.log().size() == 1);
    CHECK(world.log()[0] == LoggedCommand{0, SetSetting{"viscosity", 7.0f}});
}

TEST_CASE("Every setting takes its minimum and its maximum, and nothing beyond", "[commands]") {
    for (const SettingInfo& info : settingTable()) {
        const std::string key(info.key);
        World world = makeScene("drop", 20);
        CAPTURE(key);
        for (const float value : {info.minimum, info.maximum}) {
            CHECK_NOTHROW(world.submit(SetSetting{key, value}));
            world.step();
            CHECK(valueOf(info, world.settings(), world.fluids()[0]) == value);
        }
        const float width = info.maximum - info.minimum;
        for (const float value :
             {info.minimum - 0.01f * width, info.maximum + 0.01f * width, NAN, INFINITY, -INFINITY}) {
            CAPTURE(value);
            CHECK_THROWS_AS(world.submit(SetSetting{key, value}), InputError);
        }
        if (info.kind != SettingKind::Number) CHECK_THROWS_AS(world.submit(SetSetting{key, 0.5f}), InputError);
        world.step();
        CHECK(valueOf(info, world.settings(), world.fluids()[0]) == info.maximum);
    }
}

TEST_CASE("A refused command is named with its value and what is allowed", "[commands]") {
    CHECK_THAT(refusalOf(SetSetting{"viscosity", -3.5f}),
               Contains("viscosity") && Contains("-3.5") && Contains("0 to 100"));
    CHECK_THAT(refusalOf(SetSetting{"gravityOn", 2.0f}), Contains("gravityOn") && Contains("2") && Contains("on, off"));
    CHECK_THAT(refusalOf(SetSetting{"kernelPair", 9.0f}), Contains("kernelPair") && Contains("mcg03, wendland"));
    CHECK_THAT(refusalOf(SetSetting{"visosity", 1.0f}), Contains("'visosity'") && Contains("'viscosity'"));
    CHECK_THAT(refusalOf(SetSetting{"", 1.0f}), Contains("''"));
    const ForceField field = makeField(FieldKind::Push, 1.0f);
    const auto refusalOfField = [&](float ForceField::*member, float value) {
        ForceField changed = field;
        changed.*member = value;
        return refusalOf(ApplyField{0, changed});
    };
    CHECK_THAT(refusalOf(ApplyField{-1, field}), Contains("slot") && Contains("-1") && Contains("0 to 7"));
    CHECK_THAT(refusalOf(ApplyField{kFieldSlots, field}), Contains("slot") && Contains("8"));
    CHECK_THAT(refusalOfField(&ForceField::radius, 0.0f), Contains("radius") && Contains("0"));
    CHECK_THAT(refusalOfField(&ForceField::radius, -1.0f), Contains("radius") && Contains("-1"));
    CHECK_THAT(refusalOfField(&ForceField::radius, NAN), Contains("radius") && Contains("nan"));
    CHECK_THAT(refusalOfField(&ForceField::strength, -1.0f), Contains("strength") && Contains("-1"));
    CHECK_THAT(refusalOfField(&ForceField::strength, 1e30f), Contains("strength") && Contains("1e+30"));
    CHECK_THAT(refusalOfField(&ForceField::strength, INFINITY), Contains("strength") && Contains("inf"));
    ForceField strange = field;
    strange.centre.y = NAN;
    CHECK_THAT(refusalOf(ApplyField{0, strange}), Contains("centre") && Contains("nan"));
    strange = field;
    strange.direction = {0.0f, 1e30f, 0.0f};
    CHECK_THAT(refusalOf(ApplyField{0, strange}), Contains("speed") && Contains("allowed"));
    strange = field;
    strange.endTime = NAN;
    CHECK_THAT(refusalOf(ApplyField{0, strange}), Contains("endTime") && Contains("nan"));
    CHECK_THAT(refusalOf(AddFluid{{.name = "ouroboros", .vapour = 1}}),  // the one that it would be itself
               Contains("add-fluid vapour: 1 is not allowed; allowed: -1 to 0"));
    CHECK_THAT(refusalOf(AddFluid{{.name = "beyond", .vapour = 2}}), Contains("vapour: 2") && Contains("-1 to 0"));
    CHECK_THAT(refusalOf(EmitBall{{NAN, 0, 0}, 0.1f, {}}), Contains("centre") && Contains("nan"));
    CHECK_THAT(refusalOf(EmitBall{{}, 0.0f, {}}), Contains("radius") && Contains("0"));
    CHECK_THAT(refusalOf(EmitBall{{}, 0.1f, {0, 1000.0f, 0}}), Contains("speed") && Contains("1000"));
    CHECK_THAT(refusalOf(EmitBall{{}, 0.1f, {0, INFINITY, 0}}), Contains("velocity") && Contains("inf"));
}

TEST_CASE("A refused command leaves no trace", "[commands]") {
    World world = makeScene("drop", 50);
    World untouched = makeScene("drop", 50);
    CHECK_THROWS_AS(world.submit(SetSetting{"viscosity", NAN}), InputError);
    CHECK_THROWS_AS(world.submit(EmitBall{{}, -1.0f, {}}), InputError);
    world.step();
    untouched.step();
    CHECK(world.log().empty());
    CHECK(world.stateHash() == untouched.stateHash());
}

TEST_CASE("A fluid is never its own vapour, also where a reset takes others away before it comes", "[commands]") {
    World world = makeScene("drop", 20);
    world.submit(AddFluid{{.name = "steam"}});
    CHECK_THROWS_WITH(world.submit(AddFluid{{.name = "broth", .vapour = 2}}), Contains("allowed: -1 to 1"));
    world.submit(AddFluid{{.name = "broth", .vapour = 1}});
    world.step();
    CHECK(world.fluids()[2].vapour == 1);
    world.submit(Reset{});
    CHECK_THROWS_WITH(world.submit(AddFluid{{.name = "broth", .vapour = 1}}), Contains("allowed: -1 to 0"));
    world.submit(AddFluid{{.name = "broth", .vapour = 0}});
    world.step();
    CHECK(world.fluids()[1].vapour == 0);
}

TEST_CASE("The log repeats a run bit for bit", "[commands]") {
    for (const SceneInfo& scene : builtInScenes()) {
        CAPTURE(scene.name);
        WorldSetup setup = buildScene(scene, {.particles = 400});
        setup.capacity = 600;
        World world(setup, 1);
        const int steps = 160;
        for (int step = 0; step < steps; ++step) {
            if (step == 5) world.submit(SetSetting{"viscosity", 2.0f});
            if (step == 5) world.submit(ApplyField{2, makeField(FieldKind::Swirl, 5.0f, {0, 1, 0})});
            if (step == 40) world.submit(EmitBall{{0.1f, 0.2f, 0.0f}, 0.1f, {0, 1, 0}});
            if (step == 60) world.submit(SetSetting{"kernelPair", 1.0f});
            if (step == 90) world.submit(Reset{});
            if (step == 90) world.submit(SetSetting{"gravity", -3.0f});
            if (step == 120) world.submit(ApplyField{2, makeField(FieldKind::Push, 5.0f)});
            world.step();
        }
        CHECK(world.log().size() == 7);
        const World again = replay(world, steps);
        CHECK(again.stateHash() == world.stateHash());
        CHECK(std::equal(again.log().begin(), again.log().end(), world.log().begin(), world.log().end()));
    }
}

TEST_CASE("A logged command reads as one line with its step", "[commands]") {
    CHECK(describe({120, SetSetting{"viscosity", 5.0f}}) == "step 120: set viscosity=5");
    CHECK(describe({0, SetSetting{"gravityOn", 0.0f}}) == "step 0: set gravityOn=off");
    CHECK_THAT(describe({7, ApplyField{3, makeField(FieldKind::Pull, 2.5f)}}),
               Contains("step 7: field slot 3 kind pull") && Contains("2.5"));
    CHECK_THAT(describe({7, EmitBall{{1, 2, 3}, 0.25f, {}}}), Contains("step 7: emit") && Contains("(1, 2, 3)"));
    CHECK(describe({9, Reset{}}) == "step 9: reset");
}

TEST_CASE("Drag gives momentum along its direction", "[commands]") {
    for (const Vec3 direction : {Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{0.5f, 0.5f, 0.5f}}) {
        const Vec3 p = makeFieldTrial(makeField(FieldKind::Drag, 20.0f, direction)).measure().momentum;
        const Vec3 along = direction / length(direction);
        CHECK(dot(p, along) > 0.0f);
        CHECK(length(p - along * dot(p, along)) < 0.02f * dot(p, along));
    }
}

TEST_CASE("Drag takes fluid to its velocity and no farther", "[commands]") {
    WorldSetup setup = emptyRoom(8.0f, 0.1f);
    setup.particles.push_back({{-2.0f, 0.0f, 0.0f}, {}});
    World world(setup, 1);
    world.submit(ApplyField{0, {.centre = {}, .radius = 100.0f, .strength = 50.0f, .direction = {0.7f, 0.0f, 0.0f}}});
    for (int n = 0; n < 200; ++n) {
        world.step();
        CHECK(world.particle(0).v.x <= 0.7001f);
    }
    CHECK(world.particle(0).v.x == Approx(0.7f).epsilon(0.01));
}

TEST_CASE("Push drives fluid from the centre, pull draws it in", "[commands]") {
    const World pushed = makeFieldTrial(makeField(FieldKind::Push, 30.0f));
    const World pulled = makeFieldTrial(makeField(FieldKind::Pull, 30.0f));
    const World alone = makeFieldTrial(makeField(FieldKind::Push, 0.0f));
    CHECK(meanRadius(pushed) > meanRadius(alone));
    CHECK(meanRadius(pulled) < meanRadius(alone));
    // A push has no side: momenta cancel.
    const StateMeasure state = pushed.measure();
    const double summed = state.meanSpeed * static_cast<double>(state.particles) * pushed.particleMass();
    CHECK(length(state.momentum) < 0.02 * summed);
}

TEST_CASE("A swirl turns fluid right-handed about its axis", "[commands]") {
    for (const Vec3 axis : {Vec3{0, 1, 0}, Vec3{0, 0, -1}, Vec3{1, 1, 0}}) {
        const Vec3 spin = angularMomentumPerMass(makeFieldTrial(makeField(FieldKind::Swirl, 30.0f, axis)));
        const Vec3 along = axis / length(axis);
        CHECK(dot(spin, along) > 0.0f);
        CHECK(length(spin - along * dot(spin, along)) < 0.05f * dot(spin, along));
    }
}

TEST_CASE("A field acts within its radius only", "[commands]") {
    for (const FieldKind kind : {FieldKind::Drag, FieldKind::Push, FieldKind::Pull, FieldKind::Swirl}) {
        const ForceField field = makeField(kind, 10.0f, {0, 1, 0});
        CHECK(length(accelerationOf(field, {0.49f, 0, 0}, {})) > 0.0f);
        CHECK(length(accelerationOf(field, {0.51f, 0, 0}, {})) == 0.0f);
        CHECK(isFinite(accelerationOf(field, {}, {})));
        CHECK(parseName<FieldKind>(nameOf(kind)) == kind);
    }
    CHECK(!parseName<FieldKind>("marmalade"));
}

TEST_CASE("The same slot replaces a field, strength 0 clears it, and the end time ends it", "[commands]") {
    WorldSetup setup = emptyRoom(4.0f, 0.1f);
    setup.particles.push_back({{0.1f, 0, 0}, {}});
    World world(setup, 1);
    const auto speedGain = [&] {
        const Vec3 before = world.particle(0).v;
        world.step();
        return length(world.particle(0).v - before);
    };
    const ForceField push{.kind = FieldKind::Push, .centre = {}, .radius = 50.0f, .strength = 1.0f, .direction = {}};
    ForceField stronger = push;
    stronger.strength = 3.0f;
    world.submit(ApplyField{1, push});
    world.step();
    const float one = speedGain();
    CHECK(one == Approx(world.settings().timeStep).epsilon(0.01));
    world.submit(ApplyField{1, stronger});
    world.step();
    CHECK(speedGain() == Approx(3.0f * one).epsilon(0.01));
    world.submit(ApplyField{2, push});
    world.step();
    CHECK(speedGain() == Approx(4.0f * one).epsilon(0.01));
    stronger.strength = 0.0f;
    world.submit(ApplyField{1, stronger});
    world.step();
    CHECK(speedGain() == Approx(one).epsilon(0.01));
    ForceField brief = push;
    brief.endTime = world.totals().simulatedSeconds + 2.5 * static_cast<double>(world.settings().timeStep);
    world.submit(ApplyField{2, brief});
    runSteps(world, 4);
    CHECK(speedGain() == 0.0f);
}

TEST_CASE("The strength of the scene's fields leaves the user's alone", "[commands]") {
    WorldSetup setup = emptyRoom(4.0f, 0.1f);
    setup.particles.push_back({{0.1f, 0, 0}, {}});
    setup.fields.push_back({.kind = FieldKind::Push, .centre = {}, .radius = 50.0f, .strength = 1.0f, .direction = {}});
    setup.settings.fieldStrength = 2.0f;
    World world(setup, 1);
    CHECK(world.accelerations()[0].x == Approx(2.0f).epsilon(0.001));
    world.submit(SetSetting{"fieldStrength", 0.0f});
    world.submit(ApplyField{0, setup.fields[0]});
    world.step();
    CHECK(world.accelerations()[0].x == Approx(1.0f).epsilon(0.001));
    world.submit(SetSetting{"fieldsOn", 0.0f});
    world.step();
    CHECK(world.accelerations()[0].x == 0.0f);
}

TEST_CASE("A ball of fluid comes at rest density with its velocity", "[commands]") {
    WorldSetup setup = emptyRoom(1.0f, 0.02f);
    setup.capacity = 2000;
    setup.settings.timeStep = 0.0002f;
    World world(setup, 1);
    world.submit(EmitBall{{0.1f, 0.0f, 0.0f}, 0.1f, {0.0f, 2.0f, 0.0f}});
    world.step();
    CHECK(volumeOf(world) == Approx(4.0 / 3.0 * 3.14159 * 0.001).epsilon(0.1));
    size_t strange = 0;
    for (const ParticleView& p : particlesById(world)) {
        if (p.v != Vec3{0.0f, 2.0f, 0.0f} || length(p.x - Vec3{0.1f, 0.0f, 0.0f}) > 0.101f) ++strange;
    }
    CHECK(strange == 0);
    CHECK(world.measure().maxDensityRatio < 1.001);
}

TEST_CASE("A ball of fluid keeps away from walls and from fluid", "[commands]") {
    WorldSetup setup = buildScene(findScene("glass-swirl"), {.particles = 800});
    setup.capacity = 3000;
    World world(setup, 1);
    const std::vector<ParticleView> before = particlesById(world);
    // Over the wall of the glass and half in the water.
    world.submit(EmitBall{{0.17f, 0.3f, 0.0f}, 0.12f, {}});
    world.submit(EmitBall{{0.35f, 0.1f, 0.0f}, 0.2f, {}});
    world.submit(EmitBall{{50.0f, 0.1f, 0.0f}, 0.2f, {}});
    world.submit(SetSetting{"timeStep", 0.0002f});
    world.step();
    CHECK(world.particleCount() > before.size());
    CHECK(world.measure().escaped == 0);
    const std::vector<ParticleView> after = particlesById(world);
    const float dx = setup.spacing;
    float toFluid = 1e9f, toWall = 1e9f;
    for (size_t n = before.size(); n < after.size(); ++n) {
        for (const ParticleView& old : before) toFluid = std::min(toFluid, length(after[n].x - old.x));
        toWall = std::min(toWall, setup.solids->distance(after[n].x));
    }
    CHECK(toFluid > 0.85f * dx);
    CHECK(toWall > 0.49f * dx);
}

TEST_CASE("Two balls at one place do not lie in each other", "[commands]") {
    WorldSetup setup = emptyRoom(1.0f, 0.02f);
    setup.capacity = 5000;
    World world(setup, 1);
    world.submit(EmitBall{{}, 0.1f, {}});
    world.step();
    const size_t once = world.particleCount();
    world.submit(EmitBall{{}, 0.1f, {}});
    world.submit(EmitBall{{0.005f, 0.005f, 0.0f}, 0.08f, {}});
    world.step();
    CHECK(world.particleCount() == once);
}

TEST_CASE("A full world counts what it could not place and goes on", "[commands]") {
    WorldSetup setup = emptyRoom(1.0f, 0.02f);
    setup.capacity = 100;
    World world(setup, 1);
    world.submit(EmitBall{{}, 0.1f, {}});
    world.step();
    CHECK(world.particleCount() == 100);
    CHECK(world.totals().emitterSkipped > 300);
    CHECK_NOTHROW(runSteps(world, 10));
}

TEST_CASE("A ball far larger than the room fills the room", "[commands]") {
    WorldSetup setup = emptyRoom(1.0f, 0.02f);
    setup.capacity = 1000;
    World world(setup, 1);
    world.submit(EmitBall{{}, 20.0f, {}});
    world.step();
    CHECK(world.particleCount() == 1000);
}

TEST_CASE("Reset goes back to the first state, settings and time", "[commands]") {
    for (const SceneInfo& scene : builtInScenes()) {
        CAPTURE(scene.name);
        World fresh = makeScene(scene.name, 300);
        World world = makeScene(scene.name, 300);
        world.submit(SetSetting{"viscosity", 9.0f});
        world.submit(SetSetting{"kernelPair", 1.0f});
        world.submit(ApplyField{0, makeField(FieldKind::Push, 5.0f)});
        world.submit(EmitBall{{0, 0.2f, 0}, 0.1f, {}});
        runSteps(world, 30);
        CHECK(world.stateHash() != fresh.stateHash());
        world.submit(Reset{});
        for (int n = 0; n < 40; ++n) {
            world.step();
            fresh.step();
            REQUIRE(world.stateHash() == fresh.stateHash());
        }
        CHECK(world.totals().steps == 40);
        CHECK(world.totals().simulatedSeconds == fresh.totals().simulatedSeconds);
        CHECK(world.settings() == world.setup().settings);
        CHECK(world.log().size() == 5);
        CHECK(world.log().back().step == 30);
    }
}

TEST_CASE("An emitter pours at its rate", "[commands]") {
    for (const EmitterShape shape : {EmitterShape::Disc, EmitterShape::Square}) {
        for (const float rate : {0.002f, 0.008f}) {
            const Emitter emitter{.shape = shape, .centre = {0, 0.9f, 0}, .radius = 0.1f, .speed = 0.5f, .rate = rate};
            World world(makeEmitterRoom(emitter, 100000), 1);
            runSeconds(world, 2.0);
            CAPTURE(static_cast<int>(shape), rate);
            // Fluid comes in layers, the first one at once.
            const double layer = (shape == EmitterShape::Disc ? 3.14159 * 0.01 : 0.04) * 0.02;
            CHECK(volumeOf(world) == Approx(2.0 * static_cast<double>(rate)).epsilon(0.02).margin(layer));
        }
    }
}

TEST_CASE("An emitter without a rate pours what its opening gives", "[commands]") {
    for (const EmitterShape shape : {EmitterShape::Disc, EmitterShape::Square}) {
        const Emitter emitter{.shape = shape, .centre = {0, 0.9f, 0}, .radius = 0.1f, .speed = 0.5f};
        World world(makeEmitterRoom(emitter, 100000), 1);
        runSeconds(world, 2.0);
        const double area = shape == EmitterShape::Disc ? 3.14159 * 0.01 : 0.04;
        CAPTURE(static_cast<int>(shape), volumeOf(world), area);
        // Whole particles only: the lattice within the opening may leave a rim of half a spacing.
        CHECK(volumeOf(world) < 1.02 * area * 0.5 * 2.0);
        CHECK(volumeOf(world) > 0.8 * area * 0.5 * 2.0);
    }
}

TEST_CASE("Fluid leaves an emitter along its direction at its speed, no denser than at rest", "[commands]") {
    for (const Vec3 direction : {Vec3{0, -1, 0}, Vec3{1, 0, 0}, Vec3{0.6f, 0.0f, 0.8f}, Vec3{0, 1, 0}}) {
        const Emitter emitter{.centre = {}, .direction = direction, .radius = 0.08f, .speed = 0.7f};
        World world(makeEmitterRoom(emitter, 10000), 1);
        runSteps(world, 60);
        REQUIRE(world.particleCount() > 100);
        const float dx = world.setup().spacing;
        float worstVelocity = 0.0f, backmost = 0.0f, widest = 0.0f;
        for (const ParticleView& p : particlesById(world)) {
            const float along = dot(p.x, direction);
            worstVelocity = std::max(worstVelocity, length(p.v - direction * emitter.speed));
            backmost = std::min(backmost, along);
            widest = std::max(widest, length(p.x - direction * along));
        }
        CHECK(worstVelocity < 1e-5f);
        CHECK(backmost > -dx);  // layers are staggered by less than a spacing
        CHECK(widest <= emitter.radius);
        CHECK(world.measure().meanDensityRatio < 1.0);
        CHECK(world.measure().maxDensityRatio < 1.2);
    }
}

TEST_CASE("An emitter starts and ends at its times and stops at its limit", "[commands]") {
    Emitter emitter{.centre = {0, 0.9f, 0}, .radius = 0.1f, .speed = 0.5f, .startTime = 0.5, .endTime = 1.0};
    World timed(makeEmitterRoom(emitter, 100000), 1);
    runSeconds(timed, 0.49);
    CHECK(timed.particleCount() == 0);
    runSeconds(timed, 1.01);
    const size_t poured = timed.particleCount();
    CHECK(volumeOf(timed) == Approx(0.5 * 3.14159 * 0.01 * 0.5).epsilon(0.15));
    runSeconds(timed, 1.5);
    CHECK(timed.particleCount() == poured);

    emitter.endTime = 100.0;
    emitter.particleLimit = 333;
    World limited(makeEmitterRoom(emitter, 100000), 1);
    runSeconds(limited, 2.0);
    CHECK(limited.particleCount() == 333);
    CHECK(limited.totals().emitterSkipped == 0);
}

TEST_CASE("An emitter into a full world counts what it skips", "[commands]") {
    const Emitter emitter{.centre = {0, 0.9f, 0}, .radius = 0.1f, .speed = 0.5f};
    World world(makeEmitterRoom(emitter, 200), 1);
    runSeconds(world, 1.0);
    CHECK(world.particleCount() == 200);
    CHECK(world.totals().emitterSkipped > 0);
}

TEST_CASE("The emitter rate setting turns emitters down and off", "[commands]") {
    const Emitter emitter{.centre = {0, 0.9f, 0}, .radius = 0.1f, .speed = 0.5f};
    const auto pouredWith = [&](float rate) {
        World world(makeEmitterRoom(emitter, 100000), 1);
        world.submit(SetSetting{"emitterRate", rate});
        runSeconds(world, 1.5);
        return volumeOf(world);
    };
    CHECK(pouredWith(0.0f) == 0.0);
    CHECK(pouredWith(0.5f) == Approx(0.5 * pouredWith(1.0f)).epsilon(0.2));
    CHECK(pouredWith(0.25f) == Approx(0.5 * pouredWith(0.5f)).epsilon(0.05));

    // Off for a while and on again: what was not poured stays unpoured.
    World world(makeEmitterRoom(emitter, 100000), 1);
    world.submit(SetSetting{"emitterRate", 0.0f});
    runSeconds(world, 1.0);
    world.submit(SetSetting{"emitterRate", 1.0f});
    world.step();
    CHECK(volumeOf(world) < 0.1 * pouredWith(1.0f));
}

TEST_CASE("Emitters pour no more than their rate over time, however often it changes", "[commands]") {
    const Emitter emitter{.centre = {0, 0.9f, 0}, .radius = 0.1f, .speed = 0.5f};
    struct Pattern {
        const char* name;
        std::vector<float> rates;  // of the steps, again and again
        std::vector<float> timeSteps{0.005f};
    };
    const std::vector<Pattern> patterns{{"every other step", {0, 1}},
                                        {"as often, the other way round", {1, 0}},
                                        {"one step of four", {0, 1, 0, 0}},
                                        {"almost off", {1, 0.01f}},
                                        {"half", {0.5f}},
                                        {"now and then", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1}},
                                        {"long steps while it is off", {0, 1}, {0.008f, 0.001f}}};
    const auto pouredBy = [&](const Pattern& pattern, double& fullTime) {
        World world(makeEmitterRoom(emitter, 100000), 1);
        fullTime = 0.0;
        for (size_t step = 0; step < 400; ++step) {
            const float rate = pattern.rates[step % pattern.rates.size()];
            world.submit(SetSetting{"emitterRate", rate});
            world.submit(SetSetting{"timeStep", pattern.timeSteps[step % pattern.timeSteps.size()]});
            world.step();
            fullTime += rate * world.totals().lastSeconds;
        }
        return world.particleCount();
    };
    World layer(makeEmitterRoom(emitter, 100000), 1);
    layer.step();
    const size_t perLayer = layer.particleCount();
    REQUIRE(perLayer > 50);
    double fullTime = 0.0;
    // Layers as close as the spacing give a little less than the opening's rate, at full rate only.
    const double least = static_cast<double>(pouredBy({"full", {1}}, fullTime)) / fullTime;
    const double most = 3.14159 * 0.01 * 0.5 / std::pow(0.02, 3);
    CHECK(least == Approx(most).epsilon(0.05));
    for (const Pattern& pattern : patterns) {
        INFO(pattern.name);
        const auto poured = static_cast<double>(pouredBy(pattern, fullTime));
        CHECK(poured <= most * fullTime + static_cast<double>(perLayer));
        CHECK(poured >= least * fullTime - 2.0 * static_cast<double>(perLayer));
    }
}

TEST_CASE("A jet leaves its opening with the speed of the opening, however fine it is", "[commands]") {
    for (const size_t count : {3000u, 10000u, 30000u}) {
        CAPTURE(count);
        World world = makeScene("pour", count);
        world.submit(SetSetting{"gravityOn", 0.0f});
        runSeconds(world, 0.25);
        const float speed = world.setup().emitters[0].speed;
        CHECK(world.particleCount() > 100);
        CHECK(world.measure().meanSpeed == Approx(speed).epsilon(0.05));
        CHECK(world.measure().maxSpeed < 1.5 * speed);
    }
}

TEST_CASE("An emitter that was turned down pours as before when it is turned up again", "[commands]") {
    const Emitter emitter{.centre = {0, 0.9f, 0}, .radius = 0.1f, .speed = 0.5f};
    const auto pouredAfter = [&](std::initializer_list<float> rates) {
        World world(makeEmitterRoom(emitter, 100000), 1);
        for (const float rate : rates) {
            world.submit(SetSetting{"emitterRate", rate});
            runSeconds(world, 0.1);
        }
        const double before = volumeOf(world);
        world.submit(SetSetting{"emitterRate", 1.0f});
        runSeconds(world, 1.0);
        return volumeOf(world) - before;
    };
    const double undisturbed = pouredAfter({1.0f, 1.0f});
    CHECK(pouredAfter({0.01f, 0.0f}) == Approx(undisturbed).epsilon(0.05));
    CHECK(pouredAfter({0.0f, 0.01f}) == Approx(undisturbed).epsilon(0.05));
}
