#include "ui/controls/cut_controls.h"

namespace meniscus {

void drawCutControls(PanelContext& context, std::string_view unseen) {
    Widgets& ui = context.ui;
    CutSettings& cut = context.state.preferences.view.cut;
    constexpr std::string_view kWhat =
        "Leaves out what is in front of a plane, on the side of the scene's own camera: one sees the inside.";
    constexpr Choice kCuts[] = {{"off", "Off", "All of the fluid is shown."},
                                {kCutAxisNames[0], "Across x", kWhat},
                                {kCutAxisNames[1], "Across z", kWhat}};
    const size_t chosen = cut.isOn ? 1 + static_cast<size_t>(cut.axis) : 0;
    const auto clicked = ui.choices("view/cut", kCuts, chosen, ui.width(), unseen);
    if (clicked) cut.isOn = *clicked > 0;
    if (clicked && cut.isOn) cut.axis = static_cast<CutAxis>(*clicked - 1);
    const std::string_view why = !unseen.empty() ? unseen : cut.isOn ? "" : "Nothing is cut.";
    const auto place = ui.labelledSlider("view/cut/place", "Position", cut.place, {-1.0f, 1.0f},
                                         shortNumber(cutPosition(cut, context.state.room), "m"),
                                         {"Where the plane is: from one wall of the room to the other.", why});
    if (place) cut.place = *place;
}

}  // namespace meniscus
