#include "io/base/text_stream.h"

#include <charconv>
#include <cmath>

#include "io/base/json_text.h"

namespace regard {

namespace {

constexpr std::size_t chunk = std::size_t{1} << 16;

} // namespace

TextStream &TextStream::operator<<(std::string_view text)
{
    m_pending += text;
    if (m_pending.size() >= chunk)
        flush();
    return *this;
}

void TextStream::flush()
{
    m_file.write(m_pending);
    m_pending.clear();
}

namespace {

void appendFloat(std::string &text, float value)
{
    if (!std::isfinite(value)) {
        text += "null";
    } else if (value == 0 && std::signbit(value)) {
        text += "-0.0"; // "-0" is a whole number to many readers, which lose its sign
    } else {
        char buffer[32];
        text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
    }
}

void writeNumbers(TextStream &out, const Matrix &matrix, Eigen::Index row)
{
    std::string line = "[";
    for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
        if (column > 0)
            line += ',';
        appendFloat(line, matrix(row, column));
    }
    out << (line += ']');
}

} // namespace

std::string floatText(float value)
{
    std::string text;
    appendFloat(text, value);
    return text;
}

void writeMatrix(TextStream &out, const Matrix &matrix)
{
    out << "[";
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
        out << (row == 0 ? "" : ",\n");
        writeNumbers(out, matrix, row);
    }
    out << "]";
}

void writeRow(TextStream &out, const Matrix &matrix)
{
    writeNumbers(out, matrix, 0);
}

void writeEntry(TextStream &out, std::string_view key, const Matrix &matrix)
{
    out << "\"" << key << "\": ";
    writeMatrix(out, matrix);
}

std::string tokenList(const std::vector<std::string> &tokens)
{
    std::string list = "[";
    for (const std::string &token : tokens)
        list += (list.size() == 1 ? "" : ",") + jsonString(token);
    return list + "]";
}

} // namespace regard
