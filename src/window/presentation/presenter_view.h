#pragma once

#include <memory>
#include <tuple>

#include <QElapsedTimer>
#include <QList>
#include <QTimer>
#include <QWidget>

#include "document/document.h"
#include "views/present/presented_page.h"
#include "window/presentation/present_parts.h"

class QComboBox;
class QLabel;
class QScreen;

namespace regard {

class PresentControls;
class PresentStage;

/// What the speaker sees while the stage fills another screen: the page's text, a small picture of
/// what comes next, the time since the beginning, and the controls.
class PresenterView : public QWidget {
    Q_OBJECT
public:
    /// `since`: started with the presentation.
    PresenterView(const PresentParts &parts, const PresentStage *stage, const QElapsedTimer *since);
    ~PresenterView() override;

    PresentControls *controls() const { return m_controls; }
    /// Those that the stage can fill, and the one that it does.
    void offer(const QList<QScreen *> &screens, const QScreen *filled);
    /// `snapshot`: the name of the one that comes next, where no lesson is shown; empty: none.
    void follow(const QString &snapshot);

signals:
    void screenAsked(QScreen *screen);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    class Next;

    void showClock();
    void showText();
    void showNext(const QString &snapshot);
    void readNextPage();
    void takeNextPage();

    PresentParts m_parts;
    const PresentStage *m_stage;
    PresentControls *m_controls;
    QLabel *m_clock;
    QComboBox *m_screens;
    QLabel *m_text;
    QLabel *m_nextTitle;
    Next *m_next;
    std::unique_ptr<Document> m_nextState;       ///< that the next page shows
    int m_nextPage = -1;                         ///< of the lesson, in m_nextState
    Result m_nextFrom;                           ///< what a page that keeps continues
    std::tuple<double, QSize, bool> m_nextShown; ///< the type, the stage's size, and whether it is dark
    const QElapsedTimer *m_since;
    QTimer m_seconds;
};

} // namespace regard
