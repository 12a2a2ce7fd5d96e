#pragma once

#include <memory>

#include <QString>
#include <QUndoCommand>

#include "document/matrices/model_difference.h"
#include "document/matrices/step_model.h"
#include "engine/model/model.h"

namespace regard {

/// A change of the whole model. Holds only the differences.
class ModelCommand : public QUndoCommand {
public:
    static constexpr int commandId = 2;

    /// Equal mergeKeys (≥ 0) merge.
    ModelCommand(StepModel *steps, const QString &text, const Model &before, const Model &after, int mergeKey = -1);

    void undo() override;
    void redo() override;
    int id() const override { return commandId; }
    bool mergeWith(const QUndoCommand *other) override;

    int mergeKey() const { return m_mergeKey; }
    /// The model that undo() would bring back, where this is the last step done.
    Model before() const;

private:
    void apply(ModelDifference::End end);

    StepModel *m_steps;
    ModelDifference m_difference;
    int m_mergeKey;
};

} // namespace regard
