// How the fluid is shown. Each way of showing it belongs to a painter, which registers it: those of the renderer are a
// file each under src/render/views.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "meniscus/look/background.h"
#include "meniscus/look/colour_scale.h"
#include "meniscus/look/cut.h"
#include "meniscus/surface/surface_mesher.h"

namespace meniscus {

struct ViewSettings {
    std::string view = "particles";
    ColourBy colourBy = ColourBy::Speed;
    std::optional<ValueRange> range;  // empty: chosen by suggestRange
    Background background = Background::Studio;
    float particleSize = 1.15f;  // diameter in spacings, in views that have it
    bool showVectors = false;    // velocities as arrows
    float vectorScale = 0.05f;   // s: an arrow is as long as the way in this time
    bool showContainer = true;
    bool showShadow = true;
    CutSettings cut;
    SurfaceSettings surface;  // how the mesh is made, in views that need one

    friend bool operator==(const ViewSettings&, const ViewSettings&) = default;
};

struct ViewInfo {
    int order;              // 1 to 9: also the key
    std::string_view name;  // for --view
    std::string_view title;
    std::string_view description;            // one sentence
    bool drawsFluid = true;                  // false for the hidden view
    bool needsSurface = false;               // whether it draws Look::surface, and not the particles
    bool hasParticleSize = false;            // whether ViewSettings::particleSize counts
    ColourBy usualColour = ColourBy::Speed;  // until the user chooses another
    bool isClear = false;                    // shows plain fluid as clear water, which hardly has a shadow
    bool tellsFluidsApart = false;           // where there are several fluids, their colours are the usual ones
};

void registerView(const ViewInfo& info);
// By their order.
[[nodiscard]] std::span<const ViewInfo> registeredViews();
// Throws InputError with the nearest known name.
[[nodiscard]] const ViewInfo& findView(std::string_view name);
[[nodiscard]] ColourBy usualColourOf(const ViewInfo& view, bool isMixed);

}  // namespace meniscus
