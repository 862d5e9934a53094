// The scene that is being opened: from the request until the simulation has its world, or cannot have one.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "meniscus/session/opening.h"

namespace meniscus {

class SceneOpener {
  public:
    using OnOpened = std::function<void(const Opening&, const OpenedWorld&)>;
    // isFileWrong: the machine is not at fault, as it is when there is no memory.
    using OnFailed = std::function<void(const std::string& error, bool isFileWrong)>;

    // keepsPaused: scenes are opened paused or running as it is.
    SceneOpener(Simulation& simulation, bool keepsPaused) : simulation_(simulation), keepsPaused_(keepsPaused) {}

    // Of several, the newest wins; nothing is heard of the others any more.
    void open(AnyFile file, const std::filesystem::path& path, OnOpened onOpened, OnFailed onFailed);
    // Once a pass: tells when it is there.
    void update();
    // Waits for it.
    void settle();

    [[nodiscard]] bool isOpening() const { return pending_.has_value(); }
    [[nodiscard]] const Scene& scene() const { return pending_->opening.document.scene; }  // while it is opening

  private:
    struct Pending {
        Opening opening;
        OnOpened onOpened;
        OnFailed onFailed;
    };

    Simulation& simulation_;
    const bool keepsPaused_;
    std::optional<Pending> pending_;
};

// What is said when there is not enough memory for a file.
[[nodiscard]] std::string lackOfMemory(const std::string& what);

}  // namespace meniscus
