#include "io/lesson/lesson_caption.h"

#include <QString>
#include <QStringList>

#include "engine/base/errors.h"
#include "engine/base/message.h"

namespace regard {

namespace {

constexpr int charactersOfWord = 2;

/// Whether a character is as wide as a Chinese one, full-width punctuation included.
bool isWide(char32_t c)
{
    return (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7AF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFE30 && c <= 0xFE4F) || (c >= 0xFF00 && c <= 0xFFEF) || (c >= 0x20000 && c <= 0x3FFFF);
}

/// Returns the length of words in characters.
int lengthOfWords(const QString &words)
{
    int length = 0;
    bool isCounted = false; // the word at hand
    for (const char32_t c : words.toStdU32String()) {
        if (isWide(c) || QChar::isSpace(c)) {
            isCounted = false;
            length += QChar::isSpace(c) ? 0 : 1;
        } else if (!isCounted && QChar::isLetterOrNumber(c)) {
            isCounted = true;
            length += charactersOfWord;
        }
    }
    return length;
}

/// Whether a text stops being sentences at that line.
bool endsSentences(const QString &line)
{
    if (line.startsWith(QLatin1String("- ")) || (line.startsWith(QLatin1Char('|')) && line.endsWith(QLatin1Char('|'))))
        return true;
    const qsizetype end = line.indexOf(QLatin1Char(' '));
    return line.startsWith(QLatin1Char('{')) && lessonDrawingOfWord(line.mid(1, end - 1).toStdString());
}

/// The paragraphs before the first drawing, list or table.
QStringList firstParagraphs(const QString &text)
{
    QStringList paragraphs;
    bool isNew = true;
    for (const QString &whole : text.split(QLatin1Char('\n'))) {
        const QString line = whole.trimmed();
        if (endsSentences(line))
            break;
        if (isNew && !line.isEmpty())
            paragraphs << line;
        else if (!line.isEmpty())
            paragraphs.last() += QLatin1Char(' ') + line;
        isNew = line.isEmpty();
    }
    return paragraphs;
}

/// Whether a full stop at that place belongs to an abbreviation such as "e.g.".
bool isOfAbbreviation(const QString &text, qsizetype stop)
{
    const qsizetype first = text.indexOf(QLatin1Char('.'), text.lastIndexOf(QLatin1Char(' '), stop) + 1);
    return first < stop && text[first + 1].isLetter();
}

/// Returns where the sentence that begins at `from` ends: after its full stop and the quotation marks behind that, or
/// at the end of the paragraph. A stop before a digit or a small letter ends nothing ("et al. 2017").
qsizetype endOfSentence(const QString &text, qsizetype from)
{
    static const QString wideStops = QStringLiteral("。！？");
    static const QString stops = QStringLiteral(".!?");
    static const QString closing = QStringLiteral("”’\"')）」』*");
    for (qsizetype at = from; at < text.size(); ++at) {
        const QChar c = text[at];
        if (c == QLatin1Char('{')) // a value, or the first of two braces
            at = text.mid(at, 2) == QLatin1String("{{") ? at + 1 : text.indexOf(QLatin1Char('}'), at);
        if (!wideStops.contains(c) && !stops.contains(c))
            continue;
        qsizetype end = at + 1;
        while (end < text.size() && closing.contains(text[end]))
            ++end;
        if (end == text.size() || wideStops.contains(c))
            return end;
        if (!text[end].isSpace() || isOfAbbreviation(text, at))
            continue;
        const QChar next = end + 1 < text.size() ? text[end + 1] : QChar();
        if (!next.isLower() && !next.isDigit())
            return end;
    }
    return text.size();
}

std::string firstSentences(const LessonPage &page, const QString &text)
{
    QString taken;
    for (const QString &paragraph : firstParagraphs(text)) {
        for (qsizetype from = 0; from < paragraph.size();) {
            const qsizetype end = endOfSentence(paragraph, from);
            const QString sentence = paragraph.mid(from, end - from).trimmed();
            const bool announces = sentence.endsWith(QLatin1Char(':')) || sentence.endsWith(QStringLiteral("："));
            const bool isJoined = taken.isEmpty() || isWide(taken.back().unicode()) || isWide(sentence[0].unicode());
            const QString longer = taken + (isJoined ? QString() : QStringLiteral(" ")) + sentence;
            if (announces || captionLength(page, longer.toStdString()) > mostCaptionCharacters)
                return taken.toStdString();
            taken = longer;
            from = end;
            while (from < paragraph.size() && paragraph[from].isSpace())
                ++from;
        }
    }
    return taken.toStdString();
}

} // namespace

int captionLength(const LessonPage &page, const std::string &text)
{
    const Project &project = page.project;
    const TokenCounts tokens = countsOf(inputOf(project));
    QString words; // with a digit for each number of a value
    for (const LessonPiece &piece : lessonPieces(text)) {
        if (!piece.isValue)
            words += QString::fromStdString(piece.words);
        else
            words += QStringLiteral("0 ")
                         .repeated(numbersIn(piece.value, project.model.config, tokens, project.view))
                         .trimmed();
    }
    return lengthOfWords(words);
}

std::string captionProblem(const LessonPage &page, const std::string &text)
{
    if (text.find('\n') != std::string::npos)
        return Message::tr("a caption is one paragraph, without line breaks");
    const QString words = QString::fromStdString(text);
    if (endsSentences(words.trimmed()))
        return Message::tr("a caption holds words and values, and no drawing, list or table");
    const int length = captionLength(page, text);
    if (length <= mostCaptionCharacters)
        return {};
    bool isChinese = false;
    for (const QChar c : words)
        isChinese = isChinese || isWide(c.unicode());
    const std::initializer_list<std::string> numbers{std::to_string(isChinese ? length : length / charactersOfWord),
                                                     std::to_string(mostCaptionWords),
                                                     std::to_string(mostCaptionCharacters)};
    return isChinese
               ? Message::tr("%1 characters are too many for a caption, which holds %2 words or %3 Chinese characters",
                             numbers)
               : Message::tr("%1 words are too many for a caption, which holds %2 words or %3 Chinese characters",
                             numbers);
}

std::string captionOf(const LessonPage &page, const std::string &language)
{
    const std::string &caption = page.caption.text(language);
    return caption.empty() ? firstSentences(page, QString::fromStdString(page.text.text(language))) : caption;
}

} // namespace regard
