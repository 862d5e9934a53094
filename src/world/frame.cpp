#include "meniscus/world/frame.h"

namespace meniscus {

void Frame::resize(size_t count) {
    x.resize(count);
    v.resize(count);
    density.resize(count);
    pressure.resize(count);
    colourGradient.resize(count);
}

}  // namespace meniscus
