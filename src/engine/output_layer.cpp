#include "engine/output_layer.h"

#include <unordered_set>

#include "engine/errors.h"
#include "engine/initialization.h"
#include "engine/message.h"
#include "engine/product.h"
#include "engine/weight_shapes.h"

namespace regard {

namespace {

/// The named weight of the output layer; drawn where nobody gave it.
Matrix outputMatrix(const Model &model, const char *name, int vocabularySize)
{
    if (const SharedMatrix matrix = model.weights.find(name)) {
        if (matrix->cols() != vocabularySize)
            throw InputError(Message::tr("%1 has %2 columns, but the sentences make a vocabulary of %3 tokens; give "
                                         "the file a vocabulary of %2 tokens",
                                         {name, std::to_string(matrix->cols()), std::to_string(vocabularySize)}));
        return *matrix;
    }
    WeightShape shape = *weightShape(model.config, name);
    shape.columns = vocabularySize;
    return drawWeight(model.config, shape, shape.rows);
}

} // namespace

std::vector<std::string> vocabularyOf(const Model &model, const Input &input)
{
    if (!model.vocabulary.tokens.empty())
        return model.vocabulary.tokens;
    std::vector<std::string> vocabulary;
    std::unordered_set<std::string> known;
    const auto add = [&](const std::string &token) {
        if (known.insert(token).second)
            vocabulary.push_back(token);
    };
    for (const std::string &token : input.tokens)
        add(token);
    if (model.config.architecture == Architecture::EncoderDecoder)
        for (const std::string &token : input.target)
            add(token);
    if (!model.vocabulary.end.empty())
        add(model.vocabulary.end);
    return vocabulary;
}

Matrix outputWeights(const Model &model, int vocabularySize)
{
    return outputMatrix(model, "output.w", vocabularySize);
}

Matrix outputBias(const Model &model, int vocabularySize)
{
    return outputMatrix(model, "output.b", vocabularySize);
}

Matrix logitsOf(const Model &model, const Matrix &decoderOutput, int vocabularySize)
{
    Matrix logits = product(decoderOutput, outputWeights(model, vocabularySize)); // n × vocabulary
    logits.rowwise() += outputBias(model, vocabularySize).row(0);
    return logits;
}

} // namespace regard
