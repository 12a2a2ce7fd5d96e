#include "widgets/panels/color_scale_button.h"

#include <QActionGroup>
#include <QMenu>

#include "document/document.h"
#include "figures/base/color_range.h"
#include "widgets/parts/spoken_name.h"

namespace regard {

ColorScaleButton::ColorScaleButton(Document *document, QWidget *parent)
    : QToolButton(parent), m_document(document), m_choices(new QActionGroup(this)),
      m_meaning(tr("How weights become colours, in the heatmap and in the map of heads"))
{
    setObjectName(QStringLiteral("colorScale"));
    setProperty("chip", true);
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

QAction *ColorScaleButton::action(ColorScale scale) const
{
    return m_choices->actions().at(int(scale));
}

void ColorScaleButton::setReasonAgainst(const QString &reason)
{
    setEnabled(reason.isEmpty());
    setToolTip(reason.isEmpty() ? m_meaning : reason);
}

void ColorScaleButton::showScale()
{
    const ColorScale scale = m_document->look().colorScale();
    action(scale)->setChecked(true);
    setText(scaleName(scale));
    nameButton(this, m_meaning);
}

} // namespace regard
