#include "meniscus/look/view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "meniscus/core/error.h"
#include "meniscus/core/text.h"

namespace meniscus {

namespace {

std::vector<ViewInfo>& registry() {
    static std::vector<ViewInfo> views;
    return views;
}

}  // namespace

void registerView(const ViewInfo& info) {
    std::vector<ViewInfo>& infos = registry();
    infos.insert(std::ranges::upper_bound(infos, info.order, {}, &ViewInfo::order), info);
}

std::span<const ViewInfo> registeredViews() {
    return registry();
}

const ViewInfo& findView(std::string_view name) {
    const std::vector<ViewInfo>& infos = registry();
    const auto found = std::ranges::find(infos, name, &ViewInfo::name);
    if (found != infos.end()) return *found;
    std::vector<std::string_view> names;
    for (const ViewInfo& info : infos) names.push_back(info.name);
    const std::string_view nearest = nearestWord(name, names);
    throw InputError(fmt::format("view '{}' is unknown; {}", name,
                                 nearest.empty() ? fmt::format("allowed: {}", fmt::join(names, ", "))
                                                 : fmt::format("did you mean '{}'?", nearest)));
}

ColourBy usualColourOf(const ViewInfo& view, bool isMixed) {
    return isMixed && view.tellsFluidsApart ? ColourBy::Fluid : view.usualColour;
}

}  // namespace meniscus
