// Pictures in a row, as a video or as a folder of PNG files. docs/recording.md tells what the files are like.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "meniscus/io/image.h"

namespace meniscus {

// However it ends, by finish(), by a failure or by the destructor: what was written until then stays where path() says.
class PictureWriter {
  public:
    virtual ~PictureWriter() = default;

    // All pictures must have the same size. Throws WorkError: one line that tells why, and what is left. After that
    // nothing more can be written.
    virtual void write(const Image& image) = 0;
    // Completes the files. Throws as above.
    virtual void finish() = 0;

    [[nodiscard]] virtual const std::filesystem::path& path() const = 0;
    [[nodiscard]] virtual uint64_t count() const = 0;  // of the pictures that were written
};

inline constexpr int kMaxFps = 240;

// What may exist at the place of a video before it is written.
enum class ExistingFile { Refused, Replaced };

struct VideoOptions {
    int width = 0;  // of the pictures; one that is odd loses a pixel, as the format has only even ones
    int height = 0;
    int fps = 30;
    ExistingFile existing = ExistingFile::Refused;
    double patience = 20.0;  // s that ffmpeg may take without getting anywhere before it counts as hanging
};

// An MP4 file by ffmpeg. It can be played from its first half second on, however the writing ends. Throws InputError
// when the file cannot be made, and WorkError when ffmpeg is missing or does not start.
[[nodiscard]] std::unique_ptr<PictureWriter> openVideo(const std::filesystem::path& path, const VideoOptions& options);

// Files frame_000001.png and so on in a folder that is new or empty. Throws InputError when it cannot be used.
[[nodiscard]] std::unique_ptr<PictureWriter> openPngSequence(const std::filesystem::path& folder);

// The program that makes videos: $MENISCUS_FFMPEG, or ffmpeg where the shell finds it; empty when there is none.
[[nodiscard]] std::optional<std::filesystem::path> findFfmpeg();

// Throws WorkError with the way out when there is none.
[[nodiscard]] std::filesystem::path requireFfmpeg();

}  // namespace meniscus
