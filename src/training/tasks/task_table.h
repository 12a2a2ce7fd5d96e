#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "training/tasks/task.h"

namespace regard {

/// Every task, in the order in which they are offered, with texts in the language that is set now.
std::vector<Task> tasks();

/// Nothing where there is none of that name.
std::optional<Task> findTask(const std::string &name);

/// The task with another of the models that it offers; nothing where it offers none of that name.
std::optional<Task> withVariant(Task task, const std::string &name);

/// The model of those that the task offers whose configuration this is, but for the seed; null: it is another.
const TaskVariant *variantOf(const Task &task, const ModelConfig &config);

/// The sentences of a step, from 0, to learn from.
std::vector<TrainingSentence> taskBatch(const Task &task, const TrainingOptions &options, long long step);

/// The model that the task wants, with weights drawn from that seed.
Model modelFor(const Task &task, std::uint64_t seed);

/// A sentence of the task as a user writes it: its tokenizer makes these tokens of it.
std::string textOf(const Task &task, const std::vector<int> &tokens);

/// Why a model cannot learn the task, in one sentence that says what helps; empty where it can.
std::string reasonAgainst(const Task &task, const Model &model);
/// Why training cannot go on with what is changed from outside; empty where it can.
std::string reasonAgainst(const Interventions &interventions);

} // namespace regard
