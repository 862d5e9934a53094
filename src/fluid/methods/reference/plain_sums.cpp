#include "fluid/methods/reference/plain_sums.h"

#include "fluid/methods/mcg03/mcg03.h"
#include "fluid/methods/mcg03/stabiliser.h"
#include "meniscus/fluid/material.h"
#include "meniscus/fluid/motion.h"

namespace meniscus {

namespace {

// Candidates of all particles together, as in CellGrid::sort, and fewer as each takes longer.
constexpr size_t kMaxCandidates = 8'000'000;
constexpr size_t kLeastPerCell = 24;  // fluid at rest has 8

}  // namespace

PlainSums::PlainSums(const Space& space)
    : space_(space), walls_(space), loads_(static_cast<size_t>(space.boundary.wallCount())), kernels_(space.h) {
    const auto cellsAlong = [&](float length) { return static_cast<int>(length / space.h) + 1; };
    const Vec3 size = space.domain.bounds.size();
    nx_ = cellsAlong(size.x), ny_ = cellsAlong(size.y), nz_ = cellsAlong(size.z);
    cells_.resize(static_cast<size_t>(nx_) * ny_ * nz_);
}

void PlainSums::begin(const StepContext& context, const ParticleArrays& from, const Stride& stride) {
    context_ = &context;
    isMixed_ = from.isMixed();
    stride_ = stride.kicks;
    fluid_ = firstFluid(context.settings, context.fluids[0], space_);
    actInStrides(fluid_, stride);
    walls_.prepare(context.settings, stride.kicks);
    particles_.clear();
    for (size_t i = 0; i < from.count; ++i) {
        const ParticleContent content = from.content(i);
        particles_.push_back({.source = i,
                              .id = from.id[i],
                              .x = widened(from.position(i)),
                              .v = widened(from.velocity(i)),
                              .content = content,
                              .fluid = fluid_,
                              .temperature = content.temperature,
                              .dye = content.dye});
    }
    std::ranges::sort(particles_, {}, &PlainParticle::id);
}

InterfaceModel PlainSums::interfaceModel() const {
    return settings().interfaceModel;
}

double PlainSums::interfaceTension() const {
    return static_cast<double>(settings().interfaceOn) * settings().interfaceTension;
}

void PlainSums::computeAccelerations() {
    fillGrid();
    neighborCount_ = 0;
    for (PlainParticle& i : particles_) {
        i.content.temperature = static_cast<float>(i.temperature);
        i.fluid = isMixed_ ? ownFluid(fluid_, settings(), kindOf(i), i.content.temperature) : fluid_;
        i.rho = density(i);
        const double p = i.fluid.stiffness * (i.rho - i.fluid.restDensity);  // [MCG03] eq. 12
        i.p = fluid_.allowSuction ? p : std::max(p, 0.0);
    }
    if (settings().stabiliser) {
        for (PlainParticle& i : particles_) measureAround(i);
    }
    if (fluid_.hasSurfaceStress()) {
        for (PlainParticle& i : particles_) i.surface = surfaceStressAt(i);
    }
    if (isMixed_) {
        for (PlainParticle& i : particles_) i.interfaceNormal = interfaceNormal(i);
    }
    for (PlainParticle& i : particles_) {
        Vector force = pressureForce(i) + viscosityForce(i);
        if (settings().stabiliser) force = force + stabiliserForce(i);
        if (fluid_.tension == TensionModel::Cohesion) force = force + cohesiveForce(i);
        if (fluid_.hasSurfaceStress()) force = force + skinForce(i);
        if (isMixed_) force = force + interfaceForce(i) + buoyantForce(i);
        i.a = force * (1.0 / i.rho) + wallsTensionAndFields(i);  // [MCG03] eq. 8
    }
}

// RKL1 of Meyer, Balsara and Aslam 2012, eq. 13 to 17, for Y' = a + L Y: see ViscousStages
void PlainSums::actInStages(int stages, double kick) {
    const double w = 2.0 / (stages * (stages + 1.0));
    for (PlainParticle& i : particles_) {
        i.change = i.a * (w * kick);
        i.changeBefore = {};
    }
    for (int stage = 2; stage <= stages; ++stage) {
        const double mu = (2.0 * stage - 1.0) / stage, nu = (1.0 - stage) / stage;
        for (PlainParticle& i : particles_) {
            const Vector rate = viscosityOnChange(i) + i.a;
            i.changeNext = i.change * mu + i.changeBefore * nu + rate * (mu * w * kick);
        }
        for (PlainParticle& i : particles_) {
            i.changeBefore = i.change;
            i.change = i.changeNext;
        }
    }
    for (PlainParticle& i : particles_) i.a = i.change * (1.0 / kick);
}

// [MCG03] eq. 14, or along the line between two particles what acts as a stress, and the grip of walls; per mass
Vector PlainSums::viscosityOnChange(const PlainParticle& i) const {
    Vector force;
    forNeighbors(i, [&](const PlainParticle& j, Vector d, double r2) {
        if (r2 == 0.0) return;
        const double weight = fluid_.viscosity * j.volume() * kernels_.viscosityLaplacian(std::sqrt(r2));
        const double byStress = 0.5 * (i.stressShare + j.stressShare);
        const Vector change = j.change - i.change;
        force =
            force + change * (weight * (1.0 - byStress)) + d * (weight * byStress * kAlongLine * dot(change, d) / r2);
    });
    ContactList contacts;
    walls_.findContacts(i.x.rounded(), contacts);
    for (const Contact& contact : contacts.items()) {
        const Vector n = widened(contact.normal);
        const double grip = walls_.viscousGrip(fluid_, contact);
        force = force - (i.change - n * dot(i.change, n)) * grip;
    }
    return force * (1.0 / i.rho);
}

// [MSKG05] eq. 14 and 15, with what one particle gives going to the other
void PlainSums::flowHeatAndDye(double time) {
    std::vector<double> heating, dyeing;
    const double restVolume = std::pow(static_cast<double>(fluid_.spacing), 3);
    for (const PlainParticle& i : particles_) {
        double heat = 0, dye = 0;
        forNeighbors(i, [&](const PlainParticle& j, Vector, double r2) {
            const double flow = j.volume() * kernels_.viscosityLaplacian(std::sqrt(r2));
            heat += conductivityBetween(i, j) * (j.temperature - i.temperature) * flow;
            dye += settings().dyeDiffusion * (j.dye - i.dye) * flow;
        });
        heating.push_back(settings().heatOn * heat / i.rho);
        dyeing.push_back(dye * i.volume() / restVolume);
    }
    for (size_t k = 0; k < particles_.size(); ++k) {
        particles_[k].temperature += time * heating[k];
        particles_[k].dye += time * dyeing[k];
    }
}

double PlainSums::conductivity(const PlainParticle& i) const {
    return static_cast<double>(kindOf(i).heatDiffusion) * kindOf(i).restDensity;
}
// The harmonic mean (Cleary and Monaghan 1999); nothing flows where one of them insulates.
double PlainSums::conductivityBetween(const PlainParticle& i, const PlainParticle& j) const {
    const double product = conductivity(i) * conductivity(j);
    return product > 0.0 ? 2.0 * product / (conductivity(i) + conductivity(j)) : 0.0;
}

int PlainSums::cellIndex(double offset, int count) const {
    return std::clamp(static_cast<int>(offset / kernels_.h), 0, count - 1);
}

void PlainSums::fillGrid() {
    for (auto& cell : cells_) cell.clear();
    for (PlainParticle& i : particles_) {
        const Vector at = i.x - widened(space_.domain.bounds.lower);
        const size_t row = static_cast<size_t>(cellIndex(at.z, nz_)) * ny_ + cellIndex(at.y, ny_);
        cells_[row * nx_ + cellIndex(at.x, nx_)].push_back(&i);
    }
    maxPerCell_ = std::max(kMaxCandidates / (27 * std::max<size_t>(particles_.size(), 1)), kLeastPerCell);
    crowdedCount_ = 0;
    for (const Cell& cell : cells_) crowdedCount_ += cell.size() > maxPerCell_ ? cell.size() : 0;
}

// Of a cell with too many particles some in its middle, or around the particle itself, which is its own neighbour.
// Particles of a cell are in the order of their addresses.
std::span<PlainParticle* const> PlainSums::lookedAt(const Cell& cell, const PlainParticle& i) const {
    if (cell.size() <= maxPerCell_) return cell;
    const size_t extra = cell.size() - maxPerCell_;
    const auto own = static_cast<size_t>(std::ranges::lower_bound(cell, &i) - cell.begin());
    const bool isOwn = own < cell.size() && cell[own] == &i;
    const size_t begin = isOwn ? std::min(own - std::min(own, maxPerCell_ / 2), extra) : extra / 2;
    return std::span(cell).subspan(begin, maxPerCell_);
}

// Calls visit(j, r_i - r_j, r^2) for all neighbours, the particle itself included.
template <typename Visit>
void PlainSums::forNeighbors(const PlainParticle& i, const Visit& visit) const {
    const Vector at = i.x - widened(space_.domain.bounds.lower);
    const int cx = cellIndex(at.x, nx_), cy = cellIndex(at.y, ny_), cz = cellIndex(at.z, nz_);
    for (int z = std::max(cz - 1, 0); z <= std::min(cz + 1, nz_ - 1); ++z) {
        for (int y = std::max(cy - 1, 0); y <= std::min(cy + 1, ny_ - 1); ++y) {
            for (int x = std::max(cx - 1, 0); x <= std::min(cx + 1, nx_ - 1); ++x) {
                for (const PlainParticle* j : lookedAt(cells_[(static_cast<size_t>(z) * ny_ + y) * nx_ + x], i)) {
                    const Vector offset = i.x - j->x;
                    const double r2 = offset.lengthSquared();
                    if (r2 < kernels_.h2) visit(*j, offset, r2);
                }
            }
        }
    }
}

// [MCG03] eq. 3, by number: the particle's own mass times the sum
double PlainSums::density(PlainParticle& i) {
    double sum = 0;
    forNeighbors(i, [&](const PlainParticle& j, Vector, double r2) {
        neighborCount_ += &j == &i ? 0 : 1;
        sum += fluid_.pair == KernelPair::Mcg03 ? kernels_.poly6(r2) : kernels_.wendland(std::sqrt(r2));
    });
    float wallSum = 0.0f;
    ContactList contacts;
    walls_.findContacts(i.x.rounded(), contacts);
    i.growth = walls_.addKernelSum(contacts, wallSum);
    return i.fluid.mass * (i.growth * sum + wallSum);
}

// A symmetric tensor without trace times a vector.
static Vector times(const Strain& s, Vector d) {
    return {s.xx * d.x + s.xy * d.y + s.zx * d.z, s.xy * d.x + s.yy * d.y + s.yz * d.z,
            s.zx * d.x + s.yz * d.y - (s.xx + s.yy) * d.z};
}

// [MCG03] eq. 10, or the form with p / rho^2 for the consistent pair
Vector PlainSums::pressureForce(const PlainParticle& i) const {
    Vector force;
    forNeighbors(i, [&](const PlainParticle& j, Vector offset, double r2) {
        if (r2 == 0.0) return;  // itself, or one in the same place: no direction
        const double r = std::sqrt(r2);
        if (fluid_.pair == KernelPair::Mcg03) {
            force = force - offset * (j.volume() * (i.p + j.p) / 2.0 * kernels_.spikyGradient(r));
        } else {
            const double gain = pressureGain(fluid_, settings().stabiliser);
            const double terms = gain * (i.pressureTerm() + j.pressureTerm());
            const Vector relief = times(i.relief, offset) + times(j.relief, offset);
            force = force - (offset * terms + relief) * (kernels_.wendlandGradient(r) / i.volume());
        }
    });
    return force;
}

// [MCG03] eq. 14, [MSKG05] eq. 9
Vector PlainSums::viscosityForce(const PlainParticle& i) const {
    Vector force;
    forNeighbors(i, [&](const PlainParticle& j, Vector, double r2) {
        const double byStress = 0.5 * (i.stressShare + j.stressShare);
        const double mu = 0.5 * (i.fluid.viscosity + j.fluid.viscosity) * (1.0 - byStress);
        force = force + (j.v - i.v) * (mu * j.volume() * kernels_.viscosityLaplacian(std::sqrt(r2)));
    });
    return force;
}

// What a linear flow around the particle explains of its neighbours' velocities, what the way they lie around it makes
// of its pressure, and what viscosity passes on as a stress
void PlainSums::measureAround(PlainParticle& i) const {
    double aroundXx = 0, aroundYy = 0, aroundZz = 0, aroundXy = 0, aroundYz = 0, aroundZx = 0, kernelSum = 0;
    double xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0, spread = 0;
    forNeighbors(i, [&](const PlainParticle& j, Vector d, double r2) {
        const double weight = std::pow(1.0 - r2 / kernels_.h2, 2);
        const Vector v = (i.v - j.v) * weight;
        xx += v.x * d.x, yy += v.y * d.y, zz += v.z * d.z;
        xy += v.x * d.y + v.y * d.x, yz += v.y * d.z + v.z * d.y, zx += v.z * d.x + v.x * d.z;
        spread += weight * r2 / kernels_.h2;
        const double pull = std::pow(1.0 - std::sqrt(r2) / kernels_.h, 3);
        aroundXx += pull * d.x * d.x, aroundYy += pull * d.y * d.y, aroundZz += pull * d.z * d.z;
        aroundXy += pull * d.x * d.y, aroundYz += pull * d.y * d.z, aroundZx += pull * d.z * d.x;
        kernelSum += kernels_.wendland(std::sqrt(r2));
    });
    const auto narrow = [](double sum) { return static_cast<float>(sum); };
    StrainSums sums{narrow(xx),       narrow(yy),       narrow(zz),       narrow(xy),       narrow(yz),
                    narrow(zx),       narrow(spread),   narrow(aroundXx), narrow(aroundYy), narrow(aroundZz),
                    narrow(aroundXy), narrow(aroundYz), narrow(aroundZx)};
    i.strain = strainOf(sums, space_.h);
    if (fluid_.pair == KernelPair::Mcg03) return;
    const double volume = i.volume();
    const Density at{.pressureTerm = narrow(stride_ * i.p * volume * volume),
                     .volume = narrow(volume),
                     .growth = narrow(i.growth),
                     .wallShare = narrow(1.0 - i.fluid.mass * kernelSum / i.rho)};
    ContactList contacts;
    walls_.findContacts(i.x.rounded(), contacts);
    if (i.fluid.thickness > 0.0f) walls_.addAround(contacts, sums);
    const Strain relief = reliefOf(sums, at, narrow(-kernels_.wendlandGradientScale), i.fluid, i.strain);
    const float share = isMixed_ ? 0.0f : stressShare(at.wallShare);
    i.stressShare = StrainRecord::packed(i.strain, false, share).share();  // as neighbours read it
    i.relief = relief + viscousStress(i.strain, share * i.fluid.viscosity, at.volume);
}

// What it does not explain meets the viscosity of the stabiliser and what acts as a stress of the fluid's own, along
// the line between both particles
Vector PlainSums::stabiliserForce(const PlainParticle& i) const {
    Vector force;
    forNeighbors(i, [&](const PlainParticle& j, Vector d, double r2) {
        if (r2 == 0.0) return;
        const double r = std::sqrt(r2);
        const double noise = dot(j.v - i.v, d) + along(i.strain, d) + along(j.strain, d);
        const double mu = 0.5 * (i.fluid.stabiliser + j.fluid.stabiliser);
        const double thinned = r2 + std::abs(noise) * r * fluid_.yieldSlowness;
        const double byStress = 0.5 * (i.stressShare + j.stressShare) * i.fluid.viscosity;
        force = force + d * (j.volume() * kernels_.viscosityLaplacian(r) * noise * (mu / thinned + byStress / r2));
    });
    return force;
}

// Pair forces; over V_i to make a force density
Vector PlainSums::cohesiveForce(const PlainParticle& i) const {
    Vector force;
    forNeighbors(i, [&](const PlainParticle&, Vector offset, double r2) {
        const double r = std::sqrt(r2);
        if (r2 > 0.0) force = force - offset * (fluid_.cohesion * kernels_.cohesion(r) / r);
    });
    return force * (1.0 / i.volume());
}

// The colour and its gradient with all volumes as at rest, and the stress from them
SurfaceRecord PlainSums::surfaceStressAt(const PlainParticle& i) const {
    double colour = 0;
    Vector direction;
    forNeighbors(i, [&](const PlainParticle&, Vector offset, double r2) {
        const double near = 1.0 - r2 / kernels_.h2;
        colour += near * near * near;
        direction = direction + offset * (near * near);
    });
    ContactList contacts;
    walls_.findContacts(i.x.rounded(), contacts);
    return walls_.surfaceStress(fluid_, {static_cast<float>(colour), direction.rounded()}, contacts);
}

// In pairs; over V_i to make a force density. The walls' part comes with their forces, but for mixed fluids, which have
// this stress in that of their interfaces.
Vector PlainSums::skinForce(const PlainParticle& i) const {
    const auto times = [](const SurfaceRecord& s, Vector d) {
        const Vector a = widened({s.ax, s.ay, s.az});
        return d * s.pull - a * dot(a, d);
    };
    const double restVolume = std::pow(static_cast<double>(fluid_.spacing), 3);
    Vector force = isMixed_ ? times(i.surface, wallColourGradient(i)) * (2.0 / restVolume) : Vector{};
    forNeighbors(i, [&](const PlainParticle& j, Vector offset, double r2) {
        force = force + (times(i.surface, offset) + times(j.surface, offset)) * kernels_.poly6Gradient(r2);
    });
    return force * (restVolume * restVolume / i.volume());
}

// [MSKG05] eq. 3 of c^i, by differences, with the walls' own polarity inside them
Vector PlainSums::interfaceNormal(const PlainParticle& i) const {
    const double c = kindOf(i).polarity;
    Vector gradient = wallColourGradient(i) * (settings().wallPolarity - c);
    forNeighbors(i, [&](const PlainParticle& j, Vector offset, double r2) {
        gradient = gradient + offset * (j.volume() * (kindOf(j).polarity - c) * kernels_.poly6Gradient(r2));
    });
    return gradient;
}

// sigma |n| (I / 3 - n n / |n|^2) times a vector
Vector PlainSums::interfaceStress(const PlainParticle& i, Vector d) const {
    const Vector n = i.interfaceNormal;
    const double size = std::sqrt(n.lengthSquared());
    if (size * kernels_.h <= kInterfaceThreshold) return {};
    return (d * (size / 3.0) - n * (dot(n, d) / size)) * interfaceTension();
}

Vector PlainSums::interfaceForce(const PlainParticle& i) const {
    return interfaceModel() == InterfaceModel::Stress ? interfaceStressForce(i) : interfaceColourForce(i);
}

// In pairs, and with the particle's own stress inside the walls
Vector PlainSums::interfaceStressForce(const PlainParticle& i) const {
    const double volume2 = i.volume() * i.volume();
    const double places = 1.0 / std::pow(static_cast<double>(fluid_.spacing), 3);
    Vector force = interfaceStress(i, wallColourGradient(i)) * (2.0 * places * volume2);
    forNeighbors(i, [&](const PlainParticle& j, Vector offset, double r2) {
        const Vector sum =
            interfaceStress(i, offset) * volume2 + interfaceStress(j, offset) * (j.volume() * j.volume());
        force = force + sum * kernels_.poly6Gradient(r2);
    });
    return force * (1.0 / i.volume());
}

// [MSKG05] eq. 11, with the Laplacian by differences
Vector PlainSums::interfaceColourForce(const PlainParticle& i) const {
    const double size = std::sqrt(i.interfaceNormal.lengthSquared());
    if (size * kernels_.h <= kInterfaceThreshold) return {};
    double laplacian = 0;
    forNeighbors(i, [&](const PlainParticle& j, Vector, double r2) {
        laplacian += j.volume() * (kindOf(j).polarity - kindOf(i).polarity) * kernels_.poly6Laplacian(r2);
    });
    return i.interfaceNormal * (-interfaceTension() * laplacian / size);
}

// [MSKG05] eq. 17, upwards, and the lift of flames
Vector PlainSums::buoyantForce(const PlainParticle& i) const {
    const FluidKind& kind = kindOf(i);
    if (!kind.isGas) return {};
    const double gravity = static_cast<double>(settings().gravityOn) * settings().gravity;
    const double excess = std::max(i.rho - i.fluid.restDensity, 0.0);
    return {0.0, gravity * (kind.buoyancy * excess + (kind.isFlame ? kind.lift * i.rho : 0.0)), 0.0};
}

// [MCG03] eq. 15 to 17; of c^s where fluids are mixed ([MSKG05] eq. 12)
PlainSums::ColourField PlainSums::colourField(const PlainParticle& i, bool ofLiquids) const {
    ColourField field;
    forNeighbors(i, [&](const PlainParticle& j, Vector offset, double r2) {
        const double share = ofLiquids ? j.volume() * kindOf(j).surfaceColour() : j.volume();
        field.gradient = field.gradient + offset * (share * kernels_.poly6Gradient(r2));
        field.laplacian += share * kernels_.poly6Laplacian(r2);
    });
    return field;
}

NeighborRecord PlainSums::recordOf(const PlainParticle& i) const {
    const bool printed = fluid_.pair == KernelPair::Mcg03;
    const Vec3 x = i.x.rounded(), v = i.v.rounded();
    const double gain = pressureGain(fluid_, settings().stabiliser);
    const double term = printed ? 0.5 * i.p : gain * i.pressureTerm();
    return {x.x, x.y, x.z, static_cast<float>(term), v.x, v.y, v.z, static_cast<float>(i.volume())};
}

// What does not come from sums over neighbours is shared with mcg03: walls, eq. 19 and external forces. The gradient is
// that of the fluid alone.
ForceSums PlainSums::wallSums(const PlainParticle& i, Vec3 gradient) const {
    const float wetting = kindOf(i).isGas ? kWetting : 1.0f;
    ForceSums sums;
    sums.colourGradient = gradient;
    const OwnStress stress{.surface = isMixed_ ? SurfaceRecord{} : i.surface, .relief = i.relief};
    walls_.addForces(i.fluid, recordOf(i), stress, 0.0f, sums, loads_, wetting);
    sums.colourGradient -= gradient;
    return sums;
}

Vector PlainSums::wallColourGradient(const PlainParticle& i) const {
    return widened(wallSums(i, {}).colourGradient);
}

Vector PlainSums::wallsTensionAndFields(PlainParticle& i) const {
    const Vec3 gradient = colourField(i, false).gradient.rounded();
    const ForceSums walls = wallSums(i, gradient);
    const float c = kindOf(i).surfaceColour();
    const ColourField liquids = colourField(i, true);
    i.surfaceGradient = liquids.gradient.rounded() + walls.colourGradient * c;
    i.colourGradient = isMixed_ ? gradient + walls.colourGradient : i.surfaceGradient;
    const float laplacian = static_cast<float>(liquids.laplacian) + walls.colourLaplacian * c;
    const Vec3 force = walls.force + surfaceTension(i.fluid, i.surfaceGradient, laplacian);
    return widened(force * static_cast<float>(1.0 / i.rho) +
                   externalAcceleration(*context_, i.x.rounded(), i.v.rounded()));
}

}  // namespace meniscus
