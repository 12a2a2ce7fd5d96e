#include "engine/model/norm.h"

namespace regard {

namespace {

NormRule normRule(const Model &model, const std::string &gain, const std::string &bias)
{
    const bool isRms = model.config.normKind == NormKind::Rms;
    return {model.weights.at(gain), isRms ? nullptr : &model.weights.at(bias), model.config.normEpsilon,
            model.config.normKind};
}

} // namespace

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
