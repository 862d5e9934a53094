// Questions and answers for scripts and tests that drive the window (--probe): a line on the standard input is a
// question, a line of JSON on the standard output the answer.
#pragma once

#include <optional>
#include <string>

namespace meniscus {

// The next whole line of the standard input, if one is there; never waits.
[[nodiscard]] std::optional<std::string> takeProbeLine();

void answerProbeLine(const std::string& text);

}  // namespace meniscus
