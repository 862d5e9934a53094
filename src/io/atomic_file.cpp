#include "meniscus/io/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "meniscus/core/error.h"

namespace meniscus {
namespace {

namespace fs = std::filesystem;

// Names of crashed runs may stand in the way, but not this many.
constexpr int kTemporaryNameAttempts = 100;

std::string cannotWrite(const fs::path& path, const std::string& reason) {
    return "cannot write '" + path.string() + "': " + reason;
}

// The machine is at fault, not the path that was given.
bool isMachineFailure(int error) {
    return error == ENOSPC || error == EDQUOT || error == EIO || error == EMFILE || error == ENFILE || error == ENOMEM;
}

[[noreturn]] void throwWorkError(const fs::path& path, int error) {
    throw WorkError(cannotWrite(path, std::strerror(error)));
}

[[noreturn]] void throwPathError(const fs::path& path, const std::string& place, int error) {
    if (isMachineFailure(error)) throwWorkError(path, error);
    throw InputError(cannotWrite(path, place + std::strerror(error)));
}

// Where links lead to, so that the link stays and the file behind it is replaced.
fs::path followLinks(const fs::path& path) {
    std::error_code isMissing;
    fs::path target = fs::canonical(path, isMissing);
    return isMissing ? path : target;
}

fs::path folderOf(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// Refuses what rename() would do but should not: /dev/null would become a file, a write-protected file would be lost.
void checkTarget(const fs::path& path) {
    if (path.empty()) throw InputError(cannotWrite(path, "the name is empty"));
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) {
        if (errno != ENOENT) throwPathError(path, "", errno);
        if (!path.has_filename()) throwPathError(path, "", EISDIR);
        return;
    }
    if (S_ISDIR(info.st_mode)) throwPathError(path, "", EISDIR);
    if (!S_ISREG(info.st_mode)) throw InputError(cannotWrite(path, "not a regular file"));
    if (::access(path.c_str(), W_OK) != 0) throwPathError(path, "", errno);
}

// A new file beside the target, gone again unless it was moved onto the target.
class TemporaryFile {
  public:
    explicit TemporaryFile(const fs::path& target) : target_(target) {
        for (int attempt = 0; attempt < kTemporaryNameAttempts && file_ < 0; ++attempt) {
            name_ = folderOf(target) / temporaryName();
            file_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (file_ < 0 && errno != EEXIST) break;
        }
        if (file_ < 0) throwPathError(target, "folder '" + folderOf(target).string() + "': ", errno);
    }
    ~TemporaryFile() {
        ::close(file_);
        if (!isMoved_) ::unlink(name_.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    void write(std::string_view content) {
        while (!content.empty()) {
            const ssize_t written = ::write(file_, content.data(), content.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) throwWorkError(target_, errno);
            content.remove_prefix(static_cast<size_t>(written));
        }
    }

    void takeModeOfTarget() {
        struct stat info {};
        if (::stat(target_.c_str(), &info) != 0) return;
        if (::fchmod(file_, info.st_mode & 07777) != 0) throwWorkError(target_, errno);
    }

    void moveOntoTarget() {
        if (::fsync(file_) != 0) throwWorkError(target_, errno);
        if (std::rename(name_.c_str(), target_.c_str()) != 0) throwWorkError(target_, errno);
        isMoved_ = true;
    }

  private:
    // Not made from the target's name: that may already be as long as names can be.
    static std::string temporaryName() {
        static std::atomic<unsigned> counter{0};
        return ".meniscus-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp";
    }

    fs::path target_;
    fs::path name_;
    int file_ = -1;
    bool isMoved_ = false;
};

// Without this the rename itself may be lost with the power. Some file systems cannot sync a folder; that is no failure
// of ours.
void syncFolder(const fs::path& path) {
    const int folder = ::open(folderOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;  // a folder that may be written but not read
    const int error = ::fsync(folder) == 0 ? 0 : errno;
    ::close(folder);
    if (error != 0 && error != EINVAL && error != ENOTSUP && error != EROFS) throwWorkError(path, error);
}

}  // namespace

void writeFileAtomically(const fs::path& path, std::string_view content) {
    checkTarget(path);
    const fs::path target = followLinks(path);
    TemporaryFile file(target);
    file.write(content);
    file.takeModeOfTarget();
    file.moveOntoTarget();
    syncFolder(target);
}

void checkWritable(const fs::path& path) {
    checkTarget(path);
    // Permission bits tell root nothing about /proc or a read-only mount; only trying does.
    const TemporaryFile trial(followLinks(path));
}

}  // namespace meniscus
