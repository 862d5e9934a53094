#include "fluid/methods/mcg03/wall_forces.h"

#include <array>
#include <numbers>

#include "fluid/methods/mcg03/stabiliser.h"

namespace meniscus {

namespace {

// The pull of a wall on the rim of the wetted part for a contact angle of zero. It is spread over two layers, as one
// alone would be torn out. Found with drops on a floor (validate contact-angle).
constexpr float kAdhesion = 4.1f;
// |n| h along the wall, below which a particle is not at that rim.
constexpr float kRimThreshold = 0.2f;

// How much of its own pressure a particle meets in the fluid that a wall is thought to be filled with, besides the
// push that is the gradient of the density. All of it would balance the pressure of the fluid, but is the gradient of
// no energy: with all of it calm water creeps along walls for ever, and in edges and corners, where it acts along
// several walls, any of it lets water boil. Without it the first layer sticks to the wall.
constexpr float kMirrored = 0.8f;

float contactAngleAt(const Settings& settings, size_t wall) {
    const std::array faces{settings.contactAngleLeft,    settings.contactAngleRight, settings.contactAngleFloor,
                           settings.contactAngleCeiling, settings.contactAngleBack,  settings.contactAngleFront};
    static_assert(faces.size() == Boundary::kFaceCount);
    const float own = wall < faces.size() ? faces[wall] : settings.contactAngleSolids;
    return own < 0.0f ? settings.contactAngle : own;
}

}  // namespace

// The exponents and 0.55 are fitted to drops on a floor: without them 150 degrees would come out as 130.
Wetting::Wetting(float degrees) {
    const float cosine = std::cos(degrees * (std::numbers::pi_v<float> / 180.0f));
    adhesion = kAdhesion * std::max(cosine, 0.0f);
    dryness = 0.97f * std::pow(std::max(-cosine, 0.0f), 0.62f);
    mirrored = 1.0f - 0.55f * std::pow(dryness, 4.0f);
}

void WallForces::prepare(const Settings& settings, float stride) {
    hasDensity_ = settings.wallDensityOn;
    grip_ = settings.wallGrip;
    roughness_ = settings.wallRoughness * stride;
    brakes_ = stride > 0.0f;
    for (size_t wall = 0; wall < wettings_.size(); ++wall) wettings_[wall] = Wetting(contactAngleAt(settings, wall));
    completes_ = settings.stabiliser && settings.kernelPair == KernelPair::Wendland;
    pushesOnce_ = settings.stabiliser && !completes_;
    const auto pair = settings.kernelPair;
    if (table_ && pair == tablePair_) return;
    table_ = std::make_unique<WallTable>(pair, space_.h, space_.spacing);
    tablePair_ = pair;
    // The lattice's own sum, so that a particle at rest beside a wall is at rest density.
    const auto perSpacing = static_cast<double>(space_.h) / space_.spacing;
    latticeSum_ = static_cast<float>(latticeKernelSum(pair, perSpacing));
    layerSum_ = table_->kernelSumAt(0.5f * space_.spacing);
}

float WallForces::addKernelSum(const ContactList& contacts, float& sum) const {
    if (!hasDensity_ || contacts.empty()) return 1.0f;
    const float open = shareOpen(contacts, nullptr);
    if (!completes_) {
        const float whole = 1.0f / space_.restVolume();
        sum += (1.0f - open) * whole;
        return 1.0f;
    }
    sum /= open;
    return 1.0f / open;
}

// Without its trace, as the fluid's own tells how far it is to be trusted. Where walls meet, their parts overlap.
void WallForces::addAround(const ContactList& contacts, StrainSums& sums) const {
    if (!hasDensity_) return;
    for (const Contact& contact : contacts.items()) {
        const Vec3 n = contact.normal;
        const float across = table_->at(contact.distance).aroundAcross * shareAlone(contacts, contact);
        const float third = across / 3.0f;
        sums.aroundXx += across * n.x * n.x - third;
        sums.aroundYy += across * n.y * n.y - third;
        sums.aroundZz += across * n.z * n.z - third;
        sums.aroundXy += across * n.x * n.y;
        sums.aroundYz += across * n.y * n.z;
        sums.aroundZx += across * n.z * n.x;
    }
}

// A wall that fluid likes to wet hides all that fluid inside it would, so that films on it have a skin above and none
// below. One that it does not like hides less of what the fluid's own gradient, which points away from the wall, shows
// to be wet: the rest is skin between fluid and wall.
void WallForces::addColour(const ContactList& contacts, SurfaceShape& shape) const {
    float remaining = 1.0f;
    for (const Contact& contact : contacts.items()) {
        const WallTerms terms = table_->at(contact.distance);
        const float whole = terms.colourGradient * remaining;
        if (!(whole > 0.0f)) continue;
        float hidden = 1.0f;  // share
        if (const float dryness = wettingOf(contact).dryness; dryness > 0.0f) {
            const float wet = std::clamp(dot(shape.gradient, contact.normal) / whole, 0.0f, 1.0f);
            hidden = wet * (1.0f - dryness);
        }
        shape.gradient -= contact.normal * (whole * hidden);
        remaining *= 1.0f - terms.colour * hidden;
    }
    shape.colour += 1.0f - remaining;
}

void WallForces::addForces(const Fluid& fluid, const NeighborRecord& self, const OwnStress& stress, float time,
                           ForceSums& sums, std::span<WallLoad> loads, float wetting) const {
    ContactList contacts;
    space_.boundary.findContacts({self.x, self.y, self.z}, contacts);
    const float push = pushOf(fluid, self, wetting);
    // Half the fluid's own cohesion: at a wall the surface then stands at a right angle.
    const bool isCohesive = fluid.tension == TensionModel::Cohesion;
    const float cohesion = isCohesive ? 0.5f * fluid.cohesion / self.volume : 0.0f;
    const Vec3 gradient = sums.colourGradient;  // of the fluid alone
    for (const Contact& contact : contacts.items()) {
        const WallTerms terms = table_->at(contact.distance);
        Vec3 pressure;
        if (hasDensity_) {
            const float onWall = push != 0.0f ? push * shareOfPush(contacts, contact, terms) : 0.0f;
            pressure = contact.normal * (onWall * terms.pressureGradient);
            if (stress.relief && fluid.thickness > 0.0f) {
                pressure += reliefForce(fluid, self, *stress.relief, contacts, contact, terms);
            }
        }
        Vec3 hold = contact.normal * (cohesion * terms.cohesion);
        if (brakes_) hold += brake(fluid, self, contact, terms);
        if (fluid.hasSurfaceStress()) hold += pull(fluid, self, stress.surface, gradient, contact, terms);
        sums.force += pressure;
        sums.force -= hold;
        loads[static_cast<size_t>(contact.wall)].add((hold - pressure) * (self.volume * time));
        // Glass is no surface: its colour goes on inside the wall.
        sums.colourGradient -= contact.normal * terms.colourGradient;
        sums.colourLaplacian += terms.colourLaplacian;
    }
}

// What a wall's gradient is to be multiplied with, N/m^2.
float WallForces::pushOf(const Fluid& fluid, const NeighborRecord& self, float wetting) const {
    if (self.pressureTerm == 0.0f) return 0.0f;
    // p_i itself, where walls complete the fluid's sum: the record's has the growth of that sum in it.
    if (completes_) return wetting * pressureGain(fluid, true) * fluid.pressure(fluid.mass / self.volume);
    // The fluid inside the wall has the particle's own pressure. Eq. 10 with p_j = p_i: p_i V gradW; the record holds
    // p / 2. The consistent pair: 2 p_i V_i gradW per volume of the wall's fluid, of which rho0 / m particles make one.
    const float both = 2.0f * (self.pressureTerm * wetting);
    return fluid.pair == KernelPair::Mcg03 ? both : both * fluid.restDensity / (fluid.mass * self.volume);
}

// Thick fluid has relief up to the walls, and the fluid inside a wall has that of the particle, mirrored.
Vec3 WallForces::reliefForce(const Fluid& fluid, const NeighborRecord& self, const Strain& relief,
                             const ContactList& contacts, const Contact& contact, const WallTerms& terms) const {
    const float across = along(relief, contact.normal) * shareAlone(contacts, contact);  // the rest cancels
    const float perVolume = 2.0f * fluid.thickness / (self.volume * space_.restVolume());
    return contact.normal * (perVolume * across * terms.pressureGradient);
}

// How much of it the wall pushes with. Up to version 0.5 it was all, also in edges, where two walls push for one and
// the same missing fluid: states and replays of then go on bit for bit.
float WallForces::shareOfPush(const ContactList& contacts, const Contact& contact, const WallTerms& terms) const {
    if (completes_) {
        return 1.0f / (latticeSum_ - terms.kernelSum * space_.restVolume()) + kMirrored * shareAlone(contacts, contact);
    }
    return pushesOnce_ ? shareOpen(contacts, &contact) : 1.0f;
}

// Where other walls are, what is mirrored in this one fades out: to nothing for a particle that lies at another one;
// one layer away from it it is nearly whole.
float WallForces::shareAlone(const ContactList& contacts, const Contact& contact) const {
    float share = 1.0f;
    for (const Contact& other : contacts.items()) {
        if (&other == &contact) continue;
        const float across = 1.0f - std::max(dot(contact.normal, other.normal), 0.0f);  // two parts of one face: 0
        share *= std::max(1.0f - across * table_->kernelSumAt(other.distance) / layerSum_, 0.0f);
    }
    return share;
}

// The share of the support that walls leave open. In a corner the missing parts overlap, as independent shares do:
// (1 - a)(1 - b) and so on.
float WallForces::shareOpen(const ContactList& contacts, const Contact* without) const {
    const float whole = (completes_ ? latticeSum_ : 1.0f) / space_.restVolume();
    float open = 1.0f;
    for (const Contact& contact : contacts.items()) {
        if (&contact != without) open *= 1.0f - table_->kernelSumAt(contact.distance) / whole;
    }
    // A corner at rest has 0.7. The bound is for cracks where many solids meet.
    return completes_ ? std::max(open, 0.25f) : open;
}

// What the surface does at a wall, per volume, towards the wall. Its stress goes on inside, mirrored: with that alone
// it stands at a right angle. The rest acts along the wall on the rim of the wetted part: the pull of the wall, and
// friction, without which the rim would run in circles.
Vec3 WallForces::pull(const Fluid& fluid, const NeighborRecord& self, const SurfaceRecord& surface, Vec3 gradient,
                      const Contact& contact, const WallTerms& terms) const {
    const float across = dot(contact.normal, surface.times(contact.normal));  // the rest cancels in the mirror
    const float mirrored = 2.0f * wettingOf(contact).mirrored * terms.colourGradient;
    const Vec3 within = contact.normal * (across * mirrored * space_.restVolume() / self.volume);
    const Vec3 inward = gradient - contact.normal * dot(gradient, contact.normal);
    const float rim = std::clamp(length(inward) * fluid.h / kRimThreshold - 1.0f, 0.0f, 1.0f);
    if (!(rim > 0.0f)) return within;
    const Vec3 relative = Vec3{self.vx, self.vy, self.vz} - contact.velocity;
    const Vec3 slip = relative - contact.normal * dot(relative, contact.normal);
    const float nearness = std::max(1.0f - contact.distance / fluid.h, 0.0f) / fluid.h;
    return within + slip * (rim * fluid.rimFriction * terms.viscosity) +
           inward * (rim * wettingOf(contact).adhesion * fluid.surfaceTension * nearness);
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
