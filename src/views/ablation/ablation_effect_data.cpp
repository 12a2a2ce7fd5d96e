#include "views/ablation/ablation_effect_data.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <QCoreApplication>

#include "engine/analysis/head_importance.h"
#include "engine/analysis/output_change.h"
#include "engine/pass/output_layer.h"
#include "views/ablation/ablation_edits.h"
#include "views/base/token_names.h"
#include "views/output/output_data.h"

namespace regard {

namespace {

struct AblationEffectDataText {
    Q_DECLARE_TR_FUNCTIONS(AblationEffect)
};

constexpr int ablationEffectDataMostWords = 24;
constexpr double roomForDetails = 300; ///< pixels
constexpr double leastChange = 0.0005; ///< what rounds to 0.000 is left out, except the largest change

QString threeDigits(double value)
{
    return std::isfinite(value) ? QString::number(value, 'f', 3) : QStringLiteral("∞");
}

QString angle(double degrees)
{
    return std::isnan(degrees) ? QStringLiteral("–") : AblationEffectDataText::tr("%1°").arg(degrees, 0, 'f', 1);
}

QString vectorNote(const QString &token, const VectorChange &change)
{
    if (std::isinf(change.relative))
        return AblationEffectDataText::tr("“%1”: zeros in the whole model, and no longer").arg(token);
    const QString ratio = QString::number(change.ratio, 'f', 3);
    if (std::isnan(change.degrees))
        return AblationEffectDataText::tr(
                   "“%1”: changed by %2 of its length; %3 times as long, without a direction to compare")
            .arg(token, threeDigits(change.relative), ratio);
    return AblationEffectDataText::tr("“%1”: changed by %2 of its length; %3 times as long, turned by %4")
        .arg(token, threeDigits(change.relative), ratio, angle(change.degrees));
}

/// "12.3° × 0.91"
QString vectorDetail(const VectorChange &change)
{
    return AblationEffectDataText::tr("%1 × %2").arg(angle(change.degrees), std::isfinite(change.ratio)
                                                                                ? QString::number(change.ratio, 'f', 2)
                                                                                : QStringLiteral("∞"));
}

/// "mean 0.120 · most 0.500 at “it”"
QString meanAndMost(const BarListData &list)
{
    double sum = 0;
    int count = 0;
    const BarListData::Row *most = nullptr;
    for (const BarListData::Row &row : list.rows) {
        if (!std::isfinite(row.value))
            continue;
        sum += row.value;
        ++count;
        if (!most || row.value > most->value)
            most = &row;
    }
    if (!most || most->value == 0)
        return AblationEffectDataText::tr("no change");
    return AblationEffectDataText::tr("mean %1 · most %2 at “%3”")
        .arg(threeDigits(sum / count), threeDigits(most->value), most->label);
}

double largest(const BarListData &list)
{
    double most = 0;
    for (const BarListData::Row &row : list.rows)
        if (std::isfinite(row.value))
            most = std::max(most, std::abs(row.value));
    return most > 0 ? most : 1;
}

void fillVectors(AblationEffectData &data, const std::vector<VectorChange> &changes, const QStringList &tokens,
                 int colour)
{
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const QString token = tokens.value(qsizetype(i));
        const VectorChange &change = changes[i];
        data.list.rows.push_back({token, change.relative, colour, vectorDetail(change)});
        data.angles.push_back(angle(change.degrees));
        data.notes.push_back(vectorNote(token, change));
    }
    data.list.labelHeader = AblationEffectDataText::tr("token");
    data.list.detailHeader = AblationEffectDataText::tr("angle × len");
    data.list.valueHeader = AblationEffectDataText::tr("change ÷ length");
    data.list.valueTip = AblationEffectDataText::tr(
        "How far each token's vector moved: the length of the difference now − whole ÷ the length in the whole "
        "model. 0: no change, 1: it moved as far as it is long. Beside it: by what angle it turned, and how "
        "many times as long it is");
    data.summary = meanAndMost(data.list);
}

void fillVariations(AblationEffectData &data, const Result &now, const Result &whole, const QStringList &tokens,
                    int colour)
{
    const bool ownPlace = now.trace->architecture == Architecture::Encoder;
    const bool saysReplaced = now.model->config.replacedTokens;
    const std::vector<double> variations = outputVariations(*now.model, *now.trace, *whole.model, *whole.trace);
    for (std::size_t i = 0; i < variations.size(); ++i) {
        const QString token = tokens.value(qsizetype(i));
        data.list.rows.push_back({token, variations[i], colour});
        data.notes.push_back(
            (saysReplaced ? AblationEffectDataText::tr("“%1”: the probability that it was replaced changes by %2")
             : ownPlace ? AblationEffectDataText::tr("in place of “%1”: %2 of the probability goes to other words")
                        : AblationEffectDataText::tr("after “%1”: %2 of the probability goes to other words"))
                .arg(token, threeDigits(variations[i])));
    }
    data.list.labelHeader = saysReplaced ? AblationEffectDataText::tr("token")
                            : ownPlace   ? AblationEffectDataText::tr("in place of")
                                         : AblationEffectDataText::tr("after");
    data.list.valueHeader = AblationEffectDataText::tr("total variation, 0 – 1");
    data.list.valueTip = AblationEffectDataText::tr(
        "Total variation: half the sum over all words of |probability now − in the whole model|, the share of "
        "the probability that goes to other words. 0: no change, 1: no word in common");
    data.summary = meanAndMost(data.list);
}

void fillWords(AblationEffectData &data, const Result &now, const Result &whole, int position, const QString &token,
               int colour, const Checkpoint *checkpoint)
{
    const bool ownPlace = now.trace->architecture == Architecture::Encoder;
    const bool saysReplaced = now.model->config.replacedTokens;
    const Matrix nowRow = logitsRows(*now.model, *now.trace, position, 1);
    const Matrix wholeRow = logitsRows(*whole.model, *whole.trace, position, 1);
    for (const ProbabilityChange &change :
         largestProbabilityChanges(nowRow, wholeRow, 0, ablationEffectDataMostWords)) {
        if (std::abs(change.change()) < leastChange && !data.list.rows.empty())
            break;
        const QString word = wordName(checkpoint, now.trace->vocabulary.at(std::size_t(change.column)));
        const QString detail = AblationEffectDataText::tr("%1 → %2").arg(QString::number(change.before, 'f', 2),
                                                                         QString::number(change.now, 'f', 2));
        data.list.rows.push_back({word, change.change(), colour, detail});
        data.notes.push_back(
            (saysReplaced ? AblationEffectDataText::tr("“%2” is %1: probability %3, %4 in the whole model")
             : ownPlace ? AblationEffectDataText::tr("“%1” in place of “%2”: probability %3, %4 in the whole model")
                        : AblationEffectDataText::tr("“%1” after “%2”: probability %3, %4 in the whole model"))
                .arg(word, token, QString::number(change.now, 'g', 4), QString::number(change.before, 'g', 4)));
    }
    const QString at = (saysReplaced ? AblationEffectDataText::tr("“%1”")
                        : ownPlace   ? AblationEffectDataText::tr("in place of “%1”")
                                     : AblationEffectDataText::tr("after “%1”"))
                           .arg(token);
    data.list.isSigned = true;
    data.list.labelHeader = AblationEffectDataText::tr("word");
    data.list.detailHeader = AblationEffectDataText::tr("whole → now");
    data.list.valueHeader = AblationEffectDataText::tr("change of probability");
    data.list.valueTip = AblationEffectDataText::tr("The word's probability now − in the whole model");
    data.summary = data.list.rows.empty() ? AblationEffectDataText::tr("%1: no change").arg(at)
                                          : AblationEffectDataText::tr("%1 · total variation %2")
                                                .arg(at, threeDigits(totalVariations(nowRow, wholeRow).front()));
}

} // namespace

BarListData fittedList(const AblationEffectData &data, double width)
{
    BarListData list = data.list;
    if (width >= roomForDetails)
        return list;
    if (!data.shortTitle.isEmpty())
        list.title = data.shortTitle;
    list.detailHeader = data.angles.empty() ? QString() : AblationEffectDataText::tr("angle");
    for (std::size_t i = 0; i < list.rows.size(); ++i)
        list.rows[i].detail = data.angles.empty() ? QString() : data.angles.at(i);
    return list;
}

bool hasView(const Trace &trace, EffectView view)
{
    return view == EffectView::Sublayer || view == EffectView::Stack || hasOutput(trace);
}

bool isSlow(const Result &now, EffectView view)
{
    return view != EffectView::Sublayer && view != EffectView::Stack && !isOutputQuick(*now.model, *now.trace);
}

int wordPosition(const Trace &trace, const Selection &within)
{
    const int last = int(readOutStream(trace).rows()) - 1;
    const bool asksFromRows = within.attention != Attention::Encoder || trace.architecture == Architecture::Encoder;
    return asksFromRows && within.query >= 0 ? std::min(within.query, last) : last;
}

int selectedRow(const Result &now, const Selection &within, EffectView view)
{
    const bool asksFromRows = view != EffectView::Variation || within.attention != Attention::Encoder ||
                              now.model->config.architecture == Architecture::Encoder;
    return view != EffectView::Words && asksFromRows ? within.query : -1;
}

AblationEffectData ablationEffectData(const Result &now, const Result &whole, const Selection &within, EffectView view,
                                      const Checkpoint *checkpoint)
{
    const ModelConfig &config = now.model->config;
    const bool isOfWords = view == EffectView::Words || view == EffectView::Variation;
    const Stack stack = isOfWords ? lastStack(config) : stackOf(within.attention);
    const QStringList tokens = tokenNames(labelsOf(sentenceOf(*now.trace, stack)));
    AblationEffectData data;
    switch (view) {
    case EffectView::Sublayer: {
        const Sublayer sublayer = sublayerInView(config, within);
        fillVectors(
            data,
            rowChanges(sublayerOutput(config, *now.trace, sublayer), sublayerOutput(config, *whole.trace, sublayer)),
            tokens, within.head);
        data.shortTitle = sublayerName(config, sublayer);
        data.list.title = AblationEffectDataText::tr("Output of %1").arg(data.shortTitle);
        break;
    }
    case EffectView::Stack:
        fillVectors(data, rowChanges(stackOutput(*now.trace, stack), stackOutput(*whole.trace, stack)), tokens,
                    within.head);
        data.list.title = stack == Stack::Encoder ? AblationEffectDataText::tr("Output of the encoder")
                                                  : AblationEffectDataText::tr("Output of the decoder");
        break;
    case EffectView::Words: {
        const int position = wordPosition(*now.trace, within);
        fillWords(data, now, whole, position, tokens.value(position), within.head, checkpoint);
        data.list.title =
            (config.replacedTokens ? AblationEffectDataText::tr("Whether “%1” was replaced")
             : config.architecture == Architecture::Encoder ? AblationEffectDataText::tr("Word in place of “%1”")
                                                            : AblationEffectDataText::tr("Next word after “%1”"))
                .arg(tokens.value(position));
        break;
    }
    case EffectView::Variation:
        fillVariations(data, now, whole, tokens, within.head);
        data.list.title = config.replacedTokens ? AblationEffectDataText::tr("Probabilities of being replaced")
                          : config.architecture == Architecture::Encoder
                              ? AblationEffectDataText::tr("Probabilities of words")
                              : AblationEffectDataText::tr("Next-word probabilities");
        break;
    }
    data.list.most = view == EffectView::Variation ? 1 : largest(data.list);
    data.list.selected = selectedRow(now, within, view);
    return data;
}

} // namespace regard
