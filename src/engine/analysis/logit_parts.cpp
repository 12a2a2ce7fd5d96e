#include "engine/analysis/logit_parts.h"

#include <algorithm>
#include <utility>

#include "engine/analysis/score_parts.h"
#include "engine/base/message.h"
#include "engine/functions/norm.h"
#include "engine/kernels/activate.h"
#include "engine/pass/output_layer.h"

namespace regard {

namespace {

Stack readOutStack(const Model &model)
{
    return model.config.architecture == Architecture::Encoder ? Stack::Encoder : Stack::Decoder;
}

/// The number of the question in a row with a number a word.
double askedOf(const Matrix &words, const LogitQuestion &question)
{
    return double(words(0, question.word)) - (question.other ? double(words(0, *question.other)) : 0.0);
}

StreamPart outputPart(const char *name)
{
    return {PartKind::Bias, {}, -1, name};
}

} // namespace

std::string reasonForNoLogitParts(const Model &model)
{
    if (!hasOutputLayer(model))
        return Message::tr("This model has no output layer: it says no next word that parts could speak for.");
    return reasonForNoParts(model, readOutStack(model));
}

LogitParts logitParts(const Model &model, const Trace &trace, const LogitQuestion &question)
{
    const auto words = int(trace.vocabulary.size());
    const double divisor = model.config.logitsDivisor;
    LogitParts parts;
    const auto add = [&](StreamPart part, double number) { parts.entries.push_back({std::move(part), number}); };
    const double bias = askedOf(outputBias(model, words), question) / divisor;
    if (bias != 0)
        add(outputPart("output.b"), bias);

    Jacobian by = inDouble(outputColumn(model, trace.vocabulary, question.word)); // width × 1
    if (question.other)
        by -= inDouble(outputColumn(model, trace.vocabulary, *question.other));
    by /= divisor;
    const Matrix row = readOutStream(trace).middleRows(question.position, 1);
    parts.total = model.config.logitsCap > 0 ? (inDouble(outputInput(model, row)) * by)(0, 0) + bias
                                             : askedOf(logitsRows(model, trace, question.position, 1), question);
    if (narrowsOutput(model.config))
        by = inDouble(model.weights.weight("output.projection.w")) * by;
    if (transformsOutput(model.config)) {
        const Jacobian weight = inDouble(model.weights.weight("output.transform.w"));
        const Jacobian added = inDouble(model.weights.at("output.transform.b"));
        const Jacobian transformed = inDouble(row) * weight + added;
        const HeldActivation held =
            heldActivation(transformed.row(0).transpose().array(), model.config.activationOfOutput());
        const Jacobian activated = (transformed.array() * held.gate.transpose() + held.rest).matrix();
        if (model.config.maskedLanguageModel) {
            HeldNorm norm = heldNorm(normRule(model, "output.norm.gain", "output.norm.bias"), activated, by);
            if (norm.bias.size() > 0)
                add(outputPart("output.norm.bias"), norm.bias(0, 0));
            by = norm.by * norm.scale(0);
        }
        if (held.rest != 0)
            add(outputPart("output.transform.activation"), held.rest * by.sum());
        by.array().col(0) *= held.gate;
        add(outputPart("output.transform.b"), (added * by)(0, 0));
        by = weight * by;
    }
    readStream(model, trace, {readOutStack(model), {}}, by, {question.position}, [&](const ReadPart &read) {
        parts.entries.push_back(
            {read.part, read.numbers(0, 0), partByKeys(model.config, trace, read, question.position)});
    });
    std::reverse(parts.entries.begin(), parts.entries.end());
    return parts;
}

Attention readOutAttention(const ModelConfig &config)
{
    return config.architecture == Architecture::Encoder ? Attention::Encoder : Attention::Decoder;
}

LogitQuestion likeliestWords(const Model &model, const Trace &trace, int position)
{
    const Matrix logits = logitsRows(model, trace, position, 1);
    LogitQuestion question{position};
    logits.row(0).maxCoeff(&question.word);
    if (logits.cols() < 2)
        return question;
    int second = question.word == 0 ? 1 : 0;
    for (int word = 0; word < int(logits.cols()); ++word)
        if (word != question.word && logits(0, word) > logits(0, second))
            second = word;
    question.other = second;
    return question;
}

} // namespace regard
