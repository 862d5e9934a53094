#include "ui/overlays/help_overlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "meniscus/ui/keys.h"
#include "ui/windows.h"

namespace meniscus {

namespace {

struct Row {
    std::string left;
    std::string right;
};

class HelpCard {
  public:
    HelpCard(Widgets& ui, ImDrawList& list) : ui_(ui), list_(list) {}

    // A heading and rows in a column; gives the height.
    float section(std::string_view heading, const std::vector<Row>& rows, ImVec2 at, float width, float capWidth,
                  float spare = 0.0f) {
        ImFont* font = ui_.fonts().regular;
        float y = at.y;
        drawCutText(list_, font, {at.x, y}, width, palette::kAccent, heading);
        y += headingHeight();
        for (const Row& row : rows) {
            const float textX = at.x + capWidth + ui_.px(12.0f), wrap = wrapOf(width, capWidth);
            cap(row.left, {at.x, y}, capWidth);
            list_.AddText(font, font->FontSize, {textX, y + ui_.px(2.0f)}, palette::kText, row.right.data(),
                          row.right.data() + row.right.size(), wrap);
            y += rowHeight(row, width, capWidth) + spare;
        }
        return y - at.y;
    }

    // What section() gives without spare room.
    [[nodiscard]] float heightOf(const std::vector<Row>& rows, float width, float capWidth) const {
        float height = headingHeight();
        for (const Row& row : rows) height += rowHeight(row, width, capWidth);
        return height;
    }

  private:
    [[nodiscard]] float headingHeight() const { return ui_.fonts().regular->FontSize + ui_.px(8.0f); }
    [[nodiscard]] float wrapOf(float width, float capWidth) const {
        return std::max(1.0f, width - capWidth - ui_.px(12.0f));
    }
    [[nodiscard]] float capHeight(std::string_view text, float width) const {
        return textSize(ui_.fonts().small, text, width - ui_.px(12.0f)).y + ui_.px(6.0f);
    }
    [[nodiscard]] float rowHeight(const Row& row, float width, float capWidth) const {
        const float text = textSize(ui_.fonts().regular, row.right, wrapOf(width, capWidth)).y + ui_.px(4.0f);
        return std::max(capHeight(row.left, capWidth), text) + ui_.px(5.0f);
    }

    // A key as it looks on a keyboard.
    void cap(std::string_view text, ImVec2 at, float width) {
        ImFont* font = ui_.fonts().small;
        const float pad = ui_.px(6.0f);
        const ImVec2 extent = textSize(font, text, width - 2.0f * pad);
        const ImVec2 upper{at.x + std::min(width, extent.x + 2.0f * pad), at.y + capHeight(text, width)};
        list_.AddRectFilled(at, upper, palette::kControlHovered, ui_.px(4.0f));
        list_.AddText(font, font->FontSize, {at.x + pad, at.y + ui_.px(3.0f)}, palette::kText, text.data(),
                      text.data() + text.size(), width - 2.0f * pad);
    }

    Widgets& ui_;
    ImDrawList& list_;
};

std::vector<Row> keyRows() {
    std::vector<Row> rows;
    for (const KeyBinding& key : keyTable()) {
        if (key.action != KeyAction::View) {
            rows.push_back({std::string(key.keys), std::string(key.what)});
            continue;
        }
        for (const ViewInfo& view : registeredViews()) {
            rows.push_back({std::to_string(view.order), fmt::format("View: {}", view.title)});
        }
    }
    return rows;
}

std::vector<Row> mouseRows() {
    std::vector<Row> rows;
    for (const MouseBinding& gesture : mouseTable()) {
        rows.push_back({std::string(gesture.gesture), std::string(gesture.what)});
    }
    return rows;
}

std::vector<Row> toolRows() {
    std::vector<Row> rows;
    for (const ToolInfo& tool : toolTable()) {
        rows.push_back({std::string(tool.label), std::string(tool.what)});
    }
    return rows;
}

// Draws all sections and gives the height that they took.
float drawSections(Widgets& ui, ImVec2 at, float width, bool isWide) {
    HelpCard card(ui, *ImGui::GetWindowDrawList());
    const float gap = ui.px(30.0f);
    const float keyCaps = ui.px(84.0f), mouseCaps = ui.px(128.0f);
    if (!isWide) {
        float y = at.y;
        y += card.section("Keys", keyRows(), {at.x, y}, width, keyCaps) + ui.px(12.0f);
        y += card.section("Mouse", mouseRows(), {at.x, y}, width, std::min(mouseCaps, 0.45f * width)) + ui.px(12.0f);
        y += card.section("Tools", toolRows(), {at.x, y}, width, keyCaps);
        return y - at.y;
    }
    const float leftWidth = 0.44f * (width - gap), rightWidth = width - gap - leftWidth;
    const float rightX = at.x + leftWidth + gap;
    float right = card.section("Mouse", mouseRows(), {rightX, at.y}, rightWidth, mouseCaps) + ui.px(12.0f);
    right += card.section("Tools", toolRows(), {rightX, at.y + right}, rightWidth, ui.px(64.0f));
    // Both columns end together.
    const std::vector<Row> keys = keyRows();
    const float missing = std::max(0.0f, right - card.heightOf(keys, leftWidth, keyCaps));
    const float spare = std::floor(missing / static_cast<float>(std::max<size_t>(1, keys.size() - 1)));
    return std::max(card.section("Keys", keys, at, leftWidth, keyCaps, spare), right);
}

}  // namespace

void drawHelp(PanelContext& context) {
    Widgets& ui = context.ui;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    if (display.x < 1.0f || display.y < 1.0f) return;
    beginPlainWindow("##shade", {0.0f, 0.0f, display.x, display.y},
                     kPlainWindow & ~ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::GetWindowDrawList()->AddRectFilled({0.0f, 0.0f}, display, palette::kShade);

    const float pad = ui.px(24.0f);
    const float width = std::min(ui.px(780.0f), std::max(1.0f, display.x - 2.0f * ui.px(kMargin)));
    const bool isWide = width >= ui.px(600.0f);
    const float headHeight = ui.fonts().title->FontSize + ui.px(36.0f);
    const float wanted = headHeight + ImGui::GetStateStorage()->GetFloat(ImGui::GetID("height"), ui.px(440.0f)) + pad;
    const float height = std::min(wanted, std::max(1.0f, display.y - 2.0f * ui.px(kMargin)));
    const ImVec2 at{std::floor(0.5f * (display.x - width)), std::floor(0.5f * (display.y - height))};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + height}, palette::kSolid, ui.px(12.0f));
    list.AddRect(at, {at.x + width, at.y + height}, palette::kBorder, ui.px(12.0f));
    drawCutText(list, ui.fonts().title, {at.x + pad, at.y + ui.px(20.0f)}, width - 2.0f * pad - ui.px(80.0f),
                palette::kText, "Meniscus: keys and mouse");

    ui.setCovered(false);
    const float closeWidth = ui.px(72.0f);
    ImGui::SetCursorScreenPos({at.x + width - pad - closeWidth, at.y + ui.px(18.0f)});
    if (ui.button("help/close", "Close", {closeWidth, 0.0f}, {"Closes the help (F1, H or Esc).", {}})) {
        context.state.isHelpOpen = false;
    }
    ImGui::SetCursorScreenPos({at.x, at.y + headHeight});
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID heightId = ImGui::GetID("height");
    ImGui::BeginChild("##sections", {width, std::max(1.0f, height - headHeight - ui.px(8.0f))}, false,
                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav);
    const ImVec2 inner = ImGui::GetCursorScreenPos();
    const float taken = drawSections(ui, {inner.x + pad, inner.y}, width - 2.0f * pad, isWide);
    ImGui::Dummy({1.0f, taken});
    storage.SetFloat(heightId, taken);
    ImGui::EndChild();
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) context.state.isHelpOpen = false;
    ImGui::End();
}

}  // namespace meniscus
