// What passes draw into, and how: depth, blending and culling.
#pragma once

#include <glm/vec4.hpp>
#include <initializer_list>
#include <memory>
#include <vector>

#include "render/gl/texture.h"

namespace meniscus {

// A picture of one or more layers, with depth or without.
class Framebuffer {
  public:
    Framebuffer(TextureFormat colour, Filter filter, bool hasDepth);
    // Fragments write to all of them at once: layout(location = 0), 1, ...
    Framebuffer(std::initializer_list<TextureFormat> layers, Filter filter, bool hasDepth);
    ~Framebuffer();
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;

    // Throws WorkError when the driver cannot draw into such a picture.
    void resize(PictureSize size);
    void bind() const;  // all of it as the viewport
    [[nodiscard]] const Texture& colour(size_t layer = 0) const { return *layers_[layer]; }
    [[nodiscard]] const Texture& depth() const { return depth_; }  // 0 to 1; only where there is depth
    [[nodiscard]] PictureSize size() const { return colour().size(); }
    [[nodiscard]] unsigned id() const { return id_; }

  private:
    std::vector<std::unique_ptr<Texture>> layers_;
    Texture depth_;
    bool hasDepth_;
    unsigned id_ = 0;
};

// The window (0) or another framebuffer by its number, all of the given size as the viewport.
void bindTarget(unsigned framebuffer, PictureSize size);
void clearDepth();
// A part of a picture, in pixels from the lower left.
struct PixelRect {
    int left = 0;
    int bottom = 0;
    int width = 0;
    int height = 0;
};
// One colour and far away, in all layers of what is bound.
void clearPart(const PixelRect& part, glm::vec4 colour);
// Pixel for pixel, to a target of the same size that canCopyToTarget.
void copyPicture(const Framebuffer& from, unsigned to);
// Whether the bound target takes a copy: a window with several samples a pixel does not.
[[nodiscard]] bool canCopyToTarget();

enum class DepthUse {
    None,
    TestAndWrite,
    Test,        // draws what is in front, leaves depth as it is
    TestBehind,  // draws only what is behind
};
enum class Blending {
    None,
    Over,      // by premultiplied alpha
    Multiply,  // the picture by twice the colour, so that it can also become brighter
    Add,
    DepthOnly,  // leaves the picture as it is
};
enum class Culling { None, Front, Back };

// Every pass says all of it, so that none depends on the one before, nor on what the interface left behind.
void setDrawing(DepthUse depth, Blending blending, Culling culling = Culling::None);

// Only rows from lower (inclusive) to upper (exclusive) are drawn until clearRows.
void limitRows(int lower, int upper, int width);
void clearRows();

struct DriverLimits {
    int pictureSize = 0;     // largest width and height
    float pointSize = 0.0f;  // pixels
};
[[nodiscard]] DriverLimits driverLimits();

// Waits until all is drawn; for measuring.
void finishDrawing();

}  // namespace meniscus
