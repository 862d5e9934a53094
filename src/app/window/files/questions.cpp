#include "app/window/files/questions.h"

#include <utility>

namespace meniscus {

void Questions::ask(Question question, Action onYes, Action onNo) {
    state_.isHelpOpen = false;
    state_.files.question = std::move(question);
    onYes_ = std::move(onYes);
    onNo_ = std::move(onNo);
    state_.isPictureOld = true;
}

void Questions::answer(Question::Answer answer) {
    if (!isAsking()) return;
    if (state_.files.question->isSilenced && answer != Question::Answer::Cancel) {
        state_.preferences.askBeforeLoss = false;
    }
    state_.files.question.reset();
    const Action onYes = std::exchange(onYes_, {}), onNo = std::exchange(onNo_, {});
    state_.isPictureOld = true;
    if (answer == Question::Answer::Yes && onYes) onYes();
    if (answer == Question::Answer::No && onNo) onNo();
}

}  // namespace meniscus
