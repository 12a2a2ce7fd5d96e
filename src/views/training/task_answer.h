#pragma once

#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "document/comparison/pinned_state.h"
#include "training/tasks/task.h"

namespace regard {

/// What a model answers where a sentence is asked.
struct TaskAnswer {
    struct Asked {
        QString at; ///< the token whose row is read out
        QString given;
        QString right;

        bool isRight() const { return given == right; }
    };

    std::vector<Asked> asked; ///< in the order of the rows
    bool isHeldOut = false;   ///< the sentence is never trained on
    QString whyNone;          ///< a sentence, where nothing is asked

    bool isRight() const;
};

/// The answer to the sentence of a result. The likeliest token counts, as in training.
TaskAnswer taskAnswer(const Task &task, const Result &result);

/// In one line that does without colours: "it: cat ✓", "c ✓ b ✓ x ✗ (a)".
QString answerText(const TaskAnswer &answer);

} // namespace regard
