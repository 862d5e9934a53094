#include "meniscus/world/frame.h"

#include "meniscus/sph/fluid.h"

namespace meniscus {

void Frame::resize(size_t count, bool isMixed) {
    x.resize(count);
    v.resize(count);
    density.resize(count);
    pressure.resize(count);
    colourGradient.resize(count);
    const size_t mixed = isMixed ? count : 0;
    fluid.resize(mixed);
    temperature.resize(mixed);
    dye.resize(mixed);
    relativeDensity.resize(mixed);
}

FluidParticles Frame::particles() const {
    const Kernels<float> kernels(supportRadius);
    const bool isWendland = settings.kernelPair != KernelPair::Mcg03;
    const float peak = isWendland ? kernels.wendland(0.0f) : kernels.poly6(0.0f);
    if (isMixed()) {
        return {.x = x,
                .density = relativeDensity,
                .colourGradient = colourGradient,
                .spacing = spacing,
                .supportRadius = supportRadius,
                .restDensity = 1.0f,
                .loneDensity = particleMass * peak / fluids[0].restDensity};
    }
    return {.x = x,
            .density = density,
            .colourGradient = colourGradient,
            .spacing = spacing,
            .supportRadius = supportRadius,
            .restDensity = fluids[0].restDensity,
            .loneDensity = particleMass * peak};
}

}  // namespace meniscus
