#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "io/base/file_error.h"
#include "io/tokenizer/tokenizer_building.h"

using namespace regard;

namespace {

using Built = std::shared_ptr<const TrainedTokenizer>;

void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// As Marian's are read: cut by the library, over a vocabulary of the model's own pieces.
Built cutByTheLibrary(const std::string &model, const SentencePieceInventory &inventory)
{
    SentencePieceDefinition definition;
    definition.source = model;
    definition.unknown = inventory.unknown;
    std::unordered_set<std::string> seen;
    for (const std::string &piece : inventory.pieces)
        if (seen.insert(piece).second)
            definition.vocabulary.push_back(piece);
    return builtTokenizer(std::move(definition), "fuzz");
}

/// As Llama's are read: by merges of the pieces.
Built merged(const SentencePieceInventory &inventory)
{
    TokenizerDefinition definition;
    definition.model = TokenizerDefinition::Model::PairMerges;
    definition.merges = pieceMerges(inventory.pieces, "fuzz");
    definition.vocabulary = inventory.pieces;
    definition.unknown = inventory.unknown;
    definition.byteFallback = inventory.byteFallback;
    definition.normalSteps = {{.kind = NormalStep::Kind::Replace, .from = " ", .to = "\u2581"}};
    return builtTokenizer(std::move(definition), "fuzz");
}

/// Every token is one of the vocabulary, at a place in the text.
void check(const TrainedTokenizer &tokenizer)
{
    for (const std::string_view text :
         {std::string_view("The cat's un-believ-able, 123 <s> aab"), std::string_view("Où est 猫 😀 ▁▁a"),
          std::string_view("\xFF\xE7\x8C\x00 x", 6)}) {
        const Tokens tokens = tokenizer.encode(text);
        for (const Token &token : tokens.tokens) {
            require(token.begin <= token.end && token.end <= tokens.normalized.size() && token.word >= -1);
            tokenizer.label(token.text);
        }
    }
}

} // namespace

/// The bytes of a tokenizer.model are refused with a FileError, or make both kinds of tokenizers, or are refused then.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string model(reinterpret_cast<const char *>(data), size);
    try {
        const SentencePieceInventory inventory = sentencePieces(model, "fuzz");
        for (const auto &[id, isSpecial] : inventory.added)
            require(id >= 0 && std::size_t(id) < inventory.pieces.size());
        check(*cutByTheLibrary(model, inventory));
        check(*merged(inventory));
    } catch (const FileError &) {
        return 0; // refused, as most of what a fuzzer makes
    }
    return 0;
}
