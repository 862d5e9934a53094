#include "meniscus/core/hash.h"

#include <xxhash.h>

#include <new>

namespace meniscus {

struct StateHash::State {
    XXH64_state_t* xxh = XXH64_createState();
    ~State() { XXH64_freeState(xxh); }
};

StateHash::StateHash() : state_(std::make_unique<State>()) {
    if (state_->xxh == nullptr) throw std::bad_alloc();
    XXH64_reset(state_->xxh, 0);
}

StateHash::~StateHash() = default;

void StateHash::addBytes(const void* data, size_t size) {
    if (size > 0) XXH64_update(state_->xxh, data, size);
}

uint64_t StateHash::value() const {
    return XXH64_digest(state_->xxh);
}

}  // namespace meniscus
