// The sums of [MCG03] and [MSKG05] written plainly: scalar, one thread, double precision, one sum over neighbours per
// equation, and references to particles in the grid, which is what [MCG03] section 5 started from.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "fluid/methods/mcg03/mcg03.h"
#include "meniscus/fluid/method.h"

namespace meniscus {

struct Vector {
    double x = 0, y = 0, z = 0;

    friend Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Vector operator*(Vector a, double s) { return {a.x * s, a.y * s, a.z * s}; }
    friend double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
    [[nodiscard]] double lengthSquared() const { return x * x + y * y + z * z; }
    [[nodiscard]] Vec3 rounded() const { return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)}; }
};

inline Vector widened(Vec3 v) {
    return {v.x, v.y, v.z};
}

struct PlainParticle {
    size_t source;  // its index in the state
    uint32_t id;
    Vector x, v;
    ParticleContent content;
    Fluid fluid{};  // its own
    double temperature = 0, dye = 0;
    double rho = 0, p = 0;
    double growth = 1;  // of the density with the fluid's own part of it, near walls
    Vector a{};
    Vector change{}, changeBefore{}, changeNext{};  // of the velocity, in stages of viscosity
    SurfaceRecord surface{};                        // stress of the surface
    Strain strain{};                                // half the rate of strain of the flow around it
    Strain relief{};                                // the shear in what its pressure passes on, with the sign turned
    float stressShare = 0;                          // of its viscosity
    Vector interfaceNormal{};                       // gradient of c^i
    Vec3 colourGradient{};                          // n of [MCG03] eq. 16, with the walls' part
    Vec3 surfaceGradient{};                         // of liquids alone

    [[nodiscard]] double volume() const { return fluid.mass / rho; }
    [[nodiscard]] double pressureTerm() const { return growth * p * volume() * volume(); }
};

class PlainSums {
  public:
    explicit PlainSums(const Space& space);

    // Takes over the particles in the order of their ids, as a simple program has them: sorting by cells is an
    // optimisation of the wide solver.
    // stride: how slow forces act.
    void begin(const StepContext& context, const ParticleArrays& from, const Stride& stride);
    // Density, pressure and acceleration of all.
    void computeAccelerations();
    // Makes them what they come to over the kick, as viscosity acts on the change of velocities, too.
    void actInStages(int stages, double kick);
    // [MSKG05] eq. 14 and 15, with what one particle gives going to the other
    void flowHeatAndDye(double time);

    [[nodiscard]] std::vector<PlainParticle>& particles() { return particles_; }
    // Without the particles themselves, of the last densities.
    [[nodiscard]] size_t neighborCount() const { return neighborCount_; }
    // Particles in cells of which not all were looked at.
    [[nodiscard]] size_t crowdedCount() const { return crowdedCount_; }
    [[nodiscard]] size_t bytes() const { return particles_.capacity() * sizeof(PlainParticle); }
    [[nodiscard]] NeighborRecord recordOf(const PlainParticle& i) const;

  private:
    using Particle = PlainParticle;
    using Cell = std::vector<Particle*>;
    struct ColourField {
        Vector gradient;
        double laplacian = 0;
    };

    [[nodiscard]] const Settings& settings() const { return context_->settings; }
    [[nodiscard]] const FluidKind& kindOf(const Particle& i) const { return context_->fluids[i.content.fluid]; }
    [[nodiscard]] InterfaceModel interfaceModel() const;
    [[nodiscard]] double interfaceTension() const;
    [[nodiscard]] double conductivity(const Particle& i) const;
    [[nodiscard]] double conductivityBetween(const Particle& i, const Particle& j) const;

    [[nodiscard]] int cellIndex(double offset, int count) const;
    void fillGrid();
    [[nodiscard]] std::span<Particle* const> lookedAt(const Cell& cell, const Particle& i) const;
    template <typename Visit>
    void forNeighbors(const Particle& i, const Visit& visit) const;

    [[nodiscard]] double density(PlainParticle& i);
    [[nodiscard]] Vector pressureForce(const Particle& i) const;
    [[nodiscard]] Vector viscosityForce(const Particle& i) const;
    [[nodiscard]] Vector viscosityOnChange(const Particle& i) const;
    void measureAround(Particle& i) const;
    [[nodiscard]] Vector stabiliserForce(const Particle& i) const;
    [[nodiscard]] Vector cohesiveForce(const Particle& i) const;
    [[nodiscard]] Vector interfaceNormal(const Particle& i) const;
    [[nodiscard]] Vector interfaceStress(const Particle& i, Vector d) const;
    [[nodiscard]] Vector interfaceForce(const Particle& i) const;
    [[nodiscard]] Vector interfaceStressForce(const Particle& i) const;
    [[nodiscard]] Vector interfaceColourForce(const Particle& i) const;
    [[nodiscard]] Vector buoyantForce(const Particle& i) const;
    [[nodiscard]] ColourField colourField(const Particle& i, bool ofLiquids) const;
    [[nodiscard]] SurfaceRecord surfaceStressAt(const Particle& i) const;
    [[nodiscard]] Vector skinForce(const Particle& i) const;
    [[nodiscard]] ForceSums wallSums(const Particle& i, Vec3 gradient) const;
    [[nodiscard]] Vector wallColourGradient(const Particle& i) const;
    [[nodiscard]] Vector wallsTensionAndFields(Particle& i) const;

    const Space& space_;
    WallForces walls_;
    mutable std::vector<WallLoad> loads_;  // written by the walls' forces, and not looked at
    float stride_ = 1.0f;                  // kicks
    const StepContext* context_ = nullptr;
    bool isMixed_ = false;
    Fluid fluid_;
    Kernels<double> kernels_;
    std::vector<Particle> particles_;
    std::vector<Cell> cells_;
    size_t maxPerCell_ = 0;
    size_t crowdedCount_ = 0;
    int nx_ = 0, ny_ = 0, nz_ = 0;
    size_t neighborCount_ = 0;
};

}  // namespace meniscus
