#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/jacobian.h"
#include "engine/base/activation.h"
#include "engine/functions/norm_rows.h"
#include "engine/model/model.h"
#include "engine/model/sublayer.h"
#include "engine/pass/trace.h"

namespace regard {

/// What a term of the residual stream comes from.
enum class PartKind {
    Token,       ///< the token's row of the embedding
    Position,    ///< what is added for its position
    TokenType,   ///< its row of `token_type`
    Head,        ///< a head's output through its rows of W_O
    Attention,   ///< the output of an attention that is replaced as a whole
    FeedForward, ///< the output of a feed-forward, without its bias unless it is replaced
    Bias,        ///< a bias, by its name, unless it is zeros; of an activation, what it gives at 0
    Distance,    ///< of scores: what is added by how far key and query are apart
};

struct StreamPart {
    PartKind kind = PartKind::Token;
    std::optional<Sublayer> sublayer{}; ///< nothing: before the first layer, or after the last
    int head = -1;                      ///< of Head
    std::string bias{};                 ///< name of the weight, of Bias: `encoder.0.self.b_o`

    bool operator==(const StreamPart &) const = default;
};

/// Where a stream is read: by an attention, after the norm before it if there is one, else what the stack gives, after
/// its final norm.
struct StreamPlace {
    Stack stack = Stack::Encoder;
    std::optional<Sublayer> reader{};
};

/// One part of rows of the stream, multiplied by a matrix.
struct ReadPart {
    StreamPart part;
    Jacobian numbers; ///< rows × columns of the matrix
    /// What the head's values are multiplied by, d_value × 1; empty unless one row is read by one column, or where the
    /// head's output is not its weights · values.
    Jacobian ofValues{};
};

/// Calls take() for each part of rows of the stream, times `by` (width × columns), the latest part first. The parts sum
/// to the rows that the pass computed: each norm is held at the scale of this pass, so that mean subtraction, gain and
/// scale act on each part, and its bias is a part. The parts of sublayers before one without a residual are in its
/// heads and are not listed. Elhage et al. 2021. Call it where reasonForNoParts() is empty.
void readStream(const Model &model, const Trace &trace, const StreamPlace &place, const Jacobian &by,
                const std::vector<int> &rows, const std::function<void(ReadPart)> &take);

/// The sentence that says why the stack's stream is no sum of parts; empty: it is.
std::string reasonForNoParts(const Model &model, Stack stack);

/// How a norm that is held acts on what is read of it: x becomes (x − its mean, if centred) · gain ÷ deviation.
struct HeldNorm {
    Jacobian by;          ///< what the norm's input is multiplied by, before the division
    Eigen::ArrayXd scale; ///< of each row: 1 ÷ its deviation
    Jacobian bias;        ///< 1 × columns, the norm's bias times `by`; empty: it has none, or zeros
};
HeldNorm heldNorm(const NormRule &rule, const Jacobian &rows, const Jacobian &by);

/// What an activation does at these numbers as gate · x + rest: its value ÷ x where it is 0 at 0, else the part beyond
/// its value at 0, which is the rest.
struct HeldActivation {
    Eigen::ArrayXd gate;
    double rest = 0;
};
HeldActivation heldActivation(const Eigen::ArrayXd &x, Activation activation);

} // namespace regard
