#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include "paths.h"
#include "test_class.h"

namespace {

struct Literal {
    qsizetype at;
    QString text;
};

/// Where a string literal's text ends; `begin` is behind its quote.
qsizetype endOfText(const QString &source, qsizetype begin)
{
    qsizetype at = begin;
    while (at < source.size() && source[at] != u'"')
        at += source[at] == u'\\' ? 2 : 1;
    return at;
}

/// Whether the bracket at a place begins what a translation, a compiler's message or a line of the log is given.
bool isHarmlessCall(const QString &source, qsizetype bracket)
{
    static const QRegularExpression call(
        QStringLiteral("\\b(tr|translate|QT_\\w*NOOP|static_assert|guarded|report|qWarning)\\s*$"));
    const qsizetype before = std::max<qsizetype>(0, bracket - 24);
    return call.match(source.mid(before, bracket - before)).hasMatch();
}

/// The string literals of a C++ source outside comments and harmless calls.
QList<Literal> literalsOf(const QString &source)
{
    QList<Literal> found;
    QList<bool> calls; // the open round brackets: whether a harmless call is around
    for (qsizetype at = 0; at < source.size(); ++at) {
        const QChar c = source[at];
        if (source.mid(at, 2) == QLatin1String("//")) {
            at = std::max(at, source.indexOf(u'\n', at) - 1);
        } else if (c == u'\'' && (at == 0 || !source[at - 1].isLetterOrNumber())) { // 100'000 is a number
            at += source[at + 1] == u'\\' ? 3 : 2;
        } else if (c == u'"') {
            const bool isRaw = at > 0 && source[at - 1] == u'R';
            const qsizetype begin = isRaw ? source.indexOf(u'(', at) + 1 : at + 1;
            const QString end = u')' + source.mid(at + 1, begin - at - 2) + u'"';
            const qsizetype stop = isRaw ? source.indexOf(end, begin) : endOfText(source, begin);
            if (calls.isEmpty() || !calls.last())
                found.append({at, source.mid(begin, stop - begin)});
            at = isRaw ? stop + end.size() - 1 : stop;
        } else if (c == u'(') {
            calls.append((!calls.isEmpty() && calls.last()) || isHarmlessCall(source, at));
        } else if (c == u')' && !calls.isEmpty()) {
            calls.removeLast();
        }
    }
    return found;
}

/// Words with a space between them, and neither a style sheet nor a table of HTML.
bool isSentence(const QString &text)
{
    static const QRegularExpression words(QStringLiteral("[A-Za-z]{2,} [a-z]{2,}"));
    return words.match(text).hasMatch() && !text.contains(u'{') && !text.contains(u'<') &&
           !text.contains(QLatin1String("px"));
}

/// Reasons and names that no window shows.
bool isForNobody(const QString &file)
{
    for (const char *known : {
             "window/base/language.cpp",   // Qt's own words and what stands for them
             "window/application.cpp",     // a line of the log
             "window/window_command.cpp",  // for a terminal, where there is no display
             "document/work/fault.cpp",    // a line of the log
             "draw/presented_figure.cpp",  // why a picture is not whole, for tests
             "io/checkpoint/families.cpp", // why keys of config.json are harmless, for who reads the table
             "io/checkpoint/decoder_families.cpp", "io/checkpoint/encoder_families.cpp", "io/checkpoint/family_parts.h",
             "io/checkpoint/rotary_families.cpp", "io/checkpoint/family_keys.cpp",
             "io/hub/hub_models.cpp",           // names of files
             "io/tokenizer/language_codes.cpp", // as tokenizers have them
             "text/file_tokenizer.cpp",         // the name of a kind of tokenizer
             "text/base/tokenizer_error.h",     // io makes a sentence of its parts
             "training/network/network.cpp",    // a mistake of this program
         })
        if (file == QLatin1String(known))
            return true;
    // Scripts depend on their English.
    return file.startsWith(QLatin1String("cli/")) || file.startsWith(QLatin1String("export/"));
}

} // namespace

/// Every sentence that a user can see is translated: what tr() is not given stays English in every language.
class UntranslatedTest : public QObject {
    Q_OBJECT
private slots:
    void findsSentences()
    {
        const QString source = QStringLiteral("throw Error(\"the file is gone\"); // \"a comment of words\"\n"
                                              "qWarning(\"a line of the log\");"
                                              "fail(Message::tr(\"no such thing %1\", {name(\"is it here\")}) + "
                                              "\": of one kind\" + '\"' + \"x\" + R\"*(raw of words)*\");");
        QStringList sentences;
        for (const Literal &literal : literalsOf(source))
            if (isSentence(literal.text))
                sentences << literal.text;
        QCOMPARE(sentences, QStringList({QStringLiteral("the file is gone"), QStringLiteral(": of one kind"),
                                         QStringLiteral("raw of words")}));
    }

    void everySentenceIsTranslated()
    {
        const QDir sources(QStringLiteral(REGARD_SOURCES "/src"));
        QStringList english;
        int files = 0;
        for (QDirIterator each(sources.path(), {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                               QDirIterator::Subdirectories);
             each.hasNext();) {
            const QString name = sources.relativeFilePath(each.next());
            QFile file(sources.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            ++files;
            if (isForNobody(name))
                continue;
            const QString source = QString::fromUtf8(file.readAll());
            for (const Literal &literal : literalsOf(source))
                if (isSentence(literal.text))
                    english << QStringLiteral("%1:%2: %3")
                                   .arg(name)
                                   .arg(source.left(literal.at).count(u'\n') + 1)
                                   .arg(literal.text);
        }
        QVERIFY(files > 400);
        QVERIFY2(english.isEmpty(), qPrintable(english.join(u'\n')));
    }
};

REGARD_GUILESS_TEST(UntranslatedTest)
#include "test_untranslated.moc"
