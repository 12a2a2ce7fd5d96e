#include "engine/analysis/stream_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/message.h"
#include "engine/functions/norm.h"
#include "engine/kernels/activate.h"
#include "engine/pass/input_side.h"
#include "engine/pass/stream.h"
#include "engine/pass/sublayer_trace.h"

namespace regard {

namespace {

/// Rows of a stream that is normed no further, times a matrix, each row times a number of its own.
struct Reading {
    Jacobian by;
    Eigen::ArrayXd scale;
};

/// Walks a stack backwards from where it is read.
class StreamReader {
public:
    StreamReader(const Model &model, const Trace &trace, const std::vector<int> &rows,
                 const std::function<void(ReadPart)> &take)
        : m_model(model), m_config(model.config), m_trace(trace), m_rows(rows), m_take(take)
    {
    }

    void read(const StreamPlace &place, const Jacobian &by);

private:
    Matrix picked(const Matrix &x) const;
    void norm(Reading &reading, const std::string &gain, const std::string &bias, const Matrix &rows,
              std::optional<Sublayer> sublayer);
    void give(StreamPart part, Jacobian numbers, const Reading &reading, Jacobian ofValues = {});
    void sublayer(const Sublayer &sublayer, Reading &reading);
    void attention(const Sublayer &sublayer, const Reading &reading);
    void feedForward(const Sublayer &sublayer, const Reading &reading);
    void bias(const std::string &name, const Sublayer &sublayer, const Reading &reading);
    void entry(Stack stack, Reading &reading);

    const Model &m_model;
    const ModelConfig &m_config;
    const Trace &m_trace;
    const std::vector<int> &m_rows;
    const std::function<void(ReadPart)> &m_take;
};

Matrix StreamReader::picked(const Matrix &x) const
{
    Matrix rows(Eigen::Index(m_rows.size()), x.cols());
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        rows.row(Eigen::Index(i)) = x.row(m_rows[i]);
    return rows;
}

void StreamReader::give(StreamPart part, Jacobian numbers, const Reading &reading, Jacobian ofValues)
{
    if (numbers.rows() == 1 && reading.scale.size() != 1)
        numbers = numbers.replicate(reading.scale.size(), 1).eval();
    numbers.array().colwise() *= reading.scale;
    if (ofValues.size() > 0)
        ofValues *= reading.scale(0);
    m_take({std::move(part), std::move(numbers), std::move(ofValues)});
}

/// Passes a norm of these rows of its input.
void StreamReader::norm(Reading &reading, const std::string &gain, const std::string &bias, const Matrix &rows,
                        std::optional<Sublayer> sublayer)
{
    HeldNorm held = heldNorm(normRule(m_model, gain, bias), inDouble(rows), reading.by);
    if (held.bias.size() > 0)
        give({PartKind::Bias, sublayer, -1, bias}, std::move(held.bias), reading);
    reading.by = std::move(held.by);
    reading.scale *= held.scale;
}

void StreamReader::bias(const std::string &name, const Sublayer &sublayer, const Reading &reading)
{
    if (const Matrix &numbers = m_model.weights.at(name); !numbers.isZero(0))
        give({PartKind::Bias, sublayer, -1, name}, inDouble(numbers) * reading.by, reading);
}

void StreamReader::attention(const Sublayer &sublayer, const Reading &reading)
{
    const BlockTrace &block =
        *m_trace.blocks.at(std::size_t(blockIndex(m_config, attentionOf(sublayer), sublayer.layer)));
    const Replacement *replacement = replacementOf(m_model.interventions, sublayer);
    if (replacement && *replacement != Replacement::Uniform)
        return give({PartKind::Attention, sublayer}, inDouble(picked(block.output)) * reading.by, reading);
    if (m_config.outputProjection && m_config.bias)
        bias(sublayerName(sublayer) + ".b_o", sublayer, reading);
    const Weight *projection =
        m_config.outputProjection ? &m_model.weights.weight(sublayerName(sublayer) + ".w_o") : nullptr;
    const bool divides = m_rows.size() == 1 && reading.by.cols() == 1;
    const auto count = Eigen::Index(block.heads.size());
    const Eigen::Index width = m_config.dValue;
    // The product that costs less comes first: W_O · by for all heads, or each head's rows · W_O.
    const double joined = double(count * width);
    const double model = double(reading.by.rows());
    const double columns = double(reading.by.cols());
    const double rows = double(m_rows.size());
    const bool readsFirst =
        divides || !projection || model * columns * joined <= rows * model * (joined + double(count) * columns);
    Jacobian read;
    if (readsFirst)
        read = projection ? Jacobian(inDouble(*projection) * reading.by) : reading.by;
    for (Eigen::Index i = count - 1; i >= 0; --i) {
        const HeadRef head{attentionOf(sublayer), sublayer.layer, int(i)};
        const Jacobian output = inDouble(picked(block.heads[std::size_t(i)].output));
        const StreamPart part{PartKind::Head, sublayer, int(i)};
        if (!readsFirst) {
            give(part, output * projection->middleRows(i * width, width).cast<double>() * reading.by, reading);
            continue;
        }
        const Replacement *own = replacementOf(m_model.interventions, head);
        const PatchPlace patched{PatchKind::HeadOutput, head.attention, head.layer, head.head};
        const bool isWeighted =
            (!own || *own == Replacement::Uniform) && patchOf(m_model.interventions, patched).empty();
        const auto ofHead = read.middleRows(i * width, width);
        give(part, output * ofHead, reading, divides && isWeighted ? Jacobian(ofHead) : Jacobian());
    }
}

void StreamReader::feedForward(const Sublayer &sublayer, const Reading &reading)
{
    const auto &layers = sublayer.stack == Stack::Encoder ? m_trace.encoderFeedForward : m_trace.decoderFeedForward;
    Jacobian output = inDouble(picked(layers.at(std::size_t(sublayer.layer))->output));
    if (m_config.bias && !replacementOf(m_model.interventions, sublayer)) {
        const std::string name = sublayerName(sublayer) + ".b_2";
        bias(name, sublayer, reading);
        output.rowwise() -= inDouble(m_model.weights.at(name)).row(0);
    }
    give({PartKind::FeedForward, sublayer}, output * reading.by, reading);
}

/// Gives what the sublayer adds and goes to the stream before it.
void StreamReader::sublayer(const Sublayer &sublayer, Reading &reading)
{
    const bool isFeedForward = sublayer.kind == SublayerKind::FeedForward;
    const auto &layers = sublayer.stack == Stack::Encoder ? m_trace.encoderFeedForward : m_trace.decoderFeedForward;
    const Matrix output = picked(
        isFeedForward
            ? layers.at(std::size_t(sublayer.layer))->output
            : m_trace.blocks.at(std::size_t(blockIndex(m_config, attentionOf(sublayer), sublayer.layer)))->output);
    const std::string name = normName(sublayer);
    if (normOf(m_config, sublayer.stack) == Norm::Post) {
        const Matrix before = picked(streamBefore(m_config, m_trace, sublayer));
        norm(reading, name + ".gain", name + ".bias", residualSum(m_model, sublayer, before, output), sublayer);
    }
    Reading added = reading;
    if (hasResidual(m_config, sublayer.stack))
        added.by *= double(float(m_config.residualMultiplier));
    if (normOf(m_config, sublayer.stack) == Norm::Output)
        norm(added, name + ".gain", name + ".bias", output, sublayer);
    if (isFeedForward)
        feedForward(sublayer, added);
    else
        attention(sublayer, added);
}

/// Gives what the first layer reads.
void StreamReader::entry(Stack stack, Reading &reading)
{
    const EntrySteps steps = entrySteps(m_model, m_trace, stack);
    const auto readThroughProjection = [&] {
        reading.by = inDouble(m_model.weights.weight("embedding_projection.w")) * reading.by;
    };
    if (m_config.projectsLast()) {
        const std::string name = "embedding_projection.b";
        give({PartKind::Bias, {}, -1, name}, inDouble(m_model.weights.at(name)) * reading.by, reading);
        readThroughProjection();
    }
    if (m_config.embeddingNorm)
        norm(reading, embeddingNormWeight(m_model, stack, "gain"), embeddingNormWeight(m_model, stack, "bias"),
             picked(steps.added), {});
    if (steps.types.size() > 0)
        give({PartKind::TokenType}, inDouble(picked(steps.types)) * reading.by, reading);
    if (steps.positions.size() > 0)
        give({PartKind::Position}, inDouble(picked(steps.positions)) * reading.by, reading);
    if (m_config.projectsFirst())
        readThroughProjection();
    give({PartKind::Token}, inDouble(picked(steps.scaled)) * reading.by, reading);
}

void StreamReader::read(const StreamPlace &place, const Jacobian &by)
{
    Reading reading{by, Eigen::ArrayXd::Ones(Eigen::Index(m_rows.size()))};
    std::vector<Sublayer> before = sublayersOf(m_config, place.stack);
    if (place.reader) {
        before.erase(std::find(before.begin(), before.end(), *place.reader), before.end());
        const std::string name = normName(*place.reader);
        if (normOf(m_config, place.stack) == Norm::Pre)
            norm(reading, name + ".gain", name + ".bias", picked(streamRead(m_config, m_trace, *place.reader)),
                 place.reader);
    } else if (hasFinalNorm(m_config, place.stack)) {
        const std::string name = stackName(place.stack) + ".final_norm";
        norm(reading, name + ".gain", name + ".bias", picked(streamAfter(m_config, m_trace, place.stack)), {});
    }
    for (auto each = before.rbegin(); each != before.rend(); ++each) {
        sublayer(*each, reading);
        if (!hasResidual(m_config, place.stack))
            return;
    }
    entry(place.stack, reading);
}

} // namespace

void readStream(const Model &model, const Trace &trace, const StreamPlace &place, const Jacobian &by,
                const std::vector<int> &rows, const std::function<void(ReadPart)> &take)
{
    StreamReader(model, trace, rows, take).read(place, by);
}

std::string reasonForNoParts(const Model &model, Stack stack)
{
    const Attention self = stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
    const Interventions &interventions = model.interventions;
    for (const PatchKind kind : {PatchKind::Stream, PatchKind::FeedForwardOutput, PatchKind::AttentionOutput})
        if (isPatched(interventions, kind, self) ||
            (stack == Stack::Decoder && isPatched(interventions, kind, Attention::Cross)))
            return Message::tr("Rows of these layers come from another pass, whose parts are not known here; take the "
                               "patches away first.");
    if (!isRecurrent(model.config, stack))
        return {};
    return stack == Stack::Encoder
               ? Message::tr("The encoder is recurrent: its states come out of gates and are no sum of parts.")
               : Message::tr("The decoder is recurrent: its states come out of gates and are no sum of parts.");
}

HeldNorm heldNorm(const NormRule &rule, const Jacobian &rows, const Jacobian &by)
{
    HeldNorm held;
    if (rule.bias && !rule.bias->isZero(0))
        held.bias = inDouble(*rule.bias) * by;
    held.by = by;
    held.by.array().colwise() *= rule.gain.row(0).transpose().cast<double>().array();
    if (isCentred(rule.kind))
        held.by.rowwise() -= held.by.colwise().mean().eval();
    held.scale.resize(rows.rows());
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
        const double mean = isCentred(rule.kind) ? rows.row(i).mean() : 0;
        held.scale(i) = 1 / std::sqrt((rows.row(i).array() - mean).square().mean() + rule.epsilon);
    }
    return held;
}

HeldActivation heldActivation(const Eigen::ArrayXd &x, Activation activation)
{
    HeldActivation held{Eigen::ArrayXd(x.size()), activationValue(0, activation)};
    for (Eigen::Index i = 0; i < x.size(); ++i)
        held.gate(i) =
            x(i) == 0 ? activationSlope(0.0, activation) : (activationValue(x(i), activation) - held.rest) / x(i);
    return held;
}

} // namespace regard
