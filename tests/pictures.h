// Pictures for tests: a context without a display, and ways to look at what was drawn.
#pragma once

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "meniscus/look/framing.h"
#include "meniscus/render/gl_context.h"
#include "meniscus/surface/surface_mesher.h"
#include "worlds.h"

namespace meniscus {

inline constexpr PictureSize kTestPicture{320, 180};

struct DebugWish {
    DebugWish() { setenv("MENISCUS_GL_DEBUG", "1", 1); }
};

// A context whose driver reports errors and warnings.
struct Studio {
    ~Studio() { CHECK(glMessageCount() == 0); }
    DebugWish wish;
    OffscreenContext context;
    Renderer renderer;
};

struct Pixel {
    int r = 0, g = 0, b = 0;
    [[nodiscard]] float luminance() const {
        return (0.2126f * static_cast<float>(r) + 0.7152f * static_cast<float>(g) + 0.0722f * static_cast<float>(b)) /
               255.0f;
    }
};

inline Pixel pixelAt(const Image& image, int x, int y) {
    const size_t k = 3 * (static_cast<size_t>(y) * static_cast<size_t>(image.width) + static_cast<size_t>(x));
    return {image.rgb[k], image.rgb[k + 1], image.rgb[k + 2]};
}

inline int difference(Pixel a, Pixel b) {
    return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

// Where a point of the world is seen; rows from the top.
struct Place {
    int x = 0, y = 0;
    float depth = 0.0f;
};

inline Place project(const Camera& camera, PictureSize size, Vec3 point) {
    const float aspect = static_cast<float>(size.width) / static_cast<float>(size.height);
    const glm::vec4 clip =
        camera.clipFromView(aspect) * camera.viewFromWorld() * glm::vec4(point.x, point.y, point.z, 1.0f);
    const float x = (0.5f + 0.5f * clip.x / clip.w) * static_cast<float>(size.width);
    const float y = (0.5f - 0.5f * clip.y / clip.w) * static_cast<float>(size.height);
    return {static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)), clip.w};
}

inline float meanLuminance(const Image& image) {
    double sum = 0.0;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) sum += static_cast<double>(pixelAt(image, x, y).luminance());
    }
    return static_cast<float>(sum / (image.width * image.height));
}

inline float shareOfDifferentPixels(const Image& a, const Image& b) {
    int different = 0;
    for (int y = 0; y < a.height; ++y) {
        for (int x = 0; x < a.width; ++x) different += difference(pixelAt(a, x, y), pixelAt(b, x, y)) > 8 ? 1 : 0;
    }
    return static_cast<float>(different) / static_cast<float>(a.width * a.height);
}

// Given particles, all with the same spacing.
inline Frame frameOf(std::vector<Vec3> places, float spacing) {
    Frame frame;
    frame.spacing = spacing;
    frame.supportRadius = 2.0f * spacing;
    frame.particleMass = frame.fluids[0].restDensity * spacing * spacing * spacing;
    frame.x = std::move(places);
    frame.v.resize(frame.count());
    frame.density.resize(frame.count(), frame.fluids[0].restDensity);
    frame.pressure.resize(frame.count());
    frame.colourGradient.resize(frame.count());
    return frame;
}

inline std::vector<Vec3> block(int side, float spacing) {
    std::vector<Vec3> places;
    for (int k = 0; k < side * side * side; ++k) {
        places.push_back(Vec3{static_cast<float>(k % side), static_cast<float>(k / side % side),
                              static_cast<float>(k / side / side)} *
                         spacing);
    }
    return places;
}

inline Scenery sceneryOf(const SceneInfo& scene, const WorldSetup& setup) {
    return sceneryOf(setup, scene.look.room);
}

inline DrawRequest requestFor(const Frame& frame, const Camera& camera) {
    static uint64_t serial = 0;
    DrawRequest request;
    request.frame = &frame;
    request.frameSerial = ++serial;
    request.camera = camera;
    request.size = kTestPicture;
    return request;
}

inline const Camera kFront{.target = {0.0f, 0.5f, 0.0f}, .distance = 3.0f, .yaw = 0.0f, .pitch = 0.05f};

// The surface of a frame, coloured as the request asks. Keep it as long as the request.
inline void addSurface(DrawRequest& request, SurfaceMesh& mesh, const Shape* walls = nullptr) {
    std::vector<float> values;
    if (request.view.colourBy != ColourBy::Plain) colourValues(*request.frame, request.view.colourBy, values);
    SurfaceMesher(1).build(request.frame->particles(), request.view.surface, values, walls, mesh);
    request.surface = &mesh;
    request.surfaceSerial = request.frameSerial;
}

// Which pixels of the picture are fluid, row by row from the top. It is drawn alone, in two colours: what equals the
// background in one does not in the other.
using Silhouette = std::vector<bool>;

inline Silhouette silhouetteOf(Renderer& renderer, DrawRequest request, std::string_view view) {
    request.view.colourBy = ColourBy::Surface;
    request.view.background = Background::Night;
    request.view.showContainer = false;
    request.view.showShadow = false;
    request.view.showVectors = false;
    request.brush.reset();
    request.view.view = "hidden";
    const Image without = drawPicture(renderer, request);
    request.view.view = view;
    Silhouette silhouette(without.rgb.size() / 3);
    // All values are at the upper end, then at the lower one: orange and blue.
    for (const ValueRange range : {ValueRange{-3.0f, -2.0f}, ValueRange{2.0f, 3.0f}}) {
        request.view.range = range;
        const Image with = drawPicture(renderer, request);
        for (size_t k = 0; k < silhouette.size(); ++k) {
            const int x = static_cast<int>(k) % with.width, y = static_cast<int>(k) / with.width;
            if (difference(pixelAt(with, x, y), pixelAt(without, x, y)) > 8) silhouette[k] = true;
        }
    }
    return silhouette;
}

// How well one covers the other.
struct Overlap {
    float both = 0.0f;   // of all that either covers
    float holes = 0.0f;  // what only the second covers, of what it covers
};

inline Overlap overlapOf(const Silhouette& a, const Silhouette& b) {
    float either = 0.0f, common = 0.0f, second = 0.0f;
    for (size_t k = 0; k < a.size(); ++k) {
        either += a[k] || b[k] ? 1.0f : 0.0f;
        common += a[k] && b[k] ? 1.0f : 0.0f;
        second += b[k] ? 1.0f : 0.0f;
    }
    return {common / std::max(either, 1.0f), (second - common) / std::max(second, 1.0f)};
}

}  // namespace meniscus
