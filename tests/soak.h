// How long the long loops are. They run whole in a release build; CMakeLists.txt gives slower builds a share.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace meniscus {

// Everything as in the bars of the project, however long it takes: MENISCUS_SOAK=full.
inline bool isFullSoak() {
    const char* wish = std::getenv("MENISCUS_SOAK");
    return wish != nullptr && std::string_view(wish) == "full";
}

// The build's share of a loop, and no less than the given least.
inline int soakSteps(int whole, int least) {
    const double share = isFullSoak() ? 1.0 : MENISCUS_SOAK_SHARE;
    return std::max(least, static_cast<int>(whole * share));
}

}  // namespace meniscus
