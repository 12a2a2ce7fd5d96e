#include "engine/pass/forward.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/message.h"
#include "engine/functions/norm.h"
#include "engine/model/recurrent.h"
#include "engine/pass/attention_block.h"
#include "engine/pass/feed_forward.h"
#include "engine/pass/finite_check.h"
#include "engine/pass/forward_block.h"
#include "engine/pass/input_side.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/pass_memory.h"
#include "engine/pass/patched_rows.h"
#include "engine/pass/recurrent_pass.h"
#include "engine/pass/reuse.h"
#include "engine/pass/stream.h"

namespace regard {

namespace {

void checkSentence(bool isTarget, const std::vector<std::string> &tokens, const std::vector<int> &masked)
{
    if (tokens.empty())
        throw InputError(isTarget ? Message::tr("the target sentence has no token; type at least one word")
                                  : Message::tr("the sentence has no token; type at least one word"));
    for (const int position : masked)
        if (position < 0 || position >= int(tokens.size()))
            throw InputError(Message::tr("the masked position %1 lies outside the %2 of %3 tokens, which count from 0",
                                         {std::to_string(position),
                                          isTarget ? Message::tr("target sentence") : Message::tr("sentence"),
                                          std::to_string(tokens.size())}));
}

void checkLength(const ModelConfig &config, bool isTarget, std::size_t tokens)
{
    if (config.maximumTokens == 0 || tokens <= std::size_t(config.maximumTokens))
        return;
    const std::string count = std::to_string(tokens);
    const std::string most = std::to_string(config.maximumTokens);
    throw InputError(
        isTarget
            ? Message::tr("the target sentence has %1 tokens, but the model reads at most %2; shorten it",
                          {count, most})
            : Message::tr("the sentence has %1 tokens, but the model reads at most %2; shorten it", {count, most}));
}

void checkTypes(const ModelConfig &config, const Input &input)
{
    if (config.tokenTypes == 0 || input.types.empty())
        return;
    if (input.types.size() != input.tokens.size())
        throw InputError(Message::tr("%1 token types are given for %2 tokens; each token needs one",
                                     {std::to_string(input.types.size()), std::to_string(input.tokens.size())}));
    for (const int type : input.types)
        if (type < 0 || type >= config.tokenTypes)
            throw InputError(Message::tr("a token is of type %1, but the model has token types up to %2 only; give it "
                                         "more token types",
                                         {std::to_string(type), std::to_string(config.tokenTypes - 1)}));
}

/// Checks all that can be known before the first sublayer. `needed` is passBytes().
void checkInput(const Model &model, const Input &input, bool allLogits, double needed)
{
    const bool both = model.config.architecture == Architecture::EncoderDecoder;
    checkSentence(false, input.tokens, input.masked);
    if (both)
        checkSentence(true, input.target, input.maskedTarget);
    checkLength(model.config, false, input.tokens.size());
    checkLength(model.config, true, both ? input.target.size() : 0);
    checkTypes(model.config, input);
    checkMemory(model, input, allLogits, needed);
    if (model.table && model.table->requireUnchanged)
        model.table->requireUnchanged();
}

/// What later sublayers read of it.
template <typename SublayerTrace>
std::shared_ptr<const SublayerTrace> streamAlone(const SublayerTrace &whole)
{
    auto rest = std::make_shared<SublayerTrace>();
    rest->stream = whole.stream;
    return rest;
}

/// Runs one pass and fills its trace.
class Pass {
public:
    /// onlyBlock: of other sublayers nothing is kept that no later one reads.
    Pass(const Model &model, const Input &input, const PassOptions &options, std::optional<int> onlyBlock = {})
        : m_model(model), m_config(model.config), m_input(input), m_options(options), m_onlyBlock(onlyBlock),
          m_comparison(model, input, options), m_previous(m_comparison.canCompare() ? options.previous : nullptr),
          m_trace(std::make_shared<Trace>())
    {
    }

    SharedTrace run();

private:
    bool isCancelled() const { return m_options.cancelled && m_options.cancelled->load(std::memory_order_relaxed); }
    void readSentences();
    SideTrace patched(SideTrace side, Stack stack) const;
    bool runStack(Stack stack);
    bool isComputed(const Sublayer &sublayer) const;
    bool runSublayer(const Sublayer &sublayer);
    bool sameStream(const Sublayer &sublayer) const;
    SublayerReuse reuseOf(const Sublayer &sublayer) const;
    std::shared_ptr<const BlockTrace> block(const Sublayer &sublayer) const;
    std::shared_ptr<const FeedForwardTrace> feedForward(const Sublayer &sublayer) const;
    bool sameStackOutput(Stack stack) const;
    bool sameReadOut() const;
    Matrix stackOutput(Stack stack) const;
    void readOut();

    const Model &m_model;
    const ModelConfig &m_config;
    const Input &m_input;
    const PassOptions &m_options;
    std::optional<int> m_onlyBlock;
    PassComparison m_comparison;
    const Trace *m_previous; ///< what may be reused; null: nothing
    std::shared_ptr<Trace> m_trace;
};

void Pass::readSentences()
{
    if (m_comparison.sameSource())
        m_trace->source = m_previous->source;
    else
        m_trace->source = patched(readSide(m_model, sourceStack(m_config), m_input, false), sourceStack(m_config));
    describeSide(m_trace->source, m_input, false);
    if (m_config.architecture != Architecture::EncoderDecoder)
        return;
    if (m_comparison.sameTarget())
        m_trace->target = m_previous->target;
    else
        m_trace->target = patched(readSide(m_model, Stack::Decoder, m_input, true), Stack::Decoder);
    describeSide(m_trace->target, m_input, true);
}

/// Takes a sentence as the stack would read it, and puts the patched rows into what its first layer reads.
SideTrace Pass::patched(SideTrace side, Stack stack) const
{
    if (!patchOf(m_model.interventions, entryPlace(stack)).empty()) {
        Matrix rows = side.input;
        putPatch(m_model, entryPlace(stack), rows);
        side.input = TraceMatrix(std::move(rows));
    }
    return side;
}

/// Whether a sublayer that the earlier pass had reads the numbers that it read then.
bool Pass::sameStream(const Sublayer &sublayer) const
{
    const ModelConfig &before = m_options.previousModel->config;
    return sameBits(streamBefore(m_config, *m_trace, sublayer), streamBefore(before, *m_previous, sublayer)) &&
           sameBits(streamRead(m_config, *m_trace, sublayer), streamRead(before, *m_previous, sublayer));
}

/// What stays of a sublayer, now that everything before it is computed: an edit that in the end changed nothing goes no
/// further.
SublayerReuse Pass::reuseOf(const Sublayer &sublayer) const
{
    if (!m_previous || !m_comparison.hadSublayer(sublayer))
        return {};
    const bool crosses = sublayer.kind == SublayerKind::CrossAttention;
    const bool sameKeys = crosses && sameBits(m_trace->encoderOutput, m_previous->encoderOutput);
    return m_comparison.sublayer(sublayer, sameStream(sublayer), sameKeys);
}

/// Null where it was cancelled.
std::shared_ptr<const BlockTrace> Pass::block(const Sublayer &sublayer) const
{
    const AttentionPlace place{attentionOf(sublayer), sublayer.layer};
    const SublayerReuse reuse = reuseOf(sublayer);
    std::shared_ptr<const BlockTrace> before;
    if (!reuse.heads.empty())
        before = m_previous->blocks.at(
            std::size_t(blockIndex(m_options.previousModel->config, place.attention, place.layer)));
    if (reuse.whole)
        return before;
    const Matrix *keys = place.attention == Attention::Cross ? &m_trace->encoderOutput.get() : nullptr;
    return runAttention(m_model, place, streamBefore(m_config, *m_trace, sublayer), keys,
                        {queriesOf(*m_trace, place.attention).masked, keysOf(*m_trace, place.attention).masked,
                         queriesOf(*m_trace, place.attention).tokens},
                        m_options.cancelled, before ? KeptAttention{before.get(), &reuse} : KeptAttention{});
}

std::shared_ptr<const FeedForwardTrace> Pass::feedForward(const Sublayer &sublayer) const
{
    const bool encodes = sublayer.stack == Stack::Encoder;
    const SublayerReuse reuse = reuseOf(sublayer);
    std::shared_ptr<const FeedForwardTrace> before;
    if (reuse.output)
        before =
            (encodes ? m_previous->encoderFeedForward : m_previous->decoderFeedForward).at(std::size_t(sublayer.layer));
    if (reuse.whole)
        return before;
    const Matrix &x = streamBefore(m_config, *m_trace, sublayer);
    const SideTrace &side = queriesOf(*m_trace, encodes ? Attention::Encoder : Attention::Decoder);
    if (!before)
        return runFeedForward(m_model, sublayer.stack, sublayer.layer, x, streamRead(m_config, *m_trace, sublayer),
                              side.masked, side.tokens);
    auto normedAnew = std::make_shared<FeedForwardTrace>();
    normedAnew->output = before->output;
    normedAnew->stream = patchedStream(m_model, sublayer, x, before->output);
    return normedAnew;
}

/// False where it was cancelled.
bool Pass::runSublayer(const Sublayer &sublayer)
{
    if (isCancelled())
        return false;
    if (sublayer.kind == SublayerKind::FeedForward) {
        auto &layers = sublayer.stack == Stack::Encoder ? m_trace->encoderFeedForward : m_trace->decoderFeedForward;
        layers.push_back(feedForward(sublayer));
        if (m_onlyBlock)
            layers.back() = streamAlone(*layers.back());
        return true;
    }
    std::shared_ptr<const BlockTrace> computed = block(sublayer);
    if (!computed)
        return false;
    if (m_onlyBlock && *m_onlyBlock != int(m_trace->blocks.size()))
        computed = streamAlone(*computed);
    m_trace->blocks.push_back(std::move(computed));
    return true;
}

/// Returns the stream after the final norm, n × d_model.
Matrix Pass::stackOutput(Stack stack) const
{
    const Matrix &stream = streamAfter(m_config, *m_trace, stack);
    if (stack == Stack::Decoder && combinesContext(m_config))
        return combinedStates(m_model, stream, m_trace->blocks.back()->output);
    if (!hasFinalNorm(m_config, stack))
        return stream;
    Matrix output = normed(m_model, stackName(stack) + ".final_norm", stream);
    checkFinite(output, Quantity::FinalNorm, {stack});
    return output;
}

/// Whether a stack's output has the same numbers as before.
bool Pass::sameStackOutput(Stack stack) const
{
    if (!m_previous)
        return false;
    if (stack == Stack::Decoder && (combinesContext(m_config) || combinesContext(m_options.previousModel->config)))
        return false;
    return hasStack(m_options.previousModel->config, stack) && m_comparison.sameFinalNorm(stack) &&
           sameBits(streamAfter(m_config, *m_trace, stack),
                    streamAfter(m_options.previousModel->config, *m_previous, stack));
}

/// Whether a recurrent stack has computed it between its steps.
bool Pass::isComputed(const Sublayer &sublayer) const
{
    return isRecurrent(m_config, sublayer.stack) && m_config.decoderAttention == DecoderAttention::Bahdanau;
}

/// False where it was cancelled.
bool Pass::runStack(Stack stack)
{
    if (!hasStack(m_config, stack))
        return true;
    if (isRecurrent(m_config, stack) &&
        !runRecurrent(m_model, stack, *m_trace, {m_options.previousModel, m_previous}, m_options.cancelled))
        return false;
    for (const Sublayer &sublayer : sublayersOf(m_config, stack))
        if (!isComputed(sublayer) && !runSublayer(sublayer))
            return false;
    const auto output = stack == Stack::Encoder ? &Trace::encoderOutput : &Trace::decoderOutput;
    (*m_trace).*output = sameStackOutput(stack) ? m_previous->*output : TraceMatrix(stackOutput(stack));
    return true;
}

/// Whether the logits of the earlier pass are those of this one.
bool Pass::sameReadOut() const
{
    return m_previous && m_previous->logits.rows() > 0 &&
           sameBits(readOutStream(*m_trace), readOutStream(*m_previous)) && m_comparison.sameOutputLayer();
}

void Pass::readOut()
{
    if (!hasOutputLayer(m_model))
        return;
    keepOutputRows(m_model); // so that a later look at logits neither waits for a file nor fails
    m_trace->vocabulary = vocabularyOf(m_model, m_input);
    const TraceMatrix &stream = readOutStream(*m_trace);
    const std::size_t words = m_trace->vocabulary.size();
    if (sameReadOut())
        m_trace->logits = m_previous->logits;
    else if (!m_options.withoutLogits && (m_options.allLogits || keepsLogits(std::size_t(stream.rows()), words)))
        m_trace->logits = logitsOf(m_model, stream, m_trace->vocabulary);
    checkFinite(m_trace->logits, Quantity::Logits, Sublayer());
}

SharedTrace Pass::run()
{
    m_trace->generation = m_options.generation;
    m_trace->architecture = m_config.architecture;
    readSentences();
    if (!runStack(Stack::Encoder) || !runStack(Stack::Decoder))
        return nullptr;
    readOut();
    return m_trace;
}

} // namespace

SharedTrace forward(const Model &model, const Input &input, const PassOptions &options)
{
    checkInput(model, input, options.allLogits, passBytes(model, input, options));
    return Pass(model, input, options).run();
}

SharedTrace forwardForBlock(const Model &model, const Input &input, int block)
{
    const PassOptions options;
    checkInput(model, input, options.allLogits, blockPassBytes(model, input));
    return Pass(model, input, options, block).run();
}

HeadScores headScores(const Model &model, const Trace &trace, int block, int head)
{
    if (block < 0 || block >= int(trace.blocks.size()))
        throw ShapeError(Message::tr("there is no block %1 among %2, which count from 0",
                                     {std::to_string(block), std::to_string(trace.blocks.size())}));
    const HeadTraces &heads = trace.blocks[std::size_t(block)]->heads;
    if (head < 0 || head >= int(heads.size()))
        throw ShapeError(Message::tr("there is no head %1 among %2, which count from 0",
                                     {std::to_string(head), std::to_string(heads.size())}));
    if (const HeadSource *given = heads.source())
        return given->scores(std::size_t(head));
    const HeadTrace &computed = heads[std::size_t(head)];
    const AttentionPlace place = blockPlace(model.config, block);
    return scoreHead(computed.q, computed.k, ruleOf(model, place, head, keysOf(trace, place.attention).masked));
}

} // namespace regard
