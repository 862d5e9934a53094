#include "meniscus/world/reference.h"

#include "world/world_impl.h"

namespace meniscus {

struct ReferenceStepper::Solver {
    virtual ~Solver() = default;
    virtual void step() = 0;
    virtual std::vector<Sample> evaluate() = 0;
};

template <typename Real>
struct Triple {
    Real x = 0, y = 0, z = 0;

    friend Triple operator+(Triple a, Triple b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Triple operator-(Triple a, Triple b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Triple operator*(Triple a, Real s) { return {a.x * s, a.y * s, a.z * s}; }
    [[nodiscard]] Real lengthSquared() const { return x * x + y * y + z * z; }
    [[nodiscard]] Vec3 rounded() const {
        return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
    }
};

template <typename Real>
class PlainSolver : public ReferenceStepper::Solver {
  public:
    using Vector = Triple<Real>;

    explicit PlainSolver(const World& world)
        : world_(*world.impl_),
          fluid_(world_.fluidFor(world_.previousDt > 0.0f ? world_.previousDt : world_.stableTimeStep())),
          kernels_(static_cast<Real>(fluid_.h)) {
        const ParticleArrays& from = world_.current;
        for (size_t i = 0; i < from.count; ++i) {
            particles_.push_back({from.id[i], {from.x[i], from.y[i], from.z[i]}, {from.vx[i], from.vy[i], from.vz[i]}});
        }
        // In the order in which they came into the world, where a plain program has them: sorting is the other's merit.
        std::sort(particles_.begin(), particles_.end(),
                  [](const Particle& a, const Particle& b) { return a.id < b.id; });
        const Vec3 size = world_.setup.domain.bounds.size();
        nx_ = cellsAlong(size.x), ny_ = cellsAlong(size.y), nz_ = cellsAlong(size.z);
        cells_.resize(static_cast<size_t>(nx_) * ny_ * nz_);
    }

    void step() override {
        fillGrid();
        computeDensity();
        computeForces();
        for (Particle& i : particles_) {
            i.v = i.v + i.a * static_cast<Real>(fluid_.dt);
            const Bounce bounce{world_.settings.restitution, world_.settings.friction};
            const Motion to = world_.walls->move(i.x.rounded(), i.v.rounded(), fluid_.dt, bounce);
            i.x = {to.x.x, to.x.y, to.x.z};
            i.v = {to.v.x, to.v.y, to.v.z};
        }
    }

    std::vector<ReferenceStepper::Sample> evaluate() override {
        fillGrid();
        computeDensity();
        computeForces();
        std::vector<ReferenceStepper::Sample> samples;
        for (const Particle& i : particles_) {
            samples.push_back({i.id, i.x.rounded(), static_cast<double>(i.rho),
                               {static_cast<double>(i.a.x), static_cast<double>(i.a.y), static_cast<double>(i.a.z)}});
        }
        return samples;
    }

  private:
    struct Particle {
        uint32_t id;
        Vector x, v;
        Real rho = 0, p = 0;
        Vector a{};
    };

    [[nodiscard]] int cellsAlong(float length) const { return static_cast<int>(length / fluid_.h) + 1; }

    [[nodiscard]] Triple<int> cellOf(const Particle& i) const {
        const Vec3 lower = world_.setup.domain.bounds.lower;
        const auto index = [this](Real offset, int count) {
            return std::clamp(static_cast<int>(offset / kernels_.h), 0, count - 1);
        };
        return {index(i.x.x - lower.x, nx_), index(i.x.y - lower.y, ny_), index(i.x.z - lower.z, nz_)};
    }

    void fillGrid() {
        for (auto& cell : cells_) cell.clear();
        for (Particle& i : particles_) {
            const Triple<int> c = cellOf(i);
            cells_[(static_cast<size_t>(c.z) * ny_ + c.y) * nx_ + c.x].push_back(&i);
        }
    }

    // Calls visit(j, r_i - r_j, r^2) for all neighbours, the particle itself included.
    template <typename Visit>
    void forNeighbors(const Particle& i, const Visit& visit) const {
        const Triple<int> c = cellOf(i);
        for (int z = std::max(c.z - 1, 0); z <= std::min(c.z + 1, nz_ - 1); ++z) {
            for (int y = std::max(c.y - 1, 0); y <= std::min(c.y + 1, ny_ - 1); ++y) {
                for (int x = std::max(c.x - 1, 0); x <= std::min(c.x + 1, nx_ - 1); ++x) {
                    for (const Particle* j : cells_[(static_cast<size_t>(z) * ny_ + y) * nx_ + x]) {
                        const Vector offset = i.x - j->x;
                        const Real r2 = offset.lengthSquared();
                        if (r2 < kernels_.h2) visit(*j, offset, r2);
                    }
                }
            }
        }
    }

    void computeDensity() {
        const bool printed = fluid_.pair == KernelPair::Mcg03;
        for (Particle& i : particles_) {
            Real sum = 0;
            forNeighbors(i, [&](const Particle&, Vector, Real r2) {
                sum += printed ? kernels_.poly6(r2) : kernels_.wendland(std::sqrt(r2));
            });
            if (world_.settings.wallDensityOn != 0.0f) sum += world_.wallKernelSum(i.x.rounded());
            i.rho = static_cast<Real>(fluid_.mass) * sum;  // [MCG03] eq. 3
            const Real p = static_cast<Real>(fluid_.stiffness) * (i.rho - static_cast<Real>(fluid_.restDensity));
            i.p = fluid_.allowSuction ? p : std::max(p, Real(0));  // [MCG03] eq. 12
        }
    }

    void computeForces() {
        for (Particle& i : particles_) {
            const Real mass = fluid_.mass;
            Vector force;
            Vector n;
            Real laplacian = 0;
            forNeighbors(i, [&](const Particle& j, Vector offset, Real r2) {
                const Real volume = mass / j.rho;
                if (&j != &i) {
                    const Real r = std::sqrt(r2);
                    force = force - offset * pressureFactor(i, j, r);
                    // [MCG03] eq. 14
                    force = force + (j.v - i.v) * (static_cast<Real>(fluid_.viscosity) * volume *
                                                   kernels_.viscosityLaplacian(r));
                }
                n = n + offset * (volume * kernels_.poly6Gradient(r2));     // [MCG03] eq. 16
                laplacian += volume * kernels_.poly6Laplacian(r2);          // [MCG03] eq. 17
            });
            i.a = withWallsAndFields(i, force * (Real(1) / i.rho), n, laplacian);
        }
    }

    [[nodiscard]] Real pressureFactor(const Particle& i, const Particle& j, Real r) const {
        const Real mass = fluid_.mass;
        if (fluid_.pair == KernelPair::Mcg03) {
            return mass * (i.p + j.p) / (Real(2) * j.rho) * kernels_.spikyGradient(r);  // [MCG03] eq. 10
        }
        return i.rho * mass * (i.p / (i.rho * i.rho) + j.p / (j.rho * j.rho)) * kernels_.wendlandGradient(r);
    }

    // What does not come from neighbours is the world's own code: walls, eq. 19 and external forces.
    [[nodiscard]] Vector withWallsAndFields(const Particle& i, Vector acceleration, Vector n, Real laplacian) const {
        const bool printed = fluid_.pair == KernelPair::Mcg03;
        const Vec3 x = i.x.rounded();
        const Vec3 v = i.v.rounded();
        const float term = static_cast<float>(printed ? i.p / Real(2) : i.p / (i.rho * i.rho));
        ForceSums sums{{}, n.rounded(), static_cast<float>(laplacian), 0};
        const NeighborRecord self{x.x, x.y, x.z, static_cast<float>(fluid_.mass / i.rho), v.x, v.y, v.z, term};
        world_.addWallForces(fluid_, self, sums);
        const Vec3 rest = sums.acceleration + world_.surfaceTension(fluid_, sums, static_cast<float>(i.rho)) +
                          world_.externalAcceleration(x, v);
        return acceleration + Vector{rest.x, rest.y, rest.z};
    }

    const World::Impl& world_;
    Fluid fluid_;
    Kernels<Real> kernels_;
    std::vector<Particle> particles_;
    std::vector<std::vector<Particle*>> cells_;
    int nx_ = 0, ny_ = 0, nz_ = 0;
};

ReferenceStepper::ReferenceStepper(const World& world, Precision precision) {
    if (precision == Precision::Single) {
        solver_ = std::make_unique<PlainSolver<float>>(world);
    } else {
        solver_ = std::make_unique<PlainSolver<double>>(world);
    }
}

ReferenceStepper::~ReferenceStepper() = default;

void ReferenceStepper::step() { solver_->step(); }

std::vector<ReferenceStepper::Sample> ReferenceStepper::evaluate() { return solver_->evaluate(); }

}  // namespace meniscus
