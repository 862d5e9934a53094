// The question that the window asks, one at a time: before work is lost, or before a file is replaced.
#pragma once

#include <functional>

#include "meniscus/ui/state.h"

namespace meniscus {

class Questions {
  public:
    using Action = std::function<void()>;

    explicit Questions(UiState& state) : state_(state) {}

    void ask(Question question, Action onYes, Action onNo);
    void answer(Question::Answer answer);
    [[nodiscard]] bool isAsking() const { return state_.files.question.has_value(); }

  private:
    UiState& state_;
    Action onYes_;
    Action onNo_;
};

}  // namespace meniscus
