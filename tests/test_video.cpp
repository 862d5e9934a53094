// Recordings: what is written, and how they end when the encoder or the disk does not play along.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/export/recorder.h"
#include "call_program.h"
#include "meniscus/core/error.h"
#include "meniscus/io/video.h"
#include "meniscus/scene/scene.h"
#include "meniscus/session/frame_ticks.h"
#include "meniscus/session/simulation.h"
#include "small_file_limit.h"
#include "temporary_folder.h"

using namespace meniscus;
namespace fs = std::filesystem;

namespace {

// While it lives, this script is ffmpeg. The file to write is its last argument, "file:NAME".
class FakeFfmpeg {
  public:
    explicit FakeFfmpeg(const std::string& script) : path_(folder_.file("ffmpeg")) {
        std::ofstream(path_) << "#!/bin/sh\nfor out; do :; done\nout=${out#file:}\n" << script << '\n';
        fs::permissions(path_, fs::perms::owner_all);
        setenv("MENISCUS_FFMPEG", path_.c_str(), 1);
    }
    ~FakeFfmpeg() { unsetenv("MENISCUS_FFMPEG"); }
    FakeFfmpeg(const FakeFfmpeg&) = delete;
    FakeFfmpeg& operator=(const FakeFfmpeg&) = delete;

  private:
    TemporaryFolder folder_;
    fs::path path_;
};

bool hasChildren() {
    return ::waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD;
}

Image picture(int width, int height, uint8_t red, uint8_t green, uint8_t blue) {
    Image image{width, height, {}};
    for (int k = 0; k < width * height; ++k) image.rgb.insert(image.rgb.end(), {red, green, blue});
    return image;
}

// Many pictures, until the writer complains. Returns the complaint.
std::string failureOf(PictureWriter& writer, int pictures, const Image& image) {
    try {
        for (int k = 0; k < pictures; ++k) writer.write(image);
        writer.finish();
    } catch (const WorkError& error) {
        return error.what();
    }
    return {};
}

const VideoOptions kSmall{.width = 64, .height = 48, .fps = 30, .patience = 20.0};
constexpr int kMany = 100;  // more than any pipe holds

std::string outputOf(const std::string& command) {
    std::string text;
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
    ::pclose(pipe);
    return text;
}

nlohmann::json probe(const fs::path& path) {
    const auto json = nlohmann::json::parse(outputOf(
        fmt::format("ffprobe -v quiet -count_frames -show_streams -of json 'file:{}' 2>/dev/null", path.string())));
    return json["streams"].empty() ? nlohmann::json() : json["streams"][0];
}

bool hasRealFfmpeg() {
    return findFfmpeg() && ::system("ffprobe -version >/dev/null 2>&1") == 0;
}

}  // namespace

TEST_CASE("A recording without ffmpeg says what to do, and leaves nothing") {
    const TemporaryFolder folder;
    setenv("MENISCUS_FFMPEG", folder.file("missing").c_str(), 1);
    const Outcome outcome = call({"record", "drop", "-o", folder.file("a.mp4")});
    unsetenv("MENISCUS_FFMPEG");
    CHECK(outcome.exitCode == 1);
    CHECK(isOneErrorLine(outcome.err));
    CHECK_THAT(outcome.err, Catch::Contains("install") && Catch::Contains("PNG"));
    CHECK(folder.fileCount() == 0);
}

TEST_CASE("ffmpeg that ends at once ends the recording with its last words") {
    const TemporaryFolder folder;
    const FakeFfmpeg fake("echo 'first line' >&2; echo 'Unknown encoder' >&2; echo 'Conversion failed!' >&2; exit 3");
    const auto writer = openVideo(folder.file("a.mp4"), kSmall);
    const std::string failure = failureOf(*writer, kMany, picture(64, 48, 0, 0, 0));
    CHECK_THAT(failure, Catch::Contains("ended with code 3: Unknown encoder") && Catch::Contains("nothing is left"));
    CHECK(failure.find('\n') == std::string::npos);
    CHECK(folder.fileCount() == 0);
    CHECK_FALSE(hasChildren());
    CHECK_THROWS_AS(writer->write(picture(64, 48, 0, 0, 0)), WorkError);
}

TEST_CASE("ffmpeg that dies on the way leaves what it wrote") {
    const TemporaryFolder folder;
    const FakeFfmpeg fake("head -c 50000 >\"$out\"; kill -9 $$");
    const auto writer = openVideo(folder.file("a.mp4"), kSmall);
    const std::string failure = failureOf(*writer, kMany, picture(64, 48, 9, 9, 9));
    CHECK_THAT(failure, Catch::Contains("was killed by signal 9") && Catch::Contains(folder.file("a.mp4").string()));
    CHECK(fs::file_size(folder.file("a.mp4")) == 50000);
    CHECK_FALSE(hasChildren());
}

TEST_CASE("ffmpeg that fails after the last picture is noticed") {
    const TemporaryFolder folder;
    const FakeFfmpeg fake("cat >\"$out\"; echo 'No space left on device' >&2; exit 1");
    const auto writer = openVideo(folder.file("a.mp4"), kSmall);
    const std::string failure = failureOf(*writer, 3, picture(64, 48, 9, 9, 9));
    CHECK_THAT(failure, Catch::Contains("after 3 pictures") && Catch::Contains("No space left on device"));
    CHECK_FALSE(hasChildren());
}

TEST_CASE("ffmpeg that hangs is ended, with all that it started") {
    const TemporaryFolder folder;
    VideoOptions options = kSmall;
    options.patience = 0.2;
    SECTION("while it should read") {
        const FakeFfmpeg fake("echo 'thinking' >&2; sleep 1000");
        const auto writer = openVideo(folder.file("a.mp4"), options);
        const std::string failure = failureOf(*writer, kMany, picture(64, 48, 9, 9, 9));
        CHECK_THAT(failure, Catch::Contains("hung for 0.2 s") && Catch::Contains("thinking"));
    }
    SECTION("while it should end") {
        const FakeFfmpeg fake("cat >\"$out\"; sleep 1000");
        const auto writer = openVideo(folder.file("a.mp4"), options);
        CHECK_THAT(failureOf(*writer, 3, picture(64, 48, 9, 9, 9)), Catch::Contains("hung for 0.2 s"));
        CHECK(fs::file_size(folder.file("a.mp4")) == 3 * 64 * 48 * 3);
    }
    SECTION("while nobody asks") {
        const FakeFfmpeg fake("sleep 1000");
        const auto writer = openVideo(folder.file("a.mp4"), options);
    }
    CHECK_FALSE(hasChildren());
}

TEST_CASE("ffmpeg that talks without end hinders nobody") {
    const TemporaryFolder folder;
    const FakeFfmpeg fake("head -c 300000 /dev/zero | tr '\\0' 'x' >&2; echo >&2; echo 'the end' >&2; exit 1");
    const auto writer = openVideo(folder.file("a.mp4"), kSmall);
    CHECK_THAT(failureOf(*writer, kMany, picture(64, 48, 9, 9, 9)), Catch::Contains("code 1: the end"));
    CHECK_FALSE(hasChildren());
}

TEST_CASE("Videos replace nothing by default, and odd names are not options") {
    const TemporaryFolder folder;
    const FakeFfmpeg fake("cat >\"$out\"");
    std::ofstream(folder.file("a.mp4")) << "mine";
    CHECK_THROWS_AS(openVideo(folder.file("a.mp4"), kSmall), InputError);
    CHECK(readText(folder.file("a.mp4")) == "mine");
    VideoOptions replacing = kSmall;
    replacing.existing = ExistingFile::Replaced;
    CHECK(failureOf(*openVideo(folder.file("a.mp4"), replacing), 1, picture(64, 48, 1, 2, 3)).empty());
    CHECK(fs::file_size(folder.file("a.mp4")) == 64 * 48 * 3);
    CHECK_THROWS_AS(openVideo(folder.path(), replacing), InputError);
    CHECK_THROWS_AS(openVideo(folder.file("missing") / "a.mp4", kSmall), InputError);

    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    for (const std::string name : {"-y.mp4", "--", "pipe:1.mp4", "a b;$(touch x).mp4", "%03d\n.mp4"}) {
        CHECK(failureOf(*openVideo(name, kSmall), 1, picture(64, 48, 1, 2, 3)).empty());
        CHECK(fs::file_size(name) == 64 * 48 * 3);
    }
    fs::current_path(before);
    CHECK(folder.fileCount() == 6);
}

TEST_CASE("A recording without pictures leaves no file") {
    const TemporaryFolder folder;
    const FakeFfmpeg fake("echo head >\"$out\"; cat >>\"$out\"; exit 1");
    openVideo(folder.file("a.mp4"), kSmall)->finish();
    (void)openPngSequence(folder.file("pictures"));
    CHECK(folder.fileCount() == 0);
    fs::create_directory(folder.file("mine"));
    (void)openPngSequence(folder.file("mine"));
    CHECK(fs::exists(folder.file("mine")));
}

TEST_CASE("PNG sequences are numbered from 1 and go into no folder with files") {
    const TemporaryFolder folder;
    const auto writer = openPngSequence(folder.file("a"));
    for (int k = 0; k < 3; ++k) writer->write(picture(4, 4, 1, 2, 3));
    writer->finish();
    for (const char* name : {"frame_000001.png", "frame_000002.png", "frame_000003.png"}) {
        CHECK(fs::exists(folder.file("a") / name));
    }
    CHECK_THROWS_AS(openPngSequence(folder.file("a")), InputError);
}

TEST_CASE("A full disk ends a PNG sequence and keeps what was written") {
    const TemporaryFolder folder;
    const auto writer = openPngSequence(folder.file("a"));
    writer->write(picture(16, 16, 1, 2, 3));
    const SmallFileLimit limit(16);
    const std::string failure = failureOf(*writer, 1, picture(16, 16, 1, 2, 3));
    CHECK_THAT(failure, Catch::Contains("after 1 picture:") && Catch::Contains("frame_000002.png") &&
                            Catch::Contains("is in '" + folder.file("a").string()));
    CHECK(std::distance(fs::directory_iterator(folder.file("a")), fs::directory_iterator()) == 1);
}

TEST_CASE("The recorder writes each picture as often as told, and tells how it ended") {
    const TemporaryFolder folder;
    SECTION("well") {
        Recorder recorder(openPngSequence(folder.file("a")));
        for (int k = 0; k < 10; ++k) recorder.add(picture(4, 4, 1, 2, 3), 1 + k % 2);
        recorder.finishAndWait();
        CHECK(recorder.status().written == 15);
        CHECK(recorder.status().error.empty());
    }
    SECTION("badly") {
        const FakeFfmpeg fake("exit 1");
        Recorder recorder(openVideo(folder.file("a.mp4"), kSmall));
        for (int k = 0; k < kMany; ++k) recorder.add(picture(64, 48, 1, 2, 3));
        recorder.finishAndWait();
        CHECK_THAT(recorder.status().error, Catch::Contains("ended with code 1"));
        CHECK(recorder.hasRoom());
        recorder.add(picture(64, 48, 1, 2, 3));  // does not wait for ever
    }
    CHECK_FALSE(hasChildren());
}

TEST_CASE("Ticks fall on the nearest steps, and begin anew after a jump") {
    const double timeStep = 0.004, interval = 1.0 / 30.0;
    FrameTicks ticks(interval);
    int taken = 0;
    for (int step = 0; step <= 250; ++step) {  // 1 s
        const double now = 0.2 + step * timeStep;
        for (int due = ticks.due(now, timeStep); due > 0; --due, ++taken) {
            CHECK(now == Approx(0.2 + taken * interval).margin(0.5 * timeStep + 1e-9));
        }
        CHECK(ticks.due(now, timeStep) == 0);
    }
    CHECK(taken == 31);
    CHECK(ticks.due(0.7, timeStep) == 1);  // back
    CHECK(ticks.due(0.704, timeStep) == 0);
    CHECK(ticks.due(0.9, timeStep) == 1);  // forward
    FrameTicks fast(0.001);
    CHECK(fast.due(0.0, timeStep) == 3);  // at 0, 1 and 2 ms
    CHECK(fast.due(0.004, timeStep) == 4);
}

TEST_CASE("A simulation with ticks makes no step until its frame was taken", "[parallel]") {
    Simulation simulation(1);
    simulation.setFrameTick(1.0 / 50.0);
    simulation.open(buildScene(findScene("drop"), {.particles = 300}));
    const auto nextTick = [&](int most = 60'000) -> const Frame* {
        for (int k = 0; k < most; ++k) {
            const Frame* frame = simulation.takeFrame();
            if (frame != nullptr && simulation.frameTicks() > 0) return frame;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return nullptr;
    };
    for (int k = 0; k < 8; ++k) {
        const Frame* frame = nextTick();
        REQUIRE(frame != nullptr);
        CHECK(simulation.frameTicks() == 1);
        CHECK(frame->totals.simulatedSeconds == Approx(k / 50.0).margin(0.5 * frame->settings.timeStep + 1e-6));
        CHECK(nextTick(30) == nullptr);  // it waits
        simulation.releaseTick();
    }
    const uint64_t before = nextTick()->totals.steps;
    simulation.submit(Reset{});
    simulation.releaseTick();
    CHECK(nextTick()->totals.steps == 0);  // a jump in time has a picture of its own
    CHECK(before > 0);
    simulation.setPaused(true);
    simulation.releaseTick();
    CHECK(nextTick(50) == nullptr);
    simulation.setPaused(false);
    CHECK(nextTick() != nullptr);
    simulation.open(buildScene(findScene("drop"), {.particles = 200}));  // while one waits
    CHECK(nextTick()->totals.steps == 0);
    simulation.setFrameTick({});
    for (uint64_t steps = 0; steps < 5; std::this_thread::sleep_for(std::chrono::milliseconds(1))) {
        if (const Frame* frame = simulation.takeFrame()) steps = frame->totals.steps;
    }
}

TEST_CASE("A simulation that runs backwards has even ticks, too", "[parallel]") {
    Simulation simulation(1);
    simulation.setFrameTick(1.0 / 50.0);
    simulation.open(buildScene(findScene("drop"), {.particles = 300}));
    const auto nextTick = [&] {
        const Frame* frame = simulation.takeFrame();
        while (frame == nullptr || simulation.frameTicks() == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (const Frame* newer = simulation.takeFrame()) frame = newer;
        }
        const double seconds = frame->totals.simulatedSeconds;
        simulation.releaseTick();
        return seconds;
    };
    double last = 0.0;
    for (int k = 0; k < 7; ++k) last = nextTick();
    simulation.playBackwards();
    std::vector<double> times;
    while (times.size() < 5) {
        times.push_back(nextTick());
        if (times.back() > last) last = times.back(), times.clear();  // not turned yet
    }
    for (size_t k = 1; k < times.size(); ++k) CHECK(times[k - 1] - times[k] == Approx(1.0 / 50.0).margin(0.003));
}

TEST_CASE("Recording a scene: PNG files at even times") {
    const TemporaryFolder folder;
    const std::vector<std::string> start{"record", "drop",  "--particles", "300",
                                         "--size", "48x32", "--colour",    "plain"};
    const auto record = [&](std::vector<std::string> more) {
        std::vector<std::string> words = start;
        words.insert(words.end(), more.begin(), more.end());
        return call(words);
    };
    const Outcome outcome = record({"--seconds", "0.2", "--fps", "20", "-o", folder.file("a")});
    CHECK(outcome.exitCode == 0);
    CHECK(outcome.err.empty());
    CHECK(outcome.out == fmt::format("4 pictures of 48x32 in '{}'\n", folder.file("a").string()));
    CHECK(std::distance(fs::directory_iterator(folder.file("a")), fs::directory_iterator()) == 4);
    // The third is of 0.1 s, as shot draws it. (Not so with colours by value: their range follows the fluid slowly.)
    std::vector<std::string> shot = start;
    shot[0] = "shot";
    shot.insert(shot.end(), {"--at", "0.1", "-o", folder.file("s.png")});
    CHECK(call(shot).exitCode == 0);
    CHECK((readText(folder.file("a") / "frame_000003.png") == readText(folder.file("s.png"))));

    CHECK(record({"--seconds", "0.1", "--fps", "20", "--speed", "0.5", "--view", "surface", "-o", folder.file("slow")})
              .exitCode == 0);
    CHECK(std::distance(fs::directory_iterator(folder.file("slow")), fs::directory_iterator()) == 4);
}

TEST_CASE("Recording a scene: wrong calls are refused before anything is written") {
    const TemporaryFolder folder;
    const std::string out = folder.file("a.mp4").string();
    for (const auto& [more, part] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"-o", folder.file("a.avi")}, ".mp4"},
             {{"--fps", "0", "-o", out}, "--fps"},
             {{"--fps", "1000", "-o", out}, "--fps"},
             {{"--speed", "0", "-o", out}, "--speed"},
             {{"--seconds", "-1", "-o", out}, "--seconds"},
             {{"--seconds", "1000000", "-o", out}, "pictures"},
             {{"--size", "0x5", "-o", out}, "--size"},
             {{"--view", "x-ray", "-o", out}, "x-ray"},
             {{"-o", folder.file("missing") / "a.mp4"}, "a.mp4"},
         }) {
        std::vector<std::string> words{"record", "drop", "--particles", "300", "--size", "16x16"};
        if (more.front() == "--size") words.resize(4);
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = call(words);
        CHECK(outcome.exitCode == 2);
        CHECK(isOneErrorLine(outcome.err));
        CHECK_THAT(outcome.err, Catch::Contains(part));
    }
    CHECK(folder.fileCount() == 0);
}

TEST_CASE("Recording a scene ends with a message when ffmpeg does") {
    const TemporaryFolder folder;
    const FakeFfmpeg fake("head -c 100000 >\"$out\"; echo 'disk quota exceeded' >&2; exit 1");
    const Outcome outcome = call({"record", "drop", "--particles", "300", "--size", "160x120", "--fps", "240",
                                  "--seconds", "2", "-o", folder.file("a.mp4")});
    CHECK(outcome.exitCode == 1);
    CHECK(isOneErrorLine(outcome.err));
    CHECK_THAT(outcome.err, Catch::Contains("disk quota exceeded") && Catch::Contains("a.mp4"));
    CHECK(fs::file_size(folder.file("a.mp4")) == 100000);
    CHECK_FALSE(hasChildren());
}

TEST_CASE("Videos by the real ffmpeg have the pictures, size, rate and colours that they were given") {
    if (!hasRealFfmpeg()) {
        WARN("ffmpeg is not installed");
        return;
    }
    const TemporaryFolder folder;
    const fs::path path = folder.file("-odd: name.mp4");
    const auto writer = openVideo(path, {.width = 65, .height = 49, .fps = 24});
    Image image = picture(65, 49, 200, 40, 20);
    for (size_t k = 0; k < image.rgb.size() / 2; k += 3) image.rgb[k] = image.rgb[k + 1] = 30, image.rgb[k + 2] = 220;
    for (int k = 0; k < 30; ++k) writer->write(image);
    writer->finish();
    const nlohmann::json stream = probe(path);
    CHECK(stream["nb_read_frames"] == "30");
    CHECK(stream["width"] == 64);
    CHECK(stream["height"] == 48);
    CHECK(stream["avg_frame_rate"] == "24/1");
    CHECK(stream["pix_fmt"] == "yuv420p");
    const std::string rgb = outputOf(fmt::format(
        "ffmpeg -v error -i 'file:{}' -frames:v 1 -f rawvideo -pix_fmt rgb24 - 2>/dev/null", path.string()));
    REQUIRE(rgb.size() == 64 * 48 * 3);
    const auto byte = [&](int x, int y, int part) {
        return static_cast<int>(static_cast<uint8_t>(rgb[static_cast<size_t>((y * 64 + x) * 3 + part)]));
    };
    const int above[] = {30, 30, 220}, below[] = {200, 40, 20};  // blue above red
    for (int part = 0; part < 3; ++part) {
        CHECK(std::abs(byte(10, 5, part) - above[part]) < 12);
        CHECK(std::abs(byte(50, 40, part) - below[part]) < 12);
    }
}

TEST_CASE("A full disk ends a video of the real ffmpeg, which still plays") {
    if (!hasRealFfmpeg()) {
        WARN("ffmpeg is not installed");
        return;
    }
    const TemporaryFolder folder;
    std::string failure;
    {
        const SmallFileLimit limit(60'000);
        const auto writer = openVideo(folder.file("a.mp4"), {.width = 128, .height = 96, .fps = 30});
        Image image = picture(128, 96, 0, 0, 0);
        uint32_t noise = 1;
        try {
            for (int k = 0; k < 400; ++k) {
                for (uint8_t& byte : image.rgb)
                    byte = static_cast<uint8_t>((noise = noise * 1664525u + 1013904223u) >> 24);
                writer->write(image);
            }
            writer->finish();
        } catch (const WorkError& error) {
            failure = error.what();
        }
    }
    CHECK_THAT(failure, Catch::Contains("File too large") && Catch::Contains("a.mp4"));
    CHECK(failure.find('\n') == std::string::npos);
    CHECK(fs::file_size(folder.file("a.mp4")) <= 60'000);
    CHECK(std::stoi(probe(folder.file("a.mp4"))["nb_read_frames"].get<std::string>()) > 0);
}
