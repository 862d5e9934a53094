// Fluids that meet ([MSKG05] 2.2 to 3.3): what the substep does in addition where particles differ.
#include <cmath>

#include "world/world_impl.h"

namespace meniscus {

namespace {

// A liquid that should have boiled stays at most this much hotter: the rest goes into the vapour that leaves at its
// surface. Without it the water over a flame would reach the flame's own temperature.
constexpr float kMostSuperheat = 3.0f;

bool isOn(const HeatRegion& heater, double seconds) {
    return heater.period <= 0.0f || std::fmod(seconds, heater.period) < heater.onTime;
}

}  // namespace

ContentRecord World::Impl::contentRecord(const Fluid& fluid, const ParticleContent& content) const {
    const FluidKind& kind = fluids[content.fluid];
    return {.viscosity = fluid.viscosity,
            .interfaceColour = kind.polarity,
            .surfaceColour = kind.surfaceColour(),
            .conductivity = kind.heatDiffusion * kind.restDensity,
            .temperature = content.temperature,
            .dye = content.dye,
            .unused = {}};
}

// What fluid inside the walls would add to the gradient of its colour: sum of V gradW, 1/m.
Vec3 World::Impl::wallColourGradient(size_t i) const {
    ContactList contacts;
    walls->findContacts(next.position(i), contacts);
    Vec3 gradient;
    for (const Contact& contact : contacts.items()) {
        gradient -= contact.normal * wallTable->at(contact.distance).colourGradient;
    }
    return gradient;
}

// The fluid inside the wall has the particle's own stress, as it has its pressure.
Vec3 World::Impl::wallStressForce(size_t i) const {
    const StressRecord& s = stresses[i];
    const Vec3 g = wallColourGradient(i) * (2.0f / (setup.spacing * setup.spacing * setup.spacing));
    return {s.xx * g.x + s.xy * g.y + s.zx * g.z, s.xy * g.x + s.yy * g.y + s.yz * g.z,
            s.zx * g.x + s.yz * g.y + s.zz * g.z};
}

// Interface tension as a stress, sigma |n| (I / 3 - n n / |n|^2) with n = grad c^i: it pulls along the interface. Its
// divergence is the force of [MSKG05] eq. 10 where the interface is thin, and summed in pairs it conserves momentum,
// which eq. 11 does not (Lafaurie et al. 1994; in this traceless form Hu and Adams 2006).
void World::Impl::computeInterface(const PassInput& input) {
    const bool isStress = interfaceModel() == InterfaceModel::Stress;
    threads.forChunks(next.count, kPassChunk, [&](size_t begin, size_t end, size_t) {
        sumInterface(input, begin, end, interfaceGradient.data() + begin);
        for (size_t i = begin; i < end; ++i) {
            if (notes.counts[i].isNearWall) {
                const float step = settings.wallPolarity - contents[i].interfaceColour;
                interfaceGradient[i] += wallColourGradient(i) * step;
            }
            const Vec3 n = interfaceGradient[i];
            const float size = length(n);
            stresses[i] = StressRecord{};
            if (!isStress || !(size * h > kInterfaceThreshold)) continue;
            const float volume = records[i].volume;
            const float pull = interfaceTension() * volume * volume / size;
            const float third = pull * size * size / 3.0f;
            stresses[i] = {.xx = third - pull * n.x * n.x,
                           .yy = third - pull * n.y * n.y,
                           .zz = third - pull * n.z * n.z,
                           .xy = -pull * n.x * n.y,
                           .yz = -pull * n.y * n.z,
                           .zx = -pull * n.z * n.x,
                           .unused = {}};
        }
    });
    stresses[next.count] = StressRecord{};
    if (ghosts) ghosts->copyStresses(stresses);
}

Vec3 World::Impl::addMixedForces(const Fluid& fluid, size_t i, ForceSums& sum, const MixedSums& mixed) {
    const NeighborRecord& self = records[i];
    const FluidKind& kind = fluids[next.fluid[i]];
    const ForceSums before = sum;
    if (notes.counts[i].isNearWall) {
        NeighborRecord atWall = self;
        if (kind.isGas) atWall.pressureTerm *= kWetting;
        addWallForces(fluid, atWall, sum);
    }

    Vec3 stressForce = mixed.stressForce;
    if (notes.counts[i].isNearWall && interfaceModel() == InterfaceModel::Stress) {
        stressForce += wallStressForce(i);
    }
    sum.force += stressForce / self.volume;
    // [MSKG05] eq. 11: f = -sigma^i lap(c^i) n / |n|, n = grad c^i
    const Vec3 normal = interfaceGradient[i];
    const float n = length(normal);
    if (interfaceModel() == InterfaceModel::ColourField && n * h > kInterfaceThreshold) {
        sum.force -= normal * (interfaceTension() * mixed.interfaceLaplacian / n);
    }
    // [MSKG05] eq. 12, with the colour of the particle itself inside the wall
    const float c = kind.surfaceColour();
    surfaceGradient[i] = mixed.surfaceGradient + (sum.colourGradient - before.colourGradient) * c;
    const float laplacian = mixed.surfaceLaplacian + (sum.colourLaplacian - before.colourLaplacian) * c;
    sum.force += surfaceTension(fluid, surfaceGradient[i], laplacian);
    if (!kind.isGas) return {};

    // [MSKG05] eq. 17: b (rho - rho0) g, upwards: as printed, with g pointing down, it would sink the bubbles
    const float gravity = settings.gravityOn * settings.gravity;
    const float rho = fluid.mass / self.volume;
    sum.force.y += kind.buoyancy * std::max(rho - fluid.restDensity, 0.0f) * gravity;
    return {0.0f, kind.isFlame ? kind.lift * gravity : 0.0f, 0.0f};
}

// [MSKG05] eq. 14 and 15. In the form V_i V_j kappa_ij (T_j - T_i), so that what one particle gives the
// other gets: the printed m_j / rho_j keeps the total only where densities agree.
void World::Impl::flowHeat(const Fluid& fluid, size_t i, const MixedSums& mixed, float time, ChunkReport& report) {
    const NeighborRecord& self = records[i];
    const float restVolume = setup.spacing * setup.spacing * setup.spacing;
    next.dye[i] += time * settings.dyeDiffusion * mixed.dyeFlow * (self.volume / restVolume);
    if (!settings.heatOn) return;
    const FluidKind& kind = fluids[next.fluid[i]];
    const Vec3 x{self.x, self.y, self.z};
    const float before = contents[i].temperature;
    float temperature = before + time * mixed.heatFlow * (self.volume / fluid.mass);
    for (const ForceField& field : activeFields) temperature += time * heatingOf(field, x);
    for (size_t k = 0; k < setup.heaters.size(); ++k) {
        const HeatRegion& heater = setup.heaters[k];
        if (!heater.bounds.contains(x) || !isOn(heater, totals.simulatedSeconds)) continue;
        const float share = 1.0f - std::exp(-heater.rate * settings.heaterStrength * time);
        const float most = heater.power * settings.heaterStrength * time;
        const float change = std::clamp(share * (heaterTemperatures[k] - before), -most, most);
        temperature += change;
        report.heaterHeat[k] += static_cast<double>(fluid.mass) * change;
    }
    temperature += (1.0f - std::exp(-kind.cooling * time)) * (kRoomTemperature - before);
    if (kind.vapour != kNoFluid) temperature = std::min(temperature, kind.boilingPoint + kMostSuperheat);
    next.temperature[i] = std::clamp(temperature, kAbsoluteZero, kHottest);
}

void World::Impl::heatPlates(const ChunkReport& report) {
    for (size_t k = 0; k < setup.heaters.size(); ++k) {
        const float capacity = setup.heaters[k].capacity;
        if (capacity <= 0.0f) continue;
        heaterTemperatures[k] -= static_cast<float>(report.heaterHeat[k] / capacity);
    }
}

void World::Impl::countFluids() {
    fluidCounts.fill(0);
    for (size_t i = 0; i < current.count; ++i) ++fluidCounts[current.fluid[i]];
}

float World::Impl::stableMixedTimeStep() const {
    // Between two fluids the stiffer one pushes the lighter one.
    float stiffest = 0.0f, thickest = 0.0f, best = 0.0f, lightest = 1e9f;
    for (size_t k = 0; k < fluids.size(); ++k) {
        const FluidKind& kind = fluids[k];
        if (fluidCounts[k] == 0) continue;
        stiffest = std::max(stiffest, settings.pressureOn * kind.stiffness * kind.restDensity);
        thickest = std::max(thickest, settings.viscosityOn * kind.viscosity);
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
