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

NormRule qkNormRule(const Model &model, const AttentionPlace &place, char letter)
{
    const std::string name = blockWeight(place.attention, place.layer, letter == 'q' ? "q_norm" : "k_norm");
    return normRule(model, name + ".gain", name + ".bias");
}

void splitHeads(const ModelConfig &config, Matrix &x)
{
    if (config.qkNorm == QkNorm::Head)
        x.resize(x.size() / config.dKey, config.dKey); // rows lie one after the other, so that the numbers stay
}

void joinHeads(const ModelConfig &config, Matrix &x, Eigen::Index rows)
{
    if (config.qkNorm == QkNorm::Head)
        x.resize(rows, x.size() / rows);
}

void normHeads(const Model &model, const AttentionPlace &place, char letter, Matrix &x)
{
    const Eigen::Index rows = x.rows();
    splitHeads(model.config, x);
    x = normOfRows(x, nullptr, qkNormRule(model, place, letter)).numbers;
    joinHeads(model.config, x, rows);
}

} // namespace regard
