#pragma once

#include <optional>
#include <string>

#include "document/document.h"

namespace regard {

/// The document's selection, moved to a part that has the matrix (a full name, "X" or "X target"): of the present
/// attention and layer where they have it, else of the first that do. Nothing where no part has it.
std::optional<Selection> selectionShowing(const Document &document, const std::string &matrix);

} // namespace regard
