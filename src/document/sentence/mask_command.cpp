#include "document/sentence/mask_command.h"

#include <utility>

#include "document/document.h"

namespace regard {

MaskCommand::MaskCommand(Document *document, const QString &text, Side side, std::vector<int> masked)
    : QUndoCommand(text), m_document(document), m_side(side), m_before(document->masked(side)),
      m_after(std::move(masked))
{
}

void MaskCommand::undo()
{
    m_document->applyMasked(m_side, m_before);
}

void MaskCommand::redo()
{
    m_document->applyMasked(m_side, m_after);
}

} // namespace regard
