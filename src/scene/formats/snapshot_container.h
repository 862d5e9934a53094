// The outer part of a snapshot file: what tells it from other files, its version, sizes, a checksum over everything,
// and the payload, compressed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace meniscus {

inline constexpr uint32_t kSnapshotVersion = 3;
inline constexpr uint32_t kFirstSnapshotVersion = 1;  // of those that can be read; it has commands by their index

[[nodiscard]] bool isSnapshot(std::string_view bytes);

// What packPayload makes is what unpackPayload takes. needsLargeFile: the payload stands for so much that only a large
// file may ask for it, and so it is made large.
[[nodiscard]] std::string packPayload(std::string_view payload, bool needsLargeFile = false);

// where names the bytes in messages. Throws InputError when they are no snapshot, of another version, or not whole. The
// payload is at most kMaxGrowth times as long as the bytes, and kSlack.
struct Payload {
    std::string bytes;
    uint32_t version = 0;  // of the snapshot; what is inside depends on it
};
[[nodiscard]] Payload unpackPayload(std::string_view bytes, const std::string& where);

inline constexpr size_t kMaxGrowth = 64;
inline constexpr size_t kSlack = 1 << 20;
// How much memory bytes from outside may make us take: in proportion to what they are.
[[nodiscard]] constexpr size_t allowedGrowth(size_t bytes) {
    return kMaxGrowth * bytes + kSlack;
}
inline constexpr size_t kLargeFile = 1 << 20;  // bytes; above, a snapshot may be of any scene that fits into memory

}  // namespace meniscus
