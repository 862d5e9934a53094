#include "io/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string_view>
#include <thread>

#include "meniscus/core/error.h"

extern char** environ;  // NOLINT: POSIX wants it declared by the program

namespace meniscus {

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMaxHeard = 4096;
constexpr std::chrono::milliseconds kLook{5};  // between looks whether it has ended
constexpr double kDyingSeconds = 5.0;          // a killed program needs no longer, unless its disk hangs
constexpr double kLastWordsSeconds = 2.0;      // from the end of its input or output to its own

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Pipe {
    int reading = -1;
    int writing = -1;

    Pipe() {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) throw WorkError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
        reading = ends[0];
        writing = ends[1];
    }
    ~Pipe() {
        for (const int end : {reading, writing}) {
            if (end >= 0) ::close(end);
        }
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
};

int release(int& end) {
    const int released = end;
    end = -1;
    ::fcntl(released, F_SETFL, ::fcntl(released, F_GETFL) | O_NONBLOCK);
    return released;
}

// While it lives, writing to a program that has ended is an error and not a signal. Only for this thread: the rest of
// the process may think otherwise.
class NoPipeSignal {
  public:
    NoPipeSignal() {
        ::sigemptyset(&pipe_);
        ::sigaddset(&pipe_, SIGPIPE);
        sigset_t pending;
        ::sigpending(&pending);
        wasPending_ = ::sigismember(&pending, SIGPIPE) == 1;
        ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~NoPipeSignal() {
        const timespec now{};
        if (!wasPending_) {
            while (::sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
            }
        }
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    NoPipeSignal(const NoPipeSignal&) = delete;
    NoPipeSignal& operator=(const NoPipeSignal&) = delete;

  private:
    sigset_t pipe_{};
    sigset_t before_{};
    bool wasPending_ = false;
};

class SpawnSettings {
  public:
    SpawnSettings(int input, int complaints) {
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
        ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        ::posix_spawn_file_actions_adddup2(&actions, complaints, STDERR_FILENO);
        sigset_t none, usual;
        ::sigemptyset(&none);
        ::sigemptyset(&usual);
        for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&usual, signal);
        ::posix_spawnattr_init(&attributes);
        ::posix_spawnattr_setsigmask(&attributes, &none);
        ::posix_spawnattr_setsigdefault(&attributes, &usual);
        ::posix_spawnattr_setpgroup(&attributes, 0);
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    ~SpawnSettings() {
        ::posix_spawn_file_actions_destroy(&actions);
        ::posix_spawnattr_destroy(&attributes);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};
};

std::string_view trimmed(std::string_view line) {
    const size_t first = line.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view()
                                           : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

ChildProcess::ChildProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                           double patience)
    : name_(program.filename().string()), patience_(patience) {
    Pipe input, complaints;
    const SpawnSettings settings(input.reading, complaints.writing);
    std::string self = program.string();
    std::vector<std::string> words = arguments;
    std::vector<char*> argv{self.data()};
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const int error =
        ::posix_spawn(&id_, program.c_str(), &settings.actions, &settings.attributes, argv.data(), environ);
    if (error != 0) {
        id_ = -1;
        throw WorkError(fmt::format("cannot start '{}': {}", program.string(), std::strerror(error)));
    }
    input_ = release(input.writing);
    complaints_ = release(complaints.reading);
}

ChildProcess::~ChildProcess() {
    closeInput();
    kill();
    ::close(complaints_);
}

std::string ChildProcess::feed(std::span<const uint8_t> bytes) {
    const NoPipeSignal quiet;
    while (!bytes.empty()) {
        if (input_ < 0) return describeEnd();
        const ssize_t written = ::write(input_, bytes.data(), bytes.size());
        if (written > 0) {
            bytes = bytes.subspan(static_cast<size_t>(written));
        } else if (written < 0 && errno == EAGAIN) {
            if (std::string failure = waitForRoom(); !failure.empty()) return failure;
        } else if (written == 0 || errno != EINTR) {
            return describeEnd();  // it reads no more
        }
    }
    return {};
}

// Until it takes more input; what it complains of meanwhile is heard, or it would wait for us.
std::string ChildProcess::waitForRoom() {
    const Clock::time_point start = Clock::now();
    for (double left = patience_; left > 0.0; left = patience_ - since(start)) {
        pollfd ends[] = {{input_, POLLOUT, 0}, {complaints_, POLLIN, 0}};
        const int ready = ::poll(ends, complaints_ < 0 ? 1 : 2, static_cast<int>(std::min(left, 1e6) * 1e3) + 1);
        if (ready < 0 && errno != EINTR) break;
        if (ready > 0 && ends[1].revents != 0) hearComplaints();
        if (ready > 0 && ends[0].revents != 0) return {};
    }
    return giveUp();
}

std::string ChildProcess::giveUp() {
    kill();
    const std::string heard = complaint();
    return fmt::format("{} hung for {:g} s and was ended{}{}", name_, patience_, heard.empty() ? "" : ": ", heard);
}

void ChildProcess::hearComplaints() {
    char bytes[1024];
    while (complaints_ >= 0) {
        const ssize_t count = ::read(complaints_, bytes, sizeof bytes);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return;  // nothing more for now
        if (count == 0) {
            ::close(complaints_);
            complaints_ = -1;
            return;
        }
        heard_.append(bytes, static_cast<size_t>(count));
        if (heard_.size() > kMaxHeard) heard_.erase(0, heard_.size() - kMaxHeard);
    }
}

void ChildProcess::closeInput() {
    if (input_ >= 0) ::close(input_);
    input_ = -1;
}

bool ChildProcess::hasEnded() {
    if (id_ < 0) return true;
    int status = 0;
    const pid_t reaped = ::waitpid(id_, &status, WNOHANG);
    if (reaped == 0 || (reaped < 0 && errno == EINTR)) return false;
    if (reaped == id_) status_ = status;
    id_ = -1;
    return true;
}

// With all that it started itself.
void ChildProcess::kill() {
    if (hasEnded()) return;
    ::kill(-id_, SIGKILL);
    const Clock::time_point start = Clock::now();
    while (!hasEnded() && since(start) < kDyingSeconds) std::this_thread::sleep_for(kLook);
}

// It does not read any more: it has ended, or is about to.
std::string ChildProcess::describeEnd() {
    closeInput();
    const Clock::time_point start = Clock::now();
    while (!hasEnded() && since(start) < kLastWordsSeconds) {
        hearComplaints();
        std::this_thread::sleep_for(kLook);
    }
    const bool hadEnded = hasEnded();
    kill();
    hearComplaints();
    std::string how = "stopped reading and was ended";
    if (hadEnded && status_ && WIFEXITED(*status_)) how = fmt::format("ended with code {}", WEXITSTATUS(*status_));
    if (hadEnded && status_ && WIFSIGNALED(*status_)) how = fmt::format("was killed by signal {}", WTERMSIG(*status_));
    const std::string heard = complaint();
    return fmt::format("{} {}{}{}", name_, how, heard.empty() ? "" : ": ", heard);
}

std::string ChildProcess::close(const std::function<uint64_t()>& progress) {
    closeInput();
    Clock::time_point lastProgress = Clock::now();
    uint64_t before = progress();
    while (!hasEnded()) {
        hearComplaints();
        if (const uint64_t now = progress(); now != before) {
            before = now;
            lastProgress = Clock::now();
        }
        if (since(lastProgress) > patience_) return giveUp();
        std::this_thread::sleep_for(kLook);
    }
    if (status_ == 0) return {};
    return describeEnd();
}

// The last line that tells something.
std::string ChildProcess::complaint() const {
    std::string_view rest = heard_;
    while (!rest.empty()) {
        const size_t end = rest.find_last_of('\n');
        const std::string_view line = trimmed(end == std::string_view::npos ? rest : rest.substr(end + 1));
        if (!line.empty() && line != "Conversion failed!") return std::string(line);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
    }
    return {};
}

}  // namespace meniscus
