// What walls add to the sums of a particle near them: a flat wall is thought of as filled with fluid at rest, tabulated
// by distance (WallTable).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "fluid/methods/mcg03/surface_stress.h"
#include "meniscus/fluid/settings.h"
#include "meniscus/fluid/space.h"
#include "meniscus/sph/wall_table.h"
#include "meniscus/sph/wide_passes.h"

namespace meniscus {

// How a wall is wetted, from the contact angle.
struct Wetting {
    explicit Wetting(float degrees = 90.0f);

    float adhesion;  // pull on the rim of the wetted part; above a right angle none
    float dryness;   // share of the skin between fluid and wall; up to a right angle none
    float mirrored;  // share of the surface's stress that goes on inside the wall
};

// The stresses of a particle, which the fluid inside a wall has mirrored.
struct OwnStress {
    SurfaceRecord surface;         // zero where fluids are mixed: there it is part of the interface's
    std::optional<Strain> relief;  // of shear, with what viscosity passes on, N m^4; none where it does not act
};

class WallForces {
  public:
    explicit WallForces(const Space& space)
        : space_(space), wettings_(static_cast<size_t>(space.boundary.wallCount())) {}

    // Freezes the settings for a substep in which what brakes acts as long as so many kicks, or not at all. The table
    // is built again only where the kernels are others.
    void prepare(const Settings& settings, float stride = 1.0f);

    // The walls within reach of a place.
    void findContacts(Vec3 x, ContactList& contacts) const { space_.boundary.findContacts(x, contacts); }

    // Adds the walls' part to the sum of W, 1/m^3. Returns by how much the whole sum grows with that of the fluid: the
    // factor of the particle's own pressure in the forces between neighbours.
    [[nodiscard]] float addKernelSum(const ContactList& contacts, float& kernelSum) const;

    // Adds how fluid inside the walls would lie around a particle.
    void addAround(const ContactList& contacts, StrainSums& sums) const;
    // Adds what fluid inside the walls would add: the surface ends at the walls, not the fluid.
    void addColour(const ContactList& contacts, SurfaceShape& shape) const;
    // The stress of the surface at a particle, from the sums over its neighbours.
    [[nodiscard]] SurfaceRecord surfaceStress(const Fluid& fluid, const SurfaceSums& sums,
                                              const ContactList& contacts) const {
        SurfaceShape shape = surfaceShapeOf(fluid, sums);
        if (!contacts.empty()) addColour(contacts, shape);
        return surfaceStressOf(fluid, shape);
    }

    // Adds the walls' part to the sums of a particle. What the walls get in the time goes to loads. wetting: walls push
    // by so many times the pressure.
    void addForces(const Fluid& fluid, const NeighborRecord& self, const OwnStress& stress, float time, ForceSums& sums,
                   std::span<WallLoad> loads, float wetting = 1.0f) const;

    // How viscosity holds back what slips along a wall, per volume and speed, kg/(m^3 s).
    [[nodiscard]] float viscousGrip(const Fluid& fluid, const Contact& contact) const {
        return grip_ * fluid.viscosity * table_->at(contact.distance).viscosity;
    }

    // What fluid inside the walls would add to the gradient of its colour: sum of V gradW, 1/m.
    [[nodiscard]] Vec3 colourGradient(Vec3 x) const {
        Vec3 gradient;
        forColourGradients(x, [&](const Contact&, Vec3 part) { gradient += part; });
        return gradient;
    }
    // Calls visit(contact, part of it) for every wall within reach.
    template <typename Visit>
    void forColourGradients(Vec3 x, const Visit& visit) const {
        ContactList contacts;
        space_.boundary.findContacts(x, contacts);
        for (const Contact& contact : contacts.items()) {
            visit(contact, contact.normal * -table_->at(contact.distance).colourGradient);
        }
    }

  private:
    [[nodiscard]] const Wetting& wettingOf(const Contact& contact) const {
        return wettings_[static_cast<size_t>(contact.wall)];
    }
    [[nodiscard]] Vec3 pull(const Fluid& fluid, const NeighborRecord& self, const SurfaceRecord& surface, Vec3 gradient,
                            const Contact& contact, const WallTerms& terms) const;
    [[nodiscard]] Vec3 reliefForce(const Fluid& fluid, const NeighborRecord& self, const Strain& relief,
                                   const ContactList& contacts, const Contact& contact, const WallTerms& terms) const;
    [[nodiscard]] float pushOf(const Fluid& fluid, const NeighborRecord& self, float wetting) const;
    [[nodiscard]] float shareOfPush(const ContactList& contacts, const Contact& contact, const WallTerms& terms) const;
    [[nodiscard]] float shareAlone(const ContactList& contacts, const Contact& contact) const;
    [[nodiscard]] float shareOpen(const ContactList& contacts, const Contact* without) const;
    [[nodiscard]] Vec3 brake(const Fluid& fluid, const NeighborRecord& self, const Contact& contact,
                             const WallTerms& terms) const;

    const Space& space_;
    std::unique_ptr<WallTable> table_;
    KernelPair tablePair_ = KernelPair::Mcg03;
    bool hasDensity_ = true;
    float latticeSum_ = 1.0f;  // of W over the rest lattice, times the volume of a particle
    float layerSum_ = 1.0f;    // that a wall adds to the first layer of particles, 1/m^3
    float grip_ = 0.0f;
    float roughness_ = 0.0f;
    bool brakes_ = true;
    std::vector<Wetting> wettings_;  // of each wall
    bool completes_ = false;         // walls scale the fluid's sum and push by the gradient of that
    bool pushesOnce_ = false;        // otherwise: in edges and corners
};

}  // namespace meniscus
