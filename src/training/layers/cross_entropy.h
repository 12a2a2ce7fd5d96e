#pragma once

#include "training/base/rows.h"

namespace regard {

/// The loss of one row of logits: −Σ over the vocabulary of target · ln softmax(logits), in nats, where target is
/// 1 − smoothing + smoothing ÷ vocabulary for the right token and smoothing ÷ vocabulary for each other one (Szegedy et
/// al. 2016, section 7). Replaces the logits by the derivative of the loss by them, times `weight`.
template <typename Number>
double crossEntropy(Number *logits, Eigen::Index vocabulary, int right, double smoothing, double weight);

} // namespace regard
