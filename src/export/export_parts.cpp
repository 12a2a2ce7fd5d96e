#include "export/export_parts.h"

#include <charconv>
#include <cmath>

#include "engine/base/errors.h"
#include "io/project/words.h"
#include "views/parts/part_names.h"
#include "views/patch/patch_data.h"

namespace regard {

namespace {

std::string wordOfVocabulary(const char *option, const std::string &word, const ShownState &state,
                             const Checkpoint *checkpoint)
{
    const int found = wordSpelled(*state.trace(), checkpoint, QString::fromStdString(word));
    if (found < 0)
        throw ConfigError(std::string(option) + ": the vocabulary has no word \"" + word + "\"");
    return state.trace()->vocabulary[std::size_t(found)];
}

ScoreReference scoreReference(const std::string &beyond, int keys, int &key)
{
    if (beyond == "mean")
        return ScoreReference::Mean;
    if (beyond == "nothing")
        return ScoreReference::Nothing;
    const char *end = beyond.data() + beyond.size();
    const auto [stopped, error] = std::from_chars(beyond.data(), end, key);
    if (error != std::errc() || stopped != end || key < 1 || key > keys)
        throw ConfigError("--beyond takes mean, nothing or a key from 1 to " + std::to_string(keys) + ", not \"" +
                          beyond + "\"");
    --key;
    return ScoreReference::Key;
}

NumberTable::Cell noCell()
{
    return std::nan("");
}

/// Ends every row with what the table is of.
void addEnds(NumberTable &table, const std::vector<std::string> &names, const std::vector<NumberTable::Cell> &cells)
{
    table.columns.insert(table.columns.end(), names.begin(), names.end());
    for (std::vector<NumberTable::Cell> &row : table.rows)
        row.insert(row.end(), cells.begin(), cells.end());
}

} // namespace

PartsQuestion partsQuestion(const ExportOptions &options, const ShownState &state,
                            const std::shared_ptr<const Checkpoint> &checkpoint)
{
    PartsQuestion question;
    question.checkpoint = checkpoint;
    if (!state.trace())
        return question;
    const int keys = int(keysOf(*state.trace(), state.selection.attention).tokens.size());
    if (!options.beyond.empty())
        question.reference = scoreReference(options.beyond, keys, question.otherKey);
    if (!options.word.empty())
        question.word = wordOfVocabulary("--word", options.word, state, checkpoint.get());
    if (options.over == "nothing") {
        question.rather = LogitReference::Nothing;
    } else if (!options.over.empty() && options.over != "second") {
        question.rather = LogitReference::Word;
        question.otherWord = wordOfVocabulary("--over", options.over, state, checkpoint.get());
    }
    return question;
}

NumberTable scorePartsTable(const ShownState &state, const PartsQuestion &question)
{
    if (const QString none = noScorePartsText(state); !none.isEmpty())
        throw ConfigError(none.toStdString());
    const ScoreQuestion asked = scoreQuestion(state, question);
    const ScoreParts parts = scoreParts(state.model(), *state.trace(), asked);
    NumberTable table{"score_parts", {"of", "query_part", "key_part", "score"}, {}};
    table.rows.push_back({"total", noCell(), noCell(), parts.total});
    if (parts.hasDistance)
        table.rows.push_back({"distance", noCell(), noCell(), parts.distance});
    const Eigen::VectorXd ofQuery = parts.ofQueryParts();
    const Eigen::VectorXd ofKey = parts.ofKeyParts();
    for (std::size_t i = 0; i < parts.queryParts.size(); ++i)
        table.rows.push_back({"query", partWord(parts.queryParts[i]), noCell(), ofQuery(Eigen::Index(i))});
    for (std::size_t i = 0; i < parts.keyParts.size(); ++i)
        table.rows.push_back({"key", noCell(), partWord(parts.keyParts[i]), ofKey(Eigen::Index(i))});
    for (std::size_t i = 0; i < parts.queryParts.size(); ++i)
        for (std::size_t j = 0; j < parts.keyParts.size(); ++j)
            table.rows.push_back({"pair", partWord(parts.queryParts[i]), partWord(parts.keyParts[j]),
                                  parts.pairs(Eigen::Index(i), Eigen::Index(j))});
    const auto &queries = queriesOf(*state.trace(), asked.place.attention).tokens;
    const auto &keys = keysOf(*state.trace(), asked.place.attention).tokens;
    addEnds(table, {"layer", "head", "query", "query_token", "key", "key_token"},
            {asked.place.layer + 1, asked.head + 1, asked.query + 1, queries[std::size_t(asked.query)], asked.key + 1,
             keys[std::size_t(asked.key)]});
    return table;
}

NumberTable logitPartsTable(const ShownState &state, const PartsQuestion &question)
{
    if (const QString none = noLogitPartsText(state, question.checkpoint.get()); !none.isEmpty())
        throw ConfigError(none.toStdString());
    const LogitQuestion asked = logitQuestion(state, question);
    const LogitParts parts = logitParts(state.model(), *state.trace(), asked);
    NumberTable table{"logit_parts", {"part", "key", "token", "logit"}, {}};
    table.rows.push_back({"total", noCell(), noCell(), parts.total});
    for (const LogitParts::Entry &entry : parts.entries)
        table.rows.push_back({partWord(entry.part), noCell(), noCell(), entry.number});
    for (const LogitParts::Entry &entry : parts.entries) {
        if (entry.byKey.empty())
            continue;
        const SideTrace &keys = keysOf(*state.trace(), attentionOf(*entry.part.sublayer));
        for (std::size_t key = 0; key < entry.byKey.size(); ++key)
            table.rows.push_back({partWord(entry.part), int(key) + 1, keys.tokens[key], entry.byKey[key]});
    }
    const ModelConfig &config = state.model().config;
    const Attention read = readOutAttention(config);
    const TokenList &vocabulary = state.trace()->vocabulary;
    const NumberTable::Cell other =
        asked.other ? NumberTable::Cell(std::string(vocabulary[std::size_t(*asked.other)])) : noCell();
    addEnds(table, {"position", "position_token", "word", "over"},
            {asked.position + 1, queriesOf(*state.trace(), read).tokens[std::size_t(asked.position)],
             std::string(vocabulary[std::size_t(asked.word)]), other});
    return table;
}

NumberTable patchTable(const ShownState &state, PatchKind kind, const PartsQuestion &question)
{
    const PatchAnswer answer = *patchAnswer(state, kind, question);
    if (!answer.whyNone.isEmpty())
        throw ConfigError(answer.whyNone.toStdString());
    const ModelConfig &config = answer.comparison->model().config;
    const Trace &trace = *answer.comparison->now();
    const PatchMap &map = answer.map;
    NumberTable table{
        "patch", {"what", "block", "layer", "head", "position", "token", "patched", "present", "pinned", "share"}, {}};
    for (int row = 0; row < map.rows; ++row)
        for (int column = 0; column < map.columns; ++column) {
            const PatchPlace place = gridCell(config, trace, answer.grid, row, column).place;
            const bool isHead = isOfHead(place.kind);
            const SideTrace &side = queriesOf(trace, place.attention);
            table.rows.push_back({std::string(wordOf(place.kind)), std::string(wordOf(place.attention)),
                                  place.kind == PatchKind::Stream ? place.layer : place.layer + 1,
                                  isHead ? NumberTable::Cell(place.head + 1) : noCell(),
                                  isHead ? noCell() : NumberTable::Cell(column + 1),
                                  isHead ? noCell() : NumberTable::Cell(side.tokens[std::size_t(column)]),
                                  map.patched[std::size_t(row * map.columns + column)], map.now, map.before,
                                  map.share(row, column)});
        }
    return table;
}

} // namespace regard
