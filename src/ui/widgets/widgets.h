// The controls that panels are made of. Each draws itself in the theme, explains itself in a tooltip, says why when it
// is disabled, and tells under its name where it is, so that scripts and tests find it.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "meniscus/ui/interface.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/value_scale.h"

namespace meniscus {

struct Help {
    std::string_view what;         // the tooltip
    std::string_view whyDisabled;  // not empty: the control is disabled, and this is said
    std::string_view note = {};    // said before the tooltip, at once and also while the control is held
    bool isWarning = false;        // the note is one
};

// What the values of a slider cost: marked along its rail, and said of the value at the mouse.
struct ValueCost {
    std::function<bool(float)> isHigh;
    std::function<std::string(float)> note;  // may be empty
};

struct Choice {
    std::string_view id;  // after the name of the whole
    std::string_view label;
    std::string_view what;
    std::string_view whyDisabled = {};  // not empty: this one alone is disabled
};

class Widgets {
  public:
    // Once per frame, first. isCovered: a dialog lies over everything else, whose controls then do not count.
    void begin(float scale, double time, const Fonts& fonts, bool isCovered);
    void end();
    void setCovered(bool isCovered) { isCovered_ = isCovered; }

    [[nodiscard]] float px(float unscaled) const { return unscaled * scale_; }
    [[nodiscard]] float width() const { return width_; }  // of the panel's content
    void setWidth(float width) { width_ = width; }
    [[nodiscard]] float rowHeight() const { return px(25.0f); }
    [[nodiscard]] const Fonts& fonts() const { return fonts_; }
    [[nodiscard]] const std::map<std::string, ControlPlace>& controls() const { return controls_; }

    // Buttons return true when clicked. Without a height they are as high as a row.
    bool button(std::string_view name, std::string_view label, ImVec2 size, const Help& help, bool isChosen = false);
    bool iconButton(std::string_view name, Icon icon, std::string_view caption, ImVec2 size, const Help& help,
                    bool isChosen = false, std::string_view value = {});
    bool undoButton(std::string_view name, const Help& help);
    bool toggle(std::string_view name, std::string_view label, bool isOn, const Help& help);
    bool panelHeader(std::string_view name, std::string_view title, bool isOpen);
    bool groupHeader(std::string_view name, std::string_view title, bool isOpen);
    // Equal buttons in as many rows as they need; gives the index of the one that was clicked.
    std::optional<size_t> choices(std::string_view name, std::span<const Choice> all, size_t chosen, float width,
                                  std::string_view whyDisabled = {});
    // A rail to drag on; Ctrl+click types a number, which only counts within the range. Gives the new value.
    std::optional<float> slider(std::string_view name, float value, const ValueScale& scale, const std::string& shown,
                                float width, const Help& help, const ValueCost* cost = nullptr);
    // The same with its label before it, over the whole width but for the given rest.
    std::optional<float> labelledSlider(std::string_view name, std::string_view label, float value,
                                        const ValueScale& scale, const std::string& shown, const Help& help,
                                        float rest = 0.0f, const ValueCost* cost = nullptr);

    // A colour in linear light, with its label before it, over the whole width but for the given rest; a button.
    bool labelledSwatch(std::string_view name, std::string_view label, Rgb colour, const Help& help, float rest = 0.0f);
    // An editor for it. Gives the new colour.
    std::optional<Rgb> colourPicker(std::string_view name, Rgb colour);

    // Text.
    void label(std::string_view text, float width, bool isEnabled = true);  // one line, cut with dots where too long
    void caption(std::string_view text);                                    // small, above what it names
    void wrapped(std::string_view text, ImU32 colour, ImFont* font);
    void numberRow(std::string_view name, std::string_view label, const std::string& value, std::string_view what,
                   ImU32 colour = palette::kText, std::string_view whyDisabled = {});

    // For what draws itself: after the item, or at a place.
    void explain(std::string_view name, const Help& help);
    void record(std::string_view name, bool isEnabled = true, std::string_view value = {});
    void recordAt(std::string_view name, ImVec2 lower, ImVec2 upper, std::string_view value = {});
    [[nodiscard]] bool isTyping() const { return !editing_.name.empty(); }

  private:
    struct Editing {
        std::string name;  // empty: nothing is being typed
        char text[32] = {};
        std::string before;
        bool takesFocus = false;
        bool wasDrawn = false;
    };
    struct Pressed {
        bool isClicked, isHovered, isHeld;
    };

    Pressed area(std::string_view name, ImVec2 size, const Help& help, std::string_view value = {});
    bool textButton(std::string_view name, std::string_view text, ImVec2 size, const Help& help, bool isChosen,
                    ImFont* font);
    [[nodiscard]] float labelWidth() const { return std::min(px(112.0f), 0.42f * width_); }
    std::optional<float> typeValue(const ValueScale& scale, float width);
    void drawRail(ImVec2 lower, ImVec2 upper, float value, const ValueScale& scale, const Pressed& pressed,
                  float faded);
    void markCost(ImVec2 lower, ImVec2 upper, const ValueScale& scale, const ValueCost& cost, float faded);
    void showTooltip(const Help& help, bool isWhole);
    [[nodiscard]] static ImU32 fillOf(const Pressed& pressed, bool isChosen);

    float scale_ = 1.0f;
    float width_ = 0.0f;
    double time_ = 0.0;
    Fonts fonts_;
    bool isCovered_ = false;
    Editing editing_;
    std::string hovered_;  // whose tooltip is shown or about to be
    double hoveredSince_ = 0.0;
    bool isAnyHovered_ = false;
    std::map<std::string, ControlPlace> controls_;
};

// Draws text at most so wide, cut with dots; colours and fonts as given.
void drawCutText(ImDrawList& list, ImFont* font, ImVec2 place, float width, ImU32 colour, std::string_view text);
[[nodiscard]] ImVec2 textSize(const ImFont* font, std::string_view text, float wrapWidth = 0.0f);

}  // namespace meniscus
