// Snapshots go on bit for bit, and whatever else stands in a file is refused.
#include <sys/resource.h>
#include <zstd.h>

#include <catch2/catch.hpp>
#include <functional>

#include "call_program.h"
#include "meniscus/core/error.h"
#include "meniscus/core/hash.h"
#include "meniscus/core/text.h"
#include "meniscus/scene/any_file.h"
#include "meniscus/scene/command_log.h"
#include "meniscus/scene/scene_file.h"
#include "moments.h"
#include "scene/formats/byte_stream.h"
#include "scene/formats/moment_payload.h"
#include "scene/formats/snapshot_container.h"
#include "soak.h"
#include "temporary_folder.h"

using namespace meniscus;
using Catch::Contains;

namespace {

// A snapshot file with a right checksum, whatever is in it.
std::string snapshotOf(uint32_t version, uint32_t method, uint64_t payloadSize, const std::string& body) {
    ByteWriter header;
    header(version);
    header(method);
    header(payloadSize);
    header(static_cast<uint64_t>(body.size()));
    StateHash hash;
    hash.addBytes(header.bytes().data(), header.bytes().size());
    hash.addBytes(body.data(), body.size());
    ByteWriter sum;
    sum(hash.value());
    return "\x89MENI\r\n\x1a" + header.bytes() + sum.bytes() + body;
}

std::string zstdOf(const std::string& content) {
    std::string body(ZSTD_compressBound(content.size()), '\0');
    body.resize(ZSTD_compress(body.data(), body.size(), content.data(), content.size(), 19));
    return body;
}

// Decodes, makes a world and steps it, as far as that goes. Anything but an error of ours is a failure.
void tryPayload(const std::string& payload) {
    try {
        const Moment moment = decodeMoment(packPayload(payload), "test");
        const std::unique_ptr<World> world = worldOf(moment, 1);
        world->step();
    } catch (const InputError&) {
    } catch (const WorkError&) {
    }
}

long peakMegabytes() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

}  // namespace

TEST_CASE("A snapshot goes on with the same bits in another world with other threads", "[parallel][moment]") {
    const SceneInfo& info = builtInScenes()[GENERATE(range(size_t{0}, size_t{12}))];
    INFO(info.name);
    Rng rng(info.order);
    const Scene scene = describeScene(info, {});
    World whole(worldSetup(scene, true), 1);
    playSteps(whole, 5 + rng.next() % 60);
    const Moment moment = decodeMoment(encodeMoment(momentOf(whole, scene, true)), "test");
    const std::unique_ptr<World> other = worldOf(moment, 2);
    CHECK(other->stateHash() == whole.stateHash());
    CHECK(other->clock() == whole.clock());
    CHECK(std::ranges::equal(other->log(), whole.log()));
    const auto steps = static_cast<uint64_t>(soakSteps(25, 5));
    playSteps(whole, steps);
    playSteps(*other, steps);
    CHECK(other->stateHash() == whole.stateHash());
    CHECK(other->stepIndex() == whole.stepIndex());
    // Everything that is saved, to the last bit.
    CHECK(encodeMoment(momentOf(*other, moment.scene, true)) == encodeMoment(momentOf(whole, scene, true)));
}

TEST_CASE("A snapshot comes back bit for bit, infinities too", "[moment]") {
    Moment moment = smallMoment("pour", 60, 25);  // with jet, fields, a second fluid and emitters
    REQUIRE(moment.state.jet);
    REQUIRE(moment.state.isMixed);
    CHECK(std::isinf(moment.state.jet->endTime));
    moment.state.clock = std::nextafter(0.1, 1.0);
    moment.state.vx[0] = -0.0f;
    const std::string bytes = encodeMoment(moment);
    const Moment back = decodeMoment(bytes, "test");
    CHECK(back.log == moment.log);
    CHECK(back.state.clock == moment.state.clock);
    CHECK(back.state.userFields == moment.state.userFields);
    CHECK(back.state.jetState == moment.state.jetState);
    CHECK(std::signbit(back.state.vx[0]));
    CHECK(back.simdTarget == moment.simdTarget);
    CHECK(sceneText(back.scene) == sceneText(moment.scene));
    CHECK(encodeMoment(back) == bytes);
}

TEST_CASE("A snapshot cut at any length is refused", "[moment]") {
    const std::string bytes = encodeMoment(smallMoment());
    for (size_t length = 0; length < bytes.size(); ++length) {
        CAPTURE(length);
        CHECK_THROWS_AS(decodeMoment(std::string_view(bytes).substr(0, length), "test"), InputError);
    }
    CHECK_THROWS_WITH(decodeMoment(bytes + "x", "file.meniscus"),
                      Contains("file.meniscus") && Contains("1 bytes follow"));
}

TEST_CASE("A snapshot with any bit flipped is refused", "[moment]") {
    const std::string bytes = encodeMoment(smallMoment());
    Rng rng(3);
    const int flips = isFullSoak() ? 100'000 : 2000;
    for (int k = 0; k < flips; ++k) {
        std::string damaged = bytes;
        const uint64_t bit = rng.next() % (8 * bytes.size());
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
        CAPTURE(bit);
        CHECK_THROWS_AS(decodeMoment(damaged, "test"), InputError);
    }
}

TEST_CASE("What is inside a snapshot may be damaged in any way without harm", "[moment]") {
    const std::string payload = momentPayload(smallMoment());
    Rng rng(4);
    const int rounds = isFullSoak() ? 20'000 : soakSteps(1000, 100);
    for (int k = 0; k < rounds; ++k) {
        std::string damaged = payload;
        for (uint64_t flip = 0; flip <= rng.next() % 3; ++flip) {
            damaged[rng.next() % damaged.size()] = static_cast<char>(rng.next());
        }
        if (k % 10 == 0) damaged.resize(rng.next() % damaged.size());
        tryPayload(damaged);
    }
}

TEST_CASE("Snapshots that claim more than they hold are refused within bounds", "[moment]") {
    [[maybe_unused]] const long before = peakMegabytes();
    const auto refusal = [](const std::string& bytes) {
        try {
            (void)decodeMoment(bytes, "test");
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    SECTION("A bomb of zeros") {
        constexpr size_t kSize = 100 << 20;
        const std::string body = zstdOf(std::string(kSize, '\0'));
        CHECK_THAT(refusal(snapshotOf(1, 1, kSize, body)), Contains("are claimed to be in"));
        CHECK_THAT(refusal(snapshotOf(1, 1, 1 << 20, body)), Contains("cannot be unpacked"));
    }
    SECTION("Another version, method or size") {
        CHECK_THAT(refusal(snapshotOf(4, 1, 4, zstdOf("abcd"))), Contains("version 4") && Contains("1 to 3"));
        CHECK_THAT(refusal(snapshotOf(1, 7, 4, zstdOf("abcd"))), Contains("method 7"));
        CHECK_THAT(refusal(snapshotOf(1, 1, 5, zstdOf("abcd"))), Contains("do not fit"));
        CHECK_THAT(refusal(snapshotOf(1, 0, 5, "abcd")), Contains("do not fit"));
        CHECK_THAT(refusal(snapshotOf(1, 1, 4, "abcd")), Contains("cannot be unpacked"));
    }
    SECTION("Huge counts") {
        for (const uint64_t count : {uint64_t{1} << 60, ~uint64_t{0}, uint64_t{1} << 32}) {
            ByteWriter bytes;
            bytes.text(sceneText(describeScene(findScene("drop"), {})), 0);
            bytes(true);
            bytes.text("AVX2", 0);
            bytes(uint64_t{1});  // step
            bytes(0.5);          // clock
            bytes(uint64_t{0});  // commands
            bytes(count);        // particles
            bytes(false);        // mixed
            bytes(uint64_t{7});  // fields
            bytes.text("x", 0);
            CHECK_THAT(refusal(packPayload(bytes.bytes())), Contains("cannot hold"));
        }
    }
    SECTION("A log of many commands in few bytes") {
        Moment moment = smallMoment();
        moment.log.assign(300'000, {5, Reset{}, 0.0});
        moment.state.logSize = 0;
        const std::string payload = momentPayload(moment);
        CHECK_THAT(refusal(snapshotOf(2, 1, payload.size(), zstdOf(payload))), Contains("allowed: up to"));
        CHECK(decodeMoment(encodeMoment(moment), "test").log.size() == 300'000);  // what we write ourselves comes back
    }
#ifndef __SANITIZE_ADDRESS__
    CHECK(peakMegabytes() - before < 400);  // most of it is the test's own bomb
#endif
}

TEST_CASE("Two particles of one identity, and states that do not fit, are refused", "[moment]") {
    const Moment good = smallMoment("lava-lamp", 80, 4);
    const auto refusal = [&](const std::function<void(Moment&)>& damage) {
        Moment moment = good;
        damage(moment);
        try {
            (void)worldOf(decodeMoment(encodeMoment(moment), "test"), 1);
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    CHECK(refusal([](Moment&) {}) == "accepted");
    CHECK_THAT(refusal([](Moment& m) { m.state.id[3] = m.state.id[4]; }), Contains("two particles have the identity"));
    CHECK_THAT(refusal([](Moment& m) { m.state.y[3] = -5.0f; }), Contains("in a wall"));
    CHECK_THAT(refusal([](Moment& m) { m.state.logSize = 99; }), Contains("commands led to it"));
    CHECK_THAT(refusal([](Moment& m) { m.state.maxSpeed = 1e30f; }), Contains("largest speed"));
    CHECK_THAT(refusal([](Moment& m) { m.log = {{3, Reset{}, 0.1}, {2, Reset{}, 0.1}}; }), Contains("comes after"));
    CHECK_THAT(refusal([](Moment& m) { m.log = {{3, SetSetting{"viscosity", -1.0f}, 0.1}}; }), Contains("viscosity"));
    CHECK_THAT(refusal([](Moment& m) { m.scene = describeScene(findScene("boiling"), {}); }), Contains("state:"));
}

TEST_CASE("meniscus run goes on from a snapshot as if it had never stopped", "[parallel][moment]") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.meniscus").string();
    const std::string again = folder.file("b.meniscus").string();
    const std::vector<std::string> scene{"run", "oil-and-water", "--particles", "500", "--quiet", "--hash"};
    const auto with = [](std::vector<std::string> words, const std::vector<std::string>& more) {
        words.insert(words.end(), more.begin(), more.end());
        return call(words);
    };
    const Outcome whole = with(scene, {"--steps", "50", "--threads", "1", "--save", again});
    REQUIRE(with(scene, {"--steps", "20", "--save", file}).exitCode == 0);
    const Outcome rest = call({"run", file, "--steps", "30", "--threads", "2", "--quiet", "--hash", "--save", file});
    CHECK(rest.exitCode == 0);
    CHECK(rest.err.empty());
    CHECK(rest.out == whole.out);
    CHECK(readText(file) == readText(again));
    const Outcome told = call({"run", file, "--steps", "1"});
    CHECK_THAT(told.out, Contains("51 ("));

    SECTION("--save-at saves on the way") {
        const std::string name = folder.file("c.meniscus").string();
        REQUIRE(with(scene, {"--steps", "50", "--save", name, "--save-at", "20,30"}).exitCode == 0);
        const std::string middle = folder.file("c-30.meniscus").string();
        CHECK(call({"run", middle, "--steps", "20", "--quiet", "--hash"}).out == whole.out);
        CHECK(folder.fileCount() == 5);
    }
    SECTION("What cannot be is refused with a reason") {
        CHECK_THAT(call({"run", file, "--particles", "100"}).err, Contains("--particles") && Contains("already"));
        CHECK_THAT(call({"run", file, "--seed", "3"}).err, Contains("--seed"));
        CHECK_THAT(call({"run", "drop", "--steps", "1", "--save", "x.png"}).err, Contains("x.meniscus"));
        CHECK_THAT(call({"run", "drop", "--steps", "1", "--save", "x.json"}).err, Contains("--save-replay"));
        CHECK_THAT(call({"run", "drop", "--steps", "1", "--save-at", "1"}).err, Contains("--save"));
        CHECK_THAT(call({"run", folder.path().string()}).err, Contains("folder"));
        CHECK_THAT(call({"run", "./none.meniscus"}).err, Contains("No such file"));
        CHECK_THAT(call({"run", "drpo"}).err, Contains("did you mean 'drop'"));
    }
}

TEST_CASE("A snapshot of another processor loads with a warning", "[moment]") {
    const TemporaryFolder folder;
    Moment moment = smallMoment();
    moment.simdTarget = "VECTOR9000";
    writeBytes(folder.file("a.meniscus"), encodeMoment(moment));
    const AnyFile file = readAnyFile(folder.file("a.meniscus"));
    REQUIRE(file.warnings.size() == 1);
    CHECK_THAT(file.warnings[0], Contains("VECTOR9000"));
    const Outcome run = call({"run", folder.file("a.meniscus").string(), "--steps", "1", "--quiet"});
    CHECK(run.exitCode == 0);
    CHECK_THAT(run.err, Catch::StartsWith("meniscus: warning: ") && Contains("VECTOR9000"));
}

TEST_CASE("A log of commands goes on from a snapshot with what is still to come", "[moment]") {
    const TemporaryFolder folder;
    const std::string log = folder.file("log.json").string(), file = folder.file("a.meniscus").string();
    Scene scene = describeScene(findScene("splash"), {.particles = 200});
    World world(worldSetup(scene, true), 1);
    playSteps(world, 62);
    writeBytes(log, commandLogText(world.log()));
    const std::string hash = "hash: " + hex16(world.stateHash()) + "\n";
    const std::vector<std::string> start{"run",        "splash", "--particles", "200",
                                         "--commands", log,      "--quiet",     "--steps"};
    const auto with = [](std::vector<std::string> words, const std::vector<std::string>& more) {
        words.insert(words.end(), more.begin(), more.end());
        return call(words);
    };
    CHECK(with(start, {"62", "--hash"}).out == hash);
    REQUIRE(with(start, {"24", "--save", file}).exitCode == 0);
    CHECK(call({"run", file, "--commands", log, "--steps", "38", "--quiet", "--hash"}).out == hash);
    writeBytes(log, commandLogText(std::vector<LoggedCommand>{{1, Reset{}, 0.0}}));
    const Outcome other = call({"run", file, "--commands", log, "--steps", "38"});
    CHECK(other.exitCode == 2);
    CHECK_THAT(other.err, Contains("--commands") && Contains("led to this snapshot"));
}

TEST_CASE("Pictures and exports are taken of snapshots", "[moment]") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.meniscus").string(), picture = folder.file("a.png").string();
    REQUIRE(call({"run", "drop", "--particles", "100", "--steps", "20", "--quiet", "--save", file}).exitCode == 0);
    CHECK(call({"shot", file, "--size", "64x48", "-o", picture}).exitCode == 0);
    CHECK(std::filesystem::file_size(picture) > 100);
    const Outcome early = call({"shot", file, "--at", "0", "-o", picture});
    CHECK(early.exitCode == 2);
    CHECK_THAT(early.err, Contains("is before the moment"));
    const std::string exported = folder.file("export").string();
    REQUIRE(call({"run", file, "--steps", "5", "--quiet", "--export", exported, "--every", "0.01"}).exitCode == 0);
    const std::string record = readText(folder.file("export") / "scene.json");
    CHECK_THAT(record, Contains("meniscus run " + file + " --steps 5 --export"));
}
