// Colours, fonts and measures of the interface.
#pragma once

#include <imgui.h>

#include "meniscus/look/colour_scale.h"

namespace meniscus {

namespace palette {
inline constexpr ImU32 kText = IM_COL32(230, 238, 243, 255);
inline constexpr ImU32 kDim = IM_COL32(164, 180, 191, 255);
inline constexpr ImU32 kFaint = IM_COL32(112, 128, 140, 255);
inline constexpr ImU32 kAccent = IM_COL32(64, 200, 224, 255);
inline constexpr ImU32 kAccentFill = IM_COL32(64, 200, 224, 84);
inline constexpr ImU32 kAccentSoft = IM_COL32(64, 200, 224, 44);
inline constexpr ImU32 kPanel = IM_COL32(13, 19, 26, 206);
inline constexpr ImU32 kSolid = IM_COL32(17, 24, 32, 245);  // where what lies behind must not disturb
inline constexpr ImU32 kBorder = IM_COL32(255, 255, 255, 26);
inline constexpr ImU32 kControl = IM_COL32(255, 255, 255, 20);
inline constexpr ImU32 kControlHovered = IM_COL32(255, 255, 255, 40);
inline constexpr ImU32 kControlPressed = IM_COL32(255, 255, 255, 58);
inline constexpr ImU32 kError = IM_COL32(255, 122, 98, 255);
inline constexpr ImU32 kErrorPanel = IM_COL32(58, 20, 18, 240);
inline constexpr ImU32 kWarning = IM_COL32(255, 200, 104, 255);
inline constexpr ImU32 kRecording = IM_COL32(255, 66, 60, 255);
inline constexpr ImU32 kShade = IM_COL32(4, 8, 12, 150);
}  // namespace palette

// The same colour, less opaque.
[[nodiscard]] ImU32 withAlpha(ImU32 colour, float factor);
// Linear light, as the shaders have it, to the sRGB that ImGui writes.
[[nodiscard]] ImU32 fromLinear(Rgb colour);
// And back; the parts are sRGB from 0 to 1.
[[nodiscard]] Rgb toLinear(float red, float green, float blue);

struct Fonts {
    ImFont* regular = nullptr;
    ImFont* small = nullptr;
    ImFont* title = nullptr;
};

// Both only between frames. The atlas must be uploaded again afterwards.
[[nodiscard]] Fonts loadFonts(float scale);
void applyStyle(float scale);

}  // namespace meniscus
