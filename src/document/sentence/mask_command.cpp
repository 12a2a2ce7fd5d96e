#include "document/sentence/mask_command.h"

#include <utility>

#include "document/sentence/sentences.h"

namespace regard {

MaskCommand::MaskCommand(Sentences *sentences, const QString &text, Side side, std::vector<int> masked)
    : QUndoCommand(text), m_sentences(sentences), m_side(side), m_before(sentences->masked(side)),
      m_after(std::move(masked))
{
}

void MaskCommand::undo()
{
    m_sentences->applyMasked(m_side, m_before);
}

void MaskCommand::redo()
{
    m_sentences->applyMasked(m_side, m_after);
}

} // namespace regard
