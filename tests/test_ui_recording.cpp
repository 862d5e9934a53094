// The panel for recordings, and the mark while one is made.
#include <catch2/catch.hpp>

#include "ui_bench.h"

using namespace meniscus;

TEST_CASE("The recording panel chooses format, rate and size, and starts and stops") {
    Bench bench(1280.0f, 1400.0f);
    bench.click("panel/recording");
    RecordingSettings& settings = bench.state.preferences.recording;
    bench.click("recording/format/png");
    CHECK(settings.format == "png");
    bench.click("recording/fps/60");
    CHECK(settings.fps == 60);
    bench.click("recording/size/1920x1080");
    CHECK(settings.size == "1920x1080");
    bench.click("recording/toggle");
    CHECK(bench.asked() == Asked{"record"});
    bench.state.recording = {.pictures = 12, .seconds = 0.2};
    bench.show(3);
    CHECK(bench.at("recording/toggle").value == "recording");
    CHECK_FALSE(bench.at("recording/fps/24").isEnabled);
    bench.click("recording/fps/24");
    CHECK(settings.fps == 60);
    bench.click("recording/toggle");
    CHECK(bench.asked() == Asked{"record"});
}

TEST_CASE("A recording is marked, with and without panels, in every window") {
    for (const auto& [width, height] :
         {std::pair(1600.0f, 1000.0f), {1280.0f, 720.0f}, {900.0f, 500.0f}, {400.0f, 300.0f}}) {
        Bench bench(width, height);
        CHECK_FALSE(bench.has("recording"));
        bench.state.recording = {.pictures = 12345, .seconds = 411.5};
        for (const bool hasPanels : {true, false}) {
            bench.state.preferences.showPanels = hasPanels;
            bench.show(3);
            const ControlPlace mark = bench.at("recording");
            CHECK(isWithin(mark, width, height));
            CHECK_THAT(mark.value, Catch::Contains("411.5 s") && Catch::Contains("12345 pictures"));
            if (!bench.has("title")) continue;
            const ControlPlace title = bench.at("title");
            CHECK((title.x + title.width < mark.x || title.y + title.height <= mark.y));
        }
    }
}
