// PNG files: what is written is what libpng reads back.
#include <png.h>

#include <catch2/catch.hpp>

#include "meniscus/core/error.h"
#include "meniscus/io/image.h"
#include "temporary_folder.h"

using namespace meniscus;

namespace {

Image readPng(const std::filesystem::path& path) {
    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    REQUIRE(png_image_begin_read_from_file(&header, path.c_str()) != 0);
    header.format = PNG_FORMAT_RGB;
    Image image{static_cast<int>(header.width), static_cast<int>(header.height), {}};
    image.rgb.resize(PNG_IMAGE_SIZE(header));
    REQUIRE(png_image_finish_read(&header, nullptr, image.rgb.data(), 0, nullptr) != 0);
    return image;
}

Image colourful(int width, int height) {
    Image image{width, height, {}};
    for (int k = 0; k < width * height * 3; ++k) image.rgb.push_back(static_cast<uint8_t>(k * 37 + k / 11));
    return image;
}

}  // namespace

TEST_CASE("A PNG file holds exactly the picture that was written") {
    const TemporaryFolder folder;
    for (const auto& [width, height] : {std::pair{1, 1}, {3, 2}, {1, 40}, {257, 129}}) {
        const Image image = colourful(width, height);
        writePng(folder.file("picture.png"), image);
        const Image read = readPng(folder.file("picture.png"));
        CHECK(read.width == width);
        CHECK(read.height == height);
        CHECK(read.rgb == image.rgb);
    }
    CHECK(folder.fileCount() == 1);
}

TEST_CASE("A picture whose bytes do not fit its size is refused and leaves no file") {
    const TemporaryFolder folder;
    Image image = colourful(4, 4);
    image.rgb.pop_back();
    CHECK_THROWS_AS(writePng(folder.file("a.png"), image), InputError);
    CHECK_THROWS_AS(writePng(folder.file("b.png"), Image{}), InputError);
    CHECK_THROWS_AS(writePng(folder.file("c.png"), Image{-1, 4, {}}), InputError);
    CHECK_THROWS_AS(writePng(folder.file("d.png"), Image{1 << 20, 1 << 20, {}}), InputError);
    CHECK_THROWS_AS(writePng(folder.path() / "no" / "folder.png", colourful(2, 2)), InputError);
    CHECK(folder.fileCount() == 0);
}
