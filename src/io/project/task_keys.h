#pragma once

#include <memory>
#include <string>

#include "engine/model/model_config.h"
#include "io/base/json_value.h"
#include "training/run/training_record.h"

namespace regard {

/// The value of a project's key `task`: which task its weights learned, how, how far, and the curve. `base` not null: a
/// curve that is left out is the beginning of that one. Throws FileError(name, …) that names the place.
TrainingRecord readTask(const JsonValue &given, const ModelConfig &config, const std::string &name,
                        const TrainingRecord *base = nullptr);

/// The same as JSON, its parts on lines of their own; a curve that is the beginning of `base`'s is left out.
std::string taskText(const TrainingRecord &record, const TrainingRecord *base = nullptr);

} // namespace regard
