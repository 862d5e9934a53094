// Work beside the window's thread, such as reading and writing files: one task after the other on a thread of its own.
// What must be done in the window when a task is done runs on the window's thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace meniscus {

class TaskQueue {
  public:
    // What is to be done in the window when a task is done.
    using Completion = std::function<void()>;
    using Task = std::function<Completion()>;  // must not throw

    // wake is called on the tasks' thread when there is a completion.
    explicit TaskQueue(std::function<void()> wake);
    ~TaskQueue();  // waits for all of them
    TaskQueue(const TaskQueue&) = delete;
    TaskQueue& operator=(const TaskQueue&) = delete;

    void add(Task task);
    // The completions of those that are done; on the window's thread. They may add more.
    void runCompletions();
    // Waits until there is nothing left to do, completions included.
    void finish();
    [[nodiscard]] bool isBusy() const;

  private:
    void run();

    const std::function<void()> wake_;
    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable changed_;
    std::deque<Task> waiting_;
    std::vector<Completion> completions_;
    bool isWorking_ = false;
    bool isQuitting_ = false;
    std::thread thread_;
};

}  // namespace meniscus
