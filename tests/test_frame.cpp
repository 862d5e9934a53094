// Frames and commands as the window uses them: what is copied out, and what is put in and taken away.
#include <catch2/catch.hpp>
#include <map>

#include "meniscus/core/error.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/scene/command_log.h"
#include "temporary_folder.h"
#include "worlds.h"

using namespace meniscus;
using Catch::Contains;

namespace {

std::map<uint32_t, ParticleView> particlesOf(const World& world) {
    std::map<uint32_t, ParticleView> particles;
    for (size_t k = 0; k < world.particleCount(); ++k) particles[world.particle(k).id] = world.particle(k);
    return particles;
}

size_t countWithin(const World& world, Vec3 centre, float radius) {
    size_t count = 0;
    for (size_t k = 0; k < world.particleCount(); ++k) count += length(world.particle(k).x - centre) <= radius;
    return count;
}

}  // namespace

TEST_CASE("A frame holds every particle where it is, with densities at most one substep old", "[frame]") {
    for (const SceneInfo& scene : builtInScenes()) {
        World world = makeScene(std::string(scene.name), 600);
        runSteps(world, 100);
        Frame frame;
        world.capture(frame);  // from the passes of the last substep
        const float restDensity = world.fluids()[0].restDensity;
        CAPTURE(scene.name);
        REQUIRE(frame.count() == world.particleCount());
        CHECK(frame.totals.steps == 100);
        CHECK(frame.spacing == world.setup().spacing);
        // The exact ones, in another order: pair them by place.
        std::map<std::tuple<float, float, float>, ParticleView> exact;
        for (size_t k = 0; k < world.particleCount(); ++k) {
            const ParticleView p = world.particle(k);
            exact[{p.x.x, p.x.y, p.x.z}] = p;
        }
        double densityError = 0.0, speedError = 0.0;
        for (size_t i = 0; i < frame.count(); ++i) {
            const auto found = exact.find({frame.x[i].x, frame.x[i].y, frame.x[i].z});
            REQUIRE(found != exact.end());
            densityError += std::abs(frame.density[i] - found->second.density);
            speedError += length(frame.v[i] - found->second.v);
        }
        // Of a substep of a few milliseconds, in which fluid falls by g.
        const auto count = static_cast<double>(std::max<size_t>(frame.count(), 1));
        CHECK(densityError / count < 0.04 * restDensity);
        CHECK(speedError / count < 0.15);
    }
}

TEST_CASE("A frame after measuring agrees exactly with the particles", "[frame]") {
    World world = makeScene("splash", 500);
    runSteps(world, 50);
    (void)world.measure();
    Frame frame;
    world.capture(frame);
    for (size_t i = 0; i < frame.count(); ++i) {
        const ParticleView p = world.particle(i);
        REQUIRE(frame.x[i] == p.x);
        REQUIRE(frame.v[i] == p.v);
        REQUIRE(frame.density[i] == p.density);
        REQUIRE(frame.pressure[i] == p.pressure);
        REQUIRE(frame.colourGradient[i] == p.colourGradient);
    }
}

TEST_CASE("Taking frames does not change the run", "[frame]") {
    World plain = makeScene("pour", 500);
    World watched = makeScene("pour", 500);
    Frame frame;
    for (int n = 0; n < 200; ++n) {
        plain.step();
        watched.step();
        if (n % 3 == 0) watched.capture(frame);
        if (n % 7 == 0) frame.measure = watched.measure();
    }
    CHECK(plain.stateHash() == watched.stateHash());
}

TEST_CASE("Draining takes away the fluid in the ball and nothing else", "[commands]") {
    World world = makeScene("still-tank", 800);
    runSteps(world, 20);
    const Vec3 centre{0.05f, 0.1f, 0.0f};
    const auto before = particlesOf(world);
    const size_t within = countWithin(world, centre, 0.06f);
    REQUIRE(within > 10);
    world.submit(Drain{centre, 0.06f});
    world.applyCommands();
    CHECK(world.particleCount() == before.size() - within);
    CHECK(countWithin(world, centre, 0.06f) == 0);
    for (const auto& [id, particle] : particlesOf(world)) CHECK(particle.x == before.at(id).x);
    runSteps(world, 200);
    CHECK(world.measure().escaped == 0);
    world.submit(Drain{{}, 10.0f});
    runSteps(world, 2);
    CHECK(world.particleCount() == 0);
    world.submit(EmitBall{{0.0f, 0.2f, 0.0f}, 0.05f, {}});
    runSteps(world, 10);
    CHECK(world.particleCount() > 5);
}

TEST_CASE("A poured jet flows at its rate, moves with its opening and stops when it is closed", "[commands]") {
    WorldSetup setup = emptyRoom(2.0f, 0.02f);
    setup.settings.timeStep = 0.005f;
    setup.capacity = 5000;
    World world(setup, 1);
    world.submit(Pour{true, {0.0f, 0.5f, 0.0f}, 0.05f, 1.0f});
    runSteps(world, 100);
    // Half a second at 1 m/s through the opening.
    const double volume = static_cast<double>(world.particleCount()) * std::pow(0.02, 3);
    CHECK(volume == Approx(0.5 * 3.14159 * 0.05 * 0.05).epsilon(0.15));
    // No gaps: every tenth of the jet holds its share.
    std::array<int, 10> share{};
    for (size_t k = 0; k < world.particleCount(); ++k) {
        const double way = 0.5 - static_cast<double>(world.particle(k).x.y);
        ++share[static_cast<size_t>(std::clamp(way / 0.05, 0.0, 9.0))];
    }
    const auto [least, most] = std::ranges::minmax(share);
    CHECK(least > most / 2);
    world.submit(Pour{true, {0.4f, 0.5f, 0.0f}, 0.05f, 1.0f});
    runSteps(world, 40);
    CHECK(countWithin(world, {0.4f, 0.4f, 0.0f}, 0.1f) > 20);
    const size_t before = world.particleCount();
    world.submit(Pour{});
    runSteps(world, 40);
    CHECK(world.particleCount() == before);
}

TEST_CASE("Pouring into fluid puts nothing where fluid is", "[commands]") {
    World world(buildScene(findScene("still-tank"), {.particles = 600, .isForPlay = true}), 1);
    world.submit(Pour{true, {0.0f, 0.1f, 0.0f}, 0.05f, 1.0f});
    runSteps(world, 300);
    const StateMeasure measure = world.measure();
    CHECK(measure.escaped == 0);
    CHECK(measure.maxDensityRatio < 1.5);
    CHECK(world.totals().halvings == 0);
}

TEST_CASE("A scene for play has room for what is poured in", "[commands]") {
    const SceneInfo& scene = findScene("still-tank");
    WorldSetup strict = buildScene(scene, {.particles = 500});
    WorldSetup play = buildScene(scene, {.particles = 500, .isForPlay = true});
    World full(strict, 1), roomy(play, 1);
    for (World* world : {&full, &roomy}) {
        world->submit(EmitBall{{0.0f, 0.32f, 0.0f}, 0.06f, {}});
        runSteps(*world, 5);
    }
    CHECK(full.particleCount() == 500);
    CHECK(roomy.particleCount() > 510);
}

TEST_CASE("Commands applied between steps show at once and repeat the same run", "[commands]") {
    World now = makeScene("splash", 400), later = makeScene("splash", 400);
    runSteps(now, 10);
    runSteps(later, 10);
    const EmitBall ball{{0.1f, 0.4f, 0.0f}, 0.04f, {0.0f, -1.0f, 0.0f}};
    now.submit(Reset{});
    now.applyCommands();
    CHECK(now.totals().steps == 0);
    CHECK(now.stepIndex() == 10);
    later.submit(Reset{});
    for (World* world : {&now, &later}) world->submit(SetSetting{"viscosity", 9.0f});
    now.applyCommands();
    CHECK(now.fluids()[0].viscosity == 9.0f);
    for (World* world : {&now, &later}) {
        world->submit(ball);
        runSteps(*world, 30);
    }
    CHECK(now.stateHash() == later.stateHash());
    CHECK(std::ranges::equal(now.log(), later.log()));
}

TEST_CASE("A log of commands survives its file to the last bit", "[commands]") {
    const TemporaryFolder folder;
    FluidKind flame{.name = "fire-1", .isGas = true, .isFlame = true, .vapour = 0};
    float k = 1.0f;  // every property its own value, with all digits
    for (const FluidProperty& property : fluidPropertyTable()) {
        flame.*property.value = property.minimum + (property.maximum - property.minimum) / (k += 1.1f);
    }
    const std::vector<LoggedCommand> log{
        {0, SetSetting{"viscosity", 0.1f}},
        {3, ApplyField{2, {FieldKind::Swirl, {0.1f, -2.0f / 3.0f, 1e-7f}, 0.3f, 17.3f, {0, 1, 0}, 1.25}}},
        {3, ApplyField{0, {FieldKind::Drag, {1, 2, 3}, 0.2f, 5.0f, {0.1f, 0.2f, 0.3f}}}},
        {7, EmitBall{{0.1f, 0.2f, 0.3f}, 0.05f, {0.0f, -1.0f, 0.0f}}},
        {7, Pour{true, {0.1f, 0.4f, 0.3f}, 0.03f, 1.5f}},
        {7, Pour{}},
        {7, Drain{{0.3f, 0.1f, 0.7f}, 0.04f}},
        {8, ApplyField{1, {FieldKind::Heat, {1, 2, 3}, 0.2f, 60.0f}}},
        {8, ApplyField{1, {FieldKind::Cool, {1, 2, 3}, 0.2f, 7.0f / 3.0f}}},
        {8, SetFluid{"water", "polarity", 0.1f}},
        {8, AddFluid{flame}},
        {8, EmitBall{{0.1f, 0.2f, 0.3f}, 0.05f, {0.0f, -1.0f, 0.0f}, "fire-1"}},
        {8, Pour{true, {0.1f, 0.4f, 0.3f}, 0.03f, 1.5f, "fire-1"}},
        {8, Dye{{0.3f, 0.1f, 0.7f}, 0.04f, 0.3f}},
        {9, Reset{}}};
    const auto path = folder.path() / "log.json";
    writeFileAtomically(path, commandLogText(log));
    CHECK(readCommandLog(path) == log);
}

TEST_CASE("A bad log of commands is refused with file, command and what is allowed", "[commands]") {
    const TemporaryFolder folder;
    const auto path = folder.path() / "log.json";
    const auto refusalOf = [&](const std::string& commands) {
        writeFileAtomically(path, R"({"format": "meniscus-commands", "version": 1, "commands": [)" + commands + "]}");
        try {
            (void)readCommandLog(path);
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("nothing was refused");
    };
    CHECK_THAT(refusalOf("3"), Contains("log.json: command 1 is not an object"));
    CHECK_THAT(refusalOf(R"({"step": -1, "do": "reset"})"), Contains("step -1; allowed: 0 or more"));
    CHECK_THAT(refusalOf(R"({"step": 1})"), Contains("has no do"));
    CHECK_THAT(refusalOf(R"({"step": 1, "do": "fly"})"),
               Contains("allowed: set, field, emit, pour, stop-pouring, drain, reset"));
    CHECK_THAT(refusalOf(R"({"step": 1, "do": "set", "key": "viscosty", "value": 1})"), Contains("viscosity"));
    CHECK_THAT(refusalOf(R"({"step": 1, "do": "set", "key": "viscosity", "value": 1e30})"), Contains("allowed"));
    CHECK_THAT(refusalOf(R"({"step": 1, "do": "drain", "centre": [1, 2], "radius": 1})"), Contains("three numbers"));
    CHECK_THAT(refusalOf(R"({"step": 1, "do": "set-fluid", "fluid": "wax", "key": "viscosty", "value": 1})"),
               Contains("command 1") && Contains("did you mean 'viscosity'"));
    CHECK_THAT(refusalOf(R"({"step": 1, "do": "set-fluid", "fluid": "wax", "key": "viscosity", "value": -1})"),
               Contains("allowed: 0 to 100 Pa s"));
    CHECK_THAT(refusalOf(R"({"step": 1, "do": "set-fluid", "fluid": 7, "key": "viscosity", "value": 1})"),
               Contains("has fluid 7; allowed: a text"));
    CHECK_THAT(refusalOf(R"({"step": 1, "do": "dye", "centre": [1, 2, 3], "radius": 1, "amount": 2})"),
               Contains("dye amount: 2 is not allowed; allowed: 0 to 1"));
    CHECK_THAT(refusalOf(R"({"step": 1, "do": "add-fluid", "name": "wax"})"), Contains("has no gas"));
    CHECK_THAT(refusalOf(R"({"step": 1, "do": "drain", "centre": [1, 2, 3], "radius": 1, "radios": 2})"),
               Contains("command 1 has an unknown field \"radios\"; did you mean 'radius'?"));
    CHECK_THAT(refusalOf(R"({"step": 1, "do": "reset", "gravity": 2})"),
               Contains("command 1 has an unknown field \"gravity\"; allowed: step, time, do"));
    CHECK_THAT(refusalOf(R"({"step": 1, "tiem": 2, "do": "reset"})"), Contains("did you mean 'time'?"));
    CHECK_THAT(refusalOf(R"({"step": 1, "do": "stop-pouring", "speed": 2})"), Contains("unknown field \"speed\""));
    CHECK_THAT(refusalOf(R"({"step": 1, "do": "reset", ")" + std::string(5000, 'x') + R"(": 2})"),
               Contains("unknown field") && !Contains(std::string(200, 'x')));
    const std::string wax =
        commandLogText(std::vector<LoggedCommand>{{1, AddFluid{FluidKind{.name = "no spaces, please"}}}});
    writeFileAtomically(path, wax);
    CHECK_THROWS_WITH(readCommandLog(path), Contains("'no spaces, please'") && Contains("letters, digits and dashes"));
    CHECK_THAT(refusalOf(R"({"step": 5, "do": "reset"}, {"step": 4, "do": "reset"})"), Contains("command 2"));
    writeFileAtomically(path, "{}");
    CHECK_THROWS_WITH(readCommandLog(path), Contains("not a file of commands"));
    writeFileAtomically(path, "{");
    CHECK_THROWS_WITH(readCommandLog(path), Contains("log.json: line 1"));
    const std::string deep(100'000, '[');  // a reader that calls itself for each would end the program
    CHECK_THAT(refusalOf(R"({"step": )" + deep + "}"), Contains("line 1") && Contains("deep"));
    CHECK_THROWS_WITH(readCommandLog(folder.path() / "none.json"), Contains("cannot be read"));
}
