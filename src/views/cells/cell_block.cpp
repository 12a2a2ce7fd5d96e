#include "views/cells/cell_block.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

constexpr QChar unicodeMinus(0x2212);
constexpr int quotedLength = 24;

struct CellBlockText {
    Q_DECLARE_TR_FUNCTIONS(CellBlock)
};

[[noreturn]] void refuse(const QString &sentence)
{
    throw CellBlockError(sentence.toStdString());
}

enum class Separator { Tab, Semicolon, Comma, Blank };

bool isCommaDecimal(const QStringList &lines, bool decimalComma)
{
    static const QRegularExpression commaAtBlank(u"(^|\\s),|,(\\s|$)"_s);
    static const QRegularExpression blank(u"\\s+"_s);
    bool anyBlank = false;
    for (const QString &line : lines) {
        if (commaAtBlank.match(line).hasMatch())
            return false;
        for (const QString &field : line.split(blank))
            if (field.count(u',') > 1 || (field.contains(u',') && field.contains(u'.')))
                return false;
        anyBlank = anyBlank || line.contains(blank);
    }
    return anyBlank || decimalComma;
}

Separator separatorOf(const QStringList &lines, bool decimalComma)
{
    const auto anyHas = [&](QChar c) {
        return std::any_of(lines.begin(), lines.end(), [c](const QString &line) { return line.contains(c); });
    };
    if (anyHas(u'\t'))
        return Separator::Tab;
    if (anyHas(u';'))
        return Separator::Semicolon;
    return anyHas(u',') && !isCommaDecimal(lines, decimalComma) ? Separator::Comma : Separator::Blank;
}

QStringList fieldsOf(const QString &line, Separator separator)
{
    static const QRegularExpression blank(u"\\s+"_s);
    switch (separator) {
    case Separator::Tab:
        return line.split(u'\t');
    case Separator::Semicolon:
        return line.split(u';');
    case Separator::Comma:
        return line.split(u',');
    case Separator::Blank:
        break;
    }
    return line.split(blank, Qt::SkipEmptyParts);
}

/// Empty lines before and after the block are no rows, as spreadsheets end a block with a line break. Blanks at the
/// ends of a line are cut where no tab is among them: a tab there means an empty cell.
QStringList linesOf(QString text)
{
    text.replace("\r\n"_L1, "\n"_L1).replace(u'\r', u'\n');
    QStringList lines = text.split(u'\n');
    for (QString &line : lines)
        if (!line.contains(u'\t'))
            line = line.trimmed();
    while (!lines.isEmpty() && lines.last().isEmpty())
        lines.removeLast();
    while (!lines.isEmpty() && lines.first().isEmpty())
        lines.removeFirst();
    return lines;
}

float readCell(const QString &field, int row, int column)
{
    const QString trimmed = field.trimmed();
    if (trimmed.isEmpty()) {
        refuse(CellBlockText::tr("Row %1, column %2 of the pasted block is empty: every cell needs a number.")
                   .arg(row + 1)
                   .arg(column + 1));
    }
    const std::optional<float> value = parseCell(trimmed);
    if (!value) {
        const QString quoted = trimmed.size() > quotedLength ? trimmed.left(quotedLength) + u'…' : trimmed;
        refuse(CellBlockText::tr("Row %1, column %2 of the pasted block is “%3”, which is not a number.")
                   .arg(row + 1)
                   .arg(column + 1)
                   .arg(quoted));
    }
    return *value;
}

} // namespace

std::optional<float> parseCell(const QString &text)
{
    QString plain = text.trimmed();
    plain.replace(unicodeMinus, u'-');
    if (!plain.contains(u'.') && plain.count(u',') == 1)
        plain.replace(u',', u'.');
    if (plain.startsWith(u'+') && !plain.startsWith("+-"_L1))
        plain.remove(0, 1);
    const QByteArray bytes = plain.toUtf8();
    const char *begin = bytes.constData();
    const char *end = begin + bytes.size();
    float value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (stop != end || error == std::errc::invalid_argument)
        return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        // The standard does not say which way the number was out of range; a wider type does.
        const double wide = plain.toDouble();
        value = std::abs(wide) < 1 ? 0.0F : INFINITY;
    }
    return std::isfinite(value) ? std::optional<float>(value) : std::nullopt;
}

Matrix parseCellBlock(const QString &text, bool decimalComma)
{
    const QStringList lines = linesOf(text);
    if (lines.isEmpty())
        refuse(CellBlockText::tr("There are no numbers to paste."));
    const Separator separator = separatorOf(lines, decimalComma);
    const auto columns = fieldsOf(lines.first(), separator).size();
    std::vector<float> values;
    for (int row = 0; row < lines.size(); ++row) {
        const QStringList fields = fieldsOf(lines[row], separator);
        for (int column = 0; column < fields.size(); ++column)
            values.push_back(readCell(fields[column], row, column));
        if (fields.size() != columns) {
            refuse(CellBlockText::tr(
                       "Row %1 of the pasted block has %2 cells, but row 1 has %3: all rows must be equally long.")
                       .arg(row + 1)
                       .arg(fields.size())
                       .arg(columns));
        }
    }
    return Eigen::Map<const Matrix>(values.data(), lines.size(), columns);
}

QString cellText(float value)
{
    char digits[32];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
    return error == std::errc() ? QString::fromLatin1(digits, end - digits) : QString();
}

QString cellBlockText(const Matrix &block)
{
    QString text;
    for (Eigen::Index row = 0; row < block.rows(); ++row) {
        for (Eigen::Index column = 0; column < block.cols(); ++column)
            text += (column > 0 ? u"\t"_s : QString()) + cellText(block(row, column));
        text += u'\n';
    }
    return text;
}

} // namespace regard
