// The tools of the mouse.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "meniscus/look/colour_scale.h"

namespace meniscus {

enum class Tool { Drag, Push, Pull, Swirl, Pour, Drain, Heat, Cool, Dye };

struct ToolInfo {
    Tool tool;
    std::string_view name;   // for preferences
    std::string_view label;  // for the panel
    std::string_view what;   // one sentence
    bool hasStrength;        // drain, pour and dye have none
    Rgb colour;              // of the brush
};

[[nodiscard]] std::span<const ToolInfo> toolTable();
[[nodiscard]] const ToolInfo& toolInfo(Tool tool);
[[nodiscard]] std::optional<Tool> parseTool(std::string_view name);

struct ToolSettings {
    Tool tool = Tool::Drag;
    float radius = 0.35f;   // of the brush, as a share of the fluid's scale (see brushRadius)
    float strength = 1.0f;  // 0.1 to 4: factor on what the tool does by itself

    friend bool operator==(const ToolSettings&, const ToolSettings&) = default;
};

inline constexpr float kMinBrush = 0.05f;
inline constexpr float kMaxBrush = 1.0f;
inline constexpr float kMinStrength = 0.1f;
inline constexpr float kMaxStrength = 4.0f;

}  // namespace meniscus
