#pragma once

#include "engine/base/matrix.h"

namespace regard {

/// For each row of logits the probabilities of the next token: softmax(logits / temperature) over the topK largest
/// numbers of the row (0, or more than there are: all of them), 0 for the others. Equal numbers at the edge count by
/// column, the first ones in. n × vocabulary, each row sums to 1.
/// Throws ValueError where temperature is not above 0 or topK is negative.
Matrix nextTokenProbabilities(const Matrix &logits, double temperature, int topK);

} // namespace regard
