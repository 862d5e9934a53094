#include "meniscus/io/bounded_read.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "meniscus/core/error.h"

namespace meniscus {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, std::string_view reason) {
    throw InputError(fmt::format("{}: cannot be read: {}", path.string(), reason));
}

void requirePlainFile(const fs::path& path, const struct stat& info) {
    if (S_ISDIR(info.st_mode)) refuse(path, "it is a folder");
    if (!S_ISREG(info.st_mode)) refuse(path, "it is no plain file");
}

class OpenFile {
  public:
    explicit OpenFile(const fs::path& path) : path_(path) {
        // Before it is opened: opening alone does things to some devices.
        if (::stat(path.c_str(), &info_) != 0) refuse(path, std::strerror(errno));
        requirePlainFile(path, info_);
        file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        if (file_ < 0) refuse(path, std::strerror(errno));
    }
    ~OpenFile() { ::close(file_); }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    // Once more, as another file may have taken the name meanwhile.
    [[nodiscard]] size_t size() {
        if (::fstat(file_, &info_) != 0) refuse(path_, std::strerror(errno));
        requirePlainFile(path_, info_);
        return static_cast<size_t>(std::max<off_t>(info_.st_size, 0));
    }

    [[nodiscard]] size_t read(char* place, size_t most) const {
        for (;;) {
            const ssize_t count = ::read(file_, place, most);
            if (count >= 0) return static_cast<size_t>(count);
            if (errno != EINTR) refuse(path_, std::strerror(errno));
        }
    }

  private:
    const fs::path& path_;
    struct stat info_ {};
    int file_ = -1;
};

}  // namespace

std::string readBeginning(const fs::path& path, size_t bytes) {
    OpenFile file(path);
    (void)file.size();
    std::string content(bytes, '\0');
    size_t size = 0;
    while (size < bytes) {
        const size_t count = file.read(content.data() + size, bytes - size);
        if (count == 0) break;
        size += count;
    }
    content.resize(size);
    return content;
}

std::string readFile(const fs::path& path, size_t mostBytes) {
    const auto refuseSize = [&](size_t bytes) {
        throw InputError(fmt::format("{}: {} bytes; allowed: up to {}", path.string(), bytes, mostBytes));
    };
    constexpr size_t kBlock = 1 << 16;
    OpenFile file(path);
    const size_t told = file.size();
    if (told > mostBytes) refuseSize(told);
    // Files may grow while they are read, and those of /proc tell no size at all.
    std::string content(told + 1, '\0');
    size_t size = 0;
    for (;;) {
        if (size == content.size()) content.resize(size + kBlock);
        const size_t count = file.read(content.data() + size, content.size() - size);
        size += count;
        if (size > mostBytes) refuseSize(size);
        if (count == 0) break;
    }
    content.resize(size);
    return content;
}

}  // namespace meniscus
