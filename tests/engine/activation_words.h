#pragma once

#include <map>
#include <string>

#include "engine/base/activation.h"

namespace regard {

/// As files of test data spell them.
inline const std::map<std::string, Activation> &activationWords()
{
    static const std::map<std::string, Activation> words{{"relu", Activation::Relu},
                                                         {"gelu", Activation::Gelu},
                                                         {"gelu_tanh", Activation::GeluTanh},
                                                         {"silu", Activation::Silu},
                                                         {"quick_gelu", Activation::QuickGelu},
                                                         {"gelu_10", Activation::Gelu10},
                                                         {"relu2", Activation::Relu2},
                                                         {"relu6", Activation::Relu6},
                                                         {"leaky_relu", Activation::LeakyRelu},
                                                         {"tanh", Activation::Tanh},
                                                         {"sigmoid", Activation::Sigmoid},
                                                         {"mish", Activation::Mish},
                                                         {"laplace", Activation::Laplace},
                                                         {"hardswish", Activation::HardSwish},
                                                         {"sqrtsoftplus", Activation::SqrtSoftplus},
                                                         {"linear", Activation::Linear}};
    return words;
}

} // namespace regard
