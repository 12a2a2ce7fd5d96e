#include "text/file_tokenizer.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "text/added_token_finder.h"
#include "text/definition_check.h"
#include "text/mapped_text.h"
#include "text/normal_form.h"
#include "text/pair_merges.h"
#include "text/piece_spelling.h"
#include "text/piece_table.h"
#include "text/sentence_tokens.h"
#include "text/word_pieces.h"
#include "text/word_splitter.h"

namespace regard {

namespace {

bool hasStep(const TokenizerDefinition &definition, SplitStep::Kind kind)
{
    return std::any_of(definition.splitSteps.begin(), definition.splitSteps.end(),
                       [kind](const SplitStep &step) { return step.kind == kind; });
}

PieceSpelling spellingOf(const TokenizerDefinition &definition)
{
    if (definition.model == TokenizerDefinition::Model::WordPiece)
        return {PieceSpelling::Style::Continued, definition.continuation};
    const bool bytes = hasStep(definition, SplitStep::Kind::ByteLevel);
    return {bytes ? PieceSpelling::Style::Bytes : PieceSpelling::Style::Marked, {}};
}

/// The tokens that are looked for before the text is normalised, or after.
AddedTokenFinder finderOf(const TokenizerDefinition &definition, bool normalized)
{
    std::vector<AddedTokenFinder::Entry> entries;
    for (const AddedToken &token : definition.added) {
        if (token.isNormalized != normalized || (token.isSpecial && definition.splitsSpecial))
            continue;
        MappedText spelling = mappedText(token.text);
        if (normalized)
            spelling = normalForm(std::move(spelling), definition.normalSteps);
        entries.push_back({std::move(spelling), token});
    }
    return AddedTokenFinder(std::move(entries));
}

class FileTokenizer : public TrainedTokenizer {
public:
    explicit FileTokenizer(TokenizerDefinition definition);

    std::string kind() const override;
    const std::vector<std::string> &vocabulary() const override { return m_table.pieces(); }
    Tokens encode(std::string_view text) const override
    {
        return filledTemplate(m_definition.single, vocabulary(), read(text), nullptr);
    }
    Tokens encodePair(std::string_view first, std::string_view second) const override
    {
        const SentenceTokens other = read(second);
        return filledTemplate(m_definition.pair, vocabulary(), read(first), &other);
    }
    std::string appended(const std::string &token) const override
    {
        return m_addedTexts.contains(token) ? token : m_spelling.appended(token);
    }
    std::string label(const std::string &token) const override
    {
        return m_addedTexts.contains(token) ? token : m_spelling.label(token);
    }
    bool isSpecial(const std::string &token) const override { return m_specialTexts.contains(token); }
    std::string maskToken() const override { return m_definition.maskToken; }
    std::string endToken() const override { return m_definition.endToken; }
    std::string padToken() const override { return m_definition.padToken; }

private:
    SentenceTokens read(std::string_view text) const;
    void readNormalized(const MappedText &text, SentenceTokens &sentence) const;
    void readWords(MappedText text, SentenceTokens &sentence) const;
    void addToken(const AddedToken &added, std::size_t begin, std::size_t end, SentenceTokens &sentence) const;

    TokenizerDefinition m_definition; ///< without vocabulary and merges, which the table and the model hold
    PieceTable m_table;
    PieceSpelling m_spelling;
    std::optional<WordPieces> m_wordPieces;
    std::optional<PairMerges> m_pairMerges;
    AddedTokenFinder m_before; ///< in the text as it is
    AddedTokenFinder m_after;  ///< in the normalised text
    std::unordered_set<std::string> m_addedTexts;
    std::unordered_set<std::string> m_specialTexts;
    bool m_splitsIntoWords; ///< the split's words are words, else the pieces' marks show them
};

FileTokenizer::FileTokenizer(TokenizerDefinition definition)
    : m_definition(std::move(definition)), m_table(std::exchange(m_definition.vocabulary, {}), m_definition.addedOnly),
      m_spelling(spellingOf(m_definition)), m_before(finderOf(m_definition, false)),
      m_after(finderOf(m_definition, true)), m_splitsIntoWords(hasStep(m_definition, SplitStep::Kind::Bert) ||
                                                               hasStep(m_definition, SplitStep::Kind::ByteLevel))
{
    requireAddedTokens(m_definition.added, m_table);
    requireTemplate(m_definition.single, m_table.pieces().size());
    requireTemplate(m_definition.pair, m_table.pieces().size());
    if (m_definition.model == TokenizerDefinition::Model::WordPiece) {
        m_wordPieces.emplace(m_table, m_definition.continuation, m_definition.unknown,
                             std::size_t(std::max(m_definition.longestWord, 0)));
    } else {
        m_pairMerges.emplace(m_table, std::exchange(m_definition.merges, {}),
                             PairMerges::Options{m_definition.unknown, m_definition.byteFallback,
                                                 m_definition.fusesUnknown, m_definition.wholeWordsFirst});
    }
    for (const AddedToken &token : m_definition.added) {
        m_addedTexts.insert(token.text);
        if (token.isSpecial)
            m_specialTexts.insert(token.text);
    }
}

std::string FileTokenizer::kind() const
{
    if (!m_definition.kind.empty())
        return m_definition.kind;
    if (m_wordPieces)
        return "WordPiece";
    if (m_spelling.style == PieceSpelling::Style::Bytes)
        return "byte-level BPE";
    return m_definition.byteFallback ? "BPE with byte fallback" : "BPE";
}

SentenceTokens FileTokenizer::read(std::string_view text) const
{
    SentenceTokens sentence;
    sentence.read.normalized = validUtf8(text);
    const MappedText whole = mappedText(sentence.read.normalized);
    for (const AddedTokenFinder::Stretch &stretch : m_before.stretches(whole)) {
        if (stretch.token) {
            addToken(*stretch.token, whole[stretch.begin].begin, whole[stretch.end - 1].end, sentence);
            continue;
        }
        const MappedText part(whole.begin() + std::ptrdiff_t(stretch.begin),
                              whole.begin() + std::ptrdiff_t(stretch.end));
        readNormalized(normalForm(part, m_definition.normalSteps), sentence);
    }
    for (Token &token : sentence.read.tokens)
        trimPlace(token, sentence.read.normalized);
    if (!m_splitsIntoWords)
        numberMarkedWords(sentence);
    return sentence;
}

void FileTokenizer::readNormalized(const MappedText &text, SentenceTokens &sentence) const
{
    for (const AddedTokenFinder::Stretch &stretch : m_after.stretches(text)) {
        if (stretch.token)
            addToken(*stretch.token, text[stretch.begin].begin, text[stretch.end - 1].end, sentence);
        else
            readWords(
                MappedText(text.begin() + std::ptrdiff_t(stretch.begin), text.begin() + std::ptrdiff_t(stretch.end)),
                sentence);
    }
}

void FileTokenizer::readWords(MappedText text, SentenceTokens &sentence) const
{
    std::vector<MappedText> texts;
    texts.push_back(std::move(text));
    std::vector<ModelPiece> pieces;
    for (const MappedText &word : splitWords(std::move(texts), m_definition.splitSteps)) {
        pieces.clear();
        if (m_wordPieces)
            m_wordPieces->split(word, pieces);
        else
            m_pairMerges->split(word, pieces);
        for (const ModelPiece &piece : pieces) {
            Token token{m_table.at(piece.id), word[piece.begin].begin, word[piece.end - 1].end};
            token.label = m_spelling.label(token.text);
            token.word = sentence.words;
            sentence.read.tokens.push_back(std::move(token));
        }
        ++sentence.words;
    }
}

void FileTokenizer::addToken(const AddedToken &added, std::size_t begin, std::size_t end,
                             SentenceTokens &sentence) const
{
    Token token{added.text, begin, end};
    token.word = sentence.words++;
    token.isSpecial = added.isSpecial;
    token.isMask = added.text == m_definition.maskToken;
    sentence.read.tokens.push_back(std::move(token));
}

} // namespace

std::shared_ptr<const TrainedTokenizer> makeTokenizer(TokenizerDefinition definition)
{
    return std::make_shared<FileTokenizer>(std::move(definition));
}

} // namespace regard
