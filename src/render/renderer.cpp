// One picture: background, shadow, far glass, fluid, arrows, near glass, brush; then it goes to the target.
#include "meniscus/render/renderer.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "meniscus/look/colour_range.h"
#include "meniscus/look/fluid_body.h"
#include "render/fluid_buffers.h"
#include "render/gl/framebuffer.h"
#include "render/passes/brush.h"
#include "render/passes/environment.h"
#include "render/passes/flames.h"
#include "render/passes/glass.h"
#include "render/passes/light_volume.h"
#include "render/passes/present.h"
#include "render/passes/shadow.h"
#include "render/passes/vectors.h"
#include "render/scene_block.h"
#include "render/texture_units.h"
#include "render/views/fluid_view.h"

namespace meniscus {

namespace {

constexpr float kMinResolution = 0.25f;
constexpr float kMaxResolution = 2.0f;

PictureSize innerSize(const DrawRequest& request) {
    const float resolution = std::clamp(request.resolution, kMinResolution, kMaxResolution);
    const auto scaled = [&](int pixels) {
        return std::max(1, static_cast<int>(std::lround(static_cast<float>(pixels) * resolution)));
    };
    return {scaled(request.size.width), scaled(request.size.height)};
}

// Everything that the picture depends on, but for the frame's content, which its serial number stands for.
struct PictureKey {
    uint64_t frameSerial = 0;
    bool hasFluid = false;
    uint64_t surfaceSerial = 0;
    bool hasSurface = false;
    Camera camera;
    ViewSettings view;
    std::optional<CutPlane> cut;
    std::optional<BrushMark> brush;
    PictureSize inner;

    friend bool operator==(const PictureKey&, const PictureKey&) = default;
};

// What is uploaded, likewise.
struct FluidKey {
    uint64_t frameSerial = 0;
    ColourBy colourBy = ColourBy::Plain;
    Camera camera;
    bool hasVectors = false;
    float particleSize = 1.0f;
    bool isOpaque = true;

    friend bool operator==(const FluidKey&, const FluidKey&) = default;
};

struct BackgroundKey {
    uint64_t scenerySerial = 0;
    Camera camera;
    Background background = Background::Studio;
    PictureSize inner;

    friend bool operator==(const BackgroundKey&, const BackgroundKey&) = default;
};

struct LightKey {
    bool hasFrame = false;
    uint64_t frameSerial = 0;
    uint64_t scenerySerial = 0;
    friend bool operator==(const LightKey&, const LightKey&) = default;
};

}  // namespace

struct Renderer::Impl {
    Framebuffer background{TextureFormat::Rgba8, Filter::Nearest, false};
    Framebuffer picture{TextureFormat::Rgba8, Filter::Linear, true};
    Buffer sceneBuffer;
    Texture colourTexture{TextureFormat::Rgba16F, Filter::Linear};
    FluidBody body;
    FluidBuffers fluid;
    EnvironmentPass environment;
    LightVolume light;
    GlassPass glass;
    VectorPass vectors;
    FlamePass flames;
    BrushPass brush;
    ShadowPass shadow;
    PresentPass present;
    std::map<std::string, std::unique_ptr<FluidView>, std::less<>> views;  // made when first shown

    Scenery scenery;
    uint64_t scenerySerial = 0;
    ShownRange range;
    std::optional<ColourScale> uploadedScale;
    std::optional<PictureKey> shown;
    std::optional<FluidKey> uploaded;
    std::optional<LightKey> lit;
    std::optional<BackgroundKey> behind;

    FluidView& view(const std::string& name);
    void updateFluid(const DrawRequest& request);
    void updateLight(const Frame* frame, uint64_t frameSerial);
    void updateScale(const Frame& frame, ColourBy colourBy);
    void updateScene(const DrawRequest& request, PictureSize inner);
    void updateBackground(const DrawRequest& request, PictureSize inner, bool hasFloor);
    void drawFluid(const DrawRequest& request, PictureSize inner);
    void drawPicture(const DrawRequest& request, PictureSize inner);
};

FluidView& Renderer::Impl::view(const std::string& name) {
    auto found = views.find(name);
    if (found == views.end()) found = views.emplace(name, makeView(name)).first;
    return *found->second;
}

void Renderer::Impl::updateFluid(const DrawRequest& request) {
    const Frame& frame = body.frame();
    // In clear fluid one sees the others.
    const bool isOpaque =
        !frame.isMixed() || request.view.colourBy != ColourBy::Plain || !findView(request.view.view).isClear;
    const FluidKey key{
        body.serial(), request.view.colourBy, request.camera, request.view.showVectors, request.view.particleSize,
        isOpaque};
    if (uploaded == key) return;
    const bool isNewFrame = !uploaded || uploaded->frameSerial != key.frameSerial;
    uploaded = key;
    fluid.upload(frame, request.view.colourBy, request.camera, {request.view.particleSize * frame.spacing, isOpaque},
                 isNewFrame);
    if (request.view.showVectors) vectors.update(frame, request.camera, fluid);
}

void Renderer::Impl::updateLight(const Frame* frame, uint64_t frameSerial) {
    const LightKey key{frame != nullptr, frameSerial, scenerySerial};
    if (lit == key) return;
    lit = key;
    const Frame none;
    light.update(frame != nullptr ? *frame : none);
    shadow.update(frame != nullptr ? *frame : none);
}

void Renderer::Impl::updateScale(const Frame& frame, ColourBy colourBy) {
    const ColourScale scale = shownScale(frame, colourBy);
    if (uploadedScale == scale) return;
    uploadedScale = scale;
    std::vector<float> rgba;
    for (const Rgb colour : scale) rgba.insert(rgba.end(), {colour.r, colour.g, colour.b, 1.0f});
    colourTexture.upload({static_cast<int>(kScaleSteps), 1}, rgba);
}

void Renderer::Impl::updateScene(const DrawRequest& request, PictureSize inner) {
    SceneBlock block{};
    describeCamera(block, request.camera, inner);
    environment.describe(block, request.view.background, scenery);
    light.describe(block);
    shadow.describe(block, findView(request.view.view).isClear && request.view.colourBy == ColourBy::Plain);
    sceneBuffer.upload<SceneBlock>({&block, 1});
    sceneBuffer.bindAsUniforms(kSceneBinding);
    light.bind();
    colourTexture.bind(kColourUnit);
}

void Renderer::Impl::updateBackground(const DrawRequest& request, PictureSize inner, bool hasFloor) {
    const BackgroundKey key{scenerySerial, request.camera, request.view.background, inner};
    if (behind == key) return;
    behind.reset();  // in case that something throws on the way
    background.resize(inner);
    background.bind();
    environment.draw(request.camera, inner, hasFloor);
    behind = key;
}

void Renderer::Impl::drawFluid(const DrawRequest& request, PictureSize inner) {
    const Frame& frame = body.frame();
    view(request.view.view)
        .draw({frame, body.serial(), fluid, request.surface, request.inner, request.surfaceSerial, request.view,
               request.camera, picture, inner});
    if (!body.flames().empty()) {
        flames.update(*request.frame, body.flames(), request.view.colourBy, range.range());
        flames.draw(findView(request.view.view).hasParticleSize);
    }
    if (request.view.showVectors) {
        vectors.draw(fluid, request.view.particleSize * frame.spacing, request.view.vectorScale, inner);
    }
}

void Renderer::Impl::drawPicture(const DrawRequest& request, PictureSize inner) {
    const bool hasFluid = request.frame != nullptr;
    if (hasFluid) body.update(*request.frame, request.frameSerial, request.cut);
    updateLight(hasFluid ? &body.frame() : nullptr, hasFluid ? body.serial() : 0);
    if (hasFluid) {
        range.update(*request.frame, request.view);
        fluid.setRange(range.range());
        // A mesh needs no particles, but arrows stand at them.
        if (!findView(request.view.view).needsSurface || request.view.showVectors) updateFluid(request);
        updateScale(*request.frame, request.view.colourBy);
    }
    updateScene(request, inner);

    const bool hasFloor = scenery.hasFloor && request.camera.eye().y > scenery.floorHeight;
    updateBackground(request, inner, hasFloor);
    picture.resize(inner);
    picture.bind();
    copyPicture(background, picture.id());
    clearDepth();
    if (hasFloor && request.view.showShadow) shadow.draw();
    if (request.view.showContainer) glass.drawFarSides();
    if (hasFluid) drawFluid(request, inner);
    if (request.view.showContainer) {
        glass.drawNearSides();
        glass.drawEdges(inner);
    }
    if (request.brush) brush.draw(*request.brush);
}

Renderer::Renderer() : impl_(std::make_unique<Impl>()) {}

Renderer::~Renderer() = default;

void Renderer::setScenery(const Scenery& scenery) {
    impl_->scenery = scenery;
    ++impl_->scenerySerial;
    impl_->glass.setScenery(scenery);
    impl_->shadow.setScenery(scenery);
    impl_->range.forget();
    impl_->shown.reset();
}

bool Renderer::draw(const DrawRequest& asked) {
    if (asked.size.width < 1 || asked.size.height < 1) return false;  // a minimised window
    DrawRequest request = asked;
    static_cast<Look&>(request) = withoutUnseen(asked);
    const PictureSize inner = innerSize(request);
    const PictureKey key{.frameSerial = request.frameSerial,
                         .hasFluid = request.frame != nullptr,
                         .surfaceSerial = request.surfaceSerial,
                         .hasSurface = request.surface != nullptr,
                         .camera = request.camera,
                         .view = request.view,
                         .cut = request.cut,
                         .brush = request.brush,
                         .inner = inner};
    // The window asks more often than the fluid moves: what has not changed is only shown again.
    const bool isNew = impl_->shown != key;
    if (isNew) {
        impl_->shown.reset();  // in case that something throws on the way
        impl_->drawPicture(request, inner);
        impl_->shown = key;
    }
    impl_->present.draw(impl_->picture, request.framebuffer, request.size);
    return isNew;
}

bool Renderer::presentAgain(unsigned framebuffer, PictureSize size) {
    if (!impl_->shown || size.width < 1 || size.height < 1) return false;
    impl_->present.draw(impl_->picture, framebuffer, size);
    return true;
}

ValueRange Renderer::shownRange() const {
    return impl_->range.range();
}

}  // namespace meniscus
