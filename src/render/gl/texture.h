// Pictures and volumes on the graphics card.
#pragma once

#include <cstdint>
#include <span>

#include "meniscus/look/fill_grid.h"
#include "meniscus/render/renderer.h"

namespace meniscus {

enum class TextureFormat {
    Rgba8,    // bytes
    Rgba16,   // 0 to 1 in 16 bits
    Rgba16F,  // light
    Rg16F,    // two values of any size
    Depth,
};
enum class Filter { Nearest, Linear };

// Two dimensions, one level, clamped at the edges.
class Texture {
  public:
    Texture(TextureFormat format, Filter filter);
    ~Texture();
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;

    void resize(PictureSize size);  // content undefined after it
    // From the first row up, four values a pixel; the format must be Rgba16.
    void upload(PictureSize size, std::span<const uint16_t> rgba);
    void upload(PictureSize size, std::span<const float> rgba);  // Rgba16F
    void bind(unsigned unit) const;
    [[nodiscard]] unsigned id() const { return id_; }
    [[nodiscard]] PictureSize size() const { return size_; }

  private:
    TextureFormat format_;
    unsigned id_ = 0;
    PictureSize size_;
};

// Three dimensions of four bytes (read as 0 to 1), linear, clamped at the edges.
class VolumeTexture {
  public:
    VolumeTexture();
    ~VolumeTexture();
    VolumeTexture(const VolumeTexture&) = delete;
    VolumeTexture& operator=(const VolumeTexture&) = delete;

    void upload(GridSize size, std::span<const uint8_t> rgba);  // x fastest, then y, then z
    void bind(unsigned unit) const;

  private:
    unsigned id_ = 0;
    GridSize size_;
};

}  // namespace meniscus
