// Where panels and controls lie, at every size of the window.
#include <catch2/catch.hpp>
#include <cmath>

#include "ui/layout.h"
#include "ui_bench.h"

using namespace meniscus;

TEST_CASE("Columns can be dragged wider, within limits") {
    Bench bench;
    for (const auto& [name, direction] : {std::pair{"column/left", 1.0f}, {"column/right", -1.0f}}) {
        CAPTURE(name);
        float& width =
            std::string(name) == "column/left" ? bench.state.preferences.leftWidth : bench.state.preferences.rightWidth;
        const ControlPlace edge = bench.at(name);
        InputQueue& input = bench.interface.input();
        const float x = edge.x + 0.5f * edge.width, y = edge.y + 0.5f * edge.height;
        input.moveMouse(x, y);
        input.changeButton(0, true);
        bench.show(2);
        CHECK(bench.interface.wantsMouse());
        input.moveMouse(x + 60.0f * direction, y);
        bench.show(2);
        CHECK(width == Approx(360.0f));
        input.moveMouse(x + 5000.0f * direction, y);
        bench.show(2);
        CHECK(width == Approx(0.36f * 1280.0f).margin(20.0f));
        input.changeButton(0, false);
        bench.show(2);
        const float before = width;
        input.moveMouse(x, y);
        bench.show(2);
        CHECK(width == before);
    }
}

TEST_CASE("A panel that is opened below the fold scrolls into view") {
    Bench bench(1280.0f, 780.0f);  // where the header shows, but nothing below it, also with another panel or two
    bench.click("panel/numbers");
    bench.show(3);
    CHECK(bench.has("panel/numbers"));
    CHECK(bench.has("numbers/fps"));
    CHECK(bench.has("numbers/stages"));
}

TEST_CASE("What lies below the legend stays where it is, whatever colours mean") {
    Bench bench(1280.0f, 1600.0f);
    const float before = bench.at("view/screenshot").y;
    for (const ColourInfo& colour : colourTable()) {
        bench.click(fmt::format("view/colour/{}", colour.name));
        CHECK(bench.at("view/screenshot").y == Approx(before).margin(0.5));
    }
    bench.click("view/colour/speed");
    bench.click("view/hidden");
    CHECK_FALSE(bench.at("view/range/fixed").isEnabled);
    CHECK_FALSE(bench.at("view/legend").isEnabled);
}

TEST_CASE("The free area lies between columns, below the title and above the transport bar") {
    Bench bench;
    Preferences preferences;
    const UiRect free = bench.interface.freeArea(1280.0f, 720.0f, 1.0f, preferences);
    CHECK(free.x > 300.0f);
    CHECK(free.right() < 980.0f);
    CHECK(free.y >= bench.at("title").y + bench.at("title").height);
    CHECK(free.bottom() <= bench.at("transport/pause").y);
    preferences.showPanels = false;
    CHECK(bench.interface.freeArea(1280.0f, 720.0f, 1.0f, preferences).width == 1280.0f);
    CHECK(bench.interface.freeArea(1280.0f, 720.0f, 1.0f, preferences).height == 720.0f);
}

TEST_CASE("The layout never overlaps and never leaves the window") {
    for (float width = 0.0f; width < 4000.0f; width += 37.0f) {
        for (const float height : {0.0f, 1.0f, 90.0f, 200.0f, 360.0f, 480.0f, 720.0f, 2160.0f}) {
            for (const float scale : {0.5f, 1.0f, 1.5f, 2.0f, 4.0f}) {
                for (const float wanted : {kMinColumn, 300.0f, kMaxColumn}) {
                    CAPTURE(width, height, scale, wanted);
                    const Layout layout = computeLayout({width, height, scale, wanted, wanted});
                    const UiRect window{0.0f, 0.0f, width + 0.5f, height + 0.5f};
                    const auto isInside = [&](const UiRect& r) {
                        return r.x >= 0.0f && r.y >= 0.0f && r.right() <= window.width && r.bottom() <= window.height;
                    };
                    const auto isApart = [](const UiRect& a, const UiRect& b) {
                        return a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
                    };
                    bool isRight = true;
                    if (layout.hasColumns) {
                        isRight &=
                            isInside(layout.left) && isInside(layout.right) && isApart(layout.left, layout.right);
                        isRight &= layout.left.width >= std::floor(kMinColumn * scale);
                    }
                    if (layout.hasTransport) isRight &= isInside(layout.transport);
                    if (layout.hasStrip) {
                        isRight &= layout.hasTransport && layout.strip.x >= layout.transport.x &&
                                   layout.strip.y >= layout.transport.y &&
                                   layout.strip.right() <= layout.transport.right() &&
                                   layout.strip.bottom() <= layout.transport.bottom();
                    }
                    if (layout.hasColumns && layout.hasTransport) {
                        isRight &= isApart(layout.left, layout.transport) && isApart(layout.right, layout.transport);
                    }
                    if (!isRight) FAIL("overlaps or leaves the window");
                }
            }
        }
    }
    CHECK(computeLayout({1280.0f, 720.0f, 1.0f, 300.0f, 300.0f}).left.width == 300.0f);
    CHECK(computeLayout({640.0f, 480.0f, 1.0f, 300.0f, 300.0f}).hasColumns);
    CHECK_FALSE(computeLayout({400.0f, 480.0f, 1.0f, 300.0f, 300.0f}).hasColumns);
    CHECK(computeLayout({1280.0f, 720.0f, 1.0f, 300.0f, 300.0f}).hasStrip);
    CHECK_FALSE(computeLayout({1280.0f, 200.0f, 1.0f, 300.0f, 300.0f}).hasStrip);
}

TEST_CASE("Controls lie within a window of any size, before and after the first frame") {
    Bench bench;
    bench.state.messages.push_back({Message::Kind::Note, std::string(400, 'w'), 1e9});
    bench.state.playback.stopReason =
        "a reason that is long enough to be wrapped in a narrow window, and then some more of it";
    for (const auto& [width, height, scale] : std::vector<std::array<float, 3>>{{0, 0, 1},
                                                                                {1, 1, 1},
                                                                                {64, 64, 1},
                                                                                {320, 200, 2},
                                                                                {640, 480, 1},
                                                                                {900, 300, 1.25f},
                                                                                {1280, 720, 2},
                                                                                {3840, 2160, 1},
                                                                                {3840, 2160, 2},
                                                                                {3840, 2160, 4},
                                                                                {1280, 720, std::nanf("")},
                                                                                {200, 2000, 1}}) {
        for (const bool isHelpOpen : {false, true}) {
            for (const bool hasFrame : {true, false}) {
                CAPTURE(width, height, scale, isHelpOpen, hasFrame);
                bench.state.isHelpOpen = isHelpOpen;
                bench.hasFrame = hasFrame;
                bench.resize(width, height, scale);
                for (const auto& [name, place] : bench.interface.controls()) {
                    if (name.starts_with("message") || name.starts_with("stopped")) continue;  // may be cut when tiny
                    CAPTURE(name);
                    CHECK(isWithin(place, width + 0.5f, height + 0.5f));
                }
            }
        }
    }
}
