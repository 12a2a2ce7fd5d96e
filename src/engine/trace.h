#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/matrix.h"

namespace regard {

/// What one head computed for n queries and m keys.
struct HeadTrace {
    Matrix q;       ///< n × d_key
    Matrix k;       ///< m × d_key
    Matrix v;       ///< m × d_value
    Matrix weights; ///< n × m, each row sums to 1, or is zeros where every key is masked
    Matrix output;  ///< n × d_value, weights · v
};

/// What one attention block computed.
struct BlockTrace {
    std::string name; ///< `encoder.0.self`
    std::vector<HeadTrace> heads;
    Matrix joined; ///< n × heads · d_value, the heads side by side
    Matrix output; ///< n × d_model, joined · W_O + b_o, or joined where there is no output projection
    Matrix stream; ///< n × d_model, what the next layer reads
};

/// What one pass computed. Blocks are shared between passes: those before the first change are the same objects.
struct Trace {
    std::uint64_t generation = 0;
    std::vector<std::string> tokens;
    std::vector<int> masked; ///< source positions from 0 that no query may attend to
    Matrix embedded;         ///< n × d_model, the tokens' rows as they stand in the embedding
    Matrix positions;        ///< n × d_model, what is added; empty where nothing is
    Matrix input;            ///< n × d_model, what the first layer reads
    std::vector<std::shared_ptr<const BlockTrace>> blocks;
    Matrix encoderOutput; ///< n × d_model (joined width where a last layer has no output projection)
};

using SharedTrace = std::shared_ptr<const Trace>;

/// A head's scores before the softmax.
struct HeadScores {
    Matrix scores; ///< n × m, q · k or the additive score
    Matrix scaled; ///< n × m, scores / √d_key where the model scales, else the same
    Matrix masked; ///< n × m, scaled with −infinity where the mask forbids
};

} // namespace regard
