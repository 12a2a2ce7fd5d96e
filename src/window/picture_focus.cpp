#include "window/picture_focus.h"

#include <QAbstractButton>
#include <QApplication>

namespace regard {

PictureFocus::PictureFocus(QWidget *window, const std::vector<QWidget *> &pictures)
    : QObject(window), m_window(window), m_pictures(pictures.begin(), pictures.end())
{
    take();
    connect(qApp, &QApplication::focusChanged, this, &PictureFocus::follow);
}

void PictureFocus::follow(const QWidget *before, QWidget *now) const
{
    const bool isPassedOn = before && before->window() == m_window && !(before->isVisible() && before->isEnabled());
    if (isPassedOn && qobject_cast<QAbstractButton *>(now) && now->window() == m_window)
        take();
}

void PictureFocus::take() const
{
    for (QWidget *picture : m_pictures) // none is left while the window goes
        if (picture && picture->isVisibleTo(m_window))
            return picture->setFocus(Qt::OtherFocusReason);
    if (QWidget *focus = m_window->focusWidget())
        focus->clearFocus();
}

} // namespace regard
