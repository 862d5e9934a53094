// Another program that is fed through its standard input, and that may die or hang at any time without taking this one
// with it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace meniscus {

class ChildProcess {
  public:
    // Started with these arguments, by no shell. It has a process group of its own, so that Ctrl-C in a terminal is not
    // for it. Throws WorkError when it cannot be started.
    ChildProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments, double patience);
    ~ChildProcess();  // kills it, if it still runs
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    // All of the bytes. Returns why not, or an empty text; then the program has ended or was ended.
    [[nodiscard]] std::string feed(std::span<const uint8_t> bytes);
    // Closes its input and waits for its end, as long as the number changes now and then. Returns why it did not end
    // well, or an empty text.
    [[nodiscard]] std::string close(const std::function<uint64_t()>& progress);

  private:
    [[nodiscard]] std::string waitForRoom();
    [[nodiscard]] std::string describeEnd();
    [[nodiscard]] std::string giveUp();
    void hearComplaints();
    void closeInput();
    [[nodiscard]] bool hasEnded();  // and is reaped then
    void kill();
    [[nodiscard]] std::string complaint() const;

    const std::string name_;
    const double patience_;
    pid_t id_ = -1;  // -1 once it was reaped
    int input_ = -1;
    int complaints_ = -1;
    std::optional<int> status_;  // as waitpid gives it
    std::string heard_;          // the end of what it wrote to its standard error
};

}  // namespace meniscus
