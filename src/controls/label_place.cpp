#include "controls/label_place.h"

#include <QEvent>
#include <QLabel>

namespace regard {

LabelPlace::LabelPlace(QLabel *label, QWidget *parent) : QWidget(parent), m_label(label)
{
    const bool isHidden = label->isHidden();
    label->setParent(this);
    label->installEventFilter(this);
    label->setHidden(isHidden);
    setHidden(isHidden);
    setSizePolicy(label->sizePolicy());
    m_room = room();
}

QSize LabelPlace::sizeHint() const
{
    return m_label->sizeHint();
}

QSize LabelPlace::minimumSizeHint() const
{
    return m_label->minimumSizeHint();
}

bool LabelPlace::hasHeightForWidth() const
{
    return m_label->hasHeightForWidth();
}

int LabelPlace::heightForWidth(int width) const
{
    return m_label->heightForWidth(width);
}

/// The height at the present width, and the width where it counts.
QSize LabelPlace::room() const
{
    if (m_label->hasHeightForWidth())
        return {0, m_label->heightForWidth(width())};
    const QSize wanted = m_label->sizeHint();
    return {sizePolicy().horizontalPolicy() == QSizePolicy::Ignored ? 0 : wanted.width(), wanted.height()};
}

bool LabelPlace::event(QEvent *event)
{
    // The place has no layout, so the request goes no further by itself.
    if (event->type() == QEvent::LayoutRequest) {
        if (const QSize wanted = room(); wanted != m_room) {
            m_room = wanted;
            updateGeometry();
        }
    }
    return QWidget::event(event);
}

bool LabelPlace::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::HideToParent || event->type() == QEvent::ShowToParent)
        setHidden(m_label->isHidden());
    return QWidget::eventFilter(watched, event);
}

void LabelPlace::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_label->setGeometry(rect());
    m_room = room();
}

} // namespace regard
