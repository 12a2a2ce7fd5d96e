#pragma once

#include <QString>
#include <QUndoCommand>

#include "text/tokenizer.h"

namespace regard {

class Document;

/// Another sentence, or another way to split it. Typing merges into one step.
class SourceCommand : public QUndoCommand {
public:
    static constexpr int commandId = 1;

    SourceCommand(Document *document, QString source, Tokenizer tokenizer, bool isTyping);

    void undo() override;
    void redo() override;
    int id() const override { return commandId; }
    bool mergeWith(const QUndoCommand *other) override;

private:
    Document *m_document;
    QString m_sourceBefore;
    QString m_source;
    Tokenizer m_tokenizerBefore;
    Tokenizer m_tokenizer;
    bool m_isTyping;
};

} // namespace regard
