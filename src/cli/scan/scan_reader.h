#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/scan/scan_options.h"
#include "io/project/project.h"
#include "io/scan/text_source.h"
#include "text/sentence_texts.h"

namespace regard {

/// A sentence of a scan as its tokens.
struct ScanSentence {
    std::uint64_t offset = 0;
    Tokens source;
    Tokens target{};
    bool isCut = false;
    std::string fault{}; ///< why the model cannot read it; empty: it can
};

/// Makes tokens of a corpus, or draws them.
class ScanReader {
public:
    /// Throws FileError, ConfigError.
    ScanReader(const Project &project, const ScanOptions &options, int maximumTokens);

    std::optional<ScanSentence> next();
    void skipTo(std::uint64_t offset); ///< as TextSource::skipTo()

    std::uint64_t offset() const { return m_texts ? m_texts->offset() : m_drawn; }
    std::uint64_t end() const; ///< 0: not known
    std::uint64_t bytes() const { return m_texts && m_isFile ? m_texts->bytes() : 0; }
    std::uint64_t hash() const { return m_texts ? m_texts->hash() : 0; }
    std::uint64_t blank() const { return m_texts ? m_texts->blank() : 0; }
    void setBlank(std::uint64_t blank);

private:
    ScanSentence read(CorpusText text) const;
    ScanSentence drawn(std::uint64_t number) const;
    void prepareRandom(const Project &project);
    std::string cut(const std::string &text, bool isTarget, int most) const;
    int ownTokens(const std::string &text, bool isTarget) const;

    SentenceTexts m_empty; ///< how texts become tokens
    bool m_readsTarget;
    int m_most;
    bool m_isFile;
    std::uint64_t m_seed;
    std::optional<TextSource> m_texts; ///< nothing: tokens are drawn
    int m_randomTokens = 0;
    std::uint64_t m_randomSentences = 0;
    std::uint64_t m_drawn = 0;
    std::vector<std::string> m_words; ///< that are drawn from
    std::vector<Token> m_before;      ///< what the tokenizer puts around a sentence
    std::vector<Token> m_after;
};

} // namespace regard
