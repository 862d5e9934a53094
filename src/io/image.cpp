// PNG by libpng, into memory first: the file then appears whole or not at all.
#include "meniscus/io/image.h"

#include <fmt/format.h>
#include <png.h>

#include <cstring>
#include <string>

#include "meniscus/core/error.h"
#include "meniscus/io/atomic_file.h"

namespace meniscus {

namespace {

constexpr int kMaxSide = 1 << 16;

void requireWhole(const Image& image) {
    const bool hasSize = image.width > 0 && image.height > 0 && image.width <= kMaxSide && image.height <= kMaxSide;
    const size_t bytes = hasSize ? 3 * static_cast<size_t>(image.width) * static_cast<size_t>(image.height) : 0;
    if (hasSize && image.rgb.size() == bytes) return;
    throw InputError(
        fmt::format("a picture of {}x{} with {} bytes cannot be written; allowed: sides of 1 to {}, three "
                    "bytes a pixel",
                    image.width, image.height, image.rgb.size(), kMaxSide));
}

}  // namespace

std::string encodePng(const Image& image) {
    requireWhole(image);
    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    header.width = static_cast<png_uint_32>(image.width);
    header.height = static_cast<png_uint_32>(image.height);
    header.format = PNG_FORMAT_RGB;
    // The bound holds for any content, so that one pass of compression is enough.
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(header);
    std::string bytes(size, '\0');
    const bool isDone = png_image_write_to_memory(&header, bytes.data(), &size, 0, image.rgb.data(), 0, nullptr) != 0;
    const std::string message = header.message;
    png_image_free(&header);
    if (!isDone) throw WorkError(fmt::format("cannot encode a PNG picture: {}", message));
    bytes.resize(size);
    return bytes;
}

void writePng(const std::filesystem::path& path, const Image& image) {
    writeFileAtomically(path, encodePng(image));
}

}  // namespace meniscus
