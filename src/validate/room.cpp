#include "validate/room.h"

#include <algorithm>

#include "meniscus/core/rng.h"
#include "validate/measurement.h"

namespace meniscus {

namespace {

float wrappedInto(float x, float length) {
    return x < 0.0f ? x + length : (x >= length ? x - length : x);
}

}  // namespace

WorldSetup filledRoom(std::string_view name, int nx, int ny, int nz, double spacing,
                      const std::array<bool, 3>& periodic) {
    WorldSetup setup;
    setup.scene = name;
    setup.spacing = static_cast<float>(spacing);
    setup.domain.bounds.upper =
        Vec3{static_cast<float>(nx), static_cast<float>(ny), static_cast<float>(nz)} * setup.spacing;
    setup.domain.periodic = periodic;
    setup.settings.tensionOn = false;
    setup.settings.timeStep = 0.001f;
    Rng rng(3);
    // Beside a wall stands no particle nearer than half a spacing.
    const auto isFree = [&](size_t axis, int n, int count) { return periodic[axis] || (n != 0 && n != count - 1); };
    const auto jittered = [&](int n, bool isShaken) {
        const float jitter = 0.02f * rng.signedUniform();
        return (static_cast<float>(n) + 0.5f + (isShaken ? jitter : 0.0f)) * setup.spacing;
    };
    for (int x = 0; x < nx; ++x) {
        for (int y = 0; y < ny; ++y) {
            for (int z = 0; z < nz; ++z) {
                const float px = jittered(x, isFree(0, x, nx)), py = jittered(y, isFree(1, y, ny)),
                            pz = jittered(z, isFree(2, z, nz));
                setup.particles.push_back({{px, py, pz}, {}});
            }
        }
    }
    return setup;
}

WorldSetup settledRoom(const WorldSetup& lattice, int threads) {
    constexpr float kShake = 0.3f;   // of the spacing
    constexpr double kSettle = 0.5;  // s
    WorldSetup shaken = lattice;
    shaken.settings.gravityOn = false;
    const Vec3 size = lattice.domain.bounds.size();
    const auto within = [&](int axis, float x, float length) {
        if (lattice.domain.periodic[axis]) return wrappedInto(x, length);
        return std::clamp(x, 0.5f * lattice.spacing, length - 0.5f * lattice.spacing);
    };
    Rng rng(9);
    for (ParticleSeed& i : shaken.particles) {
        const float jx = rng.signedUniform(), jy = rng.signedUniform(), jz = rng.signedUniform();
        const Vec3 x = i.x + Vec3{jx, jy, jz} * (kShake * lattice.spacing);
        i = {{within(0, x.x, size.x), within(1, x.y, size.y), within(2, x.z, size.z)}, {}};
    }
    World world(shaken, threads);
    runUntil(world, kSettle);
    WorldSetup settled = lattice;
    settled.particles.clear();
    for (const ParticleView& i : particlesOf(world)) settled.particles.push_back({i.x, {}});
    return settled;
}

}  // namespace meniscus
