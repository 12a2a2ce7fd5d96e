#include "views/block/block_diagram.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "document/sentence/side.h"
#include "engine/functions/rotary.h"
#include "engine/model/attention_place.h"
#include "engine/model/positions.h"
#include "engine/model/sublayer.h"
#include "engine/pass/output_layer.h"
#include "views/heads/ablation_edits.h"

namespace regard {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(BlockDiagram)
};

QString sizes(Eigen::Index rows, Eigen::Index columns)
{
    return QStringLiteral("%1 × %2").arg(rows).arg(columns);
}

bool closesWithNorm(const ModelConfig &config, Stack stack)
{
    return hasResidual(config, stack) || normOf(config, stack) == Norm::Post;
}

bool isSameBlock(const Selection &a, const Selection &b)
{
    return a.part == b.part && a.layer == b.layer &&
           ((a.part != Part::Attention && a.part != Part::AttentionNorm) || a.attention == b.attention);
}

/// Another attention: tokens of the other sentence lose the focus.
Selection withAttention(Selection selection, const ModelConfig &config, Attention attention, int layer)
{
    if (queriesSide(config, selection.attention) != queriesSide(config, attention)) {
        selection.query = -1;
        selection.pinnedQueries.clear();
    }
    if (keysSide(config, selection.attention) != keysSide(config, attention)) {
        selection.key = -1;
        selection.pinnedKeys.clear();
    }
    selection.attention = attention;
    selection.layer = layer;
    return selection;
}

/// Builds the diagram of one layer, from the bottom up.
class DiagramMaker {
public:
    DiagramMaker(const ModelConfig &config, const Interventions &interventions, const Trace &trace,
                 const Selection &selection)
        : m_config(config), m_interventions(interventions), m_trace(trace),
          m_selection(withinBlocks(selection, config)), m_stack(shownStack(m_selection, config)),
          m_layers(layersOf(config, m_stack)), m_tokens(int(tokensOf(trace, m_stack).tokens.size()))
    {
    }

    BlockDiagram make(std::optional<BlockStep> step)
    {
        const int layer = m_selection.layer;
        const bool isEncoder = m_stack == Stack::Encoder;
        if (m_layers == 0)
            m_diagram.title = isEncoder ? Text::tr("encoder without layers") : Text::tr("decoder without layers");
        else
            m_diagram.title = (isEncoder ? Text::tr("encoder layer %1") : Text::tr("decoder layer %1")).arg(layer + 1);
        addInput();
        for (const Sublayer &sublayer : sublayersOf(m_config, m_stack))
            if (sublayer.layer == layer)
                addSublayer(sublayer);
        if (m_layers == 0 || layer == m_layers - 1)
            addEnd();
        else
            addOnwards(Text::tr("to layer %1").arg(layer + 2), atStartOf(layer + 1),
                       Text::tr("Go to layer %1").arg(layer + 2));
        addSecond();
        markSelected(step);
        return std::move(m_diagram);
    }

private:
    int add(BlockStep step, const Selection &selects, const QString &name, const QString &shape, const QString &hint)
    {
        m_diagram.data.boxes.push_back({name, shape, step != BlockStep::Onwards});
        m_diagram.places.push_back({step, selects, step, true, hint});
        return int(m_diagram.places.size()) - 1;
    }

    Selection with(Part part) const
    {
        Selection selection = m_selection;
        selection.part = part;
        return selection;
    }

    /// A layer of the same stack, entered from below.
    BlockPlace atStartOf(int layer) const
    {
        const Attention self = m_stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
        Selection selects = withAttention(m_selection, m_config, self, layer);
        const bool normsFirst = normOf(m_config, m_stack) == Norm::Pre;
        selects.part = normsFirst ? Part::AttentionNorm : Part::Attention;
        return {BlockStep::Onwards, selects, normsFirst ? BlockStep::Norm : BlockStep::Attention, true, {}};
    }

    /// A layer of a stack, entered from above.
    BlockPlace atEndOf(Stack stack, int layer) const
    {
        Sublayer last;
        for (const Sublayer &sublayer : sublayersOf(m_config, stack))
            if (sublayer.layer == layer)
                last = sublayer;
        const bool isFeedForward = last.kind == SublayerKind::FeedForward;
        const Attention self = stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
        const Attention attention = isFeedForward ? self : attentionOf(last);
        Selection selects = withAttention(m_selection, m_config, attention, layer);
        BlockStep lands = isFeedForward ? BlockStep::FeedForward : BlockStep::Attention;
        selects.part = isFeedForward ? Part::FeedForward : Part::Attention;
        if (closesWithNorm(m_config, m_stack)) {
            selects.part = isFeedForward ? Part::FeedForwardNorm : Part::AttentionNorm;
            lands = closingStep();
        }
        return {BlockStep::LayerBelow, selects, lands, true, {}};
    }

    BlockStep closingStep() const
    {
        if (normOf(m_config, m_stack) != Norm::Post)
            return BlockStep::Add;
        return hasResidual(m_config, m_stack) ? BlockStep::AddNorm : BlockStep::Norm;
    }

    void addInput()
    {
        const QString shape = sizes(m_tokens, m_config.dModel);
        const int layer = m_selection.layer;
        if (layer > 0) {
            const int box = add(BlockStep::LayerBelow, m_selection, Text::tr("Layer %1 output").arg(layer), shape,
                                Text::tr("Go to layer %1").arg(layer));
            BlockPlace &place = m_diagram.places[std::size_t(box)];
            const BlockPlace below = atEndOf(m_stack, layer - 1);
            place.selects = below.selects;
            place.lands = below.lands;
            return;
        }
        const bool addsPositions = ::regard::addsPositions(m_config.position);
        const bool addsTypes = m_config.tokenTypes > 0;
        const QString name = addsPositions && addsTypes ? Text::tr("Embedding + positions + types")
                             : addsPositions            ? Text::tr("Embedding + positions")
                             : addsTypes                ? Text::tr("Embedding + types")
                                                        : Text::tr("Embedding");
        QString hint = Text::tr("The tokens' rows");
        if (m_config.embeddingScale)
            hint += Text::tr(" × √%1").arg(m_config.dModel);
        if (addsPositions)
            hint += Text::tr(", positions added");
        if (addsTypes)
            hint += Text::tr(", token types added");
        if (m_config.embeddingNorm)
            hint += Text::tr(", normed");
        add(BlockStep::Input, with(Part::Input), name, shape, hint);
    }

    void addSublayer(const Sublayer &sublayer)
    {
        const int before = int(m_diagram.places.size()) - 1;
        const bool isFeedForward = sublayer.kind == SublayerKind::FeedForward;
        Selection selects = m_selection;
        if (!isFeedForward)
            selects = withAttention(m_selection, m_config, attentionOf(sublayer), m_selection.layer);
        Selection normSelects = selects;
        selects.part = isFeedForward ? Part::FeedForward : Part::Attention;
        normSelects.part = isFeedForward ? Part::FeedForwardNorm : Part::AttentionNorm;
        if (normOf(m_config, m_stack) == Norm::Pre)
            add(BlockStep::Norm, normSelects, normText(), sizes(m_tokens, m_config.dModel),
                isRms() ? Text::tr("RMS norm of the stream, before the sublayer")
                        : Text::tr("Layer norm of the stream, before the sublayer"));
        if (isFeedForward)
            addFeedForward(sublayer, selects);
        else
            addAttention(sublayer, selects);
        if (!closesWithNorm(m_config, m_stack))
            return;
        const BlockStep step = closingStep();
        const QString name = step == BlockStep::Norm              ? normText()
                             : step == BlockStep::Add             ? Text::tr("Add")
                             : m_config.normKind == NormKind::Rms ? Text::tr("Add & RMS norm")
                                                                  : Text::tr("Add & norm");
        const int closing = add(step, normSelects, name, sizes(m_tokens, m_config.dModel), closingHint(step));
        if (hasResidual(m_config, m_stack))
            m_diagram.data.residuals.push_back({before, closing});
    }

    bool isRms() const { return m_config.normKind == NormKind::Rms; }

    QString normText() const { return isRms() ? Text::tr("RMS norm") : Text::tr("Norm"); }

    QString closingHint(BlockStep step) const
    {
        if (step == BlockStep::Add)
            return Text::tr("The stream + what the sublayer gives");
        if (step == BlockStep::AddNorm)
            return isRms() ? Text::tr("RMS norm of the stream + what the sublayer gives")
                           : Text::tr("Layer norm of the stream + what the sublayer gives");
        return isRms() ? Text::tr("RMS norm of what the sublayer gives")
                       : Text::tr("Layer norm of what the sublayer gives");
    }

    void addFeedForward(const Sublayer &sublayer, const Selection &selects)
    {
        const int hidden = feedForwardSizeOf(m_config, m_stack);
        const QString hint =
            m_config.gated
                ? Text::tr("Two linear layers beside each other, %1 of the one times the other, then a third")
                : Text::tr("Two linear layers with %1 between them");
        const int box = add(
            BlockStep::FeedForward, selects, m_config.gated ? Text::tr("Gated feed forward") : Text::tr("Feed forward"),
            QStringLiteral("%1 → %2 → %1").arg(m_config.dModel).arg(hidden), hint.arg(activationName()));
        markOff(box, sublayer);
    }

    void markOff(int box, const Sublayer &sublayer)
    {
        if (const Replacement *replacement = replacementOf(m_interventions, sublayer))
            m_diagram.data.boxes[std::size_t(box)].off = Text::tr("off: %1").arg(replacementText(*replacement));
    }

    QString activationName() const
    {
        switch (m_config.activation) {
        case Activation::Relu:
            return QStringLiteral("ReLU");
        case Activation::Gelu:
            return QStringLiteral("GELU");
        case Activation::GeluTanh:
            return QStringLiteral("GELU (tanh)");
        case Activation::Silu:
            break;
        }
        return QStringLiteral("SiLU");
    }

    void addAttention(const Sublayer &sublayer, const Selection &selects)
    {
        const Attention attention = attentionOf(sublayer);
        const int heads = headsOf(m_config, attention);
        QString name = heads == 1 ? Text::tr("Self-attention") : Text::tr("Multi-head attention");
        QString hint = Text::tr("Every token attends to all tokens of its own sentence");
        if (maskOf(m_config, attention) == Mask::Causal) {
            name = Text::tr("Masked self-attention");
            hint = Text::tr("Every token attends to itself and to those before it");
        }
        if (attention == Attention::Cross) {
            name = Text::tr("Cross-attention");
            hint = Text::tr("Every token of the target attends to the encoder's output");
        }
        const int keyHeads = keyValueHeadsOf(m_config, stackOf(attention));
        const QString counted = heads == 1          ? Text::tr("1 head")
                                : keyHeads != heads ? Text::tr("%1 heads, %2 k/v").arg(heads).arg(keyHeads)
                                                    : Text::tr("%1 heads").arg(heads);
        if (keyHeads != heads)
            hint = Text::tr("%1; %2 heads share each key and value head").arg(hint).arg(heads / keyHeads);
        QString shape = m_config.dKey == m_config.dValue
                            ? QStringLiteral("%1 × %2").arg(counted).arg(m_config.dKey)
                            : Text::tr("%1, k %2, v %3").arg(counted).arg(m_config.dKey).arg(m_config.dValue);
        if (isRotated(m_config, attention)) {
            shape = Text::tr("%1 · rotary").arg(shape);
            hint = Text::tr("%1; q and k are rotated by their positions").arg(hint);
        }
        const auto off =
            std::count_if(m_interventions.heads.begin(), m_interventions.heads.end(), [&](const auto &entry) {
                return entry.first.attention == attention && entry.first.layer == sublayer.layer;
            });
        if (off > 0)
            shape = Text::tr("%1 · %2 off").arg(shape).arg(off);
        const int box = add(BlockStep::Attention, selects, name, shape, hint);
        m_diagram.data.boxes[std::size_t(box)].isPartlyOff = off > 0;
        markOff(box, sublayer);
        if (attention == Attention::Cross)
            m_diagram.data.secondReader = box;
    }

    void addEnd()
    {
        const Matrix &output = m_stack == Stack::Encoder ? m_trace.encoderOutput : m_trace.decoderOutput;
        if (hasFinalNorm(m_config, m_stack))
            add(BlockStep::FinalNorm, with(Part::FinalNorm), Text::tr("Final norm"),
                sizes(output.rows(), output.cols()),
                isRms() ? Text::tr("One more RMS norm after the stack")
                        : Text::tr("One more layer norm after the stack"));
        const bool isLast = m_stack == Stack::Decoder || !hasStack(m_config, Stack::Decoder);
        if (isLast && hasOutputLayer(m_config) && !m_trace.vocabulary.empty()) {
            const auto vocabulary = int(m_trace.vocabulary.size());
            if (m_config.maskedLanguageModel)
                add(BlockStep::Transform, with(Part::Output), Text::tr("Transform"),
                    QStringLiteral("%1 → %1").arg(output.cols()),
                    Text::tr("A linear layer, %1 and a norm before the output layer").arg(activationName()));
            add(BlockStep::Linear, with(Part::Output), Text::tr("Linear"),
                QStringLiteral("%1 → %2").arg(output.cols()).arg(vocabulary),
                Text::tr("The output layer: a score for each token of the vocabulary"));
            add(BlockStep::Softmax, with(Part::Output), Text::tr("Softmax"), sizes(output.rows(), vocabulary),
                m_config.maskedLanguageModel ? Text::tr("Probabilities of the token that stands there")
                                             : Text::tr("Probabilities of the next token"));
            return;
        }
        BlockPlace next{BlockStep::Onwards, m_selection, BlockStep::Attention, false, {}};
        if (m_stack == Stack::Encoder && layersOf(m_config, Attention::Cross) > 0) {
            next.selects = withAttention(m_selection, m_config, Attention::Cross, 0);
            next.selects.part = Part::Attention;
            next.isActive = true;
            addOnwards(Text::tr("encoder output → decoder"), next, Text::tr("Go to the decoder's cross-attention"));
        } else {
            addOnwards(m_stack == Stack::Encoder ? Text::tr("encoder output") : Text::tr("decoder output"), next,
                       m_stack == Stack::Encoder ? Text::tr("What the encoder gives")
                                                 : Text::tr("What the decoder gives"));
        }
    }

    void addOnwards(const QString &name, const BlockPlace &place, const QString &hint)
    {
        const int box = add(BlockStep::Onwards, place.selects, name, {}, hint);
        m_diagram.places[std::size_t(box)].lands = place.lands;
        m_diagram.places[std::size_t(box)].isActive = place.isActive;
    }

    void addSecond()
    {
        if (m_diagram.data.secondReader < 0)
            return;
        m_diagram.data.second = {Text::tr("encoder output"),
                                 sizes(m_trace.encoderOutput.rows(), m_trace.encoderOutput.cols()), false};
        BlockPlace place{BlockStep::LayerBelow, m_selection, BlockStep::Attention, false,
                         Text::tr("What the encoder gives: keys and values come from it")};
        const int layers = layersOf(m_config, Stack::Encoder);
        if (layers > 0) {
            place = atEndOf(Stack::Encoder, layers - 1);
            if (hasFinalNorm(m_config, m_stack)) {
                place.selects.part = Part::FinalNorm;
                place.lands = BlockStep::FinalNorm;
            }
            place.hint = Text::tr("Keys and values come from the encoder's output: go to the encoder");
        }
        m_diagram.places.push_back(place);
    }

    void markSelected(std::optional<BlockStep> step)
    {
        int selected = -1;
        for (std::size_t box = 0; box < m_diagram.data.boxes.size(); ++box) {
            const BlockPlace &place = m_diagram.places[box];
            if (place.isElsewhere() || !isSameBlock(place.selects, m_selection))
                continue;
            if (selected < 0 || place.step == step)
                selected = int(box);
        }
        m_diagram.data.selected = selected;
    }

    const ModelConfig &m_config;
    const Interventions &m_interventions;
    const Trace &m_trace;
    Selection m_selection;
    Stack m_stack;
    int m_layers;
    int m_tokens;
    BlockDiagram m_diagram;
};

} // namespace

Stack shownStack(const Selection &selection, const ModelConfig &config)
{
    return layersOf(config, selection.attention) > 0 ? stackOf(selection.attention) : sourceStack(config);
}

const SideTrace &tokensOf(const Trace &trace, Stack stack)
{
    return queriesOf(trace, stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder);
}

Selection withinBlocks(const Selection &selection, const ModelConfig &config)
{
    Selection within = selection;
    const std::vector<Attention> attentions = attentionsOf(config);
    if (layersOf(config, within.attention) == 0 && !attentions.empty())
        within.attention = attentions.front();
    const Stack stack = shownStack(within, config);
    within.layer = std::clamp(within.layer, 0, std::max(0, layersOf(config, stack) - 1));
    const bool hasFeedForward = regard::hasFeedForward(config, stack);
    const auto lacks = [&](Part part) {
        switch (part) {
        case Part::Input:
            return false;
        case Part::Attention:
            return attentions.empty();
        case Part::AttentionNorm:
            return attentions.empty() || (!hasResidual(config, stack) && normOf(config, stack) == Norm::None);
        case Part::FeedForward:
            return attentions.empty() || !hasFeedForward;
        case Part::FeedForwardNorm:
            return attentions.empty() || !hasFeedForward ||
                   (!hasResidual(config, stack) && normOf(config, stack) == Norm::None);
        case Part::FinalNorm:
            return !hasFinalNorm(config, stack);
        case Part::Output:
            return !hasOutputLayer(config);
        case Part::Cells:
        case Part::FirstState:
        case Part::Combine:
            return false; // as clampedSelection() says
        }
        return true;
    };
    if (lacks(within.part))
        within.part = lacks(Part::Attention) ? Part::Input : Part::Attention;
    return within;
}

BlockDiagram blockDiagram(const ModelConfig &config, const Trace &trace, const Selection &selection,
                          std::optional<BlockStep> step, const Interventions &interventions)
{
    return DiagramMaker(config, interventions, trace, selection).make(step);
}

} // namespace regard
