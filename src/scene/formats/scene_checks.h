// What a scene file leaves to be worked out, and what no single key can tell: whether the values fit together.
#pragma once

#include "meniscus/scene/scene_file.h"
#include "scene/formats/strict_json.h"

namespace meniscus {

// Completes a scene whose keys were read from json: counts, spacing and settings that follow from the rest. Throws
// InputError with the path of what cannot be, such as a room of too many cells.
void completeScene(Scene& scene, const Json& json, const std::string& where, const SceneLimits& limits);

// Throws InputError with the path of what is beyond the limits.
void checkLimits(const Scene& scene, const std::string& where, const SceneLimits& limits);

}  // namespace meniscus
