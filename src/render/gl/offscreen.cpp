// OpenGL without window, display or X server, by EGL.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "meniscus/core/error.h"
#include "meniscus/render/gl_context.h"

namespace meniscus {

namespace {

std::string lastError() {
    return fmt::format("EGL error {:#x}", eglGetError());
}

bool hasWord(const char* words, std::string_view word) {
    return words != nullptr && std::string_view(words).find(word) != std::string_view::npos;
}

// Ways to a display that needs no X server, best first. None of them is initialised yet.
std::vector<EGLDisplay> candidateDisplays() {
    std::vector<EGLDisplay> displays;
    const char* const extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    const auto getPlatformDisplay =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (getPlatformDisplay != nullptr && hasWord(extensions, "EGL_MESA_platform_surfaceless")) {
        displays.push_back(getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    }
    const auto queryDevices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    if (getPlatformDisplay != nullptr && queryDevices != nullptr && hasWord(extensions, "EGL_EXT_platform_device")) {
        std::array<EGLDeviceEXT, 8> devices{};
        EGLint count = 0;
        if (queryDevices(static_cast<EGLint>(devices.size()), devices.data(), &count) == EGL_TRUE) {
            for (EGLint k = 0; k < count; ++k) {
                displays.push_back(
                    getPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<size_t>(k)], nullptr));
            }
        }
    }
    displays.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
    return displays;
}

bool wantsDebugContext() {
    return std::getenv("MENISCUS_GL_DEBUG") != nullptr;
}

}  // namespace

struct OffscreenContext::Impl {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    GlReport report;

    Impl() {
        std::string failure = "no EGL display";
        for (const EGLDisplay candidate : candidateDisplays()) {
            if (tryDisplay(candidate, failure)) return;
        }
        throw WorkError(
            fmt::format("cannot draw without a display: {}; install Mesa's EGL driver (libegl1, "
                        "libgl1-mesa-dri)",
                        failure));
    }
    ~Impl() { close(); }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    bool tryDisplay(EGLDisplay candidate, std::string& failure) {
        if (candidate == EGL_NO_DISPLAY || eglInitialize(candidate, nullptr, nullptr) != EGL_TRUE) {
            return false;
        }
        display = candidate;
        if (makeContext()) return true;
        failure = lastError();
        close();
        return false;
    }

    bool makeContext() {
        if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return false;
        const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        // Surfaceless displays may offer no window configs at all: pictures go into framebuffer objects.
        if (eglChooseConfig(display, wanted, &config, 1, &count) != EGL_TRUE || count == 0) {
            if (!hasWord(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_no_config_context")) return false;
            config = EGL_NO_CONFIG_KHR;
        }
        const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                     3,
                                     EGL_CONTEXT_MINOR_VERSION,
                                     3,
                                     EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                     EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                     EGL_CONTEXT_OPENGL_DEBUG,
                                     wantsDebugContext() ? EGL_TRUE : EGL_FALSE,
                                     EGL_NONE};
        context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
        return context != EGL_NO_CONTEXT &&
               eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE;
    }

    void close() {
        if (display == EGL_NO_DISPLAY) return;
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
        // The display itself stays for the next context: eglTerminate would unload Mesa's driver, which leaks some
        // bytes each time.
        display = EGL_NO_DISPLAY;
        context = EGL_NO_CONTEXT;
    }
};

OffscreenContext::OffscreenContext() : impl_(std::make_unique<Impl>()) {
    impl_->report = loadOpenGl(reinterpret_cast<GlLoader>(eglGetProcAddress));
}

OffscreenContext::~OffscreenContext() = default;

const GlReport& OffscreenContext::report() const {
    return impl_->report;
}

}  // namespace meniscus
