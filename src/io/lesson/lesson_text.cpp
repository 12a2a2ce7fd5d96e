#include "io/lesson/lesson_text.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/message.h"

namespace regard {

namespace {

/// The entry for a language, −1 where there is none at all.
int entryOf(const LessonText &text, const std::string &language)
{
    for (const std::string &wanted : {language, language.substr(0, language.find('_')), std::string("en")}) {
        const auto found = std::find_if(text.texts.begin(), text.texts.end(),
                                        [&wanted](const auto &entry) { return entry.first == wanted; });
        if (found != text.texts.end())
            return int(found - text.texts.begin());
    }
    return text.texts.empty() ? -1 : 0;
}

/// Enough of a text to find the place, without a partial character at its end.
std::string beginning(std::string_view text)
{
    constexpr std::size_t longest = 20;
    std::size_t end = std::min({text.size(), longest, text.find('\n')});
    while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
    return std::string(text.substr(0, end));
}

/// Reads a text from brace to brace.
class PieceReader {
public:
    explicit PieceReader(std::string_view text) : m_text(text) {}

    std::vector<LessonPiece> read();

private:
    void finishWords();
    bool beginDrawing();
    void endDrawing();
    void readValue();
    std::string atLine(const std::string &sentence) const;
    int lineOf(std::size_t position) const
    {
        return 1 + int(std::count(m_text.begin(), m_text.begin() + std::ptrdiff_t(position), '\n'));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<LessonPiece> m_pieces;
    std::string m_words;
    std::optional<LessonDrawingKind> m_drawing; ///< the drawing that is open
    std::size_t m_drawingAt = 0;                ///< its brace
    std::size_t m_drawingPiece = 0;             ///< its mark
};

std::vector<LessonPiece> PieceReader::read()
{
    while (m_at < m_text.size()) {
        const std::string_view rest = m_text.substr(m_at);
        if (rest.starts_with("{{")) {
            m_words += '{';
            m_at += 2;
        } else if (rest.front() == '{') {
            if (!beginDrawing())
                readValue();
        } else if (rest.front() == '}' && m_drawing) {
            endDrawing();
        } else {
            m_words += rest.front();
            ++m_at;
        }
    }
    if (m_drawing)
        throw ValueError(Message::tr("line %1: the drawing \"%2\" is not closed by a brace",
                                     {std::to_string(lineOf(m_drawingAt)), lessonDrawingWord(*m_drawing)}));
    finishWords();
    return std::move(m_pieces);
}

void PieceReader::finishWords()
{
    if (!m_words.empty())
        m_pieces.push_back({std::exchange(m_words, {})});
}

/// False where the brace at hand opens a value.
bool PieceReader::beginDrawing()
{
    const std::string_view rest = m_text.substr(m_at + 1);
    const std::string_view word = rest.substr(0, std::min(rest.find_first_of(" \n{}"), rest.size()));
    const std::optional<LessonDrawingKind> kind = lessonDrawingOfWord(word);
    if (!kind)
        return false;
    const std::string line = std::to_string(lineOf(m_at));
    if (m_drawing)
        throw ValueError(Message::tr("line %1: a drawing stands inside another", {line}));
    const std::size_t before = m_text.find_last_not_of(" \t", m_at == 0 ? 0 : m_at - 1);
    if (m_at > 0 && before != std::string_view::npos && m_text[before] != '\n')
        throw ValueError(Message::tr("line %1: the drawing \"%2\" does not begin its line", {line, std::string(word)}));
    finishWords();
    m_drawing = kind;
    m_drawingAt = m_at;
    m_drawingPiece = m_pieces.size();
    m_pieces.push_back({.words = {}, .mark = LessonMark::Begins, .drawing = *kind});
    m_at += 1 + word.size();
    return true;
}

/// A value in a drawing is a word of it, which can be no other.
void PieceReader::endDrawing()
{
    finishWords();
    std::string words;
    int values = 0;
    for (std::size_t i = m_drawingPiece + 1; i < m_pieces.size(); ++i)
        words += m_pieces[i].isValue ? lessonValuePlace(values++) : m_pieces[i].words;
    try {
        readLessonDrawing(*m_drawing, words);
    } catch (const DrawingError &error) {
        throw ValueError(Message::tr("line %1: %2", {std::to_string(lineOf(m_drawingAt) + error.line), error.what()}));
    }
    m_pieces.push_back({.words = {}, .mark = LessonMark::Ends, .drawing = *m_drawing});
    m_drawing.reset();
    ++m_at;
}

void PieceReader::readValue()
{
    const std::size_t end = m_text.find_first_of("{}\n", m_at + 1);
    if (end == std::string_view::npos || m_text[end] != '}')
        throw ValueError(
            atLine(Message::tr("the brace before \"%1\" is not closed; a brace itself is written twice: {{",
                               {beginning(m_text.substr(m_at + 1))})));
    finishWords();
    const std::string_view spelled = m_text.substr(m_at + 1, end - m_at - 1);
    try {
        m_pieces.push_back({std::string(spelled), true, parseLessonValue(spelled)});
    } catch (const ValueError &error) {
        throw ValueError(atLine(error.what()));
    }
    m_at = end + 1;
}

/// Appends the line to the sentence where the text has several lines.
std::string PieceReader::atLine(const std::string &sentence) const
{
    if (m_text.find('\n') == std::string_view::npos)
        return sentence;
    return Message::tr("line %1: %2", {std::to_string(lineOf(m_at)), sentence});
}

} // namespace

bool LessonText::isEmpty() const
{
    return std::all_of(texts.begin(), texts.end(), [](const auto &entry) { return entry.second.empty(); });
}

const std::string &LessonText::text(const std::string &language) const
{
    static const std::string nothing;
    const int entry = entryOf(*this, language);
    return entry < 0 ? nothing : texts[std::size_t(entry)].second;
}

void LessonText::setText(const std::string &language, const std::string &text)
{
    const int entry = entryOf(*this, language);
    if (entry < 0)
        texts.emplace_back(std::string(), text);
    else
        texts[std::size_t(entry)].second = text;
}

std::vector<LessonPiece> lessonPieces(std::string_view text)
{
    return PieceReader(text).read();
}

} // namespace regard
