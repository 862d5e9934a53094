#include "app/export/exporter.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "app/cli/option_value.h"
#include "app/export/export_record.h"
#include "app/export/particle_fields.h"
#include "meniscus/core/error.h"
#include "meniscus/core/text.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/io/output_folder.h"
#include "meniscus/scene/command_log.h"
#include "meniscus/sph/simd_target.h"

namespace meniscus {

namespace {

// Adds the time that it lives, so that the reported speed of the simulation excludes it.
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

Exporter::Exporter(const RunOptions& options, const Scene& scene, const World& world,
                   std::span<const LoggedCommand> commands)
    : options_(options.exporting), mesher_(world.threadCount()), walls_(wallsOf(world.setup())) {
    const WallClock clock(totals_.wallSeconds);
    totals_.folder = options_.folder->string();
    prepareFolder(*options_.folder);
    record_ = exportRecord(options, scene, world);
    writeRecord();
    if (options.commands) write(std::string(kCommandsFile), commandLogText(commands));
    exportState(world);
    nextDue_ = options_.every;
}

void Exporter::followStep(const World& world) {
    const WallClock clock(totals_.wallSeconds);
    const double timeStep = world.stepSeconds();
    seconds_ += world.totals().lastSeconds;
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
        if (moment.fluids.empty()) continue;
        exports.back()["fluids"] = moment.fluids;
        record_["fields"] = fieldsJson(options_, true);  // it may have become mixed on the way
    }
    writeRecord();
    if (options_.format != GeometryFormat::Vtk) return;
    for (const auto& [kind, entries] : series_) write(kind + ".pvd", encodeVtkSeries(entries));
}

void Exporter::exportState(const World& world) {
    world.evaluate();  // so that densities and velocities are those of the places that are written
    world.capture(frame_);
    writeGeometry(kParticleFiles, particleGeometry({frame_, world.ids()}));
    if (options_.hasSurface) writeSurface(kSurfaceFiles, frame_.particles());
    Moment moment{world.stepIndex(), seconds_, frame_.count(), {}};
    for (size_t fluid = 0; fluid < frame_.fluids.size(); ++fluid) {
        const std::string& name = frame_.fluids[fluid].name;
        if (frame_.isMixed()) moment.fluids.push_back(name);
        if (options_.hasSurfacePerFluid) writeSurface(surfaceFilesOf(name), selection_.select(frame_, fluid));
    }
    moments_.push_back(std::move(moment));
}

void Exporter::writeSurface(std::string_view kind, const FluidParticles& particles) {
    mesher_.build(particles, options_.surface, {}, walls_.get(), surface_);
    Geometry geometry;
    geometry.points = surface_.triangles.positions;
    geometry.normals = surface_.triangles.normals;
    geometry.triangles = surface_.triangles.indices;
    writeGeometry(kind, geometry);
}

void Exporter::writeGeometry(std::string_view kind, const Geometry& geometry) {
    Geometry dated = geometry;
    dated.seconds = seconds_;
    const std::string name = exportFileName(kind, fmt::format("{:06}", moments_.size()), options_.format);
    write(name, encodeGeometry(options_.format, dated));
    series_[std::string(kind)].push_back({name, seconds_});
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

}  // namespace meniscus
