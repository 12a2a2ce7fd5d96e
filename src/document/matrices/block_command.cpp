#include "document/matrices/block_command.h"

#include <utility>

namespace regard {

BlockCommand::BlockCommand(StepModel *steps, const Model &present, const QString &text, EditTarget target, int row,
                           int column, Matrix values, int tokens, int gesture)
    : QUndoCommand(text), m_steps(steps), m_target(std::move(target)), m_row(row), m_column(column),
      m_after(std::move(values)), m_tokens(tokens), m_gesture(gesture),
      m_wasGiven(givenMatrix(present, m_target) != nullptr)
{
    const Weight matrix = effectiveMatrix(present, m_target, m_tokens);
    m_before = matrix.block(row, column, m_after.rows(), m_after.cols());
    if (m_wasGiven && matrix.narrow())
        m_narrow = matrix;
    if (!m_wasGiven && m_target.kind == EditTarget::Kind::Weight)
        m_drawn = matrix.matrix();
}

void BlockCommand::undo()
{
    if (m_wasGiven && !m_narrow) {
        write(m_before);
        return;
    }
    auto model = std::make_shared<Model>(m_steps->stepModel());
    if (m_narrow)
        setGiven(*model, m_target, m_narrow);
    else
        setDrawn(*model, m_target, m_drawn.lock());
    m_steps->apply(std::move(model));
}

void BlockCommand::redo()
{
    write(m_after);
}

void BlockCommand::write(const Matrix &values)
{
    auto model = std::make_shared<Model>(m_steps->stepModel());
    auto matrix = std::make_shared<Matrix>(*effectiveMatrix(*model, m_target, m_tokens).matrix());
    matrix->block(m_row, m_column, values.rows(), values.cols()) = values;
    setGiven(*model, m_target, std::move(matrix));
    m_steps->apply(std::move(model));
}

bool BlockCommand::mergeWith(const QUndoCommand *other)
{
    const auto *later = static_cast<const BlockCommand *>(other);
    if (m_gesture < 0 || later->m_gesture != m_gesture || later->m_target != m_target || later->m_row != m_row ||
        later->m_column != m_column || later->m_after.rows() != m_after.rows() ||
        later->m_after.cols() != m_after.cols())
        return false;
    m_after = later->m_after;
    return true;
}

} // namespace regard
