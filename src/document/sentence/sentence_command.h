#pragma once

#include <functional>

#include <QString>
#include <QUndoCommand>

#include "document/sentence/side.h"
#include "document/steps/undo_steps.h"
#include "text/tokenizer.h"

namespace regard {

/// How a text became another: one stretch of it replaced.
struct TextEdit {
    qsizetype at = 0;
    qsizetype removed = 0;
    qsizetype inserted = 0;
    bool isTyping = false; ///< a key that writes or deletes at the caret, or a choice of an input method

    /// As far as the texts tell: where letters repeat, it may have been another stretch of the same length. A small
    /// change is taken for typing.
    static TextEdit between(const QString &before, const QString &after);
};

/// The text of one side, how both are split, and what is masked out.
struct SentenceEnd {
    QString text;
    Tokenizer tokenizer;
    SideMasks masks; ///< as the project stores them
};

/// Another text of one side, or another way to split both. Masked tokens stay with their words.
///
/// Typing merges into one step as long as it goes on: letters that follow each other, the first of them perhaps in the
/// place of a selection, or letters that are deleted one after the other, without a pause. A paste, a replacement and a
/// change of direction begin a step of their own.
class SentenceCommand : public QUndoCommand {
public:
    static constexpr int commandId = 1;

    /// Makes one end the present one; a caret then belongs at `changeEnd`.
    using Apply = std::function<void(const SentenceEnd &end, qsizetype changeEnd)>;

    /// `text` names the step in the Undo menu.
    SentenceCommand(const QString &text, Side side, SentenceEnd before, SentenceEnd after, const TextEdit &edit,
                    Apply apply, const UndoSteps *steps);

    void undo() override;
    void redo() override;
    int id() const override { return commandId; }
    bool mergeWith(const QUndoCommand *other) override;

private:
    Side m_side;
    SentenceEnd m_before;
    SentenceEnd m_after;
    TextEdit m_edit;
    Apply m_apply;
    const UndoSteps *m_steps;
    qint64 m_began; ///< when the first key came, ms
    qint64 m_ended; ///< when what the last key did was done: a slow picture is no pause
};

} // namespace regard
