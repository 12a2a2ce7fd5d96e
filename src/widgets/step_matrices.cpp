#include "widgets/step_matrices.h"

#include <optional>
#include <string>
#include <utility>

#include <QCoreApplication>

#include "engine/forward.h"
#include "engine/next_token.h"
#include "engine/output_layer.h"
#include "engine/stream.h"
#include "engine/sublayer.h"
#include "engine/sublayer_trace.h"
#include "widgets/step_stream.h"
#include "widgets/step_terms.h"
#include "widgets/token_names.h"

namespace regard {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StepMatrices)
};

StepPiece sign(const QString &text)
{
    return {text};
}

/// The lines of one stage.
class MatrixMaker {
public:
    MatrixMaker(const Model &model, const Trace &trace, const StepPlace &at, int component)
        : m_model(model), m_config(model.config), m_trace(trace), m_at(at), m_component(component),
          m_block(
              *trace.blocks.at(static_cast<std::size_t>(blockIndex(model.config, at.place.attention, at.place.layer)))),
          m_head(m_block.heads.at(static_cast<std::size_t>(at.head))),
          m_queries(tokenNames(queriesOf(trace, at.place.attention).tokens)),
          m_keys(tokenNames(keysOf(trace, at.place.attention).tokens))
    {
    }

    std::vector<StepLine> make(StepKind kind) const
    {
        switch (kind) {
        case StepKind::Embed:
            return embed();
        case StepKind::Project:
            return project();
        case StepKind::Score:
        case StepKind::Scale:
        case StepKind::Mask:
        case StepKind::Softmax:
            return scores(kind);
        case StepKind::Weigh:
            return weigh();
        case StepKind::Join:
            return join();
        case StepKind::AddNorm:
            return addNorm();
        case StepKind::FeedForward:
            return feedForward();
        case StepKind::Output:
            return output();
        }
        return {};
    }

private:
    static StepPiece matrix(const QString &name, Matrix values, StepRole role = StepRole::Plain, int row = -1,
                            int column = -1)
    {
        StepPiece piece;
        piece.matrix.name = name;
        piece.matrix.values = std::make_shared<const Matrix>(std::move(values));
        piece.matrix.role = role;
        piece.matrix.row = row;
        piece.matrix.column = column;
        return piece;
    }

    /// A whole weight, not copied.
    StepPiece whole(const QString &name, const std::string &weight, int column) const
    {
        StepPiece piece;
        piece.matrix.name = name;
        piece.matrix.values = m_model.weights.find(weight);
        piece.matrix.column = column;
        return piece;
    }

    /// Rows are the queries.
    StepPiece asking(const QString &name, Matrix values, StepRole role = StepRole::Plain, int column = -1) const
    {
        StepPiece piece = matrix(name, std::move(values), role, m_at.query, column);
        piece.matrix.rows = m_queries;
        piece.matrix.columnsAreComponents = column >= 0;
        return piece;
    }

    /// Rows are the keys.
    StepPiece asked(const QString &name, Matrix values, StepRole role = StepRole::Plain, int column = -1) const
    {
        StepPiece piece = matrix(name, std::move(values), role, m_at.key, column);
        piece.matrix.rows = m_keys;
        piece.matrix.rowsAreKeys = true;
        piece.matrix.columnsAreComponents = column >= 0;
        return piece;
    }

    /// Queries × keys.
    StepPiece pairs(const QString &name, Matrix values) const
    {
        StepPiece piece = asking(name, std::move(values), StepRole::Score);
        piece.matrix.column = m_at.key;
        piece.matrix.columns = m_keys;
        piece.matrix.columnsAreKeys = true;
        return piece;
    }

    int component(const Matrix &values, int row) const { return componentWithin(m_component, stepRow(values, row)); }

    std::vector<StepLine> embed() const
    {
        const EntrySteps steps = entrySteps(m_model, m_trace, stackOf(m_at.place.attention));
        const int c = component(steps.normed, m_at.query);
        StepLine line{asking(Text::tr("tokens"), steps.embedded, StepRole::Plain, c)};
        if (m_config.embeddingScale)
            line.push_back(sign(QStringLiteral("× √%1").arg(m_config.dModel)));
        if (steps.positions.size() > 0) {
            line.push_back(sign(QStringLiteral("+")));
            line.push_back(asking(Text::tr("positions"), steps.positions, StepRole::Plain, c));
        }
        line.push_back(sign(QStringLiteral("=")));
        if (!m_config.embeddingNorm) {
            line.push_back(asking(Text::tr("X"), steps.normed, StepRole::Plain, c));
            return {line};
        }
        line.push_back(asking(Text::tr("sum"), steps.added, StepRole::Plain, c));
        return {line,
                {sign(Text::tr("norm of")), asking(Text::tr("sum"), steps.added, StepRole::Plain, c),
                 sign(QStringLiteral("=")), asking(Text::tr("X"), steps.normed, StepRole::Plain, c)}};
    }

    std::vector<StepLine> project() const
    {
        const Sublayer sublayer = sublayerOf(m_at.place);
        const Matrix input = sublayerInput(m_model, sublayer, streamBefore(m_config, m_trace, sublayer));
        const bool crosses = m_at.place.attention == Attention::Cross;
        const StepPiece queries = asking(Text::tr("I"), input);
        const StepPiece keys = crosses ? asked(Text::tr("E"), m_trace.encoderOutput) : asked(Text::tr("I"), input);
        const int q = component(m_head.q, m_at.query);
        const int k = component(m_head.k, m_at.key);
        const int v = component(m_head.v, m_at.key);
        return {projection(queries, "q", m_config.dKey, q, asking(Text::tr("Q"), m_head.q, StepRole::Query, q)),
                projection(keys, "k", m_config.dKey, k, asked(Text::tr("K"), m_head.k, StepRole::Key, k)),
                projection(keys, "v", m_config.dValue, v, asked(Text::tr("V"), m_head.v, StepRole::Value, v))};
    }

    /// input · W (+ b) = result, with the head's columns of W.
    StepLine projection(StepPiece input, const char *letter, int width, int column, StepPiece result) const
    {
        // A click on the input must not choose a component of the result.
        input.matrix.columnsAreComponents = false;
        const QString name = QString::fromLatin1(letter).toUpper();
        const Matrix &weights = weight(std::string("w_") + letter);
        StepLine line{std::move(input), sign(QStringLiteral("·")),
                      matrix(QStringLiteral("W_") + name, weights.middleCols(m_at.head * width, width), StepRole::Plain,
                             -1, column)};
        if (m_config.bias) {
            line.push_back(sign(QStringLiteral("+")));
            line.push_back(matrix(QStringLiteral("b_") + name,
                                  weight(std::string("b_") + letter).middleCols(m_at.head * width, width),
                                  StepRole::Plain, -1, column));
        }
        line.push_back(sign(QStringLiteral("=")));
        line.push_back(std::move(result));
        return line;
    }

    const Matrix &weight(const std::string &part) const
    {
        return m_model.weights.at(blockWeight(m_at.place.attention, m_at.place.layer, part.c_str()));
    }

    /// Several stages show them, and those of a long sentence take a while.
    const HeadScores &headScoresOnce() const
    {
        if (!m_scores)
            m_scores =
                headScores(m_model, m_trace, blockIndex(m_config, m_at.place.attention, m_at.place.layer), m_at.head);
        return *m_scores;
    }

    std::vector<StepLine> scores(StepKind kind) const
    {
        const HeadScores &all = headScoresOnce();
        const StepPiece equals = sign(QStringLiteral("="));
        if (kind == StepKind::Score) {
            StepPiece transposed = matrix(Text::tr("Kᵀ"), m_head.k.transpose(), StepRole::Key, -1, m_at.key);
            transposed.matrix.columns = m_keys;
            transposed.matrix.columnsAreKeys = true;
            const QString between =
                m_config.score == Score::Additive ? Text::tr("w_a · tanh of each pair,") : QStringLiteral("·");
            return {{asking(Text::tr("Q"), m_head.q, StepRole::Query), sign(between), transposed, equals,
                     pairs(Text::tr("A"), all.scores)}};
        }
        if (kind == StepKind::Scale) {
            StepPiece before = pairs(Text::tr("A"), all.scores);
            if (m_config.score != Score::ScaledDot)
                return {{before}};
            return {{before, sign(QStringLiteral("÷ √%1").arg(m_config.dKey)), equals,
                     pairs(Text::tr("scaled"), all.scaled)}};
        }
        if (kind == StepKind::Mask)
            return {{pairs(Text::tr("scaled"), all.scaled), sign(Text::tr("masked")), equals,
                     pairs(Text::tr("masked"), all.masked)}};
        const QString before = m_config.score == Score::ScaledDot ? Text::tr("scaled") : Text::tr("A");
        const bool isMasked = !(all.masked.array() == all.scaled.array()).all();
        return {{sign(Text::tr("softmax of")), pairs(isMasked ? Text::tr("masked") : before, all.masked), equals,
                 pairs(Text::tr("Â"), m_head.weights)}};
    }

    std::vector<StepLine> weigh() const
    {
        const int c = component(m_head.output, m_at.query);
        return {{pairs(Text::tr("Â"), m_head.weights), sign(QStringLiteral("·")),
                 asked(Text::tr("V"), m_head.v, StepRole::Value, c), sign(QStringLiteral("=")),
                 asking(Text::tr("O"), m_head.output, StepRole::Value, c)}};
    }

    std::vector<StepLine> join() const
    {
        StepPiece joined = asking(Text::tr("heads"), m_block.joined, StepRole::Value);
        if (!m_config.outputProjection)
            return {{joined}};
        const int c = component(m_block.output, m_at.query);
        StepLine line{joined, sign(QStringLiteral("·")),
                      matrix(QStringLiteral("W_O"), weight("w_o"), StepRole::Plain, -1, c)};
        if (m_config.bias) {
            line.push_back(sign(QStringLiteral("+")));
            line.push_back(matrix(QStringLiteral("b_O"), weight("b_o"), StepRole::Plain, -1, c));
        }
        line.push_back(sign(QStringLiteral("=")));
        line.push_back(asking(Text::tr("output"), m_block.output, StepRole::Plain, c));
        return {line};
    }

    /// stream + output = sum, and norm of it, as far as the model does each.
    std::vector<StepLine> residual(const Matrix &stream, const Matrix &output, const Matrix &added,
                                   const Matrix &normed) const
    {
        const int c = component(added, m_at.query);
        std::vector<StepLine> lines;
        const QString name = m_config.residual ? Text::tr("sum") : Text::tr("output");
        if (m_config.residual)
            lines.push_back({asking(Text::tr("stream"), stream, StepRole::Plain, c), sign(QStringLiteral("+")),
                             asking(Text::tr("output"), output, StepRole::Plain, c), sign(QStringLiteral("=")),
                             asking(name, added, StepRole::Plain, c)});
        if (m_config.norm == Norm::Post)
            lines.push_back({sign(Text::tr("norm of")), asking(name, added, StepRole::Plain, c),
                             sign(QStringLiteral("=")), asking(Text::tr("normed"), normed, StepRole::Plain, c)});
        return lines;
    }

    std::vector<StepLine> addNorm() const
    {
        const AttentionSteps steps = attentionSteps(m_model, m_trace, m_at.place.attention, m_at.place.layer);
        return residual(streamBefore(m_config, m_trace, sublayerOf(m_at.place)), steps.output, steps.added,
                        steps.normed);
    }

    std::vector<StepLine> feedForward() const
    {
        const Stack stack = stackOf(m_at.place.attention);
        const int layer = m_at.place.layer;
        const FeedForwardSteps steps = feedForwardSteps(m_model, m_trace, stack, layer);
        const std::string prefix = stackName(stack) + "." + std::to_string(layer) + ".ffn.";
        const int c = component(steps.output, m_at.query);
        const int unit = largestOf(stepRow(steps.hidden, m_at.query));
        StepPiece hidden = asking(Text::tr("hidden"), steps.hidden);
        StepLine first{sign(Text::tr("activation of")), asking(Text::tr("x"), steps.input), sign(QStringLiteral("·")),
                       whole(QStringLiteral("W_1"), prefix + "w_1", unit)};
        StepLine second{hidden, sign(QStringLiteral("·")), whole(QStringLiteral("W_2"), prefix + "w_2", c)};
        if (m_config.bias) {
            first.push_back(sign(QStringLiteral("+")));
            first.push_back(
                matrix(QStringLiteral("b_1"), m_model.weights.at(prefix + "b_1"), StepRole::Plain, -1, unit));
            second.push_back(sign(QStringLiteral("+")));
            second.push_back(matrix(QStringLiteral("b_2"), m_model.weights.at(prefix + "b_2"), StepRole::Plain, -1, c));
        }
        hidden.matrix.column = unit;
        first.push_back(sign(QStringLiteral("=")));
        first.push_back(std::move(hidden));
        second.push_back(sign(QStringLiteral("=")));
        second.push_back(asking(Text::tr("output"), steps.output, StepRole::Plain, c));
        std::vector<StepLine> lines{std::move(first), std::move(second)};
        const Sublayer sublayer{stack, layer, SublayerKind::FeedForward};
        for (StepLine &line :
             residual(streamBefore(m_config, m_trace, sublayer), steps.output, steps.added, steps.normed))
            lines.push_back(std::move(line));
        return lines;
    }

    std::vector<StepLine> output() const
    {
        const Matrix probabilities = nextTokenProbabilities(m_trace.logits, 1, 0);
        const int words = static_cast<int>(m_trace.logits.cols());
        const int word =
            m_component < 0 ? largestOf(stepRow(probabilities, m_at.query)) : component(m_trace.logits, m_at.query);
        const Matrix bias = outputBias(m_model, words);
        StepPiece logits = asking(Text::tr("logits"), m_trace.logits, StepRole::Plain, word);
        StepPiece chances = asking(Text::tr("probabilities"), probabilities, StepRole::Plain, word);
        logits.matrix.columns = chances.matrix.columns = tokenNames(m_trace.vocabulary);
        StepLine line{asking(Text::tr("x"), m_trace.decoderOutput), sign(QStringLiteral("·")),
                      m_model.weights.contains("output.w")
                          ? whole(QStringLiteral("W"), "output.w", word)
                          : matrix(QStringLiteral("W"), outputWeights(m_model, words), StepRole::Plain, -1, word)};
        if (bias.size() > 0) {
            line.push_back(sign(QStringLiteral("+")));
            line.push_back(matrix(QStringLiteral("b"), bias, StepRole::Plain, -1, word));
        }
        line.push_back(sign(QStringLiteral("=")));
        line.push_back(logits);
        return {line, {sign(Text::tr("softmax of")), logits, sign(QStringLiteral("=")), chances}};
    }

    const Model &m_model;
    const ModelConfig &m_config;
    const Trace &m_trace;
    const StepPlace &m_at;
    int m_component;
    const BlockTrace &m_block;
    const HeadTrace &m_head;
    QStringList m_queries;
    QStringList m_keys;
    mutable std::optional<HeadScores> m_scores;
};

} // namespace

void addStepMatrices(const Model &model, const Trace &trace, const StepPlace &at, int component, int only,
                     std::vector<Step> &steps)
{
    const MatrixMaker maker(model, trace, at, component);
    for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
        Step &step = steps[static_cast<std::size_t>(i)];
        if (only < 0 || only == i)
            step.matrices = maker.make(step.kind);
    }
}

} // namespace regard
