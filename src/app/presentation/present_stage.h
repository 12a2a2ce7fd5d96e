#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>
#include <QTimer>

#include "app/presentation/present_parts.h"
#include "figures/present/page_caption.h"
#include "figures/present/page_fit.h"
#include "figures/present/presented_figure.h"
#include "io/lesson/panel_word.h"

namespace regard {

/// What a presentation has on the screen: the pictures of the lesson's page, or of the mode, and a caption below them.
/// The window's regions keep their own arrangement meanwhile.
class PresentStage : public QObject {
    Q_OBJECT
public:
    PresentStage(const PresentParts &parts, QObject *parent);

    void enter();
    void leave();
    /// Lays everything out anew: another page, mode, type or size. False where the type has no room: the last size that
    /// had it stays.
    bool layOut();
    /// The screen of the page in view, from 0; a page whose pictures do not fit together has several.
    int screen() const { return m_screen; }
    int screens() const { return int(m_screens.size()); }
    void setScreen(int screen);
    void toFirstScreen() { m_screen = 0; }
    const std::vector<PresentedScreen> &arrangement() const { return m_screens; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    class Still;

    std::vector<PanelId> pictures() const;
    bool isLive(PanelId panel) const;
    std::vector<CaptionRun> captionRunsNow() const;
    void readPage();
    void follow();
    void show();
    void setBare(const std::vector<PanelId> &panels);

    PresentParts m_parts;
    Still *m_foot;                                             ///< the caption
    std::vector<PanelId> m_panels;                             ///< of the page
    std::vector<std::unique_ptr<PresentedPicture>> m_pictures; ///< of m_panels
    std::map<PanelId, Still *> m_stills;                       ///< pictures of panels that are not shown themselves
    std::unique_ptr<PageCaption> m_caption;
    std::vector<PresentedScreen> m_screens;
    std::vector<PanelId> m_bare;
    double m_factor = 1; ///< the last that had room
    QTimer m_rest;
    bool m_isIn = false;
    int m_screen = 0;
};

} // namespace regard
