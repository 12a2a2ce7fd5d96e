#include "views/base/head_switch.h"

#include <algorithm>

#include <QCoreApplication>
#include <QStringList>

#include "document/document.h"
#include "document/means/mean_over.h"
#include "engine/model/attention_place.h"
#include "engine/model/sublayer.h"
#include "views/base/view_title.h"

namespace regard {

namespace {

struct HeadSwitchText {
    Q_DECLARE_TR_FUNCTIONS(HeadSwitch)
};

QString replacedByText(const Interventions &interventions, Replacement replacement)
{
    switch (replacement) {
    case Replacement::Zero:
        return HeadSwitchText::tr("switched off: zeros in place of its output");
    case Replacement::Mean:
        return HeadSwitchText::tr("switched off: the mean over the sentence in place of its output");
    case Replacement::MeanOver:
        return HeadSwitchText::tr("switched off: the mean over %1 in place of its output")
            .arg(meansName(interventions));
    case Replacement::Uniform:
        break;
    }
    return HeadSwitchText::tr("attends alike to every word that it may attend to");
}

} // namespace

bool isReplaced(const Interventions &interventions, const HeadRef &head)
{
    return replacementOf(interventions, head) || replacementOf(interventions, sublayerOf({head.attention, head.layer}));
}

bool isSwitchedOff(const Interventions &interventions, const HeadRef &head)
{
    const auto isOff = [](const Replacement *replacement) {
        return replacement && *replacement != Replacement::Uniform;
    };
    return isOff(replacementOf(interventions, head)) ||
           isOff(replacementOf(interventions, sublayerOf({head.attention, head.layer})));
}

bool isByHand(const Interventions &interventions, const HeadRef &head)
{
    return !setWeightsOf(interventions, head).empty() ||
           std::any_of(interventions.cuts.begin(), interventions.cuts.end(),
                       [&](const Cut &cut) { return reaches(cut, head); }) ||
           hasPatch(interventions, head);
}

QString interventionText(const Interventions &interventions, const HeadRef &head)
{
    QStringList what;
    if (const Replacement *replacement = replacementOf(interventions, head))
        what.append(replacedByText(interventions, *replacement));
    else if (replacementOf(interventions, sublayerOf({head.attention, head.layer})))
        what.append(HeadSwitchText::tr("its whole sublayer is switched off"));
    if (const float temperature = temperatureOf(interventions, head); temperature != 1.0F)
        what.append(HeadSwitchText::tr("temperature %1").arg(QString::number(double(temperature), 'g', 3)));
    if (const auto set = setWeightsOf(interventions, head).size(); set > 0)
        what.append(HeadSwitchText::tr("%n weight(s) set by hand", nullptr, int(set)));
    if (const auto cut = cutLinksOf(interventions, head).size(); cut > 0)
        what.append(HeadSwitchText::tr("%n link(s) cut", nullptr, int(cut)));
    if (hasPatch(interventions, head))
        what.append(HeadSwitchText::tr("patched from another pass"));
    return what.join(QStringLiteral(", "));
}

void replaceHead(Document *document, const HeadRef &head, std::optional<Replacement> replacement)
{
    const auto model = document->matrices().model();
    if (!model || head.layer < 0 || head.layer >= layersOf(model->config, head.attention) || head.head < 0 ||
        head.head >= headsOf(model->config, head.attention))
        return;
    Interventions interventions = model->interventions;
    if (replacement)
        interventions.heads[head] = *replacement;
    else
        interventions.heads.erase(head);
    if (interventions == model->interventions)
        return;
    const QString layer = layerTitle(model->config, head.attention, head.layer);
    const QString number = QString::number(head.head + 1);
    document->matrices().setInterventions(interventions,
                                          replacement ? HeadSwitchText::tr("switch off %1 head %2").arg(layer, number)
                                                      : HeadSwitchText::tr("switch on %1 head %2").arg(layer, number));
}

void switchHead(Document *document, const HeadRef &head)
{
    const auto model = document->matrices().model();
    const bool isOff = model && model->interventions.heads.contains(head);
    replaceHead(document, head, isOff ? std::nullopt : std::optional(Replacement::Zero));
}

} // namespace regard
