// meniscus validate: physics cases against reference data, as a table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "app/cli/commands/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/option_value.h"
#include "app/cli/progress_bar.h"
#include "app/cli/text_table.h"
#include "meniscus/core/error.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/validate/validation.h"

namespace meniscus {
namespace {

using Verdict = ValidationResult::Verdict;

std::string_view verdictName(Verdict verdict) {
    switch (verdict) {
        case Verdict::Pass:
            return "pass";
        case Verdict::Fail:
            return "fail";
        case Verdict::Reported:
            return "reported";
    }
    return "";
}

const ValidationCase& findCase(std::string_view name) {
    std::vector<std::string_view> known;
    for (const ValidationCase& validationCase : validationCases()) {
        if (validationCase.name == name) return validationCase;
        known.push_back(validationCase.name);
    }
    throw InputError(unknownWord("case", name, known));
}

std::vector<const ValidationCase*> chooseCases(const std::vector<std::string>& names) {
    std::vector<const ValidationCase*> chosen;
    for (const std::string& name : names) chosen.push_back(&findCase(name));
    if (!names.empty()) return chosen;
    for (const ValidationCase& validationCase : validationCases()) chosen.push_back(&validationCase);
    return chosen;
}

// A case that breaks off has failed; the others still have their say.
std::vector<ValidationResult> runCase(const ValidationCase& validationCase) {
    try {
        return validationCase.run(0);
    } catch (const WorkError& error) {
        ValidationResult failure;
        failure.name = validationCase.name;
        failure.error = NAN;
        failure.bar = NAN;
        failure.note = error.what();
        return {failure};
    }
}

std::vector<ValidationResult> runCases(const std::vector<const ValidationCase*>& cases, std::ostream& err) {
    ProgressBar progress(err);
    std::vector<ValidationResult> results;
    for (size_t n = 0; n < cases.size(); ++n) {
        // Cases take seconds each, so each is shown, due or not.
        if (progress.isOn()) progress.draw(static_cast<double>(n) / static_cast<double>(cases.size()), cases[n]->name);
        std::ranges::move(runCase(*cases[n]), std::back_inserter(results));
    }
    return results;
}

std::string figure(double value) {
    return std::isfinite(value) ? fmt::format("{:.3g}", value) : "-";
}

std::string resultTable(const std::vector<ValidationResult>& results) {
    TextTable table({"case", "reference", "measured", ">error", ">bar", "verdict", "note"});
    for (const ValidationResult& result : results) {
        table.addRow({result.name, result.reference, result.measured, figure(result.error), figure(result.bar),
                      std::string(verdictName(result.verdict)), result.note});
    }
    return table.text();
}

Json resultJson(const std::vector<ValidationResult>& results) {
    Json list = Json::array();
    for (const ValidationResult& result : results) {
        list.push_back({{"case", result.name},
                        {"reference", result.reference},
                        {"measured", result.measured},
                        {"error", result.error},
                        {"bar", result.bar},
                        {"verdict", verdictName(result.verdict)},
                        {"note", result.note}});
    }
    return list;
}

std::string caseTable() {
    TextTable table({"case", "description"});
    for (const ValidationCase& validationCase : validationCases()) {
        table.addRow({std::string(validationCase.name), std::string(validationCase.description)});
    }
    return table.text();
}

}  // namespace

int runValidation(const ValidateOptions& options, std::ostream& out, std::ostream& err) {
    const std::vector<const ValidationCase*> cases = chooseCases(options.cases);
    if (options.list) {
        out << caseTable();
        return kExitDone;
    }
    if (options.json) checkOutput("--json", *options.json);

    const std::vector<ValidationResult> results = runCases(cases, err);
    out << resultTable(results);
    if (options.json) writeFileAtomically(*options.json, jsonText(resultJson(results)));
    const auto failed = std::ranges::count(results, Verdict::Fail, &ValidationResult::verdict);
    if (failed > 0) throw WorkError(fmt::format("{} of {} figures missed their bar", failed, results.size()));
    return kExitDone;
}

}  // namespace meniscus
