// How long the long loops are. They run whole in a release build; CMakeLists.txt gives slower builds a share.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace meniscus {

// MENISCUS_SOAK in the environment: "quick" for a short version of every loop, "full" for the length and the particles
// of the project's bars, which takes hours. CMakeLists.txt asks for quick where it registers a [soak] test twice.
inline bool isSoak(std::string_view length) {
    const char* asked = std::getenv("MENISCUS_SOAK");
    return asked != nullptr && asked == length;
}

inline bool isFullSoak() {
    return isSoak("full");
}

// The share of a loop that is run, and no less than the given least.
inline int soakSteps(int whole, int least) {
    constexpr double kQuickShare = 0.1;
    double share = MENISCUS_SOAK_SHARE;
    if (isSoak("quick")) share = std::min(share, kQuickShare);
    if (isFullSoak()) share = 1.0;
    return std::max(least, static_cast<int>(whole * share));
}

}  // namespace meniscus
