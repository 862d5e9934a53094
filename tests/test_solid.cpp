// Laws of the solid shapes. Each law is checked for all shapes at seeded random points around them; solidity itself is
// checked against predicates written here by hand. Right sign and 1-Lipschitz together mean: never too far.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "meniscus/core/error.h"
#include "meniscus/solid/shape.h"

using namespace meniscus;

namespace {

constexpr float kTolerance = 2e-6f;  // m, some float steps at the size of the test shapes
constexpr float kAnyReach = 100.0f;

struct Sample {
    std::string name;
    ShapePtr shape;
    std::function<bool(Vec3)> isFree;
};

float radiusAbout(Vec3 axis, Vec3 p) {
    return std::hypot(p.x - axis.x, p.z - axis.z);
}

bool isBetween(float value, float lower, float upper) {
    return value >= lower && value <= upper;
}

const Bounds kBox{{-0.5f, 0.1f, -0.3f}, {0.4f, 0.8f, 0.6f}};
const Vec3 kBase{0.1f, -0.2f, 0.05f};
const GlassDimensions kGlass{kBase, 0.4f, 0.9f, 0.1f, 0.15f};
// The thin one of the tunnelling law: 2 mm of wall.
const GlassDimensions kThinGlass{{0.0f, 0.0f, 0.0f}, 0.15f, 0.4f, 0.002f, 0.002f};

bool isFreeOfGlass(const GlassDimensions& glass, Vec3 p) {
    const float r = radiusAbout(glass.base, p);
    const float y = p.y - glass.base.y;
    const bool isInBase = r < glass.innerRadius + glass.wallThickness && y > 0.0f && y < glass.baseThickness;
    const bool isInWall =
        r > glass.innerRadius && r < glass.innerRadius + glass.wallThickness && y > 0.0f && y < glass.height;
    return !isInBase && !isInWall;
}

bool isInCylinder(Vec3 p) {
    return radiusAbout(kBase, p) <= 0.5f && isBetween(p.y, kBase.y, kBase.y + 0.7f);
}

bool isInSphere(Vec3 p) {
    return length(p - kBase) <= 0.6f;
}

// A room with a glass and a ball in it, all apart from each other.
Sample makeRoom() {
    const Bounds room{{-0.9f, -0.2f, -0.9f}, {0.9f, 1.0f, 0.9f}};
    const Vec3 ball{0.7f, 0.7f, 0.7f};
    const ShapePtr shape = makeUnion({makeBoxContainer(room), makeGlass(kGlass), makeSolidSphere(ball, 0.15f)});
    const auto isFree = [=](Vec3 p) {
        return room.contains(p) && isFreeOfGlass(kGlass, p) && length(p - ball) >= 0.15f;
    };
    return {"union", shape, isFree};
}

std::vector<Sample> makeAllShapes() {
    const Vec3 slope{1.0f, 2.0f, -0.5f};
    return {
        {"box container", makeBoxContainer(kBox), [](Vec3 p) { return kBox.contains(p); }},
        {"solid box", makeSolidBox(kBox), [](Vec3 p) { return !kBox.contains(p); }},
        {"plane", makePlane(kBase, slope), [=](Vec3 p) { return dot(p - kBase, slope) >= 0.0f; }},
        {"cylinder container", makeCylinderContainer(kBase, 0.5f, 0.7f), [](Vec3 p) { return isInCylinder(p); }},
        {"solid cylinder", makeSolidCylinder(kBase, 0.5f, 0.7f), [](Vec3 p) { return !isInCylinder(p); }},
        {"sphere container", makeSphereContainer(kBase, 0.6f), [](Vec3 p) { return isInSphere(p); }},
        {"solid sphere", makeSolidSphere(kBase, 0.6f), [](Vec3 p) { return !isInSphere(p); }},
        {"glass", makeGlass(kGlass), [](Vec3 p) { return isFreeOfGlass(kGlass, p); }},
        makeRoom(),
    };
}

class RandomPoints {
  public:
    explicit RandomPoints(unsigned seed) : engine_(seed) {}

    float nextIn(float lower, float upper) { return std::uniform_real_distribution<float>(lower, upper)(engine_); }
    // Around all the test shapes, so that both sides of every face are met.
    Vec3 next() { return nextAround({0.0f, 0.4f, 0.0f}, 1.0f); }
    Vec3 nextAround(Vec3 centre, float halfWidth) {
        const float x = nextIn(-halfWidth, halfWidth);
        const float y = nextIn(-halfWidth, halfWidth);
        return centre + Vec3{x, y, nextIn(-halfWidth, halfWidth)};
    }

  private:
    std::mt19937 engine_;
};

// Calls law(point) for many points of each shape and says on failure which shape and point broke it.
void forAllShapes(unsigned seed, const std::function<void(const Sample&, Vec3, RandomPoints&)>& law) {
    for (const Sample& sample : makeAllShapes()) {
        RandomPoints points(seed);
        for (int k = 0; k < 5000; ++k) {
            const Vec3 p = points.next();
            CAPTURE(sample.name, seed, k, p.x, p.y, p.z);
            law(sample, p, points);
        }
    }
}

ContactList contactsOf(const Shape& shape, Vec3 point, float reach = kAnyReach) {
    ContactList contacts;
    shape.addContacts(point, reach, contacts);
    return contacts;
}

Contact nearestContact(const Shape& shape, Vec3 point) {
    const ContactList contacts = contactsOf(shape, point);
    Contact nearest{std::numeric_limits<float>::max(), {}};
    for (const Contact& contact : contacts.items())
        if (contact.distance < nearest.distance) nearest = contact;
    return nearest;
}

Vec3 followContact(const Shape& shape, Vec3 point) {
    const Contact nearest = nearestContact(shape, point);
    return point - nearest.normal * nearest.distance;
}

bool isUnit(Vec3 a) {
    return isFinite(a) && std::abs(length(a) - 1.0f) < 1e-5f;
}

bool isClose(Vec3 a, Vec3 b) {
    return length(a - b) < 1e-5f;
}

// A point of the thick glass by its profile, at an angle that favours no axis.
Vec3 inGlass(float r, float y) {
    return kGlass.base + Vec3{0.6f * r, y, 0.8f * r};
}
const Vec3 kGlassOutward{0.6f, 0.0f, 0.8f};
const Vec3 kUp{0.0f, 1.0f, 0.0f};

// The one-sided slopes of the distance along the three axes.
Vec3 slopes(const Shape& shape, Vec3 p, float step) {
    const float d = shape.distance(p);
    return Vec3{shape.distance(p + Vec3{step, 0.0f, 0.0f}) - d, shape.distance(p + Vec3{0.0f, step, 0.0f}) - d,
                shape.distance(p + Vec3{0.0f, 0.0f, step}) - d} /
           step;
}

// True when sphere tracing reaches b; else stop is where it met a wall.
bool canTrace(const Shape& shape, Vec3 a, Vec3 b, float& stop) {
    const float end = length(b - a);
    const Vec3 direction = (b - a) / end;
    for (stop = 0.0f; stop < end;) {
        const float d = shape.distance(a + direction * stop);
        if (d < 1e-5f) return false;
        stop += d;
    }
    return true;
}

// The length along a-b at which the first of many samples is solid; beyond the end when all are free.
float firstSolidSample(const std::function<bool(Vec3)>& isFree, Vec3 a, Vec3 b) {
    const float end = length(b - a);
    const Vec3 direction = (b - a) / end;
    float t = 0.0f;
    while (t <= end && isFree(a + direction * t)) t += 0.0005f;
    return t;
}

const float kInfinity = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("Distance is positive in free space and negative in solid matter", "[solid]") {
    forAllShapes(11, [](const Sample& sample, Vec3 p, RandomPoints&) {
        const float d = sample.shape->distance(p);
        if (std::abs(d) > kTolerance) REQUIRE((d > 0.0f) == sample.isFree(p));
    });
}

TEST_CASE("Distance is 1-Lipschitz", "[solid]") {
    forAllShapes(12, [](const Sample& sample, Vec3 p, RandomPoints& points) {
        const Vec3 nearby = points.nextAround(p, 0.05f);
        const Vec3 anywhere = points.next();
        const float d = sample.shape->distance(p);
        REQUIRE(std::abs(d - sample.shape->distance(nearby)) <= length(p - nearby) + kTolerance);
        REQUIRE(std::abs(d - sample.shape->distance(anywhere)) <= length(p - anywhere) + kTolerance);
    });
}

TEST_CASE("The nearest contact has the distance of the shape and every normal is a unit vector", "[solid]") {
    forAllShapes(13, [](const Sample& sample, Vec3 p, RandomPoints&) {
        REQUIRE(std::abs(nearestContact(*sample.shape, p).distance - sample.shape->distance(p)) <= kTolerance);
        const ContactList contacts = contactsOf(*sample.shape, p);
        for (const Contact& contact : contacts.items()) REQUIRE(isUnit(contact.normal));
    });
}

TEST_CASE("No contact lies at or beyond the reach", "[solid]") {
    forAllShapes(14, [](const Sample& sample, Vec3 p, RandomPoints& points) {
        const float reach = points.nextIn(0.0f, 0.5f);
        const ContactList contacts = contactsOf(*sample.shape, p, reach);
        for (const Contact& contact : contacts.items()) REQUIRE(contact.distance < reach);
        REQUIRE(contacts.empty() == (sample.shape->distance(p) >= reach));
    });
}

TEST_CASE("The nearest contact's normal is the gradient of distance", "[solid]") {
    const float step = 1e-3f;
    int smoothCount = 0;
    int count = 0;
    forAllShapes(15, [&](const Sample& sample, Vec3 p, RandomPoints&) {
        const Vec3 forward = slopes(*sample.shape, p, step);
        const Vec3 backward = slopes(*sample.shape, p, -step);
        ++count;
        // The slopes of the two sides differ where a step crosses an edge or the medial axis: no gradient there.
        if (length(forward - backward) > 0.02f) return;
        ++smoothCount;
        REQUIRE(length(nearestContact(*sample.shape, p).normal - (forward + backward) * 0.5f) < 0.02f);
    });
    REQUIRE(smoothCount > 0.9 * count);
}

TEST_CASE("From free space, following the nearest contact lands on the surface", "[solid]") {
    forAllShapes(16, [](const Sample& sample, Vec3 p, RandomPoints&) {
        if (!sample.isFree(p)) return;
        REQUIRE(std::abs(sample.shape->distance(followContact(*sample.shape, p))) <= kTolerance);
    });
}

TEST_CASE("From solid matter, following the nearest contact three times leads out", "[solid]") {
    forAllShapes(17, [](const Sample& sample, Vec3 p, RandomPoints&) {
        if (sample.isFree(p)) return;
        for (int k = 0; k < 3; ++k) p = followContact(*sample.shape, p);
        REQUIRE(std::abs(sample.shape->distance(p)) <= kTolerance);
    });
}

TEST_CASE("From the matter of a convex solid or a glass, one step leads out", "[solid]") {
    forAllShapes(18, [](const Sample& sample, Vec3 p, RandomPoints&) {
        if (sample.isFree(p) || sample.name == "union" || sample.name.find("container") != std::string::npos) return;
        REQUIRE(std::abs(sample.shape->distance(followContact(*sample.shape, p))) <= kTolerance);
    });
}

TEST_CASE("Sphere tracing never passes a glass wall of 2 mm", "[solid]") {
    const ShapePtr glass = makeGlass(kThinGlass);
    const auto isFree = [](Vec3 p) { return isFreeOfGlass(kThinGlass, p); };
    RandomPoints points(19);
    int blockedCount = 0;
    for (int k = 0; k < 5000; ++k) {
        const Vec3 a = points.nextAround({0.0f, 0.2f, 0.0f}, 0.3f);
        const Vec3 b = points.nextAround({0.0f, 0.2f, 0.0f}, 0.3f);
        if (!isFree(a)) continue;
        CAPTURE(k, a.x, a.y, a.z, b.x, b.y, b.z);
        float stop = 0.0f;
        const bool hasPassed = canTrace(*glass, a, b, stop);
        const float solidAt = firstSolidSample(isFree, a, b);
        if (solidAt > length(b - a)) continue;
        ++blockedCount;
        REQUIRE_FALSE(hasPassed);
        REQUIRE(stop <= solidAt + 1e-5f);
    }
    REQUIRE(blockedCount > 2000);
}

TEST_CASE("The corner of a box container gives three orthogonal contacts", "[solid]") {
    const ShapePtr box = makeBoxContainer(kBox);
    const ContactList contacts = contactsOf(*box, kBox.upper - Vec3{0.01f, 0.02f, 0.03f}, 0.1f);
    REQUIRE(contacts.size() == 3);
    const auto items = contacts.items();
    REQUIRE(dot(items[0].normal, items[1].normal) == 0.0f);
    REQUIRE(dot(items[1].normal, items[2].normal) == 0.0f);
    REQUIRE(dot(items[2].normal, items[0].normal) == 0.0f);
    REQUIRE(contactsOf(*box, kBox.centre()).size() == 6);
}

TEST_CASE("A cylinder container has a side, a bottom and a top", "[solid]") {
    const ShapePtr cylinder = makeCylinderContainer(kBase, 0.5f, 0.7f);
    REQUIRE(contactsOf(*cylinder, kBase + Vec3{0.48f, 0.02f, 0.0f}, 0.1f).size() == 2);
    REQUIRE(contactsOf(*cylinder, kBase + Vec3{0.48f, 0.68f, 0.0f}, 0.1f).size() == 2);
    REQUIRE(contactsOf(*cylinder, kBase + Vec3{0.48f, 0.35f, 0.0f}, 0.1f).size() == 1);
    REQUIRE(contactsOf(*cylinder, kBase + Vec3{0.1f, 0.35f, 0.0f}).size() == 3);
}

TEST_CASE("A convex solid gives one contact", "[solid]") {
    for (const ShapePtr& solid : {makeSolidBox(kBox), makeSolidCylinder(kBase, 0.5f, 0.7f),
                                  makeSolidSphere(kBase, 0.6f), makePlane(kBase, kUp)}) {
        RandomPoints points(20);
        for (int k = 0; k < 1000; ++k) REQUIRE(contactsOf(*solid, points.next()).size() == 1);
    }
}

TEST_CASE("Inside the base corner of a glass there are two orthogonal contacts", "[solid]") {
    const ContactList contacts = contactsOf(*makeGlass(kGlass), inGlass(0.38f, 0.16f), 0.05f);
    REQUIRE(contacts.size() == 2);
    const Contact wall = contacts.items()[0];
    const Contact base = contacts.items()[1];
    REQUIRE(wall.distance == Approx(0.02f).margin(1e-6));
    REQUIRE(isClose(wall.normal, -kGlassOutward));
    REQUIRE(base.distance == Approx(0.01f).margin(1e-6));
    REQUIRE(base.normal == kUp);
}

TEST_CASE("On the inner edge of a glass both faces touch", "[solid]") {
    const ContactList contacts = contactsOf(*makeGlass({{}, 0.4f, 0.9f, 0.1f, 0.15f}), {0.4f, 0.15f, 0.0f}, 0.05f);
    REQUIRE(contacts.size() == 2);
    REQUIRE(contacts.items()[0].distance == 0.0f);
    REQUIRE(contacts.items()[1].distance == 0.0f);
    REQUIRE(dot(contacts.items()[0].normal, contacts.items()[1].normal) == 0.0f);
}

TEST_CASE("The rim of a glass gives one contact to its nearest point", "[solid]") {
    const ShapePtr glass = makeGlass(kGlass);
    const auto requireOnly = [&](Vec3 point, float distance, Vec3 normal) {
        const ContactList contacts = contactsOf(*glass, point, 0.1f);
        REQUIRE(contacts.size() == 1);
        REQUIRE(contacts.items()[0].distance == Approx(distance).margin(1e-6));
        REQUIRE(isClose(contacts.items()[0].normal, normal));
    };
    requireOnly(inGlass(0.45f, 0.95f), 0.05f, kUp);
    requireOnly(inGlass(0.37f, 0.94f), 0.05f, kGlassOutward * -0.6f + kUp * 0.8f);
    requireOnly(inGlass(0.54f, 0.93f), 0.05f, kGlassOutward * 0.8f + kUp * 0.6f);
    requireOnly(inGlass(0.55f, 0.88f), 0.05f, kGlassOutward);
}

TEST_CASE("A point in the matter of a glass goes to the nearest surface", "[solid]") {
    const ShapePtr glass = makeGlass(kGlass);
    const auto requireExit = [&](float r, float y, float rExit, float yExit) {
        CAPTURE(r, y);
        REQUIRE(isClose(followContact(*glass, inGlass(r, y)), inGlass(rExit, yExit)));
    };
    requireExit(0.43f, 0.5f, 0.4f, 0.5f);    // wall, nearer inside
    requireExit(0.47f, 0.5f, 0.5f, 0.5f);    // wall, nearer outside
    requireExit(0.45f, 0.88f, 0.45f, 0.9f);  // wall, nearest the rim
    requireExit(0.2f, 0.1f, 0.2f, 0.15f);    // base, up into the glass
    requireExit(0.2f, 0.05f, 0.2f, 0.0f);    // base, down
    requireExit(0.46f, 0.06f, 0.5f, 0.06f);  // edge of the base, sideways
    requireExit(0.41f, 0.13f, 0.4f, 0.15f);  // between wall and base, to the edge where they meet
}

TEST_CASE("Contacts of a glass are separate faces", "[solid]") {
    const ShapePtr glass = makeGlass(kGlass);
    RandomPoints points(21);
    for (int k = 0; k < 20000; ++k) {
        const ContactList contacts = contactsOf(*glass, points.next(), 0.2f);
        REQUIRE(contacts.size() <= 2);
        if (contacts.size() < 2) continue;
        REQUIRE(std::abs(dot(contacts.items()[0].normal, contacts.items()[1].normal)) < 1e-5f);
    }
}

TEST_CASE("A union is the minimum of its parts and has the contacts of all", "[solid]") {
    const std::vector<ShapePtr> parts{makeBoxContainer(kBox), makeSolidSphere({0.0f, 0.4f, 0.1f}, 0.2f),
                                      makeGlass(kThinGlass)};
    const ShapePtr all = makeUnion(parts);
    RandomPoints points(22);
    for (int k = 0; k < 10000; ++k) {
        const Vec3 p = points.next();
        float nearest = kInfinity;
        int contactCount = 0;
        for (const ShapePtr& part : parts) {
            nearest = std::min(nearest, part->distance(p));
            contactCount += contactsOf(*part, p, 0.2f).size();
        }
        REQUIRE(all->distance(p) == nearest);
        REQUIRE(contactsOf(*all, p, 0.2f).size() == std::min(contactCount, ContactList::kCapacity));
    }
}

TEST_CASE("An empty union is free everywhere", "[solid]") {
    const ShapePtr nothing = makeUnion({});
    REQUIRE(nothing->distance({1.0f, 2.0f, 3.0f}) == 1e30f);
    REQUIRE(contactsOf(*nothing, {1.0f, 2.0f, 3.0f}).empty());
}

TEST_CASE("A full contact list keeps the nearest", "[solid]") {
    ContactList contacts;
    for (const float d : {0.9f, 0.2f, 0.8f, 0.3f, 0.7f, 0.4f, 0.6f, 0.5f, -0.1f, 0.1f, 1.0f}) contacts.add({d, kUp});
    REQUIRE(contacts.size() == ContactList::kCapacity);
    float sum = 0.0f;
    for (const Contact& contact : contacts.items()) {
        REQUIRE(contact.distance < 0.75f);
        sum += contact.distance;
    }
    REQUIRE(sum == Approx(-0.1f + 0.1f + 0.2f + 0.3f + 0.4f + 0.5f + 0.6f + 0.7f));
    contacts.clear();
    REQUIRE(contacts.empty());
}

TEST_CASE("Centres, axes, edges and corners give finite unit normals", "[solid]") {
    std::vector<Vec3> specialPoints{kBox.centre(), kBox.lower, kBox.upper, {kBox.lower.x, kBox.upper.y, 0.0f}};
    for (const float r : {0.0f, 1e-30f, 1e-20f, 0.4f, 0.5f, 0.6f})
        for (const float y : {0.0f, 0.15f, 0.35f, 0.7f, 0.9f, 1.2f, -0.1f})
            for (const Vec3 base : {kBase, Vec3{}}) specialPoints.push_back(base + Vec3{r, y, 0.0f});
    std::vector<Sample> samples = makeAllShapes();
    samples.push_back({"cylinder at the origin", makeSolidCylinder({}, 0.5f, 0.7f), nullptr});
    samples.push_back({"cylinder container at the origin", makeCylinderContainer({}, 0.5f, 0.7f), nullptr});
    for (const Sample& sample : samples) {
        for (const Vec3 p : specialPoints) {
            CAPTURE(sample.name, p.x, p.y, p.z);
            REQUIRE(std::isfinite(sample.shape->distance(p)));
            const ContactList contacts = contactsOf(*sample.shape, p);
            REQUIRE_FALSE(contacts.empty());
            for (const Contact& contact : contacts.items()) REQUIRE(isUnit(contact.normal));
        }
    }
}

TEST_CASE("The length of a plane's normal does not matter", "[solid]") {
    for (const float scale : {1e-40f, 1e-25f, 1.0f, 1e25f, 1e38f}) {
        CAPTURE(scale);
        REQUIRE(makePlane(kBase, kUp * scale)->distance(kBase + kUp * 0.5f) == Approx(0.5f));
    }
}

TEST_CASE("Bad dimensions are refused", "[solid]") {
    for (const float bad : {0.0f, -0.1f, kInfinity, kNan}) {
        CAPTURE(bad);
        REQUIRE_THROWS_AS(makeCylinderContainer(kBase, bad, 1.0f), InputError);
        REQUIRE_THROWS_AS(makeCylinderContainer(kBase, 1.0f, bad), InputError);
        REQUIRE_THROWS_AS(makeSolidCylinder(kBase, bad, 1.0f), InputError);
        REQUIRE_THROWS_AS(makeSolidCylinder(kBase, 1.0f, bad), InputError);
        REQUIRE_THROWS_AS(makeSphereContainer(kBase, bad), InputError);
        REQUIRE_THROWS_AS(makeSolidSphere(kBase, bad), InputError);
        REQUIRE_THROWS_AS(makeGlass({kBase, bad, 0.9f, 0.1f, 0.15f}), InputError);
        REQUIRE_THROWS_AS(makeGlass({kBase, 0.4f, bad, 0.1f, 0.15f}), InputError);
        REQUIRE_THROWS_AS(makeGlass({kBase, 0.4f, 0.9f, bad, 0.15f}), InputError);
        REQUIRE_THROWS_AS(makeGlass({kBase, 0.4f, 0.9f, 0.1f, bad}), InputError);
    }
    REQUIRE_THROWS_AS(makeGlass({kBase, 0.4f, 0.9f, 0.1f, 0.9f}), InputError);
    REQUIRE_THROWS_AS(makePlane(kBase, {}), InputError);
    REQUIRE_THROWS_AS(makeUnion({makePlane(kBase, kUp), nullptr}), InputError);
}

TEST_CASE("Boxes without room inside are refused", "[solid]") {
    for (const Vec3 size : {Vec3{0.0f, 1.0f, 1.0f}, Vec3{1.0f, -1.0f, 1.0f}, Vec3{1.0f, 1.0f, kNan}}) {
        REQUIRE_THROWS_AS(makeBoxContainer({kBase, kBase + size}), InputError);
        REQUIRE_THROWS_AS(makeSolidBox({kBase, kBase + size}), InputError);
    }
}

TEST_CASE("Positions that are not finite are refused", "[solid]") {
    for (const Vec3 bad : {Vec3{kNan, 0.0f, 0.0f}, Vec3{0.0f, kInfinity, 0.0f}, Vec3{0.0f, 0.0f, -kInfinity}}) {
        REQUIRE_THROWS_AS(makeBoxContainer({bad, kBase}), InputError);
        REQUIRE_THROWS_AS(makeSolidBox({kBase, bad}), InputError);
        REQUIRE_THROWS_AS(makePlane(bad, kUp), InputError);
        REQUIRE_THROWS_AS(makePlane(kBase, bad), InputError);
        REQUIRE_THROWS_AS(makeCylinderContainer(bad, 1.0f, 1.0f), InputError);
        REQUIRE_THROWS_AS(makeSolidCylinder(bad, 1.0f, 1.0f), InputError);
        REQUIRE_THROWS_AS(makeSphereContainer(bad, 1.0f), InputError);
        REQUIRE_THROWS_AS(makeSolidSphere(bad, 1.0f), InputError);
        REQUIRE_THROWS_AS(makeGlass({bad, 0.4f, 0.9f, 0.1f, 0.15f}), InputError);
    }
}

TEST_CASE("A refusal names the field, the value and what is allowed", "[solid]") {
    REQUIRE_THROWS_WITH(makeGlass({kBase, 0.4f, 0.9f, -0.1f, 0.15f}),
                        "glass wallThickness is -0.1 m; allowed is a finite number greater than 0");
    REQUIRE_THROWS_WITH(makeSolidBox({{1.0f, 0.0f, 0.0f}, {0.5f, 1.0f, 1.0f}}),
                        "solid box spans x = 1 to 0.5 m; allowed is an upper end above the lower");
}
