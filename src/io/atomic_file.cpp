#include "meniscus/io/atomic_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include "meniscus/core/error.h"

namespace meniscus {
namespace {

namespace fs = std::filesystem;

// Names may be taken, but not this many.
constexpr int kTemporaryNameAttempts = 100;
constexpr std::string_view kTemporaryStart = ".meniscus-";
constexpr std::string_view kTemporaryEnd = ".tmp";

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

// .meniscus-PID-NUMBER.tmp
bool isTemporaryName(std::string_view name) {
    if (!name.starts_with(kTemporaryStart) || !name.ends_with(kTemporaryEnd)) return false;
    if (name.size() <= kTemporaryStart.size() + kTemporaryEnd.size()) return false;
    name.remove_prefix(kTemporaryStart.size());
    name.remove_suffix(kTemporaryEnd.size());
    return name.find_first_not_of("0123456789-") == std::string_view::npos;
}

// Removes the file unless somebody is writing it. A writer holds a lock on its file for as long as it is temporary, and
// the lock goes with the process, however that ends. This also holds where a process has got the number of a dead one,
// and for writers on other machines and in containers, of which numbers tell nothing.
void removeIfStray(int folder, const char* name) {
    const int file = ::openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    struct stat opened {
    }, named{};
    const bool isPlain = ::fstat(file, &opened) == 0 && S_ISREG(opened.st_mode);
    if (isPlain && ::flock(file, LOCK_EX | LOCK_NB) == 0) {
        const bool isStillThere = ::fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
                                  named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
        if (isStillThere) ::unlinkat(folder, name, 0);
    }
    ::close(file);
}

// Once for each folder in the life of the program: looking through a folder of many files takes time, and there may be
// many to write.
void removeStrayFilesOnce(const fs::path& folder) {
    static std::mutex mutex;
    static std::set<fs::path> swept;
    std::error_code error;
    const fs::path place = fs::canonical(folder, error);
    if (error) return;
    {
        const std::lock_guard lock(mutex);
        if (!swept.insert(place).second) return;
    }
    removeStrayFiles(folder);
}

// A new file beside the target, gone again unless it was moved onto the target.
class TemporaryFile {
  public:
    explicit TemporaryFile(const fs::path& target) : target_(target) {
        removeStrayFilesOnce(folderOf(target));
        for (int attempt = 0; attempt < kTemporaryNameAttempts && file_ < 0; ++attempt) {
            name_ = folderOf(target) / temporaryName();
            file_ = ::open(name_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (file_ < 0 && errno != EEXIST) break;
            if (file_ >= 0 && !isOurs()) {
                ::close(file_);
                file_ = -1;
                errno = EEXIST;
            }
        }
        if (file_ < 0) throwPathError(target, "folder '" + folderOf(target).string() + "': ", errno);
    }
    ~TemporaryFile() {
        if (!isMoved_) ::unlink(name_.c_str());
        ::close(file_);
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
    // Whether it is locked against removeStrayFiles, which may have taken it for a stray one before it was.
    [[nodiscard]] bool isOurs() const {
        if (::flock(file_, LOCK_EX | LOCK_NB) != 0)
            return errno != EWOULDBLOCK;  // no locks here: none can sweep either
        struct stat info {};
        return ::fstat(file_, &info) == 0 && info.st_nlink > 0;
    }

    // Not made from the target's name: that may already be as long as names can be. Never used twice, also not by a
    // process that has got the number of a dead one.
    static std::string temporaryName() {
        static std::atomic<uint64_t> counter{
            static_cast<uint64_t>(std::chrono::system_clock::now().time_since_epoch().count())};
        return std::string(kTemporaryStart) + std::to_string(::getpid()) + "-" + std::to_string(counter++) +
               std::string(kTemporaryEnd);
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

void removeStrayFiles(const fs::path& folder) {
    DIR* const entries = ::opendir(folder.c_str());
    if (entries == nullptr) return;
    while (const dirent* const entry = ::readdir(entries)) {
        if (isTemporaryName(entry->d_name)) removeIfStray(::dirfd(entries), entry->d_name);
    }
    ::closedir(entries);
}

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
