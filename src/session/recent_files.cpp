#include "meniscus/session/recent_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <sstream>
#include <string>

#include "meniscus/io/atomic_file.h"
#include "meniscus/io/bounded_read.h"

namespace meniscus {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMaxBytes = 1u << 17;  // ten paths as long as paths can be

std::string encoded(const std::string& path) {
    std::string text;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isPlain = byte > 0x20 && byte < 0x7f && byte != '%';
        text += isPlain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return text;
}

std::string decoded(const std::string& text) {
    std::string path;
    for (size_t k = 0; k < text.size(); ++k) {
        int byte = 0;
        const char* digits = text.data() + k + 1;
        if (text[k] == '%' && k + 2 < text.size() && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2 &&
            byte != 0) {
            path += static_cast<char>(byte);
            k += 2;
        } else {
            path += text[k];
        }
    }
    return path;
}

}  // namespace

std::vector<fs::path> loadRecentFiles(const fs::path& list) {
    std::vector<fs::path> files;
    try {
        std::error_code error;
        if (list.empty() || !fs::exists(list, error)) return files;
        std::istringstream lines(readFile(list, kMaxBytes));
        for (std::string line; files.size() < kMaxRecentFiles && std::getline(lines, line);) {
            fs::path path = decoded(line);
            if (path.is_absolute() && std::ranges::find(files, path) == files.end()) files.push_back(std::move(path));
        }
    } catch (const std::exception&) {
        // Nothing depends on it.
    }
    return files;
}

std::vector<fs::path> addRecentFile(const fs::path& list, const fs::path& path) {
    std::vector<fs::path> files = loadRecentFiles(list);  // again: another instance may have added some
    try {
        const fs::path whole = fs::absolute(path).lexically_normal();
        std::erase(files, whole);
        files.insert(files.begin(), whole);
        if (files.size() > kMaxRecentFiles) files.resize(kMaxRecentFiles);
        if (list.empty()) return files;
        std::string text;
        for (const fs::path& file : files) text += encoded(file.string()) + '\n';
        fs::create_directories(list.parent_path());
        writeFileAtomically(list, text);
    } catch (const std::exception&) {
        // The list in memory is good enough.
    }
    return files;
}

}  // namespace meniscus
