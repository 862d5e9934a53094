#include "meniscus/ui/tool.h"

#include <array>

namespace meniscus {

namespace {

constexpr std::array kTools{
    ToolInfo{Tool::Drag, "drag", "Drag", "Takes the water along with the mouse.", true, {0.25f, 0.80f, 1.00f}},
    ToolInfo{Tool::Push, "push", "Push", "Pushes the water away from the brush.", true, {1.00f, 0.55f, 0.20f}},
    ToolInfo{Tool::Pull, "pull", "Pull", "Pulls the water towards the brush.", true, {0.70f, 0.45f, 1.00f}},
    ToolInfo{Tool::Swirl, "swirl", "Swirl", "Turns the water around the brush.", true, {0.20f, 0.95f, 0.70f}},
    ToolInfo{Tool::Pour, "pour", "Pour", "Pours the fluid that is chosen under Fluids.", false, {0.45f, 0.65f, 1.00f}},
    ToolInfo{Tool::Drain, "drain", "Drain", "Takes water away at the brush.", false, {1.00f, 0.35f, 0.35f}},
    ToolInfo{Tool::Heat, "heat", "Heat", "Warms the fluid within the brush.", true, {1.00f, 0.78f, 0.10f}},
    ToolInfo{Tool::Cool, "cool", "Cool", "Cools the fluid within the brush.", true, {0.80f, 0.95f, 1.00f}},
    ToolInfo{Tool::Dye, "dye", "Dye", "Dyes the fluid within the brush.", false, {1.00f, 0.25f, 0.75f}},
};

}  // namespace

std::span<const ToolInfo> toolTable() {
    return kTools;
}

const ToolInfo& toolInfo(Tool tool) {
    for (const ToolInfo& info : kTools) {
        if (info.tool == tool) return info;
    }
    return kTools.front();
}

std::optional<Tool> parseTool(std::string_view name) {
    for (const ToolInfo& info : kTools) {
        if (info.name == name) return info.tool;
    }
    return std::nullopt;
}

}  // namespace meniscus
