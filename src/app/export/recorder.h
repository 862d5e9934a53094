// Writes pictures on a thread of its own, so that whoever draws them never waits for encoder or disk.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "meniscus/io/video.h"

namespace meniscus {

class Recorder {
  public:
    struct Status {
        uint64_t taken = 0;  // pictures, written or on the way
        uint64_t written = 0;
        bool isDone = false;  // nothing more happens
        std::string error;    // why it ended by itself; empty while it does not
    };

    explicit Recorder(std::unique_ptr<PictureWriter> writer);
    ~Recorder();  // finishes, which takes no longer than the writer's patience
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    // Whether a picture can be added without waiting.
    [[nodiscard]] bool hasRoom() const;
    // The picture, so many times. Waits for room; after a failure it is dropped.
    void add(Image image, int times = 1);
    // No more pictures come; what is on the way is written and the file completed, while the caller goes on.
    void finish();
    // The same, and waits for it.
    void finishAndWait();

    [[nodiscard]] Status status() const;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    struct Job {
        Image image;
        int times = 1;
    };

    void run();
    void writeAll();

    const std::unique_ptr<PictureWriter> writer_;  // of the thread only
    const std::filesystem::path path_;

    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable changed_;
    std::deque<Job> queue_;
    Status status_;
    bool isFinishing_ = false;

    std::thread thread_;
};

}  // namespace meniscus
