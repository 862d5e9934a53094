// Physics cases with reference data, for `meniscus validate`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace meniscus {

// One figure of a case against its reference.
struct ValidationResult {
    // Reported: the printed model cannot meet the bar at interactive settings; the figure is shown and does not fail.
    enum class Verdict { Pass, Fail, Reported };

    std::string name;
    std::string reference;
    std::string measured;
    double error = 0.0;
    double bar = 0.0;  // the largest error that passes
    Verdict verdict = Verdict::Fail;
    std::string note;
};

struct ValidationCase {
    int order;  // place in the table
    std::string_view name;
    std::string_view description;
    std::vector<ValidationResult> (*run)(int threads);  // 0 threads: as many as there are cores
};

// A file of cases registers each of them by defining one of these at namespace scope.
struct ValidationRegistration {
    explicit ValidationRegistration(const ValidationCase& validationCase);
};

[[nodiscard]] std::span<const ValidationCase> validationCases();

}  // namespace meniscus
