#include "app/exporter.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "app/export_record.h"
#include "app/option_value.h"
#include "app/particle_fields.h"
#include "meniscus/core/error.h"
#include "meniscus/core/text.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/io/output_folder.h"
#include "meniscus/scene/command_log.h"
#include "meniscus/sph/simd_target.h"

namespace meniscus {

namespace {

// Adds the time that it lives, so that the speed of the simulation is told without it.
class WallClock {
  public:
    explicit WallClock(double& sum) : sum_(sum) {}
    ~WallClock() { sum_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
    WallClock(const WallClock&) = delete;
    WallClock& operator=(const WallClock&) = delete;

  private:
    using Clock = std::chrono::steady_clock;
    double& sum_;
    Clock::time_point start_ = Clock::now();
};

void prepareFolder(const std::filesystem::path& folder) {
    try {
        makeEmptyFolder(folder);
        claimFolder(folder, kRecordFile);
    } catch (const InputError& error) {
        throw InputError(fmt::format("--export: {}", error.what()));
    }
}

}  // namespace

Exporter::Exporter(const RunOptions& options, const World& world, std::span<const LoggedCommand> commands)
    : options_(options.exporting), mesher_(world.threadCount()), walls_(wallsOf(world.setup())) {
    const WallClock clock(totals_.wallSeconds);
    totals_.folder = options_.folder->string();
    prepareFolder(*options_.folder);
    record_ = exportRecord(options, world);
    writeRecord();
    if (options.commands) write(std::string(kCommandsFile), commandLogText(commands));
    exportState(world);
    nextDue_ = options_.every;
}

void Exporter::followStep(const World& world) {
    const WallClock clock(totals_.wallSeconds);
    const double timeStep = world.settings().timeStep;
    seconds_ += timeStep;
    // From here on the next step is nearer.
    const double end = seconds_ + 0.5 * timeStep;
    if (options_.every > timeStep && end < nextDue_) return;
    exportState(world);
    nextDue_ = options_.every * (std::floor(end / options_.every) + 1.0);
}

void Exporter::finish(const World& world, bool isFinished) {
    const WallClock clock(totals_.wallSeconds);
    record_["finished"] = isFinished;
    record_["simdTarget"] = simdTargetName();
    record_["hash"] = hex16(world.stateHash());
    Json& exports = record_["exports"];
    for (const Moment& moment : moments_) {
        exports.push_back({{"index", exports.size()},
                           {"step", moment.step},
                           {"seconds", moment.seconds},
                           {"particles", moment.particles}});
    }
    writeRecord();
    if (options_.format != GeometryFormat::Vtk) return;
    writeSeries(kParticleFiles);
    if (options_.hasSurface) writeSeries(kSurfaceFiles);
}

void Exporter::exportState(const World& world) {
    world.evaluate();  // so that densities and velocities are those of the places that are written
    world.capture(frame_);
    writeGeometry(kParticleFiles, particleGeometry({frame_, world.ids()}));
    if (options_.hasSurface) {
        mesher_.build(frame_.particles(), options_.surface, {}, walls_.get(), surface_);
        Geometry geometry;
        geometry.points = surface_.triangles.positions;
        geometry.normals = surface_.triangles.normals;
        geometry.triangles = surface_.triangles.indices;
        writeGeometry(kSurfaceFiles, geometry);
    }
    moments_.push_back({world.stepIndex(), seconds_, frame_.count()});
}

void Exporter::writeGeometry(std::string_view kind, const Geometry& geometry) {
    Geometry dated = geometry;
    dated.seconds = seconds_;
    write(fileName(kind, moments_.size()), encodeGeometry(options_.format, dated));
}

void Exporter::writeSeries(std::string_view kind) {
    std::vector<SeriesEntry> entries;
    for (size_t index = 0; index < moments_.size(); ++index) {
        entries.push_back({fileName(kind, index), moments_[index].seconds});
    }
    write(fmt::format("{}.pvd", kind), encodeVtkSeries(entries));
}

void Exporter::writeRecord() {
    const std::string text = jsonText(record_);
    write(std::string(kRecordFile), text);
    if (recordBytes_ > 0) {  // it took the place of the one before
        --totals_.files;
        totals_.bytes -= recordBytes_;
    }
    recordBytes_ = text.size();
}

void Exporter::write(const std::string& name, std::string_view content) {
    try {
        writeFileAtomically(*options_.folder / name, content);
    } catch (const InputError& error) {
        throw WorkError(error.what());  // the folder was good when the run began
    }
    ++totals_.files;
    totals_.bytes += content.size();
}

std::string Exporter::fileName(std::string_view kind, size_t index) const {
    return exportFileName(kind, fmt::format("{:06}", index), options_.format);
}

}  // namespace meniscus
