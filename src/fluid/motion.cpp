#include "meniscus/fluid/motion.h"

namespace meniscus {

namespace {

// A kick to this many times the speed limit is no longer play but a runaway state.
constexpr float kRunawayPerSpeedLimit = 20.0f;

}  // namespace

ChunkReports::ChunkReports(size_t capacity, int wallCount)
    : wallCount_(static_cast<size_t>(wallCount)),
      reports_(chunkCount(capacity, kChunk)),
      loads_(reports_.size() * wallCount_),
      totalLoads_(wallCount_) {}

void ChunkReports::begin(size_t particleCount) {
    chunkCount_ = chunkCount(particleCount, kChunk);
    std::fill_n(reports_.begin(), chunkCount_, SubstepReport{});
    std::fill_n(loads_.begin(), chunkCount_ * wallCount_, WallLoad{});
}

SubstepReport ChunkReports::combined() {
    SubstepReport total;
    std::ranges::fill(totalLoads_, WallLoad{});
    for (size_t chunk = 0; chunk < chunkCount_; ++chunk) {
        const SubstepReport& report = reports_[chunk];
        total.maxSpeed2 = std::max(total.maxSpeed2, report.maxSpeed2);
        total.maxAcceleration2 = std::max(total.maxAcceleration2, report.maxAcceleration2);
        total.speedLimited += report.speedLimited;
        total.neighbors += report.neighbors;
        total.crowded += report.crowded;
        for (size_t k = 0; k < kMaxHeaters; ++k) total.heaterHeat[k] += report.heaterHeat[k];
        total.firstBad = std::min(total.firstBad, report.firstBad);
        for (size_t wall = 0; wall < wallCount_; ++wall) totalLoads_[wall].add(loads_[chunk * wallCount_ + wall]);
    }
    total.wallLoads = totalLoads_;
    return total;
}

ParticleMover::ParticleMover(const Settings& settings, const Space& space, float dt)
    : boundary_(space.boundary),
      bounce_{settings.restitution, settings.friction},
      dt_(dt),
      limit_(settings.speedLimit),
      limit2_(limit_ * limit_),
      runaway2_(limit2_ * kRunawayPerSpeedLimit * kRunawayPerSpeedLimit),
      farWay2_(0.25f * space.h * space.h) {}

}  // namespace meniscus
