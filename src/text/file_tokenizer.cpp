#include "text/file_tokenizer.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "text/added_token_finder.h"
#include "text/base/mapped_text.h"
#include "text/definition_check.h"
#include "text/language_marks.h"
#include "text/normal_form.h"
#include "text/pair_merges.h"
#include "text/piece_spelling.h"
#include "text/piece_table.h"
#include "text/sentence_tokens.h"
#include "text/unigram_pieces.h"
#include "text/word_pieces.h"
#include "text/word_splitter.h"

namespace regard {

namespace {

bool hasStep(const TokenizerDefinition &definition, SplitStep::Kind kind)
{
    return std::any_of(definition.splitSteps.begin(), definition.splitSteps.end(),
                       [kind](const SplitStep &step) { return step.kind == kind; });
}

/// Whether the steps cut at white space.
bool splitsIntoWords(const std::vector<SplitStep> &steps)
{
    return std::any_of(steps.begin(), steps.end(), [](const SplitStep &step) {
        using Kind = SplitStep::Kind;
        return step.kind == Kind::Bert || step.kind == Kind::ByteLevel || step.kind == Kind::Spaces ||
               step.kind == Kind::Words || (step.kind == Kind::Metaspace && step.splits);
    });
}

PieceSpelling spellingOf(const TokenizerDefinition &definition)
{
    if (definition.model == TokenizerDefinition::Model::WordPiece)
        return {PieceSpelling::Style::Continued, definition.continuation};
    if (hasStep(definition, SplitStep::Kind::Bytes))
        return {PieceSpelling::Style::Numbered, {}};
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
    const std::vector<std::string> &vocabulary() const override
    {
        return m_respelled.empty() ? m_table.pieces() : m_vocabulary;
    }
    const TokenizerLanguages &languages() const override { return m_languages; }
    Tokens encode(std::string_view text, std::string_view language) const override
    {
        const LanguageMarks &marks = m_definition.languages;
        const auto pieces = marks.isAny() ? markedTemplate(marks, language) : m_definition.single;
        return finished(filledTemplate(pieces, m_table.pieces(), read(text), nullptr));
    }
    Tokens encodeTarget(std::string_view text, std::string_view language) const override
    {
        return encode(text, language.empty() ? m_languages.target : language);
    }
    Tokens encodePair(std::string_view first, std::string_view second) const override
    {
        const LanguageMarks &marks = m_definition.languages;
        const auto pieces = marks.isAny() ? markedTemplate(marks, {}, true) : m_definition.pair;
        const SentenceTokens other = read(second);
        return finished(filledTemplate(pieces, m_table.pieces(), read(first), &other));
    }
    std::string appended(const std::string &token) const override
    {
        return m_verbatim.contains(token) ? token : m_spelling.appended(token);
    }
    std::string label(const std::string &token) const override
    {
        return m_verbatim.contains(token) ? visibleText(token) : m_spelling.label(token);
    }
    bool isSpecial(const std::string &token) const override { return m_specialTexts.contains(token); }
    std::string maskToken() const override { return spelled(m_definition.maskToken); }
    std::string endToken() const override { return spelled(m_definition.endToken); }
    std::string padToken() const override { return spelled(m_definition.padToken); }

private:
    SentenceTokens read(std::string_view text) const;
    SentenceTokens readText(std::string_view text) const;
    void readNormalized(const MappedText &text, SentenceTokens &sentence) const;
    void readWords(MappedText text, SentenceTokens &sentence) const;
    void addToken(const AddedToken &added, std::size_t begin, std::size_t end, SentenceTokens &sentence) const;
    void respell();
    std::string spelled(const std::string &piece) const;
    Tokens finished(Tokens tokens) const;

    TokenizerDefinition m_definition; ///< without vocabulary and merges, which the table and the model hold
    TokenizerLanguages m_languages;
    PieceTable m_table;
    PieceSpelling m_spelling;
    std::optional<WordPieces> m_wordPieces;
    std::optional<PairMerges> m_pairMerges;
    std::optional<UnigramPieces> m_unigram;
    AddedTokenFinder m_before;                  ///< in the text as it is
    AddedTokenFinder m_after;                   ///< in the normalised text
    std::unordered_set<std::string> m_verbatim; ///< added tokens whose spelling has no marks
    std::unordered_set<std::string> m_specialTexts;
    /// The normalised text of added tokens that are searched for in normalised text, in place of their own.
    std::unordered_map<std::string, std::string> m_respelled;
    std::vector<std::string> m_vocabulary; ///< with these spellings; empty where there are none
    bool m_splitsIntoWords;                ///< the split's words are words, else the pieces' marks show them too
};

FileTokenizer::FileTokenizer(TokenizerDefinition definition)
    : m_definition(std::move(definition)), m_languages(languagesOf(m_definition.languages)),
      m_table(std::exchange(m_definition.vocabulary, {}), m_definition.addedOnly), m_spelling(spellingOf(m_definition)),
      m_before(finderOf(m_definition, false)), m_after(finderOf(m_definition, true)),
      m_splitsIntoWords(splitsIntoWords(m_definition.splitSteps))
{
    requireAddedTokens(m_definition.added, m_table);
    requireTemplate(m_definition.single, m_table.pieces().size());
    requireTemplate(m_definition.pair, m_table.pieces().size());
    requireLanguages(m_definition.languages, m_table.pieces().size());
    switch (m_definition.model) {
    case TokenizerDefinition::Model::WordPiece:
        m_wordPieces.emplace(m_table, m_definition.continuation, m_definition.unknown,
                             std::size_t(std::max(m_definition.longestWord, 0)));
        break;
    case TokenizerDefinition::Model::PairMerges:
        m_pairMerges.emplace(m_table, std::exchange(m_definition.merges, {}),
                             PairMerges::Options{m_definition.unknown, m_definition.byteFallback,
                                                 m_definition.fusesUnknown, m_definition.wholeWordsFirst});
        break;
    case TokenizerDefinition::Model::Unigram:
        m_unigram.emplace(m_table, std::exchange(m_definition.scores, {}), m_definition.unknown,
                          m_definition.byteFallback);
        break;
    }
    respell();
    for (const AddedToken &token : m_definition.added) {
        const std::string text = spelled(token.text);
        if (m_spelling.style != PieceSpelling::Style::Marked || text == token.text)
            m_verbatim.insert(text);
        if (token.isSpecial)
            m_specialTexts.insert(text);
    }
}

/// Spells tokens as the library's convert_ids_to_tokens, but all differently: where two would be spelled alike, the
/// later one keeps its own text.
void FileTokenizer::respell()
{
    std::unordered_set<std::string> taken;
    for (const AddedToken &token : m_definition.added) {
        if (!token.isNormalized)
            continue;
        const MappedText normal = normalForm(mappedText(token.text), m_definition.normalSteps);
        std::string spelling = utf8Of(normal, 0, normal.size());
        if (!spelling.empty() && m_table.find(spelling) == PieceTable::none && taken.insert(spelling).second)
            m_respelled.emplace(token.text, std::move(spelling));
    }
    if (m_respelled.empty())
        return;
    m_vocabulary = m_table.pieces();
    for (const auto &[text, spelling] : m_respelled)
        m_vocabulary[std::size_t(m_table.find(text))] = spelling;
}

std::string FileTokenizer::spelled(const std::string &piece) const
{
    const auto found = m_respelled.find(piece);
    return found == m_respelled.end() ? piece : found->second;
}

/// The tokens as they are spelled and as they are shown.
Tokens FileTokenizer::finished(Tokens tokens) const
{
    for (Token &token : tokens.tokens) {
        token.text = spelled(token.text);
        if (std::string shown = label(token.text); shown != token.text)
            token.label = std::move(shown);
    }
    return tokens;
}

std::string FileTokenizer::kind() const
{
    if (!m_definition.kind.empty())
        return m_definition.kind;
    if (m_wordPieces)
        return "WordPiece";
    if (m_unigram)
        return "Unigram";
    if (m_spelling.style == PieceSpelling::Style::Bytes)
        return "byte-level BPE";
    return m_definition.byteFallback ? "BPE with byte fallback" : "BPE";
}

SentenceTokens FileTokenizer::read(std::string_view text) const
{
    try {
        return readText(text);
    } catch (const TokenizerError &error) {
        if (m_definition.fail)
            m_definition.fail(error);
        throw;
    }
}

SentenceTokens FileTokenizer::readText(std::string_view text) const
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
    if (m_definition.endsOnce && !sentence.read.tokens.empty() &&
        sentence.read.tokens.back().text == m_definition.endToken)
        sentence.read.tokens.pop_back();
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
        else if (m_unigram)
            m_unigram->split(word, pieces);
        else
            m_pairMerges->split(word, pieces);
        for (const ModelPiece &piece : pieces) {
            Token token{m_table.at(piece.id), word[piece.begin].begin, word[piece.end - 1].end};
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
