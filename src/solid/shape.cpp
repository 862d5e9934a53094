// The solid shapes: boxes, planes, cylinders, spheres, the glass and their union.
//
// A shape that is round about the y axis is solved in its profile, the half plane (r, y) with r the distance from the
// axis; profile vectors are Vec3 with z unused. A convex solid is described by its excess: how far the point lies
// beyond each pair of opposite faces, negative between them. Both distance and normal follow from the excess.
#include "meniscus/solid/shape.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string_view>
#include <utility>

#include "meniscus/core/error.h"
#include "solid/mesh_builder.h"

namespace meniscus {

namespace {

// Farther than any wall, yet its negative and its sums stay finite.
constexpr float kFar = 1e30f;
constexpr Vec3 kUp{0.0f, 1.0f, 0.0f};
// On an axis every horizontal direction is equally right; one is chosen so that normals are never NaN.
constexpr Vec3 kOutwardOnAxis{1.0f, 0.0f, 0.0f};
constexpr Vec3 kProfileInward{-1.0f, 0.0f, 0.0f};

template <typename... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
    std::ostringstream message;
    (message << ... << parts);
    throw InputError(message.str());
}

void requirePositive(std::string_view field, float value) {
    if (value > 0.0f && std::isfinite(value)) return;
    refuse(field, " is ", value, " m; allowed is a finite number greater than 0");
}

void requireFinite(std::string_view field, Vec3 value) {
    if (isFinite(value)) return;
    refuse(field, " is (", value.x, ", ", value.y, ", ", value.z, "); allowed are finite numbers");
}

void requireBox(std::string_view field, Bounds box) {
    requireFinite(field, box.lower);
    requireFinite(field, box.upper);
    const auto requireAxis = [field](char axis, float lower, float upper) {
        if (lower < upper) return;
        refuse(field, " spans ", axis, " = ", lower, " to ", upper, " m; allowed is an upper end above the lower");
    };
    requireAxis('x', box.lower.x, box.upper.x);
    requireAxis('y', box.lower.y, box.upper.y);
    requireAxis('z', box.lower.z, box.upper.z);
}

[[nodiscard]] float largestComponent(Vec3 a) {
    return std::max(a.x, std::max(a.y, a.z));
}

[[nodiscard]] Vec3 axisOfLargestComponent(Vec3 a) {
    if (a.x >= a.y && a.x >= a.z) return {1.0f, 0.0f, 0.0f};
    return a.y >= a.z ? Vec3{0.0f, 1.0f, 0.0f} : Vec3{0.0f, 0.0f, 1.0f};
}

// Exact outside and inside: outside only the exceeded faces count, inside only the nearest.
[[nodiscard]] float distanceFromExcess(Vec3 excess) {
    return length(maxPerAxis(excess, {})) + std::min(largestComponent(excess), 0.0f);
}

// The gradient of distanceFromExcess by excess; no component is negative.
[[nodiscard]] Vec3 gradientFromExcess(Vec3 excess) {
    return normalizedOr(maxPerAxis(excess, {}), axisOfLargestComponent(excess));
}

[[nodiscard]] Vec3 profilePoint(Vec3 offset) {
    return {std::sqrt(offset.x * offset.x + offset.z * offset.z), offset.y, 0.0f};
}

// Turns a profile vector about the y axis to where offset is.
[[nodiscard]] Vec3 spaceFromProfile(Vec3 vector, Vec3 offset) {
    const Vec3 outward = normalizedOr({offset.x, 0.0f, offset.z}, kOutwardOnAxis);
    return outward * vector.x + kUp * vector.y;
}

void addIfNear(ContactList& contacts, float reach, float distance, Vec3 normal) {
    if (distance < reach) contacts.add({distance, normal});
}

// The profile of an upright solid cylinder that stands on y = 0.
struct CylinderProfile {
    float radius;
    float height;

    // A cylinder has two pairs of faces only, so that the third excess must never count.
    [[nodiscard]] Vec3 excess(Vec3 at) const { return {at.x - radius, std::max(-at.y, at.y - height), -kFar}; }
    [[nodiscard]] float distance(Vec3 at) const { return distanceFromExcess(excess(at)); }
    [[nodiscard]] Vec3 normal(Vec3 at) const {
        const Vec3 gradient = gradientFromExcess(excess(at));
        return {gradient.x, std::copysign(gradient.y, at.y - 0.5f * height), 0.0f};
    }
};

class BoxContainer final : public Shape {
  public:
    explicit BoxContainer(Bounds inside) : inside_(inside) { requireBox("box container", inside); }

    [[nodiscard]] float distance(Vec3 point) const override {
        const Vec3 nearest = minPerAxis(point - inside_.lower, inside_.upper - point);
        return std::min(nearest.x, std::min(nearest.y, nearest.z));
    }

    void addContacts(Vec3 point, float reach, ContactList& contacts) const override {
        const Vec3 above = point - inside_.lower;
        const Vec3 below = inside_.upper - point;
        addIfNear(contacts, reach, above.x, {1.0f, 0.0f, 0.0f});
        addIfNear(contacts, reach, above.y, {0.0f, 1.0f, 0.0f});
        addIfNear(contacts, reach, above.z, {0.0f, 0.0f, 1.0f});
        addIfNear(contacts, reach, below.x, {-1.0f, 0.0f, 0.0f});
        addIfNear(contacts, reach, below.y, {0.0f, -1.0f, 0.0f});
        addIfNear(contacts, reach, below.z, {0.0f, 0.0f, -1.0f});
    }

    void addMesh(TriangleMesh& mesh) const override {
        addOpenBox(mesh, inside_, kWallShare * largestComponent(inside_.size()));
    }

  private:
    Bounds inside_;
};

class SolidBox final : public Shape {
  public:
    explicit SolidBox(Bounds box) : box_(box), centre_(box.centre()) { requireBox("solid box", box); }

    [[nodiscard]] float distance(Vec3 point) const override { return distanceFromExcess(excess(point)); }

    void addContacts(Vec3 point, float reach, ContactList& contacts) const override {
        const float d = distance(point);
        if (d < reach) contacts.add({d, normal(point)});
    }

    void addMesh(TriangleMesh& mesh) const override { addBox(mesh, box_); }

  private:
    [[nodiscard]] Vec3 excess(Vec3 point) const { return maxPerAxis(box_.lower - point, point - box_.upper); }
    [[nodiscard]] Vec3 normal(Vec3 point) const {
        const Vec3 gradient = gradientFromExcess(excess(point));
        return {std::copysign(gradient.x, point.x - centre_.x), std::copysign(gradient.y, point.y - centre_.y),
                std::copysign(gradient.z, point.z - centre_.z)};
    }

    Bounds box_;
    Vec3 centre_;
};

class Plane final : public Shape {
  public:
    Plane(Vec3 point, Vec3 normal) : point_(point) {
        requireFinite("plane point", point);
        requireFinite("plane normal", normal);
        // Scaled first, because the square of a very long or very short normal is not a float.
        const float scale = largestComponent(maxPerAxis(normal, -normal));
        if (scale == 0.0f) refuse("plane normal is (0, 0, 0); allowed is any direction that is not zero");
        normal_ = normalizedOr(normal / scale, kUp);
    }

    [[nodiscard]] float distance(Vec3 point) const override { return dot(point - point_, normal_); }

    void addContacts(Vec3 point, float reach, ContactList& contacts) const override {
        addIfNear(contacts, reach, distance(point), normal_);
    }

    // A plane has no end, and the floor that every picture has stands for it.
    void addMesh(TriangleMesh&) const override {}

  private:
    Vec3 point_;
    Vec3 normal_;
};

class CylinderContainer final : public Shape {
  public:
    CylinderContainer(Vec3 base, float radius, float height) : base_(base), radius_(radius), height_(height) {
        requireFinite("cylinder container base", base);
        requirePositive("cylinder container radius", radius);
        requirePositive("cylinder container height", height);
    }

    [[nodiscard]] float distance(Vec3 point) const override {
        const Vec3 at = profilePoint(point - base_);
        return std::min(radius_ - at.x, std::min(at.y, height_ - at.y));
    }

    void addContacts(Vec3 point, float reach, ContactList& contacts) const override {
        const Vec3 offset = point - base_;
        const Vec3 at = profilePoint(offset);
        const float side = radius_ - at.x;
        if (side < reach) contacts.add({side, spaceFromProfile(kProfileInward, offset)});
        addIfNear(contacts, reach, at.y, kUp);
        addIfNear(contacts, reach, height_ - at.y, -kUp);
    }

    // Open at the top, so that one sees what is in it.
    void addMesh(TriangleMesh& mesh) const override {
        const float wall = kWallShare * std::max(radius_, height_);
        addVessel(mesh, base_ - kUp * wall, radius_, height_ + wall, wall, wall);
    }

  private:
    Vec3 base_;
    float radius_;
    float height_;
};

class SolidCylinder final : public Shape {
  public:
    SolidCylinder(Vec3 base, float radius, float height) : base_(base), profile_{radius, height} {
        requireFinite("solid cylinder base", base);
        requirePositive("solid cylinder radius", radius);
        requirePositive("solid cylinder height", height);
    }

    [[nodiscard]] float distance(Vec3 point) const override { return profile_.distance(profilePoint(point - base_)); }

    void addContacts(Vec3 point, float reach, ContactList& contacts) const override {
        const Vec3 offset = point - base_;
        if (offset.y >= profile_.height + reach) return;
        const Vec3 at = profilePoint(offset);
        const float d = profile_.distance(at);
        if (d < reach) contacts.add({d, spaceFromProfile(profile_.normal(at), offset)});
    }

    void addMesh(TriangleMesh& mesh) const override { addCylinder(mesh, base_, profile_.radius, profile_.height); }

  private:
    Vec3 base_;
    CylinderProfile profile_;
};

// One class for both spheres: a container is a solid sphere turned inside out, side -1 instead of +1.
class Sphere final : public Shape {
  public:
    Sphere(Vec3 centre, float radius, float side) : centre_(centre), radius_(radius), side_(side) {
        requireFinite("sphere centre", centre);
        requirePositive("sphere radius", radius);
    }

    [[nodiscard]] float distance(Vec3 point) const override { return side_ * (length(point - centre_) - radius_); }

    void addContacts(Vec3 point, float reach, ContactList& contacts) const override {
        const float d = distance(point);
        if (d < reach) contacts.add({d, side_ * normalizedOr(point - centre_, kUp)});
    }

    void addMesh(TriangleMesh& mesh) const override {
        addBall(mesh, centre_, radius_, side_);
        if (side_ < 0.0f) addBall(mesh, centre_, (1.0f + kWallShare) * radius_, 1.0f);
    }

  private:
    Vec3 centre_;
    float radius_;
    float side_;
};

// A solid cylinder less its cavity, the open-topped region r <= innerRadius, y >= baseThickness. The profile distance
// is exact on both sides. The plain rule max(cylinder, -cavity) is not enough: above the rim it falls short of the true
// distance, and a minimum over wall and base as two rectangles sends points in the base's edge through the base.
class Glass final : public Shape {
  public:
    explicit Glass(const GlassDimensions& d)
        : base_(d.base),
          outer_{d.innerRadius + d.wallThickness, d.height},
          innerRadius_(d.innerRadius),
          baseThickness_(d.baseThickness) {
        requireFinite("glass base", d.base);
        requirePositive("glass innerRadius", d.innerRadius);
        requirePositive("glass height", d.height);
        requirePositive("glass wallThickness", d.wallThickness);
        requirePositive("glass baseThickness", d.baseThickness);
        if (d.baseThickness >= d.height)
            refuse("glass baseThickness is ", d.baseThickness, " m; allowed is less than the height, ", d.height, " m");
    }

    [[nodiscard]] float distance(Vec3 point) const override {
        const Vec3 at = profilePoint(point - base_);
        if (isInCavity(at)) return std::min(length(offsetFromWall(at)), at.y - baseThickness_);
        return std::max(outer_.distance(at), -length(wayToCavity(at)));
    }

    void addContacts(Vec3 point, float reach, ContactList& contacts) const override {
        const Vec3 offset = point - base_;
        const Vec3 at = profilePoint(offset);
        if (isInCavity(at))
            addCavityContacts(at, offset, reach, contacts);
        else
            addOuterContact(at, offset, reach, contacts);
    }

    void addMesh(TriangleMesh& mesh) const override {
        addVessel(mesh, base_, innerRadius_, outer_.height, outer_.radius - innerRadius_, baseThickness_);
    }

  private:
    [[nodiscard]] bool isInCavity(Vec3 at) const { return at.x <= innerRadius_ && at.y >= baseThickness_; }

    // From the nearest point of the wall to a point in the cavity; above the rim that is the rim's inner edge.
    [[nodiscard]] Vec3 offsetFromWall(Vec3 at) const {
        return {at.x - innerRadius_, std::max(at.y - outer_.height, 0.0f), 0.0f};
    }

    // From a point in solid matter to the nearest point of the cavity.
    [[nodiscard]] Vec3 wayToCavity(Vec3 at) const {
        return {std::min(innerRadius_ - at.x, 0.0f), std::max(baseThickness_ - at.y, 0.0f), 0.0f};
    }

    void addCavityContacts(Vec3 at, Vec3 offset, float reach, ContactList& contacts) const {
        const Vec3 fromWall = offsetFromWall(at);
        const float wall = length(fromWall);
        if (wall < reach) contacts.add({wall, spaceFromProfile(normalizedOr(fromWall, kProfileInward), offset)});
        addIfNear(contacts, reach, at.y - baseThickness_, kUp);
    }

    // Around the glass and in its matter: the one nearest piece of surface, be it of the outside or of the cavity.
    void addOuterContact(Vec3 at, Vec3 offset, float reach, ContactList& contacts) const {
        const Vec3 way = wayToCavity(at);
        const float outer = outer_.distance(at);
        const float inner = -length(way);
        const float d = std::max(outer, inner);
        if (d >= reach) return;
        const Vec3 normal = outer >= inner ? outer_.normal(at) : normalizedOr(way, kProfileInward);
        contacts.add({d, spaceFromProfile(normal, offset)});
    }

    Vec3 base_;
    CylinderProfile outer_;
    float innerRadius_;
    float baseThickness_;
};

class Union final : public Shape {
  public:
    explicit Union(std::vector<ShapePtr> parts) : parts_(std::move(parts)) {
        for (size_t k = 0; k < parts_.size(); ++k)
            if (!parts_[k]) refuse("union part ", k, " is null; allowed is a shape");
        for (const ShapePtr& part : parts_) wallCount_ += part->wallCount();
    }

    [[nodiscard]] float distance(Vec3 point) const override {
        float nearest = kFar;
        for (const ShapePtr& part : parts_) nearest = std::min(nearest, part->distance(point));
        return nearest;
    }

    void addContacts(Vec3 point, float reach, ContactList& contacts) const override {
        for (const ShapePtr& part : parts_) {
            part->addContacts(point, reach, contacts);
            contacts.setWall(contacts.wall() + part->wallCount());
        }
        contacts.setWall(contacts.wall() - wallCount_);
    }

    [[nodiscard]] int wallCount() const override { return wallCount_; }

    void addMesh(TriangleMesh& mesh) const override {
        for (const ShapePtr& part : parts_) part->addMesh(mesh);
    }

  private:
    std::vector<ShapePtr> parts_;
    int wallCount_ = 0;
};

}  // namespace

void ContactList::replaceFarthest(const Contact& contact) {
    const auto isNearer = [](const Contact& a, const Contact& b) { return a.distance < b.distance; };
    Contact& farthest = *std::max_element(data(), data() + count_, isNearer);
    if (isNearer(contact, farthest)) farthest = contact;
}

ShapePtr makeBoxContainer(Bounds inside) {
    return std::make_shared<BoxContainer>(inside);
}

ShapePtr makeSolidBox(Bounds box) {
    return std::make_shared<SolidBox>(box);
}

ShapePtr makePlane(Vec3 point, Vec3 normal) {
    return std::make_shared<Plane>(point, normal);
}

ShapePtr makeCylinderContainer(Vec3 base, float radius, float height) {
    return std::make_shared<CylinderContainer>(base, radius, height);
}

ShapePtr makeSolidCylinder(Vec3 base, float radius, float height) {
    return std::make_shared<SolidCylinder>(base, radius, height);
}

ShapePtr makeSphereContainer(Vec3 centre, float radius) {
    return std::make_shared<Sphere>(centre, radius, -1.0f);
}

ShapePtr makeSolidSphere(Vec3 centre, float radius) {
    return std::make_shared<Sphere>(centre, radius, 1.0f);
}

ShapePtr makeGlass(const GlassDimensions& dimensions) {
    return std::make_shared<Glass>(dimensions);
}

ShapePtr makeUnion(std::vector<ShapePtr> parts) {
    return std::make_shared<Union>(std::move(parts));
}

}  // namespace meniscus
