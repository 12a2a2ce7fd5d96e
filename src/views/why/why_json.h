#pragma once

#include <string>
#include <vector>

#include "document/shown/shown.h"
#include "io/project/stored_view.h"

namespace regard {

/// Why the query looks at the key, as a JSON object, with tokens as the tokenizer spells them. The state must have an
/// attention and be no difference. resources/guide/formats.md describes the members.
std::string whyJson(const ShownState &tokens, const std::vector<std::string> &dimensions, const StepView &view);

} // namespace regard
