#pragma once

#include <string>
#include <vector>

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace regard {

class Document;

/// The words that the decoder chooses its next word from: a list, or the words of the sentences.
class VocabularyDialog : public QDialog {
    Q_OBJECT
public:
    VocabularyDialog(Document *document, QWidget *parent);

    QPlainTextEdit *tokens() const { return m_tokens; }
    QLineEdit *end() const { return m_end; }
    QString error() const;

    /// Sets the document's vocabulary; where that fails, stays open with a message.
    void accept() override;

private:
    void showCount();
    std::vector<std::string> writtenTokens() const;
    void apply();

    Document *m_document;
    std::vector<std::string> m_before;
    QString m_beforeText;
    QPlainTextEdit *m_tokens;
    QLineEdit *m_end;
    QCheckBox *m_fromSentences;
    QLabel *m_count;
    QLabel *m_error;
};

} // namespace regard
