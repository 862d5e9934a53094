// No fluid at all: the simulation has the machine for itself.
#include "render/views/fluid_view.h"

namespace meniscus {

namespace {

class HiddenView final : public FluidView {
  public:
    void draw(const ViewContext&) override {}
};

const ViewRegistration kRegistration(
    {.order = 9,
     .name = "hidden",
     .title = "Hidden",
     .description = "Draws no fluid, so that the simulation has the machine for itself.",
     .drawsFluid = false},
    []() -> std::unique_ptr<FluidView> { return std::make_unique<HiddenView>(); });

}  // namespace
}  // namespace meniscus
