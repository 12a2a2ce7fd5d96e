#include "engine/functions/norm.h"

namespace regard {

NormRule normRule(const Model &model, const std::string &gain, const std::string &bias)
{
    const NormKind kind = model.config.normKind;
    return {model.weights.at(gain), hasNormBias(kind) ? &model.weights.at(bias) : nullptr, model.config.normEpsilon,
            kind};
}

Matrix normed(const Model &model, const std::string &name, const Matrix &x)
{
    return normed(model, name + ".gain", name + ".bias", x);
}

Matrix normed(const Model &model, const std::string &gain, const std::string &bias, const Matrix &x)
{
    return normOfRows(x, nullptr, normRule(model, gain, bias)).numbers;
}

Normed normedSum(const Model &model, const std::string &name, const Matrix &x, const Matrix *added)
{
    return normOfRows(x, added, normRule(model, name + ".gain", name + ".bias"));
}

} // namespace regard
