#include "views/steps/step_stream_matrices.h"

#include <optional>
#include <string>
#include <utility>

#include <QCoreApplication>

#include "engine/functions/norm.h"
#include "engine/kernels/product.h"
#include "engine/model/sublayer.h"
#include "engine/pass/stream.h"
#include "engine/pass/sublayer_trace.h"
#include "views/steps/step_pieces.h"
#include "views/steps/step_replacement.h"

namespace regard {

namespace {

struct StepStreamMatricesText {
    Q_DECLARE_TR_FUNCTIONS(StepMatrices)
};

class StreamMatrices {
public:
    explicit StreamMatrices(const StepContext &context)
        : m_context(context), m_config(context.config), m_sources(context.sources), m_pieces(context)
    {
    }

    std::vector<StepLine> addNorm() const
    {
        const AttentionSteps steps =
            attentionSteps(m_context.model, m_context.trace, m_context.place.attention, m_context.place.layer);
        const Sublayer sublayer = sublayerOf(m_context.place);
        const int c = component(steps.added, m_context.query);
        return residual(
            sublayer,
            m_pieces.asking(StepStreamMatricesText::tr("stream"), streamBefore(m_config, m_context.trace, sublayer),
                            StepRole::Plain, c, m_sources.stream(eachRow)),
            m_pieces.asking(StepStreamMatricesText::tr("output"), steps.output, StepRole::Plain, c, m_sources.output()),
            steps.added, steps.normed);
    }

    std::vector<StepLine> feedForward() const
    {
        const Stack stack = stackOf(m_context.place.attention);
        const int layer = m_context.place.layer;
        const Sublayer sublayer{stack, layer, SublayerKind::FeedForward};
        const FeedForwardSteps steps = feedForwardSteps(m_context.model, m_context.trace, stack, layer);
        const std::string prefix = stackName(stack) + "." + std::to_string(layer) + ".ffn.";
        const auto replaced = m_context.replaced(sublayer);
        const Matrix given = replaced ? fedForward(steps.hidden, prefix) : steps.output;
        const int c = component(given, m_context.query);
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
        if (m_config.gated) {
            firstSources.push_back(columnsSource(prefix + "w_3"));
            if (m_config.bias)
                firstSources.push_back(alongRow(prefix + "b_3", 0));
        }
        const StepPiece input = m_pieces.asking(StepStreamMatricesText::tr("x"), steps.input, StepRole::Plain, -1,
                                                normOf(m_config, stackOf(m_context.place.attention)) == Norm::Pre
                                                    ? normSources(m_context.model, normName(sublayer))
                                                    : StepSourceList());
        StepPiece hidden =
            m_pieces.asking(StepStreamMatricesText::tr("hidden"), steps.hidden, StepRole::Plain, -1, firstSources);
        const auto rows = [&](const QString &title, const Matrix &values) {
            return m_pieces.asking(title, values, StepRole::Plain, c, secondSources);
        };
        const StepPiece output = rows(StepStreamMatricesText::tr("output"), steps.output);
        StepPiece computed = replaced ? rows(StepStreamMatricesText::tr("computed"), given) : output;
        computed.matrix.general = StepStreamMatricesText::tr("output");
        StepPiece marked = hidden;
        marked.matrix.column = unit;
        const StepPiece firstWeight = m_pieces.weight(QStringLiteral("W_1"), prefix + "w_1", unit);
        std::vector<StepLine> lines =
            m_config.gated ? gated(steps, prefix, unit, input, firstWeight, std::move(first), marked)
                           : std::vector<StepLine>{m_pieces.product(input, firstWeight, std::move(first), marked)};
        lines.front().insert(lines.front().begin(), stepSign(StepStreamMatricesText::tr("activation of")));
        lines.push_back(m_pieces.product(std::move(hidden), m_pieces.weight(QStringLiteral("W_2"), prefix + "w_2", c),
                                         std::move(second), computed));
        if (replaced)
            lines.push_back(replacedLine(*replaced, computed, output));
        for (StepLine &line : residual(sublayer,
                                       m_pieces.asking(StepStreamMatricesText::tr("stream"),
                                                       streamBefore(m_config, m_context.trace, sublayer),
                                                       StepRole::Plain, component(steps.added, m_context.query)),
                                       output, steps.added, steps.normed))
            lines.push_back(std::move(line));
        return lines;
    }

private:
    /// activation of x · W_1 = activated; x · W_3 = gate; activated ∘ gate = hidden. The first line lacks its sign.
    std::vector<StepLine> gated(const FeedForwardSteps &steps, const std::string &prefix, int unit,
                                const StepPiece &input, const StepPiece &firstWeight, std::optional<StepPiece> bias,
                                const StepPiece &hidden) const
    {
        const auto rows = [&](const QString &name, const Matrix &values, const char *number) {
            StepSourceList sources{columnsSource(prefix + "w_" + number)};
            if (m_config.bias)
                sources.push_back(alongRow(prefix + "b_" + number, 0));
            StepPiece piece = m_pieces.asking(name, values, StepRole::Plain, -1, std::move(sources));
            piece.matrix.column = unit;
            return piece;
        };
        const StepPiece activated = rows(StepStreamMatricesText::tr("activated"), steps.activated, "1");
        const StepPiece gate = rows(StepStreamMatricesText::tr("gate"), steps.gate, "3");
        std::optional<StepPiece> gateBias;
        if (m_config.bias)
            gateBias = m_pieces.weight(QStringLiteral("b_3"), prefix + "b_3", unit);
        return {m_pieces.product(input, firstWeight, std::move(bias), activated),
                m_pieces.product(input, m_pieces.weight(QStringLiteral("W_3"), prefix + "w_3", unit),
                                 std::move(gateBias), gate),
                {activated, stepSign(QStringLiteral("∘")), gate, stepSign(QStringLiteral("=")), hidden}};
    }

    int component(const Matrix &values, int row) const { return m_context.component(stepRow(values, row)); }

    /// stream + output = sum, and its norm, where the model does each. Sources are those of stream and output.
    std::vector<StepLine> residual(const Sublayer &sublayer, const StepPiece &stream, const StepPiece &output,
                                   const Matrix &added, const Matrix &normed) const
    {
        const int c = component(added, m_context.query);
        const QString name = hasResidual(m_config, stackOf(m_context.place.attention))
                                 ? StepStreamMatricesText::tr("sum")
                                 : StepStreamMatricesText::tr("output");
        const StepSourceList both = hasResidual(m_config, stackOf(m_context.place.attention))
                                        ? joined(stream.matrix.sources, output.matrix.sources)
                                        : output.matrix.sources;
        const StepPiece sum = m_pieces.asking(name, added, StepRole::Plain, c, both);
        std::vector<StepLine> lines;
        StepPiece more = output;
        if (normOf(m_config, stackOf(m_context.place.attention)) == Norm::Output) {
            more = m_pieces.asking(StepStreamMatricesText::tr("normed"),
                                   regard::normed(m_context.model, normName(sublayer), *output.matrix.values),
                                   StepRole::Plain, c, normSources(m_context.model, normName(sublayer)));
            lines.push_back(
                {stepSign(StepStreamMatricesText::tr("norm of")), output, stepSign(QStringLiteral("=")), more});
        }
        if (hasResidual(m_config, stackOf(m_context.place.attention))) {
            lines.push_back({stream, stepSign(QStringLiteral("+")), more, stepSign(QStringLiteral("=")), sum});
            if (m_config.residualMultiplier != 1)
                lines.back().insert(lines.back().begin() + 3,
                                    stepSign(QStringLiteral("× %1").arg(m_config.residualMultiplier)));
        }
        if (normOf(m_config, stackOf(m_context.place.attention)) == Norm::Post)
            lines.push_back({stepSign(StepStreamMatricesText::tr("norm of")), sum, stepSign(QStringLiteral("=")),
                             m_pieces.asking(StepStreamMatricesText::tr("normed"), normed, StepRole::Plain, c,
                                             normSources(m_context.model, normName(sublayer)))});
        return lines;
    }

    /// hidden · W_2 (+ b_2), before any replacement; n × d_model.
    Matrix fedForward(const Matrix &hidden, const std::string &prefix) const
    {
        const Matrix *bias = m_config.bias ? &m_context.model.weights.at(prefix + "b_2") : nullptr;
        return affine(hidden, m_context.model.weights.weight(prefix + "w_2"), bias).numbers;
    }

    const StepContext &m_context;
    const ModelConfig &m_config;
    const StepSources &m_sources;
    StepPieces m_pieces;
};

} // namespace

std::vector<StepLine> addNormLines(const StepContext &context)
{
    return StreamMatrices(context).addNorm();
}

std::vector<StepLine> feedForwardLines(const StepContext &context)
{
    return StreamMatrices(context).feedForward();
}

} // namespace regard
