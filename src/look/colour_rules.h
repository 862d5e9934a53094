// How the range of a colour is chosen from a frame: what ColourInfo::rangeOf may be.
#pragma once

#include "meniscus/look/colour_scale.h"

namespace meniscus {

// From zero to what nearly all of the fluid has. For whatever has no rule of its own.
[[nodiscard]] ValueRange rangeFromZero(const Frame& frame, ColourBy by, std::optional<ValueRange> previous);

[[nodiscard]] ValueRange speedRange(const Frame& frame, ColourBy by, std::optional<ValueRange> previous);
[[nodiscard]] ValueRange densityRange(const Frame& frame, ColourBy by, std::optional<ValueRange> previous);
[[nodiscard]] ValueRange pressureRange(const Frame& frame, ColourBy by, std::optional<ValueRange> previous);
[[nodiscard]] ValueRange temperatureRange(const Frame& frame, ColourBy by, std::optional<ValueRange> previous);

}  // namespace meniscus
