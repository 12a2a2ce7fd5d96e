#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QString>

#include "document/shown/shown.h"
#include "io/checkpoint/checkpoint.h"
#include "views/circuits/circuit_options.h"
#include "views/circuits/copying_run.h"
#include "views/heatmap/heatmap_figure.h"

namespace regard {

/// A circuit, or why there is none.
struct MadeCircuit {
    QString message{};                  ///< a sentence; empty: there is one
    std::vector<std::string> rows{};    ///< of a composition earlier layers, from 1
    std::vector<std::string> columns{}; ///< of a composition heads, from 1
    std::shared_ptr<const Matrix> scores{};
    std::optional<double> copying{}; ///< of OV; nothing: it is being computed
};

/// Computes the circuit of the head in view over the sentence's words, each once, and those that were typed.
MadeCircuit madeCircuit(const ShownState &state, const Checkpoint *checkpoint, const CircuitOptions &options);

/// A picture of it.
HeatmapData circuitData(const ShownState &state, const MadeCircuit &made, const CircuitOptions &options);

/// "Copying score 0.42", with what that means.
QString copyingText(double score);

/// Whether the head in view rotates its queries and keys.
bool hasCircuitDistance(const ShownState &state);

} // namespace regard
