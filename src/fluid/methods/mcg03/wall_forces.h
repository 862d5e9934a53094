// What walls add to the sums of a particle near them: a flat wall is thought of as filled with fluid at rest, tabulated
// by distance (WallTable).
#pragma once

#include <memory>
#include <span>

#include "meniscus/fluid/settings.h"
#include "meniscus/fluid/space.h"
#include "meniscus/sph/wall_table.h"
#include "meniscus/sph/wide_passes.h"

namespace meniscus {

class WallForces {
  public:
    explicit WallForces(const Space& space) : space_(space) {}

    // Freezes the settings for a substep. The table is built again only where the kernels are others.
    void prepare(const Settings& settings);

    // Adds the walls' part to the sum of W, 1/m^3.
    void addKernelSum(Vec3 x, float& kernelSum) const;

    // Adds the walls' part to the sums of a particle. What the walls get in the time goes to loads.
    void addForces(const Fluid& fluid, const NeighborRecord& self, float time, ForceSums& sums,
                   std::span<WallLoad> loads) const;

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
    [[nodiscard]] float kernelSum(Vec3 x) const;
    [[nodiscard]] float shareOpen(const ContactList& contacts, const Contact& contact) const;
    [[nodiscard]] Vec3 brake(const Fluid& fluid, const NeighborRecord& self, const Contact& contact,
                             const WallTerms& terms) const;

    const Space& space_;
    std::unique_ptr<WallTable> table_;
    KernelPair tablePair_ = KernelPair::Mcg03;
    bool hasDensity_ = true;
    float grip_ = 0.0f;
    float roughness_ = 0.0f;
    bool pushesOnce_ = false;  // in edges and corners
};

}  // namespace meniscus
