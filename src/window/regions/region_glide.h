#pragma once

#include <map>
#include <vector>

#include <QPixmap>
#include <QPointer>
#include <QWidget>

#include "controls/glide.h"

namespace regard {

/// Lets the regions of a mode move to those of the next one: for 120 ms pictures of both lie over the window. What is
/// below is at its new place at once and takes the mouse; a key, a click or a turn of the wheel ends the pictures.
class RegionGlide : public QWidget {
    Q_OBJECT
public:
    explicit RegionGlide(QWidget *regions);

    /// Before the arrangement changes: keeps what these widgets look like, where pictures glide.
    void keep(const std::vector<QWidget *> &before);
    /// After it: these are there now.
    void run(const std::vector<QWidget *> &after);
    Glide &glide() { return m_glide; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Look {
        QPixmap picture;
        QRect place;
    };

    void takeAfter();

    Glide m_glide;
    std::map<QWidget *, Look> m_before;
    std::map<QWidget *, Look> m_after;
    std::vector<QPointer<QWidget>> m_coming; ///< whose looks are taken with the first frame: until then it is laid out
};

} // namespace regard
