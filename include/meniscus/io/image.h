// Pictures and PNG files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace meniscus {

struct Image {
    int width = 0;
    int height = 0;
    std::vector<uint8_t> rgb;  // sRGB, row by row from the top, three bytes a pixel
};

// The bytes of a PNG file.
[[nodiscard]] std::string encodePng(const Image& image);

// Writes atomically; throws like writeFileAtomically.
void writePng(const std::filesystem::path& path, const Image& image);

}  // namespace meniscus
