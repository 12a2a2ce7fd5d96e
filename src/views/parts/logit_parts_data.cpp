#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <QCoreApplication>

#include "engine/pass/output_layer.h"
#include "views/base/token_names.h"
#include "views/lens/lens_data.h"
#include "views/output/output_data.h"
#include "views/parts/part_names.h"
#include "views/parts/parts_data.h"
#include "views/parts/parts_lists.h"

namespace regard {

namespace {

struct LogitPartsText {
    Q_DECLARE_TR_FUNCTIONS(LogitParts)
};

/// The words of a head that are listed, with one row for the others.
constexpr int mostKeyRows = 16;

/// The first token that is not there for the model; 0 where there is none.
int firstWord(const Tokens &tokens)
{
    const auto found =
        std::find_if(tokens.tokens.begin(), tokens.tokens.end(), [](const Token &token) { return !token.isAdded; });
    return found == tokens.tokens.end() ? 0 : int(found - tokens.tokens.begin());
}

QString quotedWord(const ShownState &state, const Checkpoint *checkpoint, int word)
{
    const std::string spelled(state.trace()->vocabulary[std::size_t(word)]);
    return LogitPartsText::tr("“%1”").arg(wordName(checkpoint, spelled));
}

/// "“cat” rather than “rug” at “the”: 2.31."
QString logitText(const ShownState &state, const Checkpoint *checkpoint, const LogitQuestion &question, double total)
{
    const SideTrace &side = queriesOf(*state.trace(), readOutAttention(state.model().config));
    const QString at = LogitPartsText::tr("“%1”").arg(tokenName(labelsOf(side)[std::size_t(question.position)]));
    const QString word = quotedWord(state, checkpoint, question.word);
    if (!question.other)
        return LogitPartsText::tr("At %1, the logit of %2 is %3.").arg(at, word, partNumber(total));
    return LogitPartsText::tr("At %1, the logit of %2 is %3 beyond that of %4.")
        .arg(at, word, partNumber(total), quotedWord(state, checkpoint, *question.other));
}

QStringList pushedText(const std::vector<StreamPart> &parts, const Eigen::VectorXd &numbers, double total)
{
    const std::vector<PartGroup> groups = partKinds(parts);
    QStringList sentences;
    if (const int group = leadingGroup(groups, numbers, total); group >= 0)
        sentences << LogitPartsText::tr("Most comes from %1 (%2).")
                         .arg(groups[std::size_t(group)].title,
                              partNumber(groupSum(groups[std::size_t(group)], numbers)));
    const int head = leadingHead(parts, numbers, total);
    if (head < 0)
        return sentences << LogitPartsText::tr("No head adds to it.");
    if (const QString text = cancelledText(numbers, total); !text.isEmpty())
        sentences << text;
    const QString text = standsOut(numbers(head), numbers)
                             ? LogitPartsText::tr("One head stands out: %1 (%2).")
                             : LogitPartsText::tr("No single head carries most of it: the most is %1 (%2).");
    return sentences << text.arg(partTitle(parts[std::size_t(head)]), partNumber(numbers(head)));
}

/// Layers × heads; of a decoder with cross-attention a row for each of both.
void addHeadMap(PartsData &data, const std::vector<StreamPart> &parts, const Eigen::VectorXd &numbers)
{
    HeatmapData map;
    std::vector<std::vector<int>> rows; // positions of the heads' parts
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].kind != PartKind::Head)
            continue;
        if (parts[i].head == 0) {
            const QString layer = QString::number(parts[i].sublayer->layer + 1);
            map.queries << (parts[i].sublayer->kind == SublayerKind::CrossAttention
                                ? LogitPartsText::tr("cross %1").arg(layer)
                                : LogitPartsText::tr("layer %1").arg(layer));
            rows.emplace_back();
        }
        if (!rows.empty())
            rows.back().push_back(int(i));
    }
    std::size_t most = 0;
    for (const std::vector<int> &row : rows)
        most = std::max(most, row.size());
    if (most == 0)
        return;
    Matrix values =
        Matrix::Constant(Eigen::Index(rows.size()), Eigen::Index(most), -std::numeric_limits<float>::infinity());
    data.mapParts.resize(rows.size() * most);
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t head = 0; head < rows[row].size(); ++head) {
            const int part = rows[row][head];
            values(Eigen::Index(row), Eigen::Index(head)) = float(numbers(part));
            data.mapParts[row * most + head] = parts[std::size_t(part)];
        }
    for (std::size_t head = 1; head <= most; ++head)
        map.keys << QString::number(head);
    map.values = std::make_shared<const Matrix>(std::move(values));
    map.isWeights = false;
    map.scale = ColorScale::Stretched; // as many digits in every cell
    map.title = LogitPartsText::tr("What each head adds");
    map.valueLabel = LogitPartsText::tr("logit");
    map.axis = LogitPartsText::tr("head");
    data.map = std::move(map);
}

/// Which word a head brought its part from.
std::optional<PartsList> keyList(const ShownState &state, const LogitParts &parts, const PartsQuestion &question)
{
    const LogitParts::Entry *chosen = nullptr;
    for (const LogitParts::Entry &entry : parts.entries)
        if (!entry.byKey.empty() && (question.head ? entry.part == *question.head
                                                   : !chosen || std::abs(entry.number) > std::abs(chosen->number)))
            chosen = &entry;
    if (!chosen)
        return std::nullopt;
    PartsList list =
        partsList(LogitPartsText::tr("%1, by word").arg(partTitle(chosen->part)), LogitPartsText::tr("logit"));
    list.bars.labelHeader = LogitPartsText::tr("word");
    const SideTrace &keys = keysOf(*state.trace(), attentionOf(*chosen->part.sublayer));
    for (std::size_t key = 0; key < chosen->byKey.size(); ++key)
        addRow(list, tokenName(labelsOf(keys)[key]), chosen->byKey[key]);
    list.isWhole = true;
    return shortened(list, mostKeyRows);
}

/// Whether the position is neither in focus nor what the model fills in or goes on from.
bool isPositionChosen(const ShownState &state, const Checkpoint *checkpoint)
{
    return readOutAttention(state.model().config) == Attention::Encoder &&
           !(stackOf(state.selection.attention) == Stack::Encoder && state.selection.query >= 0) &&
           firstMask(checkpoint, state.model(), *state.trace()) < 0;
}

} // namespace

QString noLogitPartsText(const ShownState &state, const Checkpoint *checkpoint)
{
    if (const QString none = noOutputText(state.model(), checkpoint); !none.isEmpty())
        return none;
    return QString::fromStdString(reasonForNoLogitParts(state.model()));
}

int wordSpelled(const Trace &trace, const Checkpoint *checkpoint, const QString &text)
{
    if (const std::optional<int> word = lensWord(trace, checkpoint, text.toStdString()))
        return *word;
    for (int word = 0; word < int(trace.vocabulary.size()); ++word) // one that is shown in another way than spelled
        if (wordName(checkpoint, std::string(trace.vocabulary[std::size_t(word)])) == text)
            return word;
    return -1;
}

LogitQuestion logitQuestion(const ShownState &state, const PartsQuestion &question)
{
    const ModelConfig &config = state.model().config;
    const Attention attention = readOutAttention(config);
    const int rows = int(queriesOf(*state.trace(), attention).tokens.size());
    int position = stackOf(state.selection.attention) == stackOf(attention) ? state.selection.query : -1;
    if (position < 0)
        position = firstMask(question.checkpoint.get(), state.model(), *state.trace());
    const Tokens &tokens = state.tokens(queriesSide(config, attention));
    if (position < 0)
        position = attention == Attention::Encoder ? firstWord(tokens) : goingOnFrom(tokens);
    position = std::clamp(position, 0, rows - 1);
    LogitQuestion asked = likeliestWords(state.model(), *state.trace(), position);
    const TokenList &words = state.trace()->vocabulary;
    const auto column = [&](const std::string &word) -> std::optional<int> {
        const auto found = std::find(words.begin(), words.end(), word);
        return found == words.end() ? std::nullopt : std::optional(int(found - words.begin()));
    };
    const int likeliest = asked.word;
    if (question.word)
        asked.word = column(*question.word).value_or(likeliest);
    if (asked.word != likeliest)
        asked.other = likeliest; // the word that won instead
    switch (question.rather) {
    case LogitReference::Second:
        break;
    case LogitReference::Word:
        if (const std::optional<int> other = column(question.otherWord))
            asked.other = other;
        break;
    case LogitReference::Nothing:
        asked.other.reset();
        break;
    }
    return asked;
}

PartsData logitPartsData(const ShownState &state, const PartsQuestion &question)
{
    PartsData data;
    const Checkpoint *checkpoint = question.checkpoint.get();
    data.whyNone = noLogitPartsText(state, checkpoint);
    if (!data.whyNone.isEmpty())
        return data;
    const LogitQuestion asked = logitQuestion(state, question);
    const LogitParts parts = logitParts(state.model(), *state.trace(), asked);
    std::vector<StreamPart> named;
    Eigen::VectorXd numbers(Eigen::Index(parts.entries.size()));
    for (const LogitParts::Entry &entry : parts.entries) {
        numbers(Eigen::Index(named.size())) = entry.number;
        named.push_back(entry.part);
    }
    const std::vector<PartGroup> groups = partGroups(named);
    data.title = LogitPartsText::tr("Logit parts");
    data.sentences << logitText(state, checkpoint, asked, parts.total);
    if (isPositionChosen(state, checkpoint))
        data.sentences << LogitPartsText::tr("Nothing is masked and no token in focus: this is the first word.");
    data.sentences << pushedText(named, numbers, parts.total);
    if (state.model().config.logitsCap > 0)
        data.sentences << LogitPartsText::tr("The sum is the logit before its soft cap.");
    data.lists.push_back(
        groupList(partsList(LogitPartsText::tr("By layer"), LogitPartsText::tr("logit")), groups, numbers));
    data.lists.push_back(
        strongestList(partsList(LogitPartsText::tr("Strongest parts"), LogitPartsText::tr("logit")), named, numbers));
    data.lists.back().isBeside = true;
    if (auto keys = keyList(state, parts, question))
        data.lists.push_back(std::move(*keys));
    addHeadMap(data, named, numbers);
    return data;
}

} // namespace regard
