#include "views/why/why_change.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <QCoreApplication>

#include "draw/even_number.h"
#include "engine/model/attention_place.h"
#include "views/base/token_names.h"
#include "views/why/why_text.h"

namespace regard {

namespace {

struct WhyChangeText {
    Q_DECLARE_TR_FUNCTIONS(WhyChange)
};

constexpr float moves = 0.0005F;      // a weight that changes by less is as it was
constexpr float isNamedFrom = 0.005F; // that a number with two digits shows
constexpr std::size_t mostNamedKeys = 3;

/// NaN counts as nothing.
float magnitude(float change)
{
    return std::isnan(change) ? 0 : std::abs(change);
}

float largestIn(const Matrix &changes, Eigen::Index query)
{
    float largest = 0;
    for (Eigen::Index key = 0; key < changes.cols(); ++key)
        largest = std::max(largest, magnitude(changes(query, key)));
    return largest;
}

int changedQuery(const Matrix &changes, const Selection &within)
{
    if (within.query >= 0)
        return within.query;
    int most = 0;
    float largest = -1;
    for (Eigen::Index query = 0; query < changes.rows(); ++query) {
        const float change = within.key >= 0 ? magnitude(changes(query, within.key)) : largestIn(changes, query);
        if (change > largest) {
            largest = change;
            most = int(query);
        }
    }
    return most;
}

int otherHeads(const TraceComparison &comparison, const HeadRef &own)
{
    const ModelConfig &config = comparison.model().config;
    int count = 0;
    for (const Attention attention : attentionsOf(config))
        for (int layer = 0; layer < layersOf(config, attention); ++layer)
            for (int head = 0; head < headsOf(config, attention); ++head) {
                const HeadRef ref{attention, layer, head};
                count += ref != own && comparison.moved(ref).value_or(1) > double(moves) ? 1 : 0;
            }
    return count;
}

QString restText(const TraceComparison &comparison, const HeadRef &own, int keys, int queries)
{
    const int heads = comparison.isTooLarge() ? 0 : otherHeads(comparison, own);
    QStringList also;
    if (keys > 0)
        also.append(WhyChangeText::tr("%n other key(s)", nullptr, keys));
    if (queries > 0)
        also.append(WhyChangeText::tr("%n other word(s)", nullptr, queries));
    if (heads > 0)
        also.append(WhyChangeText::tr("%n other head(s)", nullptr, heads));
    if (!also.isEmpty())
        return WhyChangeText::tr("Moved too: %1.").arg(also.join(WhyChangeText::tr(", ", "list")));
    return comparison.isTooLarge() ? WhyChangeText::tr("No other word moved.")
                                   : WhyChangeText::tr("No other word and no other head moved.");
}

} // namespace

QString looksAtText(const QString &query, const QString &key, bool isSame)
{
    return isSame ? WhyChangeText::tr("“%1” still looks at “%2”").arg(query, key)
                  : WhyChangeText::tr("“%1” now looks at “%2”").arg(query, key);
}

WhyChange whyChange(const ShownState &tokens)
{
    const TraceComparison &comparison = *tokens.difference();
    const Selection &within = tokens.selection;
    const HeadRef own{within.attention, within.layer, within.head};
    const Trace &trace = *tokens.trace();
    const auto differences = comparison.differenceBlock({within.attention, within.layer});
    const Matrix &changes = differences->heads.at(std::size_t(within.head)).weights;
    const auto block = std::size_t(blockIndex(tokens.model().config, within.attention, within.layer));
    const Matrix &now = trace.blocks[block]->heads.at(std::size_t(within.head)).weights;
    const int query = changedQuery(changes, within);
    const QStringList keyNames = tokenNames(labelsOf(keysOf(trace, within.attention)));
    const QString name = shortName(tokenNames(labelsOf(queriesOf(trace, within.attention))).at(query));
    const auto keyName = [&](int key) { return shortName(keyNames.at(key)); };

    std::vector<int> keys(std::size_t(changes.cols()));
    std::iota(keys.begin(), keys.end(), 0);
    const auto isKnown = [&](int key) { return !std::isnan(changes(query, key)); };
    WhyChange change;
    change.strip.hasArrows = false;
    if (std::none_of(keys.begin(), keys.end(), isKnown)) {
        const bool isNew = comparison.queries(within.attention).before[std::size_t(query)] < 0;
        change.heading = isNew ? WhyChangeText::tr("“%1” is new: there is nothing to compare it with").arg(name)
                               : WhyChangeText::tr("The weights of “%1” cannot be compared").arg(name);
        return change;
    }
    const auto before = [&](int key) { return isKnown(key) ? now(query, key) - changes(query, key) : 0; };
    int top = 0;
    int topBefore = 0;
    for (const int key : keys) {
        if (now(query, key) > now(query, top))
            top = key;
        if (before(key) > before(topBefore))
            topBefore = key;
    }
    // Keys that moved alike are in the order in which they gained.
    const auto order = [&](int key) {
        const float by = isKnown(key) ? changes(query, key) : 0;
        return std::pair(-std::round(magnitude(by) / moves), -by);
    };
    std::stable_sort(keys.begin(), keys.end(), [&](int a, int b) { return order(a) < order(b); });
    const float largest = magnitude(changes(query, keys.front()));
    change.heading =
        largest < moves ? WhyChangeText::tr("“%1” looks where it did before").arg(name)
        : top == topBefore
            ? looksAtText(name, keyName(top), true)
            : WhyChangeText::tr("“%1” now looks at “%2” instead of “%3”").arg(name, keyName(top), keyName(topBefore));
    int otherKeys = 0;
    for (const int key : keys) {
        const float by = magnitude(changes(query, key));
        if (by < moves)
            break;
        if (change.strip.columns.size() == mostNamedKeys || by < isNamedFrom) {
            ++otherKeys;
            continue;
        }
        const bool isMore = changes(query, key) > 0;
        const QString amount = QString::number(double(by), 'f', 2);
        change.strip.columns.push_back(
            {{},
             {{keyName(key), StepRole::Plain, WhyRun::Look::Plain, true},
              {QStringLiteral("  %1 → %2  ")
                   .arg(shortWeight(double(before(key))), shortWeight(double(now(query, key))))},
              {(isMore ? QLatin1Char('+') : QChar(0x2212)) + amount, StepRole::Plain,
               isMore ? WhyRun::Look::Gained : WhyRun::Look::Lost}}});
    }
    int otherQueries = 0;
    for (Eigen::Index other = 0; other < changes.rows(); ++other)
        otherQueries += other != query && largestIn(changes, other) >= moves ? 1 : 0;
    change.strip.columns.push_back(
        {{}, {{restText(comparison, own, otherKeys, otherQueries), StepRole::Plain, WhyRun::Look::Muted}}});
    return change;
}

} // namespace regard
