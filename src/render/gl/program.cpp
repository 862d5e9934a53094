#include "render/gl/program.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <glm/gtc/type_ptr.hpp>
#include <span>

#include "meniscus/core/embedded_file.h"
#include "meniscus/core/error.h"
#include "render/gl/buffer.h"

namespace meniscus {

// Written by cmake/embed.py.
extern const std::span<const EmbeddedFile> kShaderFiles;

namespace {

constexpr std::string_view kVersionLine = "#version 330 core\n";
constexpr std::string_view kConstantsFile = "look.glsl";  // written by src/render/shader_constants
constexpr std::string_view kFirstLine = "#line 1\n";
constexpr std::string_view kInclude = "#include \"";

// The driver's log, the first line of it: the rest follows from that.
template <typename GetLength, typename GetLog>
std::string firstLine(unsigned id, GetLength getLength, GetLog getLog) {
    GLint length = 0;
    getLength(id, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<size_t>(std::max(length, 1)), '\0');
    getLog(id, length, nullptr, log.data());
    log.resize(std::min(log.find('\0'), log.size()));
    return log.substr(0, log.find('\n'));
}

// Deletes the shader object when the program has it, or when something went wrong.
class Shader {
  public:
    Shader(GLenum stage, std::string_view file) : id_(glCreateShader(stage)) {
        const std::string text =
            std::string(kVersionLine) + shaderText(kConstantsFile) + std::string(kFirstLine) + shaderText(file);
        const char* const source = text.c_str();
        glShaderSource(id_, 1, &source, nullptr);
        glCompileShader(id_);
        GLint isCompiled = 0;
        glGetShaderiv(id_, GL_COMPILE_STATUS, &isCompiled);
        if (isCompiled != 0) return;
        const std::string log = firstLine(id_, glGetShaderiv, glGetShaderInfoLog);
        glDeleteShader(id_);
        throw WorkError(fmt::format("the graphics driver refuses the shader {}: {}", file, log));
    }
    ~Shader() { glDeleteShader(id_); }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;

    [[nodiscard]] GLuint id() const { return id_; }

  private:
    GLuint id_;
};

}  // namespace

std::string shaderText(std::string_view file) {
    const auto found = std::ranges::find(kShaderFiles, file, &EmbeddedFile::name);
    if (found == kShaderFiles.end()) throw WorkError(fmt::format("the shader {} is not part of this program", file));
    std::string text;
    for (std::string_view rest = found->content; !rest.empty();) {
        const size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end);
        if (line.starts_with(kInclude)) {
            line.remove_prefix(kInclude.size());
            text += shaderText(line.substr(0, line.find('"')));
        } else {
            text += line;
        }
    }
    return text;
}

Program::Program(std::string_view vertexFile, std::string_view fragmentFile) {
    const Shader vertex(GL_VERTEX_SHADER, vertexFile);
    const Shader fragment(GL_FRAGMENT_SHADER, fragmentFile);
    id_ = glCreateProgram();
    glAttachShader(id_, vertex.id());
    glAttachShader(id_, fragment.id());
    glLinkProgram(id_);
    GLint isLinked = 0;
    glGetProgramiv(id_, GL_LINK_STATUS, &isLinked);
    if (isLinked == 0) {
        const std::string log = firstLine(id_, glGetProgramiv, glGetProgramInfoLog);
        glDeleteProgram(id_);
        throw WorkError(fmt::format("the graphics driver refuses {} with {}: {}", vertexFile, fragmentFile, log));
    }
    const GLuint scene = glGetUniformBlockIndex(id_, "Scene");
    if (scene != GL_INVALID_INDEX) glUniformBlockBinding(id_, scene, kSceneBinding);
}

Program::~Program() {
    glDeleteProgram(id_);
}

void Program::use() const {
    glUseProgram(id_);
}

int Program::locate(std::string_view name) {
    use();
    const auto found = std::ranges::find(locations_, name, &std::pair<std::string, int>::first);
    if (found != locations_.end()) return found->second;
    std::string key(name);
    const int location = glGetUniformLocation(id_, key.c_str());
    locations_.emplace_back(std::move(key), location);
    return location;
}

void Program::set(std::string_view name, int value) {
    glUniform1i(locate(name), value);
}
void Program::set(std::string_view name, float value) {
    glUniform1f(locate(name), value);
}
void Program::set(std::string_view name, glm::vec2 value) {
    glUniform2fv(locate(name), 1, glm::value_ptr(value));
}
void Program::set(std::string_view name, glm::vec3 value) {
    glUniform3fv(locate(name), 1, glm::value_ptr(value));
}
void Program::set(std::string_view name, glm::vec4 value) {
    glUniform4fv(locate(name), 1, glm::value_ptr(value));
}
void Program::set(std::string_view name, Vec3 value) {
    glUniform3f(locate(name), value.x, value.y, value.z);
}

}  // namespace meniscus
