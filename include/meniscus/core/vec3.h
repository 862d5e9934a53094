// A point or direction in space, in metres unless said otherwise; y is up.
#pragma once

#include <algorithm>
#include <cmath>

namespace meniscus {

struct Vec3 {
    float x = 0.0f;
    float y = 0.0f;
    float z = 0.0f;

    friend bool operator==(const Vec3&, const Vec3&) = default;
};

constexpr Vec3 operator+(Vec3 a, Vec3 b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
constexpr Vec3 operator-(Vec3 a, Vec3 b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
constexpr Vec3 operator-(Vec3 a) {
    return {-a.x, -a.y, -a.z};
}
constexpr Vec3 operator*(Vec3 a, float s) {
    return {a.x * s, a.y * s, a.z * s};
}
constexpr Vec3 operator*(float s, Vec3 a) {
    return a * s;
}
constexpr Vec3 operator/(Vec3 a, float s) {
    return {a.x / s, a.y / s, a.z / s};
}
constexpr Vec3& operator+=(Vec3& a, Vec3 b) {
    return a = a + b;
}
constexpr Vec3& operator-=(Vec3& a, Vec3 b) {
    return a = a - b;
}
constexpr Vec3& operator*=(Vec3& a, float s) {
    return a = a * s;
}

[[nodiscard]] constexpr float dot(Vec3 a, Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
[[nodiscard]] constexpr Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
[[nodiscard]] constexpr float lengthSquared(Vec3 a) {
    return dot(a, a);
}
[[nodiscard]] inline float length(Vec3 a) {
    return std::sqrt(dot(a, a));
}
[[nodiscard]] inline bool isFinite(Vec3 a) {
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

// The unit vector along a, or the fallback where a is too short to have a direction.
[[nodiscard]] inline Vec3 normalizedOr(Vec3 a, Vec3 fallback) {
    const float l = length(a);
    return l > 1e-20f ? a / l : fallback;
}

[[nodiscard]] constexpr Vec3 minPerAxis(Vec3 a, Vec3 b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
[[nodiscard]] constexpr Vec3 maxPerAxis(Vec3 a, Vec3 b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

// An axis-aligned box.
struct Bounds {
    Vec3 lower;
    Vec3 upper;

    [[nodiscard]] constexpr Vec3 size() const { return upper - lower; }
    [[nodiscard]] constexpr Vec3 centre() const { return (lower + upper) * 0.5f; }
    [[nodiscard]] constexpr bool contains(Vec3 p) const {
        return p.x >= lower.x && p.x <= upper.x && p.y >= lower.y && p.y <= upper.y && p.z >= lower.z && p.z <= upper.z;
    }
    friend bool operator==(const Bounds&, const Bounds&) = default;
};

}  // namespace meniscus
