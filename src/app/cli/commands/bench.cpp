// meniscus bench: speed of a scene over particle counts and thread counts.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <thread>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/scene_bench.h"
#include "app/cli/json_output.h"
#include "app/cli/option_value.h"
#include "app/cli/progress_bar.h"
#include "app/cli/text_table.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/sph/simd_target.h"

namespace meniscus {
namespace {

std::vector<int> defaultThreads() {
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return cores == 1 ? std::vector{1} : std::vector{1, cores};
}

std::vector<BenchCase> listCases(const SceneInfo& scene, const BenchOptions& options) {
    const std::string method =
        options.method ? std::string(findByName("--method", "method", methods(), *options.method).name) : "";
    std::vector<BenchCase> cases;
    for (const size_t particles : options.particles) {
        for (const int threads : options.threads.empty() ? defaultThreads() : options.threads) {
            cases.push_back({&scene, method, particles, threads, options.steps});
        }
    }
    return cases;
}

std::vector<BenchResult> measureCases(const std::vector<BenchCase>& cases, ProgressBar& progress) {
    std::vector<BenchResult> results;
    for (const BenchCase& benchCase : cases) {
        const auto showProgress = [&](double fraction) {
            if (!progress.isDue()) return;
            progress.draw((static_cast<double>(results.size()) + fraction) / static_cast<double>(cases.size()),
                          fmt::format("{}  {} particles  {} threads", benchCase.scene->name, benchCase.particles,
                                      benchCase.threads));
        };
        showProgress(0.0);
        results.push_back(benchScene(benchCase, showProgress));
    }
    return results;
}

// Speed over that of one thread with as many particles, where that was measured too.
template <typename Speed>
std::string scalingOf(const BenchResult& result, const std::vector<BenchResult>& results, const Speed& speed) {
    const auto single = std::ranges::find_if(
        results, [&](const BenchResult& other) { return other.threads == 1 && other.particles == result.particles; });
    if (single == results.end()) return "-";
    return fmt::format("{:.2f}", speed(result) / speed(*single));
}

double meshSeconds(const BenchResult& result) {
    return result.surfaceSeconds.field + result.surfaceSeconds.triangles;
}

std::string speedTable(const std::vector<BenchResult>& results) {
    TextTable table({"scene", ">particles", ">threads", ">neighbours", ">M steps/s", ">M pairs/s", ">reference M/s",
                     ">ratio", ">scaling", ">bytes/particle"});
    for (const BenchResult& result : results) {
        table.addRow({result.scene, std::to_string(result.particles), std::to_string(result.threads),
                      fmt::format("{:.1f}", result.meanNeighbors),
                      fmt::format("{:.3f}", 1e-6 * result.particleStepsPerSecond),
                      fmt::format("{:.1f}", 1e-6 * result.pairsPerSecond),
                      fmt::format("{:.3f}", 1e-6 * result.referenceParticleStepsPerSecond),
                      fmt::format("{:.2f}", result.particleStepsPerSecond / result.referenceParticleStepsPerSecond),
                      scalingOf(result, results, [](const BenchResult& r) { return r.particleStepsPerSecond; }),
                      fmt::format("{:.0f}", result.bytesPerParticle)});
    }
    return table.text();
}

std::string stageTable(const std::vector<BenchResult>& results) {
    std::vector<std::string> headings{"ns per particle-step", ">particles", ">threads"};
    for (size_t s = 0; s < kStageCount; ++s) headings.push_back(fmt::format(">{}", stageName(static_cast<Stage>(s))));
    TextTable table(headings);
    for (const BenchResult& result : results) {
        std::vector<std::string> row{result.scene, std::to_string(result.particles), std::to_string(result.threads)};
        for (const double seconds : result.stageSeconds) row.push_back(fmt::format("{:.1f}", 1e9 * seconds));
        table.addRow(std::move(row));
    }
    return table.text();
}

// Field and triangles against a step of the same fluid; smoothing, normals and walls come on top.
std::string surfaceTable(const std::vector<BenchResult>& results) {
    TextTable table({"surface, ms", ">particles", ">threads", ">step", ">field", ">triangles", ">mesh / step",
                     ">scaling", ">finish", ">number of triangles"});
    for (const BenchResult& result : results) {
        table.addRow(
            {result.scene, std::to_string(result.particles), std::to_string(result.threads),
             fmt::format("{:.2f}", 1e3 * result.stepSeconds), fmt::format("{:.2f}", 1e3 * result.surfaceSeconds.field),
             fmt::format("{:.2f}", 1e3 * result.surfaceSeconds.triangles),
             fmt::format("{:.2f}", meshSeconds(result) / result.stepSeconds),
             scalingOf(result, results, [](const BenchResult& r) { return 1.0 / meshSeconds(r); }),
             fmt::format("{:.2f}", 1e3 * result.surfaceSeconds.finish), std::to_string(result.surfaceTriangles)});
    }
    return table.text();
}

Json benchJson(const std::vector<BenchResult>& results) {
    Json list = Json::array();
    for (const BenchResult& result : results) {
        Json stages = Json::object();
        for (size_t s = 0; s < kStageCount; ++s) {
            stages[std::string(stageName(static_cast<Stage>(s)))] = 1e9 * result.stageSeconds[s];
        }
        list.push_back({{"scene", result.scene},
                        {"particles", result.particles},
                        {"threads", result.threads},
                        {"meanNeighbors", result.meanNeighbors},
                        {"particleStepsPerSecond", result.particleStepsPerSecond},
                        {"pairsPerSecond", result.pairsPerSecond},
                        {"referenceParticleStepsPerSecond", result.referenceParticleStepsPerSecond},
                        {"bytesPerParticle", result.bytesPerParticle},
                        {"stageNs", std::move(stages)},
                        {"stepMs", 1e3 * result.stepSeconds},
                        {"surfaceFieldMs", 1e3 * result.surfaceSeconds.field},
                        {"surfaceTrianglesMs", 1e3 * result.surfaceSeconds.triangles},
                        {"surfaceFinishMs", 1e3 * result.surfaceSeconds.finish},
                        {"surfaceTriangles", result.surfaceTriangles}});
    }
    return list;
}

}  // namespace

int runBench(const BenchOptions& options, std::ostream& out, std::ostream& err) {
    const SceneInfo& scene = findScene(options.scene);
    if (options.json) checkOutput("--json", *options.json);
    // Too large a count ends the call now and not after the smaller ones have been measured.
    for (const size_t particles : options.particles) checkParticleCount(particles);

    std::vector<BenchResult> results;
    {
        ProgressBar progress(err);
        results = measureCases(listCases(scene, options), progress);
    }
    out << fmt::format("SIMD target: {}\n\n", simdTargetName()) << speedTable(results) << '\n'
        << stageTable(results) << '\n'
        << surfaceTable(results);
    if (options.json) writeFileAtomically(*options.json, jsonText(benchJson(results)));
    return kExitDone;
}

}  // namespace meniscus
