#pragma once

#include <QScrollArea>

class QLayout;

namespace regard {

/// Scrolls a panel's content where the panel is lower than its rows need, so that none lies over another.
class PanelBody : public QScrollArea {
    Q_OBJECT
public:
    PanelBody(QLayout *content, QWidget *parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
};

} // namespace regard
