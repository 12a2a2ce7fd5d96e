#pragma once

#include <QMenu>

#include "document/document.h"

namespace regard {

/// The menu of the number of tokens in the sentence: how the text is split and, with a checkpoint's tokenizer, which
/// languages a translator's sentences are marked with, and how tokens are shown: pieces or words, with or without
/// special tokens and what these took, and of a pair of sentences which attention between the two.
class SentenceMenu : public QMenu {
    Q_OBJECT
public:
    SentenceMenu(Document *document, QWidget *parent);

private:
    void addTokenizers();
    void addLanguages();
    void chooseLanguage(Side side);
    void addTokenView();
    void addPairs();
    QAction *addSwitch(const char *name, const QString &text, const QString &toolTip);
    QString byValueTip() const;
    void change(void (*set)(TokenView &view, bool on), bool on);
    void readDocument();

    Document *m_document;
    QActionGroup *m_tokenizers;
    QAction *m_beforeLanguages;
    QAction *m_sourceLanguage;
    QAction *m_targetLanguage;
    QAction *m_afterTokenizers;
    QAction *m_words;
    QAction *m_special;
    QAction *m_renormalise;
    QAction *m_byValue;
    QAction *m_withoutSink;
    QAction *m_beforePairs;
    QActionGroup *m_pairs;
    QAction *m_beforeShare;
    QAction *m_share;
};

} // namespace regard
