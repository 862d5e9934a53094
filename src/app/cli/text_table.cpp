#include "app/cli/text_table.h"

#include <algorithm>

namespace meniscus {
namespace {

constexpr size_t kGap = 2;

// Code points of UTF-8, which are columns for the signs we print.
size_t widthOf(std::string_view text) {
    return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string paddedCell(const std::string& cell, size_t width, bool isRightAligned) {
    const std::string padding(width - widthOf(cell), ' ');
    return isRightAligned ? padding + cell : cell + padding;
}

std::string withoutTrailingSpaces(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

}  // namespace

TextTable::TextTable(std::vector<std::string> headings) {
    for (std::string& heading : headings) {
        isRightAligned_.push_back(heading.starts_with('>'));
        if (isRightAligned_.back()) heading.erase(0, 1);
    }
    rows_.push_back(std::move(headings));
}

void TextTable::addRow(std::vector<std::string> cells) {
    rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
    std::vector<size_t> widths(isRightAligned_.size(), 0);
    for (const auto& row : rows_) {
        for (size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], widthOf(row[c]));
    }
    std::string result;
    for (const auto& row : rows_) {
        std::string line;
        for (size_t c = 0; c < widths.size(); ++c) {
            if (c > 0) line.append(kGap, ' ');
            line += paddedCell(row[c], widths[c], isRightAligned_[c]);
        }
        result += withoutTrailingSpaces(std::move(line)) + '\n';
    }
    return result;
}

}  // namespace meniscus
