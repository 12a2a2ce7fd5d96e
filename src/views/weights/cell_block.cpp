#include "views/weights/cell_block.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>
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

/// Whether commas are between cells for certain.
bool commasSeparate(const QStringList &lines)
{
    static const QRegularExpression commaAtBlank(u"\\s,|,\\s"_s);
    return std::any_of(lines.begin(), lines.end(),
                       [](const QString &line) { return line.contains(u'.') || commaAtBlank.match(line).hasMatch(); });
}

CommaRole likelyRole(const PasteTarget &target)
{
    if (target.selectedColumns == 1 || target.selectedColumns == 2)
        return target.selectedColumns == 1 ? CommaRole::Decimal : CommaRole::Separator;
    return target.columns == 1 || target.hasDecimalCommas ? CommaRole::Decimal : CommaRole::Separator;
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

float readCell(const QString &field, int row, int column, bool allowsComma)
{
    const QString trimmed = field.trimmed();
    if (trimmed.isEmpty()) {
        refuse(CellBlockText::tr("Row %1, column %2 of the pasted block is empty: every cell needs a number.")
                   .arg(row + 1)
                   .arg(column + 1));
    }
    const std::optional<float> value = parseCell(trimmed);
    if (!value || (trimmed.contains(u',') && !allowsComma)) {
        const QString quoted = trimmed.size() > quotedLength ? trimmed.left(quotedLength) + u'…' : trimmed;
        refuse(CellBlockText::tr("Row %1, column %2 of the pasted block is “%3”, which is not a number.")
                   .arg(row + 1)
                   .arg(column + 1)
                   .arg(quoted));
    }
    return *value;
}

Matrix readRows(const QList<QStringList> &rows, bool allowsComma)
{
    const auto columns = rows.first().size();
    std::vector<float> values;
    for (int row = 0; row < rows.size(); ++row) {
        for (int column = 0; column < rows[row].size(); ++column)
            values.push_back(readCell(rows[row][column], row, column, allowsComma));
        if (rows[row].size() != columns) {
            refuse(CellBlockText::tr(
                       "Row %1 of the pasted block has %2 cells, but row 1 has %3: all rows must be equally long.")
                       .arg(row + 1)
                       .arg(rows[row].size())
                       .arg(columns));
        }
    }
    return Eigen::Map<const Matrix>(values.data(), rows.size(), columns);
}

Matrix readLines(const QStringList &lines, Separator separator, bool allowsComma = true)
{
    QList<QStringList> rows;
    for (const QString &line : lines)
        rows.append(fieldsOf(line, separator));
    return readRows(rows, allowsComma);
}

CellBlock readCommas(const QStringList &lines, const PasteTarget &target)
{
    const auto read = [&](CommaRole role) {
        return readLines(lines, role == CommaRole::Decimal ? Separator::Blank : Separator::Comma);
    };
    if (commasSeparate(lines))
        return {read(CommaRole::Separator), CommaRole::Separator};
    const auto tried = [&](CommaRole role) -> std::optional<Matrix> {
        try {
            return read(role);
        } catch (const CellBlockError &) {
            return std::nullopt;
        }
    };
    const CommaRole likely = likelyRole(target);
    const CommaRole other = likely == CommaRole::Decimal ? CommaRole::Separator : CommaRole::Decimal;
    const std::optional<Matrix> block = tried(likely);
    const std::optional<Matrix> otherwise = tried(other);
    if (!block && otherwise)
        return {*otherwise, other};
    return {block ? *block : read(likely), likely, otherwise}; // reading it again says what is wrong
}

/// Reads the innermost brackets of `W = np.array([[1., 2.], [3., 4.]], dtype=float32)` as rows.
class ListReader {
public:
    QList<QStringList> read(QString text)
    {
        static const QRegularExpression assigned(u"^\\s*\\w+\\s*=|;\\s*$"_s);
        text.remove(assigned);
        for (const QChar c : std::as_const(text))
            take(c);
        endRow();
        if (!m_isMatrix || !m_open.isEmpty())
            refuse(CellBlockText::tr(
                "The pasted list is not a matrix: write its rows in brackets, such as [[1, 2], [3, 4]]."));
        if (m_rows.isEmpty())
            refuse(CellBlockText::tr("There are no numbers to paste."));
        return std::move(m_rows);
    }

private:
    static constexpr QChar call = u'c'; ///< among the open brackets: that of `array(`, which is no level of the list

    void take(QChar c)
    {
        static const QRegularExpression name(u"[A-Za-z_][\\w.]*$"_s);
        static const QRegularExpression named(u",\\s*[A-Za-z_]\\w*=.*$"_s,
                                              QRegularExpression::DotMatchesEverythingOption);
        if (c == u'(' && name.match(m_row).hasMatch()) {
            m_row.remove(name);
            m_open += call;
        } else if (c == u')' && m_open.endsWith(call)) {
            m_row.remove(named);
            m_open.chop(1);
        } else if (c == u'[' || c == u'(') {
            m_isMatrix = endRow() && m_isMatrix; // numbers beside a row are none
            m_open += c;
        } else if (c == u']' || c == u')') {
            endRow();
            m_isMatrix = m_isMatrix && m_open.endsWith(c == u']' ? u'[' : u'(');
            m_open.chop(1);
        } else {
            m_row += c;
        }
    }

    /// Ends a row and keeps it. True where it was empty.
    bool endRow()
    {
        static const QRegularExpression blank(u"\\s+"_s);
        const QString row = std::exchange(m_row, {}).trimmed();
        if (row.isEmpty() || row == u","_s)
            return true;
        const auto depth = m_open.size() - m_open.count(call);
        m_isMatrix = m_isMatrix && (depth == 1 || depth == 2) && (m_rows.isEmpty() || depth == m_depth);
        m_depth = depth;
        QStringList cells = row.contains(u',') ? row.split(u',') : row.split(blank);
        if (cells.last().trimmed().isEmpty())
            cells.removeLast(); // [1, 2,]
        m_rows.append(cells);
        return false;
    }

    QList<QStringList> m_rows;
    QString m_row;  ///< so far
    QString m_open; ///< brackets
    qsizetype m_depth = 0;
    bool m_isMatrix = true;
};

CellBlock readList(const QString &text)
{
    if (text.contains("..."_L1) || text.contains(u'…'))
        refuse(CellBlockText::tr(
            "The pasted list leaves numbers out (“...”): copy it whole. NumPy prints all of them after "
            "numpy.set_printoptions(threshold=sys.maxsize)."));
    CellBlock block{readRows(ListReader().read(text), false)};
    if (text.contains(u','))
        block.commas = CommaRole::Separator;
    return block;
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

CellBlock parseCellBlock(const QString &text, const PasteTarget &target)
{
    if (text.contains(u'[') || text.contains(u']'))
        return readList(text);
    const QStringList lines = linesOf(text);
    if (lines.isEmpty())
        refuse(CellBlockText::tr("There are no numbers to paste."));
    const auto anyHas = [&](QChar c) {
        return std::any_of(lines.begin(), lines.end(), [c](const QString &line) { return line.contains(c); });
    };
    const bool hasCommas = anyHas(u',');
    if (const bool hasTabs = anyHas(u'\t'); hasTabs || anyHas(u';')) {
        CellBlock block{readLines(lines, hasTabs ? Separator::Tab : Separator::Semicolon, !anyHas(u'.'))};
        if (hasCommas)
            block.commas = CommaRole::Decimal;
        return block;
    }
    return hasCommas ? readCommas(lines, target) : CellBlock{readLines(lines, Separator::Blank)};
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
