#include "meniscus/look/environment.h"

#include <algorithm>
#include <cmath>

#include "meniscus/look/tone.h"

namespace meniscus {

namespace {

constexpr float kFadeBegin = 0.3f;  // in sizes of the room

constexpr std::array<BackgroundInfo, 4> kBackgrounds{{
    {Background::Studio, "studio", "Studio"},
    {Background::Daylight, "daylight", "Daylight"},
    {Background::Night, "night", "Night"},
    {Background::Plain, "plain", "Plain"},
}};

}  // namespace

std::span<const BackgroundInfo> backgroundTable() {
    return kBackgrounds;
}

const BackgroundInfo& backgroundInfo(Background background) {
    return *std::ranges::find(kBackgrounds, background, &BackgroundInfo::background);
}

const Environment& environmentOf(Background background) {
    static constexpr Environment studio{.sunLight = {1.75f, 1.66f, 1.5f},
                                        .skyLight = {0.62f, 0.68f, 0.76f},
                                        .groundLight = {0.22f, 0.24f, 0.27f},
                                        .zenith = {0.09f, 0.15f, 0.22f},
                                        .horizon = {0.32f, 0.43f, 0.52f},
                                        .nadir = {0.5f, 0.54f, 0.57f},
                                        .floorLight = {0.74f, 0.77f, 0.79f},
                                        .glassTint = {0.1f, 0.17f, 0.2f},
                                        .edgeBright = {0.95f, 1.0f, 1.0f},
                                        .horizonSharpness = 1.9f,
                                        .lamps = 2.2f,
                                        .glassEdges = 0.55f,
                                        .floorReach = 2.4f};
    static constexpr Environment daylight{.sunLight = {1.85f, 1.7f, 1.45f},
                                          .skyLight = {0.56f, 0.68f, 0.85f},
                                          .groundLight = {0.3f, 0.27f, 0.22f},
                                          .zenith = {0.07f, 0.24f, 0.62f},
                                          .horizon = {0.46f, 0.68f, 0.86f},
                                          .nadir = {0.5f, 0.46f, 0.4f},
                                          .floorLight = {0.8f, 0.74f, 0.63f},
                                          .glassTint = {0.1f, 0.17f, 0.17f},
                                          .edgeBright = {0.95f, 1.0f, 1.0f},
                                          .horizonSharpness = 2.2f,
                                          .lamps = 0.9f,
                                          .glassEdges = 0.5f,
                                          .floorReach = 4.0f};
    static constexpr Environment night{.sunLight = {1.1f, 1.25f, 1.5f},
                                       .skyLight = {0.36f, 0.43f, 0.58f},
                                       .groundLight = {0.12f, 0.15f, 0.2f},
                                       .zenith = {0.004f, 0.007f, 0.018f},
                                       .horizon = {0.018f, 0.032f, 0.07f},
                                       .nadir = {0.04f, 0.06f, 0.09f},
                                       .floorLight = {0.13f, 0.17f, 0.25f},
                                       .glassTint = {0.02f, 0.03f, 0.05f},
                                       .edgeBright = {0.5f, 0.62f, 0.8f},
                                       .horizonSharpness = 1.6f,
                                       .lamps = 1.6f,
                                       .glassEdges = 0.25f,
                                       .floorReach = 2.6f};
    static constexpr Environment plain{.sunLight = {1.6f, 1.56f, 1.5f},
                                       .skyLight = {0.66f, 0.7f, 0.75f},
                                       .groundLight = {0.3f, 0.3f, 0.3f},
                                       .zenith = {0.86f, 0.87f, 0.88f},
                                       .horizon = {0.86f, 0.87f, 0.88f},
                                       .nadir = {0.8f, 0.81f, 0.82f},
                                       .floorLight = {0.86f, 0.87f, 0.88f},
                                       .glassTint = {0.12f, 0.19f, 0.22f},
                                       .edgeBright = {1.0f, 1.0f, 1.0f},
                                       .horizonSharpness = 1.0f,
                                       .lamps = 0.5f,
                                       .glassEdges = 0.8f,
                                       .floorReach = 4.0f};
    switch (background) {
        case Background::Studio:
            return studio;
        case Background::Daylight:
            return daylight;
        case Background::Night:
            return night;
        case Background::Plain:
            break;
    }
    return plain;
}

Vec3 sunDirection() {
    return normalizedOr({-0.55f, 0.85f, -0.28f}, {0.0f, 1.0f, 0.0f});
}

Vec3 lightFrom(const Environment& environment, Vec3 direction) {
    const Vec3 end = direction.y > 0.0f ? environment.zenith : environment.nadir;
    const float share = std::min(std::abs(direction.y) * environment.horizonSharpness, 1.0f);
    float lamps = 0.0f;
    for (const Lamp& lamp : kLamps) {
        const float cosine = direction.x * lamp.x + direction.z * lamp.z;
        lamps += std::clamp(lamp.gain * cosine - lamp.offset, 0.0f, lamp.most);
    }
    return environment.horizon + (end - environment.horizon) * share +
           Vec3{1.0f, 1.0f, 1.0f} * (environment.lamps * lamps);
}

Vec3 shownBackdrop(const Environment& environment, Vec3 direction) {
    const float above = std::clamp(direction.y * environment.horizonSharpness, 0.0f, 1.0f);
    const Vec3 horizon = onScreen(environment.horizon);
    return horizon + (onScreen(environment.zenith) - horizon) * (above * (2.0f - above));
}

FloorFade floorFade(const Environment& environment, const Bounds& room) {
    const Vec3 centre = room.centre();
    const float reach = std::max(room.size().x, room.size().z);
    return {centre.x, centre.z, kFadeBegin * reach, environment.floorReach * reach};
}

}  // namespace meniscus
