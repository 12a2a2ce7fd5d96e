#include "views/base/set_attention.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include <QCoreApplication>

#include "document/document.h"
#include "document/sentence/side.h"
#include "engine/analysis/token_groups.h"
#include "engine/model/attention_place.h"
#include "engine/pass/attention_block.h"
#include "views/base/token_names.h"

namespace regard {

namespace {

struct SetAttentionText {
    Q_DECLARE_TR_FUNCTIONS(SetAttention)
};

QString wordAt(const Document &document, Side side, int position)
{
    const std::vector<Token> &tokens = document.sentences().tokens(side).tokens;
    if (position < 0 || position >= int(tokens.size()))
        return QString::number(position + 1);
    const Token &token = tokens[std::size_t(position)];
    return tokenName(token.label.empty() ? token.text : token.label);
}

/// One head of the present model and what it may attend to in the present sentences.
class HandEdit {
public:
    HandEdit(Document *document, const HeadRef &head)
        : m_document(document), m_head(head), m_interventions(document->matrices().model()->interventions)
    {
        const Model &model = *document->matrices().model();
        const ModelConfig &config = model.config;
        m_queries = int(sentence(queriesSide(config, head.attention)).size());
        m_keys = int(sentence(keysSide(config, head.attention)).size());
        m_rule = ruleOf(model, {head.attention, head.layer}, head.head,
                        document->sentences().masked(keysSide(config, head.attention)));
    }

    bool allows(int query, int key) const { return m_rule.allows(query, key); }
    bool allowsNothingBut(int query, const std::vector<int> &keys) const
    {
        for (int key = 0; key < m_keys; ++key)
            if (allows(query, key) && std::find(keys.begin(), keys.end(), key) == keys.end())
                return false;
        return true;
    }
    int queries() const { return m_queries; }
    const Interventions &interventions() const { return m_interventions; }

    /// The weights of the last pass; nothing where it was of other tokens.
    const Matrix *weights() const
    {
        const SharedTrace &trace = m_document->result().trace;
        if (!trace)
            return nullptr;
        const auto block =
            std::size_t(blockIndex(m_document->matrices().model()->config, m_head.attention, m_head.layer));
        if (block >= trace->blocks.size() || std::size_t(m_head.head) >= trace->blocks[block]->heads.size())
            return nullptr;
        const Matrix &weights = trace->blocks[block]->heads[std::size_t(m_head.head)].weights;
        return weights.rows() == m_queries && weights.cols() == m_keys ? &weights : nullptr;
    }

    double weight(const std::vector<int> &queries, const std::vector<int> &keys) const
    {
        double sum = 0;
        for (const int query : queries)
            for (const int key : keys)
                sum += double((*weights())(query, key));
        return sum / double(queries.size());
    }

    void clearRow(int query)
    {
        if (const auto found = m_interventions.weights.find(m_head); found != m_interventions.weights.end()) {
            std::erase_if(found->second, [query](const auto &each) { return each.first.query == query; });
            if (found->second.empty())
                m_interventions.weights.erase(found);
        }
    }

    void set(int query, const std::vector<int> &keys, std::optional<double> weight)
    {
        std::vector<int> allowed;
        double sum = 0;
        for (const int key : keys)
            if (allows(query, key) || !weight || keys.size() == 1) { // one alone is refused with its name
                allowed.push_back(key);
                sum += double((*weights())(query, key));
            }
        for (const int key : allowed) {
            const double share = sum > 0 ? double((*weights())(query, key)) / sum : 1 / double(allowed.size());
            m_interventions = withWeight(std::move(m_interventions), m_head, {query, key},
                                         weight ? std::optional(float(*weight * share)) : std::nullopt);
        }
    }

    /// Pushes the step, or returns why it cannot be.
    QString finish(const QString &step)
    {
        AttentionRule rule = m_rule;
        rule.setWeights = setWeightsOf(m_interventions, m_head);
        if (const auto problem = setWeightProblem(rule, m_queries, m_keys))
            return problemText(*problem);
        m_document->matrices().setInterventions(m_interventions, step);
        return {};
    }

private:
    const std::vector<Token> &sentence(Side side) const { return m_document->sentences().tokens(side).tokens; }

    QString problemText(const SetWeightProblem &problem) const
    {
        const ModelConfig &config = m_document->matrices().model()->config;
        const QString query = wordAt(*m_document, queriesSide(config, m_head.attention), problem.link.query);
        const QString key = wordAt(*m_document, keysSide(config, m_head.attention), problem.link.key);
        switch (problem.kind) {
        case SetWeightProblem::Kind::Outside:
            break;
        case SetWeightProblem::Kind::Forbidden:
            return SetAttentionText::tr("“%1” may not look at “%2”: it is masked out or cut.").arg(query, key);
        case SetWeightProblem::Kind::NoWeight:
            return SetAttentionText::tr("A weight is a number from 0 to 1.");
        case SetWeightProblem::Kind::TooMuch:
            return SetAttentionText::tr("The weights set for “%1” would sum to %2, which is more than 1.")
                .arg(query)
                .arg(problem.sum, 0, 'g', 6);
        case SetWeightProblem::Kind::TooLittle:
            return SetAttentionText::tr("Every weight of “%1” would be set, but they sum to %2, not 1.")
                .arg(query)
                .arg(problem.sum, 0, 'g', 6);
        }
        return SetAttentionText::tr("The sentence does not have this word.");
    }

    Document *m_document;
    HeadRef m_head;
    Interventions m_interventions;
    AttentionRule m_rule;
    int m_queries = 0;
    int m_keys = 0;
};

QString reasonAgainstSetting(const Document &document, const HeadRef &head)
{
    if (!document.hasModel())
        return SetAttentionText::tr("A file of attention holds weights alone: without a model nothing follows from "
                                    "another one.");
    const ModelConfig &config = document.matrices().model()->config;
    if (head.layer < 0 || head.layer >= layersOf(config, head.attention) || head.head < 0 ||
        head.head >= headsOf(config, head.attention))
        return SetAttentionText::tr("Choose one head first: its weights are set.");
    return {};
}

QString headPlace(const HeadRef &head)
{
    return QStringLiteral("%1.%2").arg(head.layer + 1).arg(head.head + 1);
}

} // namespace

std::vector<HandLink> handLinks(const Model &model, const Trace &trace, const Selection &within,
                                const std::vector<int> &heads)
{
    std::set<HandLink> links;
    const Grouping *grouping = trace.grouping.get();
    const auto add = [&](int head, const LinkRef &link, bool isGone) {
        const int query = grouping ? grouping->queries(within.attention).groupOf(link.query) : link.query;
        const int key = grouping ? grouping->keys(within.attention).groupOf(link.key) : link.key;
        if (query >= 0 && query < int(queriesOf(trace, within.attention).tokens.size()) && key >= 0 &&
            key < int(keysOf(trace, within.attention).tokens.size()))
            links.insert({head, query, key, isGone});
    };
    for (const int head : heads) {
        const HeadRef self{within.attention, within.layer, head};
        const SetWeights &set = setWeightsOf(model.interventions, self);
        for (const auto &[link, weight] : set)
            add(head, link, weight == 0);
        for (const LinkRef &link : cutLinksOf(model.interventions, self))
            add(head, link, true);
    }
    // A merged pair with a weight is not gone.
    std::erase_if(links, [&](const HandLink &link) {
        return link.isGone && links.contains({link.head, link.query, link.key, false});
    });
    return {links.begin(), links.end()};
}

QString linkName(const Document &document, Attention attention, const LinkRef &link)
{
    const ModelConfig &config = document.matrices().model()->config;
    return QStringLiteral("%1 → %2").arg(wordAt(document, queriesSide(config, attention), link.query),
                                         wordAt(document, keysSide(config, attention), link.key));
}

QString setAttention(Document *document, const HeadRef &head, std::vector<int> queries, const std::vector<int> &keys,
                     std::optional<double> weight, bool clears)
{
    if (const QString reason = reasonAgainstSetting(*document, head); !reason.isEmpty())
        return reason;
    HandEdit edit(document, head);
    if (!edit.weights() || keys.empty())
        return SetAttentionText::tr("The numbers of this sentence are still being computed.");
    const auto mayLook = [&](int query) {
        return std::any_of(keys.begin(), keys.end(), [&](int key) { return edit.allows(query, key); });
    };
    const bool isOfAll = queries.empty();
    if (isOfAll) {
        queries.resize(std::size_t(edit.queries()));
        std::iota(queries.begin(), queries.end(), 0);
    }
    if (weight && (isOfAll || queries.size() > 1) && std::any_of(queries.begin(), queries.end(), mayLook))
        std::erase_if(queries, [&](int query) { return !mayLook(query); });
    if (isOfAll && weight && *weight < 1) // a query that sees nothing else keeps its weight
        std::erase_if(queries, [&](int query) { return edit.allowsNothingBut(query, keys); });
    for (const int query : queries) {
        if (clears)
            edit.clearRow(query);
        edit.set(query, keys, weight);
    }
    const QString link =
        isOfAll ? wordAt(*document, keysSide(document->matrices().model()->config, head.attention), keys.front())
                : linkName(*document, head.attention, {queries.front(), keys.front()});
    return edit.finish(weight ? SetAttentionText::tr("attention %1 of head %2 set to %3")
                                    .arg(link, headPlace(head))
                                    .arg(*weight, 0, 'g', 4)
                              : SetAttentionText::tr("attention %1 of head %2 as computed").arg(link, headPlace(head)));
}

QString moveAttention(Document *document, const HeadRef &head, const std::vector<int> &fromQueries,
                      const std::vector<int> &fromKeys, const std::vector<int> &toQueries,
                      const std::vector<int> &toKeys)
{
    if (const QString reason = reasonAgainstSetting(*document, head); !reason.isEmpty())
        return reason;
    HandEdit edit(document, head);
    if (!edit.weights() || fromQueries.empty() || fromKeys.empty() || toQueries.empty() || toKeys.empty())
        return SetAttentionText::tr("The numbers of this sentence are still being computed.");
    const double moved = edit.weight(fromQueries, fromKeys);
    for (const int query : fromQueries)
        edit.set(query, fromKeys, 0);
    for (const int query : toQueries)
        edit.set(query, toKeys, std::min(1.0, moved));
    return edit.finish(SetAttentionText::tr("attention %1 moved to %2")
                           .arg(linkName(*document, head.attention, {fromQueries.front(), fromKeys.front()}),
                                linkName(*document, head.attention, {toQueries.front(), toKeys.front()})));
}

std::optional<double> presentWeight(Document *document, const HeadRef &head, const std::vector<int> &queries,
                                    const std::vector<int> &keys)
{
    if (!reasonAgainstSetting(*document, head).isEmpty() || queries.empty())
        return std::nullopt;
    const HandEdit edit(document, head);
    return edit.weights() ? std::optional(edit.weight(queries, keys)) : std::nullopt;
}

std::optional<double> typedWeight(const QString &text)
{
    bool isNumber = false;
    QString number = text.trimmed();
    number.replace(QLatin1Char(','), QLatin1Char('.'));
    const double weight = number.toDouble(&isNumber);
    return isNumber && weight >= 0 && weight <= 1 ? std::optional(weight) : std::nullopt;
}

} // namespace regard
