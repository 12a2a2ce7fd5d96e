#pragma once

#include "engine/model/attention_place.h"
#include "engine/model/model_config.h"

namespace regard {

/// The head of W_K and W_V that a query head reads, both from 0: head / (heads / key_value_heads).
/// Ainslie et al. 2023, section 2.2.
int keyHeadOf(const ModelConfig &config, Attention attention, int head);

/// Whether an attention norms its queries and keys: self-attentions do, where the model does.
bool hasQkNorm(const ModelConfig &config, Attention attention);
/// Whether a sink takes part of the attention of each head: rows of weights then sum to less than 1.
bool hasSinks(const ModelConfig &config, Attention attention);

/// Whether W_Q, W_K and W_V have biases: with `bias` as everything has, or with `qkv_bias` only those.
bool hasQkvBias(const ModelConfig &config);

} // namespace regard
