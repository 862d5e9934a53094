// ImGui windows as the interface uses them: fixed, bare, drawn by ourselves.
#pragma once

#include <imgui.h>

#include "meniscus/ui/input_queue.h"

namespace meniscus {

// Keys are the window's, so ImGui must not move a focus with Tab or the arrows.
inline constexpr ImGuiWindowFlags kPlainWindow = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                                                 ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing |
                                                 ImGuiWindowFlags_NoBringToFrontOnFocus;

// ImGui::End() must follow.
inline void beginPlainWindow(const char* name, const UiRect& place, ImGuiWindowFlags flags = kPlainWindow) {
    ImGui::SetNextWindowPos({place.x, place.y});
    ImGui::SetNextWindowSize({place.width, place.height});
    ImGui::Begin(name, nullptr, flags);
}

}  // namespace meniscus
