// Moments inside PNG pictures, in chunks "meNi": ancillary, private and safe to copy, as the standard has it. Each
// begins with its number and how many there are, because programs that copy chunks may change their order.
#include <fmt/format.h>

#include <map>

#include "meniscus/core/error.h"
#include "meniscus/io/png_chunks.h"
#include "meniscus/scene/moment.h"
#include "scene/formats/byte_stream.h"

namespace meniscus {

using namespace std::string_view_literals;

namespace {

constexpr std::string_view kMomentType = "meNi";
constexpr std::string_view kTextType = "tEXt";
constexpr size_t kPartBytes = 1 << 20;  // programs with libpng refuse chunks above 8 MB by default
constexpr size_t kMaxParts = 1 << 12;
constexpr std::string_view kOurMark = "Software\0Meniscus"sv;  // keyword, zero, text
constexpr std::string_view kComment =
    "Comment\0Meniscus: this picture holds the moment that it shows. Open it in Meniscus."sv;

struct Part {
    uint32_t index = 0;
    uint32_t count = 0;
    std::string_view data;
};

Part partOf(const PngChunk& chunk, const std::string& where) {
    Part part;
    ByteReader reader(chunk.data, where);
    reader(part.index);
    reader(part.count);
    if (part.count > kMaxParts || part.index >= part.count) {
        reader.refuse(fmt::format("part {} of {} of the moment; allowed: up to {}", part.index, part.count, kMaxParts));
    }
    part.data = chunk.data.substr(2 * sizeof(uint32_t));
    return part;
}

// The bytes of the moment; empty when a part is missing or damaged.
std::string joinedParts(const PngChunks& chunks, const std::string& where) {
    std::map<uint32_t, std::string_view> parts;
    uint32_t count = 0;
    for (const PngChunk& chunk : chunks.list) {
        if (chunk.type != kMomentType || !chunk.isWhole) continue;
        const Part part = partOf(chunk, where);
        if (!parts.empty() && part.count != count) throw InputError(where + ": parts of different moments");
        count = part.count;
        parts.emplace(part.index, part.data);
    }
    std::string bytes;
    if (parts.size() < count) return bytes;
    for (const auto& [index, data] : parts) bytes += data;
    return bytes;
}

[[noreturn]] void explainLack(const PngChunks& chunks, const std::string& where) {
    bool isOurs = false;
    for (const PngChunk& chunk : chunks.list) {
        if (!chunk.isWhole) {
            throw InputError(
                fmt::format("{}: the picture is damaged: the checksum of its part '{}' is wrong", where, chunk.type));
        }
        isOurs = isOurs || chunk.type == kMomentType || (chunk.type == kTextType && chunk.data.starts_with(kOurMark));
    }
    if (chunks.isCut) throw InputError(where + ": the picture is cut short");
    if (isOurs) {
        throw InputError(where +
                         ": this picture of Meniscus has lost its moment, as happens where pictures are edited or made "
                         "smaller for sending; send the file itself");
    }
    throw InputError(where + ": a picture without a moment; allowed: one that Meniscus shared (F3)");
}

}  // namespace

std::string addMoment(std::string_view png, const Moment& moment) {
    const std::string bytes = encodeMoment(moment);
    const size_t count = (bytes.size() + kPartBytes - 1) / kPartBytes;
    if (count > kMaxParts) throw WorkError("the moment is too large for a picture");
    std::vector<std::string> parts;
    for (size_t index = 0; index < count; ++index) {
        ByteWriter head;
        head(static_cast<uint32_t>(index));
        head(static_cast<uint32_t>(count));
        parts.push_back(head.bytes() + bytes.substr(index * kPartBytes, kPartBytes));
    }
    std::vector<PngChunk> chunks{{kTextType, kOurMark}, {kTextType, kComment}};
    for (const std::string& part : parts) chunks.push_back({kMomentType, part});
    return addPngChunks(png, chunks);
}

Moment momentInPicture(std::string_view png, const std::string& where) {
    if (!isPng(png)) throw InputError(where + ": not a PNG picture");
    const PngChunks chunks = readPngChunks(png);
    const std::string bytes = joinedParts(chunks, where);
    if (bytes.empty()) explainLack(chunks, where);
    return decodeMoment(bytes, where);
}

}  // namespace meniscus
