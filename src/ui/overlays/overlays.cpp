#include "ui/overlays/overlays.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "meniscus/scene/scene.h"
#include "meniscus/ui/keys.h"
#include "ui/windows.h"

namespace meniscus {

namespace {

constexpr double kFadeSeconds = 0.6;
constexpr std::string_view kHint =
    "Drag the water with the left mouse button  ·  right button turns  ·  wheel zooms  ·  F1 help";

std::string titleOf(const UiState& state) {
    if (!state.files.title.empty()) return (state.files.isUnsaved ? "• " : "") + shownName(state.files.title);
    for (const SceneInfo& scene : builtInScenes()) {
        if (scene.name == state.scene) return std::string(scene.title);
    }
    return state.scene;
}

// A rounded box with wrapped text, centred at x, its lower edge at bottom. Gives its place.
UiRect drawBubble(const Widgets& ui, ImDrawList& list, std::string_view text, float x, float bottom, float mostWidth,
                  ImU32 fill, ImU32 border, ImU32 colour, float alpha) {
    ImFont* font = ui.fonts().regular;
    const float padX = ui.px(14.0f), padY = ui.px(8.0f);
    const float wrap = std::max(ui.px(60.0f), mostWidth - 2.0f * padX);
    const ImVec2 extent = textSize(font, text, wrap);
    const UiRect place{std::round(x - 0.5f * extent.x - padX), std::round(bottom - extent.y - 2.0f * padY),
                       extent.x + 2.0f * padX, extent.y + 2.0f * padY};
    const ImVec2 lower{place.x, place.y}, upper{place.right(), place.bottom()};
    list.AddRectFilled(lower, upper, withAlpha(fill, alpha), ui.px(9.0f));
    list.AddRect(lower, upper, withAlpha(border, alpha), ui.px(9.0f));
    list.AddText(font, font->FontSize, {place.x + padX, place.y + padY}, withAlpha(colour, alpha), text.data(),
                 text.data() + text.size(), wrap);
    return place;
}

}  // namespace

void drawTitle(PanelContext& context, const Layout& layout) {
    Widgets& ui = context.ui;
    ImFont* font = ui.fonts().title;
    const std::string title = titleOf(context.state);
    const float extent = textSize(font, title).x, padX = ui.px(16.0f), padY = ui.px(4.0f);
    const float room = layout.centre.width - 2.0f * padX;
    if (title.empty() || extent > room || layout.centre.height < ui.px(60.0f)) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImVec2 at{std::round(layout.centre.x + padX + 0.5f * (room - extent)), layout.centre.y + padY};
    // On a ground of its own it is legible over any picture.
    const ImVec2 lower{at.x - padX, at.y - padY}, upper{at.x + extent + padX, at.y + font->FontSize + padY};
    list.AddRectFilled(lower, upper, palette::kPanel, ui.px(9.0f));
    list.AddRect(lower, upper, palette::kBorder, ui.px(9.0f));
    drawCutText(list, font, at, extent + 1.0f, palette::kText, title);
    ui.recordAt("title", lower, upper, title);
}

// In the upper right corner, below the title where there is no room beside it.
void drawRecordingMark(PanelContext& context, const Layout& layout) {
    const auto& recording = context.state.recording;
    if (!recording) return;
    Widgets& ui = context.ui;
    ImFont* font = ui.fonts().regular;
    const std::string state = context.state.playback.isPaused ? "  ·  paused" : "";
    const std::string text = fmt::format("{:.1f} s  ·  {} {}{}", recording->seconds, recording->pictures,
                                         recording->pictures == 1 ? "picture" : "pictures", state);
    const bool hasPanels = context.state.preferences.showPanels;
    const float right = hasPanels ? layout.centre.right() : ImGui::GetIO().DisplaySize.x - ui.px(kMargin);
    const float left = hasPanels ? layout.centre.x : ui.px(kMargin);
    const float padX = ui.px(12.0f), padY = ui.px(5.0f), radius = ui.px(5.5f), gap = ui.px(8.0f);
    const float wanted = 2.0f * padX + 2.0f * radius + gap + textSize(font, text).x;
    const float width = std::min(wanted, std::max(right - left, ui.px(60.0f)));
    const float titleRight = left + 0.5f * (right - left + textSize(ui.fonts().title, titleOf(context.state)).x);
    const bool isBeside = !hasPanels || titleRight + ui.px(28.0f) < right - width;
    const ImVec2 lower{std::round(right - width), layout.centre.y + (isBeside ? 0.0f : ui.px(kTitleBottom))};
    const ImVec2 upper{right, lower.y + font->FontSize + 2.0f * padY};
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.AddRectFilled(lower, upper, palette::kSolid, ui.px(9.0f));
    list.AddRect(lower, upper, withAlpha(palette::kRecording, 0.7f), ui.px(9.0f));
    list.AddCircleFilled({lower.x + padX + radius, 0.5f * (lower.y + upper.y)}, radius,
                         withAlpha(palette::kRecording, context.state.playback.isPaused ? 0.45f : 1.0f), 24);
    drawCutText(list, font, {lower.x + padX + 2.0f * radius + gap, lower.y + padY},
                width - 2.0f * padX - 2.0f * radius - gap + 1.0f, palette::kText, text);
    ui.recordAt("recording", lower, upper, text);
}

float drawHint(PanelContext& context, const Layout& layout) {
    Widgets& ui = context.ui;
    if (!context.state.preferences.showHints || !context.state.playback.stopReason.empty()) return 0.0f;
    if (layout.centre.width < ui.px(160.0f) || layout.centre.height < ui.px(160.0f)) return 0.0f;
    const UiRect place = drawBubble(ui, *ImGui::GetBackgroundDrawList(), kHint,
                                    layout.centre.x + 0.5f * layout.centre.width, layout.centre.bottom(),
                                    layout.centre.width, palette::kPanel, palette::kBorder, palette::kText, 1.0f);
    ui.recordAt("hint", {place.x, place.y}, {place.right(), place.bottom()}, kHint);
    return place.height + ui.px(8.0f);
}

void drawMessages(PanelContext& context, const Layout& layout, float top, float bottom) {
    Widgets& ui = context.ui;
    const auto& messages = context.state.messages;
    const float width =
        std::max(layout.centre.width, std::min(ui.px(240.0f), ImGui::GetIO().DisplaySize.x - ui.px(16.0f)));
    // The newest lowest; what finds no room waits.
    for (size_t k = messages.size(); k-- > 0 && bottom - ui.px(40.0f) > top;) {
        const Message& message = messages[k];
        const double left = message.until - context.state.time;
        if (left <= 0.0 || message.text.empty()) continue;
        const auto alpha = static_cast<float>(std::min(1.0, left / kFadeSeconds));
        const bool isError = message.kind == Message::Kind::Error;
        const UiRect place =
            drawBubble(ui, *ImGui::GetForegroundDrawList(), message.text, layout.centre.x + 0.5f * layout.centre.width,
                       bottom, width, isError ? palette::kErrorPanel : palette::kSolid,
                       isError ? palette::kError : withAlpha(palette::kAccent, 0.6f), palette::kText, alpha);
        ui.recordAt(fmt::format("message/{}", k), {place.x, place.y}, {place.right(), place.bottom()}, message.text);
        bottom = place.y - ui.px(6.0f);
    }
}

std::optional<UiRect> drawStopBanner(PanelContext& context, const Layout& layout) {
    Widgets& ui = context.ui;
    const std::string& reason = context.state.playback.stopReason;
    if (reason.empty()) return std::nullopt;
    ImFont* font = ui.fonts().regular;
    const float pad = ui.px(14.0f), display = ImGui::GetIO().DisplaySize.x;
    const float width = std::min(std::max(layout.centre.width, ui.px(280.0f)), std::max(1.0f, display - ui.px(16.0f)));
    const float wrap = std::max(1.0f, std::min(width, ui.px(620.0f)) - 2.0f * pad);
    const std::string text = fmt::format("The simulation stopped: {}", reason);
    const float textHeight = textSize(font, text, wrap).y;
    const UiRect place{std::round(0.5f * (display - wrap) - pad), layout.centre.y + ui.px(36.0f), wrap + 2.0f * pad,
                       textHeight + ui.rowHeight() + 2.0f * pad + ui.px(6.0f)};
    beginPlainWindow("##stopped", place, kPlainWindow & ~ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({place.x, place.y}, {place.right(), place.bottom()}, palette::kErrorPanel, ui.px(9.0f));
    list.AddRect({place.x, place.y}, {place.right(), place.bottom()}, palette::kError, ui.px(9.0f));
    list.AddText(font, font->FontSize, {place.x + pad, place.y + pad}, palette::kText, text.data(),
                 text.data() + text.size(), wrap);
    const float buttonWidth = std::min(wrap, ui.px(120.0f));
    ImGui::SetCursorScreenPos({place.x + 0.5f * (place.width - buttonWidth), place.y + pad + textHeight + ui.px(6.0f)});
    const std::string label = fmt::format("Reset ({})", firstKeyOf(KeyAction::Reset));
    if (ui.button("stopped/reset", label, {buttonWidth, 0.0f},
                  {"Scene back to its start, with its own settings.", {}})) {
        context.actions.fluid.resetScene();
    }
    ui.recordAt("stopped", {place.x, place.y}, {place.right(), place.bottom()}, reason);
    ImGui::End();
    return place;
}

}  // namespace meniscus
