#pragma once

#include <string>
#include <vector>

#include "io/attention/attention_sentence.h"
#include "io/base/json_value.h"

namespace regard {

/// What a file says of a sentence beside its tensors: tokens, which of them are special, words, masks. `given` is the
/// file's metadata as an object, or an entry of its list of sentences, which leaves to `whole` what it does not say.
/// `file` is for errors, `place` before the keys in them (`sentences[2].`). Throws FileError.
AttentionSentence readImportedSentence(const JsonValue &given, const JsonValue *whole, const std::string &file,
                                       const std::string &place);

/// Puts the tensors in their place: stacks, layers and heads of the sentence's configuration follow, and sizes are
/// checked against the tokens. Throws FileError naming the tensor.
void placeTensors(AttentionSentence &sentence, const std::string &file);

/// Every key of the metadata that is read.
const std::vector<std::string> &givenKeys();

} // namespace regard
