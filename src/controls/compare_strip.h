#pragma once

#include <QFrame>
#include <QStringList>

#include "controls/app_theme.h"
#include "document/document.h"

class QButtonGroup;
class QLabel;
class QMenu;
class QToolButton;

namespace regard {

/// While something is pinned, one slim row: which of the two states the views show or that they show the difference,
/// what the two are, and the actions on the pin. Where it is too narrow for one line it takes two.
class CompareStrip : public QFrame {
    Q_OBJECT
public:
    CompareStrip(Document *document, AppTheme *theme, QWidget *parent);

    QToolButton *chip(Compared compared) const;
    /// "Now: W_Q [pronoun, 0] = −4 (was 4)" where one cell alone changed, "Largest change: it → cat 0.72 to 0.31 in
    /// layer 6, head 12", or why there is none; in full, wherever the line shows less.
    QString changeText() const;
    /// The wording that the line shows in its present width, before it is cut.
    QString shownChangeText() const;
    QMenu *menu() const; ///< of what can be compared with

private:
    class ChangeLabel;
    QWidget *newChips();
    QWidget *newChange();
    void follow();
    void readDocument();
    /// The wordings for the line, from the longest to the shortest.
    QStringList changeTexts(const TraceComparison &comparison) const;
    QString changedCell(const TraceComparison &comparison) const;

    Document *m_document;
    QButtonGroup *m_chips;
    QLabel *m_before;
    ChangeLabel *m_change;
    QToolButton *m_more;
    ShownInput m_seen;
};

} // namespace regard
