// From a file to the world in the simulation, without a window: filled once, built once, and one owner of how time
// runs.
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <thread>

#include "meniscus/core/error.h"
#include "meniscus/scene/scene_file.h"
#include "meniscus/session/opening.h"
#include "temporary_folder.h"
#include "worlds.h"

using namespace meniscus;
namespace fs = std::filesystem;

namespace {

Scene smallScene() {
    return describeScene(findScene("splash"), {.particles = 300});
}

fs::path writeSmallScene(const TemporaryFolder& folder) {
    const fs::path path = folder.file("small.scene.json");
    std::ofstream(path) << sceneText(smallScene());
    return path;
}

}  // namespace

TEST_CASE("The particles of a scene are filled once, on the simulation's thread", "[simulation][files]") {
    WorldSetup setup = unfilledSetup(smallScene(), true);
    REQUIRE(setup.particles.empty());
    std::atomic<int> fills = 0;
    const std::thread::id here = std::this_thread::get_id();
    setup.refill = [&fills, here, fill = setup.refill] {
        ++fills;
        CHECK(std::this_thread::get_id() != here);
        return fill();
    };
    Simulation simulation(1);
    simulation.setPaused(true);
    const OpenedWorld opened = simulation.open(setup).get();
    CHECK(fills == 1);
    REQUIRE(opened.fluid);
    CHECK(setup.domain.bounds.contains(opened.fluid->lower));
    CHECK(setup.domain.bounds.contains(opened.fluid->upper));
    const World filledBefore(worldSetup(smallScene(), true), 1);
    CHECK(simulation.finish()->stateHash() == filledBefore.stateHash());
}

TEST_CASE("Opening a scene file fills nothing until the simulation builds its world", "[simulation][files]") {
    const TemporaryFolder folder;
    const fs::path path = writeSmallScene(folder);
    Simulation simulation(1);
    const Opening opening =
        startOpening(simulation, openSource(path.string(), {}), path, {.replayParticles = {}, .keepsPaused = false});
    CHECK(opening.setup.particles.empty());
    CHECK(opening.document.kind == FileKind::Scene);
    CHECK(opening.document.path == path);
    CHECK(opening.world.get().fluid);
    CHECK(opening.isSettled());
    CHECK_FALSE(simulation.playback().isPaused);
    CHECK(simulation.finish()->particleCount() == 300);
}

TEST_CASE("A moment waits where it was saved, and the running scene goes on when a file makes no world",
          "[simulation][files]") {
    World world(worldSetup(smallScene(), true), 1);
    runSteps(world, 12);
    Moment moment = momentOf(world, smallScene(), true);
    Simulation simulation(1);
    (void)startOpening(simulation, {moment, {}}, {}).world.get();
    CHECK(simulation.playback().isPaused);
    CHECK(simulation.save().get().hash == world.stateHash());

    Moment broken = moment;
    broken.state.x.pop_back();
    simulation.setPaused(false);
    const Opening failed = startOpening(simulation, {broken, {}}, {});
    CHECK_THROWS_AS(failed.world.get(), InputError);
    CHECK_FALSE(simulation.playback().isPaused);  // it is the one before that goes on
    simulation.setPaused(true);
    CHECK(simulation.save().get().state.stepIndex >= 12);
}

TEST_CASE("A scene that another one overtakes on its way is told, and the last one is open", "[simulation][files]") {
    Simulation simulation(1);
    simulation.setPaused(true);
    std::vector<std::future<OpenedWorld>> opened;
    for (const size_t particles : {200, 250, 300}) {
        opened.push_back(
            simulation.open(unfilledSetup(describeScene(findScene("splash"), {.particles = particles}), true)));
    }
    CHECK(opened.back().get().fluid);
    for (size_t k = 0; k + 1 < opened.size(); ++k) {
        try {
            (void)opened[k].get();
        } catch (const WorkError& error) {
            CHECK_THAT(error.what(), Catch::Contains("another scene"));
        }
    }
    CHECK(simulation.finish()->particleCount() == 300);
}

TEST_CASE("The seed is for scene files too, and refused where a file has its own", "[files]") {
    const TemporaryFolder folder;
    const std::string path = writeSmallScene(folder).string();
    const auto hashWith = [&](std::optional<uint64_t> seed) {
        const AnyFile file = openSource(path, {.particles = {}, .seed = seed});
        return World(worldSetup(file.scene(), true), 1).stateHash();
    };
    CHECK(openSource(path, {.particles = {}, .seed = 7}).scene().setup.seed == 7);
    CHECK(openSource("splash", {.particles = 300, .seed = 7}).scene().setup.seed == 7);
    CHECK(openSource("splash", {.particles = 300, .seed = {}}).scene().setup.seed == 1);
    CHECK(hashWith(7) == hashWith(7));
    CHECK(hashWith(7) != hashWith({}));
    const World world(worldSetup(smallScene(), true), 1);
    const fs::path snapshot = folder.file("small.meniscus"), replay = folder.file("small.replay.json");
    std::ofstream(snapshot, std::ios::binary) << encodeMoment(momentOf(world, smallScene(), true));
    std::ofstream(replay) << replayText(replayOf(world, smallScene(), true));
    for (const fs::path& file : {snapshot, replay}) {
        CHECK_THROWS_WITH(openSource(file.string(), {.particles = {}, .seed = 7}),
                          Catch::StartsWith("--seed: ") && Catch::Contains("has its own"));
    }
}

TEST_CASE("How time runs has one owner, whoever changes it", "[simulation]") {
    Simulation simulation(1);
    simulation.setSpeed(0.5);
    simulation.setPaused(true);
    (void)simulation.open(unfilledSetup(smallScene(), true)).get();
    CHECK(simulation.playback().speed == 0.5);
    CHECK(simulation.playback().isPaused);
    CHECK(simulation.status().playback.isPaused);
    simulation.playBackwards();  // there is nothing before the first moment: the simulation pauses by itself
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!simulation.playback().isPaused && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    CHECK(simulation.playback().isPaused);
    CHECK_FALSE(simulation.playback().isBackwards);
    simulation.setPaused(false);
    CHECK_FALSE(simulation.status().playback.isPaused);  // at once: nothing older overwrites it
    simulation.stepOnce();
    CHECK(simulation.playback().isPaused);
}

TEST_CASE("What the user did that is worth keeping is counted where commands go in", "[simulation][files]") {
    Simulation simulation(1);
    simulation.setPaused(true);
    (void)simulation.open(unfilledSetup(smallScene(), true)).get();
    simulation.submit(SetSetting{"gravity", 3.0f});  // of the call, not of the user
    CHECK(simulation.work().changes == 0);
    simulation.submit(SetSetting{"gravity", 2.0f}, 1);
    CHECK(simulation.work().changes == 1);
    CHECK(simulation.work().toolChanges == 0);
    simulation.submit(ApplyField{0, {.kind = FieldKind::Push, .radius = 0.1f, .strength = 1.0f}}, 2);  // play
    simulation.submit(Reset{}, 3);
    CHECK(simulation.work().changes == 1);
    simulation.submit(Drain{{}, 0.05f}, 4);
    CHECK(simulation.work().changes == 2);
    CHECK(simulation.work().toolChanges == 1);
}

TEST_CASE("One player repeats a session, and knows where it ended", "[replay]") {
    World session(worldSetup(smallScene(), true), 1);
    runSteps(session, 4);
    session.submit(SetSetting{"gravity", 3.0f});
    runSteps(session, 6);
    const Replay replay = replayOf(session, smallScene(), true);
    for (const auto by : {ReplayPlayer::By::Step, ReplayPlayer::By::Clock}) {
        World world(worldSetup(smallScene(), true), 1);
        ReplayPlayer player(replay, by);
        int given = 0;
        while (!player.isOver(world)) {
            player.giveDue(world, [&](const Command& command) {
                ++given;
                world.submit(command);
                world.applyCommands();
            });
            world.step();
        }
        CHECK(given == 1);
        CHECK(world.stepIndex() == 10);
        CHECK(world.stateHash() == session.stateHash());
        CHECK(player.isAsRecorded(world));
    }
    World other(worldSetup(smallScene(), true), 1);
    CHECK_FALSE(ReplayPlayer(replay).isAsRecorded(other));
    CHECK_FALSE(ReplayPlayer(replay.log).isOver(session));  // commands alone have no end
}
