// OpenGL's functions, checked for their version, and what the driver says about our calls.
#include <fmt/format.h>
#include <glad/gl.h>

#include <atomic>
#include <cstdio>
#include <string_view>

#include "meniscus/core/error.h"
#include "meniscus/render/gl_context.h"

namespace meniscus {

namespace {

std::atomic<unsigned> messageCount = 0;

void GLAD_API_PTR onDriverMessage(GLenum, GLenum, GLuint, GLenum severity, GLsizei length, const GLchar* text,
                                  const void*) {
    if (severity == GL_DEBUG_SEVERITY_NOTIFICATION) return;
    ++messageCount;
    std::string_view line(text, length >= 0 ? static_cast<size_t>(length) : std::string_view(text).size());
    line = line.substr(0, line.find('\n'));
    std::fprintf(stderr, "meniscus: OpenGL: %.*s\n", static_cast<int>(line.size()), line.data());
}

std::string text(GLenum name) {
    const auto* words = reinterpret_cast<const char*>(glGetString(name));
    return words == nullptr ? "unknown" : words;
}

bool isSoftwareRenderer(std::string_view renderer) {
    for (const std::string_view name : {"llvmpipe", "softpipe", "swrast", "SwiftShader", "Software Rasterizer"}) {
        if (renderer.find(name) != std::string_view::npos) return true;
    }
    return false;
}

}  // namespace

GlReport loadOpenGl(GlLoader loader) {
    const int version = gladLoadGL(reinterpret_cast<GLADloadfunc>(loader));
    if (version == 0) {
        throw WorkError("the graphics driver gives no OpenGL functions; install a driver with OpenGL 3.3 or newer");
    }
    GlReport report{text(GL_VERSION), text(GL_RENDERER), false};
    if (version < GLAD_MAKE_VERSION(3, 3)) {
        throw WorkError(
            fmt::format("OpenGL {} was found ({}), but 3.3 or newer is needed; update the graphics driver, "
                        "or set LIBGL_ALWAYS_SOFTWARE=1 to draw in software",
                        report.version, report.renderer));
    }
    report.isSoftware = isSoftwareRenderer(report.renderer);
    messageCount = 0;
    if (GLAD_GL_KHR_debug != 0) {
        glEnable(GL_DEBUG_OUTPUT);
        // At once and on this thread, so that a debugger shows the call that was wrong.
        glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
        glDebugMessageCallback(onDriverMessage, nullptr);
    }
    return report;
}

unsigned glMessageCount() {
    return messageCount;
}

}  // namespace meniscus
