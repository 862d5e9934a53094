// How fluid comes into the world: emitters of the scene, the jet that the user pours, balls of fluid.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "meniscus/fluid/emitter.h"
#include "meniscus/fluid/fluid_state.h"
#include "meniscus/fluid/occupied_places.h"
#include "meniscus/fluid/space.h"

namespace meniscus {

// In spacings, the radius of the jet that a user pours: each step looks at all its places.
inline constexpr float kMaxJetRadius = 128.0f;

// How far the emitters have come.
struct InflowState {
    std::vector<EmitterState> emitters;  // one for each of the scene
    std::optional<Emitter> jet;          // that the user pours
    EmitterState jetState;
};

// A ball of fluid with one velocity.
struct FluidBall {
    Vec3 centre;
    float radius = 0.0f;  // m
    Vec3 velocity;
    ParticleContent content;
};

// Puts particles into a state, where the room has place for them. Short-lived: it lasts for one step.
class Inflow {
  public:
    // places is memory to work in, kept from step to step.
    Inflow(const Space& space, uint64_t seed, FluidState& fluid, std::vector<OccupiedPlace>& places)
        : space_(space), seed_(seed), fluid_(fluid), places_(places) {}

    // What the emitters pour until now; rateFactor is a share of their full rate.
    void run(std::span<const Emitter> emitters, InflowState& state, double now, float rateFactor);
    // Puts the next layers off for a step of so many seconds that began at from and had this share of the full rate.
    void delay(std::span<const Emitter> emitters, InflowState& state, double from, double seconds,
               float rateFactor) const;
    // Places where fluid already is stay as they are.
    void addBall(const FluidBall& ball);
    // False where there is a wall, or no room for another particle.
    bool tryAppend(Vec3 x, Vec3 v, const ParticleContent& content);

    [[nodiscard]] size_t addedCount() const { return added_; }
    [[nodiscard]] size_t skippedCount() const { return skipped_; }  // because the world is full

  private:
    // How fast layers follow each other.
    struct Pace {
        size_t perLayer = 0;    // particles
        double interval = 0.0;  // s, at full rate
        double share = 0.0;     // of that pace: 0 where nothing is poured
    };
    [[nodiscard]] Pace paceOf(const Emitter& emitter, float rateFactor) const;
    void guide(const Emitter& emitter);
    void runEmitter(const Emitter& emitter, EmitterState& state, double now, float rateFactor);
    void emitLayer(const Emitter& emitter, EmitterState& state, float lead);

    const Space& space_;
    uint64_t seed_;
    FluidState& fluid_;
    std::vector<OccupiedPlace>& places_;
    size_t added_ = 0;
    size_t skipped_ = 0;
    uint64_t looks_ = 0;  // at particles
};

}  // namespace meniscus
