#pragma once

#include <set>
#include <string>
#include <vector>

#include "training/base/parameters.h"

namespace regard {

/// AdamW (Kingma & Ba 2015; Loshchilov & Hutter 2019), with PyTorch's names, defaults aside.
struct AdamRule {
    double beta1 = 0.9;
    double beta2 = 0.98;
    double epsilon = 1e-8;
    double decay = 0.01;            ///< times the learning rate, off each weight that decays()
    double clip = 1;                ///< gradients whose norm over all parameters is larger are scaled to it; 0: never
    std::set<std::string> locked{}; ///< names of parameters that stay as they are and do not count in the norm

    bool operator==(const AdamRule &) const = default;
};

/// Whether a parameter decays: not biases, gains, embeddings and tables of positions.
bool decays(const Parameter &parameter);

/// The running means of gradients and of their squares, one number a parameter's number.
struct Moments {
    std::vector<float> first;
    std::vector<float> second;
    long long steps = 0; ///< taken so far

    bool operator==(const Moments &) const = default;
};

/// The norm over all gradients that are not locked, summed in double. Not finite where one of them is not.
double gradientNorm(const ParameterTable &table, const AdamRule &rule, const std::vector<float> &gradient);

/// Takes one step: changes weights and moments, which are made where they are empty. All vectors are table.size() long,
/// norm is the gradientNorm().
void adamStep(const ParameterTable &table, const AdamRule &rule, double rate, const std::vector<float> &gradient,
              double norm, std::vector<float> &weights, Moments &moments);

} // namespace regard
