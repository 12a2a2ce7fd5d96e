#pragma once

#include <QString>
#include <QUndoCommand>

#include "document/model_edit.h"

namespace regard {

class Document;

/// A block of one weight or of the position table. Holds the block's old and new values alone; where the matrix was
/// drawn, undo makes it so again.
class BlockCommand : public QUndoCommand {
public:
    /// The block must fit. `tokens` sizes a position table that becomes given.
    BlockCommand(Document *document, const QString &text, EditTarget target, int row, int column, Matrix values,
                 int tokens);

    void undo() override;
    void redo() override;

private:
    void write(const Matrix &values);

    Document *m_document;
    EditTarget m_target;
    int m_row;
    int m_column;
    Matrix m_before;
    Matrix m_after;
    int m_tokens;
    bool m_wasGiven;
    SharedMatrix m_drawn; ///< the weight as it was drawn; null where it was given
};

} // namespace regard
