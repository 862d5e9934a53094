#include "meniscus/solid/solid_part.h"

#include <vector>

namespace meniscus {

namespace {

struct MakeShape {
    ShapePtr operator()(const BoxPart& p) const {
        return p.isContainer ? makeBoxContainer(p.box) : makeSolidBox(p.box);
    }
    ShapePtr operator()(const CylinderPart& p) const {
        return p.isContainer ? makeCylinderContainer(p.base, p.radius, p.height)
                             : makeSolidCylinder(p.base, p.radius, p.height);
    }
    ShapePtr operator()(const SpherePart& p) const {
        return p.isContainer ? makeSphereContainer(p.centre, p.radius) : makeSolidSphere(p.centre, p.radius);
    }
    ShapePtr operator()(const PlanePart& p) const { return makePlane(p.point, p.normal); }
    ShapePtr operator()(const GlassDimensions& p) const { return makeGlass(p); }
};

}  // namespace

ShapePtr makeSolids(std::span<const SolidPart> parts) {
    if (parts.empty()) return nullptr;
    std::vector<ShapePtr> shapes;
    for (const SolidPart& part : parts) shapes.push_back(std::visit(MakeShape{}, part));
    return shapes.size() == 1 ? shapes.front() : makeUnion(std::move(shapes));
}

}  // namespace meniscus
