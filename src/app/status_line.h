#pragma once

#include <QObject>

#include "document/document.h"

class QLabel;
class QStatusBar;

namespace regard {

/// The status bar: left the pair in focus with its numbers, right the number of weights and whether they are saved.
class StatusLine : public QObject {
    Q_OBJECT
public:
    StatusLine(Document *document, QStatusBar *bar);

private:
    void showPair();
    void showState();
    QString pairText();

    Document *m_document;
    QLabel *m_pair;
    QLabel *m_state;
    // The scores of the head in view: computed when a pair of it is first pointed at.
    SharedTrace m_scoredTrace;
    int m_scoredBlock = -1;
    int m_scoredHead = -1;
    HeadScores m_scores;
};

} // namespace regard
