// JSON as every command writes it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "meniscus/core/vec3.h"

namespace meniscus {

// Keeps keys in the order in which they were set.
using Json = nlohmann::ordered_json;

// Indented, with a newline at the end. Figures that are not finite become null.
[[nodiscard]] std::string jsonText(const Json& json);

[[nodiscard]] Json jsonOf(Vec3 v);

// The value with as few digits as tell the float from its neighbours: 0.004 and not 0.004000000189989805.
[[nodiscard]] double shortDecimal(float value);

}  // namespace meniscus
