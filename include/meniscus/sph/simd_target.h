// Which instruction set the wide loops run on; results are bitwise the same within one.
#pragma once

#include <string_view>

namespace meniscus {

// Such as "AVX3".
[[nodiscard]] std::string_view simdTargetName();

}  // namespace meniscus
