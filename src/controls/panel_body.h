#pragma once

#include "controls/content_area.h"

class QLayout;

namespace regard {

/// Scrolls a panel's content where the panel is lower than its rows need, so that none lies over another.
class PanelBody : public ContentArea {
    Q_OBJECT
public:
    PanelBody(QLayout *content, QWidget *parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
};

} // namespace regard
