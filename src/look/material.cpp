#include "meniscus/look/material.h"

#include <algorithm>
#include <cmath>

namespace meniscus {

namespace {

constexpr float kMaxClear = 0.05f;  // opacity
constexpr float kMinOpaque = 0.5f;

// A way as long as the fluid's size through something of opacity 1, in halvings of what its colour lacks, and of all.
constexpr float kTint = 8.0f;
constexpr float kHaze = 5.0f;
constexpr float kMinOpacity = 0.15f;  // of the second of two clear fluids, which would not be seen otherwise
constexpr float kDarkest = 0.02f;     // share of a colour: nothing swallows light at once

bool isClearLiquid(const FluidKind& kind) {
    return !kind.isGas && !kind.isFlame && kind.opacity <= kMaxClear;
}

}  // namespace

FluidLook lookOf(std::span<const FluidKind> fluids, size_t fluid) {
    const FluidKind& kind = fluids[fluid];
    if (kind.isFlame) return FluidLook::Flame;
    if (kind.isGas) return FluidLook::Bubble;
    if (kind.opacity > kMinOpaque) return FluidLook::Opaque;
    // A second clear liquid would not be seen in the first.
    bool isFirst = isClearLiquid(kind);
    for (size_t k = 0; k < fluid; ++k) isFirst = isFirst && !isClearLiquid(fluids[k]);
    return isFirst ? FluidLook::Clear : FluidLook::Tinted;
}

FluidMaterial materialOf(std::span<const FluidKind> fluids, size_t fluid, float fluidSize) {
    const FluidKind& kind = fluids[fluid];
    const float perSize = 1.0f / fluidSize;
    FluidMaterial material;
    material.look = lookOf(fluids, fluid);
    material.colour = kind.colour();
    const bool isGas = material.look == FluidLook::Bubble || material.look == FluidLook::Flame;
    material.index = isGas ? 1.0f : kWaterIndex;
    if (material.look == FluidLook::Clear) {
        material.absorption = kWaterAbsorption / fluidSize;
        return material;
    }
    const float opacity = std::max(kind.opacity, kMinOpacity);
    const auto halvings = [&](float share) {
        return -kTint * opacity * perSize * std::log2(std::max(share, kDarkest));
    };
    material.absorption = {halvings(kind.red), halvings(kind.green), halvings(kind.blue)};
    material.scattering = kHaze * opacity * perSize;
    return material;
}

}  // namespace meniscus
