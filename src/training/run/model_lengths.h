#pragma once

#include <string>
#include <vector>

namespace regard {

/// What a model knows of sentences of one length.
struct LengthAccuracy {
    int length = 0;
    double accuracy = 0;      ///< share of sentences whose asked tokens are all right
    double tokenAccuracy = 0; ///< share of asked tokens that are right, each after the right ones

    bool operator==(const LengthAccuracy &) const = default;
};

/// What one of the models that a task offers knew after so many steps.
struct ModelLengths {
    std::string model; ///< the name of its TaskVariant
    long long step = 0;
    std::vector<LengthAccuracy> lengths{};

    bool operator==(const ModelLengths &) const = default;
};

} // namespace regard
