#include "io/lesson/lesson_drawing.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "engine/base/message.h"

namespace regard {

namespace {

// Around a value's number: characters that no text has.
constexpr char placeBegins = 0x01;
constexpr char placeEnds = 0x02;

constexpr std::array<std::pair<std::string_view, LessonDrawingKind>, 3> words{{{"formula", LessonDrawingKind::Formula},
                                                                               {"boxes", LessonDrawingKind::Boxes},
                                                                               {"matrix", LessonDrawingKind::Numbers}}};

std::string trimmed(std::string_view text)
{
    constexpr std::string_view spaces = " \t\r";
    const std::size_t from = text.find_first_not_of(spaces);
    return from == std::string_view::npos ? std::string()
                                          : std::string(text.substr(from, text.find_last_not_of(spaces) - from + 1));
}

/// The parts between the separators, trimmed.
std::vector<std::string> split(std::string_view text, std::string_view separator)
{
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(trimmed(text.substr(0, end)));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + separator.size());
    }
}

/// Returns the words between spaces; where there are commas, between these.
std::vector<std::string> wordsOf(std::string_view text)
{
    if (text.find(',') != std::string_view::npos)
        return split(text, ",");
    std::vector<std::string> found = split(text, " ");
    std::erase(found, std::string());
    return found;
}

/// Digits with signs, points and percent, ∞, or a value's place.
bool isNumber(std::string word)
{
    if (lessonValueAt(word) >= 0)
        return true;
    for (const std::string_view sign : {"−", "∞", "–", "…", "≈"})
        for (std::size_t at = word.find(sign); at != std::string::npos; at = word.find(sign))
            word.replace(at, sign.size(), "0");
    return !word.empty() && word.find_first_not_of("0123456789.+-/%e") == std::string::npos;
}

[[noreturn]] void refuseTooMany(int line)
{
    throw DrawingError(
        Message::tr("a drawing has at most %1 rows, %2 columns and %3 arrows",
                    {std::to_string(mostDrawnRows), std::to_string(mostDrawnColumns), std::to_string(mostDrawnArrows)}),
        line);
}

/// Reads boxes and arrows line by line.
struct BoxesReader {
    LessonBoxes boxes{};
    int line = 0;

    void readRow(const std::string &text)
    {
        if (int(boxes.rows.size()) == mostDrawnRows)
            refuseTooMany(line);
        std::vector<int> &row = boxes.rows.emplace_back();
        for (const std::string &name : split(text, "|")) {
            if (int(row.size()) == mostDrawnColumns)
                refuseTooMany(line);
            if (name.empty()) {
                row.push_back(-1);
                continue;
            }
            if (std::find(boxes.names.begin(), boxes.names.end(), name) != boxes.names.end())
                throw DrawingError(Message::tr("the box \"%1\" is there twice", {name}), line);
            row.push_back(int(boxes.names.size()));
            boxes.names.push_back(name);
        }
    }

    int boxOf(const std::string &name) const
    {
        const auto found = std::find(boxes.names.begin(), boxes.names.end(), name);
        if (found == boxes.names.end())
            throw DrawingError(Message::tr("an arrow names \"%1\", which is no box in a row above it", {name}), line);
        return int(found - boxes.names.begin());
    }

    void readArrow(const std::string &text)
    {
        const std::size_t colon = text.find(':');
        const std::vector<std::string> ends = split(std::string_view(text).substr(0, colon), "->");
        const std::string label = colon == std::string::npos ? std::string() : trimmed(text.substr(colon + 1));
        for (std::size_t i = 0; i + 1 < ends.size(); ++i)
            for (const std::string &from : split(ends[i], ","))
                for (const std::string &to : split(ends[i + 1], ",")) {
                    if (int(boxes.arrows.size()) == mostDrawnArrows)
                        refuseTooMany(line);
                    if (from == to)
                        throw DrawingError(Message::tr("an arrow goes from \"%1\" to itself", {from}), line);
                    boxes.arrows.push_back({boxOf(from), boxOf(to), label});
                }
    }
};

/// "name: 1 2 3"; the colon of a name with colons is the last one.
LessonMatrix::Row matrixRow(const std::string &text, int line)
{
    const std::size_t colon = text.rfind(':');
    LessonMatrix::Row row;
    row.name = colon == std::string::npos ? std::string() : trimmed(text.substr(0, colon));
    row.cells = wordsOf(std::string_view(text).substr(colon == std::string::npos ? 0 : colon + 1));
    for (const std::string &cell : row.cells)
        if (!isNumber(cell))
            throw DrawingError(Message::tr("a matrix holds numbers, and \"%1\" is none", {cell}), line);
    if (row.cells.empty())
        throw DrawingError(Message::tr("the row \"%1\" of a matrix has no numbers", {row.name}), line);
    if (int(row.cells.size()) > mostDrawnColumns)
        refuseTooMany(line);
    return row;
}

bool hasValues(const LessonMatrix::Row &row)
{
    return std::any_of(row.cells.begin(), row.cells.end(),
                       [](const std::string &cell) { return lessonValueAt(cell) >= 0; });
}

} // namespace

std::string lessonDrawingWord(LessonDrawingKind kind)
{
    return std::string(words[std::size_t(kind)].first);
}

std::optional<LessonDrawingKind> lessonDrawingOfWord(std::string_view word)
{
    for (const auto &[name, kind] : words)
        if (name == word)
            return kind;
    return std::nullopt;
}

std::string lessonValuePlace(int value)
{
    return placeBegins + std::to_string(value) + placeEnds;
}

int lessonValueAt(std::string_view word)
{
    if (word.size() < 3 || word.front() != placeBegins || word.back() != placeEnds)
        return -1;
    int value = -1;
    const auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size() - 1, value);
    return error == std::errc() && end == word.data() + word.size() - 1 ? value : -1;
}

LessonBoxes parseLessonBoxes(std::string_view text)
{
    BoxesReader reader;
    if (text.find(placeBegins) != std::string_view::npos)
        throw DrawingError(Message::tr("boxes take no values in braces"), 0);
    for (const std::string &line : split(text, "\n")) {
        if (line.find("->") != std::string::npos)
            reader.readArrow(line);
        else if (!line.empty())
            reader.readRow(line);
        ++reader.line;
    }
    if (reader.boxes.names.empty())
        throw DrawingError(Message::tr("the drawing has no boxes"), 0);
    return std::move(reader.boxes);
}

LessonMatrix parseLessonMatrix(std::string_view text)
{
    LessonMatrix matrix;
    const std::vector<std::string> lines = split(text, "\n");
    matrix.name = lines.front();
    std::size_t width = 0; // of the rows whose length is known
    for (int line = 1; line < int(lines.size()); ++line) {
        const std::string &words = lines[std::size_t(line)];
        constexpr std::string_view heading = "columns:";
        if (words.empty())
            continue;
        if (words.starts_with(heading)) {
            matrix.columns = wordsOf(std::string_view(words).substr(heading.size()));
            if (int(matrix.columns.size()) > mostDrawnColumns)
                refuseTooMany(line);
            width = matrix.columns.size();
            continue;
        }
        if (int(matrix.rows.size()) == mostDrawnRows)
            refuseTooMany(line);
        matrix.rows.push_back(matrixRow(words, line));
        const LessonMatrix::Row &row = matrix.rows.back();
        if (hasValues(row))
            continue;
        if (width > 0 && row.cells.size() != width)
            throw DrawingError(Message::tr("the row \"%1\" of a matrix has %2 numbers, but %3 are needed",
                                           {row.name, std::to_string(row.cells.size()), std::to_string(width)}),
                               line);
        width = row.cells.size();
    }
    if (matrix.rows.empty())
        throw DrawingError(Message::tr("the matrix has no rows"), 0);
    return matrix;
}

void readLessonDrawing(LessonDrawingKind kind, std::string_view text)
{
    switch (kind) {
    case LessonDrawingKind::Formula:
        parseLessonFormula(text);
        return;
    case LessonDrawingKind::Boxes:
        parseLessonBoxes(text);
        return;
    case LessonDrawingKind::Numbers:
        parseLessonMatrix(text);
        return;
    }
}

} // namespace regard
