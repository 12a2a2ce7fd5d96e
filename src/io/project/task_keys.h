#pragma once

#include <memory>
#include <string>

#include <QString>

#include "engine/model/model_config.h"
#include "io/base/json_value.h"
#include "training/run/training_record.h"

namespace regard {

/// The value of a project's key `task`: which task its weights learned, how, how far, and the curve. `base` not null: a
/// curve that is left out is the beginning of that one. Throws FileError(name, …) that names the place.
TrainingRecord readTask(const JsonValue &given, const ModelConfig &config, const std::string &name,
                        const TrainingRecord *base = nullptr);

/// The key's value as JSON, its parts on lines of their own; a curve that is the beginning of `base`'s is left out, and
/// so is its file. `project` is the file that it is written to; empty: unknown.
std::string taskText(const TrainingRecord &record, const TrainingRecord *base, const QString &project);

/// The file of a task of one's own as a project names it: relative to itself.
std::string dataBeside(const std::string &data, const QString &project);

} // namespace regard
