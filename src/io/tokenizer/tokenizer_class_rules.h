#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/tokenizer/tokenizer_class.h"
#include "io/tokenizer/tokenizer_settings.h"
#include "text/sentence_piece_file.h"
#include "text/tokenizer_definition.h"

namespace regard {

/// The processing of every text, and the rules of the model, for a class that the library makes anew; nothing for one
/// that it takes from tokenizer.json as it is. `table`: the file's table of replacements, null where it has none. The
/// vocabulary is in order already. Throws FileError(name, …).
void setClassSteps(const TokenizerClass &tokenizerClass, const TokenizerSettings &settings,
                   std::shared_ptr<const ReplacementTable> table, const std::string &name,
                   TokenizerDefinition &definition);

/// Sets the steps that a SentencePiece model's own settings say, for a tokenizer.model without a class.
void setPieceSteps(const SentencePieceInventory &inventory, const TokenizerSettings &settings,
                   TokenizerDefinition &definition);

/// Whether the class has templates of its own, whatever tokenizer.json says.
bool ignoresTemplates(TokenizerClass::Kind kind);

/// Those; else, where there is no tokenizer.json (`isJson`), those of add_bos_token and add_eos_token. Throws
/// FileError(name, …) where a token of theirs is missing.
void setClassTemplates(const TokenizerClass &tokenizerClass, const TokenizerSettings &settings, const std::string &name,
                       bool isJson, TokenizerDefinition &definition);

/// What stands around the pieces of a .model file in the class's vocabulary: `skipped` of its first pieces are
/// replaced by `before`.
struct PieceOrder {
    std::vector<std::pair<std::string, double>> before;
    std::size_t skipped = 0;
    std::vector<std::string> after;
};
PieceOrder pieceOrder(TokenizerClass::Kind kind, const TokenizerSettings &settings, const TokenDefaults &defaults);

/// The marks of those of the codes that the vocabulary has, whose tokens have the two texts around the code, and of
/// src_lang and tgt_lang of tokenizer_config.json. Throws FileError that names the key where the vocabulary lacks one
/// of these; `usual` is src_lang where it is not given.
LanguageMarks languageMarks(const std::vector<std::string> &codes, const std::pair<std::string, std::string> &around,
                            const std::string &usual, const TokenizerSettings &settings,
                            const std::vector<std::string> &vocabulary, int endId, bool isLast);

} // namespace regard
