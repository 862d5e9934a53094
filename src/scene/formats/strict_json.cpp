#include "scene/formats/strict_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "meniscus/core/error.h"

namespace meniscus {

namespace {

constexpr size_t kMaxShownLength = 60;    // bytes of a value in messages
constexpr size_t kMaxReasonLength = 160;  // bytes of the parser's own words
constexpr size_t kLineWidth = 110;
constexpr size_t kIndent = 2;

bool isContinuation(char c) {
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

// Cut at a whole character, and with nothing in it that would disturb a terminal.
std::string shortened(std::string text, size_t most) {
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    }
    if (text.size() <= most) return text;
    size_t end = most - 3;
    while (end > 0 && isContinuation(text[end])) --end;
    text.resize(end);
    text.append("...");
    return text;
}

// Length of the UTF-8 character at the front, 0 when it is none (RFC 3629, table of section 4).
size_t characterLength(std::string_view text) {
    const auto byte = [&](size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
    const auto isNext = [&](size_t k, unsigned low = 0x80, unsigned high = 0xbf) {
        return byte(k) >= low && byte(k) <= high;
    };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first <= 0xdf) return isNext(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        const bool isRight = isNext(1, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf) && isNext(2);
        return isRight ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const bool isRight =
            isNext(1, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf) && isNext(2) && isNext(3);
        return isRight ? 4 : 0;
    }
    return 0;
}

size_t lineAt(std::string_view text, size_t place) {
    return 1 + static_cast<size_t>(std::count(text.begin(), text.begin() + std::min(place, text.size()), '\n'));
}

void checkEncoding(std::string_view text, const std::string& where) {
    const auto refuse = [&](std::string_view what) { throw InputError(fmt::format("{}: {}", where, what)); };
    const auto isBlank = [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; };
    if (text.empty()) refuse("is empty; allowed: JSON");
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) refuse("is UTF-16 or UTF-32; allowed: UTF-8");
    // Without a mark of the byte order, plain JSON in these has zero bytes among its first four.
    if (text.substr(0, 4).find('\0') != std::string_view::npos && text.size() >= 4 &&
        text.substr(0, 4) != std::string_view("\0\0\0\0", 4)) {
        refuse("is UTF-16 or UTF-32; allowed: UTF-8");
    }
    if (std::all_of(text.begin(), text.end(), isBlank)) refuse("holds nothing but blanks; allowed: JSON");
    for (size_t place = 0; place < text.size();) {
        const size_t step = characterLength(text.substr(place));
        if (step == 0) {
            refuse(fmt::format("line {}: byte 0x{:02x} is not UTF-8; allowed: UTF-8", lineAt(text, place),
                               static_cast<unsigned char>(text[place])));
        }
        place += step;
    }
}

// Builds the value while the library reads, and stops it at the first thing that we do not take.
class StrictBuilder {
  public:
    using number_integer_t = Json::number_integer_t;
    using number_unsigned_t = Json::number_unsigned_t;
    using number_float_t = Json::number_float_t;
    using string_t = Json::string_t;
    using binary_t = Json::binary_t;

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(number_integer_t value) { return add(value); }
    bool number_unsigned(number_unsigned_t value) { return add(value); }
    bool number_float(number_float_t value, const string_t&) { return add(value); }
    bool string(string_t& value) { return add(std::move(value)); }
    bool binary(binary_t&) { return false; }
    bool start_object(size_t) { return open(Json::object()); }
    bool start_array(size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(string_t& name) {
        const Json& object = *open_.back();
        if (object.size() >= kMaxJsonKeys) {
            return refuse(fmt::format("an object of more than {} keys", kMaxJsonKeys));
        }
        if (object.contains(name)) return refuse(fmt::format("key {} is there twice", shortText(name)));
        key_ = std::move(name);
        return true;
    }

    bool parse_error(size_t place, const std::string& token, const nlohmann::detail::exception& error) {
        place_ = place;
        constexpr int kNumberOverflow = 406;
        if (error.id == kNumberOverflow) {
            return refuse(
                fmt::format("number {} is too large; allowed: up to 1.7e308", shortened(token, kMaxShownLength)));
        }
        // The library's words come after "[name] parse error at line 1, column 2: ".
        const std::string_view what = error.what();
        const size_t column = what.find(", column ");
        const size_t words = column == std::string_view::npos ? column : what.find(": ", column);
        return refuse(std::string(words == std::string_view::npos ? "not JSON" : what.substr(words + 2)));
    }

    [[nodiscard]] Json take() { return std::move(root_); }
    [[nodiscard]] const std::string& problem() const { return problem_; }
    [[nodiscard]] std::optional<size_t> place() const { return place_; }

  private:
    bool refuse(std::string what) {
        problem_ = shortened(std::move(what), kMaxReasonLength);
        return false;
    }

    Json* put(Json value) {
        if (open_.empty()) return &(root_ = std::move(value));
        Json& parent = *open_.back();
        if (parent.is_array()) return &parent.emplace_back(std::move(value));
        return &(parent[key_] = std::move(value));
    }

    bool add(Json value) {
        put(std::move(value));
        return true;
    }

    bool open(Json value) {
        if (open_.size() >= kMaxJsonDepth) return refuse(fmt::format("nested deeper than {}", kMaxJsonDepth));
        // Only the innermost grows while it is open, so that these stay where they are.
        open_.push_back(put(std::move(value)));
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    Json root_;
    std::vector<Json*> open_;
    std::string key_;
    std::string problem_;
    std::optional<size_t> place_;
};

// Counts what the library has read, which tells the line of what the builder does not take.
class CountingIterator {
  public:
    using difference_type = std::ptrdiff_t;
    using value_type = char;
    using pointer = const char*;
    using reference = const char&;
    using iterator_category = std::input_iterator_tag;

    CountingIterator(const char* at, const char** farthest) : at_(at), farthest_(farthest) {}
    reference operator*() const { return *at_; }
    CountingIterator& operator++() {
        *farthest_ = ++at_;
        return *this;
    }
    friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.at_ == b.at_; }

  private:
    const char* at_;
    const char** farthest_;
};

std::string numberText(double value) {
    const bool isWhole = value == std::floor(value) && std::abs(value) < 1e15 && !(value == 0.0 && std::signbit(value));
    return isWhole ? fmt::format("{}", static_cast<int64_t>(value)) : Json(value).dump();
}

std::string nameText(const std::string& key) {
    return fmt::format("{}: ", Json(key).dump());
}

std::string onOneLine(const Json& value) {
    if (value.is_number_float()) return numberText(value.get<double>());
    if (!value.is_structured()) return value.dump();
    std::string text;
    text += value.is_array() ? '[' : '{';
    std::string_view separator;
    for (const auto& [key, item] : value.items()) {
        text += separator;
        if (value.is_object()) text += nameText(key);
        text += onOneLine(item);
        separator = ", ";
    }
    text += value.is_array() ? ']' : '}';
    return text;
}

void addLaidOut(std::string& text, const Json& value, size_t indent, size_t column, bool isRoot) {
    const std::string line = onOneLine(value);
    if (!value.is_structured() || value.empty() || (!isRoot && column + line.size() <= kLineWidth)) {
        text += line;
        return;
    }
    const std::string margin(indent + kIndent, ' ');
    text += value.is_array() ? '[' : '{';
    std::string_view separator = "\n";
    for (const auto& [key, item] : value.items()) {
        const std::string name = value.is_object() ? nameText(key) : "";
        text += separator;
        text += margin;
        text += name;
        addLaidOut(text, item, margin.size(), margin.size() + name.size(), false);
        separator = ",\n";
    }
    text += '\n';
    text.append(indent, ' ');
    text += value.is_array() ? ']' : '}';
}

}  // namespace

Json parseStrictJson(std::string_view text, const std::string& where) {
    checkEncoding(text, where);
    StrictBuilder builder;
    const char* farthest = text.data();
    const CountingIterator begin(text.data(), &farthest);
    const CountingIterator end(text.data() + text.size(), &farthest);
    if (!Json::sax_parse(begin, end, &builder)) {
        const size_t place = builder.place().value_or(static_cast<size_t>(farthest - text.data()));
        throw InputError(
            fmt::format("{}: line {}: {}", where, lineAt(text, std::max<size_t>(place, 1) - 1), builder.problem()));
    }
    return builder.take();
}

std::string plainText(std::string_view text, size_t mostBytes) {
    std::string plain;
    while (!text.empty()) {
        const size_t length = characterLength(text);
        plain += length == 0 ? "?" : text.substr(0, length);
        text.remove_prefix(std::max<size_t>(length, 1));
    }
    return shortened(std::move(plain), mostBytes);
}

std::string shortText(const Json& value) {
    if (value.is_structured() && value.size() > 8) {
        return fmt::format("{} of {}", value.is_array() ? "an array" : "an object", value.size());
    }
    if (value.is_string()) return Json(shortened(value.get<std::string>(), kMaxShownLength)).dump();
    return shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace), kMaxShownLength);
}

std::string layOut(const Json& value) {
    std::string text;
    addLaidOut(text, value, 0, 0, true);
    text += '\n';
    return text;
}

double shortest(float value) {
    const std::string text = fmt::format("{}", value);
    double result = value;
    std::from_chars(text.data(), text.data() + text.size(), result);
    return static_cast<float>(result) == value ? result : static_cast<double>(value);
}

}  // namespace meniscus
