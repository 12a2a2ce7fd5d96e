#include "engine/feed_forward.h"

#include <string>

#include "engine/activation.h"
#include "engine/finite_check.h"
#include "engine/product.h"
#include "engine/replaced_output.h"
#include "engine/sublayer.h"

namespace regard {

namespace {

std::string prefixOf(Stack stack, int layer)
{
    return stackName(stack) + "." + std::to_string(layer) + ".ffn";
}

Matrix affine(const Model &model, const Matrix &x, const std::string &weight, const std::string &bias)
{
    Matrix result = product(x, model.weights.at(weight));
    if (model.config.bias)
        result.rowwise() += model.weights.at(bias).row(0);
    return result;
}

} // namespace

Matrix feedForwardHidden(const Model &model, Stack stack, int layer, const Matrix &input)
{
    const std::string prefix = prefixOf(stack, layer);
    Matrix hidden = affine(model, input, prefix + ".w_1", prefix + ".b_1"); // n × d_ff
    checkFinite(hidden, Quantity::Hidden, prefix);
    activate(hidden, model.config.activation);
    if (model.config.gated) {
        hidden.array() *= feedForwardGate(model, stack, layer, input).array();
        checkFinite(hidden, Quantity::Hidden, prefix);
    }
    return hidden;
}

Matrix feedForwardGate(const Model &model, Stack stack, int layer, const Matrix &input)
{
    const std::string prefix = prefixOf(stack, layer);
    return affine(model, input, prefix + ".w_3", prefix + ".b_3");
}

std::shared_ptr<const FeedForwardTrace> runFeedForward(const Model &model, Stack stack, int layer, const Matrix &x,
                                                       const std::vector<int> &masked)
{
    const Sublayer sublayer{stack, layer, SublayerKind::FeedForward};
    const std::string prefix = prefixOf(stack, layer);
    const Matrix hidden = feedForwardHidden(model, stack, layer, sublayerInput(model, sublayer, x));
    auto computed = std::make_shared<FeedForwardTrace>();
    computed->output = affine(model, hidden, prefix + ".w_2", prefix + ".b_2"); // n × d_model
    replaceOutput(computed->output, replacementOf(model.interventions, sublayer), masked);
    checkFinite(computed->output, Quantity::Outputs, prefix);
    computed->stream = sublayerStream(model, sublayer, residualSum(model, x, computed->output));
    checkFinite(computed->stream, Quantity::Sums, prefix);
    return computed;
}

} // namespace regard
