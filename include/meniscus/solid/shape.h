// Solid shapes as signed distance ([MCG03] 3.4 needs "push out" and "reflect": both come from distance and normal).
//
// Sign: the distance is positive in free space, where fluid may be, and negative inside solid matter. A container is a
// shape whose inside is free. |distance(a) - distance(b)| <= |a - b| holds for every shape, and no shape overestimates
// the distance: the collision trace of the world relies on both to make tunnelling impossible.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "meniscus/core/vec3.h"
#include "meniscus/solid/mesh.h"

namespace meniscus {

// One piece of wall near a point. normal points from the wall into free space and has length one.
struct Contact {
    float distance = 0.0f;  // m
    Vec3 normal;
    Vec3 velocity{};  // m/s, of the wall at this place
    int wall = 0;     // whose it is: where the reaction of the fluid goes
};

// The pieces of wall within reach of one point; fixed size, so that a step allocates nothing.
class ContactList {
  public:
    static constexpr int kCapacity = 8;

    // The contact is one with the wall of the last call of setWall. When full, the farthest contact gives way to a
    // nearer one.
    void add(Contact contact) {
        contact.wall = wall_;
        if (count_ < kCapacity) {
            std::construct_at(data() + count_++, contact);
        } else {
            replaceFarthest(contact);
        }
    }
    void setWall(int wall) { wall_ = wall; }
    [[nodiscard]] int wall() const { return wall_; }
    void clear() { count_ = 0; }
    [[nodiscard]] int size() const { return count_; }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] std::span<const Contact> items() const& { return {data(), static_cast<size_t>(count_)}; }
    std::span<const Contact> items() const&& = delete;  // would dangle

  private:
    [[nodiscard]] Contact* data() { return reinterpret_cast<Contact*>(storage_); }
    [[nodiscard]] const Contact* data() const { return reinterpret_cast<const Contact*>(storage_); }
    void replaceFarthest(const Contact& contact);

    // Raw bytes: a list is made for each particle near a wall several times a substep, and setting eight contacts to
    // zero first would cost more than what is put in.
    alignas(Contact) std::byte storage_[kCapacity * sizeof(Contact)];
    int count_ = 0;
    int wall_ = 0;
};

class Shape {
  public:
    virtual ~Shape() = default;

    [[nodiscard]] virtual float distance(Vec3 point) const = 0;

    // Adds one contact for each separate wall face nearer than reach (a point in the corner of a box has three). The
    // smallest contact distance equals distance(point) when that is below reach. Also works for points inside solid
    // matter: the contact with the most negative distance says how to get out. A container may need that step once
    // more for each further face that the point has passed.
    virtual void addContacts(Vec3 point, float reach, ContactList& contacts) const = 0;

    // Adds the surface as triangles, for drawing. Containers get a shell of glass around them; sharp edges may be
    // rounded a little.
    virtual void addMesh(TriangleMesh& mesh) const = 0;

    // Separate walls that it consists of. Contacts count them from the list's wall on.
    [[nodiscard]] virtual int wallCount() const { return 1; }
};

using ShapePtr = std::shared_ptr<const Shape>;

// The inside of a box is free, its faces are walls. Exact inside; outside, minus the way back to the face plane that
// was passed farthest, which is a bound beyond an edge.
[[nodiscard]] ShapePtr makeBoxContainer(Bounds inside);
// A solid box, for obstacles; free outside.
[[nodiscard]] ShapePtr makeSolidBox(Bounds box);
// Free on the side to which normal points. normal need not be a unit vector but must not be zero.
[[nodiscard]] ShapePtr makePlane(Vec3 point, Vec3 normal);
// An upright cylinder, free inside, closed at the bottom y = base.y and at the top y = base.y + height. Exact inside;
// outside, a bound as for the box.
[[nodiscard]] ShapePtr makeCylinderContainer(Vec3 base, float radius, float height);
// An upright solid cylinder, free outside.
[[nodiscard]] ShapePtr makeSolidCylinder(Vec3 base, float radius, float height);
// The inside of a sphere is free.
[[nodiscard]] ShapePtr makeSphereContainer(Vec3 centre, float radius);
[[nodiscard]] ShapePtr makeSolidSphere(Vec3 centre, float radius);

// An upright drinking glass, open at the top: solid base and solid wall, free inside and around. Exact on both sides.
struct GlassDimensions {
    Vec3 base{};                  // centre of the underside
    float innerRadius = 0.15f;    // m
    float height = 0.4f;          // m, from the underside to the rim
    float wallThickness = 0.02f;  // m
    float baseThickness = 0.03f;  // m, less than height
};
[[nodiscard]] ShapePtr makeGlass(const GlassDimensions& dimensions);

// Solid wherever any part is solid; without parts, free everywhere at distance 1e30. Exact in free space; in matter
// where parts overlap, a bound.
[[nodiscard]] ShapePtr makeUnion(std::vector<ShapePtr> parts);

}  // namespace meniscus
