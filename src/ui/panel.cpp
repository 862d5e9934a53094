#include "ui/panel.h"

#include <algorithm>
#include <string>
#include <vector>

namespace meniscus {

namespace {

std::vector<PanelInfo>& registry() {
    static std::vector<PanelInfo> panels;
    return panels;
}

}  // namespace

PanelRegistration::PanelRegistration(const PanelInfo& info) {
    auto& panels = registry();
    const auto place = std::upper_bound(panels.begin(), panels.end(), info,
                                        [](const PanelInfo& a, const PanelInfo& b) { return a.order < b.order; });
    panels.insert(place, info);
}

std::span<const PanelInfo> registeredPanels() {
    return registry();
}

bool PanelContext::isOpen(std::string_view id, bool byDefault) const {
    const auto& open = state.preferences.openPanels;
    const auto found = open.find(std::string(id));
    return found == open.end() ? byDefault : found->second;
}

void PanelContext::setOpen(std::string_view id, bool isOpen) {
    state.preferences.openPanels.insert_or_assign(std::string(id), isOpen);
}

double PanelContext::number(std::string_view id, double byDefault) const {
    const auto& numbers = state.preferences.panelNumbers;
    const auto found = numbers.find(std::string(id));
    return found == numbers.end() ? byDefault : found->second;
}

void PanelContext::setNumber(std::string_view id, double value) {
    state.preferences.panelNumbers.insert_or_assign(std::string(id), value);
}

}  // namespace meniscus
