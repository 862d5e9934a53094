// What another value of a setting would cost: how many substeps a step would need with it. It asks the method that
// runs, through one of its own, so that it holds for every method and needs nothing of the running world but a Frame.
#pragma once

#include <cstdint>
#include <memory>

#include "meniscus/world/frame.h"

namespace meniscus {

struct StepCost {
    int64_t substeps = 1;    // that a step needs
    int64_t allowed = 1;     // that it has at most; where it needs more, it simulates less than its time step
    double perSecond = 0.0;  // substeps for a second of simulated time
    [[nodiscard]] bool isCut() const { return substeps > allowed; }
};

class StepForecast {
  public:
    StepForecast();
    ~StepForecast();

    // Takes the fluid as it is in the frame.
    void update(const Frame& frame);
    // As the frame has it.
    [[nodiscard]] StepCost now() const;
    // With another value of one setting. Of the speed limit it tells the most that it may come to.
    [[nodiscard]] StepCost with(const SettingInfo& info, float value) const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// The same for people: "12 substeps a step instead of 1: about 12 times slower"; empty where both are one substep and
// equally fast.
[[nodiscard]] std::string costNote(const StepCost& cost, const StepCost& before);

}  // namespace meniscus
