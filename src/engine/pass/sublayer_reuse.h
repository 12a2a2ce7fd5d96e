#pragma once

#include <vector>

#include "engine/model/model.h"
#include "engine/pass/sublayer_place.h"
#include "engine/pass/trace.h"

namespace regard {

/// What of one head is as it was.
struct HeadReuse {
    bool q = false;
    bool k = false;
    bool v = false;
    bool weights = false; ///< and with them q and k
    bool whole = false;   ///< everything: the same object
};

/// What of one sublayer is as it was.
struct SublayerReuse {
    std::vector<HeadReuse> heads; ///< of an attention, one a head of the model to come
    bool output = false;          ///< before residual and norm, and with it all heads
    bool whole = false;           ///< everything: the same object

    bool keepsHead(std::size_t head) const { return head < heads.size() && heads[head].whole; }
};

/// What a sublayer reads, compared with what it read before.
struct SameReads {
    bool stream = false;     ///< that of those who ask, before any norm
    bool keys = false;       ///< what is attended to, of an attention; in a self-attention the stream
    bool queryMasks = false; ///< of those who ask
    bool keyMasks = false;   ///< of what is attended to
};

/// What of a sublayer of `model` stays as it was in `previous`, where it reads what `same` says: what neither a weight
/// nor a setting has changed. A head stays where its own columns of W_Q, W_K and W_V do, whatever becomes of others.
SublayerReuse sublayerReuse(const Model &model, const Model &previous, const Sublayer &sublayer, const SameReads &same);

/// Whether both models norm alike; of their norms' weights this says nothing.
bool sameNormRule(const ModelConfig &now, const ModelConfig &before);

/// Whether two matrices hold the same bits, as far as can be told without computing: the same object, or equal bytes.
bool sameBits(const Matrix &a, const Matrix &b);

} // namespace regard
