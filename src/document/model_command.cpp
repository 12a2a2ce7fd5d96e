#include "document/model_command.h"

#include "document/document.h"

namespace regard {

ModelCommand::ModelCommand(Document *document, const QString &text, const Model &after, int mergeKey)
    : QUndoCommand(text), m_document(document), m_difference(*document->model(), after), m_mergeKey(mergeKey)
{
}

Model ModelCommand::before() const
{
    return m_difference.at(ModelDifference::End::Before, *m_document->model());
}

void ModelCommand::apply(ModelDifference::End end)
{
    m_document->applyModel(std::make_shared<const Model>(m_difference.at(end, *m_document->model())));
}

void ModelCommand::undo()
{
    apply(ModelDifference::End::Before);
}

void ModelCommand::redo()
{
    apply(ModelDifference::End::After);
}

bool ModelCommand::mergeWith(const QUndoCommand *other)
{
    const auto *later = static_cast<const ModelCommand *>(other);
    if (m_mergeKey < 0 || later->m_mergeKey != m_mergeKey)
        return false;
    m_difference.extend(later->m_difference);
    setText(later->text());
    setObsolete(m_difference.isEmpty());
    return true;
}

} // namespace regard
