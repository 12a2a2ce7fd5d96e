#pragma once

#include <memory>

#include <QUndoCommand>

#include "io/project/project.h"

namespace regard {

class Document;

/// A change of everything at once: the whole project and what is on screen of it, the list of snapshots excepted.
/// Weights are shared with the document.
class StateCommand : public QUndoCommand {
public:
    /// Cells compare with the state that is restored, as with a file that was opened.
    StateCommand(Document *document, const QString &text, Project after);
    /// A snapshot, which is recalled: cells go on comparing with what they were compared with, and heading and note
    /// stay those of the document.
    StateCommand(Document *document, const QString &text, std::shared_ptr<const Project> snapshot);

    void undo() override;
    void redo() override;

private:
    /// What the document is at one end of the change.
    struct End {
        Project state;
        std::shared_ptr<const Model> opened;
        std::shared_ptr<const Project> recalled;
    };

    End present() const;
    void show(const End &end) const;

    Document *m_document;
    End m_before;
    End m_after;
};

} // namespace regard
