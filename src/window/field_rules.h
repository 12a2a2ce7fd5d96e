#pragma once

#include <QObject>
#include <QPointer>

class QWidget;

namespace regard {

/// What holds for every combo box, spin box and slider, once installed on the application. The wheel scrolls what lies
/// beneath a field; it turns the field itself only where that was clicked and still has the focus. A drop-down list
/// shows all its entries where a screen has room for them.
class FieldRules : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QPointer<const QWidget> m_clicked; ///< the field that was clicked last; null after a click anywhere else
};

} // namespace regard
