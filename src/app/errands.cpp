#include "app/errands.h"

#include <utility>

namespace meniscus {

Errands::Errands(std::function<void()> wake) : wake_(std::move(wake)), thread_([this] { run(); }) {}

Errands::~Errands() {
    {
        const std::lock_guard lock(mutex_);
        isQuitting_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Errands::add(Errand errand) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(errand));
    }
    changed_.notify_all();
}

void Errands::takeSequels() {
    std::vector<Sequel> sequels;
    {
        const std::lock_guard lock(mutex_);
        std::swap(sequels, sequels_);
    }
    for (const Sequel& sequel : sequels) {
        if (sequel) sequel();
    }
}

bool Errands::isBusy() const {
    const std::lock_guard lock(mutex_);
    return isWorking_ || !waiting_.empty() || !sequels_.empty();
}

void Errands::finish() {
    while (isBusy()) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return !sequels_.empty() || (!isWorking_ && waiting_.empty()); });
        }
        takeSequels();
    }
}

void Errands::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return isQuitting_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const Errand errand = std::move(waiting_.front());
        waiting_.pop_front();
        isWorking_ = true;
        lock.unlock();
        Sequel sequel = errand();
        lock.lock();
        isWorking_ = false;
        sequels_.push_back(std::move(sequel));
        changed_.notify_all();
        lock.unlock();
        wake_();
        lock.lock();
    }
}

}  // namespace meniscus
