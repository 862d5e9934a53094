#include "ui/widgets/theme.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "meniscus/core/embedded_file.h"

namespace meniscus {

extern const std::span<const EmbeddedFile> kFontFiles;

namespace {

// Latin, Greek and Cyrillic for names of files, dashes and quotes, arrows of text, minus and comparison signs; ends
// with a zero.
constexpr ImWchar kGlyphs[] = {0x20,   0x17f,  0x370,  0x3ff,  0x400,  0x45f,  0x2010, 0x2027,
                               0x2212, 0x2212, 0x2248, 0x2248, 0x2260, 0x2265, 0};

ImFont* loadFont(float pixels) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    if (kFontFiles.empty()) return atlas.AddFontDefault();
    const std::string_view data = kFontFiles.front().content;
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    // ImGui asks for a pointer to change, and changes nothing in data that it does not own.
    void* bytes = const_cast<char*>(data.data());
    return atlas.AddFontFromMemoryTTF(bytes, static_cast<int>(data.size()), std::round(pixels), &config, kGlyphs);
}

float toSrgb(float linear) {
    const float c = std::clamp(linear, 0.0f, 1.0f);
    return c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1.0f / 2.4f) - 0.055f;
}

float fromSrgb(float screen) {
    const float c = std::clamp(screen, 0.0f, 1.0f);
    return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
}

}  // namespace

ImU32 withAlpha(ImU32 colour, float factor) {
    const auto alpha = static_cast<float>(colour >> IM_COL32_A_SHIFT);
    const auto scaled = static_cast<ImU32>(std::clamp(alpha * factor, 0.0f, 255.0f));
    return (colour & ~IM_COL32_A_MASK) | (scaled << IM_COL32_A_SHIFT);
}

ImU32 fromLinear(Rgb colour) {
    return ImGui::ColorConvertFloat4ToU32({toSrgb(colour.r), toSrgb(colour.g), toSrgb(colour.b), 1.0f});
}

Rgb toLinear(float red, float green, float blue) {
    return {fromSrgb(red), fromSrgb(green), fromSrgb(blue)};
}

Fonts loadFonts(float scale) {
    ImGui::GetIO().Fonts->Clear();
    Fonts fonts;
    fonts.regular = loadFont(15.0f * scale);
    fonts.small = loadFont(13.0f * scale);
    fonts.title = loadFont(21.0f * scale);
    ImGui::GetIO().Fonts->Build();
    return fonts;
}

void applyStyle(float scale) {
    ImGuiStyle style;
    style.WindowPadding = {0.0f, 0.0f};
    style.WindowBorderSize = 0.0f;
    style.WindowMinSize = {1.0f, 1.0f};
    style.DisabledAlpha = 0.4f;  // as our own controls
    style.PopupBorderSize = 1.0f;
    style.PopupRounding = 6.0f;
    style.WindowRounding = 6.0f;  // tooltips are windows too
    style.FrameRounding = 5.0f;
    style.FramePadding = {8.0f, 4.0f};
    style.ItemSpacing = {6.0f, 5.0f};
    style.ScrollbarSize = 9.0f;
    style.ScrollbarRounding = 4.0f;
    style.ScaleAllSizes(scale);

    const auto set = [&style](ImGuiCol which, ImU32 colour) {
        style.Colors[which] = ImGui::ColorConvertU32ToFloat4(colour);
    };
    set(ImGuiCol_Text, palette::kText);
    set(ImGuiCol_TextDisabled, palette::kFaint);
    set(ImGuiCol_TextSelectedBg, palette::kAccentFill);
    set(ImGuiCol_PopupBg, palette::kSolid);
    set(ImGuiCol_Border, palette::kBorder);
    set(ImGuiCol_FrameBg, palette::kControl);
    set(ImGuiCol_FrameBgHovered, palette::kControlHovered);
    set(ImGuiCol_FrameBgActive, palette::kAccentSoft);
    set(ImGuiCol_ScrollbarBg, palette::kPanel);
    set(ImGuiCol_ScrollbarGrab, IM_COL32(255, 255, 255, 110));
    set(ImGuiCol_ScrollbarGrabHovered, IM_COL32(255, 255, 255, 160));
    set(ImGuiCol_ScrollbarGrabActive, palette::kAccent);
    ImGui::GetStyle() = style;
}

}  // namespace meniscus
