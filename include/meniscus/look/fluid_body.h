// What a frame holds that has a surface, and what only shines: flames are drawn by a pass of their own.
#pragma once

#include "meniscus/look/cut.h"

namespace meniscus {

class FluidBody {
  public:
    // Copies only where something must be left out.
    void update(const Frame& frame, uint64_t frameSerial, const std::optional<CutPlane>& cut);

    [[nodiscard]] const Frame& frame() const { return isWhole_ ? *whole_ : body_; }
    [[nodiscard]] uint64_t serial() const { return serial_; }  // another number means another content
    // Numbers in the whole frame of those particles that are flames and not cut away.
    [[nodiscard]] const std::vector<uint32_t>& flames() const { return flames_; }

  private:
    struct Key {
        uint64_t frameSerial = 0;
        std::optional<CutPlane> cut;
        friend bool operator==(const Key&, const Key&) = default;
    };

    const Frame* whole_ = nullptr;
    Frame body_;
    bool isWhole_ = true;
    std::optional<Key> key_;
    uint64_t serial_ = 0;
    std::vector<uint32_t> flames_;
};

}  // namespace meniscus
