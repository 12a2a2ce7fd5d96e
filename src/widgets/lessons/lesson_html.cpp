#include "widgets/lessons/lesson_html.h"

#include <QRegularExpression>
#include <QStringList>

#include "engine/base/errors.h"

namespace regard {

namespace {

// Marks a value's place in the text while the markup is read: characters that no text has.
constexpr QChar valueBegins(0x01);
constexpr QChar valueEnds(0x02);
constexpr QChar valueMissing(0x03);

QString withoutControls(QString text)
{
    text.removeIf([](QChar c) { return c.unicode() < 0x20 && c != QLatin1Char('\n') && c != QLatin1Char('\t'); });
    return text;
}

/// The text with numbered places for its values, whose words go to `values`.
QString withPlaces(const std::string &text, const std::function<QString(const LessonValue &)> &show,
                   QStringList &values)
{
    std::vector<LessonPiece> pieces;
    try {
        pieces = lessonPieces(text);
    } catch (const Error &) {
        return withoutControls(QString::fromStdString(text));
    }
    QString written;
    for (const LessonPiece &piece : pieces) {
        if (!piece.isValue) {
            written += withoutControls(QString::fromStdString(piece.words));
            continue;
        }
        const QString words = show(piece.value);
        if (words.isNull()) {
            written += valueMissing;
            continue;
        }
        written += valueBegins + QString::number(values.size()) + valueEnds;
        values << words.toHtmlEscaped();
    }
    return written;
}

QString inlineHtml(const QString &text)
{
    static const QRegularExpression code(QStringLiteral("`([^`]+)`"));
    static const QRegularExpression emphasis(QStringLiteral("\\*(?=\\S)([^*]*[^*\\s])\\*"));
    QString html;
    qsizetype from = 0;
    const auto plain = [](const QString &words) {
        return words.toHtmlEscaped().replace(emphasis, QStringLiteral("<i>\\1</i>"));
    };
    for (auto found = code.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        html += plain(text.mid(from, match.capturedStart() - from));
        html += QStringLiteral("<code>%1</code>").arg(match.captured(1).toHtmlEscaped());
        from = match.capturedEnd();
    }
    return html + plain(text.mid(from));
}

bool isItem(const QString &line)
{
    return line.startsWith(QLatin1String("- "));
}

bool isRow(const QString &line)
{
    return line.size() > 1 && line.startsWith(QLatin1Char('|')) && line.endsWith(QLatin1Char('|'));
}

QString tableHtml(const QStringList &lines, const Theme &theme)
{
    QString rows;
    for (const QString &line : lines) {
        const QStringList cells = line.mid(1, line.size() - 2).split(QLatin1Char('|'));
        // Column names are below an empty corner.
        const bool isHeading = rows.isEmpty() && cells.first().trimmed().isEmpty();
        QString row;
        for (const QString &cell : cells)
            row += QStringLiteral("<td%1>%2</td>")
                       .arg(isHeading ? QStringLiteral(" style=\"color:%1\"").arg(theme.muted.name()) : QString(),
                            inlineHtml(cell.trimmed()));
        rows += QStringLiteral("<tr>%1</tr>").arg(row);
    }
    return QStringLiteral("<table border=\"1\" cellspacing=\"0\" cellpadding=\"4\" style=\"border-collapse:collapse;"
                          "border-color:%1;border-style:solid\">%2</table>")
        .arg(theme.border.name(), rows);
}

QString listHtml(const QStringList &lines)
{
    QString items;
    for (const QString &line : lines)
        items += QStringLiteral("<li>%1</li>").arg(inlineHtml(line.mid(2)));
    return QStringLiteral("<ul style=\"margin-left:14px; -qt-list-indent:0\">%1</ul>").arg(items);
}

/// Consecutive lines of one kind, without those that have no value now.
QString groupHtml(QStringList lines, const Theme &theme)
{
    const bool isTable = isRow(lines.first());
    const bool isList = isItem(lines.first());
    if (!isTable && !isList)
        lines = {lines.join(QLatin1Char('\n'))};
    lines.removeIf([](const QString &line) { return line.contains(valueMissing); });
    if (lines.isEmpty())
        return {};
    if (isTable)
        return tableHtml(lines, theme);
    return isList ? listHtml(lines) : QStringLiteral("<p>%1</p>").arg(inlineHtml(lines.first()));
}

/// An empty line ends a group, and so does a line of another kind.
QString blocksHtml(const QString &text, const Theme &theme)
{
    QString html;
    QStringList group;
    const auto finish = [&] {
        if (!group.isEmpty())
            html += groupHtml(group, theme);
        group.clear();
    };
    for (const QString &whole : text.split(QLatin1Char('\n'))) {
        const QString line = whole.trimmed();
        const bool isOther =
            !group.isEmpty() && (isRow(line) != isRow(group.first()) || isItem(line) != isItem(group.first()));
        if (line.isEmpty() || isOther)
            finish();
        if (!line.isEmpty())
            group << line;
    }
    finish();
    return html;
}

} // namespace

QString lessonHtml(const std::string &text, const std::function<QString(const LessonValue &)> &show, const Theme &theme)
{
    QStringList values;
    QString html = blocksHtml(withPlaces(text, show, values), theme);
    for (qsizetype i = 0; i < values.size(); ++i)
        html.replace(valueBegins + QString::number(i) + valueEnds, values[i]);
    return html;
}

} // namespace regard
