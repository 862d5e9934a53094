#include "meniscus/sph/fluid.h"

namespace meniscus {

double latticeKernelSum(KernelPair pair, double supportPerSpacing) {
    const Kernels<double> kernels(supportPerSpacing);
    const int reach = static_cast<int>(std::ceil(supportPerSpacing));
    double sum = 0.0;
    for (int z = -reach; z <= reach; ++z) {
        for (int y = -reach; y <= reach; ++y) {
            for (int x = -reach; x <= reach; ++x) {
                const double r2 = x * x + y * y + z * z;
                sum += pair == KernelPair::Mcg03 ? kernels.poly6(r2) : kernels.wendland(std::sqrt(r2));
            }
        }
    }
    return sum;
}

double latticeColourSum(double supportPerSpacing) {
    const Kernels<double> kernels(supportPerSpacing);
    return latticeKernelSum(KernelPair::Mcg03, supportPerSpacing) / kernels.poly6(0.0);
}

float calibratedCohesion(float h, float spacing, float surfaceTension) {
    constexpr int kIntervals = 200;
    const Kernels<double> unit(1.0);
    double integral = 0.0;
    for (int k = 0; k < kIntervals; ++k) {
        const double q = (k + 0.5) / kIntervals;
        integral += q * q * q * q * unit.cohesion(q) / kIntervals;
    }
    const double numberDensity = 1.0 / std::pow(static_cast<double>(spacing), 3);
    const double perForce =
        std::numbers::pi / 8.0 * numberDensity * numberDensity * std::pow(static_cast<double>(h), 5) * integral;
    return static_cast<float>(surfaceTension / perForce);
}

float calibratedMass(KernelPair pair, float h, float spacing, float restDensity) {
    const double volume = std::pow(static_cast<double>(spacing), 3);
    return static_cast<float>(restDensity * volume / latticeKernelSum(pair, static_cast<double>(h) / spacing));
}

}  // namespace meniscus
