// Icons, drawn from lines and shapes: sharp at every scale, no icon font.
#pragma once

#include <imgui.h>

#include "meniscus/ui/tool.h"

namespace meniscus {

enum class Icon {
    Previous,
    Reset,
    Step,
    Play,
    Pause,
    Next,
    Backwards,  // transport
    Drag,
    Push,
    Pull,
    Swirl,
    Pour,
    Drain,
    Heat,
    Cool,
    Dye,  // tools
    Home,
    Picture,
    Record,
    Stop,
    FullScreen,
    Undo,
    Open,
    Closed,
    Up,
    Folder,
    Snapshot,
    SceneFile,
    Replay,  // files
};

[[nodiscard]] Icon iconOf(Tool tool);

// size is the width and height of the square around centre.
void drawIcon(ImDrawList& list, Icon icon, ImVec2 centre, float size, ImU32 colour);

}  // namespace meniscus
