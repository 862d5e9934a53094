// The strip of time: what it shows, and how it is dragged.
#include <catch2/catch.hpp>

#include "ui/overlays/timeline_strip.h"
#include "ui_bench.h"

using namespace meniscus;

namespace {

TimelineStatus aMinute() {
    TimelineStatus timeline;
    timeline.firstStep = 1000;
    timeline.presentStep = timeline.lastStep = 16000;
    timeline.firstClock = 4.0;
    timeline.presentClock = timeline.lastClock = 64.0;
    timeline.marks = {{10.0, TimelineMarkKind::Setting}, {30.0, TimelineMarkKind::Reset}};
    timeline.resets = {30.0};
    timeline.bytes = 100 << 20;
    timeline.budget = 256 << 20;
    return timeline;
}

}  // namespace

TEST_CASE("The strip shows the last minutes, and where time was taken back to") {
    TimelineStatus timeline;
    timeline.lastClock = timeline.presentClock = 3.0;
    CHECK(spanOf(timeline).from == 0.0);
    CHECK(spanOf(timeline).to == 10.0);
    timeline.lastClock = timeline.presentClock = 100.0;
    CHECK(spanOf(timeline).to == 100.0);
    timeline.lastClock = timeline.presentClock = 1000.0;
    CHECK(spanOf(timeline).from == 700.0);
    CHECK(spanOf(timeline).to == 1000.0);
    timeline.presentClock = 200.0;
    CHECK(spanOf(timeline).from < 200.0);
    CHECK(spanOf(timeline).to > 200.0);
    timeline.presentClock = 0.0;
    CHECK(spanOf(timeline).from == 0.0);
    CHECK(spanOf(timeline).to == 300.0);
}

TEST_CASE("Times are those that the user knows: a reset begins them again") {
    const TimelineStatus timeline = aMinute();
    CHECK(timeText(timeline, 12.34) == "12.3 s");
    CHECK(timeText(timeline, 31.5) == "1.5 s");
    CHECK(timeText(timeline, 30.0, 0) == "0 s");
    CHECK(timeText(timeline, 30.0 + 123.46) == "2:03.5");
    CHECK(timeText(timeline, 30.0 + 120.0, 0) == "2:00");
    CHECK(distanceText(timeline, 64.0) == "now");
    CHECK(distanceText(timeline, 51.6) == "-12.4 s");
    CHECK(labelDistance({0.0, 10.0}, 400.0, 70.0) == 2.0);
    CHECK(labelDistance({0.0, 300.0}, 400.0, 70.0) == 60.0);
}

TEST_CASE("The strip is dragged: time is held, follows the mouse, and is let go") {
    Bench bench;
    bench.state.timeline = aMinute();
    bench.state.playback.isPaused = true;
    bench.show(2);
    ControlPlace rail = bench.at("timeline/first");
    rail.width = bench.at("timeline/last").x - rail.x + 1.0f;
    CHECK(bench.at("timeline/present").x == Approx(rail.x + rail.width).margin(1.0));
    CHECK(bench.at("timeline/rail").x + bench.at("timeline/rail").width > rail.x + rail.width + 4.0f);  // to take hold
    InputQueue& input = bench.interface.input();
    (void)bench.asked();
    input.moveMouse(rail.x + 0.5f * rail.width, rail.y + 2.0f);
    bench.show(2);
    CHECK(bench.asked().empty());
    CHECK_THAT(bench.at("timeline/hover").value, Catch::StartsWith("4.0 s") && Catch::Contains("-30.0 s"));
    input.changeButton(0, true);
    bench.show(2);
    CHECK(bench.interface.wantsMouse());
    CHECK(bench.asked() == Asked{"hold", "seek 34.0"});
    bench.show(3);
    CHECK(bench.asked().empty());
    input.moveMouse(rail.x + 0.25f * rail.width, rail.y - 300.0f);  // the mouse may leave it sideways
    bench.show(2);
    CHECK(bench.asked() == Asked{"seek 19.0"});
    CHECK(bench.at("timeline/distance").value == "-45.0 s");
    input.moveMouse(-500.0f, rail.y);
    bench.show(2);
    CHECK(bench.asked() == Asked{"seek 4.0"});
    input.moveMouse(5000.0f, rail.y);
    bench.show(2);
    CHECK(bench.asked() == Asked{"seek 64.0"});
    input.changeButton(0, false);
    bench.show(2);
    CHECK(bench.asked() == Asked{"let go"});
    CHECK(bench.at("timeline/distance").value == "now");

    SECTION("also when it goes away under the mouse") {
        input.moveMouse(rail.x + 0.5f * rail.width, rail.y + 2.0f);
        input.changeButton(0, true);
        bench.show(2);
        (void)bench.asked();
        bench.state.preferences.showPanels = false;
        bench.show(1);
        CHECK(bench.asked() == Asked{"let go"});
        bench.show(2);
        CHECK(bench.asked().empty());
    }
}

TEST_CASE("Time runs backwards by a button, where there is a past") {
    Bench bench;
    bench.show();
    CHECK_FALSE(bench.at("timeline/backwards").isEnabled);
    bench.state.timeline = aMinute();
    bench.show();
    (void)bench.asked();
    bench.click("timeline/backwards");
    CHECK(bench.asked() == Asked{"backwards"});
    CHECK(bench.at("timeline/backwards").value == "chosen");
    CHECK(bench.at("transport/rate").value == "backwards");
    bench.click("timeline/backwards");
    CHECK(bench.asked() == Asked{"pause"});
}

TEST_CASE("The memory of the timeline is shown and set under Numbers") {
    Bench bench(1280.0f, 1600.0f);
    bench.state.timeline = aMinute();
    bench.click("panel/numbers");
    bench.show(3);
    CHECK(bench.at("numbers/timeline/memory").value == "100.0 MB");
    CHECK(bench.at("numbers/timeline/reach").value == "60.0 s");
    (void)bench.asked();
    bench.typeInto("numbers/timeline/budget", "64");
    CHECK(bench.asked() == Asked{"timeline 64"});
    CHECK(bench.at("numbers/timeline/budget").value == "64 MB");
    bench.typeInto("numbers/timeline/budget", "5");
    CHECK(bench.asked().empty());
}
