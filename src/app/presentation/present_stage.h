#pragma once

#include <vector>

#include <QObject>
#include <QRect>
#include <QString>

#include "app/presentation/present_parts.h"
#include "io/lesson/panel_word.h"

class QLabel;

namespace regard {

/// What a presentation has on the screen: the pictures of the lesson's page, or of the mode, and a caption below them.
/// The window's regions keep their own arrangement meanwhile.
class PresentStage : public QObject {
    Q_OBJECT
public:
    PresentStage(const PresentParts &parts, QObject *parent);

    void enter();
    void leave();
    /// Lays everything out anew: another page, mode, type or size.
    void layOut();
    /// The screen of the page in view, from 0; a page whose pictures do not fit together has several.
    int screen() const { return m_screen; }
    int screens() const { return m_screens; }
    void setScreen(int screen);
    QString captionText() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    std::vector<PanelId> pictures() const;
    void setBare(const std::vector<PanelId> &panels);

    PresentParts m_parts;
    QLabel *m_caption;
    QLabel *m_number;
    std::vector<PanelId> m_bare;
    bool m_isIn = false;
    int m_screen = 0;
    int m_screens = 1;
};

} // namespace regard
