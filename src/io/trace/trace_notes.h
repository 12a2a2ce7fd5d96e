#pragma once

#include <string>
#include <vector>

#include "engine/model/model_config.h"
#include "engine/pass/trace.h"
#include "io/trace/trace_tensors.h"
#include "text/tokenizer.h"

namespace regard {

/// What a trace's file says of its sentences beside their tokens, so that it opens again as it was shown: title,
/// labels, words, special tokens, segments, masks. Values are JSON but for title and masks; what goes without saying is
/// left out. `source` and `target` are the trace's tokens; where they are not, only the title and the masks are said.
std::vector<MetadataEntry> traceNotes(const std::string &title, const ModelConfig &config, const Trace &trace,
                                      const Tokens &source, const Tokens &target);

/// The notes as members of a JSON object: `"title": "…",\n"words": […]`; empty where there are none.
std::string notesMembers(const std::vector<MetadataEntry> &notes);

} // namespace regard
