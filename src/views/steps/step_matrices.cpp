#include "views/steps/step_matrices.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <QCoreApplication>

#include "engine/analysis/hand_rounding.h"
#include "engine/analysis/next_token.h"
#include "engine/functions/score.h"
#include "engine/kernels/product.h"
#include "engine/model/key_head.h"
#include "engine/model/sublayer.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/stream.h"
#include "engine/pass/sublayer_trace.h"
#include "views/base/token_names.h"
#include "views/steps/step_cell_matrices.h"
#include "views/steps/step_combine.h"
#include "views/steps/step_entry_matrices.h"
#include "views/steps/step_pieces.h"
#include "views/steps/step_replacement.h"
#include "views/steps/step_stream_matrices.h"
#include "views/steps/step_vocabulary_matrices.h"
#include "views/steps/step_weighing.h"

namespace regard {

namespace {

constexpr Eigen::Index mostWeighedPairs = 16; // whose weighted value rows are all shown
constexpr Eigen::Index mostWeighedColumns = 8;

struct StepMatricesText {
    Q_DECLARE_TR_FUNCTIONS(StepMatrices)
};

/// Rounds every row of a head's weights as people do on paper.
Matrix roundedRows(const HeadTrace &head, int decimals)
{
    const Matrix &weights = head.weights;
    Matrix rounded(weights.rows(), weights.cols());
    for (Eigen::Index i = 0; i < weights.rows(); ++i) {
        const std::vector<double> row = roundedToSum(stepRow(weights, i), decimals, head.hasSink);
        for (Eigen::Index j = 0; j < weights.cols(); ++j)
            rounded(i, j) = float(row[std::size_t(j)]);
    }
    return rounded;
}

/// The lines of one stage.
class MatrixMaker {
public:
    explicit MatrixMaker(const StepContext &context)
        : m_context(context), m_config(context.config), m_sources(context.sources), m_pieces(context)
    {
    }

    std::vector<StepLine> make(StepKind kind) const
    {
        switch (kind) {
        case StepKind::Project:
            return project();
        case StepKind::Score:
            return {score()};
        case StepKind::Scale:
            return {scale()};
        case StepKind::Mask:
            return {mask()};
        case StepKind::Softmax:
            return softmax();
        case StepKind::Weigh:
            return weigh();
        case StepKind::Join:
            return join();
        case StepKind::Combine:
            return combineLines(m_context);
        case StepKind::AddNorm:
            return addNormLines(m_context);
        case StepKind::FeedForward:
            return feedForwardLines(m_context);
        default: // not of an attention
            return {};
        }
    }

private:
    int component(const Matrix &values, int row) const { return m_context.component(stepRow(values, row)); }

    std::vector<StepLine> project() const
    {
        const Sublayer sublayer = sublayerOf(m_context.place);
        const Matrix input =
            sublayerInput(m_context.model, sublayer, streamBefore(m_config, m_context.trace, sublayer));
        const bool crosses = m_context.place.attention == Attention::Cross;
        const StepSourceList read = m_sources.read(eachRow);
        const StepPiece queries = m_pieces.asking(StepMatricesText::tr("X"), input, StepRole::Plain, -1, read);
        const StepPiece keys = crosses ? m_pieces.asked(StepMatricesText::tr("encoder"), m_context.trace.encoderOutput)
                                       : m_pieces.asked(StepMatricesText::tr("X"), input, StepRole::Plain, -1, read);
        const int q = m_context.component(m_context.q);
        const int k = m_context.component(m_context.k);
        const int v = m_context.component(m_context.v);
        std::vector<StepLine> lines;
        addCompared(lines, queries, 'q', q, queryRows(q));
        addCompared(lines, keys, 'k', k, keyRows(k));
        lines.push_back(projection(keys, 'v', m_config.dValue, v, values(v)));
        return lines;
    }

    /// input · W = Q, or K; where positions rotate them, first what is rotated, then the rotation.
    void addCompared(std::vector<StepLine> &lines, const StepPiece &input, char letter, int column,
                     const StepPiece &result) const
    {
        if (m_context.plainQ.empty()) {
            lines.push_back(projection(input, letter, m_config.dKey, column, result));
            return;
        }
        const auto before = [&](const QString &mark, bool isNormed) {
            StepPiece piece = result;
            piece.matrix.name += mark;
            piece.matrix.values =
                std::make_shared<const Matrix>(m_context.headColumns(letter, *input.matrix.values, isNormed));
            piece.matrix.sources = m_sources.projected(letter, eachRow);
            return piece;
        };
        const StepPiece plain = before(QStringLiteral("₀"), false);
        lines.push_back(projection(input, letter, m_config.dKey, column, plain));
        const bool isNormed = hasQkNorm(m_config, m_context.place.attention);
        const StepPiece normed = isNormed && m_context.isRotated() ? before(QStringLiteral("₁"), true)
                                 : isNormed                        ? result
                                                                   : plain;
        if (isNormed)
            lines.push_back({stepSign(StepMatricesText::tr("norm of")), plain, stepSign(QStringLiteral("=")), normed});
        if (m_context.isRotated())
            lines.push_back({stepSign(StepMatricesText::tr("rotated by position:")), normed,
                             stepSign(QStringLiteral("→")), result});
    }

    /// The head of W_Q, W_K or W_V whose columns are used.
    int headOf(char letter) const { return letter == 'q' ? m_context.head : m_context.keyHead; }

    StepPiece queryRows(int column) const
    {
        return StepPieces::numberedFrom(m_context.firstColumn('q'),
                                        m_pieces.asking(StepMatricesText::tr("Q"), m_context.headTrace.q,
                                                        StepRole::Query, column, m_sources.compared('q', eachRow)));
    }

    StepPiece keyRows(int column) const
    {
        return StepPieces::numberedFrom(m_context.firstColumn('k'),
                                        m_pieces.asked(StepMatricesText::tr("K"), m_context.headTrace.k, StepRole::Key,
                                                       column, m_sources.compared('k', eachRow)));
    }

    /// input · W (+ b) = result, with the head's columns of W.
    StepLine projection(const StepPiece &input, char letter, int width, int column, StepPiece result) const
    {
        const QString name = QString(QLatin1Char(letter)).toUpper();
        const auto part = [&](char kind) {
            const std::string weight = m_sources.weight((std::string{kind, '_', letter}).c_str());
            return m_pieces.headPart(QStringLiteral("%1_%2").arg(QChar::fromLatin1(kind == 'w' ? 'W' : 'b'), name),
                                     weight, headOf(letter), width, column);
        };
        std::optional<StepPiece> bias;
        if (hasQkvBias(m_config))
            bias = part('b');
        return m_pieces.product(input, part('w'), std::move(bias), std::move(result));
    }

    /// Computes the scores once: several stages show them, and those of a long sentence take a while.
    const HeadScores &headScoresOnce() const
    {
        if (!m_scores)
            m_scores =
                headScores(m_context.model, m_context.trace,
                           blockIndex(m_config, m_context.place.attention, m_context.place.layer), m_context.head);
        return *m_scores;
    }

    /// Returns the scores before the mask; `name` is the stage's.
    StepPiece scored(const QString &name, const Matrix &values) const
    {
        return m_pieces.pairs(name, values, m_sources.pairs(eachRow));
    }

    StepLine score() const
    {
        StepPiece transposed = keyRows(-1);
        transposed.matrix.name = StepMatricesText::tr("Kᵀ");
        transposed.matrix.transposed = true;
        StepLine line = m_pieces.product(
            queryRows(-1), std::move(transposed), std::nullopt,
            m_pieces.pairs(StepMatricesText::tr("A"), headScoresOnce().scores, m_sources.scores(eachRow)));
        switch (m_config.score) {
        case Score::Dot:
        case Score::ScaledDot:
            break;
        case Score::Additive:
            line[1] = stepSign(StepMatricesText::tr("w_a · tanh of each pair,"));
            break;
        case Score::General: {
            const StepPiece between =
                m_pieces.headPart(QStringLiteral("W_g"), m_sources.weight("w_g"), m_context.head, m_config.dKey, -1);
            line.insert(line.begin() + 1, {stepSign(QStringLiteral("·")), between});
            break;
        }
        }
        return line;
    }

    StepLine scale() const
    {
        StepPiece before =
            m_pieces.pairs(StepMatricesText::tr("A"), headScoresOnce().scores, m_sources.scores(eachRow));
        const QString text = m_context.scaleText(StepMatricesText::tr("bias of the distance"));
        if (text.isEmpty())
            return {before};
        return {before, stepSign(text), stepSign(QStringLiteral("=")),
                scored(StepMatricesText::tr("scaled"), headScoresOnce().scaled)};
    }

    StepLine mask() const
    {
        return {scored(StepMatricesText::tr("scaled"), headScoresOnce().scaled),
                stepSign(StepMatricesText::tr("masked")), stepSign(QStringLiteral("=")),
                scored(StepMatricesText::tr("masked"), headScoresOnce().masked)};
    }

    StepPiece weights(const QString &name, const Matrix &values) const
    {
        return m_pieces.pairs(name, values, m_sources.weights(eachRow));
    }

    /// The weights with the decimals of "by hand", which all of them show.
    StepPiece handWeights(const Matrix &values) const
    {
        StepPiece piece = weights(StepMatricesText::tr("Â"), values);
        piece.matrix.digits = m_context.choice.handDecimals;
        return piece;
    }

    StepPiece withHandDigits(StepPiece piece) const
    {
        const Matrix &values = *piece.matrix.values;
        piece.matrix.digits = handDigits(m_context, StepRow(values.data(), values.data() + values.size()));
        return piece;
    }

    /// "By hand" two lines: the exact weights, and the rounded ones.
    std::vector<StepLine> softmax() const
    {
        const HeadScores &all = headScoresOnce();
        const QString before = scalesScores(m_config) ? StepMatricesText::tr("scaled") : StepMatricesText::tr("A");
        const bool isMasked = !(all.masked.array() == all.scaled.array()).all();
        const Matrix &exact = m_context.headTrace.weights;
        const bool isUniform = m_context.replaced() == Replacement::Uniform;
        StepLine line{
            stepSign(isUniform ? StepMatricesText::tr("in place of softmax of") : StepMatricesText::tr("softmax of")),
            scored(isMasked ? StepMatricesText::tr("masked") : before, all.masked)};
        if (m_context.sink)
            line.push_back(stepSign(StepMatricesText::tr("and the sink %1").arg(m_context.number(*m_context.sink))));
        if (m_context.temperature() != 1.0F)
            line.push_back(stepSign(QStringLiteral("÷ %1").arg(m_context.temperatureText())));
        line.push_back(isUniform ? stepSign(StepMatricesText::tr("uniform weights:")) : stepSign(QStringLiteral("=")));
        if (!setWeightsOf(m_context.model.interventions,
                          {m_context.place.attention, m_context.place.layer, m_context.head})
                 .empty())
            line.push_back(stepSign(StepMatricesText::tr("with weights set by hand:")));
        if (!m_context.isByHand()) {
            line.push_back(weights(StepMatricesText::tr("Â"), exact));
            return {line};
        }
        line.push_back(weights(StepMatricesText::tr("exact Â"), exact));
        return {line,
                {stepSign(StepMatricesText::tr("rounded")), weights(StepMatricesText::tr("exact Â"), exact),
                 stepSign(QStringLiteral("=")),
                 handWeights(roundedRows(m_context.headTrace, m_context.choice.handDecimals))}};
    }

    StepLine weighed(StepPiece used, const QString &outputName, const Matrix &output, int column) const
    {
        return m_pieces.product(
            std::move(used), values(column), std::nullopt,
            StepPieces::numberedFrom(m_context.firstColumn('o'), m_pieces.asking(outputName, output, StepRole::Value,
                                                                                 column, m_sources.weighed(eachRow))));
    }

    StepPiece values(int column) const
    {
        return StepPieces::numberedFrom(m_context.firstColumn('v'),
                                        m_pieces.asked(StepMatricesText::tr("V"), m_context.headTrace.v,
                                                       StepRole::Value, column, m_sources.projected('v', eachRow)));
    }

    std::vector<StepLine> weigh() const
    {
        const HeadTrace &head = m_context.headTrace;
        const bool byHand = m_context.isByHand();
        const Matrix used = byHand ? roundedRows(head, m_context.choice.handDecimals) : head.weights;
        const auto replaced = outputReplacement();
        const Matrix exact = replaced ? product(head.weights, head.v) : head.output;
        const Matrix output = byHand ? product(used, head.v) : exact;
        const int c = component(output, m_context.query);
        const QString name = replaced ? StepMatricesText::tr("sum") : StepMatricesText::tr("O");
        std::vector<StepLine> lines{
            weighed(byHand ? handWeights(used) : weights(StepMatricesText::tr("Â"), used), name, output, c)};
        lines.back().back() = withHandDigits(std::move(lines.back().back()));
        if (byHand)
            lines.push_back(weighed(weights(StepMatricesText::tr("exact Â"), head.weights),
                                    replaced ? StepMatricesText::tr("exact sum") : StepMatricesText::tr("exact O"),
                                    exact, c));
        if (replaced) {
            // The sums are called O where nothing is replaced.
            lines.front().back().matrix.general = StepMatricesText::tr("O");
            lines.back().back().matrix.general = byHand ? StepMatricesText::tr("exact O") : StepMatricesText::tr("O");
            const StepPiece sum = lines.back().back();
            StepPiece put = sum;
            put.matrix.name = StepMatricesText::tr("O");
            put.matrix.values = std::make_shared<const Matrix>(head.output);
            lines.push_back(replacedLine(*replaced, sum, std::move(put)));
        }
        if (used.size() <= mostWeighedPairs && head.v.cols() <= mostWeighedColumns)
            for (int query = 0; query < used.rows(); ++query)
                lines.push_back(weighedRows(used, query, output.row(query), c));
        return lines;
    }

    /// What replaces the head's output; nothing where that is the weighted sum.
    std::optional<Replacement> outputReplacement() const
    {
        const auto replaced = m_context.replaced();
        return replaced == Replacement::Uniform ? std::nullopt : replaced;
    }

    /// Shows every value row times its weight, and their sum: one query's row of O.
    StepLine weighedRows(const Matrix &used, int query, const Matrix &output, int column) const
    {
        const auto row = [&](const QString &name, Matrix values, StepSourceList sources, int first) {
            StepPiece piece = m_pieces.matrix(name, std::move(values), StepRole::Value, std::move(sources));
            piece.matrix.row = query == m_context.query ? 0 : -1;
            piece.matrix.column = column;
            piece.matrix.columnsAreComponents = true;
            piece.matrix.from = first;
            return withHandDigits(std::move(piece));
        };
        StepLine line;
        for (int key = 0; key < used.cols(); ++key) {
            if (key > 0)
                line.push_back(stepSign(QStringLiteral("+")));
            const float weight = used(query, key);
            line.push_back(row(
                StepMatricesText::tr("%1 · v(%2)").arg(m_context.weightText(double(weight)), m_context.keys.at(key)),
                weight * m_context.headTrace.v.row(key), m_sources.weighted(query, key), m_context.firstColumn('v')));
            line.back().matrix.general = StepMatricesText::tr("weight · v(%1)").arg(m_context.keys.at(key));
        }
        line.push_back(stepSign(QStringLiteral("=")));
        line.push_back(row(StepMatricesText::tr("o(%1)").arg(m_context.queries.at(query)), output,
                           m_sources.weighed(query), m_context.firstColumn('o')));
        return line;
    }

    std::vector<StepLine> join() const
    {
        StepPiece heads = m_pieces.asking(StepMatricesText::tr("heads"), m_context.block.joined, StepRole::Value, -1,
                                          m_sources.heads());
        const auto replaced = m_context.replaced(sublayerOf(m_context.place));
        const Matrix &output = m_context.block.output;
        const auto rows = [&](const QString &name, const Matrix &values, int column) {
            return m_pieces.asking(name, values, StepRole::Plain, column, m_sources.output());
        };
        if (!m_config.outputProjection) {
            if (!replaced)
                return {{heads}};
            return {replacedLine(*replaced, heads,
                                 rows(StepMatricesText::tr("output"), output, component(output, m_context.query)))};
        }
        const Matrix computed = replaced ? joinedProduct() : output;
        const int c = component(computed, m_context.query);
        std::optional<StepPiece> bias;
        if (m_config.bias)
            bias = m_pieces.weight(QStringLiteral("b_O"), m_sources.weight("b_o"), c);
        StepPiece result =
            rows(replaced ? StepMatricesText::tr("computed") : StepMatricesText::tr("output"), computed, c);
        result.matrix.general = StepMatricesText::tr("output");
        std::vector<StepLine> lines{m_pieces.product(std::move(heads),
                                                     m_pieces.weight(QStringLiteral("W_O"), m_sources.weight("w_o"), c),
                                                     std::move(bias), result)};
        if (replaced)
            lines.push_back(replacedLine(*replaced, result, rows(StepMatricesText::tr("output"), output, c)));
        return lines;
    }

    /// heads · W_O (+ b_O), before any replacement; n × d_model.
    Matrix joinedProduct() const
    {
        const ModelWeights &weights = m_context.model.weights;
        return affine(m_context.block.joined, weights.weight(m_sources.weight("w_o")),
                      m_config.bias ? &weights.at(m_sources.weight("b_o")) : nullptr)
            .numbers;
    }

    const StepContext &m_context;
    const ModelConfig &m_config;
    const StepSources &m_sources;
    PairPieces m_pieces;
    mutable std::optional<HeadScores> m_scores;
};

} // namespace

void addStepMatrices(const StepSubject &subject, int only, std::vector<Step> &steps)
{
    std::optional<MatrixMaker> ofPair;
    if (subject.pair)
        ofPair.emplace(*subject.pair);
    for (int i = 0; i < int(steps.size()); ++i) {
        Step &step = steps[std::size_t(i)];
        if (only >= 0 && only != i)
            continue;
        if (step.kind == StepKind::Embed)
            step.matrices = embedLines(subject.read());
        else if (step.kind == StepKind::Output)
            step.matrices = outputLines(subject.left());
        else
            step.matrices = isOfCell(step.kind) ? cellLines(*subject.cell, step.kind) : ofPair->make(step.kind);
        if (subject.read().choice.columns)
            for (StepLine &line : step.matrices)
                StepPieces::turn(line);
    }
}

} // namespace regard
