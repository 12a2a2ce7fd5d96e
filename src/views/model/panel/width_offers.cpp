#include "views/model/panel/width_offers.h"

#include <optional>

#include <QPushButton>

#include "controls/flow_layout.h"
#include "document/sentence/input_check.h"
#include "engine/base/errors.h"
#include "engine/model/stack.h"

namespace regard {

namespace {

constexpr int widthOffersGap = 6;

/// Returns the configuration with a d_v that makes the heads of every stack d_model wide together, or no value if no
/// d_v does that.
std::optional<ModelConfig> withFittingValues(ModelConfig config)
{
    int width = 0;
    for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
        if (!hasStack(config, stack) || layersOf(config, stack) == 0)
            continue;
        const int heads = headsOf(config, stack);
        if (config.dModel % heads != 0 || (width != 0 && width != config.dModel / heads))
            return std::nullopt;
        width = config.dModel / heads;
    }
    config.dValue = width;
    return width > 0 ? std::optional(config) : std::nullopt;
}

bool isValid(const ModelConfig &config, bool isTrained)
{
    try {
        checkModelSize(config, isTrained);
        return true;
    } catch (const Error &) {
        return false;
    }
}

} // namespace

WidthOffers::WidthOffers(QWidget *parent)
    : QWidget(parent), m_projection{new QPushButton(this)}, m_width{new QPushButton(this)}
{
    m_projection.button->setObjectName(QStringLiteral("withProjection"));
    m_width.button->setObjectName(QStringLiteral("withValueWidth"));
    m_projection.button->setToolTip(tr(
        "Makes the refused change, with a matrix that turns the heads' outputs into d_model numbers; one undo step"));
    m_width.button->setToolTip(
        tr("Makes the refused change, with heads that together give d_model numbers; one undo step"));
    setLayout(new FlowLayout(this, widthOffersGap));
    for (Offer *each : {&m_projection, &m_width}) {
        layout()->addWidget(each->button);
        each->button->setAccessibleName(tr("Match the widths")); // until there is something to offer
        connect(each->button, &QPushButton::clicked, this, [this, each] { emit taken(each->config, each->text); });
    }
    hide();
}

void WidthOffers::offer(const ModelConfig &refused, const QString &text, bool isTrained, const QString &projection,
                        const QString &valueWidth)
{
    ModelConfig projected = refused;
    projected.outputProjection = true;
    show(m_projection, projected, isTrained, tr("Tick “%1” too").arg(projection),
         tr("%1, with the output projection").arg(text));
    const std::optional<ModelConfig> fitting = withFittingValues(refused);
    m_width.button->hide();
    if (fitting)
        show(m_width, *fitting, isTrained, tr("Set “%1” to %2 too").arg(valueWidth).arg(fitting->dValue),
             tr("%1, with d_v %2").arg(text).arg(fitting->dValue));
    setVisible(!m_projection.button->isHidden() || !m_width.button->isHidden());
}

void WidthOffers::show(Offer &offer, const ModelConfig &config, bool isTrained, const QString &name,
                       const QString &text)
{
    offer.config = config;
    offer.text = text;
    offer.button->setText(name);
    offer.button->setAccessibleName(name);
    offer.button->setVisible(isValid(config, isTrained));
}

} // namespace regard
