#pragma once

#include <memory>

#include <QWidget>

#include "document/sentence/side.h"
#include "text/tokenizer.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace Ui {
class SentenceBar;
}

namespace regard {

class AppTheme;
class Document;
class SentenceField;

/// The sentence to look at: a field that the document follows with every keystroke, in it the number of tokens with the
/// menu of how they are made and shown, and below it why the text cannot be read. A second field is for the target
/// where the model has a decoder beside an encoder, and for the second sentence where it reads pairs.
class SentenceBar : public QWidget {
    Q_OBJECT
public:
    SentenceBar(Document *document, AppTheme *theme, QWidget *parent);
    ~SentenceBar() override;

    QLineEdit *field() const;
    /// Says what is wrong with the sentence, in one line below it; whoever lays out the bar may give it a wider place.
    QWidget *errorLine() const;
    QLineEdit *targetField() const; ///< hidden where the model reads neither a target nor pairs
    /// Puts the cursor into the source, its text selected.
    void focusSource();
    /// Puts the cursor into the target, its text selected; into the source where that field is hidden.
    void focusTarget();
    /// The names of the folders that hold the open model at several steps of its training, and which is open; none:
    /// there is no such list.
    void setSteps(const QStringList &names, int current);
    /// What is to be known about the sentence, behind “ⓘ” in the field; empty: nothing.
    void setNote(const QString &note);

    /// Does not count the words in front of two fields, which go where there is too little room.
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

signals:
    void stepAsked(int step); ///< of setSteps(), from 0; it may be none of them

private:
    void buildEnds();
    void buildSentenceList();
    void buildStepList();
    QComboBox *newList(const QString &name);
    void stepBy(int step);
    void followModel();
    void followKind();
    void nameTarget(bool isPair);
    void showMaskHint();
    void showLabels();
    QString countText(int tokens) const;
    void showCounts();
    void readSentence(Side side);
    void takeText(Side side);
    void showError(const QString &error);
    SentenceField *fieldOf(Side side) const;
    /// The sentence that an error is about.
    Side faultySide() const;

    Document *m_document;
    std::unique_ptr<Ui::SentenceBar> m_ui;
    QToolButton *m_note;
    QToolButton *m_count; ///< of the source; its menu is the sentence's
    QLabel *m_targetCount;
    QHBoxLayout *m_lists;             ///< below the fields
    Tokenizer m_tokenizer = {};       ///< as shown
    QComboBox *m_sentences = nullptr; ///< of a file of attention
    QComboBox *m_steps = nullptr;     ///< of a model whose training left several folders
    QString m_lost;                   ///< what the last edit of the text took with it; empty: nothing
    bool m_typing = false;
};

} // namespace regard
