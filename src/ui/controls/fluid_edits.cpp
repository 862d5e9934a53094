#include "ui/controls/fluid_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace meniscus {

namespace {

std::string editKey(const FluidKind& kind, const FluidProperty& property) {
    return fmt::format("{}.{}", kind.name, property.key);
}

const FluidKind* findNamed(std::span<const FluidKind> kinds, std::string_view name) {
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const FluidKind& k) { return k.name == name; });
    return found == kinds.end() ? nullptr : &*found;
}

}  // namespace

bool matters(const FluidProperty& property, const FluidKind& kind, const Frame& frame) {
    if (property.key == "polarity") return frame.fluids.size() > 1;
    if (property.key == "boilingPoint") return kind.vapour != kNoFluid;
    if (property.key == "buoyancy") return kind.isGas;
    if (property.key == "lift") return kind.isFlame;
    return true;
}

PropertyRange rangeOf(const FluidProperty& property, bool isFirst) {
    PropertyRange range{property.minimum, property.maximum};
    if (!isFirst) return range;
    for (const SettingInfo& info : settingTable()) {
        if (info.key != property.key) continue;
        range = {std::max(range.minimum, info.minimum), std::min(range.maximum, info.maximum)};
    }
    return range;
}

const FluidKind* originOf(const SceneParts& scene, const std::string& name) {
    const FluidKind* own = findNamed(scene.fluids, name);
    return own != nullptr ? own : findNamed(knownFluids(), name);
}

void FluidEdits::update(const UiState& state, const Frame& frame) {
    edits_.update(state, frame, [&](const std::string& key) -> std::optional<float> {
        const size_t dot = key.find('.');
        const FluidKind* kind = findNamed(frame.fluids, std::string_view(key).substr(0, dot));
        if (kind == nullptr) return std::nullopt;
        return kind->*findFluidProperty(std::string_view(key).substr(dot + 1)).value;
    });
}

float FluidEdits::shown(const FluidKind& kind, const FluidProperty& property) const {
    return edits_.shown(editKey(kind, property), kind.*property.value);
}

Rgb FluidEdits::shownColour(const FluidKind& kind) const {
    const auto part = [&](std::string_view key) { return shown(kind, findFluidProperty(key)); };
    return {part("red"), part("green"), part("blue")};
}

void FluidEdits::set(const FluidKind& kind, const FluidProperty& property, float value, const Frame& frame,
                     const UiActions& actions) {
    const bool isFirst = !frame.fluids.empty() && frame.fluids.front().name == kind.name;
    const PropertyRange range = rangeOf(property, isFirst);
    if (!(value >= range.minimum && value <= range.maximum) || value == shown(kind, property)) return;
    edits_.note(editKey(kind, property), value, frame);
    actions.fluid.setFluid(kind.name, property.key, value);
}

void FluidEdits::setColour(const FluidKind& kind, Rgb colour, const Frame& frame, const UiActions& actions) {
    set(kind, findFluidProperty("red"), colour.r, frame, actions);
    set(kind, findFluidProperty("green"), colour.g, frame, actions);
    set(kind, findFluidProperty("blue"), colour.b, frame, actions);
}

}  // namespace meniscus
