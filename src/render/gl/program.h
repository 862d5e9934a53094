// A shader program from two of the files in shaders/, which are part of the program.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "meniscus/core/vec3.h"

namespace meniscus {

class Program {
  public:
    // Both by file name, such as "particles.vert". Throws WorkError with the driver's words when one does not compile.
    // The uniform block "Scene", where a shader has it, is bound to kSceneBinding.
    Program(std::string_view vertexFile, std::string_view fragmentFile);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void use() const;

    // These make the program the one in use. A name that the compiler has optimised away is ignored.
    void set(std::string_view name, int value);
    void set(std::string_view name, float value);
    void set(std::string_view name, glm::vec2 value);
    void set(std::string_view name, glm::vec3 value);
    void set(std::string_view name, glm::vec4 value);
    void set(std::string_view name, Vec3 value);

  private:
    [[nodiscard]] int locate(std::string_view name);

    unsigned id_ = 0;
    std::vector<std::pair<std::string, int>> locations_;  // few enough for a linear search
};

// The text of a shader with its '#include "part.glsl"' lines replaced by the parts. Throws WorkError when a file is not
// there.
[[nodiscard]] std::string shaderText(std::string_view file);

}  // namespace meniscus
