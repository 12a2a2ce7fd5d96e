#pragma once

#include <memory>

#include <QWidget>

class QLineEdit;

namespace Ui {
class SentenceBar;
}

namespace regard {

class AppTheme;
class Document;

/// The sentence to look at: a field that the document follows with every keystroke, the number of tokens, how the
/// text is split, and beneath the field why it cannot be read.
class SentenceBar : public QWidget {
    Q_OBJECT
public:
    SentenceBar(Document *document, AppTheme *theme, QWidget *parent);
    ~SentenceBar() override;

    QLineEdit *field() const;

private:
    void readDocument();
    void takeText();
    void showError(const QString &sentence);

    Document *m_document;
    AppTheme *m_theme;
    std::unique_ptr<Ui::SentenceBar> m_ui;
    bool m_typing = false;
};

} // namespace regard
