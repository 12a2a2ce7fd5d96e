#pragma once

#include <string>

#include "io/tokenizer/tokenizer_settings.h"

namespace regard {

/// How the transformers library's AutoTokenizer builds a tokenizer. All kinds but the first take vocabulary, merges and
/// added tokens from the files and do the rest in the same way whatever tokenizer.json says.
struct TokenizerClass {
    enum class Kind {
        AsFile,
        Bert,
        Roberta,
        Gpt2,
        Qwen2,
        Llama,
        Marian,
        XlmRoberta,
        Camembert,
        Albert,
        T5,
        MpNet,
        DebertaV2,
        Gemma,
        GptNeoX,
        Nllb,
        MBart,
        MBart50,
        Esm,
        M2m100,
        ByT5,
    };

    Kind kind = Kind::AsFile;
    std::string name;
    TokenDefaults tokens{};  ///< used where no file names them
    bool givesTypes = false; ///< the second sentence of a pair has another token type
};

/// The files of a tokenizer that a folder has.
struct TokenizerSources {
    bool json = false;        ///< tokenizer.json
    bool isByteLevel = false; ///< which mentions ByteLevel; the library looks for it where the files say LlamaTokenizer
    bool lines = false;       ///< vocab.txt
    bool pairs = false;       ///< vocab.json and merges.txt
    bool pieces = false;      ///< tokenizer.model
    bool translation = false; ///< source.spm
    bool unigram = false;     ///< spiece.model, spm.model or sentencepiece.bpe.model

    bool any() const { return json || lines || pairs || pieces || translation || unigram; }
};

/// The kind of model that tokenizer.json must have for a class that is made anew from it.
TokenizerDefinition::Model modelOf(TokenizerClass::Kind kind);

/// The name of that class, known here or not, without a look at tokenizer.json.
std::string tokenizerClassName(const std::string &modelType, const TokenizerSettings &settings);

/// The class of a folder: by its files' `tokenizer_class`, else by the model type. Throws FileError where the class is
/// unknown here, which names one that reads the sources.
TokenizerClass tokenizerClass(const std::string &modelType, const TokenizerSettings &settings,
                              const TokenizerSources &sources);

/// A class that reads files of the folder, and which.
struct ReadingClass {
    std::string name;
    std::string files;
};

/// The likeliest of these; its name is empty for a model type whose class the files do not choose. There must be a
/// source.
ReadingClass classThatReads(const std::string &modelType, const TokenizerSources &sources);

} // namespace regard
