#pragma once

#include <memory>

#include <QString>
#include <QUndoCommand>

#include "document/matrices/model_edit.h"
#include "document/matrices/step_model.h"

namespace regard {

/// One cell of one matrix. Takes bytes, whatever the matrix's size; where the matrix was drawn, undo makes it so again.
class CellCommand : public QUndoCommand {
public:
    static constexpr int commandId = 3;

    /// The cell must exist in the present model and differ from the value. `tokens` sizes a position table that becomes
    /// given.
    CellCommand(StepModel *steps, const Model &present, const QString &text, EditTarget target, int row, int column,
                float value, int tokens, int gesture);

    void undo() override;
    void redo() override;
    int id() const override { return commandId; }
    bool mergeWith(const QUndoCommand *other) override;

private:
    void write(float value);

    StepModel *m_steps;
    EditTarget m_target;
    int m_row;
    int m_column;
    float m_before = 0;
    float m_after;
    int m_tokens;
    int m_gesture;
    bool m_wasGiven;
    std::weak_ptr<const Matrix> m_drawn; ///< the weight as it was drawn, for as long as somebody else has it
};

} // namespace regard
