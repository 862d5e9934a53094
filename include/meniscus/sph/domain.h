// The closed room in which everything happens: the cell grid spans it and no particle leaves it.
#pragma once

#include <array>

#include "meniscus/core/vec3.h"

namespace meniscus {

struct Domain {
    Bounds bounds;
    // A periodic axis has no walls: what leaves on one side comes back on the other.
    std::array<bool, 3> periodic{false, false, false};
};

}  // namespace meniscus
