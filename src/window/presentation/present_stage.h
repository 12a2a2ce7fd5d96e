#pragma once

#include <map>
#include <memory>
#include <vector>

#include <QObject>
#include <QTimer>
#include <QtMath>

#include "views/present/presented_page.h"
#include "window/presentation/present_parts.h"
#include "words/panel_word.h"

namespace regard {

class FigureView;
class PresentMatrix;
struct LessonPage;

/// What a presentation has on the screen: the pictures of the lesson's page, or of the mode, and a caption below them.
/// The window's regions keep their own arrangement meanwhile.
class PresentStage : public QObject {
    Q_OBJECT
public:
    PresentStage(const PresentParts &parts, QObject *parent);

    void enter();
    void leave();
    /// Lays everything out anew: another page, mode, type or size. False where the type has no room; it is then the
    /// largest that has it.
    bool layOut();
    double factor() const { return m_factor; } ///< of the type
    /// The screen of the page in view, from 0; a page whose pictures do not fit together has several.
    int screen() const { return m_screen; }
    int screens() const { return int(m_screens.size()); }
    void setScreen(int screen);
    void toFirstScreen() { m_screen = 0; }
    const std::vector<PresentedScreen> &arrangement() const { return m_screens; }
    int captionHeight() const
    {
        return m_screens.empty() ? 0 : qCeil(m_screens[std::size_t(m_screen)].caption.height());
    }
    const PresentedPage &page() const { return m_page; }
    /// The panels of a lesson's page that are presented.
    static std::vector<PanelId> picturesOf(const LessonPage &page);
    /// The one that gets the keyboard; null: none.
    QWidget *focus() const;

signals:
    void changed(); ///< what is on the screen, or what comes next

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    class Still;

    std::vector<PanelId> pictures() const;
    FigureView *liveView(PanelId panel) const;
    QWidget *alone(PanelId panel) const;
    bool isLive(PanelId panel) const;
    std::vector<CaptionRun> captionNow() const;
    bool hasRun() const;
    std::vector<CaptionRun> runNow() const;
    void readPage();
    void chooseCell();
    std::unique_ptr<PresentedFigure> figureOf(PanelId panel) const;
    std::shared_ptr<PresentedPicture> pictureOf(PanelId panel) const;
    void follow();
    void show();
    void showStill(const PresentedScreen::Picture &picture, double type);
    void setBare(std::map<PanelId, QWidget *> bare);

    PresentParts m_parts;
    Still *m_foot; ///< the caption
    PresentMatrix *m_matrix;
    PresentedPage m_page;
    std::map<PanelId, Still *> m_stills; ///< pictures of panels that are not shown themselves
    std::vector<PresentedScreen> m_screens;
    std::map<PanelId, QWidget *> m_bare; ///< with what is presented of the panel, null for all
    double m_factor = 1;
    QTimer m_rest;
    bool m_isIn = false;
    int m_screen = 0;
};

} // namespace regard
