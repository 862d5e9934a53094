// Mouse and keys on their way into the interface: who owns them, where they count, and that nothing holds them up.
#include <catch2/catch.hpp>
#include <random>

#include "ui_bench.h"

using namespace meniscus;

TEST_CASE("The mouse belongs to the panels only where they are") {
    Bench bench;
    InputQueue& input = bench.interface.input();
    bench.click("panel/scenes");  // so that the left column ends above the window's edge, however many there are
    input.moveMouse(640.0f, 300.0f);
    CHECK_FALSE(bench.interface.wantsMouse());
    bench.moveTo("fluid/viscosity");
    CHECK(bench.interface.wantsMouse());  // at once, before the next frame
    input.moveMouse(100.0f, 705.0f);      // below the last panel of the left column
    CHECK_FALSE(bench.interface.wantsMouse());
    // A drag belongs to where it began.
    input.moveMouse(640.0f, 300.0f);
    input.changeButton(0, true);
    bench.moveTo("fluid/viscosity");
    CHECK_FALSE(bench.interface.wantsMouse());
    bench.show(2);
    CHECK_FALSE(bench.interface.wantsMouse());
    input.changeButton(0, false);
    bench.show(2);
    CHECK(bench.asked().empty());
    input.changeButton(0, true);
    input.moveMouse(640.0f, 300.0f);
    CHECK(bench.interface.wantsMouse());
    input.changeButton(0, false);
    CHECK(bench.interface.wantsMouse());  // the release still belongs to the drag
    bench.show();
    CHECK_FALSE(bench.interface.wantsMouse());
}

TEST_CASE("A press counts where it was made, wherever the mouse went before the next frame") {
    Bench bench(1280.0f, 1600.0f);
    InputQueue& input = bench.interface.input();
    bench.moveTo("scenes/drop");
    input.changeButton(0, true);
    input.changeButton(0, false);
    bench.moveTo("scenes/pour");
    bench.show(4);
    CHECK(bench.asked() == Asked{"open drop"});
    bench.moveTo("tools/radius", 0.999f);
    input.changeButton(0, true);
    input.changeButton(0, false);
    input.moveMouse(640.0f, 300.0f);
    bench.show(4);
    CHECK(bench.state.preferences.tools.radius == kMaxBrush);
}

TEST_CASE("Quick keys hold up neither the mouse nor each other") {
    Bench bench;
    InputQueue& input = bench.interface.input();
    for (int k = 0; k < 80; ++k) {
        bench.press(GLFW_KEY_R);
        bench.press(GLFW_KEY_ENTER);
        bench.type("r");
        if (k % 8 == 0) bench.show();
    }
    bench.moveTo("scenes/drop");
    input.changeButton(0, true);
    input.changeButton(0, false);
    bench.show(2);
    CHECK(bench.asked() == Asked{"open drop"});
    CHECK(input.isEmpty());
    // Of a tap within one frame ImGui still sees the press.
    bench.state.isHelpOpen = true;
    bench.show(2);
    bench.press(GLFW_KEY_ESCAPE);
    bench.show();
    CHECK_FALSE(bench.state.isHelpOpen);
}

TEST_CASE("What is typed right behind the click that opens a field gets there") {
    Bench bench;
    InputQueue& input = bench.interface.input();
    bench.moveTo("fluid/gravity");
    input.changeKey(GLFW_KEY_LEFT_CONTROL, true);
    input.changeButton(0, true);
    input.changeButton(0, false);
    input.changeKey(GLFW_KEY_LEFT_CONTROL, false);
    bench.show(4);
    CHECK(bench.interface.wantsKeys());
    for (const char c : std::string_view("-3.25")) {
        input.changeKey(c, true);
        bench.type({&c, 1});
        input.changeKey(c, false);
    }
    bench.press(GLFW_KEY_ENTER);
    bench.show(4);
    CHECK(bench.asked() == Asked{"gravity=-3.25"});
    CHECK(input.isEmpty());
}

TEST_CASE("While text is typed a flood of keys ends soon") {
    Bench bench;
    bench.interface.input().changeKey(GLFW_KEY_LEFT_CONTROL, true);
    bench.click("fluid/gravity");
    bench.interface.input().changeKey(GLFW_KEY_LEFT_CONTROL, false);
    bench.show(2);
    for (int k = 0; k < 1000; ++k) bench.press(GLFW_KEY_BACKSPACE);
    bench.show(2 * InputQueue::kMaxWaiting);
    CHECK(bench.interface.input().isEmpty());
    CHECK(bench.at("fluid/gravity").value.empty());
}

TEST_CASE("A monkey at mouse and keyboard breaks nothing") {
    Bench bench;
    std::mt19937 random(11);
    const auto pick = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    InputQueue& input = bench.interface.input();
    for (int round = 0; round < 3000; ++round) {
        const ImVec2 size = ImGui::GetIO().DisplaySize;
        switch (pick(12)) {
            case 0:
                input.changeButton(pick(7) - 1, true);
                break;
            case 1:
                input.changeButton(pick(7) - 1, false);
                break;
            case 2:
                input.turnWheel(0.0f, static_cast<float>(pick(7) - 3));
                break;
            case 3:
                input.changeKey(pick(600) - 10, pick(2) == 0);
                break;
            case 4:
                input.typeCharacter(static_cast<unsigned>(pick(70000)));
                break;
            case 5:
                input.changeKey(GLFW_KEY_LEFT_CONTROL, pick(2) == 0);
                break;
            case 6:
                input.leaveWindow();
                break;
            case 7:
                if (pick(20) == 0) input.loseFocus();
                break;
            case 8:
                if (pick(10) == 0) bench.state.isHelpOpen = !bench.state.isHelpOpen;
                break;
            case 9:
                if (pick(40) == 0) bench.resize(static_cast<float>(pick(2000)), static_cast<float>(pick(1500)), 1.0f);
                break;
            default:
                input.moveMouse(static_cast<float>(pick(static_cast<int>(size.x) + 20) - 10),
                                static_cast<float>(pick(static_cast<int>(size.y) + 20) - 10));
                break;
        }
        if (pick(3) == 0) bench.show();
    }
    bench.show(50);
    CHECK(bench.interface.input().isEmpty());
    for (const SettingInfo& info : settingTable()) {
        CHECK_NOTHROW(checkValue(info, bench.valueOf(info)));
    }
}
