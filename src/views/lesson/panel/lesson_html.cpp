#include "views/lesson/panel/lesson_html.h"

#include <QRegularExpression>
#include <QStringList>

#include "draw/notation.h"
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

QString inlineHtml(const QString &text)
{
    static const QRegularExpression code(QStringLiteral("`([^`]+)`"));
    static const QRegularExpression emphasis(QStringLiteral("\\*(?=\\S)([^*]*[^*\\s])\\*"));
    QString html;
    qsizetype from = 0;
    const auto plain = [](const QString &words) {
        return notationHtml(words).replace(emphasis, QStringLiteral("<i>\\1</i>"));
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

/// Takes a text's pieces one by one and makes blocks of them.
class BlockMaker {
public:
    BlockMaker(const std::function<QString(const LessonValue &)> &show, const Theme &theme)
        : m_show(show), m_theme(theme)
    {
    }

    void add(const LessonPiece &piece)
    {
        if (piece.mark == LessonMark::Begins)
            finishWords();
        else if (piece.mark == LessonMark::Ends)
            finishDrawing(piece.drawing);
        m_isDrawing = piece.mark == LessonMark::Begins || (m_isDrawing && piece.mark == LessonMark::None);
        if (piece.mark != LessonMark::None)
            return;
        if (m_isDrawing)
            addToDrawing(piece);
        else
            addToText(piece);
    }
    std::vector<LessonBlock> finished()
    {
        finishWords();
        return std::move(m_blocks);
    }

private:
    void addToText(const LessonPiece &piece)
    {
        if (!piece.isValue) {
            m_text += withoutControls(QString::fromStdString(piece.words));
            return;
        }
        const QString words = m_show(piece.value);
        if (words.isNull()) {
            m_text += valueMissing;
            return;
        }
        m_text += valueBegins + QString::number(m_values.size()) + valueEnds;
        m_values << words.toHtmlEscaped();
    }

    void addToDrawing(const LessonPiece &piece)
    {
        m_drawing += piece.isValue ? lessonValuePlace(int(m_values.size())) : piece.words;
        if (piece.isValue)
            m_values << m_show(piece.value);
    }

    /// The words before a drawing; words behind one begin another block.
    void finishWords()
    {
        QString html = blocksHtml(m_text, m_theme);
        for (qsizetype i = 0; i < m_values.size(); ++i)
            html.replace(valueBegins + QString::number(i) + valueEnds, m_values[i]);
        if (!html.isEmpty())
            m_blocks.push_back({html, {}});
        m_text.clear();
        m_values.clear();
    }

    void finishDrawing(LessonDrawingKind kind)
    {
        if (auto drawing = lessonDrawing(kind, m_drawing, m_values, m_theme)) {
            if (m_blocks.empty())
                m_blocks.emplace_back();
            m_blocks.back().drawings.push_back(std::move(*drawing));
        }
        m_drawing.clear();
        m_values.clear();
    }

    const std::function<QString(const LessonValue &)> &m_show;
    const Theme &m_theme;
    std::vector<LessonBlock> m_blocks;
    QString m_text;
    std::string m_drawing;
    QStringList m_values;
    bool m_isDrawing = false;
};

} // namespace

std::vector<LessonBlock> lessonBlocks(const std::string &text, const std::function<QString(const LessonValue &)> &show,
                                      const Theme &theme)
{
    BlockMaker maker(show, theme);
    try {
        for (const LessonPiece &piece : lessonPieces(text))
            maker.add(piece);
        return maker.finished();
    } catch (const std::exception &) {
        return {{blocksHtml(withoutControls(QString::fromStdString(text)), theme), {}}};
    }
}

} // namespace regard
