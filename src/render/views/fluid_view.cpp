#include "render/views/fluid_view.h"

#include <map>

namespace meniscus {

namespace {

std::map<std::string_view, MakeView>& makers() {
    static std::map<std::string_view, MakeView> views;
    return views;
}

}  // namespace

ViewRegistration::ViewRegistration(const ViewInfo& info, MakeView make) {
    registerView(info);
    makers().emplace(info.name, make);
}

std::unique_ptr<FluidView> makeView(std::string_view name) {
    return makers().at(findView(name).name)();
}

}  // namespace meniscus
