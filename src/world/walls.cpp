#include "world/walls.h"

#include "meniscus/world/world.h"

namespace meniscus {

namespace {

struct Axis {
    float Vec3::*coordinate;
    Vec3 normal;
};
constexpr Axis kAxes[3] = {{&Vec3::x, {1, 0, 0}}, {&Vec3::y, {0, 1, 0}}, {&Vec3::z, {0, 0, 1}}};

void reflect(Vec3& v, Vec3 normal, const Bounce& bounce) {
    const float inward = dot(v, normal);
    if (inward >= 0.0f) return;
    const Vec3 tangential = v - normal * inward;
    v = tangential * (1.0f - bounce.friction) - normal * (bounce.restitution * inward);
}

}  // namespace

Walls::Walls(const Domain& domain, ShapePtr solids, const CellGrid& grid, float supportRadius, float clearance)
    : lower_(domain.bounds.lower),
      upper_(domain.bounds.upper),
      solids_(std::move(solids)),
      reach_(supportRadius),
      clearance_(clearance) {
    constexpr float kFarAway = 1e20f;
    for (int k = 0; k < 3; ++k) {
        if (!domain.periodic[k]) continue;
        lower_.*kAxes[k].coordinate = -kFarAway;
        upper_.*kAxes[k].coordinate = kFarAway;
    }
    if (!solids_) return;
    // From the centre of a cell to its corner, then the support radius, then half of it for the way of one substep.
    const float nearDistance = 0.867f * grid.cellSize() + 1.5f * supportRadius;
    nearCells_.resize(grid.cellCount());
    for (size_t cell = 0; cell < nearCells_.size(); ++cell) {
        nearCells_[cell] = solids_->distance(grid.cellCentre(cell)) < nearDistance;
    }
}

float Walls::distance(Vec3 x) const {
    const float face = faceDistance(x);
    return solids_ ? std::min(face, solids_->distance(x)) : face;
}

void Walls::addContacts(Vec3 x, float reach, ContactList& contacts) const {
    for (const Axis& axis : kAxes) {
        const float low = x.*axis.coordinate - lower_.*axis.coordinate;
        const float high = upper_.*axis.coordinate - x.*axis.coordinate;
        if (low < reach) contacts.add({low, axis.normal});
        if (high < reach) contacts.add({high, -axis.normal});
    }
    if (solids_) solids_->addContacts(x, reach, contacts);
}

// Follows the way as far as free space goes: a ball of the radius of the distance is free, so each stride is safe.
Vec3 Walls::trace(Vec3 from, Vec3 way) const {
    constexpr int kMaxStrides = 64;  // grazing a wall takes short strides; stopping early is safe, only slow
    const float wayLength = length(way);
    const float stop = kTraceStop * clearance_;
    float travelled = 0.0f;
    for (int stride = 0; stride < kMaxStrides; ++stride) {
        const Vec3 at = from + way * (travelled / wayLength);
        const float free = distance(at) - stop;
        if (travelled + free >= wayLength) return from + way;
        if (free < stop) return at;
        travelled += free;
    }
    return from + way * (travelled / wayLength);
}

// The way out of one wall must not lead through another. Unlike trace() it begins beside a wall, so strides are shares
// of the distance itself; it ends where that becomes too small.
Vec3 Walls::pushOut(Vec3 from, Vec3 way) const {
    constexpr int kMaxStrides = 64;
    const float wayLength = length(way);
    Vec3 at = from;
    float travelled = 0.0f;
    for (int stride = 0; stride < kMaxStrides; ++stride) {
        travelled += 0.9f * distance(at);
        const Vec3 next = from + way * std::min(travelled / wayLength, 1.0f);
        if (distance(next) < kTraceStop * clearance_) return at;
        if (travelled >= wayLength) return next;
        at = next;
    }
    return at;
}

Motion Walls::move(uint32_t id, Vec3 x, Vec3 v, float dt, const Bounce& bounce) const {
    const float share = static_cast<float>((id * 2654435761u) >> 8) * 0x1p-24f;  // Knuth's multiplicative hash, [0, 1)
    const float clearance = clearance_ * (1.0f + 0.04f * share);
    Motion to{x + v * dt, v};
    const Vec3 way = to.x - x;
    if (solids_) {
        // Most particles near a solid do not reach it: a ball of the radius of the distance is free.
        const float free = distance(x) - clearance;
        if (free > 0.0f && lengthSquared(way) <= free * free) return to;
        if (lengthSquared(way) > 0.0f) to.x = trace(x, way);
    }
    // In corners pushing out of one wall may push into another: a few rounds settle it.
    ContactList contacts;
    for (int round = 0; round < 4; ++round) {
        contacts.clear();
        addContacts(to.x, clearance, contacts);
        if (contacts.empty()) break;
        const Vec3 at = to.x;
        for (const Contact& contact : contacts.items()) {
            // What earlier contacts have pushed counts: parts of a union that overlap push once.
            const float push = clearance - contact.distance - dot(to.x - at, contact.normal);
            if (push > 0.0f) to.x = solids_ ? pushOut(to.x, contact.normal * push) : to.x + contact.normal * push;
            reflect(to.v, contact.normal, bounce);
        }
    }
    // A gap narrower than a particle leaves no place to be pushed to: stay, at rest.
    if (!isFree(to.x)) return {x, Vec3{}};
    return to;
}

ShapePtr wallsOf(const WorldSetup& setup) {
    constexpr float kFarAway = 1e6f;
    Bounds inside = setup.domain.bounds;
    for (size_t k = 0; k < 3; ++k) {
        if (!setup.domain.periodic[k]) continue;
        inside.lower.*kAxes[k].coordinate = -kFarAway;
        inside.upper.*kAxes[k].coordinate = kFarAway;
    }
    std::vector<ShapePtr> parts{makeBoxContainer(inside)};
    if (setup.solids) parts.push_back(setup.solids);
    return makeUnion(std::move(parts));
}

}  // namespace meniscus
