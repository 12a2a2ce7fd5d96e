#pragma once

#include <string>

#include "io/tokenizer/tokenizer_settings.h"

namespace regard {

/// How the transformers library's AutoTokenizer builds a tokenizer. All kinds but the first take vocabulary, merges and
/// added tokens from the files and do the rest in the same way whatever tokenizer.json says.
struct TokenizerClass {
    enum class Kind { AsFile, Bert, Roberta, Gpt2, Qwen2, Llama, Marian };

    Kind kind = Kind::AsFile;
    std::string name;
    TokenDefaults tokens{};  ///< used where no file names them
    bool givesTypes = false; ///< the second sentence of a pair has another token type
};

/// The class of a folder: by its files' `tokenizer_class`, else by the model type. `isByteLevel`: tokenizer.json
/// mentions ByteLevel, which the library looks for where the files say LlamaTokenizer. Throws FileError where the class
/// is unknown here.
TokenizerClass tokenizerClass(const std::string &modelType, const TokenizerSettings &settings, bool isByteLevel);

} // namespace regard
