#include "views/base/view_title.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QStringList>

#include "document/means/mean_over.h"
#include "engine/model/attention_place.h"
#include "engine/model/interventions.h"
#include "engine/model/sentence_means.h"
#include "engine/model/sublayer.h"

namespace regard {

namespace {

struct ViewTitleText {
    Q_DECLARE_TR_FUNCTIONS(FigureData)
};

QString summaryTitle(const Model &model, const Selection &within, bool isMoved)
{
    const int heads = headsOf(model.config, within.attention);
    switch (within.summary) {
    case Summary::Mean:
        if (isMoved)
            return ViewTitleText::tr("%1 heads together").arg(heads);
        return heads == 1 ? ViewTitleText::tr("mean of 1 head") : ViewTitleText::tr("mean of %1 heads").arg(heads);
    case Summary::Maximum:
        return heads == 1 ? ViewTitleText::tr("maximum of 1 head")
                          : ViewTitleText::tr("maximum of %1 heads").arg(heads);
    case Summary::Rollout:
        return within.layer == 0 ? ViewTitleText::tr("rollout, layer 1")
                                 : ViewTitleText::tr("rollout, layers 1–%1").arg(within.layer + 1);
    case Summary::None:
        break;
    }
    return {};
}

/// ", mean over five.txt" where that stands in its place; and whether it is old.
QString overText(const Model &model, const Replacement &replacement)
{
    if (replacement != Replacement::MeanOver)
        return {};
    const QString name = meansName(model.interventions);
    return (hasStaleMeans(model) ? ViewTitleText::tr(", old mean over %1") : ViewTitleText::tr(", mean over %1"))
        .arg(name);
}

QStringList doneTo(const Model &model, const HeadRef &head)
{
    const Interventions &interventions = model.interventions;
    QStringList done;
    const Replacement *replacement = replacementOf(interventions, head);
    if (replacement && *replacement == Replacement::Uniform)
        done.append(ViewTitleText::tr("uniform"));
    else if (replacement)
        done.append(ViewTitleText::tr("switched off") + overText(model, *replacement));
    else if (const Replacement *whole = replacementOf(interventions, sublayerOf({head.attention, head.layer})))
        done.append(ViewTitleText::tr("sublayer switched off") + overText(model, *whole));
    // A temperature has no effect on uniform attention.
    const float temperature = temperatureOf(interventions, head);
    if (temperature != 1.0F && !(replacement && *replacement == Replacement::Uniform))
        done.append(QStringLiteral("T = %1").arg(double(temperature), 0, 'g', 3));
    if (!setWeightsOf(interventions, head).empty())
        done.append(ViewTitleText::tr("weights set by hand"));
    if (!cutLinksOf(interventions, head).empty())
        done.append(ViewTitleText::tr("links cut"));
    const auto isPatched = [&](PatchKind kind, int its) {
        return interventions.patches.contains({kind, head.attention, head.layer, its});
    };
    // Weights, and by value weights × values, are as computed where the output alone comes from another pass.
    if (isPatched(PatchKind::HeadOutput, head.head) || isPatched(PatchKind::AttentionOutput, -1))
        done.append(ViewTitleText::tr("output patched"));
    else if (hasPatch(interventions, head))
        done.append(ViewTitleText::tr("patched"));
    return done;
}

} // namespace

QString viewTitle(const Model &model, const Selection &within, bool isMoved)
{
    QString which;
    const std::vector<int> &heads = within.heads;
    if (within.summary != Summary::None) {
        which = summaryTitle(model, within, isMoved);
    } else if (heads.empty()) {
        which = ViewTitleText::tr("no head");
    } else if (heads.size() == 1) {
        which = ViewTitleText::tr("head %1").arg(heads.front() + 1);
    } else if (int(heads.size()) == headsOf(model.config, within.attention)) {
        which = ViewTitleText::tr("all %1 heads").arg(heads.size());
    } else if (heads.size() > 6) {
        which = ViewTitleText::tr("%1 heads").arg(heads.size());
    } else {
        QStringList numbers;
        for (const int head : heads)
            numbers.append(QString::number(head + 1));
        which = ViewTitleText::tr("heads %1").arg(numbers.join(QStringLiteral(", ")));
    }
    return layerTitle(model.config, within.attention, within.layer) + QStringLiteral(" · ") + which;
}

QString headTitle(const Model &model, const Selection &within, bool isMoved)
{
    Selection one = within;
    one.heads = {within.head};
    return viewTitle(model, one, isMoved);
}

QString doneText(const Model &model, const Selection &within)
{
    if (within.summary == Summary::Rollout || model.interventions.isEmpty())
        return {};
    std::vector<int> heads = within.heads;
    if (within.summary != Summary::None) {
        heads.resize(std::size_t(headsOf(model.config, within.attention)));
        std::iota(heads.begin(), heads.end(), 0);
    }
    std::vector<std::pair<QString, QStringList>> done; // what, and the numbers of the heads
    for (const int head : heads) {
        for (const QString &what : doneTo(model, {within.attention, within.layer, head})) {
            auto found = std::find_if(done.begin(), done.end(), [&](const auto &each) { return each.first == what; });
            if (found == done.end())
                found = done.insert(found, {what, {}});
            found->second.append(QString::number(head + 1));
        }
    }
    QStringList parts;
    for (const auto &[what, numbers] : done) {
        const QString list = numbers.join(QStringLiteral(", "));
        parts.append(numbers.size() == qsizetype(heads.size()) ? what
                     : numbers.size() == 1                     ? ViewTitleText::tr("head %1 %2").arg(list, what)
                                                               : ViewTitleText::tr("heads %1 %2").arg(list, what));
    }
    return parts.join(QStringLiteral(" · "));
}

QString differenceTitle(const QString &title)
{
    return ViewTitleText::tr("%1 · now − pinned").arg(title);
}

} // namespace regard
