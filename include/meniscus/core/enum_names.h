// Names of enumerators, for files, messages and panels. They stand beside their enum,
//
//     enum class EmitterShape { Disc, Square };
//     template <> inline constexpr auto kNamesOf<EmitterShape> = namesFor<EmitterShape>("disc", "square");
//
// and an enumerator without a name stops the build: whoever adds one need not know where names are read or written.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace meniscus {

namespace detail {

// Compilers print an enumerator by its name, and any other value of the type as a cast: "Value = (Shape)2". C++20 has
// no reflection; the list of names must be compared with something that cannot be forgotten.
template <auto Value>
constexpr bool isEnumerator() {
    constexpr std::string_view kText = __PRETTY_FUNCTION__;
    constexpr std::string_view kBefore = "Value = ";
    static_assert(kText.find(kBefore) != std::string_view::npos);
    return kText[kText.find(kBefore) + kBefore.size()] != '(';
}

}  // namespace detail

// How many enumerators an enum has; they must be 0, 1, 2, ...
template <typename Enum, size_t Count = 0>
constexpr size_t enumeratorCount() {
    if constexpr (detail::isEnumerator<static_cast<Enum>(Count)>()) return enumeratorCount<Enum, Count + 1>();
    return Count;
}

template <typename Enum, typename... Names>
constexpr std::array<std::string_view, sizeof...(Names)> namesFor(Names... names) {
    static_assert(sizeof...(Names) == enumeratorCount<Enum>(), "every enumerator needs one name");
    return {names...};
}

template <typename Enum>
inline constexpr std::array<std::string_view, 0> kNamesOf{};

template <typename Enum>
concept NamedEnum = std::is_enum_v<Enum> && !kNamesOf<Enum>.empty();

template <NamedEnum Enum>
[[nodiscard]] constexpr bool hasName(Enum value) {
    return static_cast<size_t>(value) < kNamesOf<Enum>.size();
}

// "?" for a value that is no enumerator.
template <NamedEnum Enum>
[[nodiscard]] constexpr std::string_view nameOf(Enum value) {
    return hasName(value) ? kNamesOf<Enum>[static_cast<size_t>(value)] : std::string_view("?");
}

template <NamedEnum Enum>
[[nodiscard]] constexpr std::optional<Enum> parseName(std::string_view name) {
    const auto place = std::find(kNamesOf<Enum>.begin(), kNamesOf<Enum>.end(), name);
    if (place == kNamesOf<Enum>.end()) return std::nullopt;
    return static_cast<Enum>(place - kNamesOf<Enum>.begin());
}

}  // namespace meniscus
