#pragma once

#include <vector>

#include <QString>
#include <QUndoCommand>

#include "document/comparison/side.h"

namespace regard {

class Document;

/// Other tokens of one side masked out as padding.
class MaskCommand : public QUndoCommand {
public:
    MaskCommand(Document *document, const QString &text, Side side, std::vector<int> masked);

    void undo() override;
    void redo() override;

private:
    Document *m_document;
    Side m_side;
    std::vector<int> m_before;
    std::vector<int> m_after;
};

} // namespace regard
