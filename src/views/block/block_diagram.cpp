#include "views/block/block_diagram.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "document/look/selection_rules.h"
#include "document/sentence/side.h"
#include "engine/functions/rotary.h"
#include "engine/model/attention_place.h"
#include "engine/model/positions.h"
#include "engine/model/recurrent.h"
#include "engine/model/sublayer.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/patched_rows.h"
#include "engine/pass/stream.h"
#include "io/project/words.h"
#include "views/ablation/ablation_edits.h"
#include "views/base/value_text.h"

namespace regard {

namespace {

struct BlockDiagramText {
    Q_DECLARE_TR_FUNCTIONS(BlockDiagram)
};

QString sizes(Eigen::Index rows, Eigen::Index columns)
{
    return QStringLiteral("%1 × %2").arg(rows).arg(columns);
}

bool closesWithNorm(const ModelConfig &config, Stack stack)
{
    return hasResidual(config, stack) || normOf(config, stack) == Norm::Post || normOf(config, stack) == Norm::Output;
}

bool isSameBlock(const Selection &a, const Selection &b)
{
    if (a.part == Part::Cells && b.part == Part::Cells)
        return a.chain == b.chain;
    return a.part == b.part && a.layer == b.layer &&
           ((a.part != Part::Attention && a.part != Part::AttentionNorm) || a.attention == b.attention);
}

/// Selects another attention: tokens of the other sentence lose the focus.
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

/// The layer in which a box of a recurrent stack stands.
int recurrentLayer(const Selection &selection, const ModelConfig &config, Stack stack)
{
    const int last = std::max(0, layersOf(config, stack) - 1);
    switch (selection.part) {
    case Part::Cells:
        return selection.chain.layer;
    case Part::FirstState: // in every layer
        return selection.chain.stack == stack ? std::clamp(selection.chain.layer, 0, last) : 0;
    case Part::Input:
        return 0;
    case Part::Attention:
        return config.decoderAttention == DecoderAttention::Bahdanau ? 0 : last;
    default:
        return last;
    }
}

/// Builds the diagram of one layer, from the bottom up.
class DiagramMaker {
public:
    DiagramMaker(const ModelConfig &config, const Interventions &interventions, const Trace &trace,
                 const Selection &selection)
        : m_config(config), m_interventions(interventions), m_trace(trace),
          m_selection(withinBlocks(selection, config)), m_stack(shownStack(m_selection, config)),
          m_isRecurrent(isRecurrent(config, m_stack)),
          m_layer(m_isRecurrent ? recurrentLayer(m_selection, config, m_stack) : m_selection.layer),
          m_layers(layersOf(config, m_stack)), m_tokens(int(tokensOf(trace, m_stack).tokens.size()))
    {
    }

    BlockDiagram make(std::optional<BlockStep> step)
    {
        const int layer = m_layer;
        const bool isEncoder = m_stack == Stack::Encoder;
        if (m_layers == 0)
            m_diagram.title = isEncoder ? BlockDiagramText::tr("encoder without layers")
                                        : BlockDiagramText::tr("decoder without layers");
        else
            m_diagram.title =
                (isEncoder ? BlockDiagramText::tr("encoder layer %1") : BlockDiagramText::tr("decoder layer %1"))
                    .arg(layer + 1);
        addInput();
        if (m_isRecurrent)
            addRecurrentLayer();
        else
            for (const Sublayer &sublayer : sublayersOf(m_config, m_stack))
                if (sublayer.layer == layer)
                    addSublayer(sublayer);
        if (m_layers == 0 || layer == m_layers - 1)
            addEnd();
        else
            addOnwards(BlockDiagramText::tr("to layer %1").arg(layer + 2), atStartOf(layer + 1),
                       BlockDiagramText::tr("Go to layer %1").arg(layer + 2));
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
        if (m_isRecurrent)
            return atCellsOf(m_stack, layer);
        const Attention self = m_stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
        Selection selects = withAttention(m_selection, m_config, self, layer);
        const bool normsFirst = normOf(m_config, m_stack) == Norm::Pre;
        selects.part = normsFirst ? Part::AttentionNorm : Part::Attention;
        return {BlockStep::Onwards, selects, normsFirst ? BlockStep::Norm : BlockStep::Attention, true, {}};
    }

    /// A layer of a recurrent stack, in the direction in view.
    BlockPlace atCellsOf(Stack stack, int layer) const
    {
        Selection selects = with(Part::Cells);
        const bool isKept = m_selection.chain.stack == stack && directionsOf(m_config, stack) > 1;
        selects.chain = {stack, layer, isKept ? m_selection.chain.direction : Direction::Forward};
        return {BlockStep::LayerBelow, selects, BlockStep::Cells, true, {}};
    }

    /// A layer of a stack, entered from above.
    BlockPlace atEndOf(Stack stack, int layer) const
    {
        if (isRecurrent(m_config, stack))
            return atCellsOf(stack, layer);
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
        const Norm norm = normOf(m_config, m_stack);
        if (norm != Norm::Post && norm != Norm::Output)
            return BlockStep::Add;
        return hasResidual(m_config, m_stack) ? BlockStep::AddNorm : BlockStep::Norm;
    }

    void addInput()
    {
        const QString shape = sizes(m_tokens, m_config.dModel);
        const int layer = m_layer;
        if (layer > 0) {
            const int box = add(BlockStep::LayerBelow, m_selection, BlockDiagramText::tr("Layer %1 output").arg(layer),
                                shape, BlockDiagramText::tr("Go to layer %1").arg(layer));
            BlockPlace &place = m_diagram.places[std::size_t(box)];
            const BlockPlace below = atEndOf(m_stack, layer - 1);
            place.selects = below.selects;
            place.lands = below.lands;
            return;
        }
        const bool addsPositions = ::regard::addsPositions(m_config.position);
        const bool addsTypes = m_config.tokenTypes > 0;
        const QString name = addsPositions && addsTypes ? BlockDiagramText::tr("Embedding + positions + types")
                             : addsPositions            ? BlockDiagramText::tr("Embedding + positions")
                             : addsTypes                ? BlockDiagramText::tr("Embedding + types")
                                                        : BlockDiagramText::tr("Embedding");
        QString hint = BlockDiagramText::tr("The tokens' rows");
        if (m_config.embeddingScale)
            hint += BlockDiagramText::tr(" × √%1").arg(m_config.dModel);
        if (m_config.embeddingMultiplier != 1)
            hint += QStringLiteral(" × %1").arg(m_config.embeddingMultiplier);
        if (m_config.projectsFirst())
            hint += BlockDiagramText::tr(", projected from %1 numbers to %2")
                        .arg(m_config.embeddingSize)
                        .arg(m_config.dModel);
        if (addsPositions)
            hint += BlockDiagramText::tr(", positions added");
        if (addsTypes)
            hint += BlockDiagramText::tr(", token types added");
        if (m_config.tokenDropout)
            hint += BlockDiagramText::tr(", scaled by how many are masked");
        if (m_config.embeddingNorm)
            hint += BlockDiagramText::tr(", normed with ε %1").arg(optionText(m_config.normEpsilon));
        if (m_config.projectsLast())
            hint += BlockDiagramText::tr(", projected from %1 numbers to %2")
                        .arg(m_config.embeddingSize)
                        .arg(m_config.dModel);
        Selection selects = with(Part::Input);
        selects.chain = {m_stack, 0, Direction::Forward};
        add(BlockStep::Input, selects, name, shape, hint);
    }

    void addRecurrentLayer()
    {
        const bool attends = m_stack == Stack::Decoder && combinesContext(m_config);
        const bool asksBefore = attends && m_config.decoderAttention == DecoderAttention::Bahdanau;
        const bool isLast = m_layer == m_layers - 1;
        int asked = -1;
        if (asksBefore && m_layer == 0)
            asked = addAskedAttention();
        const int cells = addCells();
        if (asked >= 0) // from the last layer, which is this one or lies above
            m_diagram.data.residuals.push_back({isLast ? cells : cells + 1, asked});
        if (!attends || !isLast)
            return;
        if (!asksBefore)
            addAskedAttention();
        const int combination =
            add(BlockStep::Combine, with(Part::Combine), BlockDiagramText::tr("State and context"),
                QStringLiteral("%1 → %2").arg(m_config.dModel + contextSizeOf(m_config)).arg(m_config.dModel),
                BlockDiagramText::tr(
                    "tanh([s; c] W + b): the top layer’s state and the attention’s context become what the "
                    "output layer reads"));
        if (!asksBefore)
            m_diagram.data.residuals.push_back({cells, combination});
        else if (asked >= 0)
            m_diagram.data.residuals.push_back({asked, combination, 1});
        else
            m_diagram.data.secondReader = combination; // the context, of layer 1's attention
    }

    /// The attention that a recurrent decoder's states ask. Bahdanau's stands beside the word, because both are read.
    int addAskedAttention()
    {
        addAttention(sublayerOf({Attention::Cross, 0}), withPart(Part::Attention, Attention::Cross));
        const int box = int(m_diagram.places.size()) - 1;
        const bool asksBefore = m_config.decoderAttention == DecoderAttention::Bahdanau;
        m_diagram.data.boxes[std::size_t(box)].isBeside = asksBefore;
        m_diagram.places[std::size_t(box)].hint =
            asksBefore
                ? BlockDiagramText::tr(
                      "Bahdanau’s attention: the top layer’s state before the step queries the encoder’s output, "
                      "and the context enters the cells beside the word")
                : BlockDiagramText::tr(
                      "Luong’s attention: the top layer’s state after the step queries the encoder’s output");
        return box;
    }

    Selection withPart(Part part, Attention attention) const
    {
        Selection selection = withAttention(m_selection, m_config, attention, 0);
        selection.part = part;
        return selection;
    }

    /// The chains of the layer beside each other, or the first state beside the only one. The topmost box is returned.
    int addCells()
    {
        const bool hasStart = m_stack == Stack::Decoder && hasFirstState(m_config);
        if (hasStart) {
            Selection selects = with(Part::FirstState);
            selects.chain = {m_stack, m_layer, Direction::Forward};
            const int box =
                add(BlockStep::FirstState, selects, BlockDiagramText::tr("First state"), sizes(1, m_config.dModel),
                    BlockDiagramText::tr("tanh(s W + b) of the encoder's summary s, before the first step"));
            m_diagram.data.boxes[std::size_t(box)].isStart = true;
        }
        int box = -1;
        bool isBeside = hasStart;
        for (const CellPlace &place : cellsOf(m_config, m_stack)) {
            if (place.layer != m_layer)
                continue;
            box = addChain(place);
            m_diagram.data.boxes[std::size_t(box)].isBeside = std::exchange(isBeside, true);
        }
        if (directionsOf(m_config, m_stack) == 1)
            return box;
        box = add(BlockStep::SideBySide, m_selection, BlockDiagramText::tr("side by side"),
                  sizes(m_tokens, m_config.dModel),
                  BlockDiagramText::tr("The states of both directions at a word beside each other"));
        m_diagram.places[std::size_t(box)].isActive = false;
        return box;
    }

    int addChain(const CellPlace &place)
    {
        Selection selects = with(Part::Cells);
        selects.chain = place;
        const bool isForward = place.direction == Direction::Forward;
        const QString cell = QString::fromStdString(wordOf(m_config.cell)).toUpper();
        const QString name = directionsOf(m_config, m_stack) == 1 ? BlockDiagramText::tr("%1 cells").arg(cell)
                             : isForward                          ? QStringLiteral("%1 →").arg(cell)
                                                                  : QStringLiteral("%1 ←").arg(cell);
        const auto off = std::count_if(m_interventions.states.begin(), m_interventions.states.end(),
                                       [&](const StateRef &state) { return state.place == place; });
        QString shape = sizes(m_tokens, stateSizeOf(m_config, m_stack));
        if (off > 0)
            shape = BlockDiagramText::tr("%1 · %2 off").arg(shape).arg(off);
        const int box = add(
            BlockStep::Cells, selects, name, shape,
            isForward
                ? BlockDiagramText::tr(
                      "One cell per word, from the first to the last: each reads its input and the previous "
                      "word's state")
                : BlockDiagramText::tr(
                      "One cell per word, from the last to the first: each reads its input and the next word's state"));
        BlockBox &drawn = m_diagram.data.boxes[std::size_t(box)];
        drawn.states = isForward ? StateWay::Forward : StateWay::Backward;
        drawn.isPartlyOff = off > 0;
        return box;
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
            add(BlockStep::Norm, normSelects, normText(), normShape(m_tokens, m_config.dModel),
                isRms() ? BlockDiagramText::tr("RMS norm of the stream, before the sublayer")
                        : BlockDiagramText::tr("Layer norm of the stream, before the sublayer"));
        if (isFeedForward)
            addFeedForward(sublayer, selects);
        else
            addAttention(sublayer, selects);
        if (!closesWithNorm(m_config, m_stack))
            return;
        const BlockStep step = closingStep();
        const QString name = step == BlockStep::Norm ? normText()
                             : normOf(m_config, m_stack) == Norm::Output && isRms()
                                 ? BlockDiagramText::tr("RMS norm & add")
                             : normOf(m_config, m_stack) == Norm::Output ? BlockDiagramText::tr("Norm & add")
                             : step == BlockStep::Add                    ? BlockDiagramText::tr("Add")
                             : m_config.normKind == NormKind::Rms        ? BlockDiagramText::tr("Add & RMS norm")
                                                                         : BlockDiagramText::tr("Add & norm");
        const QString shape =
            step == BlockStep::Add ? sizes(m_tokens, m_config.dModel) : normShape(m_tokens, m_config.dModel);
        const int closing = add(step, normSelects, name, shape, closingHint(step));
        if (hasResidual(m_config, m_stack))
            m_diagram.data.residuals.push_back({before, closing});
    }

    bool isRms() const { return m_config.normKind == NormKind::Rms; }

    /// The shape of a norm, with what is added to the variance.
    QString normShape(Eigen::Index rows, Eigen::Index columns) const
    {
        return QStringLiteral("%1 · ε %2").arg(sizes(rows, columns), optionText(m_config.normEpsilon));
    }

    QString normText() const { return isRms() ? BlockDiagramText::tr("RMS norm") : BlockDiagramText::tr("Norm"); }

    QString closingHint(BlockStep step) const
    {
        if (step == BlockStep::Add)
            return BlockDiagramText::tr("The stream plus the sublayer's output");
        if (step == BlockStep::AddNorm && normOf(m_config, m_stack) == Norm::Output)
            return BlockDiagramText::tr("The stream plus the norm of the sublayer's output");
        if (step == BlockStep::AddNorm)
            return isRms() ? BlockDiagramText::tr("RMS norm of the stream plus the sublayer's output")
                           : BlockDiagramText::tr("Layer norm of the stream plus the sublayer's output");
        return isRms() ? BlockDiagramText::tr("RMS norm of the sublayer's output")
                       : BlockDiagramText::tr("Layer norm of the sublayer's output");
    }

    void addFeedForward(const Sublayer &sublayer, const Selection &selects)
    {
        const int hidden = feedForwardSizeOf(m_config, m_stack);
        const QString hint =
            m_config.gated
                ? BlockDiagramText::tr("Two linear layers in parallel, %1 of one times the other, then a third")
                : BlockDiagramText::tr("Two linear layers with %1 between them");
        const QString name =
            m_config.gated ? BlockDiagramText::tr("Gated feed forward") : BlockDiagramText::tr("Feed forward");
        const QString beside =
            isParallel(m_config, sublayer)
                ? BlockDiagramText::tr("; beside the attention: it reads the stream that the layer begins with")
                : QString();
        const int box = add(BlockStep::FeedForward, selects,
                            beside.isEmpty() ? name : BlockDiagramText::tr("%1, parallel").arg(name),
                            QStringLiteral("%1 → %2 → %1").arg(m_config.dModel).arg(hidden),
                            hint.arg(QString::fromUtf8(activationName(m_config.activation))) + beside);
        markPatched(box, sublayer);
        markOff(box, sublayer);
    }

    /// Says that rows of a sublayer, or those that its layer leaves, come from another pass.
    void markPatched(int box, const Sublayer &sublayer)
    {
        const std::optional<PatchPlace> after = streamPlaceAfter(m_config, sublayer);
        const auto isIts = [&](const PatchPlace &place) {
            const bool isOfAttention = isOfHead(place.kind) || place.kind == PatchKind::AttentionOutput;
            return place == outputPlace(sublayer) ||
                   (isOfAttention && sublayer.kind != SublayerKind::FeedForward &&
                    place.attention == attentionOf(sublayer) && place.layer == sublayer.layer);
        };
        const auto &patches = m_interventions.patches;
        const bool isWithin =
            std::any_of(patches.begin(), patches.end(), [&](const auto &each) { return isIts(each.first); });
        const bool isAfter = after && patches.contains(*after);
        if (!isWithin && !isAfter)
            return;
        BlockBox &marked = m_diagram.data.boxes[std::size_t(box)];
        marked.shape = (isWithin ? BlockDiagramText::tr("%1 · patched") : BlockDiagramText::tr("%1 · patched after it"))
                           .arg(marked.shape);
        marked.isPartlyOff = true;
    }

    void markOff(int box, const Sublayer &sublayer)
    {
        if (const Replacement *replacement = replacementOf(m_interventions, sublayer))
            m_diagram.data.boxes[std::size_t(box)].off =
                BlockDiagramText::tr("off: %1").arg(replacementText(*replacement));
    }

    void addAttention(const Sublayer &sublayer, const Selection &selects)
    {
        const Attention attention = attentionOf(sublayer);
        const int heads = headsOf(m_config, attention);
        QString name =
            heads == 1 ? BlockDiagramText::tr("Self-attention") : BlockDiagramText::tr("Multi-head attention");
        QString hint = BlockDiagramText::tr("Every token attends to all tokens of its own sentence");
        if (maskOf(m_config, attention) == Mask::Causal) {
            name = BlockDiagramText::tr("Masked self-attention");
            hint = BlockDiagramText::tr("Every token attends to itself and to those before it");
        }
        if (const int window = windowOf(m_config, {attention, sublayer.layer}); window > 0)
            hint = BlockDiagramText::tr("Every token attends to itself and the %1 before it").arg(window - 1);
        if (attention == Attention::Cross) {
            name = BlockDiagramText::tr("Cross-attention");
            hint = BlockDiagramText::tr("Every token of the target attends to the encoder's output");
        }
        const int keyHeads = keyValueHeadsOf(m_config, stackOf(attention));
        const QString counted = heads == 1          ? BlockDiagramText::tr("1 head")
                                : keyHeads != heads ? BlockDiagramText::tr("%1 heads, %2 k/v").arg(heads).arg(keyHeads)
                                                    : BlockDiagramText::tr("%1 heads").arg(heads);
        if (keyHeads != heads)
            hint = BlockDiagramText::tr("%1; %2 heads share each key and value head").arg(hint).arg(heads / keyHeads);
        QString shape =
            m_config.dKey == m_config.dValue
                ? QStringLiteral("%1 × %2").arg(counted).arg(m_config.dKey)
                : BlockDiagramText::tr("%1, d_k %2, d_v %3").arg(counted).arg(m_config.dKey).arg(m_config.dValue);
        if (isRotated(m_config, {attention, sublayer.layer})) {
            shape = BlockDiagramText::tr("%1 · rotary").arg(shape);
            hint = BlockDiagramText::tr("%1; q and k are rotated by their positions").arg(hint);
        }
        const auto off =
            std::count_if(m_interventions.heads.begin(), m_interventions.heads.end(), [&](const auto &entry) {
                return entry.first.attention == attention && entry.first.layer == sublayer.layer;
            });
        if (off > 0)
            shape = BlockDiagramText::tr("%1 · %2 off").arg(shape).arg(off);
        const int box = add(BlockStep::Attention, selects, name, shape, hint);
        m_diagram.data.boxes[std::size_t(box)].isPartlyOff = off > 0;
        markPatched(box, sublayer);
        markOff(box, sublayer);
        if (attention == Attention::Cross)
            m_diagram.data.secondReader = box;
    }

    void addEnd()
    {
        const Matrix &output = m_stack == Stack::Encoder ? m_trace.encoderOutput : m_trace.decoderOutput;
        if (hasFinalNorm(m_config, m_stack))
            add(BlockStep::FinalNorm, with(Part::FinalNorm), BlockDiagramText::tr("Final norm"),
                normShape(output.rows(), output.cols()),
                isRms() ? BlockDiagramText::tr("One more RMS norm after the stack")
                        : BlockDiagramText::tr("One more layer norm after the stack"));
        const bool isLast = m_stack == Stack::Decoder || !hasStack(m_config, Stack::Decoder);
        if (isLast && hasOutputLayer(m_config) && !m_trace.vocabulary.empty()) {
            const auto vocabulary = int(m_trace.vocabulary.size());
            const int width = outputWidthOf(m_config);
            const QString change = QStringLiteral("%1 → %2").arg(output.cols()).arg(width);
            if (transformsOutput(m_config))
                add(BlockStep::Transform, with(Part::Output), BlockDiagramText::tr("Transform"), change,
                    (m_config.maskedLanguageModel
                         ? BlockDiagramText::tr("A linear layer, %1 and a norm before the output layer")
                         : BlockDiagramText::tr("A linear layer and %1 before the output layer"))
                        .arg(QString::fromUtf8(activationName(m_config.activationOfOutput()))));
            if (narrowsOutput(m_config))
                add(BlockStep::Transform, with(Part::Output), BlockDiagramText::tr("Projection"), change,
                    BlockDiagramText::tr("To the width of a token’s row, before the output layer"));
            add(BlockStep::Linear, with(Part::Output), BlockDiagramText::tr("Linear"),
                QStringLiteral("%1 → %2").arg(width).arg(vocabulary),
                m_config.replacedTokens
                    ? BlockDiagramText::tr("The output layer: a score for “original” and one for “replaced”")
                    : BlockDiagramText::tr("The output layer: a score for each token of the vocabulary"));
            add(BlockStep::Softmax, with(Part::Output), BlockDiagramText::tr("Softmax"),
                sizes(output.rows(), vocabulary),
                m_config.replacedTokens         ? BlockDiagramText::tr("Whether each token was replaced")
                : !m_config.maskedLanguageModel ? BlockDiagramText::tr("Probabilities of the next token")
                : m_config.encoderMask == Mask::None
                    ? BlockDiagramText::tr("Probabilities of the token at this position")
                    : BlockDiagramText::tr("A probability for each token of the vocabulary"));
            return;
        }
        BlockPlace next{BlockStep::Onwards, m_selection, BlockStep::Attention, false, {}};
        if (m_stack == Stack::Encoder && hasFirstState(m_config)) {
            next.selects = with(Part::FirstState);
            next.selects.chain = {Stack::Decoder, 0, Direction::Forward};
            next.lands = BlockStep::FirstState;
            next.isActive = true;
            addOnwards(BlockDiagramText::tr("encoder output → decoder"), next,
                       BlockDiagramText::tr("Go to the decoder’s first state"));
        } else if (m_stack == Stack::Encoder && layersOf(m_config, Attention::Cross) > 0) {
            next.selects = withAttention(m_selection, m_config, Attention::Cross, 0);
            next.selects.part = Part::Attention;
            next.isActive = true;
            addOnwards(BlockDiagramText::tr("encoder output → decoder"), next,
                       BlockDiagramText::tr("Go to the decoder's cross-attention"));
        } else {
            addOnwards(m_stack == Stack::Encoder ? BlockDiagramText::tr("encoder output")
                                                 : BlockDiagramText::tr("decoder output"),
                       next,
                       m_stack == Stack::Encoder ? BlockDiagramText::tr("The encoder's output")
                                                 : BlockDiagramText::tr("The decoder's output"));
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
        const BlockPlace &reader = m_diagram.places[std::size_t(m_diagram.data.secondReader)];
        if (reader.step == BlockStep::Combine) {
            m_diagram.data.second = {BlockDiagramText::tr("context"), sizes(m_tokens, contextSizeOf(m_config)), false};
            m_diagram.places.push_back({BlockStep::LayerBelow, withPart(Part::Attention, Attention::Cross),
                                        BlockStep::Attention, true,
                                        BlockDiagramText::tr("Go to the attention, in layer 1")});
            return;
        }
        m_diagram.data.second = {BlockDiagramText::tr("encoder output"),
                                 sizes(m_trace.encoderOutput.rows(), m_trace.encoderOutput.cols()), false};
        BlockPlace place{BlockStep::LayerBelow, m_selection, BlockStep::Attention, false,
                         BlockDiagramText::tr("The encoder's output: keys and values come from it")};
        const int layers = layersOf(m_config, Stack::Encoder);
        if (layers > 0) {
            place = atEndOf(Stack::Encoder, layers - 1);
            if (hasFinalNorm(m_config, Stack::Encoder)) {
                place.selects.part = Part::FinalNorm;
                place.lands = BlockStep::FinalNorm;
            }
            place.hint = BlockDiagramText::tr("Keys and values come from the encoder's output: go to the encoder");
        }
        m_diagram.places.push_back(place);
    }

    void markSelected(std::optional<BlockStep> step)
    {
        int selected = -1;
        for (std::size_t box = 0; box < m_diagram.data.boxes.size(); ++box) {
            const BlockPlace &place = m_diagram.places[box];
            if (place.isElsewhere() || place.step == BlockStep::SideBySide || !isSameBlock(place.selects, m_selection))
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
    bool m_isRecurrent;
    int m_layer; ///< the one drawn
    int m_layers;
    int m_tokens;
    BlockDiagram m_diagram;
};

} // namespace

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
    const int layers = isRecurrent(config, stack) ? layersOf(config, within.attention) : layersOf(config, stack);
    within.layer = std::clamp(within.layer, 0, std::max(0, layers - 1));
    const std::vector<CellPlace> cells = cellsOf(config, within.chain.stack);
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
            return std::find(cells.begin(), cells.end(), within.chain) == cells.end();
        case Part::FirstState:
            return !hasFirstState(config);
        case Part::Combine:
            return !combinesContext(config);
        }
        return true;
    };
    if (!lacks(within.part))
        return within;
    const std::vector<CellPlace> source = cellsOf(config, sourceStack(config));
    within.part = !attentions.empty() ? Part::Attention : source.empty() ? Part::Input : Part::Cells;
    if (within.part == Part::Cells)
        within.chain = source.front();
    return within;
}

BlockDiagram blockDiagram(const ModelConfig &config, const Trace &trace, const Selection &selection,
                          std::optional<BlockStep> step, const Interventions &interventions)
{
    return DiagramMaker(config, interventions, trace, selection).make(step);
}

} // namespace regard
