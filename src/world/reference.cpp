#include "meniscus/world/reference.h"

#include <algorithm>

#include "world/world_impl.h"

namespace meniscus {

namespace {

struct Vector {
    double x = 0, y = 0, z = 0;

    friend Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Vector operator*(Vector a, double s) { return {a.x * s, a.y * s, a.z * s}; }
    [[nodiscard]] double lengthSquared() const { return x * x + y * y + z * z; }
    [[nodiscard]] Vec3 rounded() const { return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)}; }
};

Vector widened(Vec3 v) {
    return {v.x, v.y, v.z};
}

struct Particle {
    uint32_t id;
    Vector x, v;
    double rho = 0, p = 0;
    Vector a{};
};

}  // namespace

struct ReferenceStepper::Impl {
    explicit Impl(const World::Impl& from)
        : world(from),
          fluid(from.fluidFor(from.previousDt > 0.0f ? from.previousDt : from.stableTimeStep())),
          kernels(fluid.h) {
        for (size_t i = 0; i < from.current.count; ++i) {
            particles.push_back(
                {from.current.id[i], widened(from.current.position(i)), widened(from.current.velocity(i))});
        }
        // In the order in which they came into the world, where a plain program has them: sorting is the other's merit.
        std::sort(particles.begin(), particles.end(), [](const Particle& a, const Particle& b) { return a.id < b.id; });
        const Vec3 size = from.setup.domain.bounds.size();
        nx = cellsAlong(size.x), ny = cellsAlong(size.y), nz = cellsAlong(size.z);
        cells.resize(static_cast<size_t>(nx) * ny * nz);
    }

    void step() {
        computeAccelerations();
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
            i.rho = density(i);
            const double p = fluid.stiffness * (i.rho - fluid.restDensity);  // [MCG03] eq. 12
            i.p = fluid.allowSuction ? p : std::max(p, 0.0);
        }
        for (Particle& i : particles) {
            Vector force = pressureForce(i) + viscosityForce(i);
            if (fluid.tension == TensionModel::Cohesion) force = force + cohesiveForce(i);
            i.a = force * (1.0 / i.rho) + wallsTensionAndFields(i);  // [MCG03] eq. 8
        }
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

    // [MCG03] eq. 3
    [[nodiscard]] double density(const Particle& i) const {
        double sum = 0;
        forNeighbors(i, [&](const Particle&, Vector, double r2) {
            sum += fluid.pair == KernelPair::Mcg03 ? kernels.poly6(r2) : kernels.wendland(std::sqrt(r2));
        });
        if (world.settings.wallDensityOn != 0.0f) sum += world.wallKernelSum(i.x.rounded());
        return fluid.mass * sum;
    }

    // [MCG03] eq. 10, or the form with p / rho^2 for the consistent pair
    [[nodiscard]] Vector pressureForce(const Particle& i) const {
        Vector force;
        forNeighbors(i, [&](const Particle& j, Vector offset, double r2) {
            if (r2 == 0.0) return;  // itself, or one in the same place: no direction
            const double r = std::sqrt(r2);
            if (fluid.pair == KernelPair::Mcg03) {
                force = force - offset * (fluid.mass * (i.p + j.p) / (2.0 * j.rho) * kernels.spikyGradient(r));
            } else {
                const double terms = i.p / (i.rho * i.rho) + j.p / (j.rho * j.rho);
                force = force - offset * (i.rho * fluid.mass * terms * kernels.wendlandGradient(r));
            }
        });
        return force;
    }

    // [MCG03] eq. 14
    [[nodiscard]] Vector viscosityForce(const Particle& i) const {
        Vector force;
        forNeighbors(i, [&](const Particle& j, Vector, double r2) {
            const double weight = fluid.mass / j.rho * kernels.viscosityLaplacian(std::sqrt(r2));
            force = force + (j.v - i.v) * (fluid.viscosity * weight);
        });
        return force;
    }

    // Pair forces; times n_i = rho_i / m to make a force density
    [[nodiscard]] Vector cohesiveForce(const Particle& i) const {
        Vector force;
        forNeighbors(i, [&](const Particle&, Vector offset, double r2) {
            const double r = std::sqrt(r2);
            if (r2 > 0.0) force = force - offset * (fluid.cohesion * kernels.cohesion(r) / r);
        });
        return force * (i.rho / fluid.mass);
    }

    struct ColourField {
        Vector gradient;
        double laplacian = 0;
    };
    // [MCG03] eq. 15 to 17
    [[nodiscard]] ColourField colourField(const Particle& i) const {
        ColourField field;
        forNeighbors(i, [&](const Particle& j, Vector offset, double r2) {
            const double volume = fluid.mass / j.rho;
            field.gradient = field.gradient + offset * (volume * kernels.poly6Gradient(r2));
            field.laplacian += volume * kernels.poly6Laplacian(r2);
        });
        return field;
    }

    // What does not come from sums over neighbours is the world's own code: walls, eq. 19 and external forces.
    [[nodiscard]] Vector wallsTensionAndFields(const Particle& i) const {
        const bool printed = fluid.pair == KernelPair::Mcg03;
        const Vec3 x = i.x.rounded();
        const Vec3 v = i.v.rounded();
        const double volume = fluid.mass / i.rho;
        const float term = static_cast<float>(printed ? 0.5 * i.p : i.p * volume * volume);
        const ColourField colour = colourField(i);
        ForceSums sums{{}, colour.gradient.rounded(), static_cast<float>(colour.laplacian), 0};
        const NeighborRecord self{x.x, x.y, x.z, static_cast<float>(volume), v.x, v.y, v.z, term};
        world.addWallForces(fluid, self, sums);
        sums.force += world.surfaceTension(fluid, sums.colourGradient, sums.colourLaplacian);
        return widened(sums.force * static_cast<float>(1.0 / i.rho) + world.externalAcceleration(x, v));
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
        samples.push_back({i.id, i.x.rounded(), i.rho, {i.a.x, i.a.y, i.a.z}});
    }
    return samples;
}

}  // namespace meniscus
