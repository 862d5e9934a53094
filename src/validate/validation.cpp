#include "meniscus/validate/validation.h"

#include <algorithm>

namespace meniscus {

namespace {

std::vector<ValidationCase>& registry() {
    static std::vector<ValidationCase> cases;
    return cases;
}

}  // namespace

ValidationRegistration::ValidationRegistration(const ValidationCase& validationCase) {
    auto& cases = registry();
    const auto isEarlier = [](const ValidationCase& a, const ValidationCase& b) { return a.order < b.order; };
    cases.insert(std::upper_bound(cases.begin(), cases.end(), validationCase, isEarlier), validationCase);
}

std::span<const ValidationCase> validationCases() {
    return registry();
}

}  // namespace meniscus
