#include "meniscus/session/autosave.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <set>
#include <thread>
#include <utility>

namespace meniscus {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kWork = ".meniscus", kLock = ".lock", kAside = ".damaged";
constexpr size_t kMaxNameLength = 120;
constexpr size_t kMaxLeft = 50;  // that are looked at

fs::path lockOf(fs::path file) {
    return file.replace_extension(kLock);
}

// Held while locks of instances are made or looked for: nobody may find a lock file whose owner has yet to lock it.
LockedFile lockFolder(const fs::path& folder) {
    return LockedFile::waitForLock(folder / "folder-lock");
}

}  // namespace

LockedFile::~LockedFile() {
    if (file_ >= 0) ::close(file_);
}

LockedFile::LockedFile(LockedFile&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

LockedFile& LockedFile::operator=(LockedFile&& other) noexcept {
    if (this != &other) {
        if (file_ >= 0) ::close(file_);
        file_ = std::exchange(other.file_, -1);
    }
    return *this;
}

LockedFile LockedFile::tryLock(const fs::path& path) {
    LockedFile locked;
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return locked;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) {
        locked.file_ = file;
    } else {
        const int reason = errno;
        ::close(file);
        errno = reason;
    }
    return locked;
}

LockedFile LockedFile::waitForLock(const fs::path& path) {
    // Whoever has it is done in a moment, unless it was stopped in the middle.
    constexpr int kTrials = 100;
    constexpr std::chrono::milliseconds kPause{10};
    for (int k = 0; k < kTrials; ++k) {
        LockedFile locked = tryLock(path);
        if (locked.isLocked() || (errno != EWOULDBLOCK && errno != EINTR)) return locked;
        std::this_thread::sleep_for(kPause);
    }
    return {};
}

void LockedFile::write(const std::string& text) const {
    if (file_ < 0) return;
    const std::string cut = text.substr(0, kMaxNameLength);
    const bool isDone =
        ::ftruncate(file_, 0) == 0 && ::pwrite(file_, cut.data(), cut.size(), 0) == static_cast<ssize_t>(cut.size());
    (void)isDone;  // only a name to show
}

std::string LockedFile::read() const {
    std::array<char, kMaxNameLength> bytes{};
    const ssize_t count = file_ < 0 ? 0 : ::pread(file_, bytes.data(), bytes.size(), 0);
    return {bytes.data(), static_cast<size_t>(std::max<ssize_t>(count, 0))};
}

Autosave::Autosave(fs::path folder) : folder_(std::move(folder)) {
    if (folder_.empty()) return;
    std::error_code error;
    fs::create_directories(folder_, error);
    const LockedFile guard = lockFolder(folder_);
    if (!guard.isLocked()) return;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    file_ = folder_ / fmt::format("work-{}-{}{}", ::getpid(),
                                  std::chrono::duration_cast<std::chrono::microseconds>(now).count(), kWork);
    lock_ = LockedFile::tryLock(lockOf(file_));
    if (!lock_.isLocked()) file_.clear();
}

void Autosave::clear() const {
    std::error_code ignored;
    if (!file_.empty()) fs::remove(file_, ignored);
}

void Autosave::finish() {
    if (file_.empty()) return;
    const LockedFile guard = lockFolder(folder_);
    std::error_code error;
    if (!fs::exists(file_, error)) fs::remove(lockOf(file_), error);
    lock_ = {};
    file_.clear();
}

std::vector<LeftWork> Autosave::findLeft() const {
    std::vector<LeftWork> left;
    if (file_.empty()) return left;
    const LockedFile guard = lockFolder(folder_);
    std::set<fs::path> works;  // with or without a lock file, or only the lock of one that had nothing to keep
    std::error_code error;
    for (fs::directory_iterator at(folder_, error); !error && at != fs::directory_iterator(); at.increment(error)) {
        fs::path path = at->path();
        const std::string ending = path.extension().string();
        if (path == file_ || path == lockOf(file_) || (ending != kWork && ending != kLock)) continue;
        if (works.size() < kMaxLeft) works.insert(path.replace_extension(kWork));
    }
    for (const fs::path& path : works) {
        LeftWork work{.file = path, .name = {}, .when = 0, .lock = LockedFile::tryLock(lockOf(path))};
        if (!work.lock.isLocked()) continue;  // its instance lives
        struct stat info {};
        if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) {
            fs::remove(lockOf(path), error);
            continue;
        }
        work.name = work.lock.read();
        work.when = info.st_mtime;
        left.push_back(std::move(work));
    }
    std::ranges::sort(left, std::greater(), &LeftWork::when);
    return left;
}

void Autosave::adopt(LeftWork work) const {
    std::error_code ignored;
    if (file_.empty()) return;
    fs::rename(work.file, file_, ignored);
    if (!fs::exists(work.file, ignored)) fs::remove(lockOf(work.file), ignored);
    setName(work.name);
}

void Autosave::remove(LeftWork work) {
    std::error_code ignored;
    fs::remove(work.file, ignored);
    fs::remove(lockOf(work.file), ignored);
}

void Autosave::putAside(LeftWork work) {
    std::error_code ignored;
    fs::path aside = work.file;
    fs::rename(work.file, aside.replace_extension(kAside), ignored);
    fs::remove(lockOf(work.file), ignored);
}

}  // namespace meniscus
