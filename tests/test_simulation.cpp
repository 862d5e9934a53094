// The simulation's own thread: frames come out, commands go in, and neither changes what is computed.
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "meniscus/session/simulation.h"
#include "worlds.h"

using namespace meniscus;

namespace {

WorldSetup setupOf(std::string_view scene, size_t particles) {
    return buildScene(findScene(scene), {.particles = particles, .isForPlay = true});
}

// Takes frames until one satisfies the condition; gives up after half a minute, which no machine needs.
template <typename Condition>
const Frame* waitForFrame(Simulation& simulation, const Condition& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (std::chrono::steady_clock::now() < end) {
        const Frame* frame = simulation.takeFrame();
        if (frame != nullptr && condition(*frame)) return frame;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return nullptr;
}

template <typename Condition>
bool waitUntil(const Condition& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
}

}  // namespace

TEST_CASE("The simulation's thread steps, shows frames and stops where it is told", "[simulation][parallel]") {
    Simulation simulation(2);
    simulation.setSpeed(2.0);
    simulation.stopAtStep(50);
    simulation.open(setupOf("splash", 300));
    REQUIRE(waitForFrame(simulation, [](const Frame& frame) { return frame.totals.steps > 10; }) != nullptr);
    REQUIRE(waitUntil([&] { return simulation.status().playback.isAtLastStep; }));
    const auto world = simulation.finish();
    REQUIRE(world);
    CHECK(world->stepIndex() == 50);
    World headless = makeScene("splash", 300);
    runSteps(headless, 50);
    CHECK(world->stateHash() == headless.stateHash());
}

TEST_CASE("While it is paused, single steps and commands show", "[simulation]") {
    Simulation simulation(1);
    simulation.setPaused(true);
    simulation.open(setupOf("still-tank", 300));
    REQUIRE(waitForFrame(simulation, [](const Frame& frame) { return frame.totals.steps == 0; }) != nullptr);
    simulation.stepOnce();
    simulation.stepOnce();
    REQUIRE(waitForFrame(simulation, [](const Frame& frame) { return frame.totals.steps == 2; }) != nullptr);
    simulation.submit(SetSetting{"gravity", 3.0f});
    REQUIRE(waitForFrame(simulation, [](const Frame& frame) { return frame.settings.gravity == 3.0f; }) != nullptr);
    simulation.submit(Drain{{}, 10.0f});
    REQUIRE(waitForFrame(simulation, [](const Frame& frame) { return frame.count() == 0; }) != nullptr);
    simulation.submit(Reset{});
    const Frame* frame = waitForFrame(simulation, [](const Frame& f) { return f.count() == 300; });
    REQUIRE(frame != nullptr);
    CHECK(frame->totals.steps == 0);
    CHECK(frame->measure.particles == 300);
}

TEST_CASE("A frame in the window's hands does not change while the simulation goes on", "[simulation]") {
    Simulation simulation(1);
    simulation.open(setupOf("splash", 300));
    const Frame* frame = waitForFrame(simulation, [](const Frame& f) { return f.totals.steps > 3; });
    REQUIRE(frame != nullptr);
    const Frame copy = *frame;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    CHECK(frame->totals.steps == copy.totals.steps);
    CHECK(frame->x == copy.x);
}

TEST_CASE("A scene that cannot be opened leaves the running one alone", "[simulation]") {
    Simulation simulation(1);
    simulation.open(setupOf("splash", 300));
    REQUIRE(waitForFrame(simulation, [](const Frame& frame) { return frame.count() == 300; }) != nullptr);
    WorldSetup broken = setupOf("splash", 300);
    broken.spacing = -1.0f;
    std::future<OpenedWorld> opened = simulation.open(broken);
    CHECK_THROWS_WITH(opened.get(), Catch::Contains("spacing"));
    CHECK(simulation.status().refusal.empty());
    CHECK(waitForFrame(simulation, [](const Frame& frame) { return frame.count() == 300; }) != nullptr);
}

TEST_CASE("A command for a fluid that is not there is told and changes nothing", "[simulation]") {
    Simulation simulation(1);
    simulation.setPaused(true);
    simulation.open(setupOf("splash", 300));
    simulation.submit(SetFluid{"wax", "viscosity", 3.0f});
    std::string refusal;
    REQUIRE(waitUntil([&] {
        refusal = simulation.status().refusal;
        return !refusal.empty();
    }));
    CHECK_THAT(refusal, Catch::Contains("'wax' is unknown"));
    simulation.submit(AddFluid{findKnownFluid("wax")});
    simulation.submit(SetFluid{"wax", "viscosity", 3.0f});
    simulation.submit(Reset{});
    simulation.submit(AddFluid{findKnownFluid("wax")});  // the first one is gone by then
    REQUIRE(waitForFrame(simulation, [](const Frame& frame) { return frame.fluids.size() == 2; }) != nullptr);
    CHECK(simulation.finish()->log().size() == 4);
}

TEST_CASE("A log of a played window repeats the run headless", "[simulation][parallel]") {
    Simulation simulation(2);
    simulation.open(setupOf("splash", 400));
    const auto waitForStep = [&](uint64_t step) {
        REQUIRE(waitForFrame(simulation, [step](const Frame& frame) { return frame.totals.steps >= step; }) != nullptr);
    };
    waitForStep(10);
    simulation.submit(ApplyField{0,
                                 {.kind = FieldKind::Drag,
                                  .centre = {0.0f, 0.05f, 0.0f},
                                  .radius = 0.1f,
                                  .strength = 30.0f,
                                  .direction = {1.0f, 0.5f, 0.0f}}});
    waitForStep(25);
    simulation.submit(EmitBall{{0.1f, 0.4f, 0.0f}, 0.04f, {0.0f, -1.0f, 0.0f}});
    simulation.submit(SetSetting{"viscosity", 2.0f});
    simulation.setPaused(true);
    simulation.submit(Drain{{-0.1f, 0.05f, 0.0f}, 0.04f});
    simulation.setPaused(false);
    waitForStep(50);
    const auto played = simulation.finish();
    World again(setupOf("splash", 400), 1);
    size_t next = 0;
    const auto log = played->log();
    CHECK(log.size() == 4);
    while (again.stepIndex() < played->stepIndex()) {
        for (; next < log.size() && log[next].step == again.stepIndex(); ++next) again.submit(log[next].command);
        again.step();
    }
    CHECK(again.stateHash() == played->stateHash());
}

namespace {

// Plays so many steps with a pouring in between, and pauses there. Gives all commands a gesture.
void playAndPause(Simulation& simulation, uint64_t steps) {
    simulation.setSpeed(2.0);
    simulation.open(setupOf("splash", 300));
    REQUIRE(waitForFrame(simulation, [](const Frame& frame) { return frame.stepIndex > 10; }) != nullptr);
    simulation.submit(Pour{true, {0.1f, 0.4f, 0.0f}, 0.04f, 1.0f}, 1);
    REQUIRE(waitForFrame(simulation, [](const Frame& frame) { return frame.stepIndex > 20; }) != nullptr);
    simulation.submit(Pour{}, 1);
    simulation.stopAtStep(steps);
    REQUIRE(waitUntil([&] { return simulation.status().playback.isAtLastStep; }));
    REQUIRE(waitForFrame(simulation, [&](const Frame& frame) { return frame.stepIndex >= 1; }) != nullptr);
    simulation.setPaused(true);
}

// The hash of that step as a run without a timeline has it.
uint64_t hashAt(uint64_t step, std::span<const LoggedCommand> log) {
    World world(setupOf("splash", 300), 1);
    for (const LoggedCommand& logged : log) {
        if (logged.step >= step) break;
        while (world.stepIndex() < logged.step) world.step();
        world.submit(logged.command);
    }
    while (world.stepIndex() < step) world.step();
    return world.stateHash();
}

const Frame* waitForStep(Simulation& simulation, uint64_t step) {
    return waitForFrame(simulation, [step](const Frame& frame) { return frame.stepIndex == step; });
}

}  // namespace

TEST_CASE("A seek shows the moment that was there, and the last of many wins", "[simulation][timeline][parallel]") {
    Simulation simulation(1);
    playAndPause(simulation, 80);
    const std::vector<LoggedCommand> log = simulation.save().get().log;
    REQUIRE(log.size() == 2);
    for (const uint64_t step : {40, 3, 77, 15}) {
        simulation.seek(step);
        REQUIRE(waitForStep(simulation, step) != nullptr);
        World world(setupOf("splash", 300), 1);
        const SavedWorld saved = simulation.save().get();
        world.restore(saved.state, saved.log);
        CHECK(world.stateHash() == hashAt(step, log));
        const TimelineStatus timeline = simulation.status().timeline;
        CHECK(timeline.presentStep == step);
        CHECK(timeline.lastStep == 80);
        CHECK(timeline.isInPast);
        CHECK(simulation.status().playback.isPaused);
    }
    for (uint64_t step = 10; step < 60; ++step) simulation.seek(step);
    REQUIRE(waitForStep(simulation, 59) != nullptr);
    simulation.seek(1000);
    REQUIRE(waitForStep(simulation, 80) != nullptr);
    simulation.stepBack();
    simulation.stepBack();
    REQUIRE(waitForStep(simulation, 78) != nullptr);
    simulation.stepOnce();
    REQUIRE(waitForStep(simulation, 79) != nullptr);
    CHECK(hashAt(79, log) == simulation.finish()->stateHash());
}

TEST_CASE("Time runs backwards to its beginning and stands still there", "[simulation][timeline]") {
    Simulation simulation(1);
    playAndPause(simulation, 60);
    simulation.playBackwards();
    REQUIRE(waitForFrame(simulation, [](const Frame& frame) { return frame.stepIndex < 40; }) != nullptr);
    CHECK(simulation.status().playback.isBackwards);
    REQUIRE(waitForStep(simulation, 0) != nullptr);
    REQUIRE(waitUntil([&] { return simulation.status().playback.isPaused; }));
    CHECK(!simulation.status().playback.isBackwards);
    CHECK(simulation.status().timeline.lastStep == 60);
}

TEST_CASE("While the user drags time stands still, then it goes on from there", "[simulation][timeline]") {
    Simulation simulation(1);
    simulation.open(setupOf("splash", 300));
    REQUIRE(waitForFrame(simulation, [](const Frame& frame) { return frame.stepIndex > 30; }) != nullptr);
    simulation.setHeld(true);
    simulation.seek(7);
    REQUIRE(waitForStep(simulation, 7) != nullptr);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    CHECK(simulation.status().timeline.presentStep == 7);
    CHECK(!simulation.status().playback.isPaused);
    simulation.setHeld(false);
    const uint64_t last = simulation.status().timeline.lastStep;
    REQUIRE(waitForFrame(simulation, [&](const Frame& frame) { return frame.stepIndex > last; }) != nullptr);
}

TEST_CASE("Undo, redo and a command in the past through the simulation's thread", "[simulation][timeline]") {
    Simulation simulation(1);
    playAndPause(simulation, 60);
    const auto said = [&] {
        std::string note;
        REQUIRE(waitUntil([&] {
            note = simulation.status().note;
            return !note.empty();
        }));
        return note;
    };
    const uint64_t poured = simulation.save().get().log.front().step;
    simulation.undo();
    CHECK_THAT(said(), Catch::StartsWith("Undone: pouring, back to "));
    REQUIRE(waitForStep(simulation, poured) != nullptr);
    CHECK(!simulation.status().timeline.isInPast);
    CHECK(simulation.status().timeline.canRedo);
    simulation.redo();
    CHECK(said() == "Done again: pouring");
    REQUIRE(waitForStep(simulation, 60) != nullptr);
    simulation.seek(50);
    simulation.submit(SetSetting{"gravity", 2.0f}, 5);
    const SavedWorld saved = simulation.save().get();
    CHECK(saved.state.stepIndex == 50);
    CHECK(saved.log.size() == 3);
    REQUIRE(waitUntil([&] { return simulation.status().timeline.lastStep == 50; }));
    simulation.setTimelineBudget(1000);
    REQUIRE(waitUntil([&] { return simulation.status().timeline.bytes == 0; }));
}

TEST_CASE("A replay is played bit for bit, also after going back in it, until the user takes over",
          "[simulation][files]") {
    const WorldSetup setup = buildScene(findScene("drop"), {.particles = 200, .isForPlay = true});
    World session(setup, 1);
    runSteps(session, 10);
    session.submit(SetSetting{"gravity", 3.0f});
    runSteps(session, 20);
    session.submit(Reset{});
    session.submit(SetSetting{"viscosity", 2.0f});
    runSteps(session, 10);
    session.submit(SetSetting{"gravity", 1.0f});  // after the last step
    session.applyCommands();
    Replay replay;
    replay.log = {session.log().begin(), session.log().end()};
    replay.steps = session.stepIndex();
    replay.clock = session.clock();
    replay.hash = RecordedHash{session.stateHash()};
    const ReplayPlayer playback(replay);

    Simulation simulation(1);
    simulation.stopAtStep(40);
    simulation.open(setup, {}, playback);
    bool wentBack = false;
    std::string note;
    REQUIRE(waitUntil([&] {
        const SimulationStatus status = simulation.status();
        note += status.note;
        if (!wentBack && status.timeline.presentStep > 15) {
            simulation.seek(5);
            wentBack = true;
        }
        return status.playback.isAtLastStep;
    }));
    CHECK(wentBack);
    note += simulation.status().note;
    CHECK(note == "The replay has ended; the scene goes on");
    CHECK(simulation.save().get().hash == session.stateHash());

    Simulation other(1);
    other.setPaused(true);
    other.open(setup, {}, playback);
    other.submit(SetSetting{"gravity", 5.0f}, 1);
    CHECK(other.save().get().log.size() == 1);
    CHECK_FALSE(other.status().isReplaying);
}

TEST_CASE("What is saved before another scene opens is of the scene before", "[simulation][files]") {
    Simulation simulation(1);
    simulation.setPaused(true);
    for (int k = 0; k < 20; ++k) {
        simulation.open(buildScene(findScene("drop"), {.particles = 200}));
        simulation.submit(SetSetting{"gravity", 3.0f});
        (void)simulation.save().get();
        std::future<SavedWorld> before = simulation.save();
        simulation.open(buildScene(findScene("drop"), {.particles = 100}));
        CHECK(before.get().log.size() == 1);
        CHECK(simulation.save().get().log.empty());
    }
}
