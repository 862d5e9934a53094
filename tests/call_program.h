// The program through the same entry as main().
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/command_line.h"

namespace meniscus {

struct Outcome {
    int exitCode = 0;
    std::string out;
    std::string err;
};

inline Outcome call(const std::vector<std::string>& arguments) {
    std::vector<const char*> argv{"meniscus"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    std::ostringstream out;
    std::ostringstream err;
    const int exitCode = runCommandLine(static_cast<int>(argv.size()), argv.data(), out, err);
    return {exitCode, out.str(), err.str()};
}

inline bool isOneErrorLine(const std::string& text) {
    return text.starts_with("meniscus: ") && std::ranges::count(text, '\n') == 1 && text.ends_with('\n');
}

}  // namespace meniscus
