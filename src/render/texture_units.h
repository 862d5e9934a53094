// Which texture is bound where while a picture is drawn.
#pragma once

namespace meniscus {

inline constexpr unsigned kPictureUnit = 0;  // also for changing textures
inline constexpr unsigned kShadowUnit = 1;
inline constexpr unsigned kLightUnit = 2;
inline constexpr unsigned kColourUnit = 3;
inline constexpr unsigned kNormalUnit = 4;  // layers of the fluid, see passes/water.h
inline constexpr unsigned kValueUnit = 5;
inline constexpr unsigned kFarSideUnit = 6;

}  // namespace meniscus
