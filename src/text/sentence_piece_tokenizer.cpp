#include "text/sentence_piece_tokenizer.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <sentencepiece_processor.h>

#include "text/added_token_finder.h"
#include "text/base/mapped_text.h"
#include "text/base/tokenizer_error.h"
#include "text/definition_check.h"
#include "text/language_marks.h"
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
    const std::vector<std::string> &targetVocabulary() const override { return targetTable().pieces(); }
    const TokenizerLanguages &languages() const override { return m_languages; }
    Tokens encode(std::string_view text, std::string_view language) const override
    {
        return filled(read(text, m_source, m_table), language, vocabulary());
    }
    Tokens encodeTarget(std::string_view text, std::string_view language) const override
    {
        return filled(read(text, m_hasTarget ? m_target : m_source, targetTable()),
                      language.empty() ? m_languages.target : language, targetVocabulary());
    }
    Tokens encodePair(std::string_view first, std::string_view second) const override
    {
        const LanguageMarks &marks = m_definition.languages;
        const auto pieces = marks.isAny() ? markedTemplate(marks, {}, true) : m_definition.pair;
        const SentenceTokens other = read(second, m_source, m_table);
        return filledTemplate(pieces, vocabulary(), read(first, m_source, m_table), &other);
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
    const PieceTable &targetTable() const { return m_targetTable ? *m_targetTable : m_table; }
    Tokens filled(const SentenceTokens &sentence, std::string_view language,
                  const std::vector<std::string> &vocabulary) const
    {
        const LanguageMarks &marks = m_definition.languages;
        const auto pieces = marks.isAny() ? markedTemplate(marks, language) : m_definition.single;
        return filledTemplate(pieces, vocabulary, sentence, nullptr);
    }
    SentenceTokens read(std::string_view text, const Processor &processor, const PieceTable &table) const;
    void addPieces(const Processor &processor, const PieceTable &table, std::size_t begin, std::size_t end,
                   SentenceTokens &sentence) const;
    void addToken(std::string text, const PieceTable &table, std::size_t begin, std::size_t end,
                  SentenceTokens &sentence) const;

    SentencePieceDefinition m_definition; ///< without models and vocabulary
    Processor m_source;
    Processor m_target;
    bool m_hasTarget;
    TokenizerLanguages m_languages;
    PieceTable m_table;
    std::optional<PieceTable> m_targetTable; ///< of a target that has a vocabulary of its own
    AddedTokenFinder m_finder;
    PieceSpelling m_spelling{PieceSpelling::Style::Marked, {}};
    std::unordered_set<std::string> m_addedTexts;
    std::unordered_set<std::string> m_specialTexts;
};

SentencePieceTokenizer::SentencePieceTokenizer(SentencePieceDefinition definition)
    : m_definition(std::move(definition)), m_hasTarget(!m_definition.target.empty()),
      m_languages(languagesOf(m_definition.languages)), m_table(std::exchange(m_definition.vocabulary, {})),
      m_finder(pieceFinderOf(m_definition.added))
{
    load(m_source, std::exchange(m_definition.source, {}));
    if (m_hasTarget)
        load(m_target, std::exchange(m_definition.target, {}));
    if (!m_definition.targetVocabulary.empty())
        m_targetTable.emplace(std::exchange(m_definition.targetVocabulary, {}));
    for (const PieceTable *table : std::initializer_list<const PieceTable *>{&m_table, &targetTable()}) {
        if (table->find(m_definition.unknown) == PieceTable::none)
            throw TokenizerError(TokenizerError::Kind::UnknownMissing, {m_definition.unknown});
        requireTemplate(m_definition.single, table->pieces().size());
    }
    requireAddedTokens(m_definition.added, m_table);
    requireTemplate(m_definition.pair, m_table.pieces().size());
    requireLanguages(m_definition.languages, m_table.pieces().size());
    for (const AddedToken &token : m_definition.added) {
        m_addedTexts.insert(token.text);
        if (token.isSpecial)
            m_specialTexts.insert(token.text);
    }
}

SentenceTokens SentencePieceTokenizer::read(std::string_view text, const Processor &processor,
                                            const PieceTable &table) const
{
    SentenceTokens sentence;
    sentence.read.normalized = validUtf8(text);
    const MappedText whole = mappedText(sentence.read.normalized);
    for (const AddedTokenFinder::Stretch &stretch : m_finder.stretches(whole)) {
        const std::size_t begin = whole[stretch.begin].begin;
        const std::size_t end = whole[stretch.end - 1].end;
        if (stretch.token) {
            // The library looks added tokens up before any vocabulary: the target's have the source's ids.
            const auto id = std::size_t(stretch.token->id);
            addToken(id < table.pieces().size() ? table.at(int(id)) : stretch.token->text, table, begin, end, sentence);
            sentence.read.tokens.back().isSpecial = stretch.token->isSpecial;
            sentence.read.tokens.back().isMask = stretch.token->text == m_definition.maskToken;
        } else {
            addPieces(processor, table, begin, end, sentence);
        }
        ++sentence.words;
    }
    for (Token &token : sentence.read.tokens)
        trimPlace(token, sentence.read.normalized);
    numberMarkedWords(sentence);
    return sentence;
}

void SentencePieceTokenizer::addPieces(const Processor &processor, const PieceTable &table, std::size_t begin,
                                       std::size_t end, SentenceTokens &sentence) const
{
    const std::string whole = sentence.read.normalized.substr(begin, end - begin);
    const std::size_t code = m_definition.languageCodes ? languageCodeLength(whole) : 0;
    if (code > 0)
        addToken(whole.substr(0, code), table, begin, begin + code, sentence);
    const std::string text = whole.substr(code);
    const std::size_t first = sentence.read.tokens.size();
    const sentencepiece::ImmutableSentencePieceText cut = processor.EncodeAsImmutableProto(text);
    for (std::size_t i = 0; i < cut.pieces_size(); ++i) {
        const auto piece = cut.pieces(int(i));
        const std::size_t from = std::min<std::size_t>(piece.begin(), text.size());
        const std::size_t to = std::min<std::size_t>(piece.end(), text.size());
        addToken(piece.piece(), table, begin + code + from, begin + code + std::max(from, to), sentence);
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

void SentencePieceTokenizer::addToken(std::string text, const PieceTable &table, std::size_t begin, std::size_t end,
                                      SentenceTokens &sentence) const
{
    if (table.find(text) == PieceTable::none)
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
