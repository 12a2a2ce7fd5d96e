#pragma once

#include <vector>

#include <QString>
#include <QUndoCommand>

#include "document/sentence/side.h"

namespace regard {

class Sentences;

/// Other tokens of one side masked out as padding.
class MaskCommand : public QUndoCommand {
public:
    MaskCommand(Sentences *sentences, const QString &text, Side side, std::vector<int> masked);

    void undo() override;
    void redo() override;

private:
    Sentences *m_sentences;
    Side m_side;
    std::vector<int> m_before;
    std::vector<int> m_after;
};

} // namespace regard
