#pragma once

#include "text/base/mapped_text.h"
#include "text/base/replacement_table.h"

namespace regard {

/// The text with what a table puts in place of its characters, as the tokenizers library reads one: a grapheme cluster
/// of fewer than six bytes that begins as an entry does is replaced as a whole, even where the entry is shorter; else
/// each character by itself.
MappedText replacedByTable(const MappedText &text, const ReplacementTable &table);

} // namespace regard
