#include "fluid/methods/mcg03/wall_forces.h"

namespace meniscus {

void WallForces::prepare(const Settings& settings) {
    hasDensity_ = settings.wallDensityOn;
    grip_ = settings.wallGrip;
    roughness_ = settings.wallRoughness;
    pushesOnce_ = settings.stabiliser;
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
    for (const Contact& contact : contacts.items()) {
        const WallTerms terms = table_->at(contact.distance);
        const float open = shareOpen(contacts, contact);
        const Vec3 pressure = hasDensity_ ? contact.normal * (push * open * terms.pressureGradient) : Vec3{};
        const Vec3 hold = brake(fluid, self, contact, terms) + contact.normal * (pull * terms.cohesion);
        if (hasDensity_) sums.force += pressure;
        sums.force -= hold;
        loads[static_cast<size_t>(contact.wall)].add((hold - pressure) * (self.volume * time));
        // Glass is no surface: its colour goes on inside the wall.
        sums.colourGradient -= contact.normal * terms.colourGradient;
        sums.colourLaplacian += terms.colourLaplacian;
    }
}

// In a corner the missing parts of the support overlap, as in kernelSum(): the gradient of 1 - (1 - a)(1 - b) is that
// of a times (1 - b), and so on. Without this factor the walls of an edge push twice for one and the same missing
// fluid, which shot particles out of edges and fed the whole tank with noise. Without
// the stabiliser they still do: states and replays of older versions go on bit for bit.
float WallForces::shareOpen(const ContactList& contacts, const Contact& contact) const {
    float open = 1.0f;
    if (!pushesOnce_) return open;
    for (const Contact& other : contacts.items()) {
        if (&other != &contact) open *= 1.0f - table_->at(other.distance).kernelSum * space_.restVolume();
    }
    return open;
}

// What holds the fluid back at a wall, per volume: viscosity and roughness along it, the stabiliser across.
Vec3 WallForces::brake(const Fluid& fluid, const NeighborRecord& self, const Contact& contact,
                       const WallTerms& terms) const {
    const Vec3 relative = Vec3{self.vx, self.vy, self.vz} - contact.velocity;
    const float approach = dot(relative, contact.normal);
    const Vec3 slip = relative - contact.normal * approach;
    // [Harada07] eq. 8 with the Laplacian, and towards the wall's velocity
    float drag = grip_ * fluid.viscosity * terms.viscosity;
    // A stress of roughness * rho * slip^2 on the wall, spread over the layers that see it as the gradient of their
    // colour is: that sums up to a half. No particle moves by more than 0.4 h in a substep, so that this takes a tenth
    // of the slip at most.
    drag += 2.0f * roughness_ * fluid.mass / self.volume * length(slip) * terms.colourGradient;
    // Half the viscosity between particles: a wall's fluid is still, where a neighbour would give way.
    const float calm = 0.5f * fluid.stabiliser * terms.viscosity / (1.0f + std::abs(approach) * fluid.yieldSlowness);
    return slip * drag + contact.normal * (approach * calm);
}

}  // namespace meniscus
