#pragma once

#include <string>

namespace regard {

class CopyingRun;

/// Q, K, V: how much of what the head reads with its queries, keys or values each earlier head wrote.
enum class Circuit { Qk, Ov, Q, K, V };

inline bool isComposition(Circuit circuit)
{
    return circuit != Circuit::Qk && circuit != Circuit::Ov;
}

/// The view's own settings.
struct CircuitOptions {
    Circuit circuit = Circuit::Qk;
    std::string words{};       ///< typed besides those of the sentence
    int distance = 0;          ///< of rotary positions: how far behind its key a query stands
    CopyingRun *run = nullptr; ///< has the copying score, or is computing it; null: it is computed now
    int row = -1;              ///< the cell in focus
    int column = -1;
};

} // namespace regard
