#include "ui/overlays/transport.h"

#include <fmt/format.h>

#include <vector>

#include "meniscus/ui/keys.h"
#include "ui/windows.h"

namespace meniscus {

namespace {

// Below this share of the speed that was asked for, the fluid cannot keep up.
constexpr double kKeepsUp = 0.9;

bool isTooSlow(const UiState& state) {
    return state.rates.realTimeFactor > 0.0 && state.rates.realTimeFactor < kKeepsUp * state.playback.speed;
}

void drawButtons(PanelContext& context) {
    Widgets& ui = context.ui;
    UiState& state = context.state;
    const ImVec2 size{ui.px(kTransportButton), ui.px(44.0f)};
    const auto button = [&](std::string_view id, Icon icon, KeyAction action, std::string_view what,
                            std::string_view why = {}, std::string_view value = {}) {
        const std::string tip = fmt::format("{} ({})", what, keysOf(action));
        return ui.iconButton(fmt::format("transport/{}", id), icon, firstKeyOf(action), size, {tip, why},
                             id == "pause" && state.playback.isPaused, value);
    };
    const float gap = ui.px(kTransportGap);
    if (button("previous", Icon::Previous, KeyAction::PreviousScene, "Previous scene")) {
        context.actions.files.openNeighbourScene(-1);
    }
    ImGui::SameLine(0.0f, gap);
    if (button("reset", Icon::Reset, KeyAction::Reset, "Scene back to its start, with its own settings")) {
        context.actions.fluid.resetScene();
    }
    ImGui::SameLine(0.0f, gap);
    if (button("pause", state.playback.isPaused ? Icon::Play : Icon::Pause, KeyAction::TogglePause,
               state.playback.isPaused ? "Go on" : "Pause", {}, state.playback.isPaused ? "paused" : "playing")) {
        context.actions.time.setPaused(!state.playback.isPaused);
    }
    ImGui::SameLine(0.0f, gap);
    if (button("step", Icon::Step, KeyAction::Step, "One step, then pause",
               state.playback.stopReason.empty() ? "" : "The simulation has stopped: reset it first.")) {
        context.actions.time.stepOnce();
    }
    ImGui::SameLine(0.0f, gap);
    if (button("next", Icon::Next, KeyAction::NextScene, "Next scene")) context.actions.files.openNeighbourScene(1);
}

void drawSpeeds(PanelContext& context) {
    Widgets& ui = context.ui;
    for (const double speed : kSpeeds) {
        const std::string name = fmt::format("transport/speed/{}", speed);
        const std::string tip =
            speed == 1.0 ? std::string("Real time") : fmt::format("{} of real time", speedLabel(speed));
        if (ui.button(name, speedLabel(speed), {ui.px(kSpeedButton), ui.px(44.0f)}, {tip, {}},
                      context.state.playback.speed == speed)) {
            context.actions.time.setSpeed(speed);
        }
        ImGui::SameLine(0.0f, ui.px(kTransportGap));
    }
}

void drawRate(PanelContext& context, const UiRect& place) {
    Widgets& ui = context.ui;
    ImFont* font = ui.fonts().small;
    const std::string rate = rateText(context.state);
    const double time = context.frame != nullptr ? context.frame->totals.simulatedSeconds : 0.0;
    const std::string text = context.frame != nullptr ? fmt::format("{:.2f} s  ·  {}", time, rate) : rate;
    const float extent = textSize(font, text).x, room = place.width - ui.px(2.0f * kTransportPad);
    const ImVec2 at{place.x + 0.5f * (place.width - std::min(extent, room)),
                    place.bottom() - font->FontSize - ui.px(7.0f)};
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({std::min(extent, room), font->FontSize});
    ui.record("transport/rate", true, rate);
    ui.explain("transport/rate",
               {"Simulated time, and simulated seconds per second. When the fluid is too slow, fewer particles or a "
                "thinner fluid help; the window stays fluent all the same.",
                {}});
    const bool isSlow = !context.state.playback.isPaused && isTooSlow(context.state);
    drawCutText(*ImGui::GetWindowDrawList(), font, at, room + 1.0f, isSlow ? palette::kWarning : palette::kDim, text);
}

}  // namespace

std::string speedLabel(double speed) {
    return speed < 1.0 ? fmt::format("1/{:.0f}×", 1.0 / speed) : fmt::format("{:.0f}×", speed);
}

std::string rateText(const UiState& state) {
    if (!state.playback.stopReason.empty()) return "stopped";
    if (state.playback.isPaused) return "paused";
    if (state.playback.isBackwards) return "backwards";
    const double factor = state.rates.realTimeFactor;
    if (!(factor > 0.0)) return "– real time";
    if (!isTooSlow(state)) return fmt::format("{:.2f}× real time", factor);
    if (state.playback.speed == 1.0) return fmt::format("{:.2f}×: the fluid is slower than real time", factor);
    return fmt::format("{:.2f}×: the fluid is slower than {}", factor, speedLabel(state.playback.speed));
}

void drawTransport(PanelContext& context, const Layout& layout, TimelineStrip& strip) {
    Widgets& ui = context.ui;
    beginPlainWindow("##transport", layout.transport);
    const UiRect& place = layout.transport;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({place.x, place.y}, {place.right(), place.bottom()}, palette::kPanel, ui.px(10.0f));
    list.AddRect({place.x, place.y}, {place.right(), place.bottom()}, palette::kBorder, ui.px(10.0f));
    if (layout.hasStrip) strip.draw(context, layout.strip);
    const float top = layout.hasStrip ? ui.px(kStripHeight) : 0.0f;
    ImGui::SetCursorScreenPos({place.x + ui.px(kTransportPad), place.y + top + ui.px(9.0f)});
    drawButtons(context);
    if (layout.hasSpeeds) {
        ImGui::SameLine(0.0f, ui.px(3.0f * kTransportGap));
        drawSpeeds(context);
    }
    drawRate(context, place);
    ImGui::End();
}

}  // namespace meniscus
