#include "views/why/why_strip.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QCoreApplication>

#include "draw/even_number.h"
#include "views/steps/step_text.h"

namespace regard {

namespace {

struct WhyStripText {
    Q_DECLARE_TR_FUNCTIONS(WhyStrip)
};

using StripRuns = std::vector<WhyRun>;
using StripLook = WhyRun::Look;

bool isWhole(double value)
{
    return value == std::round(value);
}

/// The numbers of one sum, all with two digits after the point unless each is whole.
QString sumNumber(double value, bool areWhole)
{
    return areWhole ? stepShortText(value) : stepNumberText(value, 2);
}

/// The number as the text of a step says it.
double said(QString text)
{
    return text.replace(QChar(0x2212), QLatin1Char('-')).toDouble();
}

/// " = ", or " ≈ " where the numbers that are shown, each rounded, do not give the result that is shown.
QString equalsSign(double ofShown, const QString &result)
{
    return std::abs(ofShown - said(result)) < 0.006 ? QStringLiteral(" = ") : QStringLiteral(" ≈ ");
}

/// Puts a summand behind what stands there.
void addSummand(StripRuns &runs, double value, bool areWhole, StripLook look)
{
    if (!runs.empty())
        runs.push_back({value < 0 ? QStringLiteral(" − ") : QStringLiteral(" + "), StepRole::Plain, look});
    runs.push_back({sumNumber(runs.empty() ? value : std::abs(value), areWhole), StepRole::Plain, look});
}

StripRuns scoreCaption(const WhyData &data)
{
    if (data.isAdditive)
        return {{QStringLiteral("w_a · tanh(")},
                {QStringLiteral("q"), StepRole::Query},
                {QStringLiteral(" + "), StepRole::Plain, StripLook::Muted},
                {QStringLiteral("k"), StepRole::Key},
                {QStringLiteral(")")}};
    StripRuns runs{{QStringLiteral("q"), StepRole::Query}};
    if (data.isGeneral)
        runs.push_back({QStringLiteral(" W_g"), StepRole::Plain});
    runs.push_back({QStringLiteral(" · "), StepRole::Plain, StripLook::Muted});
    runs.push_back({QStringLiteral("k"), StepRole::Key});
    return runs;
}

WhyColumn resultColumn(const WhyData &data)
{
    return {scoreCaption(data), {{stepShortText(data.score), StepRole::Score, StripLook::Result}}};
}

/// "4 × 4 = 16", one product beside the other.
WhyColumn factorColumn(const WhyData &data)
{
    WhyColumn column{scoreCaption(data), {}};
    const auto add = [&](const QString &text, StepRole role = StepRole::Plain) {
        column.value.push_back({text, role, StripLook::Result});
    };
    double sum = 0; // of what is shown
    for (const WhyPart &part : data.parts) {
        const QString q = stepShortText(part.q);
        const QString k = stepShortText(part.k);
        const QString factor = stepShortText(part.additive);
        if (!column.value.empty())
            add(QStringLiteral(" + "));
        if (data.isAdditive)
            add(factor + QStringLiteral(" × tanh("));
        add(q, StepRole::Query);
        add(data.isAdditive ? QStringLiteral(" + ") : QStringLiteral(" × "));
        add(k, StepRole::Key);
        if (data.isAdditive)
            add(QStringLiteral(")"));
        sum += data.isAdditive ? said(factor) * std::tanh(said(q) + said(k)) : said(q) * said(k);
    }
    const QString score = stepShortText(data.score);
    add(equalsSign(sum, score));
    add(score, StepRole::Score);
    return column;
}

/// "3.28 + 3.18 + 2.00 + 19.87 = 28.33", the largest products and the sum of all others.
WhyColumn sumColumn(const WhyData &data)
{
    WhyColumn column{scoreCaption(data), {}};
    const auto count = int(data.parts.size());
    bool areWhole = isWhole(data.othersSum) && isWhole(data.score);
    for (const WhyPart &part : data.parts)
        areWhole = areWhole && isWhole(part.value);
    double sum = 0; // of what is shown
    const auto addValue = [&](double value) {
        addSummand(column.value, value, areWhole, StripLook::Plain);
        sum += said(sumNumber(value, areWhole));
    };
    for (const WhyPart &part : data.parts)
        addValue(part.value);
    if (!data.othersAreZero)
        addValue(data.othersSum);
    const QString score = sumNumber(data.score, areWhole);
    column.value.push_back({equalsSign(sum, score)});
    column.value.push_back({score, StepRole::Score, StripLook::Result});
    const QString all = QString::number(count + data.others);
    const QString said =
        data.othersAreZero ? WhyStripText::tr(" = its products, the others 0")
        : count == 1       ? WhyStripText::tr(" = the largest of %1 products + the rest").arg(all)
                     : WhyStripText::tr(" = the %1 largest of %2 products + the rest").arg(numberWord(count), all);
    column.caption.push_back({said, StepRole::Plain, StripLook::Muted});
    return column;
}

void addWeightColumns(WhyStrip &strip, const WhyData &data, double was)
{
    const auto add = [&](const QString &caption, const QString &value) {
        strip.columns.push_back(
            {{{caption, StepRole::Plain, StripLook::Muted}}, {{value, StepRole::Score, StripLook::Result}}});
    };
    if (!data.scale.isEmpty())
        add(data.scale, stepShortText(data.scaled));
    if (data.temperature != 1 && data.made == WhyWeight::Softmax)
        add(WhyStripText::tr("÷ temperature %1").arg(QString::number(data.temperature, 'g', 6)),
            stepShortText(data.tempered));
    if (data.made == WhyWeight::Masked)
        add(WhyStripText::tr("mask"), QStringLiteral("−∞"));
    add(data.made == WhyWeight::Uniform  ? WhyStripText::tr("uniform")
        : data.made == WhyWeight::ByHand ? WhyStripText::tr("set by hand")
                                         : QStringLiteral("softmax"),
        shortWeight(data.weight));
    if (was >= 0)
        strip.columns.back().value.push_back(
            {QLatin1Char(' ') + WhyStripText::tr("(was %1)").arg(shortWeight(was)), StepRole::Plain, StripLook::Muted});
}

} // namespace

std::vector<WhyStrip> whyStrips(const WhyData &data, double was)
{
    constexpr int mostFactors = 2; // products that are written as such
    std::vector<WhyColumn> firsts;
    const auto count = int(data.parts.size());
    if (count > 0 && count <= mostFactors && data.othersAreZero)
        firsts.push_back(factorColumn(data));
    if (count > 1 || (count == 1 && !data.othersAreZero))
        firsts.push_back(sumColumn(data));
    if (count > 1)
        firsts.push_back(sumColumn(withFewerParts(data, 1)));
    firsts.push_back(resultColumn(data));
    std::vector<WhyStrip> strips;
    for (WhyColumn &first : firsts) {
        strips.push_back({{std::move(first)}, true});
        addWeightColumns(strips.back(), data, was);
    }
    return strips;
}

std::vector<WhyRun> whySentence(const WhyStrip &strip)
{
    StripRuns runs;
    for (const WhyColumn &column : strip.columns) {
        if (!runs.empty())
            runs.push_back({strip.hasArrows ? QStringLiteral(", ") : QStringLiteral("   ")});
        runs.insert(runs.end(), column.caption.begin(), column.caption.end());
        if (!column.caption.empty()) {
            const bool isLast = &column == &strip.columns.back();
            runs.push_back({isLast || !strip.hasArrows ? QStringLiteral(" ") : QStringLiteral(" = ")});
        }
        runs.insert(runs.end(), column.value.begin(), column.value.end());
    }
    return runs;
}

QString whyRemark(const WhyData &data, bool ofWords)
{
    QStringList scores;
    for (const WhyKey &key : data.keys)
        scores.append(QStringLiteral("%1 %2").arg(shortName(key.name), stepShortText(key.score)));
    const QString low = stepShortText(data.restLow);
    const bool saysAll = data.restKeys == 0 || low == stepShortText(data.restHigh);
    if (saysAll && data.restKeys > 0)
        scores.append((ofWords ? data.restKeys == 1 ? WhyStripText::tr("one word %2") : WhyStripText::tr("%1 words %2")
                       : data.restKeys == 1 ? WhyStripText::tr("one token %2")
                                            : WhyStripText::tr("%1 tokens %2"))
                          .replace(QLatin1String("%1"), numberWord(data.restKeys))
                          .replace(QLatin1String("%2"), low));
    if (data.maskedKeys > 0)
        scores.append(WhyStripText::tr("%1 masked").arg(data.maskedKeys));
    const QString rest = saysAll && !scores.isEmpty()
                             ? WhyStripText::tr("Other scores: %1").arg(scores.join(WhyStripText::tr(", ", "scores")))
                             : data.place;
    QStringList parts = data.notes.mid(0, data.warnings);
    parts.append(rest);
    return parts.join(QStringLiteral(" · "));
}

QString numberWord(int number)
{
    const std::array words{WhyStripText::tr("two"),    WhyStripText::tr("three"), WhyStripText::tr("four"),
                           WhyStripText::tr("five"),   WhyStripText::tr("six"),   WhyStripText::tr("seven"),
                           WhyStripText::tr("eight"),  WhyStripText::tr("nine"),  WhyStripText::tr("ten"),
                           WhyStripText::tr("eleven"), WhyStripText::tr("twelve")};
    const int index = number - 2;
    return index >= 0 && index < int(words.size()) ? words[std::size_t(index)] : QString::number(number);
}

} // namespace regard
