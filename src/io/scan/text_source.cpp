#include "io/scan/text_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>

#include <QByteArrayView>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"

namespace regard {

namespace {

constexpr std::size_t chunkBytes = 1 << 16;
constexpr std::size_t mostColumns = 10'000;

std::vector<std::string> fieldsOf(const std::string &fields)
{
    if (fields.empty())
        return {"text"};
    const std::size_t comma = fields.find(',');
    if (comma == std::string::npos)
        return {fields};
    return {fields.substr(0, comma), fields.substr(comma + 1)};
}

bool endsIn(const std::string &name, std::string_view ending)
{
    return name.size() >= ending.size() && std::equal(ending.rbegin(), ending.rend(), name.rbegin(),
                                                      [](char a, char b) { return a == (b | 0x20) || a == b; });
}

bool isBlankText(const std::string &text)
{
    return text.find_first_not_of(" \t") == std::string::npos;
}

/// Removes a character that was cut in two.
void trimCharacter(std::string &text)
{
    std::size_t last = text.size();
    while (last > 0 && text.size() - last < 3 && (static_cast<unsigned char>(text[last - 1]) & 0xc0) == 0x80)
        --last;
    if (last > 0 && static_cast<unsigned char>(text[last - 1]) >= 0xc0)
        text.resize(last - 1);
}

void append(std::string &text, char c, bool &isCut)
{
    if (text.size() < mostTextBytes)
        text += c;
    else
        isCut = true;
}

} // namespace

TextSource::TextSource(const CorpusPart &part) : m_part(part), m_fields(fieldsOf(part.fields))
{
    const bool isInput = part.file == "-";
    m_name = isInput ? Message::tr("standard input") : part.file;
    if (endsIn(part.file, ".csv"))
        m_form = Form::Cells;
    else if (endsIn(part.file, ".jsonl") || (isInput && !part.fields.empty()))
        m_form = Form::Objects;
    if (m_form == Form::Lines && !part.fields.empty())
        fail(Message::tr("--field names a field of .jsonl or .csv, and this file has a text a line"));
    if (part.shards > 1 && (isInput || m_form == Form::Cells))
        fail(Message::tr("is scanned whole: --shard divides .txt and .jsonl files at line ends"));
    open();
    seekShard();
    if (m_form == Form::Cells)
        readHeader();
}

TextSource::~TextSource()
{
    if (m_file && m_file != stdin)
        std::fclose(m_file);
}

void TextSource::fail(const std::string &reason) const
{
    throw FileError(m_name, reason);
}

void TextSource::open()
{
    m_file = m_part.file == "-" ? stdin : std::fopen(m_part.file.c_str(), "rb");
    struct stat state {};
    if (!m_file || ::fstat(::fileno(m_file), &state) != 0)
        fail(Message::tr("cannot be read: %1", {std::strerror(errno)}));
    if (S_ISDIR(state.st_mode))
        fail(Message::tr("is a folder: name a file of texts"));
    if (m_file == stdin)
        return;
    if (!S_ISREG(state.st_mode))
        fail(Message::tr("is no regular file: give it as standard input, --sources -"));
    m_bytes = std::uint64_t(state.st_size);
}

void TextSource::seekShard()
{
    const auto edge = [&](int shard) {
        return std::uint64_t(static_cast<long double>(m_bytes) * shard / m_part.shards);
    };
    m_end = edge(m_part.shard);
    const std::uint64_t begin = edge(m_part.shard - 1);
    if (begin > 0) {
        m_offset = begin - 1;
        if (::fseeko(m_file, off_t(m_offset), SEEK_SET) != 0)
            fail(Message::tr("cannot be read: %1", {std::strerror(errno)}));
        for (int c = take(); c >= 0 && c != '\n';)
            c = take();
    }
    m_hash = 0xcbf29ce484222325U;
    if (begin == 0 && fill() && m_buffer.starts_with("\xEF\xBB\xBF"))
        skipTo(3);
}

bool TextSource::fill()
{
    m_buffer.resize(chunkBytes);
    m_buffer.resize(std::fread(m_buffer.data(), 1, chunkBytes, m_file));
    m_place = 0;
    if (std::ferror(m_file) != 0)
        fail(Message::tr("cannot be read: %1", {std::strerror(errno)}));
    return !m_buffer.empty();
}

int TextSource::take()
{
    if (m_place == m_buffer.size() && !fill())
        return -1;
    const auto c = static_cast<unsigned char>(m_buffer[m_place++]);
    ++m_offset;
    m_hash = (m_hash ^ c) * 0x100000001b3U;
    if (m_file == stdin)
        m_bytes = m_offset;
    return c;
}

void TextSource::skipTo(std::uint64_t offset)
{
    while (m_offset < offset)
        if (take() < 0)
            fail(Message::tr("is shorter than it was when the scan was interrupted"));
}

bool TextSource::takeLine(std::string &line, bool &isCut)
{
    if (m_form != Form::Cells && m_file != stdin && m_offset >= m_end)
        return false;
    line.clear();
    int c = take();
    if (c < 0)
        return false;
    for (; c >= 0 && c != '\n'; c = take())
        append(line, char(c), isCut);
    if (line.ends_with('\r'))
        line.pop_back();
    if (isCut)
        trimCharacter(line);
    return true;
}

bool TextSource::takeRow(std::vector<std::string> &cells, std::string &fault, bool &isCut)
{
    cells.assign(1, {});
    int c = take();
    if (c < 0)
        return false;
    enum class Quoting { Fresh, Plain, Quoted, Closed };
    Quoting quoting = Quoting::Fresh;
    for (; c >= 0 && (c != '\n' || quoting == Quoting::Quoted); c = take()) {
        if (c == '"' && quoting != Quoting::Plain) {
            if (quoting == Quoting::Closed) // two quotes are one of the text
                append(cells.back(), '"', isCut);
            quoting = quoting == Quoting::Quoted ? Quoting::Closed : Quoting::Quoted;
        } else if (c == ',' && quoting != Quoting::Quoted) {
            if (cells.size() < mostColumns)
                cells.emplace_back();
            else
                cells.back().clear();
            quoting = Quoting::Fresh;
        } else {
            if (quoting == Quoting::Closed && c != '\r')
                fault = Message::tr("there is text after a closing quote in it");
            if (quoting == Quoting::Fresh)
                quoting = Quoting::Plain;
            append(cells.back(), char(c), isCut);
        }
    }
    if (quoting == Quoting::Quoted)
        fault = Message::tr("a quote in it is never closed");
    if (cells.back().ends_with('\r'))
        cells.back().pop_back();
    for (std::string &cell : cells)
        if (isCut && cell.size() >= mostTextBytes)
            trimCharacter(cell);
    return true;
}

void TextSource::readHeader()
{
    std::vector<std::string> names;
    std::string fault;
    bool isCut = false;
    if (!takeRow(names, fault, isCut))
        fail(Message::tr("is empty: a .csv file begins with the names of its columns"));
    for (const std::string &field : m_fields) {
        const auto found = std::find(names.begin(), names.end(), field);
        if (found == names.end())
            fail(Message::tr("has no column %1: --field names one that it has", {"\"" + field + "\""}));
        m_columns.push_back(std::size_t(found - names.begin()));
    }
}

void TextSource::readLine(const std::string &line, CorpusText &text) const
{
    if (std::count(line.begin(), line.end(), '\t') > 1) {
        text.fault = Message::tr("there is more than one tab in it; what stands after the one is the target");
        return;
    }
    const std::size_t tab = line.find('\t');
    text.source = line.substr(0, tab);
    if (tab != std::string::npos)
        text.target = line.substr(tab + 1);
}

void TextSource::readObject(const std::string &line, CorpusText &text) const
{
    if (text.isCut) {
        text.fault = Message::tr("it is longer than %1 bytes", {std::to_string(mostTextBytes)});
        return;
    }
    try {
        const JsonValue object = parseJson(line, m_name);
        for (std::size_t i = 0; i < m_fields.size(); ++i) {
            const JsonValue *value = object.find(m_fields[i]);
            if (!value || value->kind != JsonValue::Kind::Text) {
                text.fault = value ? Message::tr("%1 is no text", {"\"" + m_fields[i] + "\""})
                                   : Message::tr("%1 is missing", {"\"" + m_fields[i] + "\""});
                return;
            }
            if (i == 0)
                text.source = value->text;
            else
                text.target = value->text;
        }
    } catch (const FileError &error) {
        text.fault = error.reason;
    }
}

void TextSource::readCells(const std::vector<std::string> &cells, CorpusText &text) const
{
    for (std::size_t i = 0; i < m_columns.size() && text.fault.empty(); ++i) {
        if (m_columns[i] >= cells.size())
            text.fault = Message::tr("it has no cell for the column %1", {"\"" + m_fields[i] + "\""});
        else if (i == 0)
            text.source = cells[m_columns[i]];
        else
            text.target = cells[m_columns[i]];
    }
}

std::optional<CorpusText> TextSource::next()
{
    std::string line;
    std::vector<std::string> cells;
    for (;;) {
        CorpusText text;
        text.offset = m_offset;
        if (m_form == Form::Cells) {
            if (!takeRow(cells, text.fault, text.isCut))
                return std::nullopt;
            if (cells.size() > 1 || !isBlankText(cells.front()))
                readCells(cells, text);
        } else {
            if (!takeLine(line, text.isCut))
                return std::nullopt;
            if (isBlankText(line)) {
                ++m_blank;
                continue;
            }
            if (m_form == Form::Objects)
                readObject(line, text);
            else
                readLine(line, text);
        }
        if (text.fault.empty() && isBlankText(text.source) && (!text.target || isBlankText(*text.target))) {
            ++m_blank;
            continue;
        }
        const auto isUtf8 = [](const std::string &bytes) {
            return QByteArrayView(bytes.data(), qsizetype(bytes.size())).isValidUtf8();
        };
        if (!isUtf8(text.source) || (text.target && !isUtf8(*text.target)))
            text.fault = Message::tr("it is not UTF-8 text");
        return text;
    }
}

} // namespace regard
