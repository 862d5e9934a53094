// Files that the program wrote at commit d134e4c (version 1 of snapshots and replays) open and go on to the same bits.
// They are in files-of-d134e4c: of three scenes with commands of every kind, a log of commands, and of the state after
// 30 steps a snapshot, a replay and a shared picture. The hashes are those that the program printed then, at 30 steps
// and after 20 more; of positions, velocities and all else that a state has.
#include <catch2/catch.hpp>
#include <set>

#include "meniscus/core/text.h"
#include "meniscus/scene/any_file.h"
#include "meniscus/scene/command_log.h"
#include "meniscus/session/replay_player.h"
#include "meniscus/sph/simd_target.h"
#include "worlds.h"

using namespace meniscus;

namespace {

constexpr std::string_view kTarget = "AVX3";  // on which they were computed
constexpr int kSteps = 30, kMoreSteps = 20;
constexpr size_t kParticles = 60;

struct Session {
    std::string name;
    std::string hash;
    std::string laterHash;
};
const std::vector<Session> kSessions{{"drop", "e1255fe51db9de3c", "deff71ce48ecabb9"},
                                     {"two-fluids", "7f8cda788132a656", "fae45fd06afcf7f0"},
                                     {"glass-swirl", "cae59d7329806936", "cd0027b132ceda07"}};

AnyFile fileOf(const Session& session, const std::string& ending) {
    return readAnyFile(std::filesystem::path(MENISCUS_SOURCE) / "tests/files-of-d134e4c" / (session.name + ending));
}

std::vector<LoggedCommand> commandsOf(const Session& session) {
    return readCommandLog(std::filesystem::path(MENISCUS_SOURCE) / "tests/files-of-d134e4c" /
                          (session.name + ".commands.json"));
}

void checkState(const World& world, const std::string& hash) {
    if (simdTargetName() != kTarget) return;  // bits are the same on the same target only
    CHECK(hex16(world.stateHash(HashRule::WithColours)) == hash);
}

void checkGoesOn(const Moment& moment, const Session& session) {
    const std::unique_ptr<World> world = worldOf(moment, 1);
    checkState(*world, session.hash);
    for (int n = 0; n < kMoreSteps; ++n) world->step();
    checkState(*world, session.laterHash);
}

// Steps on to the end, with the commands of the log.
void replay(World& world, const std::vector<LoggedCommand>& log) {
    ReplayPlayer player(log);
    for (int n = 0; n < kSteps; ++n) {
        player.giveDue(world);
        world.step();
    }
}

}  // namespace

TEST_CASE("Snapshots and pictures of d134e4c open and go on to the same bits", "[old-files]") {
    for (const Session& session : kSessions) {
        for (const std::string ending : {".meniscus", ".png"}) {
            CAPTURE(session.name, ending);
            const AnyFile file = fileOf(session, ending);
            if (simdTargetName() == kTarget) CHECK(file.warnings.empty());
            const Moment& moment = std::get<Moment>(file.content);
            CHECK(moment.state.stepIndex == kSteps);
            checkGoesOn(moment, session);
            // And once more from what this program makes of it.
            const Moment again = decodeMoment(encodeMoment(moment), "test");
            CHECK(again.log == moment.log);
            checkGoesOn(again, session);
        }
    }
}

TEST_CASE("Replays of d134e4c come to the state that was recorded", "[old-files]") {
    for (const Session& session : kSessions) {
        CAPTURE(session.name);
        const AnyFile file = fileOf(session, ".replay.json");
        CHECK(file.warnings.empty());
        const Replay& recorded = std::get<Replay>(file.content);
        REQUIRE(recorded.hash);
        CHECK(recorded.hash->rule == HashRule::WithColours);
        World world(worldSetup(recorded.scene, recorded.isForPlay), 1);
        replay(world, recorded.log);
        if (simdTargetName() == kTarget) CHECK(recorded.hash->isOf(world));
        checkState(world, session.hash);
        CHECK(recorded.log == std::get<Moment>(fileOf(session, ".meniscus").content).log);
    }
}

TEST_CASE("The scene with its log of commands is still the session of d134e4c", "[old-files]") {
    std::set<std::string_view> kinds;
    for (const Session& session : kSessions) {
        CAPTURE(session.name);
        WorldSetup setup = buildScene(findScene(session.name), {.particles = kParticles, .isForPlay = true});
        if (session.name == "two-fluids") {
            // Up to 0.5 it was twice as thick, and calm without the stabiliser.
            setup.settings.stabiliser = false;
            for (FluidKind& kind : setup.fluids) kind.viscosity *= 2.0f;
        }
        World world(setup, 1);
        replay(world, commandsOf(session));
        // The water of glass-swirl and drop is thin since 0.6.
        if (session.name == "two-fluids") checkState(world, session.hash);
        for (const LoggedCommand& logged : world.log()) kinds.insert(infoOf(logged.command).name);
    }
    CHECK(kinds == std::set<std::string_view>{"set", "field", "emit", "pour", "drain", "reset", "set-fluid",
                                              "add-fluid", "dye"});
}
