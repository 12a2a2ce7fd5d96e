#pragma once

#include <QString>
#include <QWidget>

#include "document/document.h"
#include "widgets/parts/app_theme.h"

class QButtonGroup;
class QToolButton;

namespace regard {

class ElidedLabel;

/// With a checkpoint's tokenizer, one slim line: whether pieces or words are shown, with or without special tokens, how
/// much attention these took in the heads in view, and for a pair of sentences which attention between the two. Hidden
/// where there is nothing to choose. Where it is too narrow for one line it takes more.
class TokenStrip : public QWidget {
    Q_OBJECT
public:
    TokenStrip(Document *document, AppTheme *theme, QWidget *parent);

    QToolButton *piecesChip() const;
    QToolButton *wordsChip() const;
    QToolButton *pairChip(PairFilter filter) const;
    /// "special tokens took 63 % of head 12"; empty where there are none.
    QString noteText() const;

private:
    QWidget *newUnits();
    QWidget *newFilter();
    void change(void (*set)(TokenView &view, bool on), bool on);
    void readDocument();
    void readNote();

    Document *m_document;
    QButtonGroup *m_units;
    QToolButton *m_special;
    QToolButton *m_renormalise;
    QButtonGroup *m_filters;
    QWidget *m_filter;
    ElidedLabel *m_note;
};

} // namespace regard
