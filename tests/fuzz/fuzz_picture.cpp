// Any bytes as a picture; once as they are, and once with all checksums made right and each part of a moment packed as
// one, so that damage gets through to what is inside.
#include <cstdint>
#include <cstdlib>

#include "meniscus/core/error.h"
#include "meniscus/io/png_chunks.h"
#include "meniscus/scene/moment.h"
#include "scene/formats/moment_payload.h"
#include "scene/formats/snapshot_container.h"

using namespace meniscus;

namespace {

constexpr size_t kPartHead = 8;  // number of the part, and of all parts

void tryPicture(std::string_view bytes) {
    try {
        const Moment moment = momentInPicture(bytes, "fuzz.png");
        if (moment.state.count() > 0 && moment.state.x.size() != moment.state.count()) std::abort();
    } catch (const InputError&) {
    }
}

std::string mended(std::string_view bytes) {
    std::string result(bytes.substr(0, 8));
    for (const PngChunk& chunk : readPngChunks(bytes).list) {
        std::string data(chunk.data);
        if (chunk.type == "meNi" && data.size() > kPartHead && !isSnapshot(data.substr(kPartHead))) {
            data = data.substr(0, kPartHead) + packPayload(data.substr(kPartHead));
        }
        result += pngChunkBytes(chunk.type, data);
    }
    return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    tryPicture(bytes);
    if (isPng(bytes)) tryPicture(mended(bytes));
    return 0;
}
