// Columns of text for the terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace meniscus {

// Every row has as many cells as there are columns. A column whose heading begins with '>' is aligned to the right.
class TextTable {
  public:
    explicit TextTable(std::vector<std::string> headings);

    void addRow(std::vector<std::string> cells);
    [[nodiscard]] std::string text() const;

  private:
    std::vector<bool> isRightAligned_;
    std::vector<std::vector<std::string>> rows_;  // the first one holds the headings
};

}  // namespace meniscus
