#include "engine/norm.h"

#include "engine/layer_norm.h"
#include "engine/rms_norm.h"

namespace regard {

Matrix normed(const Model &model, const std::string &name, const Matrix &x)
{
    return normed(model, name + ".gain", name + ".bias", x);
}

Matrix normed(const Model &model, const std::string &gain, const std::string &bias, const Matrix &x)
{
    const double epsilon = model.config.normEpsilon;
    if (model.config.normKind == NormKind::Rms)
        return rmsNorm(x, model.weights.at(gain), epsilon);
    return layerNorm(x, model.weights.at(gain), model.weights.at(bias), epsilon);
}

} // namespace regard
