// Paints looks with OpenGL. Needs a current OpenGL 3.3 context, from the window or from OffscreenContext.
#pragma once

#include <memory>

#include "meniscus/look/look.h"
#include "meniscus/look/scenery.h"

namespace meniscus {

// A look, and where its picture goes to.
struct DrawRequest : Look {
    float resolution = 1.0f;   // inner pixels per target pixel and axis, 0.25 to 2: less is faster, more is smoother
    unsigned framebuffer = 0;  // the target, 0 is the window
};

class Renderer {
  public:
    Renderer();  // throws WorkError when a shader or buffer cannot be made
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    void setScenery(const Scenery& scenery);
    // Fills the whole target, tone-mapped, sRGB. Returns whether the picture had to be drawn anew; one that is the same
    // as the last is only presented again.
    bool draw(const DrawRequest& request);
    // Fills the target with the last picture, whose frame and mesh may be gone by now. Returns false, and does nothing,
    // when there is none of the present scenery.
    [[nodiscard]] bool presentAgain(unsigned framebuffer, PictureSize size);
    // The range that colours had in the last draw, for the legend.
    [[nodiscard]] ValueRange shownRange() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace meniscus
