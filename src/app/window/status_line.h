#pragma once

#include <QObject>

#include "document/document.h"
#include "views/data/kept_scores.h"

class QLabel;
class QStatusBar;

namespace regard {

/// The status bar: left the pair in focus with its numbers, and what changed since the pinned state; right the number
/// of weights and whether they are saved.
class StatusLine : public QObject {
    Q_OBJECT
public:
    StatusLine(Document *document, QStatusBar *bar);

private:
    void showPair();
    void showState();
    QString pairText();
    QString focusText(const ShownState &state, const Selection &within) const;
    QString numbersText(const ShownState &state, const Selection &within);

    Document *m_document;
    QLabel *m_pair;
    QLabel *m_state;
    KeptScores m_scores;
};

} // namespace regard
