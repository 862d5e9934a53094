#include "fluid/methods/mcg03/wall_forces.h"

namespace meniscus {

void WallForces::prepare(const Settings& settings) {
    hasDensity_ = settings.wallDensityOn;
    grip_ = settings.wallGrip;
    const auto pair = settings.kernelPair;
    if (table_ && pair == tablePair_) return;
    table_ = std::make_unique<WallTable>(pair, space_.h, space_.spacing);
    tablePair_ = pair;
}

void WallForces::addKernelSum(Vec3 x, float& sum) const {
    if (hasDensity_) sum += kernelSum(x);
}

// Near several walls the missing parts of the support overlap: as for independent shares, 1 - (1 - a)(1 - b).
float WallForces::kernelSum(Vec3 x) const {
    ContactList contacts;
    space_.boundary.findContacts(x, contacts);
    const float whole = 1.0f / (space_.spacing * space_.spacing * space_.spacing);
    float remaining = 1.0f;
    for (const Contact& contact : contacts.items()) {
        remaining *= 1.0f - table_->at(contact.distance).kernelSum / whole;
    }
    return (1.0f - remaining) * whole;
}

void WallForces::addForces(const Fluid& fluid, const NeighborRecord& self, float time, ForceSums& sums,
                           std::span<WallLoad> loads) const {
    ContactList contacts;
    space_.boundary.findContacts({self.x, self.y, self.z}, contacts);
    const bool printed = fluid.pair == KernelPair::Mcg03;
    // The fluid inside the wall has the particle's own pressure. Eq. 10 with p_j = p_i: p_i V gradW; the record holds
    // p / 2. The consistent pair: 2 p_i V_i gradW per volume of the wall's fluid, of which rho0 / m particles make one.
    const float push =
        printed ? 2.0f * self.pressureTerm : 2.0f * self.pressureTerm * fluid.restDensity / (fluid.mass * self.volume);
    // Half the fluid's own cohesion: at a wall the surface then stands at a right angle.
    const bool isCohesive = fluid.tension == TensionModel::Cohesion;
    const float pull = isCohesive ? 0.5f * fluid.cohesion / self.volume : 0.0f;
    const Vec3 v{self.vx, self.vy, self.vz};
    for (const Contact& contact : contacts.items()) {
        const WallTerms terms = table_->at(contact.distance);
        const Vec3 relative = v - contact.velocity;
        const Vec3 slip = relative - contact.normal * dot(relative, contact.normal);
        const float drag = grip_ * fluid.viscosity * terms.viscosity;
        const Vec3 pressure = hasDensity_ ? contact.normal * (push * terms.pressureGradient) : Vec3{};
        // [Harada07] eq. 8 with the Laplacian, and towards the wall's velocity
        const Vec3 hold = slip * drag + contact.normal * (pull * terms.cohesion);
        if (hasDensity_) sums.force += pressure;
        sums.force -= hold;
        loads[static_cast<size_t>(contact.wall)].add((hold - pressure) * (self.volume * time));
        // Glass is no surface: its colour goes on inside the wall.
        sums.colourGradient -= contact.normal * terms.colourGradient;
        sums.colourLaplacian += terms.colourLaplacian;
    }
}

}  // namespace meniscus
