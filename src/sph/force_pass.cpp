// The second hot loop: forces between neighbours, read from the notes of the density pass.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sph/force_pass.cpp"
#include <hwy/foreach_target.h>

#include "sph/wide_neighbors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace meniscus {
namespace HWY_NAMESPACE {

// Adds up what mixed fluids need besides the forces.
class MixedSummer {
  public:
    HWY_INLINE MixedSummer(const Kernels<float>& kernels, const PassInput& input)
        : kernels_(kernels), contents_(input.contents), stresses_(input.stresses) {}

    HWY_INLINE void start(size_t i) {
        self_ = contents_ + i;
        stress_ = stresses_ + i;
        ix_ = iy_ = iz_ = sx_ = sy_ = sz_ = interface_ = surface_ = heat_ = dye_ = hn::Zero(Wide());
    }

    // The mean of both viscosities of each pair ([MSKG05] eq. 9).
    struct Viscosities {
        Floats real, stabiliser;
    };

    // The part of neighbours places[0, kLanes), with their offsets and kernels without scale.
    HWY_INLINE Viscosities add(const uint32_t* places, Floats dx, Floats dy, Floats dz, Floats closeness,
                               Floats gradient, Floats laplacian, Floats diffusion) {
        const Wide d;
        const auto [viscosity, interface, surface, conductivity] = loadFields(contents_, places, 0);
        const auto [temperature, dye, stabiliser, unused] = loadFields(contents_, places, 1);
        addStress(places, dx, dy, dz, hn::Mul(closeness, closeness));
        const auto step = hn::Sub(interface, hn::Set(d, self_->interfaceColour));
        interface_ = hn::MulAdd(step, laplacian, interface_);
        const auto surfaceGradient = hn::Mul(surface, gradient);
        sx_ = hn::MulAdd(surfaceGradient, dx, sx_);
        sy_ = hn::MulAdd(surfaceGradient, dy, sy_);
        sz_ = hn::MulAdd(surfaceGradient, dz, sz_);
        surface_ = hn::MulAdd(surface, laplacian, surface_);
        const auto half = hn::Set(d, 0.5f);
        // The harmonic mean, as for two slabs in a row (Cleary and Monaghan 1999): what insulates, does so also from a
        // good conductor. The floor keeps two perfect insulators from 0 / 0.
        const auto conductivityI = hn::Set(d, self_->conductivity);
        const auto conduction = hn::Div(hn::Mul(hn::Set(d, 2.0f), hn::Mul(conductivity, conductivityI)),
                                        hn::Add(hn::Add(conductivity, conductivityI), hn::Set(d, 1e-20f)));
        const auto warmer = hn::Sub(temperature, hn::Set(d, self_->temperature));
        heat_ = hn::MulAdd(hn::Mul(conduction, warmer), diffusion, heat_);
        dye_ = hn::MulAdd(hn::Sub(dye, hn::Set(d, self_->dye)), diffusion, dye_);
        return {hn::Mul(half, hn::Add(viscosity, hn::Set(d, self_->viscosity))),
                hn::Mul(half, hn::Add(stabiliser, hn::Set(d, self_->stabiliser)))};
    }

    HWY_INLINE MixedSums finish() const {
        const float n = kernels_.poly6GradientScale;
        const float flow = kernels_.viscosityLaplacianScale;
        alignas(16) float totals[12];
        sumFour(ix_, iy_, iz_, interface_, totals);
        sumFour(sx_, sy_, sz_, surface_, totals + 4);
        sumFour(heat_, dye_, dye_, dye_, totals + 8);
        return {Vec3{totals[0], totals[1], totals[2]} * n,
                Vec3{totals[4], totals[5], totals[6]} * n,
                totals[3] * n,
                totals[7] * n,
                totals[8] * flow,
                totals[9] * flow};
    }

  private:
    // (S_i + S_j) (r_i - r_j) w, with the volumes already in the stresses
    HWY_INLINE void addStress(const uint32_t* places, Floats dx, Floats dy, Floats dz, Floats weight) {
        const Wide d;
        const auto [xx, yy, zz, xy] = loadFields(stresses_, places, 0);
        const auto [yz, zx, unused1, unused2] = loadFields(stresses_, places, 1);
        const auto sumXy = hn::Add(xy, hn::Set(d, stress_->xy));
        const auto sumYz = hn::Add(yz, hn::Set(d, stress_->yz));
        const auto sumZx = hn::Add(zx, hn::Set(d, stress_->zx));
        const auto wx = hn::Mul(weight, dx), wy = hn::Mul(weight, dy), wz = hn::Mul(weight, dz);
        const auto sumXx = hn::Add(xx, hn::Set(d, stress_->xx));
        const auto sumYy = hn::Add(yy, hn::Set(d, stress_->yy));
        const auto sumZz = hn::Add(zz, hn::Set(d, stress_->zz));
        ix_ = hn::MulAdd(sumXx, wx, hn::MulAdd(sumXy, wy, hn::MulAdd(sumZx, wz, ix_)));
        iy_ = hn::MulAdd(sumXy, wx, hn::MulAdd(sumYy, wy, hn::MulAdd(sumYz, wz, iy_)));
        iz_ = hn::MulAdd(sumZx, wx, hn::MulAdd(sumYz, wy, hn::MulAdd(sumZz, wz, iz_)));
    }

    Kernels<float> kernels_;
    const ContentRecord* contents_;
    const StressRecord* stresses_;
    const ContentRecord* self_ = nullptr;
    const StressRecord* stress_ = nullptr;
    Floats ix_, iy_, iz_, sx_, sy_, sz_, interface_, surface_, heat_, dye_;
};

// Adds up what the surface of one fluid does to a particle: (S_i + S_j) (r_i - r_j) w.
class SurfaceSummer {
  public:
    HWY_INLINE explicit SurfaceSummer(const PassInput& input) : surfaces_(input.surfaces) {}

    HWY_INLINE void start(size_t i) {
        self_ = surfaces_[i];
        x_ = y_ = z_ = own_ = hn::Zero(Wide());
    }

    HWY_INLINE void add(const uint32_t* places, Floats dx, Floats dy, Floats dz, Floats weight) {
        const Wide d;
        const auto [ax, ay, az, pull] = loadFields(surfaces_, places, 0);
        const auto across = hn::MulAdd(az, dz, hn::MulAdd(ay, dy, hn::Mul(ax, dx)));
        const auto down = hn::Mul(weight, across);
        const auto in = hn::Mul(weight, hn::Add(pull, hn::Set(d, self_.pull)));
        x_ = hn::MulAdd(in, dx, hn::NegMulAdd(down, ax, x_));
        y_ = hn::MulAdd(in, dy, hn::NegMulAdd(down, ay, y_));
        z_ = hn::MulAdd(in, dz, hn::NegMulAdd(down, az, z_));
        const auto acrossOwn = hn::MulAdd(hn::Set(d, self_.az), dz,
                                          hn::MulAdd(hn::Set(d, self_.ay), dy, hn::Mul(hn::Set(d, self_.ax), dx)));
        own_ = hn::MulAdd(weight, acrossOwn, own_);
    }

    [[nodiscard]] HWY_INLINE Vec3 finish() const {
        alignas(16) float totals[4];
        sumFour(x_, y_, z_, own_, totals);
        return Vec3{totals[0], totals[1], totals[2]} - Vec3{self_.ax, self_.ay, self_.az} * totals[3];
    }

  private:
    const SurfaceRecord* surfaces_;
    SurfaceRecord self_;
    Floats x_, y_, z_, own_;
};

// Adds up the forces of neighbours on one particle. In mixed fluids the volumes V = 1 / sum of W do not depend on what
// a neighbour weighs (density by number, Solenthaler and Pajarola 2008), so that all but viscosity is as in one fluid.
template <KernelPair kPair, TensionModel kTension, bool kIsMixed, bool kIsStabilised>
class ForceSummer {
  public:
    HWY_INLINE explicit ForceSummer(const PassInput& input)
        : fluid_(input.fluid),
          kernels_(input.fluid.h),
          records_(input.records),
          strains_(input.strains),
          reliefs_(input.reliefs),
          mixed_(kernels_, input),
          surface_(input),
          restVolume_(input.fluid.spacing * input.fluid.spacing * input.fluid.spacing) {}

    HWY_INLINE void start(size_t i) {
        const Wide d;
        self_ = records_ + i;
        if constexpr (kIsStabilised) {
            strain_ = strains_[i].unpacked(), isOfSkin_ = strains_[i].isMarked();
            share_ = strains_[i].share();
        }
        if constexpr (kIsRelieved) relief_ = reliefs_[i].unpacked();
        fx_ = fy_ = fz_ = nx_ = ny_ = nz_ = laplacian_ = hn::Zero(d);
        if constexpr (kIsMixed) mixed_.start(i);
        if constexpr (kHasSurface) surface_.start(i);
    }

    [[nodiscard]] HWY_INLINE const NeighborRecord& self() const { return *self_; }

    // places[0, count) are neighbours, the particle itself among them; up to the next full vector they must be that of
    // kNoRecord.
    HWY_INLINE void add(const uint32_t* places, size_t count) {
        const Wide d;
        const auto zero = hn::Zero(d);
        const auto h = hn::Set(d, kernels_.h);
        const auto h2 = hn::Set(d, kernels_.h2);
        const auto pressureI = hn::Set(d, self_->pressureTerm);
        const auto pressureScale = hn::Set(d, pressureScaleOf());
        const auto cohesionScale = hn::Set(d, fluid_.cohesion / self_->volume);
        const auto viscosityScale = hn::Set(d, (kIsMixed ? 1.0f : fluid_.viscosity) * kernels_.viscosityLaplacianScale);
        const auto stabiliserScale =
            hn::Set(d, (kIsMixed ? 1.0f : fluid_.stabiliser) * kernels_.viscosityLaplacianScale);
        for (size_t k = 0; k < count; k += kLanes) {
            const auto [xj, yj, zj, pressureJ] = loadFields(records_, places + k, 0);
            const auto [vxj, vyj, vzj, volume] = loadFields(records_, places + k, 1);
            const auto dx = hn::Sub(hn::Set(d, self_->x), xj);
            const auto dy = hn::Sub(hn::Set(d, self_->y), yj);
            const auto dz = hn::Sub(hn::Set(d, self_->z), zj);
            const auto r2 = hn::MulAdd(dz, dz, hn::MulAdd(dy, dy, hn::Mul(dx, dx)));
            // The floor keeps the particle itself (r = 0) finite; its direction is zero, so it adds no force.
            const auto r = hn::Sqrt(hn::Max(r2, hn::Set(d, 1e-20f)));
            const auto reach = hn::Max(hn::Sub(h, r), zero);
            const auto volumeReach = hn::Mul(volume, reach);

            // [MCG03] eq. 15 to 17, gradient and Laplacian of the colour field by poly6; scales follow in finish().
            const auto closeness = hn::Max(hn::Sub(h2, r2), zero);
            const auto volumeCloseness = hn::Mul(volume, closeness);
            const auto gradient = hn::Mul(volumeCloseness, closeness);
            FourFields strains;
            if constexpr (kIsStabilised) strains = loadFields(strains_, places + k, 0);
            if constexpr (kHasSurface) {
                if (hasSkinAmong(strains)) surface_.add(places + k, dx, dy, dz, hn::Mul(closeness, closeness));
            }
            nx_ = hn::MulAdd(gradient, dx, nx_);
            ny_ = hn::MulAdd(gradient, dy, ny_);
            nz_ = hn::MulAdd(gradient, dz, nz_);
            const auto curvature = hn::NegMulAdd(hn::Set(d, 7.0f), r2, hn::Set(d, 3.0f * kernels_.h2));

            auto viscosity = hn::Mul(volumeReach, viscosityScale);
            auto stabiliser = hn::Mul(volumeReach, stabiliserScale);
            if constexpr (kIsMixed) {
                const auto laplacian = hn::Mul(volumeCloseness, curvature);
                const auto mean = mixed_.add(places + k, dx, dy, dz, closeness, gradient, laplacian, volumeReach);
                viscosity = hn::Mul(viscosity, mean.real);
                stabiliser = hn::Mul(stabiliser, mean.stabiliser);
            } else if constexpr (kTension == TensionModel::ColourField) {
                laplacian_ = hn::MulAdd(volumeCloseness, curvature, laplacian_);
            }

            const auto vx = hn::Sub(vxj, hn::Set(d, self_->vx));
            const auto vy = hn::Sub(vyj, hn::Set(d, self_->vy));
            const auto vz = hn::Sub(vzj, hn::Set(d, self_->vz));
            const auto pressureSum = hn::Mul(hn::Add(pressureI, pressureJ), pressureScale);
            auto pressure = pressureFactor(pressureSum, volumeReach, reach, r);
            if constexpr (kTension == TensionModel::Cohesion) {
                pressure = hn::Sub(pressure, hn::Div(hn::Mul(cohesionShape(reach, r), cohesionScale), r));
            }
            if constexpr (kIsStabilised) {
                const auto recession = hn::MulAdd(vz, dz, hn::MulAdd(vy, dy, hn::Mul(vx, dx)));
                const auto noise = hn::Add(recession, strainOf(strains, dx, dy, dz));
                auto factor = stabiliserFactor(stabiliser, noise, r2, r);
                // What viscosity does as a stress is in the relief, but for what no smooth flow explains.
                if constexpr (kIsStressed) {
                    const auto alongLine = hn::Mul(viscosity, stressShare(strains));
                    viscosity = hn::Sub(viscosity, alongLine);
                    const auto distance2 = hn::Max(r2, hn::Set(d, 1e-20f));
                    factor = hn::Add(factor, hn::Div(hn::Mul(alongLine, noise), distance2));
                }
                pressure = hn::Add(pressure, factor);
            }
            if constexpr (kIsRelieved) addRelief(places + k, hn::Mul(pressureScale, cubeOf(reach)), dx, dy, dz);
            // [MCG03] eq. 14: mu m_j / rho_j (v_j - v_i) 45 / (pi h^6) (h - r)
            fx_ = hn::MulAdd(pressure, dx, hn::MulAdd(viscosity, vx, fx_));
            fy_ = hn::MulAdd(pressure, dy, hn::MulAdd(viscosity, vy, fy_));
            fz_ = hn::MulAdd(pressure, dz, hn::MulAdd(viscosity, vz, fz_));
        }
    }

    // The forces come per volume; the caller divides by the density.
    HWY_INLINE ForceSums finish(uint32_t count) const {
        const float n = kernels_.poly6GradientScale;
        alignas(16) float totals[8];
        sumFour(fx_, fy_, fz_, nx_, totals);
        sumFour(ny_, nz_, laplacian_, laplacian_, totals + 4);
        Vec3 force{totals[0], totals[1], totals[2]};
        // m_i a_i = V^2 sum_j (S_i + S_j) gradW, V being the volume at rest: per volume of the particle
        if constexpr (kHasSurface) force += surface_.finish() * (restVolume_ * restVolume_ * n / self_->volume);
        return {force, Vec3{totals[3], totals[4], totals[5]} * n, totals[6] * n, count - 1};
    }

    [[nodiscard]] HWY_INLINE MixedSums finishMixed() const { return mixed_.finish(); }

  private:
    static constexpr bool kIsRelieved = kIsStabilised && kPair == KernelPair::Wendland;
    static constexpr bool kIsStressed = kIsRelieved && !kIsMixed;
    // Mixed fluids have the stress of their surface in that of their interfaces.
    static constexpr bool kHasSurface = kTension == TensionModel::Stress && !kIsMixed;

    [[nodiscard]] HWY_INLINE float pressureScaleOf() const {
        if constexpr (kPair == KernelPair::Mcg03) return -kernels_.spikyGradientScale;
        // Times 1 / V_i for a force per volume: m_i a_i = sum_j (p_i V_i^2 + p_j V_j^2) gradW
        return -kernels_.wendlandGradientScale / self_->volume;
    }

    // The factor of r_i - r_j in the pressure force.
    [[nodiscard]] HWY_INLINE Floats pressureFactor(Floats pressureSum, Floats volumeReach, Floats reach,
                                                   Floats r) const {
        if constexpr (kPair == KernelPair::Mcg03) {
            // [MCG03] eq. 10: m_j (p_i + p_j) / (2 rho_j) 45 / (pi h^6) (h - r)^2 / r; the record holds p / 2
            return hn::Div(hn::Mul(hn::Mul(volumeReach, reach), pressureSum), r);
        } else {
            const auto left = hn::Mul(reach, hn::Set(Wide(), 1.0f / kernels_.h));
            return hn::Mul(hn::Mul(left, left), hn::Mul(left, pressureSum));
        }
    }

    // Whether the particle or one of these neighbours is of the skin. Most are not, and their stress is zero: with the
    // stabiliser they are marked, and the skin costs next to nothing inside the fluid.
    [[nodiscard]] HWY_INLINE bool hasSkinAmong(const FourFields& strains) const {
        if constexpr (!kIsStabilised) return true;
        const WideInt di;
        const auto mark = hn::Set(di, 1);
        return isOfSkin_ || !hn::AllFalse(di, hn::TestBit(hn::BitCast(di, strains.d), mark));
    }

    // The mean of both particles' StrainRecord::share().
    [[nodiscard]] HWY_INLINE Floats stressShare(const FourFields& strains) const {
        const Wide d;
        const WideInt di;
        const auto steps = hn::And(hn::ShiftRight<1>(hn::BitCast(di, strains.d)), hn::Set(di, 0x7f));
        const auto other = hn::Mul(hn::ConvertTo(d, steps), hn::Set(d, 0.5f / StrainRecord::kShareSteps));
        return hn::Add(other, hn::Set(d, 0.5f * share_));
    }

    // (1 - r / h)^3
    [[nodiscard]] HWY_INLINE Floats cubeOf(Floats reach) const {
        const auto left = hn::Mul(reach, hn::Set(Wide(), 1.0f / kernels_.h));
        return hn::Mul(hn::Mul(left, left), left);
    }

    // (R_i + R_j) gradW: what a lopsided arrangement of neighbours makes of pressure besides pressure, with the sign
    // turned.
    HWY_INLINE void addRelief(const uint32_t* places, Floats weight, Floats dx, Floats dy, Floats dz) {
        const WideStrain sum = strainSum(loadFields(reliefs_, places, 0), relief_);
        const auto wx = hn::Mul(weight, dx), wy = hn::Mul(weight, dy), wz = hn::Mul(weight, dz);
        fx_ = hn::MulAdd(sum.xx, wx, hn::MulAdd(sum.xy, wy, hn::MulAdd(sum.zx, wz, fx_)));
        fy_ = hn::MulAdd(sum.xy, wx, hn::MulAdd(sum.yy, wy, hn::MulAdd(sum.yz, wz, fy_)));
        fz_ = hn::MulAdd(sum.zx, wx, hn::MulAdd(sum.yz, wy, hn::NegMulAdd(hn::Add(sum.xx, sum.yy), wz, fz_)));
    }

    struct WideStrain {
        Floats xx, yy, xy, yz, zx;
    };
    // Those of the neighbours, each with the particle's own.
    [[nodiscard]] HWY_INLINE WideStrain strainSum(const FourFields& fields, const Strain& own) const {
        const Wide d;
        const WideInt di;
        const auto [xx, yy, xy, yz] = fields;
        // StrainRecord::unpacked() for lanes.
        const auto high = hn::ShiftLeft<24>(hn::BitCast(di, xx));
        const auto middle = hn::And(hn::ShiftLeft<16>(hn::BitCast(di, yy)), hn::Set(di, 0x00ff0000));
        const auto low = hn::And(hn::ShiftLeft<8>(hn::BitCast(di, xy)), hn::Set(di, 0x0000ff00));
        const auto zx = hn::BitCast(d, hn::Or(high, hn::Or(middle, low)));
        return {hn::Add(xx, hn::Set(d, own.xx)), hn::Add(yy, hn::Set(d, own.yy)), hn::Add(xy, hn::Set(d, own.xy)),
                hn::Add(yz, hn::Set(d, own.yz)), hn::Add(zx, hn::Set(d, own.zx))};
    }

    // What the flow around both particles explains of (v_j - v_i) . (r_i - r_j), with the sign turned.
    [[nodiscard]] HWY_INLINE Floats strainOf(const FourFields& strains, Floats dx, Floats dy, Floats dz) const {
        const auto [sumXx, sumYy, sumXy, sumYz, sumZx] = strainSum(strains, strain_);
        // d^T (E_i + E_j) / 2 d, in halves; zz = -xx - yy
        const auto z2 = hn::Mul(dz, dz);
        const auto diagonal = hn::MulAdd(sumXx, hn::MulSub(dx, dx, z2), hn::Mul(sumYy, hn::MulSub(dy, dy, z2)));
        const auto mixedX = hn::MulAdd(sumXy, dy, hn::Mul(sumZx, dz));
        const auto mixed = hn::MulAdd(dx, mixedX, hn::Mul(sumYz, hn::Mul(dy, dz)));
        return hn::Add(diagonal, hn::Add(mixed, mixed));
    }

    // The factor of r_i - r_j in the force against noise, which acts along the line between both particles: that keeps
    // angular momentum, and rotation passes freely.
    [[nodiscard]] HWY_INLINE Floats stabiliserFactor(Floats scale, Floats noise, Floats r2, Floats r) const {
        const Wide d;
        const auto thinning = hn::Mul(hn::Mul(hn::Abs(noise), r), hn::Set(d, fluid_.yieldSlowness));
        const auto distance2 = hn::Max(hn::Add(r2, thinning), hn::Set(d, 1e-20f));
        return hn::Div(hn::Mul(scale, noise), distance2);
    }

    // Kernels::cohesion() for lanes.
    [[nodiscard]] HWY_INLINE Floats cohesionShape(Floats reach, Floats r) const {
        const Wide d;
        const auto q = hn::Mul(r, hn::Set(d, 1.0f / kernels_.h));
        const auto product = hn::Mul(hn::Mul(reach, hn::Set(d, 1.0f / kernels_.h)), q);
        const auto cube = hn::Mul(hn::Mul(hn::Set(d, 64.0f), product), hn::Mul(product, product));
        const auto inner = hn::Sub(hn::Add(cube, cube), hn::Set(d, 1.0f));
        return hn::IfThenElse(hn::Gt(q, hn::Set(d, 0.5f)), cube, inner);
    }

    Fluid fluid_;
    Kernels<float> kernels_;
    const NeighborRecord* records_;
    const StrainRecord* strains_;
    const StrainRecord* reliefs_;
    MixedSummer mixed_;
    SurfaceSummer surface_;
    float restVolume_;
    const NeighborRecord* self_ = nullptr;
    Strain strain_;
    bool isOfSkin_ = false;
    float share_ = 0.0f;
    Strain relief_;
    Floats fx_, fy_, fz_, nx_, ny_, nz_, laplacian_;
};

// Adds up the pressure of neighbours alone, with the consistent kernels. Then one of the two blocks of a record is
// enough, so that the gradient of the colour, which nothing but pictures needs there, takes all volumes as at rest.
class PressureSummer {
  public:
    HWY_INLINE explicit PressureSummer(const PassInput& input)
        : kernels_(input.fluid.h),
          records_(input.records),
          restVolume_(input.fluid.spacing * input.fluid.spacing * input.fluid.spacing) {}

    HWY_INLINE void start(size_t i) {
        self_ = records_ + i;
        fx_ = fy_ = fz_ = nx_ = ny_ = nz_ = hn::Zero(Wide());
    }

    [[nodiscard]] HWY_INLINE const NeighborRecord& self() const { return *self_; }

    // As ForceSummer::add.
    HWY_INLINE void add(const uint32_t* places, size_t count) {
        const Wide d;
        const auto one = hn::Set(d, 1.0f);
        const auto zero = hn::Zero(d);
        const auto inverseH2 = hn::Set(d, 1.0f / kernels_.h2);
        for (size_t k = 0; k < count; k += kLanes) {
            const auto [xj, yj, zj, pressureJ] = loadFields(records_, places + k, 0);
            const auto dx = hn::Sub(hn::Set(d, self_->x), xj);
            const auto dy = hn::Sub(hn::Set(d, self_->y), yj);
            const auto dz = hn::Sub(hn::Set(d, self_->z), zj);
            const auto q2 = hn::Mul(hn::MulAdd(dz, dz, hn::MulAdd(dy, dy, hn::Mul(dx, dx))), inverseH2);
            const auto left = hn::Max(hn::Sub(one, hn::Sqrt(q2)), zero);
            const auto pressureSum = hn::Add(hn::Set(d, self_->pressureTerm), pressureJ);
            const auto pressure = hn::Mul(hn::Mul(left, left), hn::Mul(left, pressureSum));
            fx_ = hn::MulAdd(pressure, dx, fx_);
            fy_ = hn::MulAdd(pressure, dy, fy_);
            fz_ = hn::MulAdd(pressure, dz, fz_);
            const auto closeness = hn::Max(hn::Sub(one, q2), zero);
            const auto gradient = hn::Mul(closeness, closeness);
            nx_ = hn::MulAdd(gradient, dx, nx_);
            ny_ = hn::MulAdd(gradient, dy, ny_);
            nz_ = hn::MulAdd(gradient, dz, nz_);
        }
    }

    // As ForceSummer::finish.
    HWY_INLINE ForceSums finish(uint32_t count) const {
        alignas(16) float totals[8];
        sumFour(fx_, fy_, fz_, nx_, totals);
        sumFour(ny_, nz_, nz_, nz_, totals + 4);
        const float f = -kernels_.wendlandGradientScale / self_->volume;
        const float n = kernels_.poly6GradientScale * kernels_.h2 * kernels_.h2 * restVolume_;
        return {Vec3{totals[0], totals[1], totals[2]} * f, Vec3{totals[3], totals[4], totals[5]} * n, 0.0f, count - 1};
    }

  private:
    Kernels<float> kernels_;
    const NeighborRecord* records_;
    float restVolume_;
    const NeighborRecord* self_ = nullptr;
    Floats fx_, fy_, fz_, nx_, ny_, nz_;
};

void sumPressure(const PassInput& input, size_t begin, size_t end, ForceSums* sums) {
    PressureSummer summer(input);
    forParticles(input, begin, end, summer,
                 [&](size_t i, uint32_t count) HWY_ATTR { sums[i - begin] = summer.finish(count); });
}

template <KernelPair kPair, TensionModel kTension, bool kIsMixed, bool kIsStabilised>
void sumForcesOf(const PassInput& input, size_t begin, size_t end, ForceSums* sums, MixedSums* mixed) {
    ForceSummer<kPair, kTension, kIsMixed, kIsStabilised> summer(input);
    forParticles(input, begin, end, summer, [&](size_t i, uint32_t count) HWY_ATTR {
        sums[i - begin] = summer.finish(count);
        if constexpr (kIsMixed) mixed[i - begin] = summer.finishMixed();
    });
}

template <KernelPair kPair, TensionModel kTension, bool kIsMixed>
void sumForcesOfMatter(const PassInput& input, size_t begin, size_t end, ForceSums* sums, MixedSums* mixed) {
    const bool isStabilised = input.strains != nullptr;
    (isStabilised ? sumForcesOf<kPair, kTension, kIsMixed, true>
                  : sumForcesOf<kPair, kTension, kIsMixed, false>)(input, begin, end, sums, mixed);
}

template <KernelPair kPair, TensionModel kTension>
void sumForcesOfModel(const PassInput& input, size_t begin, size_t end, ForceSums* sums, MixedSums* mixed) {
    const bool isMixed = input.contents != nullptr;
    (isMixed ? sumForcesOfMatter<kPair, kTension, true> : sumForcesOfMatter<kPair, kTension, false>)(input, begin, end,
                                                                                                     sums, mixed);
}

template <KernelPair kPair>
void sumForcesOfPair(const PassInput& input, size_t begin, size_t end, ForceSums* sums, MixedSums* mixed) {
    // Without records of the surface that model has nothing to sum; eq. 19 adds its part to the sums later.
    if (input.surfaces != nullptr) {
        sumForcesOfModel<kPair, TensionModel::Stress>(input, begin, end, sums, mixed);
    } else if (input.fluid.tension == TensionModel::Cohesion) {
        sumForcesOfModel<kPair, TensionModel::Cohesion>(input, begin, end, sums, mixed);
    } else {
        sumForcesOfModel<kPair, TensionModel::ColourField>(input, begin, end, sums, mixed);
    }
}

void sumForcesWide(const PassInput& input, size_t begin, size_t end, ForceSums* sums, MixedSums* mixed) {
    const bool printed = input.fluid.pair == KernelPair::Mcg03;
    if (input.onlyPressure && !printed) return sumPressure(input, begin, end, sums);
    (printed ? sumForcesOfPair<KernelPair::Mcg03> : sumForcesOfPair<KernelPair::Wendland>)(input, begin, end, sums,
                                                                                           mixed);
}

}  // namespace HWY_NAMESPACE
}  // namespace meniscus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace meniscus {

HWY_EXPORT(sumForcesWide);

void sumForces(const PassInput& input, size_t begin, size_t end, ForceSums* sums, MixedSums* mixed) {
    HWY_DYNAMIC_DISPATCH(sumForcesWide)(input, begin, end, sums, mixed);
}

}  // namespace meniscus
#endif  // HWY_ONCE
