#include "export/export_table.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "engine/analysis/head_importance.h"
#include "engine/analysis/summaries.h"
#include "export/export_parts.h"
#include "export/export_view.h"
#include "io/project/words.h"
#include "views/base/head_sink.h"
#include "views/circuits/circuits_data.h"
#include "views/find/find_ranking.h"
#include "views/lens/lens_data.h"
#include "views/output/output_data.h"
#include "views/path/path_data.h"
#include "views/summaries/matrix_change_data.h"
#include "views/summaries/summary_data.h"

namespace regard {

namespace {

const std::vector<std::string> headColumns{"block", "layer", "head"};

NumberTable headTable(const std::string &name, std::vector<std::string> measures)
{
    NumberTable table{name, headColumns, {}};
    table.columns.insert(table.columns.end(), measures.begin(), measures.end());
    return table;
}

/// Returns a head's cells, counted from 1 as on the command line.
std::vector<NumberTable::Cell> rowOf(const HeadRef &head)
{
    return {std::string(wordOf(head.attention)), head.layer + 1, head.head + 1};
}

NumberTable entropyTable(const ShownState &shown)
{
    const ShownState state = measured(shown);
    const Attention attention = state.selection.attention;
    const std::vector<SharedBlock> blocks = blocksOf(state.model(), *state.trace(), attention);
    NumberTable table = headTable("entropy", {"entropy"});
    for (int layer = 0; layer < int(blocks.size()); ++layer)
        for (int head = 0; head < int(blocks[std::size_t(layer)]->heads.size()); ++head) {
            auto row = rowOf({attention, layer, head});
            row.emplace_back(headEntropy(blocks[std::size_t(layer)]->heads.shared(std::size_t(head))->weights));
            table.rows.push_back(std::move(row));
        }
    return table;
}

NumberTable similarityTable(const ShownState &shown)
{
    const ShownState state = measured(shown);
    const Selection &within = state.selection;
    NumberTable table = headTable("similarity", {"other_head", "distance"});
    std::vector<const Matrix *> weights;
    std::vector<std::shared_ptr<const HeadTrace>> compared;
    for (const SharedBlock &block : comparedBlocks(state, false))
        for (std::size_t head = 0; head < block->heads.size(); ++head) {
            compared.push_back(block->heads.shared(head));
            weights.push_back(&compared.back()->weights);
        }
    const Matrix distances = headDistances(weights);
    for (int head = 0; head < int(distances.rows()); ++head)
        for (int other = 0; other < int(distances.cols()); ++other) {
            auto row = rowOf({within.attention, within.layer, head});
            row.emplace_back(other + 1);
            row.emplace_back(double(distances(head, other)));
            table.rows.push_back(std::move(row));
        }
    return table;
}

NumberTable findTable(const ExportOptions &options, const Shown &shown)
{
    const ShownState &state = shown.attention;
    FindQuestion question;
    question.pattern = options.findPattern;
    question.attention = state.selection.attention;
    question.query = state.selection.query;
    question.key = state.selection.key;
    question.isExcess = options.findsExcess;
    const bool isSink = question.pattern == HeadPattern::Sink;
    NumberTable table = headTable("find", {"share"});
    if (isSink)
        table.columns.insert(table.columns.end(), {"first", "special", "punctuation", "by_value", "by_value_first",
                                                   "by_value_special", "by_value_punctuation"});
    for (const HeadShare &found :
         findHeads(state.model(), *state.trace(), question, *shown.now.source, *shown.now.target)) {
        auto row = rowOf(found.head);
        row.emplace_back(found.share);
        if (isSink) {
            const HeadSink sink = headSink(shown.tokens, found.head);
            const double none = std::nan("");
            const SinkShares moved = sink.byValue.value_or(SinkShares{none, none, none});
            for (const double share : {sink.byWeight.first, sink.byWeight.special, sink.byWeight.punctuation,
                                       moved.sum(), moved.first, moved.special, moved.punctuation})
                row.emplace_back(share);
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// How much of its attention each head moved, those that moved most first; new ones have no number and come last.
NumberTable movementTable(const ShownState &state)
{
    struct Moved {
        HeadRef head;
        std::optional<double> share;
    };
    std::vector<Moved> heads;
    const ModelConfig &config = state.model().config;
    for (const Attention attention : attentionsOf(config))
        for (int layer = 0; layer < layersOf(config, attention); ++layer)
            for (int head = 0; head < headsOf(config, attention); ++head)
                heads.push_back({{attention, layer, head}, state.comparison->movedAlone({attention, layer, head})});
    std::stable_sort(heads.begin(), heads.end(),
                     [](const Moved &a, const Moved &b) { return a.share.value_or(-1) > b.share.value_or(-1); });
    NumberTable table = headTable("find", {"share"});
    for (const Moved &each : heads) {
        auto row = rowOf(each.head);
        row.emplace_back(each.share.value_or(std::nan("")));
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// Frobenius norms of every weight's change, those outside of layers too.
NumberTable matricesTable(const ShownState &state)
{
    if (const QString none = noMatrixChangeText(state); !none.isEmpty())
        throw ConfigError(none.toStdString());
    NumberTable table{"matrices", {"weight", "rows", "columns", "norm", "pinned_norm", "relative"}, {}};
    for (const MatrixChange &change : matrixChanges(state.comparison->model(), state.comparison->modelBefore()))
        table.rows.push_back(
            {change.name, change.rows, change.columns, change.difference, change.before, change.relative()});
    return table;
}

NumberTable importanceTable(const ExportOptions &options, const ShownState &state)
{
    const bool says = hasOutput(*state.trace());
    NumberTable table = headTable("importance", {"output"});
    if (says)
        table.columns.emplace_back("next_token");
    const auto measured = headImportance(state.model(), *state.trace(), {.replacement = *options.importance});
    for (const HeadImportance &each : *measured) {
        auto row = rowOf(each.head);
        row.emplace_back(each.output);
        if (says)
            row.emplace_back(each.nextToken);
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// The most probable words in each place, as many as the picture has room for at most.
NumberTable outputTable(const Project &project, const ShownState &state)
{
    if (!hasOutput(*state.trace()))
        throw ConfigError(noOutputText(state.model(), project.checkpoint.get()).toStdString());
    const OutputSource source{{state.result.model, state.trace()}, project.checkpoint};
    const OutputData data = outputData(std::make_shared<NextTokens>(source, NextTokenRule()), state.selection);
    const TokenList &vocabulary = state.trace()->vocabulary;
    NumberTable table{"candidates", {"position", "token", "rank", "word", "spelling", "probability"}, {}};
    for (int position = 0; position < int(data.tokens.size()); ++position) {
        int rank = 0;
        for (const OutputData::Candidate &candidate : data.row(position, OutputFigure::mostCells).best)
            table.rows.push_back({position + 1, data.tokens.at(position).toStdString(), ++rank,
                                  candidate.token.toStdString(), std::string(vocabulary[std::size_t(candidate.index)]),
                                  candidate.probability});
    }
    return table;
}

/// The scores of the head in view for words with words.
NumberTable circuitTable(const ExportOptions &options, const Project &project, const ShownState &state)
{
    const MadeCircuit made = madeCircuit(state, project.checkpoint.get(), options.circuits);
    if (!made.message.isEmpty())
        throw ConfigError(made.message.toStdString());
    if (isComposition(options.circuits.circuit)) {
        NumberTable table{"composition", {"layer", "head", "score"}, {}};
        for (Eigen::Index layer = 0; layer < made.scores->rows(); ++layer)
            for (Eigen::Index head = 0; head < made.scores->cols(); ++head)
                table.rows.push_back({int(layer) + 1, int(head) + 1, double((*made.scores)(layer, head))});
        return table;
    }
    const HeatmapData data = circuitData(state, made, options.circuits);
    NumberTable table{"circuit", {"row", "column", "row_spelling", "column_spelling", "score"}, {}};
    if (made.copying)
        table.columns.emplace_back("copying");
    for (std::size_t row = 0; row < made.rows.size(); ++row)
        for (std::size_t column = 0; column < made.columns.size(); ++column) {
            table.rows.push_back({data.queries.at(int(row)).toStdString(), data.keys.at(int(column)).toStdString(),
                                  made.rows[row], made.columns[column],
                                  double((*made.scores)(Eigen::Index(row), Eigen::Index(column)))});
            if (made.copying)
                table.rows.back().emplace_back(*made.copying);
        }
    return table;
}

/// The most likely word of each token after each layer, and where the chosen word stands.
NumberTable lensTable(const ExportOptions &options, const Project &project, const ShownState &state)
{
    const Checkpoint *checkpoint = project.checkpoint.get();
    if (const QString none = noLensText(state.model(), checkpoint); !none.isEmpty())
        throw ConfigError(none.toStdString());
    if (!options.word.empty() && !lensWord(*state.trace(), checkpoint, options.word))
        throw ConfigError(noLensWordText(QString::fromStdString(options.word)).toStdString());
    const SharedLens answer = lensAnswerOf(state, checkpoint, {options.word});
    const LensData data = lensData(*answer);
    const TokenList &vocabulary = state.trace()->vocabulary;
    NumberTable table{"lens", {"position", "token", "layer", "word", "spelling", "probability"}, {}};
    if (answer->chosen >= 0)
        for (const char *column : {"chosen", "rank", "chosen_probability"})
            table.columns.emplace_back(column);
    for (int token = 0; token < answer->lens.tokens; ++token)
        for (int place = 0; place < answer->lens.places; ++place) {
            const LensCell &cell = answer->lens.at(token, place);
            const bool isNumber = cell.best >= 0;
            table.rows.push_back(
                {token + 1, data.tokens.at(token).toStdString(), place, data.at(token, place).word.toStdString(),
                 isNumber ? std::string(vocabulary[std::size_t(cell.best)]) : std::string(), cell.probability});
            if (answer->chosen < 0)
                continue;
            table.rows.back().emplace_back(std::string(vocabulary[std::size_t(answer->chosen)]));
            table.rows.back().push_back(isNumber ? NumberTable::Cell(cell.rank) : NumberTable::Cell(std::nan("")));
            table.rows.back().emplace_back(cell.chosen);
        }
    return table;
}

/// How much of each word is left, and how many steps lead from it to where the way ends.
NumberTable pathTable(const ShownState &state)
{
    const Model &model = state.model();
    const Trace &trace = *state.trace();
    const std::optional<PathPlace> place = pathPlaceOf(state);
    if (!place)
        throw ConfigError(noPathText(model).toStdString());
    NumberTable table{"path", {"position", "token", "steps", "norm"}, {}};
    const std::vector<double> norms = *pathNorms(model, trace, *place);
    const int end = pathEnd(trace, *place);
    for (int token = 0; token < int(norms.size()); ++token) {
        const std::optional<int> steps = pathSteps(model, trace, *place, end, token);
        table.rows.push_back({token + 1, pathWords(trace, *place).tokens[std::size_t(token)],
                              steps ? NumberTable::Cell(*steps) : NumberTable::Cell(std::nan("")),
                              norms[std::size_t(token)]});
    }
    return table;
}

bool isListed(ViewId id)
{
    switch (id) {
    case ViewId::Entropy:
    case ViewId::Similarity:
    case ViewId::Matrices:
    case ViewId::Output:
    case ViewId::Lens:
    case ViewId::Circuits:
    case ViewId::Path:
    case ViewId::ScoreParts:
    case ViewId::LogitParts:
    case ViewId::Patch:
        return true;
    default:
        return false;
    }
}

} // namespace

bool wantsTable(const ExportOptions &options, const std::vector<Output> &outputs)
{
    const bool isAsked = options.findPattern || options.findsWeight || options.findsMovement || options.importance;
    return isAsked || (isListed(viewNamed(options.view).id) && has(outputs, OutputKind::Numbers));
}

NumberTable exportTable(const ExportOptions &options, const Project &project, const Shown &shown)
{
    if (options.findPattern || options.findsWeight)
        return findTable(options, shown);
    if (options.findsMovement)
        return movementTable(shown.attention);
    if (options.importance)
        return importanceTable(options, shown.tokens);
    switch (viewNamed(options.view).id) {
    case ViewId::Similarity:
        return similarityTable(shown.attention);
    case ViewId::Matrices:
        return matricesTable(shown.tokens);
    case ViewId::Output:
        return outputTable(project, shown.tokens);
    case ViewId::Circuits:
        return circuitTable(options, project, shown.tokens);
    case ViewId::Lens:
        return lensTable(options, project, shown.tokens);
    case ViewId::Path:
        return pathTable(shown.tokens);
    case ViewId::ScoreParts:
        return scorePartsTable(shown.tokens, partsQuestion(options, shown.tokens, project.checkpoint));
    case ViewId::LogitParts:
        return logitPartsTable(shown.tokens, partsQuestion(options, shown.tokens, project.checkpoint));
    case ViewId::Patch:
        return patchTable(shown.tokens, options.patch, partsQuestion(options, shown.tokens, project.checkpoint));
    default:
        return entropyTable(shown.attention);
    }
}

} // namespace regard
