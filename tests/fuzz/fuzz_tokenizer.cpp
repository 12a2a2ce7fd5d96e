#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "io/base/file_error.h"
#include "io/tokenizer/tokenizer_building.h"
#include "io/tokenizer/tokenizer_json.h"
#include "io/tokenizer/tokenizer_json_tree.h"
#include "io/tokenizer/tokenizer_text_files.h"
#include "io/tokenizer/tokenizer_vocabulary.h"

using namespace regard;

namespace {

using Built = std::shared_ptr<const TrainedTokenizer>;

/// A vocab.txt whose first line stands for unknown words.
Built wordPieces(std::string_view text)
{
    TokenizerDefinition definition;
    definition.vocabulary = parseVocabularyText(text, "fuzz");
    definition.unknown = definition.vocabulary.front();
    definition.normalSteps = {{.kind = NormalStep::Kind::Bert}};
    definition.splitSteps = {{.kind = SplitStep::Kind::Bert}};
    return builtTokenizer(std::move(definition), "fuzz");
}

/// A vocab.json and, after a zero, a merges.txt.
Built bytePairs(std::string_view text)
{
    const std::size_t end = text.find('\0');
    TokenizerDefinition definition;
    definition.model = TokenizerDefinition::Model::PairMerges;
    definition.vocabulary = orderedVocabulary(readVocabularyJson(text.substr(0, end), "fuzz"), {}, "fuzz").pieces;
    definition.merges = parseMergesText(end == text.npos ? std::string_view() : text.substr(end + 1), "fuzz");
    definition.splitSteps = {{.kind = SplitStep::Kind::Pattern, .pattern = SplitPattern::Llama3},
                             {.kind = SplitStep::Kind::ByteLevel}};
    return builtTokenizer(std::move(definition), "fuzz");
}

/// The first byte says what the others are: V, M, or the beginning of a tokenizer.json.
Built read(std::string_view bytes)
{
    if (bytes.starts_with('V'))
        return wordPieces(bytes.substr(1));
    if (bytes.starts_with('M'))
        return bytePairs(bytes.substr(1));
    return builtTokenizer(parseTokenizerJson(bytes, "fuzz"), "fuzz");
}

/// Places lie in the text, words are numbered from 0 or −1, and every token is one of the vocabulary.
void check(const TrainedTokenizer &tokenizer, const Tokens &tokens)
{
    for (const Token &token : tokens.tokens) {
        const bool lies = token.begin <= token.end && token.end <= tokens.normalized.size();
        if (!lies || token.word < -1 || token.text.size() > 1000U << 20)
            std::abort();
        tokenizer.label(token.text);
        tokenizer.appended(token.text);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    try {
        const Built tokenizer = read(bytes);
        for (const std::string_view text :
             {std::string_view("The cat's un-believ-able, 1234567  IT'S\n\n\t<s>[MASK]</s> aab"),
              std::string_view("Où est 猫 e\xCC\x81 İ 😀 \xEA\xB0\x81\xC2\xA0▁▁a"),
              std::string_view("\xFF\xE7\x8C\x00 x\xF0\x9F", 8), std::string_view()})
            check(*tokenizer, tokenizer->encode(text));
        // The tokenizer's own bytes hold what it looks for.
        check(*tokenizer, tokenizer->encode(bytes.substr(0, 512)));
        check(*tokenizer, tokenizer->encodePair("a b", bytes.substr(size / 2, 64)));
    } catch (const FileError &) {
        return 0; // refused, as most of what a fuzzer makes
    }
    return 0;
}
