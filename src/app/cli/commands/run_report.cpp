#include "app/cli/commands/run_report.h"

#include <fmt/format.h>

#include "meniscus/core/text.h"
#include "meniscus/sph/simd_target.h"

namespace meniscus {
namespace {

double ratioOrZero(double numerator, double denominator) {
    return denominator > 0.0 ? numerator / denominator : 0.0;
}

double particleStepsPerSecond(const RunReport& report) {
    return ratioOrZero(static_cast<double>(report.particleSteps), report.wallSeconds);
}

double realTimeFactor(const RunReport& report) {
    return ratioOrZero(report.newSeconds, report.wallSeconds);
}

double bytesPerParticle(const RunReport& report) {
    return ratioOrZero(static_cast<double>(report.allocatedBytes), static_cast<double>(report.state.particles));
}

double stageMs(const RunReport& report, size_t stage) {
    return ratioOrZero(1e3 * report.totals.stageSeconds[stage], static_cast<double>(report.newSteps));
}

std::string stageLine(const RunReport& report) {
    std::string parts;
    double total = 0.0;
    for (size_t s = 0; s < kStageCount; ++s) {
        const double ms = stageMs(report, s);
        parts += fmt::format("{}{} {:.3f}", s == 0 ? "" : ", ", stageName(static_cast<Stage>(s)), ms);
        total += ms;
    }
    return fmt::format("{:.3f} ({})", total, parts);
}

std::string exportLine(const ExportTotals& exported) {
    return fmt::format("{} file{} with {:.2f} MB in '{}', in {:.3f} s", exported.files, exported.files == 1 ? "" : "s",
                       1e-6 * static_cast<double>(exported.bytes), exported.folder, exported.wallSeconds);
}

Json exportJson(const ExportTotals& exported) {
    return {{"folder", exported.folder},
            {"files", exported.files},
            {"bytes", exported.bytes},
            {"wallSeconds", exported.wallSeconds}};
}

Json stagesJson(const RunReport& report) {
    Json stages = Json::object();
    for (size_t s = 0; s < kStageCount; ++s) {
        stages[std::string(stageName(static_cast<Stage>(s)))] = stageMs(report, s);
    }
    return stages;
}

Json settingJson(const SettingInfo& info, float value) {
    switch (info.kind) {
        case SettingKind::Number:
            return shortDecimal(value);
        case SettingKind::Toggle:
            return value != 0.0f;
        case SettingKind::Choice:
            break;
    }
    return formatValue(info, value);
}

std::string fluidsLine(const RunReport& report) {
    std::string parts;
    for (const FluidShare& fluid : report.fluids) {
        parts += fmt::format("{}{} {} ({:.4g} kg)", parts.empty() ? "" : ", ", fluid.name, fluid.particles, fluid.mass);
    }
    return parts;
}

std::string phasesLine(const StepTotals& totals) {
    return fmt::format("{} of air born, {} of gas gone, {} boiled, {} condensed", totals.airBorn, totals.gasGone,
                       totals.boiled, totals.condensed);
}

void addFluids(Json& json, const RunReport& report) {
    Json fluids = Json::array();
    for (const FluidShare& fluid : report.fluids) {
        fluids.push_back({{"name", fluid.name}, {"particles", fluid.particles}, {"mass", fluid.mass}});
    }
    json["fluids"] = std::move(fluids);
    json["coldest"] = report.state.coldest;
    json["hottest"] = report.state.hottest;
    json["heat"] = report.state.heat;
    json["airBorn"] = report.totals.airBorn;
    json["gasGone"] = report.totals.gasGone;
    json["boiled"] = report.totals.boiled;
    json["condensed"] = report.totals.condensed;
}

Vec3 totalOf(const std::vector<WallForce>& forces) {
    Vec3 sum;
    for (const WallForce& force : forces) sum += force.force;
    return sum;
}

// N, what the fluid does to each wall.
Json wallForcesJson(const std::vector<WallForce>& forces) {
    Json json = Json::object();
    for (const WallForce& force : forces) json[force.wall] = jsonOf(force.force);
    return json;
}

}  // namespace

Json settingsJson(const Settings& settings, const FluidKind& firstFluid) {
    Json object = Json::object();
    for (const SettingInfo& info : settingTable()) {
        object[std::string(info.key)] = settingJson(info, valueOf(info, settings, firstFluid));
    }
    return object;
}

std::string reportText(const RunReport& report) {
    const StepTotals& totals = report.totals;
    const StateMeasure& state = report.state;
    std::string text;
    const auto addLine = [&](std::string_view label, const std::string& value) {
        text += fmt::format("{:<16}{}\n", label, value);
    };
    addLine("scene", fmt::format("{}, seed {}", report.scene, report.seed));
    addLine("particles", fmt::format("{} ({:.0f} bytes each)", state.particles, bytesPerParticle(report)));
    addLine("steps", fmt::format("{} ({} substeps, {} halvings)", totals.steps, totals.substeps, totals.halvings));
    if (totals.cutSteps > 0) addLine("cut steps", fmt::format("{} simulated less than the time step", totals.cutSteps));
    if (totals.crowded > 0) addLine("crowded", fmt::format("{} times a particle among too many", totals.crowded));
    if (!report.budgetNote.empty()) addLine("budget", report.budgetNote);
    addLine("simulated", fmt::format("{:.3f} s in {:.3f} s ({:.3g} x real time)", report.newSeconds, report.wallSeconds,
                                     realTimeFactor(report)));
    addLine("speed", fmt::format("{:.3f} M particle-steps/s, {} thread{}, {}", 1e-6 * particleStepsPerSecond(report),
                                 report.threads, report.threads == 1 ? "" : "s", simdTargetName()));
    addLine("ms per step", stageLine(report));
    addLine("neighbours", fmt::format("{:.1f} mean", state.meanNeighbors));
    addLine("density ratio", fmt::format("{:.4f} mean, {:.4f} max", state.meanDensityRatio, state.maxDensityRatio));
    addLine("energy", fmt::format("{:.4g} J kinetic, {:.4g} J potential", state.kineticEnergy, state.potentialEnergy));
    addLine("velocity", fmt::format("{:.4g} m/s mean, {:.4g} m/s max", state.meanSpeed, state.maxSpeed));
    if (!report.restNote.empty()) addLine("note", "not at rest: " + report.restNote);
    if (!report.fluids.empty()) {
        addLine("fluids", fluidsLine(report));
        addLine("temperature", fmt::format("{:.4g} to {:.4g} C", state.coldest, state.hottest));
        addLine("phases", phasesLine(totals));
    }
    addLine("walls", fmt::format("{:.4g} N down", -totalOf(report.wallForces).y));
    addLine("speed limit", fmt::format("acted {} times", totals.speedLimited));
    addLine("escaped", fmt::format("{}", state.escaped));
    if (report.exported) addLine("exported", exportLine(*report.exported));
    return text;
}

Json reportJson(const RunReport& report) {
    const StepTotals& totals = report.totals;
    const StateMeasure& state = report.state;
    Json json{{"scene", report.scene},
              {"seed", report.seed},
              {"finished", report.isFinished},
              {"particles", state.particles},
              {"steps", totals.steps},
              {"substeps", totals.substeps},
              {"halvings", totals.halvings},
              {"speedLimited", totals.speedLimited},
              {"cutSteps", totals.cutSteps},
              {"crowded", totals.crowded},
              {"budgetNote", report.budgetNote},
              {"restNote", report.restNote},
              {"emitterSkipped", totals.emitterSkipped},
              {"timeStep", shortDecimal(report.settings.timeStep)},
              {"simulatedSeconds", totals.simulatedSeconds},
              {"wallSeconds", report.wallSeconds},
              {"realTimeFactor", realTimeFactor(report)},
              {"particleStepsPerSecond", particleStepsPerSecond(report)},
              {"meanNeighbors", state.meanNeighbors},
              {"meanDensityRatio", state.meanDensityRatio},
              {"maxDensityRatio", state.maxDensityRatio},
              {"kineticEnergy", state.kineticEnergy},
              {"potentialEnergy", state.potentialEnergy},
              {"meanSpeed", state.meanSpeed},
              {"maxSpeed", state.maxSpeed},
              {"momentum", jsonOf(state.momentum)},
              {"escaped", state.escaped},
              {"method", report.method},
              {"wallForce", jsonOf(totalOf(report.wallForces))},
              {"wallForces", wallForcesJson(report.wallForces)},
              {"hash", hex16(report.hash)},
              {"threads", report.threads},
              {"simdTarget", simdTargetName()},
              {"allocatedBytes", report.allocatedBytes},
              {"bytesPerParticle", bytesPerParticle(report)},
              {"stageMs", stagesJson(report)},
              {"settings", settingsJson(report.settings, report.firstFluid)}};
    if (!report.fluids.empty()) addFluids(json, report);
    if (report.exported) json["export"] = exportJson(*report.exported);
    return json;
}

}  // namespace meniscus
