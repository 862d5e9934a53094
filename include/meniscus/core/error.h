// Errors that end a command. Each message is one line that names what was given and what is allowed.
#pragma once

#include <stdexcept>
#include <string>

namespace meniscus {

// The call or the input was wrong (exit code 2).
class InputError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The input was valid, but the work failed (exit code 1).
class WorkError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace meniscus
