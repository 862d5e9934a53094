// The nearest thing to a full disk that needs no disk.
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace meniscus {

// Files may not grow beyond a few bytes while this lives.
class SmallFileLimit {
  public:
    explicit SmallFileLimit(rlim_t bytes) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        signalBefore_ = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~SmallFileLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, signalBefore_);
    }
    SmallFileLimit(const SmallFileLimit&) = delete;
    SmallFileLimit& operator=(const SmallFileLimit&) = delete;

  private:
    rlimit before_{};
    void (*signalBefore_)(int) = SIG_DFL;
};

}  // namespace meniscus
