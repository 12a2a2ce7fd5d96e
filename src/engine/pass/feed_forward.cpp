#include "engine/pass/feed_forward.h"

#include <optional>
#include <string>
#include <utility>

#include "engine/functions/replaced_output.h"
#include "engine/kernels/product.h"
#include "engine/model/sentence_means.h"
#include "engine/model/sublayer.h"
#include "engine/pass/finite_check.h"
#include "engine/pass/patched_rows.h"
#include "engine/pass/stream.h"

namespace regard {

namespace {

/// x · w + b, without b where the model has no biases, and the activation where there is one.
Affine affineRows(const Model &model, const Matrix &x, const std::string &weight, const std::string &bias,
                  std::optional<Activation> activation = {})
{
    return affine(x, model.weights.weight(weight), model.config.bias ? &model.weights.at(bias) : nullptr, activation);
}

} // namespace

Matrix feedForwardHidden(const Model &model, Stack stack, int layer, const Matrix &input)
{
    const Sublayer sublayer{stack, layer, SublayerKind::FeedForward};
    const std::string prefix = sublayerName(sublayer);
    Affine hidden = affineRows(model, input, prefix + ".w_1", prefix + ".b_1", model.config.activation); // n × d_ff
    checkFinite(hidden.isFinite, Quantity::Hidden, sublayer);
    if (model.config.gated) {
        hidden.numbers.array() *= feedForwardGate(model, stack, layer, input).array();
        checkFinite(hidden.numbers, Quantity::Hidden, sublayer);
    }
    return std::move(hidden.numbers);
}

Matrix feedForwardGate(const Model &model, Stack stack, int layer, const Matrix &input)
{
    const std::string prefix = sublayerName({stack, layer, SublayerKind::FeedForward});
    return affineRows(model, input, prefix + ".w_3", prefix + ".b_3").numbers;
}

std::shared_ptr<const FeedForwardTrace> runFeedForward(const Model &model, Stack stack, int layer, const Matrix &x,
                                                       const Matrix &read, const std::vector<int> &masked,
                                                       const std::vector<std::string> &tokens)
{
    const Sublayer sublayer{stack, layer, SublayerKind::FeedForward};
    const std::string prefix = sublayerName(sublayer);
    Matrix scratch;
    const Matrix hidden = feedForwardHidden(model, stack, layer, sublayerInput(model, sublayer, read, scratch));
    auto computed = std::make_shared<FeedForwardTrace>();
    Affine output = affineRows(model, hidden, prefix + ".w_2", prefix + ".b_2"); // n × d_model
    computed->output = std::move(output.numbers);
    const Replacement *replacement = replacementOf(model.interventions, sublayer);
    if (replacement || !patchOf(model.interventions, outputPlace(sublayer)).empty()) {
        replaceOutput(computed->output, replacement, masked);
        putSentenceMeans(computed->output, model.interventions, sublayer, tokens);
        putPatch(model, outputPlace(sublayer), computed->output);
        checkFinite(computed->output, Quantity::Outputs, sublayer);
    } else {
        checkFinite(output.isFinite, Quantity::Outputs, sublayer);
    }
    computed->stream = patchedStream(model, sublayer, x, computed->output);
    return computed;
}

} // namespace regard
