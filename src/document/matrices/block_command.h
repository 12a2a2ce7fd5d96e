#pragma once

#include <memory>

#include <QString>
#include <QUndoCommand>

#include "document/matrices/model_edit.h"
#include "document/matrices/step_model.h"

namespace regard {

/// A block of one weight or of the position table. Holds the block's old and new values alone; where the matrix was
/// drawn, undo makes it so again.
class BlockCommand : public QUndoCommand {
public:
    /// The block must fit the present model. `tokens` sizes a position table that becomes given.
    BlockCommand(StepModel *steps, const Model &present, const QString &text, EditTarget target, int row, int column,
                 Matrix values, int tokens);

    void undo() override;
    void redo() override;

private:
    void write(const Matrix &values);

    StepModel *m_steps;
    EditTarget m_target;
    int m_row;
    int m_column;
    Matrix m_before;
    Matrix m_after;
    int m_tokens;
    bool m_wasGiven;
    std::weak_ptr<const Matrix> m_drawn; ///< the weight as it was drawn, for as long as somebody else has it
};

} // namespace regard
