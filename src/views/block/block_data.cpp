#include "views/block/block_data.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <QCoreApplication>

#include "document/look/selection_rules.h"
#include "document/sentence/side.h"
#include "engine/analysis/next_token.h"
#include "engine/functions/norm.h"
#include "engine/model/positions.h"
#include "engine/model/sublayer.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/recurrent_pass.h"
#include "engine/pass/stream.h"
#include "engine/pass/sublayer_trace.h"
#include "views/base/token_names.h"

namespace regard {

namespace {

using Values = std::shared_ptr<const Matrix>;

constexpr Eigen::Index mostLookedThrough = 1 << 16; // numbers; no worked example has larger matrices

constexpr std::size_t blockDataMostWords = 2048; // columns of a strip
constexpr std::size_t shownWords = 32;           // of a larger vocabulary

struct BlockDataText {
    Q_DECLARE_TR_FUNCTIONS(BlockData)
};

double largestMagnitude(const Matrix &values)
{
    return values.size() > 0 ? double(values.cwiseAbs().maxCoeff()) : 0;
}

bool isWhole(const Matrix &values)
{
    if (values.size() > mostLookedThrough)
        return false;
    return std::all_of(values.data(), values.data() + values.size(),
                       [](float value) { return value == std::round(value); });
}

/// Collects the strips of one box.
class StripMaker {
public:
    StripMaker(const Model &model, const SharedTrace &trace, const Selection &selection,
               const std::vector<std::string> &dimensions)
        : m_model(model), m_trace(trace), m_selection(withinBlocks(selection, model.config)),
          m_stack(m_selection.part != Part::Output         ? shownStack(m_selection, model.config)
                  : hasStack(model.config, Stack::Decoder) ? Stack::Decoder
                                                           : Stack::Encoder),
          m_tokens(tokensOf(*trace, m_stack)), m_dimensions(tokenNames(dimensions))
    {
    }

    std::vector<BoxStrip> make(std::optional<BlockStep> step)
    {
        switch (m_selection.part) {
        case Part::Input:
            addEmbedding();
            break;
        case Part::Attention:
            addAttention();
            break;
        case Part::FeedForward:
            addFeedForward();
            break;
        case Part::AttentionNorm:
            addNorm(sublayerOf({m_selection.attention, m_selection.layer}), step);
            break;
        case Part::FeedForwardNorm:
            addNorm({m_stack, m_selection.layer, SublayerKind::FeedForward}, step);
            break;
        case Part::FinalNorm:
            add(BlockDataText::tr("input"), kept(streamAfter(m_model.config, *m_trace, m_stack)),
                BlockDataText::tr("The stream after the last layer"));
            add(BlockDataText::tr("output"), kept(stackOutput()), BlockDataText::tr("The same after the final norm"));
            break;
        case Part::Output:
            addOutput(step);
            break;
        case Part::Cells:
        case Part::FirstState:
        case Part::Combine:
            addStates();
            break;
        }
        return std::move(m_strips);
    }

private:
    // A copy: what a picture shows must not keep a whole trace alive.
    static Values kept(const Matrix &values) { return std::make_shared<const Matrix>(values); }
    static Values made(Matrix values) { return std::make_shared<const Matrix>(std::move(values)); }

    const Matrix &stackOutput() const
    {
        return m_stack == Stack::Encoder ? m_trace->encoderOutput : m_trace->decoderOutput;
    }

    const BlockTrace &block() const
    {
        const int index = blockIndex(m_model.config, m_selection.attention, m_selection.layer);
        return *m_trace->blocks.at(std::size_t(index));
    }

    const FeedForwardTrace &feedForward() const
    {
        const auto &layers = m_stack == Stack::Encoder ? m_trace->encoderFeedForward : m_trace->decoderFeedForward;
        return *layers.at(std::size_t(m_selection.layer));
    }

    BoxStrip &add(const QString &name, Values values, const QString &hint)
    {
        Strip strip;
        strip.name = name;
        strip.limit = largestMagnitude(*values);
        strip.isWhole = isWhole(*values);
        strip.rows = tokenNames(labelsOf(m_tokens));
        strip.masked = m_tokens.masked;
        if (values->cols() == m_model.config.dModel && m_dimensions.size() == values->cols())
            strip.columns = m_dimensions;
        strip.values = std::move(values);
        m_strips.push_back({std::move(strip), sideInAttention(), hint});
        return m_strips.back();
    }

    /// What the stack's tokens are to the attention in view.
    std::optional<TokenSide> sideInAttention() const
    {
        const Side side = sideOf(m_model.config, m_stack);
        if (side == queriesSide(m_model.config, m_selection.attention))
            return TokenSide::Query;
        const bool isAsked = m_selection.attention == Attention::Cross && side == Side::Source;
        return isAsked ? std::optional(TokenSide::Key) : std::nullopt;
    }

    void addEmbedding()
    {
        const ModelConfig &config = m_model.config;
        add(BlockDataText::tr("tokens"), kept(m_tokens.embedded),
            BlockDataText::tr("The tokens' rows of the embedding"));
        const bool hasPositions = m_tokens.positions.size() > 0;
        const bool hasTypes = config.tokenTypes > 0;
        const bool projects = config.projectsLast();
        const bool isScaled = embeddingFactor(config) != 1 || config.tokenDropout;
        if (!isScaled && !hasPositions && !hasTypes && !config.embeddingNorm && config.embeddingSize == 0)
            return;
        EntrySteps steps = entrySteps(m_model, *m_trace, m_stack);
        if (isScaled)
            add(BlockDataText::tr("scaled"), made(std::move(steps.scaled)),
                config.tokenDropout ? BlockDataText::tr("The rows × 0.88 ÷ (1 − the share of masks)")
                : config.embeddingMultiplier == 1
                    ? BlockDataText::tr("The rows × √%1").arg(config.dModel)
                    : BlockDataText::tr("The rows × %1").arg(double(embeddingFactor(config))));
        if (config.projectsFirst())
            add(BlockDataText::tr("widened"), made(std::move(steps.widened)),
                BlockDataText::tr("The tokens' rows × W_E, as wide as the layers"));
        if (hasPositions) {
            Strip &positions = add(BlockDataText::tr("positions"), kept(m_tokens.positions),
                                   BlockDataText::tr("What is added: a row for each position"))
                                   .strip;
            for (qsizetype i = 0; i < positions.rows.size(); ++i)
                positions.rows[i] = QString::number(i);
            positions.masked.clear();
        }
        if (hasTypes)
            add(BlockDataText::tr("types"), made(std::move(steps.types)),
                BlockDataText::tr("What is added: the row of the sentence of a pair that the token stands in"));
        if (hasPositions || hasTypes)
            add(BlockDataText::tr("sum"), made(std::move(steps.added)),
                !hasTypes      ? BlockDataText::tr("The tokens' rows + their positions")
                : hasPositions ? BlockDataText::tr("The tokens' rows + their positions + their types")
                               : BlockDataText::tr("The tokens' rows + their types"));
        if (config.embeddingNorm)
            add(BlockDataText::tr("normed"), projects ? made(std::move(steps.normed)) : kept(m_tokens.input),
                projects ? BlockDataText::tr("The sum after the norm")
                         : BlockDataText::tr("What the first layer reads"));
        if (projects)
            add(BlockDataText::tr("projected"), kept(m_tokens.input), BlockDataText::tr("What the first layer reads"));
    }

    void addAttention()
    {
        const Sublayer sublayer = sublayerOf({m_selection.attention, m_selection.layer});
        add(BlockDataText::tr("input"), inputOf(sublayer),
            m_selection.attention == Attention::Cross ? BlockDataText::tr("What the queries are made of")
                                                      : BlockDataText::tr("What queries, keys and values are made of"));
        if (m_selection.attention == Attention::Cross) {
            BoxStrip &keys = add(BlockDataText::tr("encoder"), kept(m_trace->encoderOutput),
                                 BlockDataText::tr("The encoder's output: what keys and values are made of"));
            keys.strip.rows = tokenNames(labelsOf(m_trace->source));
            keys.strip.masked = m_trace->source.masked;
            keys.side = TokenSide::Key;
        }
        Strip &output =
            add(BlockDataText::tr("output"), kept(block().output), BlockDataText::tr("The heads' outputs combined"))
                .strip;
        // The columns are those of the heads, whatever their number, if there is no output projection.
        if (!m_model.config.outputProjection)
            output.columns.clear();
    }

    Values inputOf(const Sublayer &sublayer) const
    {
        const Matrix &stream = streamRead(m_model.config, *m_trace, sublayer);
        return normOf(m_model.config, sublayer.stack) == Norm::Pre ? made(sublayerInput(m_model, sublayer, stream))
                                                                   : kept(stream);
    }

    void addFeedForward()
    {
        FeedForwardSteps steps = feedForwardSteps(m_model, *m_trace, m_stack, m_selection.layer);
        add(BlockDataText::tr("input"), made(std::move(steps.input)), BlockDataText::tr("The feed-forward's input"));
        const auto addHidden = [this](const QString &name, Matrix values, const QString &hint) {
            add(name, made(std::move(values)), hint).strip.columns.clear();
        };
        if (m_model.config.gated) {
            addHidden(BlockDataText::tr("activated"), std::move(steps.activated),
                      BlockDataText::tr("x · W_1, after the activation"));
            addHidden(BlockDataText::tr("gate"), std::move(steps.gate),
                      BlockDataText::tr("x · W_3, which the activated are multiplied by"));
        }
        addHidden(BlockDataText::tr("hidden"), std::move(steps.hidden),
                  m_model.config.gated ? BlockDataText::tr("Hidden activations, times their gate")
                                       : BlockDataText::tr("Hidden activations, after the activation"));
        add(BlockDataText::tr("output"), kept(feedForward().output), BlockDataText::tr("The feed-forward's output"));
    }

    /// The norm before a sublayer, or what follows it: sum, norm or both.
    void addNorm(const Sublayer &sublayer, std::optional<BlockStep> step)
    {
        const ModelConfig &config = m_model.config;
        const Norm norm = normOf(config, sublayer.stack);
        const bool isAdded = hasResidual(config, sublayer.stack);
        const Matrix &stream = streamBefore(config, *m_trace, sublayer);
        if (norm == Norm::Pre && (step != BlockStep::Add || !isAdded)) {
            add(BlockDataText::tr("input"), kept(streamRead(config, *m_trace, sublayer)),
                BlockDataText::tr("The stream before the sublayer"));
            add(BlockDataText::tr("output"), inputOf(sublayer),
                BlockDataText::tr("The same after the norm: the sublayer's input"));
            return;
        }
        const bool isFeedForward = sublayer.kind == SublayerKind::FeedForward;
        const Matrix &given = isFeedForward ? feedForward().output : block().output;
        const Matrix &after = isFeedForward ? feedForward().stream : block().stream;
        if (isAdded)
            add(BlockDataText::tr("residual"), kept(stream), BlockDataText::tr("The stream, past the sublayer"));
        add(BlockDataText::tr("input"), kept(given), BlockDataText::tr("The sublayer's output"));
        if (isAdded && norm == Norm::Post)
            add(BlockDataText::tr("sum"), made(residualSum(m_model, sublayer, stream, given)),
                BlockDataText::tr("The stream plus the sublayer's output"));
        if (norm == Norm::Output)
            add(BlockDataText::tr("normed"), made(normed(m_model, normName(sublayer), given)),
                BlockDataText::tr("The sublayer's output after the norm"));
        add(BlockDataText::tr("output"), kept(after),
            norm == Norm::Post
                ? BlockDataText::tr("The sum after the norm: what the next sublayer reads")
                : BlockDataText::tr("The stream plus the sublayer's output: what the next sublayer reads"));
    }

    /// What the chain in view computed, the first state or what the output layer reads.
    void addStates()
    {
        if (m_selection.part == Part::FirstState)
            addFirstState();
        else if (m_selection.part == Part::Combine)
            addCombination();
        else
            addChain();
    }

    void addFirstState()
    {
        const bool isRead = isRecurrent(m_model.config, Stack::Encoder);
        const std::vector<Matrix> summaries = encoderSummaries(m_model, *m_trace);
        const Eigen::Index width = m_model.config.dModel;
        for (std::size_t part = 0; part < summaries.size(); ++part) {
            const bool isCell = part > 0;
            if (isRead || !isCell) // else the same mean
                add(BlockDataText::tr("input"), made(summaries[part]),
                    !isRead  ? BlockDataText::tr("The mean of the encoder’s rows that are not masked out")
                    : isCell ? BlockDataText::tr("The last cell states of the encoder’s last layer")
                             : BlockDataText::tr("The last states of the encoder’s last layer"));
            add(isCell ? BlockDataText::tr("first cell state") : BlockDataText::tr("first state"),
                made(m_trace->firstState.middleCols(Eigen::Index(part) * width, width)),
                isCell ? BlockDataText::tr("Where the cell states of the decoder’s layers begin")
                       : BlockDataText::tr("Where the decoder’s layers begin"));
        }
        for (BoxStrip &box : m_strips) { // one row for the sentence
            box.strip.rows.clear();
            box.strip.masked.clear();
            box.side.reset();
        }
    }

    void addCombination()
    {
        add(BlockDataText::tr("state"), kept(m_trace->decoderRecurrent.back()->output),
            BlockDataText::tr("The top layer’s state after each step"));
        add(BlockDataText::tr("context"), kept(block().output), BlockDataText::tr("The attention's output"))
            .strip.columns.clear();
        add(BlockDataText::tr("output"), kept(m_trace->decoderOutput),
            BlockDataText::tr("tanh of state and context, times W"));
    }

    void addChain()
    {
        const CellTrace &cell = cellsAt(*m_trace, m_selection.chain);
        add(BlockDataText::tr("input"), kept(cell.input),
            BlockDataText::tr("What each step reads beside the state before it"));
        switch (m_model.config.cell) {
        case Cell::Rnn:
            break;
        case Cell::Gru:
            add(BlockDataText::tr("reset"), kept(cell.gates[0]),
                BlockDataText::tr("How much of the state before enters the candidate"));
            add(BlockDataText::tr("update"), kept(cell.gates[1]),
                BlockDataText::tr("How much of the state before stays"));
            add(BlockDataText::tr("candidate"), kept(cell.gates[2]), BlockDataText::tr("What the state would become"));
            break;
        case Cell::Lstm:
            add(BlockDataText::tr("input gate"), kept(cell.gates[0]),
                BlockDataText::tr("How much of the candidate enters the cell state"));
            add(BlockDataText::tr("forget gate"), kept(cell.gates[1]),
                BlockDataText::tr("How much of the cell state before stays"));
            add(BlockDataText::tr("candidate"), kept(cell.gates[2]),
                BlockDataText::tr("What would be added to the cell state"));
            add(BlockDataText::tr("output gate"), kept(cell.gates[3]),
                BlockDataText::tr("How much of the cell state the state shows"));
            add(BlockDataText::tr("cell state"), kept(cell.cellStates),
                BlockDataText::tr("What the cell remembers after each step"));
            break;
        }
        add(BlockDataText::tr("state"), kept(cell.states), BlockDataText::tr("The state after each step"));
    }

    void addOutput(std::optional<BlockStep> step)
    {
        const bool transforms = transformsOutput(m_model.config);
        const bool changes = transforms || narrowsOutput(m_model.config);
        const Matrix &stack = readOutStream(*m_trace);
        const bool isTransform = changes && (!step || step == BlockStep::Transform);
        const bool isSoftmax = step == BlockStep::Softmax;
        if (!isSoftmax)
            add(BlockDataText::tr("input"), changes && !isTransform ? made(outputInput(m_model, stack)) : kept(stack),
                changes && !isTransform ? BlockDataText::tr("The transform's output")
                : transforms            ? BlockDataText::tr("The encoder's output")
                                        : BlockDataText::tr("The decoder's output"));
        if (isTransform)
            add(BlockDataText::tr("output"), made(outputInput(m_model, stack)),
                m_model.config.maskedLanguageModel
                    ? BlockDataText::tr("After a linear layer, the activation and a norm")
                : transforms ? BlockDataText::tr("After a linear layer and the activation")
                             : BlockDataText::tr("The rows × W_D, as narrow as a token's row"));
        else
            addWords(isSoftmax);
    }

    /// Logits, and their softmax where that is the box: of all words, or of a large vocabulary of the likeliest at the
    /// token in focus.
    void addWords(bool isSoftmax)
    {
        const bool isWhole = m_trace->vocabulary.size() <= blockDataMostWords;
        const int row = m_selection.query >= 0 ? m_selection.query : int(m_tokens.tokens.size()) - 1;
        const auto tokens = int(m_tokens.tokens.size());
        const Matrix logits =
            isWhole ? logitsRows(m_model, *m_trace, 0, tokens) : logitsRows(m_model, *m_trace, row, 1);
        const Matrix chances = nextTokenProbabilities(logits, 1, 0);
        const std::vector<int> words = isWhole ? std::vector<int>() : likeliest(logits);
        const auto overWords = [&](const QString &name, const Matrix &all, const QString &whole, const QString &part) {
            Matrix shown = all;
            QStringList names;
            if (isWhole) {
                names = wordNames(m_model, m_trace->vocabulary);
            } else {
                shown.resize(1, Eigen::Index(words.size()));
                for (std::size_t i = 0; i < words.size(); ++i) {
                    shown(0, Eigen::Index(i)) = all(0, words[i]);
                    names.push_back(wordName(m_model, m_trace->vocabulary[std::size_t(words[i])]));
                }
            }
            BoxStrip &box = add(name, made(std::move(shown)),
                                isWhole ? whole : part.arg(words.size()).arg(m_trace->vocabulary.size()));
            box.strip.columns = std::move(names);
            if (isWhole)
                return;
            box.strip.rows = {box.strip.rows.value(row)};
            box.strip.masked.clear();
            box.side.reset();
        };
        overWords(isSoftmax ? BlockDataText::tr("input") : BlockDataText::tr("output"), logits,
                  BlockDataText::tr("Logits: a score for each token of the vocabulary"),
                  BlockDataText::tr("Logits of the token in focus: the %1 largest of %2"));
        if (isSoftmax)
            overWords(
                BlockDataText::tr("output"), chances,
                m_model.config.replacedTokens
                    ? BlockDataText::tr("Softmax of each row: the probabilities that the token is original and that it "
                                        "was replaced")
                : predictsNext(m_model)
                    ? BlockDataText::tr("Softmax of each row: the probability of each next token, at temperature 1")
                    : BlockDataText::tr("Softmax of each row: the probability of each token at its place"),
                BlockDataText::tr("Softmax over all %2 tokens at the one in focus: the %1 likeliest"));
    }

    /// The positions of the largest numbers of the only row, in order.
    static std::vector<int> likeliest(const Matrix &logits)
    {
        std::vector<int> order(std::size_t(logits.cols()));
        std::iota(order.begin(), order.end(), 0);
        const auto count = std::ptrdiff_t(std::min<std::size_t>(shownWords, order.size()));
        std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](int a, int b) {
            return logits(0, a) != logits(0, b) ? logits(0, a) > logits(0, b) : a < b;
        });
        order.resize(std::size_t(count));
        return order;
    }

    const Model &m_model;
    const SharedTrace &m_trace;
    Selection m_selection;
    Stack m_stack;
    const SideTrace &m_tokens;
    QStringList m_dimensions;
    std::vector<BoxStrip> m_strips;
};

} // namespace

std::vector<BoxStrip> boxStrips(const Model &model, const SharedTrace &trace, const Selection &selection,
                                const std::vector<std::string> &dimensions, std::optional<BlockStep> step)
{
    return StripMaker(model, trace, selection, dimensions).make(step);
}

std::vector<Strip> focusedStrips(const std::vector<BoxStrip> &strips, const Selection &selection)
{
    std::vector<Strip> focused;
    focused.reserve(strips.size());
    for (const BoxStrip &box : strips) {
        focused.push_back(box.strip);
        if (!box.side)
            continue;
        const int row = *box.side == TokenSide::Query ? selection.query : selection.key;
        focused.back().row = row < box.strip.values->rows() ? row : -1;
    }
    return focused;
}

std::unique_ptr<Figure> blockViewFigure(const Model &model, const SharedTrace &trace, const Selection &selection,
                                        const std::vector<std::string> &dimensions, QSizeF size, const Theme &theme,
                                        std::optional<BlockStep> step)
{
    BlockDiagram diagram = blockDiagram(model.config, *trace, selection, step, model.interventions);
    BlockViewData data;
    data.title = diagram.title;
    const int selected = diagram.data.selected;
    if (selected >= 0)
        data.stripName = diagram.data.boxes[std::size_t(selected)].name;
    data.block = std::move(diagram.data);
    data.strips = focusedStrips(boxStrips(model, trace, selection, dimensions, step), selection);
    return std::make_unique<BlockViewFigure>(std::move(data), size, theme);
}

} // namespace regard
