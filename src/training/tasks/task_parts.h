#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/model/model_config.h"
#include "training/base/place_bits.h"
#include "training/base/sentence.h"
#include "training/optimizer/training_options.h"
#include "training/tasks/task.h"

namespace regard {

/// What the models of all tasks have in common: residual, pre-norm and final norm, biases, learned positions, Xavier;
/// heads of d_model / heads columns.
ModelConfig taskModel(Architecture architecture, int layers, int heads, int dModel, int dFf);

/// AdamW 0.9 / 0.98, decay 0.01, clip 1, warm-up of 50 steps, then a cosine.
TrainingOptions taskOptions(int steps, double rate, int batch = 64);

/// The Transformer among the models of a task.
TaskVariant transformer(const ModelConfig &model, const TrainingOptions &options, std::vector<LengthGoal> goals = {});

/// Two recurrent networks among them, a layer each of gru or lstm, the encoder in both directions: without attention,
/// where the first state alone carries the sentence (Sutskever et al. 2014), or with that of Bahdanau et al. 2015, one
/// head.
TaskVariant recurrent(Cell cell, int dModel, DecoderAttention attention, const TrainingOptions &options,
                      std::vector<LengthGoal> goals = {});

/// Makes the task offer these models; it wants the first.
void offer(Task &task, std::vector<TaskVariant> variants);

/// Draws by `draw` until a sentence is on the wanted side of `isHeldOut`. The bits depend on seed, number and try.
TrainingSentence drawnOn(bool side, std::uint64_t seed, std::uint64_t number,
                         const std::function<TrainingSentence(const PlaceBits &)> &draw,
                         const std::function<bool(const TrainingSentence &)> &isHeldOut);

/// Whether a list of tokens is one of the tenth that is held out, whatever the seed.
bool isOfHeldOutTenth(const std::vector<int> &tokens);

/// `count` different numbers below `below`, in random order; the bits from place `first` on.
std::vector<int> differentNumbers(int count, int below, const PlaceBits &bits, std::uint64_t first);

} // namespace regard
