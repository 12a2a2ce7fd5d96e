#include "document/model_command.h"

#include <utility>

#include "document/document.h"

namespace regard {

ModelCommand::ModelCommand(Document *document, const QString &text, std::shared_ptr<const Model> after, int mergeKey)
    : QUndoCommand(text), m_document(document), m_before(document->model()), m_after(std::move(after)),
      m_mergeKey(mergeKey)
{
}

void ModelCommand::undo()
{
    m_document->applyModel(m_before);
}

void ModelCommand::redo()
{
    m_document->applyModel(m_after);
}

bool ModelCommand::mergeWith(const QUndoCommand *other)
{
    const auto *later = static_cast<const ModelCommand *>(other);
    if (m_mergeKey < 0 || later->m_mergeKey != m_mergeKey)
        return false;
    m_after = later->m_after;
    setText(later->text());
    setObsolete(m_after == m_before);
    return true;
}

} // namespace regard
