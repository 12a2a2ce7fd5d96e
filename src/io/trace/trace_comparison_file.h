#pragma once

#include <string>
#include <vector>

#include <QString>

#include "engine/analysis/trace_comparison.h"
#include "io/trace/trace_parts.h"
#include "io/trace/trace_tensors.h"

namespace regard {

/// The present trace as JSON with two more top-level members, streamed; atomic. `pinned` is the whole trace before;
/// `difference` holds `name`, for the present `tokens` and `target_tokens` their positions before (null: new), and for
/// each present block per head the `weights` now − before (null: query or key is new, or forbidden in both) with how
/// much they `moved` on average (null where no query is in both), or `new: true` where there was no such head.
/// `further` are more top-level members, given as JSON, or empty, and `furtherPinned` more of `pinned`. Throws
/// FileError.
void writeComparisonJson(const QString &path, const TraceComparison &comparison, const std::string &name,
                         const std::string &further = {}, const std::string &furtherPinned = {},
                         const TraceParts &parts = {});

/// Writes the comparison as safetensors: the present tensors, those before under `pinned.`, and
/// `difference.encoder.0.self.weights` (heads × n × m) and `difference.encoder.0.self.moved` (heads) with NaN where
/// something is new or forbidden in both. The metadata holds `difference.name` and the token lists with the same
/// prefixes. `notes` are of the present sentences (io/trace/trace_notes.h).
void writeComparisonSafetensors(const QString &path, const TraceComparison &comparison, const std::string &name,
                                const TraceParts &parts = {}, const std::vector<MetadataEntry> &notes = {});

} // namespace regard
