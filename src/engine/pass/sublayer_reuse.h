#pragma once

#include <vector>

#include "engine/model/model.h"
#include "engine/model/sublayer.h"
#include "engine/pass/trace.h"

namespace regard {

/// The parts of one head that are as they were.
struct HeadReuse {
    bool q = false;
    bool k = false;
    bool v = false;
    bool weights = false; ///< and with them q and k
    bool whole = false;   ///< everything: the same object
};

/// The parts of one sublayer that are as they were.
struct SublayerReuse {
    std::vector<HeadReuse> heads; ///< of an attention, one for each head of the new model
    bool output = false;          ///< before residual and norm, and with it all heads
    bool whole = false;           ///< everything: the same object
};

/// What a sublayer reads, compared with what it read before.
struct SameReads {
    bool stream = false;     ///< that of the queries, before any norm
    bool keys = false;       ///< what is attended to, of an attention; in a self-attention the stream
    bool queryMasks = false; ///< of the queries
    bool keyMasks = false;   ///< of what is attended to
    bool tokens = false;     ///< texts of the queries
};

/// The parts of a sublayer of `model` that stay as they were in `previous`, where it reads what `same` says: those that
/// neither a weight nor a setting has changed. A head stays where its own columns of W_Q, W_K and W_V do, whatever
/// happens to others.
SublayerReuse sublayerReuse(const Model &model, const Model &previous, const Sublayer &sublayer, const SameReads &same);

/// Whether both models have the same kind of norm; their norms' weights are not compared.
bool sameNormRule(const ModelConfig &now, const ModelConfig &before);

/// Whether two matrices hold the same bits, as far as that is known without computing: the same object, or equal bytes.
bool sameBits(const Matrix &a, const Matrix &b);

} // namespace regard
