// The chunks that a PNG file is made of, read by hand and within bounds: for data of our own inside pictures.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace meniscus {

struct PngChunk {
    std::string_view type;  // four letters
    std::string_view data;
    bool isWhole = true;  // its checksum is right
};

struct PngChunks {
    std::vector<PngChunk> list;
    bool isCut = false;  // the bytes end before the chunk IEND, or a chunk claims more bytes than there are
};

[[nodiscard]] bool isPng(std::string_view bytes);

// The bytes must be those of a PNG file, by isPng, and outlive the result.
[[nodiscard]] PngChunks readPngChunks(std::string_view bytes);

// The file with chunks added before its last one. Throws InputError when the bytes are not a whole PNG file.
[[nodiscard]] std::string addPngChunks(std::string_view bytes, const std::vector<PngChunk>& chunks);

// Data as a chunk: length, type, data, checksum.
[[nodiscard]] std::string pngChunkBytes(std::string_view type, std::string_view data);

}  // namespace meniscus
