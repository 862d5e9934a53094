// Writes shaders/look.glsl in the build: what look says about colours, light and materials, as constants that are put
// in front of every shader. A program of its own, since glslangValidator sees the shaders before the renderer is built.
#include <fmt/format.h>
#include <fmt/os.h>

#include "meniscus/look/colour_scale.h"
#include "meniscus/look/environment.h"
#include "meniscus/look/flames.h"
#include "meniscus/look/material.h"
#include "meniscus/look/tone.h"

namespace meniscus {
namespace {

// The shortest digits that are read as the same float again, with a point.
std::string numberText(float value) {
    const std::string text = fmt::format("{}", value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string constant(const char* name, float value) {
    return fmt::format("const float {} = {};\n", name, numberText(value));
}

std::string constant(const char* name, Vec3 value) {
    return fmt::format("const vec3 {} = vec3({}, {}, {});\n", name, numberText(value.x), numberText(value.y),
                       numberText(value.z));
}

std::string lampText(const char* side, const Lamp& lamp) {
    return fmt::format("const vec2 k{}Lamp = vec2({}, {});\n", side, numberText(lamp.x), numberText(lamp.z)) +
           constant(fmt::format("k{}LampShape", side).c_str(), Vec3{lamp.gain, lamp.offset, lamp.most});
}

std::string lookText() {
    std::string text = "// Written by src/render/shader_constants; what each means is said in include/meniscus/look.\n";
#define MENISCUS_CONSTANT(name) text += constant(#name, name)
    text += constant("kScaleSteps", static_cast<float>(kScaleSteps));
    MENISCUS_CONSTANT(kToneKnee);
    MENISCUS_CONSTANT(kWhitePerLight);
    MENISCUS_CONSTANT(kMaxWhite);
    MENISCUS_CONSTANT(kEncodeFirst);
    MENISCUS_CONSTANT(kEncodeSecond);
    MENISCUS_CONSTANT(kVignette);
    text += lampText("Left", kLamps[0]);
    text += lampText("Right", kLamps[1]);
    MENISCUS_CONSTANT(kWaterIndex);
    MENISCUS_CONSTANT(kWaterAbsorption);
    MENISCUS_CONSTANT(kWaterSkyGlow);
    MENISCUS_CONSTANT(kWaterSunGlow);
    MENISCUS_CONSTANT(kGlassMirrored);
    MENISCUS_CONSTANT(kGlassTaken);
    MENISCUS_CONSTANT(kThickGlassTaken);
    MENISCUS_CONSTANT(kThickGlassColour);
    MENISCUS_CONSTANT(kWaxMirrored);
    MENISCUS_CONSTANT(kWaxLight);
    MENISCUS_CONSTANT(kWaxThrough);
    MENISCUS_CONSTANT(kWaxCool);
    MENISCUS_CONSTANT(kWaxHot);
    MENISCUS_CONSTANT(kWaxGlow);
    MENISCUS_CONSTANT(kWaxEmber);
    MENISCUS_CONSTANT(kHazeLight);
    MENISCUS_CONSTANT(kFlameTaller);
#undef MENISCUS_CONSTANT
    return text;
}

}  // namespace
}  // namespace meniscus

int main(int count, char** arguments) {
    if (count != 2) return 2;
    fmt::output_file(arguments[1]).print("{}", meniscus::lookText());
    return 0;
}
