#include "fluid/methods/mcg03/mixture.h"

#include <cmath>

#include "meniscus/fluid/material.h"
#include "meniscus/fluid/motion.h"

namespace meniscus {

namespace {

// A liquid that should have boiled stays at most this much hotter: the rest goes into the vapour that leaves at its
// surface. Without it the water over a flame would reach the flame's own temperature.
constexpr float kMaxSuperheat = 3.0f;

bool isOn(const HeatRegion& heater, double seconds) {
    return heater.period <= 0.0f || std::fmod(seconds, heater.period) < heater.onTime;
}

// The surface's own, times the volume at rest squared.
void addTo(StressRecord& s, const SurfaceRecord& surface, float volume) {
    const float square = volume * volume;
    const Vec3 a{surface.ax, surface.ay, surface.az};
    s.xx += square * (surface.pull - a.x * a.x);
    s.yy += square * (surface.pull - a.y * a.y);
    s.zz += square * (surface.pull - a.z * a.z);
    s.xy -= square * a.x * a.y;
    s.yz -= square * a.y * a.z;
    s.zx -= square * a.z * a.x;
}

bool isZero(const StressRecord& s) {
    return s.xx == 0.0f && s.yy == 0.0f && s.xy == 0.0f && s.yz == 0.0f && s.zx == 0.0f;
}

// A stress times a vector.
Vec3 times(const StressRecord& s, Vec3 g) {
    return {s.xx * g.x + s.xy * g.y + s.zx * g.z, s.xy * g.x + s.yy * g.y + s.yz * g.z,
            s.zx * g.x + s.yz * g.y + s.zz * g.z};
}

}  // namespace

void MixtureArrays::fit(size_t capacity) {
    if (sums.size() == capacity) return;
    *this = MixtureArrays{};  // what is no longer needed gives its memory back
    if (capacity == 0) return;
    contents.resize(capacity + 1);
    stresses.resize(capacity + 1);
    sums.resize(capacity);
    interfaceGradient.resize(capacity);
}

size_t MixtureArrays::bytes() const {
    return contents.size() * sizeof(ContentRecord) + stresses.size() * sizeof(StressRecord) +
           sums.size() * sizeof(MixedSums) + interfaceGradient.size() * sizeof(Vec3);
}

Mixture::Mixture(const Pass& pass, MixtureArrays& arrays)
    : pass_(pass),
      arrays_(arrays),
      model_(pass.context.settings.interfaceModel),
      tension_(pass.context.settings.interfaceOn * pass.context.settings.interfaceTension) {
    const auto fluids = pass.context.fluids;
    for (size_t k = 0; k < fluids.size(); ++k) {
        masses_[k] = pass.fluid.mass * (fluids[k].restDensity / pass.fluid.restDensity);
    }
}

Fluid Mixture::fluidOf(size_t i) const {
    return ownFluid(pass_.fluid, pass_.context.settings, kindOf(i), pass_.particles.temperature[i]);
}

void Mixture::noteContent(size_t i, const Fluid& fluid) const {
    const FluidKind& kind = kindOf(i);
    arrays_.contents[i] = {.viscosity = fluid.viscosity,
                           .interfaceColour = kind.polarity,
                           .surfaceColour = kind.surfaceColour(),
                           .conductivity = kind.heatDiffusion * kind.restDensity,
                           .temperature = pass_.particles.temperature[i],
                           .dye = pass_.particles.dye[i],
                           .stabiliser = fluid.stabiliser,
                           .unused = {}};
}

void Mixture::addTo(PassInput& input) const {
    input.contents = arrays_.contents.data();
    input.stresses = arrays_.stresses.data();
}

// Interface tension as a stress, sigma |n| (I / 3 - n n / |n|^2) with n = grad c^i: it pulls along the interface. Its
// divergence is the force of [MSKG05] eq. 10 where the interface is thin, and summed in pairs it conserves momentum,
// which eq. 11 does not (Lafaurie et al. 1994; in this traceless form Hu and Adams 2006).
void Mixture::setStress(size_t i) const {
    const Vec3 n = arrays_.interfaceGradient[i];
    const float size = length(n);
    arrays_.stresses[i] = StressRecord{};
    if (model_ != InterfaceModel::Stress || !(size * pass_.space.h > kInterfaceThreshold)) return;
    const float volume = pass_.evaluation.records[i].volume;
    const float pull = tension_ * volume * volume / size;
    const float third = pull * size * size / 3.0f;
    arrays_.stresses[i] = {.xx = third - pull * n.x * n.x,
                           .yy = third - pull * n.y * n.y,
                           .zz = third - pull * n.z * n.z,
                           .xy = -pull * n.x * n.y,
                           .yz = -pull * n.y * n.z,
                           .zx = -pull * n.z * n.x,
                           .unused = {}};
}

void Mixture::beginForces(const PassInput& input) const {
    const size_t count = pass_.particles.count;
    arrays_.contents[count] = ContentRecord{};
    const float wallPolarity = pass_.context.settings.wallPolarity;
    pass_.context.threads.forChunks(count, kPassChunk, [&](size_t begin, size_t end, size_t) {
        sumInterface(input, begin, end, arrays_.interfaceGradient.data() + begin);
        for (size_t i = begin; i < end; ++i) {
            if (pass_.notes.counts[i].isNearWall) {
                const float step = wallPolarity - arrays_.contents[i].interfaceColour;
                arrays_.interfaceGradient[i] += pass_.walls.colourGradient(pass_.particles.position(i)) * step;
            }
            setStress(i);
            if (pass_.surfaces != nullptr) {
                meniscus::addTo(arrays_.stresses[i], pass_.surfaces[i], pass_.space.restVolume());
            }
        }
    });
    arrays_.stresses[count] = StressRecord{};
    if (pass_.space.ghosts) pass_.space.ghosts->copyTo(std::span(arrays_.stresses));
}

// The fluid inside the wall has the particle's own stress, as it has its pressure.
Vec3 Mixture::wallStressForce(size_t i, std::span<WallLoad> loads) const {
    if (isZero(arrays_.stresses[i])) return {};  // within one fluid, or another model
    const float spacing = pass_.space.spacing;
    const float perVolume = 2.0f / (spacing * spacing * spacing);
    Vec3 gradient;
    pass_.walls.forColourGradients(pass_.particles.position(i), [&](const Contact& contact, Vec3 part) {
        gradient += part;
        loads[static_cast<size_t>(contact.wall)].add(
            times(arrays_.stresses[i], part * (-perVolume * pass_.times.kick)));
    });
    return times(arrays_.stresses[i], gradient * perVolume);
}

void Mixture::addWallForces(const Fluid& fluid, size_t i, ForceSums& sum, std::span<WallLoad> loads) const {
    const float wetting = kindOf(i).isGas ? kWetting : 1.0f;
    const OwnStress stress{.surface = {}, .relief = pass_.reliefOf(i)};
    pass_.walls.addForces(fluid, pass_.evaluation.records[i], stress, pass_.times.kick, sum, loads, wetting);
}

void Mixture::addForces(const Fluid& fluid, size_t i, ForceSums& sum, Vec3& a, std::span<WallLoad> loads) const {
    const NeighborRecord& self = pass_.evaluation.records[i];
    const MixedSums& mixed = arrays_.sums[i];
    const FluidKind& kind = kindOf(i);
    const ForceSums before = sum;
    const bool isNearWall = pass_.notes.counts[i].isNearWall;
    if (isNearWall) addWallForces(fluid, i, sum, loads);

    Vec3 stressForce = mixed.stressForce;
    if (isNearWall) stressForce += wallStressForce(i, loads);
    sum.force += stressForce / self.volume;
    // [MSKG05] eq. 11: f = -sigma^i lap(c^i) n / |n|, n = grad c^i
    const Vec3 normal = arrays_.interfaceGradient[i];
    const float n = length(normal);
    if (model_ == InterfaceModel::ColourField && n * pass_.space.h > kInterfaceThreshold) {
        sum.force -= normal * (tension_ * mixed.interfaceLaplacian / n);
    }
    // [MSKG05] eq. 12, with the colour of the particle itself inside the wall
    const float c = kind.surfaceColour();
    Vec3& surfaceGradient = pass_.evaluation.surfaceGradient[i];
    surfaceGradient = mixed.surfaceGradient + (sum.colourGradient - before.colourGradient) * c;
    const float laplacian = mixed.surfaceLaplacian + (sum.colourLaplacian - before.colourLaplacian) * c;
    sum.force += surfaceTension(fluid, surfaceGradient, laplacian);
    if (!kind.isGas) return;
    // [MSKG05] eq. 17: b (rho - rho0) g, upwards: as printed, with g pointing down, it would sink the bubbles
    const float gravity = pass_.context.settings.gravityOn * pass_.context.settings.gravity;
    const float rho = fluid.mass / self.volume;
    sum.force.y += kind.buoyancy * std::max(rho - fluid.restDensity, 0.0f) * gravity;
    a += Vec3{0.0f, kind.isFlame ? kind.lift * gravity : 0.0f, 0.0f};
}

// [MSKG05] eq. 14 and 15. In the form V_i V_j kappa_ij (T_j - T_i), so that what one particle gives the
// other gets: the printed m_j / rho_j keeps the total only where densities agree.
void Mixture::flow(const Fluid& fluid, size_t i, SubstepReport& report) const {
    const StepContext& context = pass_.context;
    const Settings& settings = context.settings;
    const MixedSums& mixed = arrays_.sums[i];
    const NeighborRecord& self = pass_.evaluation.records[i];
    const float time = pass_.times.heat;
    pass_.particles.dye[i] += time * settings.dyeDiffusion * mixed.dyeFlow * (self.volume / pass_.space.restVolume());
    if (!settings.heatOn) return;
    const FluidKind& kind = kindOf(i);
    const Vec3 x{self.x, self.y, self.z};
    const float before = arrays_.contents[i].temperature;
    float temperature = before + time * mixed.heatFlow * (self.volume / fluid.mass);
    for (const ForceField& field : context.fields) temperature += time * heatingOf(field, x);
    for (size_t k = 0; k < context.heaters.size(); ++k) {
        const HeatRegion& heater = context.heaters[k];
        if (!heater.bounds.contains(x) || !isOn(heater, context.time)) continue;
        const float share = 1.0f - std::exp(-heater.rate * settings.heaterStrength * time);
        const float most = heater.power * settings.heaterStrength * time;
        const float change = std::clamp(share * (context.heaterTemperatures[k] - before), -most, most);
        temperature += change;
        report.heaterHeat[k] += static_cast<double>(fluid.mass) * change;
    }
    temperature += (1.0f - std::exp(-kind.cooling * time)) * (kRoomTemperature - before);
    if (kind.vapour != kNoFluid) temperature = std::min(temperature, kind.boilingPoint + kMaxSuperheat);
    pass_.particles.temperature[i] = std::clamp(temperature, kAbsoluteZero, kHottest);
}

float stableMixtureTimeStep(const StepContext& context, float h) {
    const Settings& settings = context.settings;
    const auto fluids = context.fluids;
    // Between two fluids the stiffer one pushes the lighter one.
    float stiffest = 0.0f, thickest = 0.0f, best = 0.0f, lightest = 1e9f;
    for (size_t k = 0; k < fluids.size(); ++k) {
        const FluidKind& kind = fluids[k];
        if (context.fluidCounts[k] == 0) continue;
        stiffest = std::max(stiffest, settings.pressureOn * kind.stiffness * kind.restDensity);
        thickest = std::max(thickest, settings.viscosityOn * kind.viscosity);
        // Half, as in stableSphTimeStep().
        if (settings.stabiliser) thickest = std::max(thickest, 0.5f * stabiliserViscosity(settings, kind, h));
        best = std::max(best, settings.heatOn * kind.heatDiffusion * kind.restDensity);
        lightest = std::min(lightest, kind.restDensity);
    }
    const bool printed = settings.kernelPair == KernelPair::Mcg03;
    const float sound = (printed ? 0.9f : 0.6f) * h / std::sqrt(std::max(stiffest / lightest, 1e-6f));
    // Viscosity and both diffusions are the same sum over neighbours. Of the pair's mean half is the thicker one's.
    const float diffusion =
        std::max({0.5f * thickest / lightest, 0.5f * best / lightest, settings.dyeDiffusion, 1e-9f});
    return std::min(sound, h * h / (40.0f * diffusion));
}

}  // namespace meniscus
