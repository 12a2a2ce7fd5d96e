#pragma once

#include <QStringList>
#include <QWidget>

#include "document/document.h"
#include "widgets/parts/app_theme.h"

class QButtonGroup;
class QToolButton;

namespace regard {

/// While something is pinned, one slim line: which of the two states the views show or that they show the difference,
/// the largest change in words (or what else differs), and the actions on the pin. Where it is too narrow for one line
/// it takes two.
class CompareStrip : public QWidget {
    Q_OBJECT
public:
    CompareStrip(Document *document, AppTheme *theme, QWidget *parent);

    QToolButton *chip(Compared compared) const;
    /// "Largest change: it → cat 0.72 to 0.31 in layer 6, head 12", or why there is none; in full, wherever the line
    /// shows less.
    QString changeText() const;
    /// The wording that the line shows in its present width, before it is cut.
    QString shownChangeText() const;

private:
    class ChangeLabel;
    QWidget *newChips();
    QWidget *newChange();
    void follow();
    void readDocument();
    /// The wordings for the line, from the longest to the shortest.
    QStringList changeTexts(const TraceComparison &comparison) const;

    Document *m_document;
    QButtonGroup *m_chips;
    ChangeLabel *m_change;
    QToolButton *m_pin;
    QToolButton *m_unpin;
    ShownInput m_seen;
};

} // namespace regard
