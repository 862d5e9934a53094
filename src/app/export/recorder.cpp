#include "app/export/recorder.h"

#include <exception>
#include <utility>

#include "meniscus/core/thread_priority.h"

namespace meniscus {

namespace {

// Enough that encoder and simulation do not wait for each other in turn; of 4K pictures they are 100 MB.
constexpr size_t kMaxWaiting = 4;

}  // namespace

Recorder::Recorder(std::unique_ptr<PictureWriter> writer)
    : writer_(std::move(writer)), path_(writer_->path()), thread_([this] { run(); }) {}

Recorder::~Recorder() {
    finish();
    thread_.join();
}

bool Recorder::hasRoom() const {
    const std::lock_guard lock(mutex_);
    return queue_.size() < kMaxWaiting || status_.isDone;
}

void Recorder::add(Image image, int times) {
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return queue_.size() < kMaxWaiting || status_.isDone; });
        if (status_.isDone || isFinishing_) return;
        status_.taken += static_cast<uint64_t>(times);
        queue_.push_back({std::move(image), times});
    }
    changed_.notify_all();
}

void Recorder::finish() {
    {
        const std::lock_guard lock(mutex_);
        isFinishing_ = true;
    }
    changed_.notify_all();
}

void Recorder::finishAndWait() {
    finish();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return status_.isDone; });
}

Recorder::Status Recorder::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

void Recorder::run() {
    giveWayToWindow();
    std::string error;
    try {
        writeAll();
        writer_->finish();
    } catch (const std::exception& failure) {
        error = failure.what();
    }
    {
        const std::lock_guard lock(mutex_);
        queue_.clear();
        status_.error = std::move(error);
        status_.isDone = true;
    }
    changed_.notify_all();
}

void Recorder::writeAll() {
    while (true) {
        Job job;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return !queue_.empty() || isFinishing_; });
            if (queue_.empty()) return;
            job = std::move(queue_.front());
            queue_.pop_front();
        }
        changed_.notify_all();
        for (int k = 0; k < job.times; ++k) {
            writer_->write(job.image);
            const std::lock_guard lock(mutex_);
            ++status_.written;
        }
    }
}

}  // namespace meniscus
