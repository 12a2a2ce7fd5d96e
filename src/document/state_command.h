#pragma once

#include <memory>

#include <QUndoCommand>

#include "io/project.h"

namespace regard {

class Document;

/// A change of everything at once: the whole project and what is on screen of it. Weights are shared with the document.
/// Cells compare with the state that was restored, as with a file that was opened.
class StateCommand : public QUndoCommand {
public:
    StateCommand(Document *document, const QString &text, Project after);

    void undo() override;
    void redo() override;

private:
    Document *m_document;
    Project m_before;
    Project m_after;
    std::shared_ptr<const Model> m_openedBefore;
    std::shared_ptr<const Model> m_openedAfter;
};

} // namespace regard
