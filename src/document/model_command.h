#pragma once

#include <memory>

#include <QString>
#include <QUndoCommand>

#include "engine/model.h"

namespace regard {

class Document;

/// A change of the model as a whole. Holds both models; they share every matrix that did not change.
class ModelCommand : public QUndoCommand {
public:
    static constexpr int commandId = 2;

    /// Equal mergeKeys (≥ 0) merge.
    ModelCommand(Document *document, const QString &text, std::shared_ptr<const Model> after, int mergeKey = -1);

    void undo() override;
    void redo() override;
    int id() const override { return commandId; }
    bool mergeWith(const QUndoCommand *other) override;

    int mergeKey() const { return m_mergeKey; }
    const std::shared_ptr<const Model> &before() const { return m_before; }

private:
    Document *m_document;
    std::shared_ptr<const Model> m_before;
    std::shared_ptr<const Model> m_after;
    int m_mergeKey;
};

} // namespace regard
