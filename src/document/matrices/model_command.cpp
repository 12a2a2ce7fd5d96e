#include "document/matrices/model_command.h"

namespace regard {

ModelCommand::ModelCommand(StepModel *steps, const QString &text, const Model &before, const Model &after, int mergeKey)
    : QUndoCommand(text), m_steps(steps), m_difference(before, after), m_mergeKey(mergeKey)
{
}

Model ModelCommand::before() const
{
    return m_difference.at(ModelDifference::End::Before, m_steps->stepModel());
}

void ModelCommand::apply(ModelDifference::End end)
{
    m_steps->apply(std::make_shared<const Model>(m_difference.at(end, m_steps->stepModel())));
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
