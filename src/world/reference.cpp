#include "meniscus/world/reference.h"

#include <algorithm>
#include <cmath>

#include "world/world_impl.h"

namespace meniscus {

namespace {

struct Vector {
    double x = 0, y = 0, z = 0;

    friend Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Vector operator*(Vector a, double s) { return {a.x * s, a.y * s, a.z * s}; }
    friend double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
    [[nodiscard]] double lengthSquared() const { return x * x + y * y + z * z; }
    [[nodiscard]] Vec3 rounded() const { return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)}; }
};

Vector widened(Vec3 v) {
    return {v.x, v.y, v.z};
}

struct Particle {
    uint32_t id;
    Vector x, v;
    ParticleContent content;
    Fluid fluid{};  // its own
    double temperature = 0, dye = 0;
    double rho = 0, p = 0;
    Vector a{};
    Vector interfaceNormal{};  // gradient of c^i

    [[nodiscard]] double volume() const { return fluid.mass / rho; }
};

}  // namespace

struct ReferenceStepper::Impl {
    explicit Impl(const World::Impl& from)
        : world(from),
          fluid(from.fluidFor(from.previousDt > 0.0f ? from.previousDt : from.stableTimeStep())),
          kernels(fluid.h) {
        for (size_t i = 0; i < from.current.count; ++i) {
            const ParticleContent content = from.current.content(i);
            particles.push_back({.id = from.current.id[i],
                                 .x = widened(from.current.position(i)),
                                 .v = widened(from.current.velocity(i)),
                                 .content = content,
                                 .fluid = fluid,
                                 .temperature = content.temperature,
                                 .dye = content.dye});
        }
        // In the order in which they came into the world, where a plain program has them: sorting is the other's merit.
        std::sort(particles.begin(), particles.end(), [](const Particle& a, const Particle& b) { return a.id < b.id; });
        const Vec3 size = from.setup.domain.bounds.size();
        nx = cellsAlong(size.x), ny = cellsAlong(size.y), nz = cellsAlong(size.z);
        cells.resize(static_cast<size_t>(nx) * ny * nz);
    }

    void step() {
        computeAccelerations();
        if (world.isMixed()) flowHeatAndDye();
        const Bounce bounce{world.settings.restitution, world.settings.friction};
        for (Particle& i : particles) {
            i.v = i.v + i.a * fluid.dt;
            const Motion to = world.walls->move(i.id, i.x.rounded(), i.v.rounded(), fluid.dt, bounce);
            i.x = widened(to.x);
            i.v = widened(to.v);
        }
    }

    void computeAccelerations() {
        fillGrid();
        for (Particle& i : particles) {
            i.content.temperature = static_cast<float>(i.temperature);
            i.fluid = world.ownFluid(fluid, i.content);
            i.rho = density(i);
            const double p = i.fluid.stiffness * (i.rho - i.fluid.restDensity);  // [MCG03] eq. 12
            i.p = fluid.allowSuction ? p : std::max(p, 0.0);
        }
        if (world.isMixed()) {
            for (Particle& i : particles) i.interfaceNormal = interfaceNormal(i);
        }
        for (Particle& i : particles) {
            Vector force = pressureForce(i) + viscosityForce(i);
            if (fluid.tension == TensionModel::Cohesion) force = force + cohesiveForce(i);
            if (world.isMixed()) force = force + interfaceForce(i) + buoyantForce(i);
            i.a = force * (1.0 / i.rho) + wallsTensionAndFields(i);  // [MCG03] eq. 8
        }
    }

    // [MSKG05] eq. 14 and 15, with what one particle gives going to the other
    void flowHeatAndDye() {
        std::vector<double> heating, dyeing;
        const double restVolume = std::pow(static_cast<double>(fluid.spacing), 3);
        for (const Particle& i : particles) {
            double heat = 0, dye = 0;
            forNeighbors(i, [&](const Particle& j, Vector, double r2) {
                const double flow = j.volume() * kernels.viscosityLaplacian(std::sqrt(r2));
                heat += conductivityBetween(i, j) * (j.temperature - i.temperature) * flow;
                dye += world.settings.dyeDiffusion * (j.dye - i.dye) * flow;
            });
            heating.push_back(world.settings.heatOn * heat / i.rho);
            dyeing.push_back(dye * i.volume() / restVolume);
        }
        for (size_t k = 0; k < particles.size(); ++k) {
            particles[k].temperature += fluid.dt * heating[k];
            particles[k].dye += fluid.dt * dyeing[k];
        }
    }

    [[nodiscard]] const FluidKind& kindOf(const Particle& i) const { return world.fluids[i.content.fluid]; }

    [[nodiscard]] double conductivity(const Particle& i) const {
        return static_cast<double>(kindOf(i).heatDiffusion) * kindOf(i).restDensity;
    }
    // The harmonic mean (Cleary and Monaghan 1999); nothing flows where one of them insulates.
    [[nodiscard]] double conductivityBetween(const Particle& i, const Particle& j) const {
        const double product = conductivity(i) * conductivity(j);
        return product > 0.0 ? 2.0 * product / (conductivity(i) + conductivity(j)) : 0.0;
    }

    [[nodiscard]] int cellsAlong(float length) const { return static_cast<int>(length / fluid.h) + 1; }

    [[nodiscard]] int cellIndex(double offset, int count) const {
        return std::clamp(static_cast<int>(offset / kernels.h), 0, count - 1);
    }

    void fillGrid() {
        for (auto& cell : cells) cell.clear();
        for (Particle& i : particles) {
            const Vector at = i.x - widened(world.setup.domain.bounds.lower);
            const size_t row = static_cast<size_t>(cellIndex(at.z, nz)) * ny + cellIndex(at.y, ny);
            cells[row * nx + cellIndex(at.x, nx)].push_back(&i);
        }
    }

    // Calls visit(j, r_i - r_j, r^2) for all neighbours, the particle itself included.
    template <typename Visit>
    void forNeighbors(const Particle& i, const Visit& visit) const {
        const Vector at = i.x - widened(world.setup.domain.bounds.lower);
        const int cx = cellIndex(at.x, nx), cy = cellIndex(at.y, ny), cz = cellIndex(at.z, nz);
        for (int z = std::max(cz - 1, 0); z <= std::min(cz + 1, nz - 1); ++z) {
            for (int y = std::max(cy - 1, 0); y <= std::min(cy + 1, ny - 1); ++y) {
                for (int x = std::max(cx - 1, 0); x <= std::min(cx + 1, nx - 1); ++x) {
                    for (const Particle* j : cells[(static_cast<size_t>(z) * ny + y) * nx + x]) {
                        const Vector offset = i.x - j->x;
                        const double r2 = offset.lengthSquared();
                        if (r2 < kernels.h2) visit(*j, offset, r2);
                    }
                }
            }
        }
    }

    // [MCG03] eq. 3, by number: the particle's own mass times the sum
    [[nodiscard]] double density(const Particle& i) const {
        double sum = 0;
        forNeighbors(i, [&](const Particle&, Vector, double r2) {
            sum += fluid.pair == KernelPair::Mcg03 ? kernels.poly6(r2) : kernels.wendland(std::sqrt(r2));
        });
        if (world.settings.wallDensityOn) sum += world.wallKernelSum(i.x.rounded());
        return i.fluid.mass * sum;
    }

    // [MCG03] eq. 10, or the form with p / rho^2 for the consistent pair
    [[nodiscard]] Vector pressureForce(const Particle& i) const {
        Vector force;
        forNeighbors(i, [&](const Particle& j, Vector offset, double r2) {
            if (r2 == 0.0) return;  // itself, or one in the same place: no direction
            const double r = std::sqrt(r2);
            if (fluid.pair == KernelPair::Mcg03) {
                force = force - offset * (j.volume() * (i.p + j.p) / 2.0 * kernels.spikyGradient(r));
            } else {
                const double terms = i.p * i.volume() * i.volume() + j.p * j.volume() * j.volume();
                force = force - offset * (terms / i.volume() * kernels.wendlandGradient(r));
            }
        });
        return force;
    }

    // [MCG03] eq. 14, [MSKG05] eq. 9
    [[nodiscard]] Vector viscosityForce(const Particle& i) const {
        Vector force;
        forNeighbors(i, [&](const Particle& j, Vector, double r2) {
            const double mu = 0.5 * (i.fluid.viscosity + j.fluid.viscosity);
            force = force + (j.v - i.v) * (mu * j.volume() * kernels.viscosityLaplacian(std::sqrt(r2)));
        });
        return force;
    }

    // Pair forces; over V_i to make a force density
    [[nodiscard]] Vector cohesiveForce(const Particle& i) const {
        Vector force;
        forNeighbors(i, [&](const Particle&, Vector offset, double r2) {
            const double r = std::sqrt(r2);
            if (r2 > 0.0) force = force - offset * (fluid.cohesion * kernels.cohesion(r) / r);
        });
        return force * (1.0 / i.volume());
    }

    // [MSKG05] eq. 3 of c^i, by differences, with the walls' own polarity inside them
    [[nodiscard]] Vector interfaceNormal(const Particle& i) const {
        const double c = kindOf(i).polarity;
        Vector gradient = wallColourGradient(i) * (world.settings.wallPolarity - c);
        forNeighbors(i, [&](const Particle& j, Vector offset, double r2) {
            gradient = gradient + offset * (j.volume() * (kindOf(j).polarity - c) * kernels.poly6Gradient(r2));
        });
        return gradient;
    }

    // sigma |n| (I / 3 - n n / |n|^2) times a vector
    [[nodiscard]] Vector interfaceStress(const Particle& i, Vector d) const {
        const Vector n = i.interfaceNormal;
        const double size = std::sqrt(n.lengthSquared());
        if (size * kernels.h <= kInterfaceThreshold) return {};
        return (d * (size / 3.0) - n * (dot(n, d) / size)) * world.interfaceTension();
    }

    [[nodiscard]] Vector interfaceForce(const Particle& i) const {
        return world.interfaceModel() == InterfaceModel::Stress ? interfaceStressForce(i) : interfaceColourForce(i);
    }

    // In pairs, and with the particle's own stress inside the walls
    [[nodiscard]] Vector interfaceStressForce(const Particle& i) const {
        const double volume2 = i.volume() * i.volume();
        const double places = 1.0 / std::pow(static_cast<double>(fluid.spacing), 3);
        Vector force = interfaceStress(i, wallColourGradient(i)) * (2.0 * places * volume2);
        forNeighbors(i, [&](const Particle& j, Vector offset, double r2) {
            const Vector sum =
                interfaceStress(i, offset) * volume2 + interfaceStress(j, offset) * (j.volume() * j.volume());
            force = force + sum * kernels.poly6Gradient(r2);
        });
        return force * (1.0 / i.volume());
    }

    // [MSKG05] eq. 11, with the Laplacian by differences
    [[nodiscard]] Vector interfaceColourForce(const Particle& i) const {
        const double size = std::sqrt(i.interfaceNormal.lengthSquared());
        if (size * kernels.h <= kInterfaceThreshold) return {};
        double laplacian = 0;
        forNeighbors(i, [&](const Particle& j, Vector, double r2) {
            laplacian += j.volume() * (kindOf(j).polarity - kindOf(i).polarity) * kernels.poly6Laplacian(r2);
        });
        return i.interfaceNormal * (-world.interfaceTension() * laplacian / size);
    }

    // [MSKG05] eq. 17, upwards, and the lift of flames
    [[nodiscard]] Vector buoyantForce(const Particle& i) const {
        const FluidKind& kind = kindOf(i);
        if (!kind.isGas) return {};
        const double gravity = static_cast<double>(world.settings.gravityOn) * world.settings.gravity;
        const double excess = std::max(i.rho - i.fluid.restDensity, 0.0);
        return {0.0, gravity * (kind.buoyancy * excess + (kind.isFlame ? kind.lift * i.rho : 0.0)), 0.0};
    }

    struct ColourField {
        Vector gradient;
        double laplacian = 0;
    };
    // [MCG03] eq. 15 to 17; of c^s where fluids are mixed ([MSKG05] eq. 12)
    [[nodiscard]] ColourField colourField(const Particle& i) const {
        ColourField field;
        forNeighbors(i, [&](const Particle& j, Vector offset, double r2) {
            const double share = j.volume() * kindOf(j).surfaceColour();
            field.gradient = field.gradient + offset * (share * kernels.poly6Gradient(r2));
            field.laplacian += share * kernels.poly6Laplacian(r2);
        });
        return field;
    }

    // What does not come from sums over neighbours is the world's own code: walls, eq. 19 and external forces.
    [[nodiscard]] ForceSums wallSums(const Particle& i) const {
        const bool printed = fluid.pair == KernelPair::Mcg03;
        const Vec3 x = i.x.rounded();
        const Vec3 v = i.v.rounded();
        float term = static_cast<float>(printed ? 0.5 * i.p : i.p * i.volume() * i.volume());
        if (kindOf(i).isGas) term *= kWetting;
        ForceSums sums;
        world.addWallForces(i.fluid, {x.x, x.y, x.z, static_cast<float>(i.volume()), v.x, v.y, v.z, term}, sums);
        return sums;
    }

    [[nodiscard]] Vector wallColourGradient(const Particle& i) const { return widened(wallSums(i).colourGradient); }

    [[nodiscard]] Vector wallsTensionAndFields(const Particle& i) const {
        const ForceSums walls = wallSums(i);
        const float c = kindOf(i).surfaceColour();
        const ColourField colour = colourField(i);
        const Vec3 gradient = colour.gradient.rounded() + walls.colourGradient * c;
        const float laplacian = static_cast<float>(colour.laplacian) + walls.colourLaplacian * c;
        const Vec3 force = walls.force + world.surfaceTension(i.fluid, gradient, laplacian);
        return widened(force * static_cast<float>(1.0 / i.rho) +
                       world.externalAcceleration(i.x.rounded(), i.v.rounded()));
    }

    const World::Impl& world;
    Fluid fluid;
    Kernels<double> kernels;
    std::vector<Particle> particles;
    std::vector<std::vector<Particle*>> cells;
    int nx = 0, ny = 0, nz = 0;
};

ReferenceStepper::ReferenceStepper(const World& world) : impl_(std::make_unique<Impl>(*world.impl_)) {}

ReferenceStepper::~ReferenceStepper() = default;

void ReferenceStepper::step() {
    impl_->step();
}

std::vector<ReferenceStepper::Sample> ReferenceStepper::evaluate() {
    impl_->computeAccelerations();
    std::vector<Sample> samples;
    for (const Particle& i : impl_->particles) {
        samples.push_back({i.id, i.x.rounded(), i.rho, {i.a.x, i.a.y, i.a.z}, i.temperature, i.dye});
    }
    return samples;
}

}  // namespace meniscus
