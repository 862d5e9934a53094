// MP4 by ffmpeg, and folders of PNG files.
#include "meniscus/io/video.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "io/child_process.h"
#include "meniscus/core/error.h"
#include "meniscus/io/output_folder.h"

namespace meniscus {

namespace {

namespace fs = std::filesystem;

bool isProgram(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

// As a shell finds it.
std::optional<fs::path> findInPath(const std::string& name) {
    const char* variable = std::getenv("PATH");
    const std::string_view folders = variable != nullptr ? variable : "/usr/bin:/bin";
    for (size_t begin = 0; begin <= folders.size();) {
        const size_t end = std::min(folders.find(':', begin), folders.size());
        const std::string_view folder = folders.substr(begin, end - begin);
        const fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
        if (isProgram(candidate)) return candidate;
        begin = end + 1;
    }
    return std::nullopt;
}

bool isThere(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

uint64_t sizeOf(const fs::path& path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : size;
}

// Whether the file has the head of a video and nothing else: ffmpeg writes that at once, the pictures later.
bool isOnlyHead(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    bool hasHead = false;
    while (true) {
        char box[8];  // the length of the part with these bytes, and its kind
        if (!file.read(box, sizeof box)) return hasHead;
        const std::string_view kind(box + 4, 4);
        if (kind == "mdat" || kind == "moof") return false;
        hasHead = hasHead || kind == "ftyp";
        uint32_t length = 0;
        for (int k = 0; k < 4; ++k) length = length << 8 | static_cast<uint8_t>(box[k]);
        if (!hasHead || length < sizeof box) return false;  // something else
        file.seekg(length - sizeof box, std::ios::cur);
    }
}

// left: what there is of it now; empty for nothing.
std::string describeFailure(uint64_t count, std::string_view reason, const fs::path& left) {
    const std::string result =
        left.empty() ? "nothing is left of it" : fmt::format("what was written until then is in '{}'", left.string());
    return fmt::format("the recording ended after {} {}: {}; {}", count, count == 1 ? "picture" : "pictures", reason,
                       result);
}

std::vector<std::string> ffmpegArguments(const fs::path& path, const VideoOptions& options) {
    // Pictures are sRGB, which is what players take BT.709 for. More bits for what is smooth (aq-mode), as the
    // background else shows bands. The file is of fragments, each of which can be played once it is written, whatever
    // happens afterwards.
    std::istringstream text(fmt::format(
        "-hide_banner -nostdin -loglevel error -y "
        "-f rawvideo -pixel_format rgb24 -video_size {}x{} -framerate {} -i pipe:0 -an "
        "-vf crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0,scale=out_color_matrix=bt709:out_range=tv "
        "-c:v libx264 -preset veryfast -crf 16 -aq-mode 3 -pix_fmt yuv420p -g {} "
        "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv "
        "-movflags +frag_keyframe+empty_moov+default_base_moof -frag_duration 100000 -flush_packets 1 -f mp4",
        options.width, options.height, options.fps, std::max(1, options.fps / 2)));
    std::vector<std::string> arguments{std::istream_iterator<std::string>(text), {}};
    arguments.push_back("file:" + path.string());  // else a name could be taken for an option or an address
    return arguments;
}

// Makes the file, so that of two programs only one gets the name.
void claimFile(const fs::path& path, ExistingFile existing) {
    const auto refuse = [&](std::string_view reason) {
        throw InputError(fmt::format("cannot write '{}': {}", path.string(), reason));
    };
    if (path.empty()) refuse("the name is empty");
    const bool isReplaced = existing == ExistingFile::Replaced;
    std::error_code error;
    if (isReplaced && fs::exists(path, error) && !fs::is_regular_file(path, error)) refuse("not a regular file");
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | (isReplaced ? 0 : O_EXCL), 0666);
    if (file < 0 && (errno == ENOSPC || errno == EDQUOT || errno == EIO)) {
        throw WorkError(fmt::format("cannot write '{}': {}", path.string(), std::strerror(errno)));
    }
    if (file < 0) refuse(errno == EEXIST ? "it is already there" : std::strerror(errno));
    ::close(file);
}

class VideoFile final : public PictureWriter {
  public:
    VideoFile(const fs::path& path, const VideoOptions& options, const fs::path& ffmpeg)
        : path_(path), options_(options) {
        claimFile(path, options.existing);
        try {
            process_.emplace(ffmpeg, ffmpegArguments(path, options), options.patience);
        } catch (...) {
            removeIfEmpty();
            throw;
        }
    }
    ~VideoFile() override {
        if (isOpen_) endQuietly();
    }

    void write(const Image& image) override {
        if (image.width != options_.width || image.height != options_.height) {
            fail(fmt::format("a picture of {}x{} in a video of {}x{}", image.width, image.height, options_.width,
                             options_.height));
        }
        if (!isOpen_) fail("it has ended");
        if (const std::string failure = process_->feed(image.rgb); !failure.empty()) fail(failure);
        ++count_;
    }

    void finish() override {
        if (!isOpen_) return;
        isOpen_ = false;
        const std::string failure = process_->close([this] { return sizeOf(path_); });
        if (count_ == 0) return removeWithoutPictures();  // of which ffmpeg may well complain
        if (!failure.empty()) fail(failure);
    }

    [[nodiscard]] const fs::path& path() const override { return path_; }
    [[nodiscard]] uint64_t count() const override { return count_; }

  private:
    [[noreturn]] void fail(std::string_view reason) {
        if (isOpen_) endQuietly();
        const bool isGone = removeIfEmpty();
        throw WorkError(describeFailure(count_, reason, isGone ? fs::path() : path_));
    }

    void endQuietly() {
        isOpen_ = false;
        (void)process_->close([this] { return sizeOf(path_); });
    }

    void removeWithoutPictures() {
        std::error_code ignored;
        if (options_.existing == ExistingFile::Refused) fs::remove(path_, ignored);
    }

    bool removeIfEmpty() {
        std::error_code ignored;
        if (sizeOf(path_) > 0 && !isOnlyHead(path_)) return false;
        fs::remove(path_, ignored);
        return true;
    }

    const fs::path path_;
    const VideoOptions options_;
    std::optional<ChildProcess> process_;
    uint64_t count_ = 0;
    bool isOpen_ = true;
};

class PngSequence final : public PictureWriter {
  public:
    explicit PngSequence(const fs::path& folder) : folder_(folder), isNew_(!isThere(folder)) {
        makeEmptyFolder(folder);
    }
    ~PngSequence() override {
        std::error_code ignored;
        if (isNew_ && count_ == 0) fs::remove(folder_, ignored);
    }

    void write(const Image& image) override {
        try {
            const fs::path file = folder_ / fmt::format("frame_{:06}.png", count_ + 1);
            std::error_code ignored;
            if (fs::exists(file, ignored)) throw WorkError(fmt::format("'{}' is already there", file.string()));
            writePng(file, image);
        } catch (const std::exception& error) {  // the folder was good when the recording began
            throw WorkError(describeFailure(count_, error.what(), count_ == 0 ? fs::path() : folder_));
        }
        ++count_;
    }

    void finish() override {}

    [[nodiscard]] const fs::path& path() const override { return folder_; }
    [[nodiscard]] uint64_t count() const override { return count_; }

  private:
    const fs::path folder_;
    const bool isNew_;
    uint64_t count_ = 0;
};

}  // namespace

std::optional<fs::path> findFfmpeg() {
    const char* wanted = std::getenv("MENISCUS_FFMPEG");
    const std::string name = wanted != nullptr && *wanted != '\0' ? wanted : "ffmpeg";
    if (name.find('/') == std::string::npos) return findInPath(name);
    return isProgram(name) ? std::optional<fs::path>(name) : std::nullopt;
}

fs::path requireFfmpeg() {
    if (const auto ffmpeg = findFfmpeg()) return *ffmpeg;
    const char* wanted = std::getenv("MENISCUS_FFMPEG");
    const std::string missing = wanted != nullptr && *wanted != '\0'
                                    ? fmt::format("MENISCUS_FFMPEG names '{}', which is no program", wanted)
                                    : std::string("ffmpeg is not installed");
    throw WorkError(fmt::format("no video: {}; install it (Debian: apt install ffmpeg) or record PNG files", missing));
}

std::unique_ptr<PictureWriter> openVideo(const fs::path& path, const VideoOptions& options) {
    if (options.width < 2 || options.height < 2) {
        throw InputError(
            fmt::format("a video of {}x{} cannot be made; allowed: at least 2x2", options.width, options.height));
    }
    return std::make_unique<VideoFile>(path, options, requireFfmpeg());
}

std::unique_ptr<PictureWriter> openPngSequence(const fs::path& folder) {
    return std::make_unique<PngSequence>(folder);
}

}  // namespace meniscus
