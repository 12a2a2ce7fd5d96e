#include "document/matrices/cell_command.h"

#include <utility>

namespace regard {

CellCommand::CellCommand(StepModel *steps, const Model &present, const QString &text, EditTarget target, int row,
                         int column, float value, int tokens, int gesture)
    : QUndoCommand(text), m_steps(steps), m_target(std::move(target)), m_row(row), m_column(column), m_after(value),
      m_tokens(tokens), m_gesture(gesture), m_wasGiven(givenMatrix(present, m_target) != nullptr)
{
    const SharedMatrix matrix = effectiveMatrix(present, m_target, m_tokens);
    m_before = (*matrix)(row, column);
    if (!m_wasGiven && m_target.kind == EditTarget::Kind::Weight)
        m_drawn = matrix;
}

void CellCommand::undo()
{
    if (m_wasGiven) {
        write(m_before);
        return;
    }
    auto model = std::make_shared<Model>(m_steps->stepModel());
    setDrawn(*model, m_target, m_drawn.lock());
    m_steps->apply(std::move(model));
}

void CellCommand::redo()
{
    write(m_after);
}

void CellCommand::write(float value)
{
    auto model = std::make_shared<Model>(m_steps->stepModel());
    auto matrix = std::make_shared<Matrix>(*effectiveMatrix(*model, m_target, m_tokens));
    (*matrix)(m_row, m_column) = value;
    setGiven(*model, m_target, std::move(matrix));
    m_steps->apply(std::move(model));
}

bool CellCommand::mergeWith(const QUndoCommand *other)
{
    const auto *later = static_cast<const CellCommand *>(other);
    if (m_gesture < 0 || later->m_gesture != m_gesture || later->m_target != m_target || later->m_row != m_row ||
        later->m_column != m_column)
        return false;
    m_after = later->m_after;
    return true;
}

} // namespace regard
