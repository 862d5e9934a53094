#include "app/window/files/scene_opener.h"

#include <new>
#include <utility>

namespace meniscus {

std::string lackOfMemory(const std::string& what) {
    return what + ": not enough memory to open it";
}

void SceneOpener::open(AnyFile file, const std::filesystem::path& path, OnOpened onOpened, OnFailed onFailed) {
    try {
        const OpeningOptions options{.replayParticles = {}, .keepsPaused = keepsPaused_};
        pending_ = {startOpening(simulation_, std::move(file), path, options), std::move(onOpened), onFailed};
    } catch (const std::exception& error) {
        onFailed(error.what(), false);
    }
}

void SceneOpener::update() {
    if (pending_ && pending_->opening.isSettled()) settle();
}

void SceneOpener::settle() {
    if (!pending_) return;
    const Pending pending = *std::exchange(pending_, std::nullopt);
    OpenedWorld world;
    try {
        world = pending.opening.world.get();
    } catch (const std::bad_alloc&) {
        return pending.onFailed(lackOfMemory(titleOf(pending.opening.document)), false);
    } catch (const std::exception& error) {
        return pending.onFailed(error.what(), true);
    }
    pending.onOpened(pending.opening, world);
}

}  // namespace meniscus
