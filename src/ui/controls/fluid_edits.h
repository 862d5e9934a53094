// Properties of fluids: which ones matter, their ranges, and their way from a slider to the simulation. No ImGui here.
#pragma once

#include <vector>

#include "meniscus/look/colour_scale.h"
#include "ui/controls/value_edits.h"

namespace meniscus {

struct PropertyRange {
    float minimum = 0.0f;
    float maximum = 0.0f;
};

// Whether the property can have an effect for this fluid of the frame. Red, green and blue are not asked for one by
// one.
[[nodiscard]] bool matters(const FluidProperty& property, const FluidKind& kind, const Frame& frame);

// Of the first fluid some properties are settings, whose range counts then.
[[nodiscard]] PropertyRange rangeOf(const FluidProperty& property, bool isFirst);

// What the fluid began with: as the scene has it, or as it was added. Null for one that neither knows.
[[nodiscard]] const FluidKind* originOf(const SceneParts& scene, const std::string& name);

class FluidEdits {
  public:
    // Once per frame, before the others.
    void update(const UiState& state, const Frame& frame);

    [[nodiscard]] float shown(const FluidKind& kind, const FluidProperty& property) const;
    [[nodiscard]] Rgb shownColour(const FluidKind& kind) const;
    // Hands the value on when it is within the range and another than the one shown.
    void set(const FluidKind& kind, const FluidProperty& property, float value, const Frame& frame,
             const UiActions& actions);
    void setColour(const FluidKind& kind, Rgb colour, const Frame& frame, const UiActions& actions);

  private:
    ValueEdits edits_;  // by name and key, such as wax.viscosity
};

}  // namespace meniscus
