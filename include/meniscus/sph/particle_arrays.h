// Particles as structure of arrays, kept sorted by cell ([MCG03] section 5: copies in the grid, not references).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "meniscus/core/aligned_vector.h"
#include "meniscus/core/vec3.h"

namespace meniscus {

// Wide loops load whole vectors; this many elements past the end belong to every array and are masked away.
inline constexpr size_t kWidePadding = 64;

// What a particle is made of, where that differs between particles.
struct ParticleContent {
    uint8_t fluid = 0;          // index into the table of fluids
    float temperature = 20.0f;  // degrees Celsius
    float dye = 0.0f;           // 0 to 1
};

// What every particle has. The arrays of all columns are listed once, in forEachMotion and forEachContent below: sort,
// compaction, save, restore, hash, snapshots, sizes and Frames walk those lists. To add one, add it to ContentColumns
// and forEachContent.
template <template <typename> typename Array>
struct MotionColumns {
    Array<float> x, y, z;     // m
    Array<float> vx, vy, vz;  // m/s, half a substep behind the positions (leapfrog)
    Array<uint32_t> id;
};

// What particles carry where they differ; empty where all are of one fluid and have no temperature.
template <template <typename> typename Array>
struct ContentColumns {
    Array<uint8_t> fluid;      // index into the table of fluids
    Array<float> temperature;  // degrees Celsius
    Array<float> dye;          // 0 to 1
};

// For sets that are kept or shown, and not computed with.
template <typename T>
using PlainVector = std::vector<T>;

// Calls visit(name, array...) for every column, with that array of each of the given sets.
template <typename Visit, typename... Columns>
void forEachMotion(const Visit& visit, Columns&... of) {
    visit("x", of.x...);
    visit("y", of.y...);
    visit("z", of.z...);
    visit("vx", of.vx...);
    visit("vy", of.vy...);
    visit("vz", of.vz...);
    visit("id", of.id...);
}

// Calls visit(name, value of particles that have none yet, array...) likewise.
template <typename Visit, typename... Columns>
void forEachContent(const Visit& visit, Columns&... of) {
    visit("fluid", uint8_t{0}, of.fluid...);
    visit("temperature", 20.0f, of.temperature...);
    visit("dye", 0.0f, of.dye...);
}

struct ParticleArrays : MotionColumns<AlignedVector>, ContentColumns<AlignedVector> {
    size_t count = 0;

    void reserve(size_t capacity);
    // From now on particles carry their content; those that exist get the given one.
    void mix(const ParticleContent& content);
    void unmix();
    [[nodiscard]] bool isMixed() const { return !fluid.empty(); }
    [[nodiscard]] size_t capacity() const { return id.empty() ? 0 : id.size() - kWidePadding; }
    [[nodiscard]] size_t bytes() const;

    [[nodiscard]] Vec3 position(size_t i) const { return {x[i], y[i], z[i]}; }
    [[nodiscard]] Vec3 velocity(size_t i) const { return {vx[i], vy[i], vz[i]}; }
    void setPosition(size_t i, Vec3 p) { x[i] = p.x, y[i] = p.y, z[i] = p.z; }
    void setVelocity(size_t i, Vec3 v) { vx[i] = v.x, vy[i] = v.y, vz[i] = v.z; }

    // There must be room: count < capacity().
    void append(Vec3 position, Vec3 velocity, uint32_t identity, const ParticleContent& content = {});
    [[nodiscard]] ParticleContent content(size_t i) const {
        return isMixed() ? ParticleContent{fluid[i], temperature[i], dye[i]} : ParticleContent{};
    }
    // Particle i of another set, or of this one, at place to. Inline, and without a look at the sizes of the arrays:
    // the sort does it for every particle in every substep.
    void copyFrom(const ParticleArrays& other, size_t i, size_t to, bool hasContent) {
        const auto copy = [i, to](const auto& from, auto& into) { into[to] = from[i]; };
        forEachMotion([&](auto, const auto& from, auto& into) { copy(from, into); }, other, *this);
        if (!hasContent) return;
        forEachContent([&](auto, auto, const auto& from, auto& into) { copy(from, into); }, other, *this);
    }
    void copyFrom(const ParticleArrays& other, size_t i, size_t to) { copyFrom(other, i, to, isMixed()); }

    // Drops the particles for which keep(i) is false and compacts the others.
    template <typename Keep>
    void keepIf(const Keep& keep) {
        size_t kept = 0;
        for (size_t i = 0; i < count; ++i) {
            if (!keep(i)) continue;
            copyFrom(*this, i, kept++);
        }
        count = kept;
    }
};

// What the force pass reads of a neighbour: one aligned half cache line. Loading it whole and transposing in registers
// takes half the time of gathering eight separate arrays.
struct alignas(32) NeighborRecord {
    float x, y, z;
    float pressureTerm;  // p / 2 for eq. 10, p V^2 for the consistent pair
    float vx, vy, vz;
    float volume;  // m / rho, m^3
};
static_assert(sizeof(NeighborRecord) == 32);

// What it reads besides where particles differ in more than that.
struct alignas(32) ContentRecord {
    float viscosity;        // mu, Pa s
    float interfaceColour;  // c^i of [MSKG05] table 2
    float surfaceColour;    // c^s
    float conductivity;     // of heat: diffusion times rest density, kg/(m s)
    float temperature;      // degrees Celsius
    float dye;              // 0 to 1
    float stabiliser;       // viscosity of the stabiliser, Pa s
    float unused;
};
static_assert(sizeof(ContentRecord) == sizeof(NeighborRecord));

// By how much a particle's velocity changes, as viscosity reads it of a neighbour.
struct alignas(16) ChangeRecord {
    static constexpr float kShareSteps = 127.0f;

    float x = 0.0f, y = 0.0f, z = 0.0f;  // m/s
    float volume = 0.0f;                 // m^3; its last seven bits are the share of viscosity that acts as a stress

    static float volumeWithShare(float volume, float share) {
        const auto steps = static_cast<uint32_t>(share * kShareSteps + 0.5f);
        return std::bit_cast<float>((std::bit_cast<uint32_t>(volume) & ~0x7fu) | steps);
    }
    [[nodiscard]] float share() const {
        return static_cast<float>(std::bit_cast<uint32_t>(volume) & 0x7fu) / kShareSteps;
    }
};
static_assert(sizeof(ChangeRecord) == 16);

// Half the rate of strain of the flow around a particle, without its trace (zz = -xx - yy): 1/s.
struct Strain {
    float xx = 0.0f, yy = 0.0f, xy = 0.0f, yz = 0.0f, zx = 0.0f;

    friend Strain operator+(const Strain& a, const Strain& b) {
        return {a.xx + b.xx, a.yy + b.yy, a.xy + b.xy, a.yz + b.yz, a.zx + b.zx};
    }
    friend Strain operator*(const Strain& a, float b) { return {a.xx * b, a.yy * b, a.xy * b, a.yz * b, a.zx * b}; }
};

// The sum of the squares of all nine components.
[[nodiscard]] inline float squareOf(const Strain& a) {
    const float zz = -a.xx - a.yy;
    return a.xx * a.xx + a.yy * a.yy + zz * zz + 2.0f * (a.xy * a.xy + a.yz * a.yz + a.zx * a.zx);
}
// n . a n, of vectors in float or double.
template <typename Vector>
[[nodiscard]] auto along(const Strain& a, Vector n) {
    return a.xx * (n.x * n.x - n.z * n.z) + a.yy * (n.y * n.y - n.z * n.z) +
           2 * (a.xy * n.x * n.y + a.yz * n.y * n.z + a.zx * n.z * n.x);
}
// The diagonal without its mean, and the rest as it is.
[[nodiscard]] inline Strain withoutTrace(float xx, float yy, float zz, const Strain& rest) {
    const float third = (xx + yy + zz) / 3.0f;
    return {xx - third, yy - third, rest.xy, rest.yz, rest.zx};
}
[[nodiscard]] inline Strain squareWithoutTrace(const Strain& a) {
    const float zz = -a.xx - a.yy;
    return withoutTrace(a.xx * a.xx + a.xy * a.xy + a.zx * a.zx, a.xy * a.xy + a.yy * a.yy + a.yz * a.yz,
                        a.zx * a.zx + a.yz * a.yz + zz * zz,
                        {.xy = a.xx * a.xy + a.xy * a.yy + a.zx * a.yz,
                         .yz = a.xy * a.zx + a.yy * a.yz + a.yz * zz,
                         .zx = a.xx * a.zx + a.xy * a.yz + a.zx * zz});
}

// The same in one block of four, as a load of one block per neighbour is a third of the cost of the stabiliser: zx, to
// 16 bits of its fraction, is spread over the last eight bits of the first three, which are left there as rounding.
// Those of the fourth mark a particle (the last) and hold a share from 0 to 1 in steps of 1 / 127.
struct alignas(16) StrainRecord {
    // Marks on a smaller number would make a denormal of it, which is slow to compute with: 1/s.
    static constexpr float kLeast = 1e-12f;
    static constexpr float kShareSteps = 127.0f;

    float words[4];

    static StrainRecord packed(const Strain& strain, bool isMarked = false, float share = 0.0f) {
        const auto bits = [](float x) { return std::bit_cast<uint32_t>(x); };
        const uint32_t zx = bits(strain.zx);
        const auto with = [&](float x, uint32_t low) { return std::bit_cast<float>((bits(x) & ~0xffu) | low); };
        const uint32_t marks = static_cast<uint32_t>(share * kShareSteps + 0.5f) << 1 | (isMarked ? 1u : 0u);
        const float yz = marks != 0 && std::abs(strain.yz) < kLeast ? kLeast : strain.yz;
        return {{with(strain.xx, zx >> 24), with(strain.yy, zx >> 16 & 0xffu), with(strain.xy, zx >> 8 & 0xffu),
                 with(yz, marks)}};
    }
    [[nodiscard]] Strain unpacked() const {
        const auto low = [this](int k) { return std::bit_cast<uint32_t>(words[k]) & 0xffu; };
        return {words[0], words[1], words[2], words[3],
                std::bit_cast<float>(low(0) << 24 | low(1) << 16 | low(2) << 8)};
    }
    [[nodiscard]] bool isMarked() const { return (std::bit_cast<uint32_t>(words[3]) & 1u) != 0; }
    [[nodiscard]] float share() const {
        return static_cast<float>(std::bit_cast<uint32_t>(words[3]) >> 1 & 0x7fu) / kShareSteps;
    }
};
static_assert(sizeof(StrainRecord) == 16);

// The stress of interface tension at a particle, times its volume squared: N m^4.
struct alignas(32) StressRecord {
    float xx, yy, zz, xy;
    float yz, zx;
    float unused[2];
};
static_assert(sizeof(StressRecord) == sizeof(NeighborRecord));

// The stress of the surface at a particle: S = pull I - a a^T, Pa. Four floats for six, as it has one direction only:
// one block per neighbour.
struct alignas(16) SurfaceRecord {
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    float pull = 0.0f;

    [[nodiscard]] bool isZero() const { return pull == 0.0f; }
    [[nodiscard]] Vec3 times(Vec3 d) const {
        const Vec3 a{ax, ay, az};
        return d * pull - a * dot(a, d);
    }
};
static_assert(sizeof(SurfaceRecord) == 16);

}  // namespace meniscus
