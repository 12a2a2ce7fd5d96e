#pragma once

#include <memory>

#include <QString>
#include <QUndoCommand>

#include "document/matrices/model_edit.h"
#include "document/matrices/step_model.h"

namespace regard {

/// A block of one matrix; a cell is a block of one. Holds only the block's old and new values, whatever the matrix's
/// size; where the matrix was drawn, undo makes it so again.
class BlockCommand : public QUndoCommand {
public:
    static constexpr int commandId = 3;

    /// The block must fit the present model. `tokens` sizes a position table that becomes given. Equal gestures (≥ 0)
    /// on the same block merge.
    BlockCommand(StepModel *steps, const Model &present, const QString &text, EditTarget target, int row, int column,
                 Matrix values, int tokens, int gesture = -1);

    void undo() override;
    void redo() override;
    int id() const override { return commandId; }
    bool mergeWith(const QUndoCommand *other) override;

private:
    void write(const Matrix &values);

    StepModel *m_steps;
    EditTarget m_target;
    int m_row;
    int m_column;
    Matrix m_before;
    Matrix m_after;
    int m_tokens;
    int m_gesture;
    bool m_wasGiven;
    Weight m_narrow; ///< what was given, where it is as narrow as its file has it: no edit was before this one
    std::weak_ptr<const Matrix> m_drawn; ///< the weight as it was drawn, while it is in use elsewhere
};

} // namespace regard
