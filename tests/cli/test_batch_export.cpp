#include <memory>

#include <QJsonArray>
#include <QTest>

#include "document/sentence/sentence_list.h"
#include "export/numbered_path.h"
#include "program_run.h"
#include "test_class.h"

using namespace regard;
using namespace Qt::StringLiterals;

namespace {

const char *const encoder = R"({"format": "regard-project", "version": 1, "source": "unread here",
  "tokenizer": "whitespace", "model": { "d_model": 4, "heads": 1, "d_key": 3, "d_value": 3 } })";

const char *const batchExportTranslation =
    R"({"format": "regard-project", "version": 1, "source": "unread", "target": "<s> fixed",
  "tokenizer": "whitespace", "model": { "architecture": "encoder_decoder", "d_model": 4, "d_key": 2, "d_value": 2 } })";

} // namespace

/// `regard export --sources`: the same for a whole list of sentences.
class TestBatchExport : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<ProgramFolder> m_folder;

    /// Returns the sentence that asks, of a table of weights.
    QStringList words(const QString &table) const
    {
        QStringList words;
        const QStringList lines =
            QString::fromUtf8(m_folder->bytes(table)).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
        for (const QString &line : lines.mid(1))
            words << line.section(QLatin1Char(','), 0, 0);
        return words;
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<ProgramFolder>();
        m_folder->write("some.regard", encoder);
        m_folder->write("both.regard", batchExportTranslation);
    }

    void linesAreSentences_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("sources");
        QTest::newRow("nothing") << QByteArray() << QStringList();
        QTest::newRow("blank lines alone") << QByteArray("\n \n\t\n") << QStringList();
        QTest::newRow("no line feed at the end") << QByteArray("a\nb") << QStringList{u"a"_s, u"b"_s};
        QTest::newRow("one") << QByteArray("a\n") << QStringList{u"a"_s};
        QTest::newRow("blank at the end") << QByteArray("a\n\n \n") << QStringList{u"a"_s};
        QTest::newRow("blank in between") << QByteArray("a\n\nb\n") << QStringList{u"a"_s, u""_s, u"b"_s};
        QTest::newRow("carriage returns") << QByteArray("a b\r\nc\r\n") << QStringList{u"a b"_s, u"c"_s};
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF"
                                                       "a\nb\n")
                                         << QStringList{u"a"_s, u"b"_s};
        QTest::newRow("Chinese") << QByteArray("图书馆\n") << QStringList{QString::fromUtf8("图书馆")};
        QTest::newRow("a target is no part of it") << QByteArray("a b\tx\n") << QStringList{u"a b"_s};
    }
    void linesAreSentences()
    {
        QFETCH(QByteArray, text);
        QFETCH(QStringList, sources);
        QStringList read;
        int line = 0;
        for (const ListedSentence &sentence : sentencesOf(text.toStdString())) {
            read << QString::fromStdString(sentence.source);
            QCOMPARE(sentence.line, ++line);
            QCOMPARE(sentence.mistake, std::string());
        }
        QCOMPARE(read, sources);
    }

    void aTabSeparatesTheTarget()
    {
        const std::vector<ListedSentence> sentences = sentencesOf("a\nb\tx y\nc\t\n");
        QVERIFY(!sentences[0].target);
        QCOMPARE(sentences[1].target.value(), std::string("x y"));
        QCOMPARE(sentences[2].target.value(), std::string());
    }

    void linesThatAreNoSentence_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("mentions");
        QTest::newRow("not UTF-8") << QByteArray("\xff b") << u"UTF-8"_s;
        QTest::newRow("two tabs") << QByteArray("d\tx\ty") << u"tab"_s;
        QTest::newRow("null") << QByteArray("a\0b", 3) << u"null"_s;
    }
    void linesThatAreNoSentence()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, mentions);
        const std::vector<ListedSentence> sentences = sentencesOf(("a\n" + line + "\nc\n").toStdString());
        QCOMPARE(int(sentences.size()), 3);
        QVERIFY(sentences[0].mistake.empty() && sentences[2].mistake.empty());
        QVERIFY(QString::fromStdString(sentences[1].mistake).contains(mentions));
        m_folder->write("list.txt", "a\n" + line + "\nc\n");
        const ProgramRun ran = m_folder->run("export both.regard --sources list.txt -o o.csv");
        QCOMPARE(ran.exitCode, 1);
        QVERIFY2(ran.err.startsWith("regard: list.txt: 1 of 3 sentences failed; the first: line 2: " +
                                    QByteArray::fromStdString(sentences[1].mistake)),
                 ran.err.constData());
        QCOMPARE(m_folder->names("o"), (QStringList{u"o-001.csv"_s, u"o-003.csv"_s}));
    }

    void aFolderInTheWayIsThatLinesMatter_data()
    {
        QTest::addColumn<int>("line");
        QTest::newRow("the first") << 1;
        QTest::newRow("another") << 2;
    }
    void aFolderInTheWayIsThatLinesMatter()
    {
        QFETCH(int, line);
        m_folder->write("list.txt", "one\ntwo\nthree\n");
        QVERIFY(m_folder->makeFolder(QStringLiteral("o-00%1.csv").arg(line)));
        const ProgramRun ran = m_folder->run("export some.regard --sources list.txt -o o.csv");
        QCOMPARE(ran.exitCode, 1);
        QVERIFY2(
            ran.err.startsWith(
                QStringLiteral("regard: list.txt: 1 of 3 sentences failed; the first: line %1: ").arg(line).toUtf8()),
            ran.err.constData());
        QCOMPARE(words(u"o-003.csv"_s), QStringList{u"three"_s});
        QCOMPARE(words(QStringLiteral("o-00%1.csv").arg(3 - line)), QStringList{line == 1 ? u"two"_s : u"one"_s});
    }

    void numbers_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<int>("count");
        QTest::addColumn<QString>("path");
        QTest::newRow("three digits") << 7 << 50 << QStringLiteral("some/a.b-007.svg");
        QTest::newRow("as many as the last needs") << 7 << 1000 << QStringLiteral("some/a.b-0007.svg");
    }
    void numbers()
    {
        QFETCH(int, number);
        QFETCH(int, count);
        QFETCH(QString, path);
        QCOMPARE(numberedPath(QStringLiteral("some/a.b.svg"), number, count), path);
    }

    void everyOutputOfEveryLine()
    {
        m_folder->write("list.txt", "one two\nthree\none\n");
        QVERIFY(m_folder->made("export some.regard --sources list.txt -o o.svg o.png o.pdf o.json o.csv o.safetensors "
                               "o.regard"));
        QStringList expected;
        for (int line = 1; line <= 3; ++line)
            for (const char *suffix : {"csv", "json", "pdf", "png", "regard", "safetensors", "svg"})
                expected << QStringLiteral("o-00%1.%2").arg(QString::number(line), QLatin1String(suffix));
        QCOMPARE(m_folder->names("o"), expected);
        QCOMPARE(words(QStringLiteral("o-001.csv")), (QStringList{u"one"_s, u"two"_s}));
        QCOMPARE(words(QStringLiteral("o-003.csv")), (QStringList{u"one"_s}));
        // One by one they give the same bytes.
        QVERIFY(m_folder->made("export some.regard --source three -o single.svg single.json single.regard"));
        for (const char *suffix : {"svg", "json", "regard"})
            QCOMPARE(m_folder->bytes(QStringLiteral("o-002.%1").arg(QLatin1String(suffix))),
                     m_folder->bytes(QStringLiteral("single.%1").arg(QLatin1String(suffix))));
    }

    void badLinesAreCounted()
    {
        m_folder->write("list.txt", QByteArray("one\n\ntwo\n\xff\nthree\tx\nfour\n"));
        const ProgramRun ran = m_folder->run("export some.regard --sources list.txt -o o.csv");
        QCOMPARE(ran.exitCode, 1);
        QCOMPARE(ran.out, QByteArray());
        QCOMPARE(ran.err, QByteArray("regard: list.txt: 3 of 6 sentences failed; the first: line 2: the sentence is "
                                     "empty\n"));
        QCOMPARE(m_folder->names("o"), (QStringList{u"o-001.csv"_s, u"o-003.csv"_s, u"o-006.csv"_s}));
        QCOMPARE(m_folder->names(".r"), QStringList()); // no draft stays
    }

    void aLineTooShortForTheTokenInFocus()
    {
        m_folder->write("list.txt", "one two three\none\n");
        const ProgramRun ran = m_folder->run("export some.regard --query 3 --sources list.txt -o o.svg o.json");
        QCOMPARE(ran.exitCode, 1);
        QVERIFY2(ran.err.startsWith("regard: list.txt: 1 of 2 sentences failed; the first: line 2: --query 3 "),
                 ran.err.constData());
        QCOMPARE(m_folder->names("o"), (QStringList{u"o-001.json"_s, u"o-001.svg"_s}));
    }

    void targetsStayOrComeWithTheLine()
    {
        m_folder->write("list.txt", "a b\na b\t<s> own words\na b\t\n");
        const ProgramRun ran = m_folder->run("export both.regard --block cross --sources list.txt -o o.csv");
        QCOMPARE(ran.exitCode, 1);
        QVERIFY2(ran.err.contains("line 3: the target sentence is empty"), ran.err.constData());
        QCOMPARE(words(QStringLiteral("o-001.csv")), (QStringList{u"<s>"_s, u"fixed"_s}));
        QCOMPARE(words(QStringLiteral("o-002.csv")), (QStringList{u"<s>"_s, u"own"_s, u"words"_s}));
        QVERIFY(m_folder->made("export both.regard --block cross --target <s> --sources - -o p.csv", "a b\n"));
        QCOMPARE(words(QStringLiteral("p-001.csv")), (QStringList{u"<s>"_s}));
    }

    void standardInput()
    {
        QVERIFY(m_folder->made("export some.regard --sources - -o o.csv", "one two\r\nthree"));
        QCOMPARE(m_folder->names("o"), (QStringList{u"o-001.csv"_s, u"o-002.csv"_s}));
        const ProgramRun ran = m_folder->run("export some.regard --sources - -o o.csv", "\n");
        QCOMPARE(ran.exitCode, 1);
        QVERIFY2(ran.err.startsWith("regard: standard input: "), ran.err.constData());
    }

    void comparedWithAPinnedState()
    {
        m_folder->write("list.txt", "unread here\nunread\n");
        QVERIFY(m_folder->made("export some.regard --sources list.txt --pinned some.regard -o o.json o.svg"));
        const QJsonValue first = m_folder->json("o-001.json")[QLatin1String("difference")];
        const QJsonValue second = m_folder->json("o-002.json")[QLatin1String("difference")];
        QCOMPARE(first[QLatin1String("tokens")].toArray().size(), 2);
        QCOMPARE(second[QLatin1String("tokens")].toArray().size(), 1);
    }

    void mistakes_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("mentions");
        const auto row = [](const char *line, int exitCode, const char *mentions) {
            QTest::newRow(line) << QString::fromUtf8(line) << exitCode << QString::fromUtf8(mentions);
        };
        row("some.regard --sources list.txt --source one -o g.svg", 2, "--source");
        row("some.regard --sources list.txt --view steps --walk token -o g.pdf", 2, "--walk");
        row("some.regard --sources none.txt -o g.svg", 1, "none.txt: there is no such file");
        row("none.regard --sources list.txt -o g.svg", 1, "none.regard: ");
        row("some.regard --sources empty.txt -o g.svg", 1, "empty.txt: holds no sentence");
        row("some.regard --sources list.txt -o nowhere/g.svg", 1, "nowhere/g-001.svg");
        row("some.regard --sources list.txt --pinned none.regard -o g.json", 1, "none.regard: ");
        row("some.regard --sources list.txt --layer 4 -o g.csv", 1,
            "list.txt: 2 of 2 sentences failed; the first: line 1: --layer 4");
    }
    void mistakes()
    {
        QFETCH(QString, line);
        QFETCH(int, exitCode);
        QFETCH(QString, mentions);
        m_folder->write("list.txt", "one\ntwo\n");
        m_folder->write("empty.txt", "");
        const ProgramRun ran = m_folder->run(QStringList{QStringLiteral("export")} + line.split(QLatin1Char(' ')));
        QVERIFY2(ran.exitCode == exitCode, (ran.out + ran.err).constData());
        QVERIFY2(ran.err.startsWith("regard: ") && ran.err.count('\n') == 1, ran.err.constData());
        QVERIFY2(QString::fromUtf8(ran.err).contains(mentions), ran.err.constData());
        QCOMPARE(m_folder->names("g"), QStringList());
    }

    void sameCommandSameBytes()
    {
        m_folder->write("list.txt", "one two\nthree\n");
        QList<QByteArray> first;
        for (int round = 0; round < 2; ++round) {
            QVERIFY(m_folder->made("export some.regard --sources list.txt -o o.svg o.png o.json"));
            int at = 0;
            for (const QString &name : m_folder->names("o-"))
                if (round == 0)
                    first << m_folder->bytes(name);
                else
                    QVERIFY2(m_folder->bytes(name) == first[at++], qPrintable(name));
        }
        QCOMPARE(int(first.size()), 6);
    }
};

REGARD_GUILESS_TEST(TestBatchExport)
#include "test_batch_export.moc"
