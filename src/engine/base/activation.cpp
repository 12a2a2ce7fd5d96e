#include "engine/base/activation.h"

namespace regard {

const char *activationName(Activation activation)
{
    switch (activation) {
    case Activation::Relu:
        return "ReLU";
    case Activation::Gelu:
        return "GELU";
    case Activation::GeluTanh:
        return "GELU (tanh)";
    case Activation::Silu:
        return "SiLU";
    case Activation::QuickGelu:
        return "QuickGELU";
    case Activation::Gelu10:
        return "GELU-10";
    case Activation::Relu2:
        return "ReLU²";
    case Activation::Relu6:
        return "ReLU6";
    case Activation::LeakyRelu:
        return "LeakyReLU";
    case Activation::Tanh:
        return "tanh";
    case Activation::Sigmoid:
        return "sigmoid";
    case Activation::Mish:
        return "Mish";
    case Activation::Laplace:
        return "Laplace";
    case Activation::HardSwish:
        return "HardSwish";
    case Activation::SqrtSoftplus:
        return "√softplus";
    case Activation::Linear:
        break;
    }
    return "linear";
}

} // namespace regard
