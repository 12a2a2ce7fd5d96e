#include "window/field_rules.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QSlider>

namespace regard {

namespace {

constexpr int mostEntries = 24; ///< of a drop-down list before it scrolls; they fit a screen 720 pixels high

/// Null if the object is none of the fields that the wheel turns.
QWidget *turnedField(QObject *object)
{
    if (qobject_cast<QComboBox *>(object) || qobject_cast<QAbstractSpinBox *>(object) ||
        qobject_cast<QSlider *>(object))
        return static_cast<QWidget *>(object);
    return nullptr;
}

/// The field that the widget is or is part of, such as its line of text or its open list.
QWidget *fieldAround(QObject *widget)
{
    while (widget && !turnedField(widget))
        widget = widget->parent();
    return turnedField(widget);
}

} // namespace

bool FieldRules::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Polish:
        // Qt's own policy gives a field the focus before the wheel.
        if (QWidget *field = turnedField(watched); field && field->focusPolicy() == Qt::WheelFocus)
            field->setFocusPolicy(Qt::StrongFocus);
        if (auto *list = qobject_cast<QComboBox *>(watched))
            list->setMaxVisibleItems(mostEntries);
        return false;
    case QEvent::MouseButtonPress:
        if (watched->isWidgetType())
            m_clicked = fieldAround(watched);
        return false;
    case QEvent::Wheel:
        if (const QWidget *field = turnedField(watched); field && (field != m_clicked || !field->hasFocus())) {
            event->ignore();
            return true;
        }
        return false;
    default:
        return false;
    }
}

} // namespace regard
