#pragma once

#include "io/tokenizer/tokenizer_field.h"
#include "text/tokenizer_definition.h"

namespace regard {

/// Sets the templates of a definition by tokenizer.json's `post_processor`. Throws FileError that names a kind which
/// is not supported.
void readTemplates(const TokenizerField &field, TokenizerDefinition &definition);

/// `[CLS] A [SEP]` and `[CLS] A [SEP] B [SEP]`, the second sentence of type 1.
void setBertTemplates(int classId, int separatorId, TokenizerDefinition &definition);

/// `<s> A </s>` and `<s> A </s> </s> B </s>`.
void setRobertaTemplates(int beginId, int separatorId, TokenizerDefinition &definition);

/// The tokens before and after each sentence; −1: none.
void setEndTemplates(int beginId, int endId, TokenizerDefinition &definition);

} // namespace regard
