// A panel of the columns. Each is one file under src/ui/panels that registers itself.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "meniscus/ui/state.h"
#include "ui/widgets/widgets.h"

namespace meniscus {

// What a panel may look at and change.
struct PanelContext {
    UiState& state;
    const Frame* frame;  // null before the first one
    const UiActions& actions;
    Widgets& ui;

    // Whether a part that can be folded is open; remembered in the preferences like the panels themselves.
    [[nodiscard]] bool isOpen(std::string_view id, bool byDefault) const;
    void setOpen(std::string_view id, bool isOpen);
    // A number that a panel remembers, also in the preferences; the id begins with the panel's own, as in
    // "gravity/last".
    [[nodiscard]] double number(std::string_view id, double byDefault) const;
    void setNumber(std::string_view id, double value);
};

class Panel {
  public:
    virtual ~Panel() = default;
    virtual void draw(PanelContext& context) = 0;
};

enum class Side { Left, Right };

struct PanelInfo {
    std::string_view id;
    std::string_view title;
    Side side;
    int order;  // from the top of the column
    bool opensByDefault;
    std::unique_ptr<Panel> (*make)();
    bool opensForSeveralFluids = false;  // by default, where there are some
};

// A panel registers itself by defining one of these at namespace scope.
struct PanelRegistration {
    explicit PanelRegistration(const PanelInfo& info);
};

[[nodiscard]] std::span<const PanelInfo> registeredPanels();

template <typename P>
std::unique_ptr<Panel> makePanel() {
    return std::make_unique<P>();
}

}  // namespace meniscus
