// The command line is the contract: its names, exit codes and one-line errors are stable.
#pragma once

#include <iosfwd>

namespace meniscus {

// Runs the command of the arguments and returns the exit code: 0 success, 1 the work failed, 2 the call or the input
// was wrong.
// Never throws; an error is exactly one line on err.
int runCommandLine(int argc, const char* const* argv, std::ostream& out, std::ostream& err);

}  // namespace meniscus
