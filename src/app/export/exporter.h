// Files of particles and of the surface while a scene runs, in a folder of their own. Each appears whole or not at all,
// so that what a run wrote stays good however it ends.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/run_report.h"
#include "app/cli/json_output.h"
#include "app/export/fluid_selection.h"
#include "meniscus/io/geometry_file.h"
#include "meniscus/scene/scene.h"
#include "meniscus/surface/surface_mesher.h"
#include "meniscus/world/world.h"

namespace meniscus {

// All but totals() throw WorkError with the file's name when it cannot be written.
class Exporter {
  public:
    // Makes the folder, writes scene.json (and a copy of the commands, if any) and exports the state as it is. Throws
    // InputError when the folder cannot be used. The options must outlive the exporter.
    Exporter(const RunOptions& options, const Scene& scene, const World& world,
             std::span<const LoggedCommand> commands);

    // After each step; exports when it is the one nearest to the next time. Does not change the course of the run.
    void followStep(const World& world);

    // Completes scene.json and the list of times for ParaView with what was exported.
    void finish(const World& world, bool isFinished);

    [[nodiscard]] const ExportTotals& totals() const { return totals_; }

  private:
    struct Moment {
        uint64_t step = 0;
        double seconds = 0.0;
        size_t particles = 0;
        std::vector<std::string> fluids;  // names, where there are several
    };

    void exportState(const World& world);
    void writeGeometry(std::string_view kind, const Geometry& geometry);
    void writeSurface(std::string_view kind, const FluidParticles& particles);
    void writeRecord();
    void write(const std::string& name, std::string_view content);

    const ExportOptions& options_;
    SurfaceMesher mesher_;
    ShapePtr walls_;  // the surface lies flat on them, as it does in the window
    Frame frame_;
    SurfaceMesh surface_;
    FluidSelection selection_;
    Json record_;
    size_t recordBytes_ = 0;
    std::vector<Moment> moments_;
    std::map<std::string, std::vector<SeriesEntry>> series_;  // the files of each kind
    double seconds_ = 0.0;  // simulated since the start; a reset sets the world's clock back, but not this one
    double nextDue_ = 0.0;  // s
    ExportTotals totals_;
};

}  // namespace meniscus
