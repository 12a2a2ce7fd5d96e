#include "text/sentence_piece_tokenizer.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <sentencepiece_processor.h>

#include "text/added_token_finder.h"
#include "text/base/mapped_text.h"
#include "text/base/tokenizer_error.h"
#include "text/definition_check.h"
#include "text/piece_spelling.h"
#include "text/piece_table.h"
#include "text/sentence_tokens.h"

namespace regard {

namespace {

using Processor = sentencepiece::SentencePieceProcessor;

void load(Processor &processor, const std::string &model)
{
    if (!isSoundModel(model))
        throw TokenizerError(TokenizerError::Kind::Damaged, {});
    if (const auto status = processor.LoadFromSerializedProto(model); !status.ok())
        throw TokenizerError(TokenizerError::Kind::SentencePiece, {status.message()});
    if (processor.GetPieceSize() <= 0)
        throw TokenizerError(TokenizerError::Kind::NoPieces, {});
}

AddedTokenFinder pieceFinderOf(const std::vector<AddedToken> &added)
{
    std::vector<AddedTokenFinder::Entry> entries;
    for (const AddedToken &token : added)
        entries.push_back({mappedText(token.text), token});
    return AddedTokenFinder(std::move(entries));
}

/// The bytes of `>>fr<<` where a text begins with one, else 0.
std::size_t languageCodeLength(std::string_view text)
{
    if (!text.starts_with(">>"))
        return 0;
    const std::size_t end = text.find("<<");
    return end == std::string_view::npos ? 0 : end + 2;
}

class SentencePieceTokenizer : public TrainedTokenizer {
public:
    explicit SentencePieceTokenizer(SentencePieceDefinition definition);

    std::string kind() const override { return "SentencePiece"; }
    const std::vector<std::string> &vocabulary() const override { return m_table.pieces(); }
    Tokens encode(std::string_view text) const override { return filled(read(text, m_source)); }
    Tokens encodeTarget(std::string_view text) const override
    {
        const SentenceTokens sentence = read(text, m_hasTarget ? m_target : m_source);
        return m_definition.targetTemplate.empty()
                   ? filled(sentence)
                   : filledTemplate(m_definition.targetTemplate, vocabulary(), sentence, nullptr);
    }
    Tokens encodePair(std::string_view first, std::string_view second) const override
    {
        const SentenceTokens other = read(second, m_source);
        return filledTemplate(m_definition.pair, vocabulary(), read(first, m_source), &other);
    }
    std::string appended(const std::string &token) const override
    {
        return m_addedTexts.contains(token) ? token : m_spelling.appended(token);
    }
    std::string label(const std::string &token) const override
    {
        return m_addedTexts.contains(token) ? visibleText(token) : m_spelling.label(token);
    }
    bool isSpecial(const std::string &token) const override { return m_specialTexts.contains(token); }
    std::string maskToken() const override { return m_definition.maskToken; }
    std::string endToken() const override { return m_definition.endToken; }
    std::string padToken() const override { return m_definition.padToken; }

private:
    Tokens filled(const SentenceTokens &sentence) const
    {
        return filledTemplate(m_definition.single, vocabulary(), sentence, nullptr);
    }
    SentenceTokens read(std::string_view text, const Processor &processor) const;
    void addPieces(const Processor &processor, std::size_t begin, std::size_t end, SentenceTokens &sentence) const;
    void addToken(std::string text, std::size_t begin, std::size_t end, SentenceTokens &sentence) const;

    SentencePieceDefinition m_definition; ///< without models and vocabulary
    Processor m_source;
    Processor m_target;
    bool m_hasTarget;
    PieceTable m_table;
    AddedTokenFinder m_finder;
    PieceSpelling m_spelling{PieceSpelling::Style::Marked, {}};
    std::unordered_set<std::string> m_addedTexts;
    std::unordered_set<std::string> m_specialTexts;
};

SentencePieceTokenizer::SentencePieceTokenizer(SentencePieceDefinition definition)
    : m_definition(std::move(definition)), m_hasTarget(!m_definition.target.empty()),
      m_table(std::exchange(m_definition.vocabulary, {})), m_finder(pieceFinderOf(m_definition.added))
{
    load(m_source, std::exchange(m_definition.source, {}));
    if (m_hasTarget)
        load(m_target, std::exchange(m_definition.target, {}));
    if (m_table.find(m_definition.unknown) == PieceTable::none)
        throw TokenizerError(TokenizerError::Kind::UnknownMissing, {m_definition.unknown});
    requireAddedTokens(m_definition.added, m_table);
    requireTemplate(m_definition.single, m_table.pieces().size());
    requireTemplate(m_definition.pair, m_table.pieces().size());
    requireTemplate(m_definition.targetTemplate, m_table.pieces().size());
    for (const AddedToken &token : m_definition.added) {
        m_addedTexts.insert(token.text);
        if (token.isSpecial)
            m_specialTexts.insert(token.text);
    }
}

SentenceTokens SentencePieceTokenizer::read(std::string_view text, const Processor &processor) const
{
    SentenceTokens sentence;
    sentence.read.normalized = validUtf8(text);
    const MappedText whole = mappedText(sentence.read.normalized);
    for (const AddedTokenFinder::Stretch &stretch : m_finder.stretches(whole)) {
        const std::size_t begin = whole[stretch.begin].begin;
        const std::size_t end = whole[stretch.end - 1].end;
        if (stretch.token) {
            addToken(stretch.token->text, begin, end, sentence);
            sentence.read.tokens.back().isSpecial = stretch.token->isSpecial;
            sentence.read.tokens.back().isMask = stretch.token->text == m_definition.maskToken;
        } else {
            addPieces(processor, begin, end, sentence);
        }
        ++sentence.words;
    }
    for (Token &token : sentence.read.tokens)
        trimPlace(token, sentence.read.normalized);
    numberMarkedWords(sentence);
    return sentence;
}

void SentencePieceTokenizer::addPieces(const Processor &processor, std::size_t begin, std::size_t end,
                                       SentenceTokens &sentence) const
{
    const std::string whole = sentence.read.normalized.substr(begin, end - begin);
    const std::size_t code = m_definition.languageCodes ? languageCodeLength(whole) : 0;
    if (code > 0)
        addToken(whole.substr(0, code), begin, begin + code, sentence);
    const std::string text = whole.substr(code);
    const std::size_t first = sentence.read.tokens.size();
    const sentencepiece::ImmutableSentencePieceText cut = processor.EncodeAsImmutableProto(text);
    for (std::size_t i = 0; i < cut.pieces_size(); ++i) {
        const auto piece = cut.pieces(int(i));
        const std::size_t from = std::min<std::size_t>(piece.begin(), text.size());
        const std::size_t to = std::min<std::size_t>(piece.end(), text.size());
        addToken(piece.piece(), begin + code + from, begin + code + std::max(from, to), sentence);
    }
    // Only the last of a character's bytes gets the character's place.
    std::vector<Token> &tokens = sentence.read.tokens;
    for (std::size_t i = tokens.size(); i-- > first + 1;) {
        Token &before = tokens[i - 1];
        if (before.begin == before.end && before.end == tokens[i].begin && before.text.starts_with("<0x") &&
            tokens[i].text.starts_with("<0x"))
            before.end = tokens[i].end;
    }
}

void SentencePieceTokenizer::addToken(std::string text, std::size_t begin, std::size_t end,
                                      SentenceTokens &sentence) const
{
    if (m_table.find(text) == PieceTable::none)
        text = m_definition.unknown;
    Token token{std::move(text), begin, end};
    token.label = label(token.text);
    token.word = sentence.words;
    sentence.read.tokens.push_back(std::move(token));
}

} // namespace

SentencePieceInventory readSentencePieces(const std::string &model)
{
    Processor processor;
    load(processor, model);
    SentencePieceInventory inventory = inventoryOf(model);
    inventory.pieces.clear();
    for (int id = 0; id < processor.GetPieceSize(); ++id) {
        inventory.pieces.push_back(processor.IdToPiece(id));
        inventory.scores.push_back(double(processor.GetScore(id)));
    }
    // The library may have read another number of pieces out of damaged bytes.
    inventory.isNormal.resize(inventory.pieces.size());
    std::erase_if(inventory.added,
                  [&](const auto &added) { return std::size_t(added.first) >= inventory.pieces.size(); });
    return inventory;
}

std::shared_ptr<const TrainedTokenizer> makeSentencePieceTokenizer(SentencePieceDefinition definition)
{
    return std::make_shared<SentencePieceTokenizer>(std::move(definition));
}

} // namespace regard
