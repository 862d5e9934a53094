#include "surface/colour_field.h"

#include <cmath>
#include <numbers>

#include "meniscus/surface/surface_particles.h"

namespace meniscus {

namespace {

// With V = m / rho0 for all, single particles and threads of them stay below the iso value and vanish; with V = m / rho
// they swell to three times their volume. A share of m / rho, where that is more than m / rho0, leaves a body of fluid
// as it is (a ball of 10,000 grows by 0.6 %) and gives groups of two to eight about their volume.
constexpr float kSparse = 0.75f;

}  // namespace

float ColourField::term(const Blob& blob, Vec3 place) const {
    const Vec3 d = place - Vec3{blob.x, blob.y, blob.z};
    const float near = std::max(reach * reach - d.z * d.z - d.x * d.x - d.y * d.y, 0.0f);
    return near * near * (near * blob.weight);
}

void describeField(const FluidParticles& fluid, const SurfaceSettings& settings, ColourField& field) {
    field.cell = 0.5f * cellSizeOf(settings) * fluid.spacing;
    field.reach = fluid.supportRadius / field.cell;
    field.isoValue = isoValueOf(settings);
    field.blobs.clear();
    field.particleOf.clear();
    field.lone.clear();
    // Poly6 in cells: 315 / (64 pi h^3 reach^6) (reach^2 - distance^2)^3.
    const double h3 = std::pow(static_cast<double>(fluid.supportRadius), 3);
    const double weight =
        315.0 / (64.0 * std::numbers::pi) * fluid.particleVolume() / h3 / std::pow(static_cast<double>(field.reach), 6);
    for (size_t i = 0; i < fluid.x.size(); ++i) {
        const Vec3 place = fluid.x[i] / field.cell;
        if (!isFinite(place)) continue;
        if (isDroplet(fluid, i)) {
            field.lone.push_back(static_cast<uint32_t>(i));
            continue;
        }
        const float boost = std::max(kSparse * fluid.restDensity / fluid.density[i], 1.0f);
        field.blobs.push_back({place.x, place.y, place.z, static_cast<float>(weight) * boost});
        field.particleOf.push_back(static_cast<uint32_t>(i));
    }
}

}  // namespace meniscus
