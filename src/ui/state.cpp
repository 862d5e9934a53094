#include "meniscus/ui/state.h"

#include <algorithm>

namespace meniscus {

namespace {

constexpr double kMessageSeconds = 5.0;
constexpr size_t kMaxMessages = 4;

}  // namespace

bool isUsualColour(const ViewInfo& view, const ViewColour& colour, bool isMixed) {
    return colour.by == usualColourOf(view, isMixed) && !colour.range;
}

void showView(Preferences& preferences, std::string_view name, bool isMixed) {
    ViewSettings& view = preferences.view;
    if (view.view == name) return;
    const ViewColour left{view.colourBy, view.range};
    // Only what the user chose is kept: else the preferences would change by looking around.
    if (!isUsualColour(findView(view.view), left, isMixed)) preferences.colours.insert_or_assign(view.view, left);
    const auto chosen = preferences.colours.extract(std::string(name));
    const ViewColour usual{usualColourOf(findView(name), isMixed), {}};
    const bool isPossible = chosen && (isMixed || !colourInfo(chosen.mapped().by).needsMixture);
    const ViewColour colour = isPossible ? chosen.mapped() : usual;
    view.view = name;
    view.colourBy = colour.by;
    view.range = colour.range;
}

SceneParts partsOf(const WorldSetup& setup) {
    return {.fluids = setup.fluids,
            .hasFields = !setup.fields.empty(),
            .hasHeaters = !setup.heaters.empty(),
            .hasAir = setup.air != kNoFluid,
            .hasCavitationSites = !setup.cavitationSites.empty(),
            .hasSolids = setup.solids != nullptr};
}

size_t chosenFluid(const UiState& state, const Frame& frame) {
    const auto isChosen = [&](const FluidKind& kind) { return kind.name == state.chosenFluid; };
    const auto found = std::find_if(frame.fluids.begin(), frame.fluids.end(), isChosen);
    return found == frame.fluids.end() ? 0 : static_cast<size_t>(found - frame.fluids.begin());
}

std::vector<size_t> countPerFluid(const Frame& frame) {
    std::vector<size_t> counts(std::max<size_t>(frame.fluids.size(), 1));
    if (!frame.isMixed()) counts[0] = frame.count();
    for (const uint8_t fluid : frame.fluid) ++counts[fluid];
    return counts;
}

void showMixture(Preferences& preferences, bool isMixed) {
    ViewSettings& view = preferences.view;
    const ViewInfo& info = findView(view.view);
    const bool wasUsual = isUsualColour(info, {view.colourBy, view.range}, !isMixed);
    const bool isPossible = isMixed || !colourInfo(view.colourBy).needsMixture;
    if (!wasUsual && isPossible) return;
    view.colourBy = usualColourOf(info, isMixed);
    view.range.reset();
}

void UiState::say(Message::Kind kind, std::string text) {
    if (!messages.empty() && messages.back().text == text) messages.pop_back();
    messages.push_back({kind, std::move(text), time + kMessageSeconds});
    while (messages.size() > kMaxMessages) messages.pop_front();
    isPictureOld = true;
}

void UiState::dropOldMessages() {
    while (!messages.empty() && messages.front().until < time) messages.pop_front();
}

}  // namespace meniscus
