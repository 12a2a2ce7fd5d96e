#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace regard {

/// One text of a corpus.
struct CorpusText {
    std::uint64_t offset = 0; ///< of its first byte in the corpus
    std::string source;
    std::optional<std::string> target{}; ///< after a tab, or of the second field
    std::string fault{};                 ///< why it cannot be read; empty: it can
    bool isCut = false;                  ///< longer than mostTextBytes, of which the beginning is here
};

/// What of a text is read; the rest of it is passed over.
inline constexpr std::size_t mostTextBytes = std::size_t{1} << 18;

/// A corpus and the part of it that is read.
struct CorpusPart {
    std::string file;   ///< `-`: standard input
    std::string fields; ///< of .jsonl and .csv, one or, with a comma between them, two of a pair; empty: text
    int shard = 1;      ///< from 1
    int shards = 1;
};

/// Reads a corpus from beginning to end without ever holding much of it: .jsonl has an object a line, .csv a header and
/// quoted cells, anything else, and standard input, a text a line, a tab before its second sentence. Standard input has
/// objects where fields are named. Blank lines are passed over and counted.
class TextSource {
public:
    /// Throws FileError, and where a shard of what has no lines is asked for.
    explicit TextSource(const CorpusPart &part);
    ~TextSource();
    TextSource(const TextSource &) = delete;
    TextSource &operator=(const TextSource &) = delete;

    /// Nothing at the end. Throws FileError.
    std::optional<CorpusText> next();
    /// Reads up to an offset without making texts. Throws FileError where the corpus ends before.
    void skipTo(std::uint64_t offset);

    std::uint64_t offset() const { return m_offset; }
    std::uint64_t end() const { return m_end; }     ///< where the part ends; 0: not known
    std::uint64_t bytes() const { return m_bytes; } ///< of the whole corpus; what was read of standard input
    std::uint64_t blank() const { return m_blank; }
    void setBlank(std::uint64_t blank) { m_blank = blank; }
    /// A hash of this part's bytes up to offset(): it tells a corpus that was changed, not one that was forged
    /// (FNV-1a).
    std::uint64_t hash() const { return m_hash; }

private:
    enum class Form { Lines, Objects, Cells };

    void open();
    void seekShard();
    bool fill();
    int take(); ///< −1: there is no more
    bool takeLine(std::string &line, bool &isCut);
    bool takeRow(std::vector<std::string> &cells, std::string &fault, bool &isCut);
    void readHeader();
    void readLine(const std::string &line, CorpusText &text) const;
    void readObject(const std::string &line, CorpusText &text) const;
    void readCells(const std::vector<std::string> &cells, CorpusText &text) const;
    [[noreturn]] void fail(const std::string &reason) const;

    CorpusPart m_part;
    std::string m_name;
    Form m_form = Form::Lines;
    std::vector<std::string> m_fields;
    std::vector<std::size_t> m_columns; ///< of the fields in a .csv
    std::FILE *m_file = nullptr;
    std::string m_buffer;
    std::size_t m_place = 0; ///< in the buffer
    std::uint64_t m_offset = 0;
    std::uint64_t m_end = 0;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_blank = 0;
    std::uint64_t m_hash = 0xcbf29ce484222325U;
};

} // namespace regard
