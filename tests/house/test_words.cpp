#include "paths.h"
#include "test_class.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>
#include <QTest>

using namespace Qt::Literals;

namespace {

QString wordsTextOf(const QString &path)
{
    QFile file(QStringLiteral(REGARD_SOURCES) + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

const QRegularExpression &whiteSpace()
{
    static const QRegularExpression result(u"\\s+"_s);
    return result;
}

struct Comment {
    int line = 0;
    QString text; ///< lines of one comment joined by spaces, without the slashes
};

struct Source {
    QList<Comment> comments;
    QStringList names; ///< each once
};

/// Takes a source apart. Texts and characters in quotes count as neither; nor do contexts of translations, by which the
/// files of translations know their texts.
Source sourceOf(const QString &text)
{
    static const QRegularExpression part(
        uR"re((?<raw>R"(?<mark>\w*)\((?:.|\n)*?\)\g{mark}")|(?<quoted>"(?:[^"\\\n]|\\.)*"))re"
        uR"re(|(?<char>(?<![0-9A-Fa-f])'(?:[^'\\\n]|\\.)+')|(?<comment>//[^\n]*))re"
        uR"re(|(?<context>Q_DECLARE_TR_FUNCTIONS\(\w+\))|(?<name>[A-Za-z_]\w*)|(?<end>\n))re"_s);
    Source source;
    QSet<QString> names;
    int line = 1;
    bool isAlone = true; // nothing but white space before it in its line
    bool goesOn = false; // the line before was a comment alone
    bool isComment = false;
    for (auto match = part.globalMatch(text); match.hasNext();) {
        const QRegularExpressionMatch next = match.next();
        if (next.hasCaptured(u"end"_s)) {
            goesOn = isComment;
            isComment = false;
            isAlone = true;
            ++line;
        } else if (next.hasCaptured(u"comment"_s)) {
            static const QRegularExpression slashes(u"^//[/!]?<?\\s*"_s);
            const QString words = next.captured().remove(slashes).trimmed();
            if (isAlone && goesOn && !source.comments.isEmpty())
                source.comments.last().text += u' ' + words;
            else
                source.comments.append({line, words});
            isComment = isAlone;
        } else {
            isAlone = false;
            line += int(next.captured().count(u'\n'));
            if (next.hasCaptured(u"name"_s))
                names << next.captured();
        }
    }
    source.names = QStringList(names.begin(), names.end());
    return source;
}

/// The files of src/, each by its path below it.
const QMap<QString, Source> &sources()
{
    static const QMap<QString, Source> result = [] {
        QMap<QString, Source> read;
        const QDir src(QStringLiteral(REGARD_SOURCES "/src"));
        QDirIterator files(src.path(), {u"*.h"_s, u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString name = src.relativeFilePath(files.next());
            read.insert(name, sourceOf(wordsTextOf(u"/src/"_s + name)));
        }
        return read;
    }();
    return result;
}

/// "isNearUniformRow", "NEAR_UNIFORM" and "near-uniform rows" all have "near uniform".
QString spacedWords(QString text)
{
    static const QRegularExpression hump(u"(?<=[a-z0-9])(?=[A-Z])"_s);
    static const QRegularExpression other(u"[^a-z0-9]+"_s);
    return u' ' + text.replace(hump, u" "_s).toLower().replace(other, u" "_s).trimmed() + u' ';
}

/// `spaced` comes from spacedWords().
bool hasWord(const QString &spaced, const QString &word)
{
    const QString wanted = u' ' + word;
    return spaced.contains(wanted + u' ') || spaced.contains(wanted + u"s "_s);
}

/// What is wrong with how a comment begins or goes on; empty: nothing.
QString faultOf(const Comment &comment)
{
    static const QRegularExpression opening(u"(?:^|\\. )(Of|The same|Likewise)\\b"_s);
    if (const auto match = opening.match(comment.text); match.hasMatch())
        return u"has a sentence that begins with “%1”: say what it is or does"_s.arg(match.captured(1));
    return hasWord(spacedWords(comment.text), u"likewise"_s) ? u"says “likewise”: say it again, or leave it out"_s
                                                             : QString();
}

/// The words in code style that stand between two marks of a text: `person` → person.
QStringList quotedIn(const QString &text)
{
    static const QRegularExpression quoted(u"`([^`]+)`"_s);
    QStringList words;
    for (auto match = quoted.globalMatch(text); match.hasNext();)
        words << match.next().captured(1);
    return words;
}

/// The last column of the glossary's table: words that stand nowhere.
QStringList unusedWords(const QString &glossary)
{
    QStringList words;
    for (const QString &line : glossary.split(u'\n'))
        if (line.startsWith(u"| "_s))
            words << quotedIn(line.section(u'|', 3, 3));
    return words;
}

/// Names after "not" below the table: names that no function has.
QStringList unusedNames(const QString &glossary)
{
    static const QRegularExpression notNamed(u"not `(\\w+)`"_s);
    QStringList names;
    for (auto match = notNamed.globalMatch(glossary); match.hasNext();)
        names << match.next().captured(1);
    return names;
}

} // namespace

/// The words of src/: how comments begin, and that what docs/glossary.md does not want stands nowhere; and how long the
/// papers are.
class TestWords : public QObject {
    Q_OBJECT

private:
    template <typename FaultsOf>
    void expectNone(const FaultsOf &faultsOf) const
    {
        QStringList wrong;
        for (auto source = sources().begin(); source != sources().end(); ++source)
            for (const QString &fault : faultsOf(*source))
                wrong << source.key() + u':' + fault;
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

private slots:
    void initTestCase() { QVERIFY(sources().size() > 100); }

    void takesSourcesApart()
    {
        const Source source =
            sourceOf(u"/// Of two\n/// lines.\nint wear; ///< a \"b\"\n///< more\n"
                     "auto a = \"// no\", b = R\"(// no\n)\", c = '\"'; // 10'000\nint n = 10'000; // x\n"
                     "Q_DECLARE_TR_FUNCTIONS(Chart)\n"_s);
        QStringList comments;
        for (const Comment &comment : source.comments)
            comments << QString::number(comment.line) + u' ' + comment.text;
        QCOMPARE(comments, (QStringList{u"1 Of two lines."_s, u"3 a \"b\""_s, u"4 more"_s, u"6 10'000"_s, u"7 x"_s}));
        QVERIFY(source.names.contains(u"wear"_s) && !source.names.contains(u"no"_s));
        QVERIFY(!source.names.contains(u"Chart"_s));
    }

    void findsFaults()
    {
        QVERIFY(!faultOf({1, u"Of a head."_s}).isEmpty());
        QVERIFY(!faultOf({1, u"The same of a head."_s}).isEmpty());
        QVERIFY(!faultOf({1, u"m × d_key, likewise"_s}).isEmpty());
        QVERIFY(!faultOf({1, u"Reads a head. Of a file the first."_s}).isEmpty());
        QVERIFY(faultOf({1, u"Often the head, of one layer."_s}).isEmpty());
        const QString even = u"even row"_s;
        QVERIFY(hasWord(spacedWords(u"m_evenRows"_s), even) && hasWord(spacedWords(u"Even rows, paler"_s), even));
        QVERIFY(!hasWord(spacedWords(u"evenRowsum"_s), even) && !hasWord(spacedWords(u"personal"_s), u"person"_s));
        const QString table = u"| user | x | `person`, visitor |\n`setOrigin()`, not `took`"_s;
        QCOMPARE(unusedWords(table), QStringList(u"person"_s));
        QCOMPARE(unusedNames(table), QStringList(u"took"_s));
    }

    void commentsBeginWell()
    {
        expectNone([](const Source &source) {
            QStringList wrong;
            for (const Comment &comment : source.comments)
                if (const QString fault = faultOf(comment); !fault.isEmpty())
                    wrong << u"%1: “%2” %3"_s.arg(comment.line).arg(comment.text, fault);
            return wrong;
        });
    }

    void papersAreShort()
    {
        QMap<QString, int> most{{u"README.md"_s, 900}, {u"CONTRIBUTING.md"_s, 1500}, {u"docs/architecture.md"_s, 1500}};
        const QDir src(QStringLiteral(REGARD_SOURCES "/src"));
        for (const QString &room : src.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            if (src.exists(room + u"/README.md"_s))
                most.insert(u"src/%1/README.md"_s.arg(room), 300);
        QVERIFY(most.size() > 3);
        for (auto paper = most.begin(); paper != most.end(); ++paper) {
            const qsizetype words = wordsTextOf(u'/' + paper.key()).split(whiteSpace(), Qt::SkipEmptyParts).size();
            QVERIFY2(words > 0 && words <= *paper, qPrintable(u"%1 has %2 words"_s.arg(paper.key()).arg(words)));
        }
    }

    /// A link between papers leads to a file that is there.
    void linksLead()
    {
        static const QRegularExpression link(u"\\]\\(([^)#:\\s]*[./][^)#:\\s]*)"_s);
        QDirIterator papers(QStringLiteral(REGARD_SOURCES "/docs"), {u"*.md"_s}, QDir::Files);
        QStringList paths{u"README.md"_s, u"CONTRIBUTING.md"_s, u"packaging/README.md"_s};
        while (papers.hasNext())
            paths << u"docs/"_s + QFileInfo(papers.next()).fileName();
        int count = 0;
        for (const QString &path : paths) {
            const QDir folder = QFileInfo(QStringLiteral(REGARD_SOURCES "/") + path).dir();
            const QString text = wordsTextOf(u'/' + path);
            for (auto match = link.globalMatch(text); match.hasNext(); ++count)
                if (const QString place = match.next().captured(1); !folder.exists(place))
                    QFAIL(qPrintable(u"%1 leads to %2"_s.arg(path, place)));
        }
        QVERIFY(count > 20);
    }

    void glossaryHolds()
    {
        const QString glossary = wordsTextOf(u"/docs/glossary.md"_s);
        const QStringList words = unusedWords(glossary);
        const QStringList names = unusedNames(glossary);
        QVERIFY(words.size() > 5 && names.size() > 1);
        expectNone([&](const Source &source) {
            QStringList wrong;
            const auto look = [&](const QString &text, const QString &where) {
                const QString spaced = spacedWords(text);
                for (const QString &word : words)
                    if (hasWord(spaced, word))
                        wrong << u"%1 “%2” says “%3”"_s.arg(where, text, word);
            };
            for (const Comment &comment : source.comments)
                look(comment.text, QString::number(comment.line) + u':');
            for (const QString &name : source.names)
                look(name, u" the name"_s);
            for (const QString &name : names)
                if (source.names.contains(name))
                    wrong << u" the name %1"_s.arg(name);
            return wrong;
        });
    }
};

REGARD_GUILESS_TEST(TestWords)
#include "test_words.moc"
