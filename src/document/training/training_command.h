#pragma once

#include <functional>
#include <memory>

#include <QUndoCommand>

#include "document/training/training_stage.h"

namespace regard {

/// A stretch of training between two edits, as one undo step. While it is open, training goes on and moves its end.
struct Stretch {
    TrainingStage before;
    TrainingStage after;
    bool isOpen = true;
    QUndoCommand *command = nullptr; ///< whose stretch it is
};

class TrainingCommand : public QUndoCommand {
public:
    /// The part of the document that shows the stages of a run.
    class Shows {
    public:
        virtual ~Shows() = default;
        virtual void show(const TrainingStage &stage) = 0;
        /// Training stops before a step is undone, and with it an open stretch.
        virtual void rest() = 0;
    };

    TrainingCommand(const QString &text, Shows *shows, std::shared_ptr<Stretch> stretch)
        : QUndoCommand(text), m_shows(shows), m_stretch(std::move(stretch))
    {
        m_stretch->command = this;
    }

    void undo() override
    {
        m_shows->rest();
        m_shows->show(m_stretch->before);
    }
    void redo() override { m_shows->show(m_stretch->after); }

private:
    Shows *m_shows;
    std::shared_ptr<Stretch> m_stretch;
};

} // namespace regard
