// A file that was made part of the program when it was built.
#pragma once

#include <span>
#include <string_view>

namespace meniscus {

struct EmbeddedFile {
    std::string_view name;
    std::string_view content;
};

}  // namespace meniscus
