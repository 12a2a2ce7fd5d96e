#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "document/comparison/pinned_state.h"
#include "engine/model/attention_place.h"
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

    /// The strongest link from the only token that is asked to one that is given as the answer.
    struct Link {
        AttentionPlace place{};
        int head = 0;
        QString token;
        double weight = 0;
    };
    std::optional<Link> link; ///< nothing: several are asked, or the answer is no token of the sentence
};

/// The answer to the sentence of a result. The likeliest token counts, as in training.
TaskAnswer taskAnswer(const Task &task, const Result &result);

/// The answer in one line that does without colours: "it: cat ✓", "c ✓ b ✓ x ✗ (a)".
QString answerText(const TaskAnswer &answer);

/// The answer as a heading: "“it” is the bench ✓", "“it” is the fish ✗ (right: bench)".
QString answerHeading(const Task &task, const TaskAnswer &answer);
/// "Layer 2, head 1 gives “bench” 0.97."; empty without such a link.
QString answerLinkText(const TaskAnswer &answer, const ModelConfig &config);

} // namespace regard
