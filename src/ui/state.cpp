#include "meniscus/ui/state.h"

namespace meniscus {

bool isUsualColour(const ViewInfo& view, const ViewColour& colour) {
    return colour.by == view.usualColour && !colour.range;
}

void showView(Preferences& preferences, std::string_view name) {
    ViewSettings& view = preferences.view;
    if (view.view == name) return;
    const ViewColour left{view.colourBy, view.range};
    // Only what the user chose is kept: else the preferences would change by looking around.
    if (!isUsualColour(findView(view.view), left)) preferences.colours.insert_or_assign(view.view, left);
    const auto chosen = preferences.colours.extract(std::string(name));
    const ViewColour colour = chosen ? chosen.mapped() : ViewColour{findView(name).usualColour, {}};
    view.view = name;
    view.colourBy = colour.by;
    view.range = colour.range;
}

}  // namespace meniscus
