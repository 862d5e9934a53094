// Getting OpenGL ready, with and without a window.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "meniscus/io/image.h"
#include "meniscus/render/renderer.h"

namespace meniscus {

using GlProcedure = void (*)();
using GlLoader = GlProcedure (*)(const char* name);

struct GlReport {
    std::string version;   // as the driver calls it
    std::string renderer;  // such as "llvmpipe (LLVM 15.0.6, 256 bits)"
    bool isSoftware = false;
};

// Loads the functions of the current context and installs the debug callback. Throws WorkError that says which version
// was found and what to do when it is older than 3.3.
GlReport loadOpenGl(GlLoader loader);

// Messages of the driver since loadOpenGl, notifications left out: a correct program has none.
[[nodiscard]] unsigned glMessageCount();

// A context without window, display or X server (EGL surfaceless). Throws WorkError when there is none.
class OffscreenContext {
  public:
    OffscreenContext();
    ~OffscreenContext();
    OffscreenContext(const OffscreenContext&) = delete;
    OffscreenContext& operator=(const OffscreenContext&) = delete;

    [[nodiscard]] const GlReport& report() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Throws InputError that names the option when a picture of this size is more than the driver can do.
void checkPictureSize(std::string_view option, PictureSize size);

// Draws into a picture of request.size in the current context; request.framebuffer is ignored, and
// request.resolution is a wish. Throws InputError when the size is more than the driver can do.
[[nodiscard]] Image drawPicture(Renderer& renderer, DrawRequest request);

// What the window shows now, read back from its back buffer.
[[nodiscard]] Image readWindow(PictureSize size);

}  // namespace meniscus
