#include <QtTest>

#include "engine/pass/forward.h"
#include "test_class.h"
#include "trace_memory.h"

using namespace regard;

namespace {

const Input traceMemorySentence{{"the", "cat", "sat", "on", "the", "mat"}};

// Numbers of 6 tokens: a head's q, k, v and output are 6 × 4, its weights 6 × 6; joined, output and stream 6 × 16.
constexpr double traceMemoryHead = 4 * 6 * 4 + 6 * 6;
constexpr double withoutHeads = 3 * 6 * 16;

ModelConfig twelveLayers()
{
    ModelConfig config;
    config.encoderLayers = 12;
    config.dModel = 16;
    config.heads = 4;
    config.dKey = config.dValue = 4;
    config.dFf = 24;
    config.residual = config.bias = config.finalNorm = true;
    config.norm = Norm::Pre;
    config.position = Position::Sinusoidal;
    return config;
}

/// Doubles one number of a weight.
Model edited(Model model, const std::string &weight)
{
    model.given.set(weight, model.weights.at(weight));
    model.given.edit(weight)(0, 0) *= 2;
    return buildModel(model.config, model.given, model.embedding, model.vocabulary, &model);
}

SharedTrace traceMemoryAfter(const Model &model, const Model &before, const Trace &trace,
                             const Input &input = traceMemorySentence)
{
    return forward(model, input, {.previous = &trace, .previousModel = &before});
}

double bytes(double numbers)
{
    return 4 * numbers;
}

} // namespace

class TraceMemoryTest : public QObject {
    Q_OBJECT
private slots:
    void nothingOfItself()
    {
        const SharedTrace trace = forward(buildModel(twelveLayers(), {}, {}), traceMemorySentence);
        QCOMPARE(bytesOnlyIn(*trace, *trace), 0.0);
    }

    void everythingOfTwoPassesFromNothing()
    {
        const Model model = buildModel(twelveLayers(), {}, {});
        const SharedTrace one = forward(model, traceMemorySentence);
        const SharedTrace other = forward(model, traceMemorySentence);
        QCOMPARE(bytesOnlyIn(*one, *other), traceBytes(model.config, 6, 0));
    }

    void theSameAgainCostsNothing()
    {
        const Model model = buildModel(twelveLayers(), {}, {});
        const SharedTrace trace = forward(model, traceMemorySentence);
        QCOMPARE(bytesOnlyIn(*traceMemoryAfter(model, model, *trace), *trace), 0.0);
    }

    void anEditInTheLastLayerCostsTheLastLayer()
    {
        const Model model = buildModel(twelveLayers(), {}, {});
        const SharedTrace trace = forward(model, traceMemorySentence);
        constexpr double feedForward = 2 * 6 * 16;
        constexpr double output = 6 * 16;
        const Model last = edited(model, "encoder.11.self.w_q");
        QCOMPARE(bytesOnlyIn(*traceMemoryAfter(last, model, *trace), *trace),
                 bytes(traceMemoryHead + withoutHeads + feedForward + output));
        const Model ffn = edited(model, "encoder.11.ffn.w_2");
        QCOMPARE(bytesOnlyIn(*traceMemoryAfter(ffn, model, *trace), *trace), bytes(feedForward + output));
        const Model norm = edited(model, "encoder.final_norm.gain");
        QCOMPARE(bytesOnlyIn(*traceMemoryAfter(norm, model, *trace), *trace), bytes(output));
        const Model tenth = edited(model, "encoder.9.self.w_o");
        QCOMPARE(bytesOnlyIn(*traceMemoryAfter(tenth, model, *trace), *trace),
                 bytes(2 * 4 * traceMemoryHead + 3 * (withoutHeads + feedForward) + output));
    }

    void aHeadSwitchedOffCostsFromItsLayerOn()
    {
        const Model model = buildModel(twelveLayers(), {}, {});
        const SharedTrace trace = forward(model, traceMemorySentence);
        Model off = model;
        off.interventions.heads[{Attention::Encoder, 11, 2}] = Replacement::Zero;
        QCOMPARE(bytesOnlyIn(*traceMemoryAfter(off, model, *trace), *trace),
                 bytes(traceMemoryHead + withoutHeads + 2 * 6 * 16 + 6 * 16));
    }

    /// What the encoder gives is neither computed nor kept twice.
    void anEditInTheDecoderLeavesTheEncoder()
    {
        ModelConfig config = twelveLayers();
        config.architecture = Architecture::EncoderDecoder;
        config.encoderLayers = 2;
        config.decoderLayers = 1;
        const Model model = buildModel(config, {}, {}, {{"yes", "no", "</s>"}});
        const Input both{traceMemorySentence.tokens, {}, {"<s>", "die"}, {}};
        const SharedTrace trace = forward(model, both);
        const Model words = edited(model, "output.w");
        QCOMPARE(bytesOnlyIn(*traceMemoryAfter(words, model, *trace, both), *trace), bytes(2 * 3));
        const Model ends = edited(model, "decoder.final_norm.gain");
        QCOMPARE(bytesOnlyIn(*traceMemoryAfter(ends, model, *trace, both), *trace), bytes(2 * 16 + 2 * 3));
    }
};

REGARD_GUILESS_TEST(TraceMemoryTest)
#include "test_trace_memory.moc"
