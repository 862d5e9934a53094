#include "app/window/probe.h"

#include <poll.h>
#include <unistd.h>

#include <cstdio>

namespace meniscus {

std::optional<std::string> takeProbeLine() {
    static std::string gathered;
    static bool isOpen = true;
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (isOpen && gathered.find('\n') == std::string::npos && poll(&input, 1, 0) > 0) {
        char bytes[256];
        const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
        if (count <= 0) isOpen = false;
        if (count > 0) gathered.append(bytes, static_cast<size_t>(count));
    }
    const size_t end = gathered.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string line = gathered.substr(0, end);
    gathered.erase(0, end + 1);
    return line;
}

void answerProbeLine(const std::string& text) {
    std::fputs((text + '\n').c_str(), stdout);
    std::fflush(stdout);
}

}  // namespace meniscus
