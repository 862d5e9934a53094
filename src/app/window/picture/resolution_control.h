// Picks how finely the picture is drawn, so that it moves fluently on a slow machine and is smooth on a fast one.
#pragma once

#include <string>

namespace meniscus {

class ResolutionControl {
  public:
    explicit ResolutionControl(bool isSoftware);

    // wish is Preferences::resolution: "auto" or a number.
    [[nodiscard]] float current(const std::string& wish) const;
    // How long a picture took from its first call to its end on the screen.
    void noteDraw(double seconds);

  private:
    int level_;
    int most_;
    int slow_ = 0;
    int fast_ = 0;
};

}  // namespace meniscus
