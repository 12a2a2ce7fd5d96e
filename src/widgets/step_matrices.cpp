#include "widgets/step_matrices.h"

#include <optional>
#include <string>
#include <utility>

#include <QCoreApplication>

#include "engine/forward.h"
#include "engine/hand_rounding.h"
#include "engine/next_token.h"
#include "engine/output_layer.h"
#include "engine/product.h"
#include "engine/stream.h"
#include "engine/sublayer.h"
#include "engine/sublayer_trace.h"
#include "widgets/step_pieces.h"
#include "widgets/step_weighing.h"
#include "widgets/token_names.h"

namespace regard {

namespace {

constexpr Eigen::Index mostAppended = 24;     // columns of tokens with their one-hot positions
constexpr Eigen::Index mostWeighedPairs = 16; // whose weighted value rows are all shown
constexpr Eigen::Index mostWeighedColumns = 8;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StepMatrices)
};

StepPiece equals()
{
    return stepSign(QStringLiteral("="));
}

StepPiece plus()
{
    return stepSign(QStringLiteral("+"));
}

/// Every row rounded as people do on paper.
Matrix roundedRows(const Matrix &weights, int decimals)
{
    Matrix rounded(weights.rows(), weights.cols());
    for (Eigen::Index i = 0; i < weights.rows(); ++i) {
        const std::vector<double> row = roundedToSum(stepRow(weights, i), decimals);
        for (Eigen::Index j = 0; j < weights.cols(); ++j)
            rounded(i, j) = static_cast<float>(row[static_cast<std::size_t>(j)]);
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
        std::vector<StepLine> lines = linesOf(kind);
        if (m_context.choice.columns) {
            for (StepLine &line : lines)
                StepPieces::turn(line);
        }
        return lines;
    }

private:
    std::vector<StepLine> linesOf(StepKind kind) const
    {
        switch (kind) {
        case StepKind::Embed:
            return embed();
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
            return {join()};
        case StepKind::AddNorm:
            return addNorm();
        case StepKind::FeedForward:
            return feedForward();
        case StepKind::Output:
            return output();
        }
        return {};
    }

    int component(const Matrix &values, int row) const { return m_context.component(stepRow(values, row)); }

    std::vector<StepLine> embed() const
    {
        const EntrySteps steps = entrySteps(m_context.model, m_context.trace, stackOf(m_context.place.attention));
        const int c = component(steps.normed, m_context.query);
        const StepSourceList sources = joined(m_sources.token(eachRow), m_sources.position(eachRow));
        const StepPiece sum = m_pieces.asking(m_config.embeddingNorm ? Text::tr("sum") : Text::tr("X"), steps.added,
                                              StepRole::Plain, c, sources);
        std::vector<StepLine> lines;
        if (m_config.position == Position::OneHot && m_config.dModel + steps.positions.rows() <= mostAppended)
            lines.push_back(appended(steps, c, sum));
        StepLine line{
            m_pieces.asking(Text::tr("tokens"), steps.embedded, StepRole::Plain, c, m_sources.token(eachRow))};
        if (m_config.embeddingScale)
            line.push_back(stepSign(QStringLiteral("× √%1").arg(m_config.dModel)));
        if (steps.positions.size() > 0) {
            line.push_back(plus());
            line.push_back(m_pieces.asking(Text::tr("positions"), steps.positions, StepRole::Plain, c,
                                           m_sources.position(eachRow)));
        }
        line.push_back(equals());
        line.push_back(sum);
        lines.push_back(std::move(line));
        if (m_config.embeddingNorm)
            lines.push_back(
                {stepSign(Text::tr("norm of")), sum, equals(),
                 m_pieces.asking(Text::tr("X"), steps.normed, StepRole::Plain, c, m_sources.entry(eachRow))});
        return lines;
    }

    /// The tokens with their one-hot positions appended, times the identity above W_P.
    StepLine appended(const EntrySteps &steps, int column, const StepPiece &sum) const
    {
        const Eigen::Index n = steps.positions.rows();
        const Eigen::Index width = steps.scaled.cols();
        Matrix both(n, width + n);
        both << steps.scaled, Matrix::Identity(n, n);
        Matrix table(width + n, width);
        table << Matrix::Identity(width, width), steps.positions;
        const bool columns = m_context.choice.columns;
        StepPiece rows =
            m_pieces.asking(columns ? Text::tr("[tokens; one-hot]") : Text::tr("[tokens, one-hot]"), std::move(both));
        StepPiece right = m_pieces.matrix(columns ? Text::tr("[I, W_P]") : Text::tr("[I; W_P]"), std::move(table));
        right.matrix.column = column;
        return m_pieces.product(std::move(rows), std::move(right), std::nullopt, sum);
    }

    std::vector<StepLine> project() const
    {
        const Sublayer sublayer = sublayerOf(m_context.place);
        const Matrix input =
            sublayerInput(m_context.model, sublayer, streamBefore(m_config, m_context.trace, sublayer));
        const bool crosses = m_context.place.attention == Attention::Cross;
        const StepSourceList read = m_sources.read(eachRow);
        const StepPiece queries = m_pieces.asking(Text::tr("I"), input, StepRole::Plain, -1, read);
        const StepPiece keys = crosses ? m_pieces.asked(Text::tr("E"), m_context.trace.encoderOutput)
                                       : m_pieces.asked(Text::tr("I"), input, StepRole::Plain, -1, read);
        const HeadTrace &head = m_context.headTrace;
        const int q = m_context.component(m_context.q);
        const int k = m_context.component(m_context.k);
        const int v = m_context.component(m_context.v);
        return {
            projection(queries, 'q', m_config.dKey, q, queryRows(q)),
            projection(keys, 'k', m_config.dKey, k, keyRows(k)),
            projection(keys, 'v', m_config.dValue, v,
                       m_pieces.asked(Text::tr("V"), head.v, StepRole::Value, v, m_sources.projected('v', eachRow)))};
    }

    StepPiece queryRows(int column) const
    {
        return m_pieces.asking(Text::tr("Q"), m_context.headTrace.q, StepRole::Query, column,
                               m_sources.projected('q', eachRow));
    }

    StepPiece keyRows(int column) const
    {
        return m_pieces.asked(Text::tr("K"), m_context.headTrace.k, StepRole::Key, column,
                              m_sources.projected('k', eachRow));
    }

    /// input · W (+ b) = result, with the head's columns of W.
    StepLine projection(const StepPiece &input, char letter, int width, int column, StepPiece result) const
    {
        const QString name = QString(QLatin1Char(letter)).toUpper();
        const auto part = [&](char kind) {
            const std::string weight = m_sources.weight((std::string{kind, '_', letter}).c_str());
            return m_pieces.headPart(QStringLiteral("%1_%2").arg(QChar::fromLatin1(kind == 'w' ? 'W' : 'b'), name),
                                     weight, width, column);
        };
        std::optional<StepPiece> bias;
        if (m_config.bias)
            bias = part('b');
        return m_pieces.product(input, part('w'), std::move(bias), std::move(result));
    }

    /// Several stages show them, and those of a long sentence take a while.
    const HeadScores &headScoresOnce() const
    {
        if (!m_scores)
            m_scores =
                headScores(m_context.model, m_context.trace,
                           blockIndex(m_config, m_context.place.attention, m_context.place.layer), m_context.head);
        return *m_scores;
    }

    /// Before the mask; `name` is the stage's.
    StepPiece scored(const QString &name, const Matrix &values) const
    {
        return m_pieces.pairs(name, values, m_sources.pairs(eachRow));
    }

    StepLine score() const
    {
        StepPiece transposed = keyRows(-1);
        transposed.matrix.name = Text::tr("Kᵀ");
        transposed.matrix.transposed = true;
        StepLine line =
            m_pieces.product(queryRows(-1), std::move(transposed), std::nullopt,
                             m_pieces.pairs(Text::tr("A"), headScoresOnce().scores, m_sources.scores(eachRow)));
        if (m_config.score == Score::Additive)
            line[1] = stepSign(Text::tr("w_a · tanh of each pair,"));
        return line;
    }

    StepLine scale() const
    {
        StepPiece before = m_pieces.pairs(Text::tr("A"), headScoresOnce().scores, m_sources.scores(eachRow));
        if (m_config.score != Score::ScaledDot)
            return {before};
        return {before, stepSign(QStringLiteral("÷ √%1").arg(m_config.dKey)), equals(),
                scored(Text::tr("scaled"), headScoresOnce().scaled)};
    }

    StepLine mask() const
    {
        return {scored(Text::tr("scaled"), headScoresOnce().scaled), stepSign(Text::tr("masked")), equals(),
                scored(Text::tr("masked"), headScoresOnce().masked)};
    }

    StepPiece weights(const QString &name, const Matrix &values) const
    {
        return m_pieces.pairs(name, values, m_sources.weights(eachRow));
    }

    /// With the decimals of "by hand", which all of them show.
    StepPiece handWeights(const Matrix &values) const
    {
        StepPiece piece = weights(Text::tr("Â"), values);
        piece.matrix.digits = m_context.choice.handDecimals;
        return piece;
    }

    StepPiece withHandDigits(StepPiece piece) const
    {
        const Matrix &values = *piece.matrix.values;
        piece.matrix.digits = handDigits(m_context, StepRow(values.data(), values.data() + values.size()));
        return piece;
    }

    /// "By hand" two lines: the exact weights, and what becomes of them.
    std::vector<StepLine> softmax() const
    {
        const HeadScores &all = headScoresOnce();
        const QString before = m_config.score == Score::ScaledDot ? Text::tr("scaled") : Text::tr("A");
        const bool isMasked = !(all.masked.array() == all.scaled.array()).all();
        const Matrix &exact = m_context.headTrace.weights;
        StepLine line{stepSign(Text::tr("softmax of")), scored(isMasked ? Text::tr("masked") : before, all.masked),
                      equals()};
        if (!m_context.isByHand()) {
            line.push_back(weights(Text::tr("Â"), exact));
            return {line};
        }
        line.push_back(weights(Text::tr("exact Â"), exact));
        return {line,
                {stepSign(Text::tr("rounded")), weights(Text::tr("exact Â"), exact), equals(),
                 handWeights(roundedRows(exact, m_context.choice.handDecimals))}};
    }

    StepLine weighed(StepPiece used, const QString &outputName, const Matrix &output, int column) const
    {
        return m_pieces.product(
            std::move(used), values(column), std::nullopt,
            m_pieces.asking(outputName, output, StepRole::Value, column, m_sources.weighed(eachRow)));
    }

    StepPiece values(int column) const
    {
        return m_pieces.asked(Text::tr("V"), m_context.headTrace.v, StepRole::Value, column,
                              m_sources.projected('v', eachRow));
    }

    std::vector<StepLine> weigh() const
    {
        const HeadTrace &head = m_context.headTrace;
        const bool byHand = m_context.isByHand();
        const Matrix used = byHand ? roundedRows(head.weights, m_context.choice.handDecimals) : head.weights;
        const Matrix output = byHand ? product(used, head.v) : head.output;
        const int c = component(output, m_context.query);
        std::vector<StepLine> lines{
            weighed(byHand ? handWeights(used) : weights(Text::tr("Â"), used), Text::tr("O"), output, c)};
        lines.back().back() = withHandDigits(std::move(lines.back().back()));
        if (byHand)
            lines.push_back(weighed(weights(Text::tr("exact Â"), head.weights), Text::tr("exact O"), head.output, c));
        if (used.size() <= mostWeighedPairs && head.v.cols() <= mostWeighedColumns) {
            for (int query = 0; query < used.rows(); ++query)
                lines.push_back(weighedRows(used, query, output.row(query), c));
        }
        return lines;
    }

    /// Every value row times its weight, and their sum: one query's row of O.
    StepLine weighedRows(const Matrix &used, int query, const Matrix &output, int column) const
    {
        const auto row = [&](const QString &name, Matrix values, StepSourceList sources) {
            StepPiece piece = m_pieces.matrix(name, std::move(values), StepRole::Value, std::move(sources));
            piece.matrix.row = query == m_context.query ? 0 : -1;
            piece.matrix.column = column;
            piece.matrix.columnsAreComponents = true;
            return withHandDigits(std::move(piece));
        };
        StepLine line;
        for (int key = 0; key < used.cols(); ++key) {
            if (key > 0)
                line.push_back(plus());
            const float weight = used(query, key);
            line.push_back(row(
                Text::tr("%1 · v(%2)").arg(m_context.weightText(static_cast<double>(weight)), m_context.keys.at(key)),
                weight * m_context.headTrace.v.row(key), m_sources.weighted(query, key)));
        }
        line.push_back(equals());
        line.push_back(row(Text::tr("o(%1)").arg(m_context.queries.at(query)), output, m_sources.weighed(query)));
        return line;
    }

    StepLine join() const
    {
        StepPiece heads =
            m_pieces.asking(Text::tr("heads"), m_context.block.joined, StepRole::Value, -1, m_sources.heads());
        if (!m_config.outputProjection)
            return {heads};
        const int c = component(m_context.block.output, m_context.query);
        std::optional<StepPiece> bias;
        if (m_config.bias)
            bias = m_pieces.weight(QStringLiteral("b_O"), m_sources.weight("b_o"), c);
        return m_pieces.product(
            std::move(heads), m_pieces.weight(QStringLiteral("W_O"), m_sources.weight("w_o"), c), std::move(bias),
            m_pieces.asking(Text::tr("output"), m_context.block.output, StepRole::Plain, c, m_sources.output()));
    }

    /// stream + output = sum, and norm of it, as far as the model does each. Sources are those of stream and output.
    std::vector<StepLine> residual(const Sublayer &sublayer, const StepPiece &stream, const StepPiece &output,
                                   const Matrix &added, const Matrix &normed) const
    {
        const int c = component(added, m_context.query);
        const QString name = m_config.residual ? Text::tr("sum") : Text::tr("output");
        const StepSourceList both =
            m_config.residual ? joined(stream.matrix.sources, output.matrix.sources) : output.matrix.sources;
        const StepPiece sum = m_pieces.asking(name, added, StepRole::Plain, c, both);
        std::vector<StepLine> lines;
        if (m_config.residual)
            lines.push_back({stream, plus(), output, equals(), sum});
        const std::string norm = normName(sublayer);
        if (m_config.norm == Norm::Post)
            lines.push_back({stepSign(Text::tr("norm of")), sum, equals(),
                             m_pieces.asking(Text::tr("normed"), normed, StepRole::Plain, c,
                                             normSources(norm + ".gain", norm + ".bias"))});
        return lines;
    }

    std::vector<StepLine> addNorm() const
    {
        const AttentionSteps steps =
            attentionSteps(m_context.model, m_context.trace, m_context.place.attention, m_context.place.layer);
        const Sublayer sublayer = sublayerOf(m_context.place);
        const int c = component(steps.added, m_context.query);
        return residual(sublayer,
                        m_pieces.asking(Text::tr("stream"), streamBefore(m_config, m_context.trace, sublayer),
                                        StepRole::Plain, c, m_sources.stream(eachRow)),
                        m_pieces.asking(Text::tr("output"), steps.output, StepRole::Plain, c, m_sources.output()),
                        steps.added, steps.normed);
    }

    std::vector<StepLine> feedForward() const
    {
        const Stack stack = stackOf(m_context.place.attention);
        const int layer = m_context.place.layer;
        const Sublayer sublayer{stack, layer, SublayerKind::FeedForward};
        const FeedForwardSteps steps = feedForwardSteps(m_context.model, m_context.trace, stack, layer);
        const std::string prefix = stackName(stack) + "." + std::to_string(layer) + ".ffn.";
        const int c = component(steps.output, m_context.query);
        const int unit = largestOf(stepRow(steps.hidden, m_context.query));
        StepSourceList firstSources{columnsSource(prefix + "w_1")};
        StepSourceList secondSources{columnsSource(prefix + "w_2")};
        std::optional<StepPiece> first;
        std::optional<StepPiece> second;
        if (m_config.bias) {
            first = m_pieces.weight(QStringLiteral("b_1"), prefix + "b_1", unit);
            second = m_pieces.weight(QStringLiteral("b_2"), prefix + "b_2", c);
            firstSources.push_back(alongRow(prefix + "b_1", 0));
            secondSources.push_back(alongRow(prefix + "b_2", 0));
        }
        const std::string norm = normName(sublayer);
        const StepPiece input = m_pieces.asking(Text::tr("x"), steps.input, StepRole::Plain, -1,
                                                m_config.norm == Norm::Pre ? normSources(norm + ".gain", norm + ".bias")
                                                                           : StepSourceList());
        StepPiece hidden = m_pieces.asking(Text::tr("hidden"), steps.hidden, StepRole::Plain, -1, firstSources);
        const StepPiece output =
            m_pieces.asking(Text::tr("output"), steps.output, StepRole::Plain, c, std::move(secondSources));
        StepPiece marked = hidden;
        marked.matrix.column = unit;
        std::vector<StepLine> lines{
            m_pieces.product(input, m_pieces.weight(QStringLiteral("W_1"), prefix + "w_1", unit), std::move(first),
                             std::move(marked)),
            m_pieces.product(std::move(hidden), m_pieces.weight(QStringLiteral("W_2"), prefix + "w_2", c),
                             std::move(second), output)};
        lines.front().insert(lines.front().begin(), stepSign(Text::tr("activation of")));
        for (StepLine &line :
             residual(sublayer,
                      m_pieces.asking(Text::tr("stream"), streamBefore(m_config, m_context.trace, sublayer),
                                      StepRole::Plain, component(steps.added, m_context.query)),
                      output, steps.added, steps.normed))
            lines.push_back(std::move(line));
        return lines;
    }

    std::vector<StepLine> output() const
    {
        const Trace &trace = m_context.trace;
        const Matrix probabilities = nextTokenProbabilities(trace.logits, 1, 0);
        const int words = static_cast<int>(trace.logits.cols());
        const int word = m_context.choice.component < 0 ? largestOf(stepRow(probabilities, m_context.query))
                                                        : component(trace.logits, m_context.query);
        const StepSourceList sources{columnsSource("output.w"), alongRow("output.b", 0)};
        StepPiece logits = m_pieces.asking(Text::tr("logits"), trace.logits, StepRole::Plain, word, sources);
        StepPiece chances = m_pieces.asking(Text::tr("probabilities"), probabilities, StepRole::Plain, word, sources);
        logits.matrix.columns = chances.matrix.columns = tokenNames(trace.vocabulary);
        StepPiece weight = m_context.model.weights.contains("output.w")
                               ? m_pieces.weight(QStringLiteral("W"), "output.w", word)
                               : m_pieces.matrix(QStringLiteral("W"), outputWeights(m_context.model, words),
                                                 StepRole::Plain, {cellsSource("output.w")});
        weight.matrix.column = word;
        std::optional<StepPiece> bias;
        if (const Matrix given = outputBias(m_context.model, words); given.size() > 0) {
            bias = m_pieces.matrix(QStringLiteral("b"), given, StepRole::Plain, {cellsSource("output.b")});
            bias->matrix.column = word;
        }
        StepSourceList normed;
        if (m_config.finalNorm)
            normed = normSources("decoder.final_norm.gain", "decoder.final_norm.bias");
        return {m_pieces.product(
                    m_pieces.asking(Text::tr("x"), trace.decoderOutput, StepRole::Plain, -1, std::move(normed)),
                    std::move(weight), std::move(bias), logits),
                {stepSign(Text::tr("softmax of")), logits, equals(), chances}};
    }

    const StepContext &m_context;
    const ModelConfig &m_config;
    const StepSources &m_sources;
    StepPieces m_pieces;
    mutable std::optional<HeadScores> m_scores;
};

} // namespace

void addStepMatrices(const StepContext &context, int only, std::vector<Step> &steps)
{
    const MatrixMaker maker(context);
    for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
        Step &step = steps[static_cast<std::size_t>(i)];
        if (only < 0 || only == i)
            step.matrices = maker.make(step.kind);
    }
}

} // namespace regard
