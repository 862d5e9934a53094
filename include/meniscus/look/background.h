// What there is to choose from as the world around the fluid.
#pragma once

#include <span>
#include <string_view>

namespace meniscus {

enum class Background { Studio, Daylight, Night, Plain };
struct BackgroundInfo {
    Background background;
    std::string_view name;   // for preferences and --background
    std::string_view label;  // for the panel
};
[[nodiscard]] std::span<const BackgroundInfo> backgroundTable();
[[nodiscard]] const BackgroundInfo& backgroundInfo(Background background);

}  // namespace meniscus
