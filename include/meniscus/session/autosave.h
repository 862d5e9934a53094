// Work that was not saved, kept beside: one snapshot for each running instance in the state folder, guarded by a lock
// that ends with the process, however it ends. What has no living owner can be recovered.
#pragma once

#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

namespace meniscus {

// An open file with an exclusive lock (flock) on it.
class LockedFile {
  public:
    LockedFile() = default;
    ~LockedFile();
    LockedFile(LockedFile&& other) noexcept;
    LockedFile& operator=(LockedFile&& other) noexcept;

    // Makes the file where it is missing. Not locked when somebody else holds the lock, or nothing can be written.
    [[nodiscard]] static LockedFile tryLock(const std::filesystem::path& path);
    // For a second at most.
    [[nodiscard]] static LockedFile waitForLock(const std::filesystem::path& path);
    [[nodiscard]] bool isLocked() const { return file_ >= 0; }

    void write(const std::string& text) const;
    [[nodiscard]] std::string read() const;  // at most a short line

  private:
    int file_ = -1;
};

// Left by an instance that ended without being asked. While it is held, no other instance offers it.
struct LeftWork {
    std::filesystem::path file;
    std::string name;
    std::time_t when = 0;
    LockedFile lock;
};

class Autosave {
  public:
    // Makes the folder. Without a folder, or where it cannot be written, nothing is ever kept.
    explicit Autosave(std::filesystem::path folder);

    // Where this instance keeps its work; empty when there is no place.
    [[nodiscard]] const std::filesystem::path& file() const { return file_; }
    void setName(const std::string& name) const { lock_.write(name); }
    // There is nothing to keep (any more).
    void clear() const;
    // For the end: also gives up the lock. What is still there can be recovered.
    void finish();

    // Newest first.
    [[nodiscard]] std::vector<LeftWork> findLeft() const;
    // Makes it the work of this instance.
    void adopt(LeftWork work) const;
    // Gone for good.
    static void remove(LeftWork work);
    // Not offered any more, but kept for who looks for it.
    static void putAside(LeftWork work);

  private:
    std::filesystem::path folder_;
    std::filesystem::path file_;
    LockedFile lock_;
};

}  // namespace meniscus
