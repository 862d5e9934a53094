// A scene as a JSON value: what scene files hold, and replays and snapshots within.
#pragma once

#include "meniscus/scene/scene_file.h"
#include "scene/formats/strict_json.h"

namespace meniscus {

[[nodiscard]] Json sceneToJson(const Scene& scene);

// where names the value in messages, before paths that begin with $. Throws InputError as parseScene does.
[[nodiscard]] SceneReading sceneFromJson(const Json& json, const std::string& where, const SceneLimits& limits = {});

}  // namespace meniscus
