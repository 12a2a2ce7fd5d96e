#include "controls/panel_body.h"

#include <algorithm>

#include <QLayout>

namespace regard {

namespace {

constexpr int lowest = 60; // a few rows, to scroll in

/// Reports the height that its rows need at least: with rows that wrap, the height for a width would else be the one
/// that they would like.
class Content : public QWidget {
public:
    explicit Content(QLayout *layout) { setLayout(layout); }
    int heightForWidth(int width) const override { return layout()->totalMinimumHeightForWidth(width); }
};

} // namespace

PanelBody::PanelBody(QLayout *content, QWidget *parent) : ContentArea(parent)
{
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidgetResizable(true);
    content->setContentsMargins(0, 0, 0, 0);
    setWidget(new Content(content));
    widget()->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
}

QSize PanelBody::sizeHint() const
{
    return widget()->sizeHint();
}

QSize PanelBody::minimumSizeHint() const
{
    const QSize least = widget()->minimumSizeHint();
    return {least.width(), std::min(least.height(), lowest)};
}

} // namespace regard
