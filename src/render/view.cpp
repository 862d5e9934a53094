#include "meniscus/render/view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "meniscus/core/error.h"
#include "meniscus/core/text.h"
#include "render/views/fluid_view.h"

namespace meniscus {

namespace {

constexpr std::array<BackgroundInfo, 4> kBackgrounds{{
    {Background::Studio, "studio", "Studio"},
    {Background::Daylight, "daylight", "Daylight"},
    {Background::Night, "night", "Night"},
    {Background::Plain, "plain", "Plain"},
}};

// Two lists in the same order: infos are handed out as one span.
struct Registry {
    std::vector<ViewInfo> infos;
    std::vector<MakeView> makers;
};

Registry& registry() {
    static Registry views;
    return views;
}

size_t indexOf(std::string_view name) {
    const std::vector<ViewInfo>& infos = registry().infos;
    const auto found = std::ranges::find(infos, name, &ViewInfo::name);
    if (found != infos.end()) return static_cast<size_t>(found - infos.begin());
    std::vector<std::string_view> names;
    for (const ViewInfo& info : infos) names.push_back(info.name);
    const std::string_view nearest = nearestWord(name, names);
    throw InputError(fmt::format("view '{}' is unknown; {}", name,
                                 nearest.empty() ? fmt::format("allowed: {}", fmt::join(names, ", "))
                                                 : fmt::format("did you mean '{}'?", nearest)));
}

}  // namespace

ViewRegistration::ViewRegistration(const ViewInfo& info, MakeView make) {
    auto& [infos, makers] = registry();
    const auto place = std::ranges::upper_bound(infos, info.order, {}, &ViewInfo::order);
    makers.insert(makers.begin() + (place - infos.begin()), make);
    infos.insert(place, info);
}

std::span<const BackgroundInfo> backgroundTable() {
    return kBackgrounds;
}

const BackgroundInfo& backgroundInfo(Background background) {
    return *std::ranges::find(kBackgrounds, background, &BackgroundInfo::background);
}

std::span<const ViewInfo> registeredViews() {
    return registry().infos;
}

const ViewInfo& findView(std::string_view name) {
    return registry().infos[indexOf(name)];
}

ColourBy usualColourOf(const ViewInfo& view, bool isMixed) {
    return isMixed && view.tellsFluidsApart ? ColourBy::Fluid : view.usualColour;
}

std::unique_ptr<FluidView> makeView(std::string_view name) {
    return registry().makers[indexOf(name)]();
}

}  // namespace meniscus
