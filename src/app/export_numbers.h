#pragma once

#include <string>

#include <QString>

#include "document/selection.h"
#include "engine/model.h"
#include "engine/trace.h"

namespace regard {

/// Files that hold numbers rather than a picture.
enum class NumbersFormat { Json, Csv, Safetensors };

/// Writes the trace, or for CSV the selected head's matrix at the selected stage, or the selected summary: the queries'
/// tokens down, the keys' across. `model` is the trace's own. `further` are more top-level members of a JSON trace, or
/// empty. Atomic; throws FileError.
void writeNumbers(const QString &path, NumbersFormat format, const Model &model, const SharedTrace &trace,
                  const Selection &selection, const std::string &further = {});

} // namespace regard
