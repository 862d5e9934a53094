// Replays repeat sessions bit for bit, and their gestures with other counts of particles.
#include <catch2/catch.hpp>

#include "call_program.h"
#include "meniscus/core/error.h"
#include "meniscus/core/text.h"
#include "meniscus/scene/any_file.h"
#include "meniscus/scene/scene_file.h"
#include "meniscus/session/replay_player.h"
#include "moments.h"
#include "temporary_folder.h"

using namespace meniscus;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

struct Played {
    Scene scene;
    World world;
};

Played playScene(std::string_view name, size_t particles, uint64_t steps) {
    Scene scene = describeScene(findScene(name), {.particles = particles, .seed = 5});
    World world(worldSetup(scene, true), 1);
    playSteps(world, steps);
    return {std::move(scene), std::move(world)};
}

Replay recorded(std::string_view name, size_t particles, uint64_t steps) {
    const Played played = playScene(name, particles, steps);
    return replayOf(played.world, played.scene, true);
}

std::string refusal(const std::string& text, const fs::path& folder = ".") {
    try {
        (void)parseReplay(text, "file.json", folder);
    } catch (const InputError& error) {
        CHECK_THAT(error.what(), Catch::StartsWith("file.json: "));
        return error.what();
    }
    return "accepted";
}

// A replay's text with other scenes and fields; the rest is an empty session.
std::string sessionWith(const std::string& scene, const std::string& more = "") {
    return R"({"format": "meniscus-replay", "version": 1, "steps": 10, "clock": 0.1, "commands": [], "scene": )" +
           scene + more + "}";
}

Vec3 centreOfMass(const World& world) {
    Vec3 sum;
    for (size_t k = 0; k < world.particleCount(); ++k) sum = sum + world.particle(k).x;
    return sum / static_cast<float>(world.particleCount());
}

float addedVolume(const World& world, size_t before) {
    const float dx = world.setup().spacing;
    return static_cast<float>(world.particleCount() - before) * dx * dx * dx;
}

}  // namespace

TEST_CASE("A replay repeats a session bit for bit", "[parallel][replay]") {
    const std::string name = GENERATE("glass-swirl", "pour", "lava-lamp");
    const Replay replay = recorded(name, 600, 80);
    const ReplayReading back = parseReplay(replayText(replay), "test", ".");
    CHECK(back.warnings.empty());
    CHECK(back.replay.log == replay.log);
    CHECK(back.replay.clock == replay.clock);
    CHECK(back.replay.hash == replay.hash);
    CHECK(replayText(back.replay) == replayText(replay));

    const TemporaryFolder folder;
    const std::string file = folder.file("a.replay.json").string();
    writeBytes(file, replayText(replay));
    const Outcome run = call({"replay", file, "--headless", "--threads", "2", "--hash"});
    CHECK(run.exitCode == 0);
    CHECK(run.err.empty());
    CHECK_THAT(run.out, Contains("bit for bit") && Catch::EndsWith("hash: " + hex16(replay.hash->value) + "\n"));
    CHECK_THAT(call({"run", file, "--steps", "80", "--quiet", "--hash"}).out, Contains(hex16(replay.hash->value)));

    SECTION("A snapshot is reproduced by its log") {
        const std::string snapshot = folder.file("a.meniscus").string();
        REQUIRE(call({"replay", file, "--headless", "--quiet", "--save", snapshot}).exitCode == 0);
        CHECK_THAT(call({"replay", snapshot, "--headless"}).out, Contains("bit for bit"));
    }
}

TEST_CASE("A session that does not come to the recorded state fails, unless it need not", "[replay]") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.replay.json").string();
    Replay replay = recorded("drop", 60, 10);
    ++replay.hash->value;
    writeBytes(file, replayText(replay));
    const Outcome differs = call({"replay", file, "--headless"});
    CHECK(differs.exitCode == 1);
    CHECK_THAT(differs.err, Contains("is not the recorded one"));
    CHECK(isOneErrorLine(differs.err));

    replay.simdTarget = "VECTOR9000";
    writeBytes(file, replayText(replay));
    const Outcome elsewhere = call({"replay", file, "--headless"});
    CHECK(elsewhere.exitCode == 0);
    CHECK_THAT(elsewhere.out, Contains("VECTOR9000"));

    replay.hash.reset();
    writeBytes(file, replayText(replay));
    CHECK_THAT(call({"replay", file, "--headless"}).out, Contains("no last state was recorded"));
    CHECK_THAT(call({"replay", file, "--headless", "--particles", "90"}).out, Contains("another count of particles"));
    CHECK(call({"replay", "drop", "--headless"}).exitCode == 2);
}

TEST_CASE("The scene of a replay is embedded, built in, or in a file of its folder", "[replay]") {
    const TemporaryFolder folder;
    const Scene scene = describeScene(findScene("drop"), {.particles = 70, .seed = 9});
    CHECK(refusal(sessionWith(sceneText(scene))) == "accepted");
    const auto read = [&](const std::string& text) { return parseReplay(text, "file.json", folder.path()); };

    const ReplayReading builtIn = read(sessionWith(R"({"builtIn": "drop", "particles": 70, "seed": 9})"));
    CHECK(sceneText(builtIn.replay.scene) == sceneText(scene));
    CHECK_THAT(refusal(sessionWith(R"({"builtIn": "drpo"})")), Contains("did you mean 'drop'"));
    CHECK_THAT(refusal(sessionWith(R"({"builtIn": "drop", "particles": -3})")), Contains("$.scene.particles"));

    writeBytes(folder.file("x.scene.json"), sceneText(scene));
    CHECK(read(sessionWith(R"({"file": "x.scene.json"})")).replay.scene.particles == 70);
    fs::create_directory(folder.file("inner"));
    fs::create_symlink("../x.scene.json", folder.file("inner") / "link.json");
    CHECK(read(sessionWith(R"({"file": "inner/link.json"})")).replay.scene.particles == 70);  // stays within
    CHECK_THAT(refusal(sessionWith(R"({"file": "link.json"})"), folder.file("inner")), Contains("out of the folder"));
    CHECK_THAT(refusal(sessionWith(R"({"file": "../x.scene.json"})"), folder.file("inner")),
               Contains("out of the folder"));
    const std::string absolute = folder.file("x.scene.json").string();
    CHECK_THAT(refusal(sessionWith("{\"file\": \"" + absolute + "\"}"), folder.path()), Contains("absolute"));
    CHECK_THAT(refusal(sessionWith(R"({"file": "none.json"})"), folder.path()), Contains("No such file"));
    CHECK_THAT(refusal(sessionWith(R"({"file": ""})"), folder.path()), Contains("no name"));
}

TEST_CASE("A bad replay is refused with its place", "[replay]") {
    const std::string scene = R"({"builtIn": "drop"})";
    CHECK(refusal(sessionWith(scene)) == "accepted");
    const std::vector<std::pair<std::string, std::string>> table{
        {R"({"format": "meniscus-replay"})", "$ has no version"},
        {R"({"format": "meniscus-scene", "version": 1})", "not a replay"},
        {R"({"format": "meniscus-replay", "version": 3})", "$.version is 3; allowed: 1, 2"},
        {"[]", "$ is []"},
        {"{", "line 1"},
        {sessionWith("3"), "$.scene is 3"},
        {sessionWith(scene, R"(, "hash": "12")"), "16 hexadecimal digits"},
        {sessionWith(scene, R"(, "isForPlay": 1)"), "$.isForPlay is 1; allowed: true, false"},
        {sessionWith(scene, R"(, "steps": 3)"), "steps"},
        {R"({"format": "meniscus-replay", "version": 1, "scene": {"builtIn": "drop"}, "steps": 10, "clock": -1})",
         "$.clock"},
        {R"({"format": "meniscus-replay", "version": 1, "scene": {"builtIn": "drop"}, "steps": -1})", "$.steps"},
        {R"({"format": "meniscus-replay", "version": 1, "scene": {"builtIn": "drop"}, "steps": 1, "clock": 1,
            "commands": {}})",
         "$.commands"},
        {R"({"format": "meniscus-replay", "version": 1, "scene": {"builtIn": "drop"}, "steps": 1, "clock": 1,
            "commands": [{"step": 2, "time": 0.2, "do": "reset"}]})",
         "a command of step 2"},
        {R"({"format": "meniscus-replay", "version": 1, "scene": {"builtIn": "drop"}, "steps": 1, "clock": 1,
            "commands": [{"step": 1, "time": -1, "do": "reset"}]})",
         "time"},
        {R"({"format": "meniscus-replay", "version": 1, "scene": {"builtIn": "drop"}, "steps": 1, "clock": 1,
            "commands": [{"step": 1, "time": 0, "do": "set", "key": "gravity", "valeu": 1, "value": 1}]})",
         "command 1 has an unknown field \"valeu\"; did you mean 'value'?"},
    };
    for (const auto& [text, message] : table) {
        CAPTURE(text);
        CHECK_THAT(refusal(text), Contains(message));
    }
    const ReplayReading odd = parseReplay(sessionWith(scene, R"(, "simdTraget": "x")"), "file.json", ".");
    REQUIRE(odd.warnings.size() == 1);
    CHECK_THAT(odd.warnings[0], Contains("did you mean 'simdTarget'"));
}

TEST_CASE("A replay with more particles repeats the gestures", "[parallel][replay]") {
    Scene scene = describeScene(findScene("still-tank"), {.particles = 800});
    World small(worldSetup(scene, true), 1);
    const Bounds room = small.setup().domain.bounds;
    const Vec3 above = room.centre() + Vec3{0.1f * room.size().x, 0.35f * room.size().y, 0.0f};
    const size_t smallBefore = small.particleCount();
    while (small.clock() < 0.6) {
        if (small.stepIndex() == 10) small.submit(Pour{true, above, 0.04f, 1.0f});
        if (small.stepIndex() == 60) small.submit(Pour{});
        if (small.stepIndex() == 70) {
            small.submit(ApplyField{1,
                                    {.kind = FieldKind::Drag,
                                     .centre = room.centre(),
                                     .radius = 0.3f,
                                     .strength = 6.0f,
                                     .direction = {1, 0, 0}}});
        }
        small.step();
    }
    const Replay replay = replayOf(small, scene, true);
    World large(worldSetup(sceneForReplay(replay, 3000), true), 2);
    const size_t largeBefore = large.particleCount();
    REQUIRE(largeBefore == 3000);
    ReplayPlayer player(replay, ReplayPlayer::By::Clock);
    while (large.clock() < 0.6) {
        player.giveDue(large);
        large.step();
    }
    CHECK(player.isDone());
    CHECK(large.log().size() == small.log().size());
    REQUIRE(small.particleCount() > smallBefore);
    CHECK(addedVolume(large, largeBefore) == Approx(addedVolume(small, smallBefore)).epsilon(0.2));
    CHECK(length(centreOfMass(large) - centreOfMass(small)) < 0.03f);
}

TEST_CASE("A run saved with --save-replay is repeated by it", "[replay]") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.json").string();
    const Outcome run = call({"run", "splash", "--particles", "300", "--seed", "4", "--set", "viscosity=2", "--steps",
                              "30", "--quiet", "--hash", "--save-replay", file});
    REQUIRE(run.exitCode == 0);
    CHECK(call({"replay", file, "--headless", "--quiet", "--hash"}).out == run.out);
    // With the log of the run in hand a snapshot goes on with what was still to come.
    CHECK(call({"run", file, "--particles", "300", "--quiet", "--hash"}).out == run.out);
}
