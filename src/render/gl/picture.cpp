// Pictures out of OpenGL.
#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cmath>

#include "meniscus/core/error.h"
#include "meniscus/render/gl_context.h"
#include "render/gl/framebuffer.h"

namespace meniscus {

namespace {

constexpr float kMaxInnerPixels = 64e6f;  // about 1 GB with depth

// OpenGL counts rows from below, pictures from above.
Image readBound(PictureSize size) {
    Image image{size.width, size.height, {}};
    const size_t row = static_cast<size_t>(size.width) * 3;
    image.rgb.resize(row * static_cast<size_t>(size.height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size.width, size.height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    auto top = image.rgb.begin();
    for (auto bottom = image.rgb.end() - static_cast<ptrdiff_t>(row); top < bottom;
         bottom -= static_cast<ptrdiff_t>(row), top += static_cast<ptrdiff_t>(row)) {
        std::swap_ranges(top, top + static_cast<ptrdiff_t>(row), bottom);
    }
    return image;
}

}  // namespace

void checkPictureSize(std::string_view option, PictureSize size) {
    const int most = driverLimits().pictureSize;
    if (size.width >= 1 && size.height >= 1 && size.width <= most && size.height <= most) return;
    throw InputError(fmt::format("{}: {}x{} is more than the graphics driver can draw; allowed: 1x1 to {}x{}", option,
                                 size.width, size.height, most, most));
}

Image drawPicture(Renderer& renderer, DrawRequest request) {
    const PictureSize size = request.size;
    checkPictureSize("picture", size);
    // A large picture leaves no room for more inner pixels than its own.
    const auto width = static_cast<float>(size.width);
    const auto height = static_cast<float>(size.height);
    const float fitting = static_cast<float>(driverLimits().pictureSize) / std::max(width, height);
    const float affordable = std::max(std::sqrt(kMaxInnerPixels / (width * height)), 1.0f);
    request.resolution = std::min({request.resolution, fitting, affordable});
    Framebuffer target(TextureFormat::Rgba8, Filter::Nearest, false);
    target.resize(size);
    request.framebuffer = target.id();
    renderer.draw(request);
    target.bind();
    return readBound(size);
}

Image readWindow(PictureSize size) {
    if (size.width < 1 || size.height < 1) return {};
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glReadBuffer(GL_BACK);
    return readBound(size);
}

}  // namespace meniscus
