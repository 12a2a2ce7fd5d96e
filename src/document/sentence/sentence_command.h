#pragma once

#include <functional>

#include <QString>
#include <QUndoCommand>

#include "document/sentence/side.h"
#include "document/steps/undo_steps.h"
#include "text/tokenizer.h"

namespace regard {

/// How a text changed: one stretch of it was replaced.
struct TextEdit {
    qsizetype at = 0;
    qsizetype removed = 0;
    qsizetype inserted = 0;
    bool isTyping = false; ///< a key that writes or deletes at the caret, or a choice of an input method

    /// Tells the edit by the two texts: where letters repeat, it may have been another stretch of the same length. A
    /// small change counts as typing.
    static TextEdit between(const QString &before, const QString &after);
};

/// The text of one side, how both are split, and what is done to tokens: masks, and links
/// that are set or cut.
struct SentenceEnd {
    QString text;
    Tokenizer tokenizer;
    SideMasks masks; ///< as the project stores them
    SideLinks links;
};

/// Another text of one side, or another way to split both. Masked tokens and links stay with their words.
///
/// Uninterrupted typing merges into one step: letters that follow each other, the first of them perhaps in place of a
/// selection, or letters that are deleted one after the other, without a pause. A paste, a replacement and a change of
/// direction begin a step of their own.
class SentenceCommand : public QUndoCommand {
public:
    static constexpr int commandId = 1;

    /// Applies one end; a caret then belongs at `changeEnd`.
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
    qint64 m_ended; ///< when the effect of the last key was complete: a slow picture is not a pause
};

} // namespace regard
