#include "meniscus/session/task_queue.h"

#include <utility>

namespace meniscus {

TaskQueue::TaskQueue(std::function<void()> wake) : wake_(std::move(wake)), thread_([this] { run(); }) {}

TaskQueue::~TaskQueue() {
    {
        const std::lock_guard lock(mutex_);
        isQuitting_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void TaskQueue::add(Task task) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(task));
    }
    changed_.notify_all();
}

void TaskQueue::runCompletions() {
    std::vector<Completion> completions;
    {
        const std::lock_guard lock(mutex_);
        std::swap(completions, completions_);
    }
    for (const Completion& completion : completions) {
        if (completion) completion();
    }
}

bool TaskQueue::isBusy() const {
    const std::lock_guard lock(mutex_);
    return isWorking_ || !waiting_.empty() || !completions_.empty();
}

void TaskQueue::finish() {
    while (isBusy()) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return !completions_.empty() || (!isWorking_ && waiting_.empty()); });
        }
        runCompletions();
    }
}

void TaskQueue::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return isQuitting_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const Task task = std::move(waiting_.front());
        waiting_.pop_front();
        isWorking_ = true;
        lock.unlock();
        Completion completion = task();
        lock.lock();
        isWorking_ = false;
        completions_.push_back(std::move(completion));
        changed_.notify_all();
        lock.unlock();
        wake_();
        lock.lock();
    }
}

}  // namespace meniscus
