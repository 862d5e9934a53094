// Pictures with a moment inside, and files of all kinds by what is in them.
#include <png.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "meniscus/core/error.h"
#include "meniscus/io/bounded_read.h"
#include "meniscus/io/image.h"
#include "meniscus/io/png_chunks.h"
#include "meniscus/scene/any_file.h"
#include "moments.h"
#include "temporary_folder.h"

using namespace meniscus;
using Catch::Contains;

namespace {

constexpr int kSide = 20;

std::string plainPicture() {
    const TemporaryFolder folder;
    Image image{kSide, kSide, std::vector<uint8_t>(3 * kSide * kSide)};
    for (size_t k = 0; k < image.rgb.size(); ++k) image.rgb[k] = static_cast<uint8_t>(k * 7);
    writePng(folder.file("a.png"), image);
    return readFile(folder.file("a.png"), 1 << 20);
}

// By libpng, with everything that it complains about.
std::vector<uint8_t> pixelsOf(const std::string& png) {
    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    REQUIRE(png_image_begin_read_from_memory(&header, png.data(), png.size()) != 0);
    header.format = PNG_FORMAT_RGB;
    std::vector<uint8_t> pixels(PNG_IMAGE_SIZE(header));
    REQUIRE(png_image_finish_read(&header, nullptr, pixels.data(), 0, nullptr) != 0);
    CHECK(std::string(header.message).empty());
    return pixels;
}

// The picture as a program that does not know our chunks writes it again.
std::string without(std::string_view type, const std::string& png) {
    std::string result = png.substr(0, 8);
    for (const PngChunk& chunk : readPngChunks(png).list) {
        if (chunk.type != type) result += pngChunkBytes(chunk.type, chunk.data);
    }
    return result;
}

std::string refusal(const std::string& bytes) {
    const TemporaryFolder folder;
    writeBytes(folder.file("it"), bytes);
    try {
        (void)readAnyFile(folder.file("it"));
    } catch (const InputError& error) {
        CHECK_THAT(error.what(), Contains(folder.file("it").string()));
        return error.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("A picture carries a moment and stays the same picture", "[picture]") {
    const std::string plain = plainPicture();
    const Moment moment = smallMoment();
    const std::string shared = addMoment(plain, moment);
    CHECK(pixelsOf(shared) == pixelsOf(plain));
    CHECK(encodeMoment(momentInPicture(shared, "test")) == encodeMoment(moment));
    CHECK_THROWS_AS(addMoment("no picture", moment), InputError);
    CHECK_THROWS_AS(addMoment(plain.substr(0, 60), moment), InputError);
}

TEST_CASE("A moment of many parts comes back, in whatever order they stand", "[picture]") {
    Moment moment = smallMoment();
    Rng rng(1);
    for (int k = 0; k < 150'000; ++k) {  // a log that does not compress
        const float x = rng.uniform(), y = rng.uniform(), z = rng.uniform();
        LoggedCommand& logged = moment.log.emplace_back();
        logged.step = moment.state.stepIndex;
        logged.clock = moment.state.clock;
        logged.command.emplace<Drain>(Drain{{x, y, z}, 0.1f});
    }
    const std::string shared = addMoment(plainPicture(), moment);
    PngChunks chunks = readPngChunks(shared);
    REQUIRE(std::ranges::count_if(chunks.list, [](const PngChunk& c) { return c.type == "meNi"; }) > 1);
    std::reverse(chunks.list.begin(), chunks.list.end() - 1);
    std::string shuffled = shared.substr(0, 8);
    for (const PngChunk& chunk : chunks.list) shuffled += pngChunkBytes(chunk.type, chunk.data);
    CHECK(momentInPicture(shuffled, "test").log == moment.log);
}

TEST_CASE("A picture says whether it lost its moment, is damaged, or never had one", "[picture]") {
    const std::string shared = addMoment(plainPicture(), smallMoment());
    CHECK(refusal(shared) == "accepted");
    CHECK_THAT(refusal(plainPicture()), Contains("without a moment"));
    CHECK_THAT(refusal(without("meNi", shared)), Contains("has lost its moment"));
    CHECK_THAT(refusal(shared.substr(0, shared.size() - 40)), Contains("cut short"));
    std::string damaged = shared;
    const size_t place = shared.find("meNi") + 100;
    damaged[place] = static_cast<char>(damaged[place] ^ 4);
    CHECK_THAT(refusal(damaged), Contains("damaged") && Contains("'meNi'"));
    CHECK(refusal(shared + "something after the end") == "accepted");
}

TEST_CASE("A shared picture with any bit flipped, or cut anywhere, does no harm", "[picture]") {
    const Moment moment = smallMoment();
    const std::string shared = addMoment(plainPicture(), moment);
    Rng rng(5);
    const auto tryBytes = [&](std::string_view bytes) {
        try {
            const Moment found = momentInPicture(bytes, "test");
            CHECK(found.state.id == moment.state.id);  // what was damaged is of no concern
        } catch (const InputError&) {
        }
    };
    for (int k = 0; k < 2000; ++k) {
        std::string bytes = shared;
        const uint64_t bit = rng.next() % (8 * bytes.size());
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
        tryBytes(bytes);
    }
    for (size_t length = 0; length < shared.size(); length += 7) tryBytes(std::string_view(shared).substr(0, length));
}

TEST_CASE("Files are told apart by what is in them, and strangers are named", "[files]") {
    CHECK_THAT(refusal("\xff\xd8\xff\xe0 and so on"), Contains("JPEG"));
    CHECK_THAT(refusal(std::string("RIFF\x10\0\0\0WEBPVP8 ", 16)), Contains("WebP"));
    CHECK_THAT(refusal("GIF89a"), Contains("GIF"));
    CHECK_THAT(refusal(""), Contains("empty"));
    CHECK_THAT(refusal("some text"), Contains("neither a scene"));
    CHECK_THAT(refusal(R"({"format": "meniscus-commands", "version": 1, "commands": []})"), Contains("--commands"));
    CHECK_THAT(refusal(R"({"format": "meniscus-export"})"), Contains("record of an export"));
    CHECK_THAT(refusal(R"({"a": {"format": "meniscus-replay"}})"), !Contains("replay"));
    CHECK(refusal(encodeMoment(smallMoment())) == "accepted");
}

TEST_CASE("Only plain files are read, and nothing is waited for", "[files]") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(readFile(folder.path(), 10), Contains("folder"));
    CHECK_THROWS_WITH(readFile(folder.file("none"), 10), Contains("No such file"));
    CHECK_THROWS_WITH(readFile("/dev/zero", 10), Contains("no plain file"));
    REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
    CHECK_THROWS_WITH(readFile(folder.file("pipe"), 10), Contains("no plain file"));
    CHECK_THROWS_AS(readAnyFile(folder.file("pipe")), InputError);
    std::filesystem::create_symlink("loop", folder.file("loop"));
    CHECK_THROWS_AS(readFile(folder.file("loop"), 10), InputError);
    writeBytes(folder.file("ten"), "0123456789");
    CHECK(readFile(folder.file("ten"), 10) == "0123456789");
    CHECK_THROWS_WITH(readFile(folder.file("ten"), 9), Contains("10 bytes; allowed: up to 9"));
    CHECK_FALSE(readFile("/proc/self/stat", 1 << 16).empty());  // tells no size
}
