#pragma once

#include <QPixmap>
#include <QWidget>

#include "controls/glide.h"

namespace regard {

/// What a widget looked like, which fades over what it has become. Mouse and keys are the widget's.
class FadingLook : public QWidget {
    Q_OBJECT
public:
    explicit FadingLook(QWidget *of);

    /// `place`: of the look within the widget.
    void begin(const QPixmap &look, const QRect &place);
    Glide &glide() { return m_glide; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QPixmap m_look;
    Glide m_glide;
};

} // namespace regard
