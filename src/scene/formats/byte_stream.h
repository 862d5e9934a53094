// Numbers, texts and lists as bytes, little-endian, in either direction: who describes a structure once with
// bytes(field), bytes.list(...) and so on can write it by a ByteWriter and read it by a ByteReader. Floating point
// numbers come back bit for bit, infinities too.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "meniscus/core/enum_names.h"
#include "meniscus/core/error.h"
#include "meniscus/core/vec3.h"

namespace meniscus {

template <typename T>
concept Number = std::integral<T> || std::floating_point<T>;

template <Number T>
std::array<char, sizeof(T)> littleEndian(T value) {
    auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if constexpr (std::endian::native == std::endian::big) std::reverse(bytes.begin(), bytes.end());
    return bytes;
}

class ByteWriter {
  public:
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

    template <Number T>
    void operator()(const T& value) {
        const auto part = littleEndian(value);
        bytes_.append(part.data(), part.size());
    }
    void operator()(bool value) { (*this)(static_cast<uint8_t>(value)); }
    void operator()(const Vec3& v) {
        (*this)(v.x);
        (*this)(v.y);
        (*this)(v.z);
    }
    void text(const std::string& value, size_t) {
        (*this)(static_cast<uint32_t>(value.size()));
        bytes_ += value;
    }
    template <typename Enum>
    requires std::is_enum_v<Enum>
    void operator()(const Enum& value) { (*this)(static_cast<uint8_t>(value)); }
    // An index below count.
    void choice(size_t value, size_t) { (*this)(static_cast<uint8_t>(value)); }
    void size(size_t value) { (*this)(static_cast<uint64_t>(value)); }

    // Exactly as many numbers as there are in values, without their count.
    template <Number T>
    void array(const std::vector<T>& values, size_t) {
        if constexpr (std::endian::native == std::endian::little) {
            if (!values.empty()) bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
        } else {
            for (const T value : values) (*this)(value);
        }
    }
    template <typename T, typename Item>
    void list(const std::vector<T>& values, size_t, const Item& item) {
        size(values.size());
        for (const T& value : values) item(*this, value);
    }
    template <typename T, typename Item>
    void maybe(const std::optional<T>& value, const Item& item) {
        (*this)(value.has_value());
        if (value) item(*this, *value);
    }

    // Floats that a table describes, by their keys: another version may have others. valueOf(entry) gives each.
    template <typename Table, typename ValueOf>
    void table(const Table& table, const ValueOf& valueOf) {
        size(table.size());
        for (const auto& entry : table) {
            text(std::string(entry.key), 0);
            (*this)(static_cast<float>(valueOf(entry)));
        }
    }

  private:
    std::string bytes_;
};

class ByteReader {
  public:
    // where names the bytes in messages.
    ByteReader(std::string_view bytes, std::string where) : bytes_(bytes), where_(std::move(where)) {}

    [[noreturn]] void refuse(std::string_view what) const { throw InputError(fmt::format("{}: {}", where_, what)); }
    [[nodiscard]] size_t remaining() const { return bytes_.size(); }
    [[nodiscard]] const std::string& where() const { return where_; }

    template <Number T>
    void operator()(T& value) {
        std::array<char, sizeof(T)> part;
        std::memcpy(part.data(), take(sizeof(T)).data(), sizeof(T));
        if constexpr (std::endian::native == std::endian::big) std::reverse(part.begin(), part.end());
        value = std::bit_cast<T>(part);
    }
    void operator()(bool& value) {
        uint8_t byte = 0;
        (*this)(byte);
        if (byte > 1) refuse(fmt::format("a yes or no is {}; allowed: 0, 1", byte));
        value = byte == 1;
    }
    void operator()(Vec3& v) {
        (*this)(v.x);
        (*this)(v.y);
        (*this)(v.z);
    }
    void text(std::string& value, size_t longest) {
        uint32_t length = 0;
        (*this)(length);
        if (length > longest) refuse(fmt::format("a text of {} bytes; allowed: up to {}", length, longest));
        value = take(length);
    }
    template <typename Enum>
    requires std::is_enum_v<Enum>
    void operator()(Enum& value) {
        size_t index = 0;
        choice(index, enumeratorCount<Enum>());
        value = static_cast<Enum>(index);
    }
    void choice(size_t& value, size_t count) {
        uint8_t index = 0;
        (*this)(index);
        if (index >= count) refuse(fmt::format("kind {} of a thing; allowed: 0 to {}", index, count - 1));
        value = index;
    }
    void size(size_t& value) {
        uint64_t told = 0;
        (*this)(told);
        value = static_cast<size_t>(told);
    }

    template <Number T>
    void array(std::vector<T>& values, size_t count) {
        requireRoom(count, sizeof(T));
        values.resize(count);
        const std::string_view part = take(count * sizeof(T));
        if constexpr (std::endian::native == std::endian::little) {
            if (!part.empty()) std::memcpy(values.data(), part.data(), part.size());
        } else {
            ByteReader numbers(part, where_);
            for (T& value : values) numbers(value);
        }
    }
    // At most so many items. Each takes a byte at least.
    template <typename T, typename Item>
    void list(std::vector<T>& values, size_t most, const Item& item) {
        size_t count = 0;
        size(count);
        requireRoom(count, 1);
        if (count > most) refuse(fmt::format("a list of {}; allowed: up to {}", count, most));
        values.clear();
        values.reserve(count);
        for (size_t k = 0; k < count; ++k) item(*this, values.emplace_back());
    }
    template <typename T, typename Item>
    void maybe(std::optional<T>& value, const Item& item) {
        bool isThere = false;
        (*this)(isThere);
        value.reset();
        if (isThere) item(*this, value.emplace());
    }

    // Calls set(entry, value) for those that the bytes have; an InputError from there is reported with the place.
    template <typename Table, typename Set>
    void table(const Table& table, const Set& set) {
        size_t count = 0;
        size(count);
        if (count > 4 * table.size()) refuse(fmt::format("a table of {} values", count));
        std::vector<std::string> seen;
        for (size_t k = 0; k < count; ++k) {
            std::string key;
            text(key, kMaxKeyLength);
            const auto entry = std::find_if(table.begin(), table.end(), [&](const auto& e) { return e.key == key; });
            if (entry == table.end()) refuse(fmt::format("'{}' is unknown to this version", key));
            if (std::find(seen.begin(), seen.end(), key) != seen.end()) refuse(fmt::format("'{}' comes twice", key));
            float value = 0.0f;
            (*this)(value);
            try {
                set(*entry, value);
            } catch (const InputError& error) {
                refuse(error.what());
            }
            seen.push_back(std::move(key));
        }
    }

  private:
    static constexpr size_t kMaxKeyLength = 100;

    // Before memory is taken for what the bytes claim to hold.
    void requireRoom(size_t count, size_t bytesEach) const {
        if (count > bytes_.size() / bytesEach) {
            refuse(fmt::format("{} items are claimed, which {} bytes cannot hold", count, bytes_.size()));
        }
    }
    std::string_view take(size_t count) {
        if (count > bytes_.size()) refuse("ends too early");
        const std::string_view part = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return part;
    }

    std::string_view bytes_;
    std::string where_;
};

}  // namespace meniscus
