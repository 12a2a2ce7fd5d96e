#include "document/source_command.h"

#include <utility>

#include "document/document.h"

namespace regard {

SourceCommand::SourceCommand(Document *document, QString source, Tokenizer tokenizer, bool isTyping)
    : QUndoCommand(isTyping ? Document::tr("Type sentence") : Document::tr("Change tokenizer")), m_document(document),
      m_sourceBefore(document->source()), m_source(std::move(source)), m_tokenizerBefore(document->tokenizer()),
      m_tokenizer(tokenizer), m_isTyping(isTyping)
{
}

void SourceCommand::undo()
{
    m_document->applySource(m_sourceBefore, m_tokenizerBefore);
}

void SourceCommand::redo()
{
    m_document->applySource(m_source, m_tokenizer);
}

bool SourceCommand::mergeWith(const QUndoCommand *other)
{
    const auto *later = static_cast<const SourceCommand *>(other);
    if (!m_isTyping || !later->m_isTyping)
        return false;
    m_source = later->m_source;
    setObsolete(m_source == m_sourceBefore);
    return true;
}

} // namespace regard
