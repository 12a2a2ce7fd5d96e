#pragma once

#include <string>

#include "engine/model/model_config.h"
#include "io/base/json_value.h"
#include "io/project/stored_view.h"

namespace regard {

// The parts of a project's `view` that are objects themselves. `key` is the object's place (`view.steps`), which the
// errors name.

/// `step` (a step's word), `all` (true, false), `form` (rows, matrix), `convention` (rows, columns), `by_hand`
/// (decimals from 1), `digits` (after the point); all may be left out. Throws FileError(name, …).
StepView readStepView(const JsonValue &given, const std::string &key, const std::string &name);
/// What differs from the first view, as JSON; empty where nothing does.
std::string stepViewText(const StepView &view);

/// `words`, `special`, `renormalised`, `by_value`, `without_sink` (true, false), `pairs` (all, a_to_a, a_to_b, b_to_a,
/// b_to_b); all may be left out. Throws FileError(name, …).
TokenView readTokenView(const JsonValue &given, const std::string &key, const std::string &name);
/// What differs from tokens as they are, as JSON; empty where nothing does.
std::string tokenViewText(const TokenView &view);

/// `matrix`, `row` and `column`, counted from 1; a row or a column that is left out is −1: all of them. Throws
/// FileError(name, …) where the model has no such matrix or cell.
CellRef readCellRef(const JsonValue &given, const std::string &key, const std::string &name, const ModelConfig &config);
/// The cell as JSON; empty where there is no matrix, or the model has no such matrix or cell.
std::string cellRefText(const CellRef &cell, const ModelConfig &config);

} // namespace regard
