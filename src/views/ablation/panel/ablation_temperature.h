#pragma once

#include <QWidget>

#include "document/document.h"

class QDoubleSpinBox;
class QLabel;
class QSlider;
class QToolButton;

namespace regard {

/// The temperature of the selected head's softmax: a logarithmic slider from 0.1 to 10, a field, and a button that
/// resets it to 1. A drag is one undo step.
class AblationTemperature : public QWidget {
    Q_OBJECT
public:
    AblationTemperature(Document *document, QWidget *parent);

    QSlider *slider() const { return m_slider; }
    QDoubleSpinBox *field() const { return m_field; }
    QLabel *note() const { return m_note; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildSlider();
    void refresh();
    void setTemperature(float temperature, int gesture);

    Document *m_document;
    QSlider *m_slider;
    QDoubleSpinBox *m_field;
    QToolButton *m_reset;
    QLabel *m_note;
    int m_gesture = -1; ///< of the drag, or of the keys being held
};

} // namespace regard
