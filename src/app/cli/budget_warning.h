// Tells the user, once, that steps are cut short and why.
#pragma once

#include <iosfwd>

#include "app/cli/messages.h"
#include "meniscus/world/world.h"

namespace meniscus {

class BudgetWarning {
  public:
    explicit BudgetWarning(std::ostream& err) : err_(err) {}

    // After each step.
    void follow(const World& world) {
        const StepTotals& totals = world.totals();
        if (hasWarned_ || !totals.isLimited()) return;
        warn(err_, world.budgetNote());
        hasWarned_ = true;
    }

  private:
    std::ostream& err_;
    bool hasWarned_ = false;
};

}  // namespace meniscus
