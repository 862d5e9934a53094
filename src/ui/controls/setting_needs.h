// What a setting needs in the scene to have any effect.
#pragma once

#include <string_view>

#include "meniscus/ui/state.h"

namespace meniscus {

// Why the setting has no effect in this scene; empty when it has one.
[[nodiscard]] std::string_view whyNoEffect(const SettingInfo& info, const SceneParts& scene, const Frame& frame);

}  // namespace meniscus
