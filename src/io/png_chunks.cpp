#include "meniscus/io/png_chunks.h"

#include <zlib.h>

#include "meniscus/core/error.h"

namespace meniscus {
namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
constexpr std::string_view kLastChunk = "IEND";
constexpr size_t kTypeBytes = 4;
constexpr size_t kWordBytes = 4;
constexpr size_t kChunkOverhead = kWordBytes + kTypeBytes + kWordBytes;

uint32_t bigEndianWord(std::string_view bytes) {
    uint32_t word = 0;
    for (const char byte : bytes.substr(0, kWordBytes)) word = word << 8 | static_cast<unsigned char>(byte);
    return word;
}

std::string bigEndianBytes(uint32_t word) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(word >> shift & 0xff);
    return bytes;
}

uint32_t checksum(std::string_view bytes) {
    return static_cast<uint32_t>(::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

bool isPng(std::string_view bytes) {
    return bytes.starts_with(kSignature);
}

PngChunks readPngChunks(std::string_view bytes) {
    PngChunks chunks;
    bytes.remove_prefix(kSignature.size());
    while (bytes.size() >= kChunkOverhead) {
        const size_t size = bigEndianWord(bytes);
        if (size > bytes.size() - kChunkOverhead) break;
        const std::string_view typeAndData = bytes.substr(kWordBytes, kTypeBytes + size);
        const uint32_t told = bigEndianWord(bytes.substr(kWordBytes + kTypeBytes + size));
        chunks.list.push_back(
            {typeAndData.substr(0, kTypeBytes), typeAndData.substr(kTypeBytes), told == checksum(typeAndData)});
        if (chunks.list.back().type == kLastChunk) return chunks;
        bytes.remove_prefix(kChunkOverhead + size);
    }
    chunks.isCut = true;
    return chunks;
}

std::string pngChunkBytes(std::string_view type, std::string_view data) {
    const std::string typeAndData = std::string(type).append(data);
    return bigEndianBytes(static_cast<uint32_t>(data.size())) + typeAndData + bigEndianBytes(checksum(typeAndData));
}

std::string addPngChunks(std::string_view bytes, const std::vector<PngChunk>& chunks) {
    if (!isPng(bytes)) throw InputError("not a PNG picture");
    const PngChunks before = readPngChunks(bytes);
    if (before.isCut) throw InputError("not a whole PNG picture");
    const auto end = static_cast<size_t>(before.list.back().type.data() - kWordBytes - bytes.data());
    std::string result(bytes.substr(0, end));
    for (const PngChunk& chunk : chunks) result += pngChunkBytes(chunk.type, chunk.data);
    return result.append(bytes.substr(end));
}

}  // namespace meniscus
