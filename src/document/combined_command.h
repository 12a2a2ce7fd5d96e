#pragma once

#include <memory>
#include <vector>

#include <QString>
#include <QUndoCommand>

namespace regard {

class Document;

/// Several commands, already done one after the other, as one step: all are undone or done again, or none is.
class CombinedCommand : public QUndoCommand {
public:
    CombinedCommand(Document *document, const QString &text);

    void add(std::unique_ptr<QUndoCommand> command) { m_commands.push_back(std::move(command)); }
    bool isEmpty() const { return m_commands.empty(); }
    void undo() override;
    void redo() override;

private:
    Document *m_document;
    std::vector<std::unique_ptr<QUndoCommand>> m_commands;
    bool m_isDone = true;
};

} // namespace regard
