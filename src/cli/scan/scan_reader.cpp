#include "cli/scan/scan_reader.h"

#include <algorithm>

#include "document/sentence/side.h"
#include "engine/base/errors.h"
#include "engine/scan/scan_sums.h"

namespace regard {

namespace {

bool isOwnToken(const Token &token)
{
    return !token.isAdded;
}

} // namespace

ScanReader::ScanReader(const Project &project, const ScanOptions &options, int maximumTokens)
    : m_empty(textsOf(project)), m_readsTarget(readsTarget(project.model.config)), m_most(maximumTokens),
      m_isFile(options.sources != "-"), m_seed(options.seed)
{
    m_empty.source.clear();
    m_empty.target.clear();
    if (options.random) {
        m_randomTokens = options.random->first;
        m_randomSentences = std::uint64_t(options.random->second);
        prepareRandom(project);
    } else {
        m_texts.emplace(CorpusPart{options.sources, options.fields, options.shard.first, options.shard.second});
    }
}

std::uint64_t ScanReader::end() const
{
    if (!m_texts)
        return m_randomSentences;
    return m_isFile ? m_texts->end() : 0;
}

void ScanReader::setBlank(std::uint64_t blank)
{
    if (m_texts)
        m_texts->setBlank(blank);
}

void ScanReader::skipTo(std::uint64_t offset)
{
    if (m_texts)
        m_texts->skipTo(offset);
    else
        m_drawn = offset;
}

std::optional<ScanSentence> ScanReader::next()
{
    if (!m_texts)
        return m_drawn < m_randomSentences ? std::optional(drawn(m_drawn++)) : std::nullopt;
    std::optional<CorpusText> text = m_texts->next();
    return text ? std::optional(read(std::move(*text))) : std::nullopt;
}

int ScanReader::ownTokens(const std::string &text, bool isTarget) const
{
    SentenceTexts texts = m_empty;
    (isTarget ? texts.target : texts.source) = text;
    const Tokens tokens = isTarget ? targetTokens(texts) : sourceTokens(texts);
    return int(std::count_if(tokens.tokens.begin(), tokens.tokens.end(), isOwnToken));
}

/// The beginning of a text, of so many tokens of its own.
std::string ScanReader::cut(const std::string &text, bool isTarget, int most) const
{
    SentenceTexts texts = m_empty;
    (isTarget ? texts.target : texts.source) = text;
    const Tokens tokens = isTarget ? targetTokens(texts) : sourceTokens(texts);
    int left = std::max(0, most);
    for (const Token &token : tokens.tokens)
        if (isOwnToken(token) && left-- == 0)
            return tokens.normalized.substr(0, token.begin);
    return text;
}

ScanSentence ScanReader::read(CorpusText text) const
{
    ScanSentence sentence{text.offset, {}, {}, text.isCut, text.fault};
    if (!sentence.fault.empty())
        return sentence;
    SentenceTexts texts = m_empty;
    if (text.target && !m_readsTarget && !takesPair(texts)) {
        sentence.fault = "it has a second text, but this model reads neither a target nor pairs";
        return sentence;
    }
    texts.source = text.source;
    texts.target = text.target.value_or("");
    try {
        sentence.source = sourceTokens(texts);
        // A shorter text can have more tokens than its part had, so it may take another cut.
        while (int(sentence.source.tokens.size()) > m_most) {
            sentence.isCut = true;
            const int excess = int(sentence.source.tokens.size()) - m_most;
            const int first = ownTokens(texts.source, false);
            const bool isPaired = readsPair(texts);
            const int other = isPaired ? ownTokens(texts.target, false) : 0;
            std::string &longer = other > first ? texts.target : texts.source;
            const int most = std::max(first, other);
            if (most < 1)
                break;
            const int least = isPaired ? std::max(std::min(first, other), most - excess) : most - excess;
            longer = cut(longer, false, least < most ? least : most - 1);
            sentence.source = sourceTokens(texts);
        }
        if (m_readsTarget) {
            sentence.target = targetTokens(texts);
            while (int(sentence.target.tokens.size()) > m_most) {
                sentence.isCut = true;
                const int own = ownTokens(texts.target, true);
                if (own < 1)
                    break;
                texts.target = cut(texts.target, true, own - (int(sentence.target.tokens.size()) - m_most));
                sentence.target = targetTokens(texts);
            }
        }
    } catch (const Error &error) {
        sentence.fault = error.what();
    }
    return sentence;
}

void ScanReader::prepareRandom(const Project &project)
{
    if (m_readsTarget)
        throw ConfigError("--repeat-random is of models that read one sentence, and this one reads a target");
    const Model &model = project.model;
    const TrainedTokenizer *trained = project.checkpoint ? m_empty.trained.get() : nullptr;
    const std::vector<std::string> &drawnFrom = model.vocabulary.tokens;
    const std::vector<std::string> &all = trained ? trained->vocabulary() : drawnFrom;
    for (const std::string &word : all) {
        const bool isSpecial =
            trained ? trained->isSpecial(word) : word == model.vocabulary.end || word == model.vocabulary.mask;
        if (!word.empty() && !isSpecial && (!model.table || model.table->ids.contains(word)))
            m_words.push_back(word);
    }
    if (m_words.empty())
        throw ConfigError("--repeat-random draws from a model's vocabulary, and this one has none");
    SentenceTexts texts = m_empty;
    texts.source = "a";
    const std::vector<Token> around = sourceTokens(texts).tokens;
    const auto own = std::find_if(around.begin(), around.end(), isOwnToken);
    m_before.assign(around.begin(), own);
    m_after.assign(std::find_if(own, around.end(), [](const Token &token) { return token.isAdded; }), around.end());
    if (int(m_before.size() + m_after.size()) + 2 * m_randomTokens > m_most)
        throw ConfigError("--repeat-random " + std::to_string(m_randomTokens) + " makes sentences of " +
                          std::to_string(int(m_before.size() + m_after.size()) + 2 * m_randomTokens) +
                          " tokens, and --max-tokens is " + std::to_string(m_most));
}

ScanSentence ScanReader::drawn(std::uint64_t number) const
{
    ScanSentence sentence{number, {}};
    std::vector<Token> &tokens = sentence.source.tokens;
    tokens = m_before;
    for (int i = 0; i < 2 * m_randomTokens; ++i) {
        const std::uint64_t place = number * std::uint64_t(m_randomTokens) + std::uint64_t(i % m_randomTokens);
        tokens.push_back({m_words[sentenceHash(~m_seed, place) % m_words.size()], 0, 0});
    }
    tokens.insert(tokens.end(), m_after.begin(), m_after.end());
    return sentence;
}

} // namespace regard
