#include "scene/formats/snapshot_container.h"

#include <fmt/format.h>
#include <zstd.h>

#include "meniscus/core/error.h"
#include "meniscus/core/hash.h"
#include "meniscus/core/text.h"
#include "scene/formats/byte_stream.h"

namespace meniscus {
namespace {

// As in PNG: a byte beyond ASCII, and line ends that a transfer as text would change.
constexpr std::string_view kMagic = "\x89MENI\r\n\x1a";
constexpr int kLevel = 3;  // higher ones take far longer and save a few percent of what is mostly noise

enum class Method : uint32_t { Stored, Zstd };

// In the order of the file, after the magic.
struct Header {
    uint32_t version = kSnapshotVersion;
    uint32_t method = 0;
    uint64_t payloadSize = 0;
    uint64_t bodySize = 0;
    uint64_t checksum = 0;
};
constexpr size_t kHeaderSize = kMagic.size() + sizeof(Header);
static_assert(sizeof(Header) == 32);

uint64_t checksumOf(const Header& header, std::string_view body) {
    ByteWriter writer;
    writer(header.version);
    writer(header.method);
    writer(header.payloadSize);
    writer(header.bodySize);
    StateHash hash;
    hash.addBytes(writer.bytes().data(), writer.bytes().size());
    hash.addBytes(body.data(), body.size());
    return hash.value();
}

std::string withHeader(Method method, size_t payloadSize, const std::string& body) {
    Header header{
        .method = static_cast<uint32_t>(method), .payloadSize = payloadSize, .bodySize = body.size(), .checksum = 0};
    header.checksum = checksumOf(header, body);
    ByteWriter writer;
    writer(header.version);
    writer(header.method);
    writer(header.payloadSize);
    writer(header.bodySize);
    writer(header.checksum);
    return std::string(kMagic) + writer.bytes() + body;
}

std::string compressed(std::string_view payload) {
    std::string body(ZSTD_compressBound(payload.size()), '\0');
    const size_t size = ZSTD_compress(body.data(), body.size(), payload.data(), payload.size(), kLevel);
    if (ZSTD_isError(size)) throw WorkError(fmt::format("cannot compress a snapshot: {}", ZSTD_getErrorName(size)));
    body.resize(size);
    return body;
}

Header readHeader(std::string_view bytes, const std::string& where) {
    ByteReader reader(bytes, where);
    Header header;
    reader(header.version);
    reader(header.method);
    reader(header.payloadSize);
    reader(header.bodySize);
    reader(header.checksum);
    return header;
}

}  // namespace

bool isSnapshot(std::string_view bytes) {
    return bytes.starts_with(kMagic);
}

std::string packPayload(std::string_view payload, bool needsLargeFile) {
    const std::string body = compressed(payload);
    const bool isTooDense = payload.size() > allowedGrowth(kHeaderSize + body.size());
    const bool isLarge = kHeaderSize + body.size() > kLargeFile;
    if (!isTooDense && (isLarge || !needsLargeFile)) return withHeader(Method::Zstd, payload.size(), body);
    std::string stored(payload);
    if (needsLargeFile) stored.resize(std::max(stored.size(), kLargeFile + 1), '\0');
    return withHeader(Method::Stored, payload.size(), stored);
}

Payload unpackPayload(std::string_view bytes, const std::string& where) {
    const auto refuse = [&](std::string_view what) { throw InputError(fmt::format("{}: {}", where, what)); };
    if (!isSnapshot(bytes)) refuse("not a snapshot");
    if (bytes.size() < kHeaderSize) refuse("the snapshot is cut short");
    const std::string_view body = bytes.substr(kHeaderSize);
    const Header header = readHeader(bytes.substr(kMagic.size()), where);
    if (header.version < kFirstSnapshotVersion || header.version > kSnapshotVersion) {
        refuse(fmt::format("version {} of snapshots; allowed: {} to {}", header.version, kFirstSnapshotVersion,
                           kSnapshotVersion));
    }
    if (header.bodySize > body.size()) {
        refuse(fmt::format("the snapshot is cut short: {} of {} bytes", body.size(), header.bodySize));
    }
    if (header.bodySize < body.size()) {
        refuse(fmt::format("{} bytes follow the end of the snapshot", body.size() - header.bodySize));
    }
    if (const uint64_t sum = checksumOf(header, body); sum != header.checksum) {
        refuse(
            fmt::format("the snapshot is damaged: checksum {}, it should be {}", hex16(sum), hex16(header.checksum)));
    }
    if (header.payloadSize > allowedGrowth(bytes.size())) {
        refuse(fmt::format("{} bytes are claimed to be in {}; allowed: up to {}", header.payloadSize, bytes.size(),
                           allowedGrowth(bytes.size())));
    }
    if (header.method == static_cast<uint32_t>(Method::Stored)) {
        if (header.payloadSize > body.size()) refuse("the sizes of the snapshot do not fit");
        return {std::string(body.substr(0, header.payloadSize)), header.version};
    }
    if (header.method != static_cast<uint32_t>(Method::Zstd)) {
        refuse(fmt::format("method {} of compression is unknown; allowed: 0, 1", header.method));
    }
    std::string payload(header.payloadSize, '\0');
    const size_t size = ZSTD_decompress(payload.data(), payload.size(), body.data(), body.size());
    if (ZSTD_isError(size)) refuse(fmt::format("the snapshot cannot be unpacked: {}", ZSTD_getErrorName(size)));
    if (size != payload.size()) refuse("the sizes of the snapshot do not fit");
    return {std::move(payload), header.version};
}

}  // namespace meniscus
