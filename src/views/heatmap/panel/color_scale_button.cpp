#include "views/heatmap/panel/color_scale_button.h"

#include <cmath>

#include <QActionGroup>
#include <QMenu>
#include <QPainter>

#include "controls/spoken_name.h"
#include "document/document.h"
#include "draw/color_range.h"

namespace regard {

namespace {

constexpr int barLength = 5; // times the height of a line

}

ColorScaleButton::ColorScaleButton(Document *document, QWidget *parent)
    : QToolButton(parent), m_document(document), m_choices(new QActionGroup(this)),
      m_meaning(tr("How weights become colours, in the heatmap and in the map of heads"))
{
    setObjectName(QStringLiteral("colorScale"));
    setFocusPolicy(Qt::StrongFocus);
    setPopupMode(QToolButton::InstantPopup);
    setMenu(new QMenu(this));
    menu()->setToolTipsVisible(true);
    addChoice(ColorScale::ZeroToOne, tr("&0 to 1"), tr("The same colour is the same weight in every picture"));
    addChoice(ColorScale::Stretched, tr("&Stretched"), tr("The strongest colour is the picture's largest weight"));
    addChoice(ColorScale::Logarithmic, tr("&Logarithmic"),
              tr("By powers of ten, from 0.0001 to 1: small weights of long texts are told apart"));
    addChoice(ColorScale::Percentile, tr("&Percentile"),
              tr("By rank: at 75 % stands the weight that three quarters of the picture's weights do not exceed"));
    connect(m_choices, &QActionGroup::triggered, this, [this](const QAction *action) {
        m_document->look().setColorScale(static_cast<ColorScale>(action->data().toInt()));
    });
    connect(&document->look(), &Look::colorScaleChanged, this, &ColorScaleButton::showScale);
    connect(document, &Document::loaded, this, &ColorScaleButton::showScale);
    setReasonAgainst({});
    showScale();
}

void ColorScaleButton::addChoice(ColorScale scale, const QString &text, const QString &meaning)
{
    QAction *action = menu()->addAction(text);
    action->setCheckable(true);
    action->setData(int(scale));
    action->setToolTip(meaning);
    m_choices->addAction(action);
}

void ColorScaleButton::setBar(const ColorBar &bar, const Theme &theme)
{
    const QSize before = sizeHint();
    m_bar = bar;
    m_theme = theme;
    if (sizeHint() != before)
        updateGeometry();
    update();
}

QSize ColorScaleButton::sizeHint() const
{
    const QFontMetrics metrics(font());
    const int ends = metrics.horizontalAdvance(m_bar.tickText(0, 1)) + metrics.horizontalAdvance(m_bar.tickText(1, 1));
    return {ends + metrics.height() * (barLength + 2), metrics.height() + 8};
}

void ColorScaleButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QFontMetricsF metrics(font());
    const double gap = metrics.height() / 2;
    const QRectF inner = QRectF(rect()).adjusted(gap / 2, 0, -gap / 2, 0);
    painter.setPen(m_theme.muted);
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, m_bar.tickText(0, 1));
    painter.drawText(inner, Qt::AlignRight | Qt::AlignVCenter, m_bar.tickText(1, 1));
    const double left = inner.left() + metrics.horizontalAdvance(m_bar.tickText(0, 1)) + gap / 2;
    const double right = inner.right() - metrics.horizontalAdvance(m_bar.tickText(1, 1)) - gap / 2;
    const double high = std::round(metrics.height() * 0.6);
    m_bar.paintColors(painter, QRectF(left, std::round((height() - high) / 2), right - left, high), m_theme);
    if (!hasFocus() && !underMouse())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.accent, hasFocus() ? 2 : 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 5, 5);
}

QAction *ColorScaleButton::action(ColorScale scale) const
{
    return m_choices->actions().at(int(scale));
}

void ColorScaleButton::setReasonAgainst(const QString &reason)
{
    setEnabled(reason.isEmpty());
    setToolTip(!reason.isEmpty() ? reason : m_meaning + QLatin1Char('\n') + text());
}

void ColorScaleButton::showScale()
{
    const ColorScale scale = m_document->look().colorScale();
    action(scale)->setChecked(true);
    setText(scaleName(scale));
    nameButton(this, m_meaning);
    if (isEnabled())
        setReasonAgainst({});
}

} // namespace regard
