#include <cmath>
#include <csignal>

#include <QJsonArray>
#include <QProcess>
#include <QTest>

#include "program_run.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;

namespace {

const QString scanData = QStringLiteral(REGARD_TEST_DATA "/scan/");

QByteArray scanBytes(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString scanModel(const char *name)
{
    return QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + QLatin1String(name);
}

/// Empty where the two agree within 1e-5, relative to numbers of at least 0.001 (passes are float32).
QString scanDifference(const QJsonValue &found, const QJsonValue &expected, const QString &place)
{
    if (expected.isArray() && expected.toArray().size() == found.toArray().size()) {
        for (qsizetype i = 0; i < expected.toArray().size(); ++i)
            if (const QString other = scanDifference(found[i], expected[i], place + u'.' + QString::number(i));
                !other.isEmpty())
                return other;
        return {};
    }
    if (expected.isDouble() && found.isDouble()) {
        const double size = std::max(std::abs(expected.toDouble()), 1e-3);
        if (std::abs(found.toDouble() - expected.toDouble()) <= 1e-5 * size)
            return {};
    } else if (found == expected) {
        return {};
    }
    return u"%1: %2, not %3"_s.arg(place).arg(found.toDouble(), 0, 'g', 9).arg(expected.toDouble(), 0, 'g', 9);
}

} // namespace

/// `regard scan`: the program as a script runs it.
class TestScan : public QObject {
    Q_OBJECT

    ProgramFolder m_folder;

    ProgramRun scan(const QStringList &words, const QByteArray &input = {}) const
    {
        return m_folder.run(QStringList{u"scan"_s} + words, input);
    }
    /// The bytes of a scan of GPT-2; empty where it failed.
    QByteArray scanned(const QString &words, const QByteArray &input = {}) const
    {
        const ProgramRun ran = scan(
            QStringList{scanModel("gpt2")} + words.split(u' ') + QStringList{u"-o"_s, u"out.regard-scan"_s}, input);
        if (ran.exitCode != 0)
            qWarning("%s", ran.err.constData());
        return ran.exitCode == 0 ? m_folder.bytes("out.regard-scan") : QByteArray();
    }
    QJsonObject corpus(const QByteArray &scan) const
    {
        return QJsonDocument::fromJson(scan).object()[u"corpus"].toObject();
    }
    QByteArray shard(int which, int count) const
    {
        const QString of = QString::number(which) + u'/' + QString::number(count);
        const QString name = u"part-%1.regard-part"_s.arg(which);
        return scan({scanModel("gpt2"), u"--sources"_s, u"corpus.txt"_s, u"--shard"_s, of, u"-o"_s, name}).err;
    }

private slots:
    void initTestCase() { m_folder.write("corpus.txt", scanBytes(scanData + u"corpus.txt"_s)); }

    /// Beside numpy in double.
    void measuresAsNumpyDoes_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("causal") << QByteArray("gpt2");
        QTest::newRow("encoder") << QByteArray("bert");
    }
    void measuresAsNumpyDoes()
    {
        QFETCH(const QByteArray, name);
        const ProgramRun ran = scan({scanModel(name.constData()), u"--sources"_s, u"corpus.txt"_s, u"--by-value"_s,
                                     u"-o"_s, u"numpy.regard-scan"_s});
        QVERIFY2(ran.exitCode == 0 && ran.err.isEmpty(), ran.err.constData());
        const QJsonObject found = m_folder.json("numpy.regard-scan");
        const QJsonObject expected =
            QJsonDocument::fromJson(scanBytes(scanData + QString::fromLatin1(name) + u".json"_s)).object();
        QCOMPARE(found[u"corpus"][u"tokens"], expected[u"tokens"]);
        QCOMPARE(found[u"corpus"][u"sentences"].toInt(), 20);
        QHash<QString, QJsonObject> heads;
        for (const QJsonValue &head : found[u"heads"].toArray())
            heads.insert(
                u"%1.%2.%3"_s.arg(head[u"layer"].toInt()).arg(head[u"head"].toInt()).arg(head[u"by"].toString()),
                head.toObject());
        const QJsonArray all = expected[u"heads"].toArray();
        QCOMPARE(heads.size(), all.size());
        for (const QJsonValue &head : all) {
            const QString place =
                u"%1.%2.%3"_s.arg(head[u"layer"].toInt()).arg(head[u"head"].toInt()).arg(head[u"by"].toString());
            const QJsonObject one = heads.value(place);
            const QJsonObject measures = head[u"measures"].toObject();
            QCOMPARE(one[u"measures"].toObject().keys(), measures.keys());
            for (const QString &measure : measures.keys()) {
                const QJsonObject numbers = measures[measure].toObject();
                for (const QString &number : numbers.keys()) {
                    const bool isWeight = measure == u"distance" && number == u"queries";
                    const QString problem = scanDifference(one[u"measures"][measure][isWeight ? u"weight"_s : number],
                                                           numbers[number], place + u' ' + measure + u' ' + number);
                    QVERIFY2(problem.isEmpty(), qPrintable(problem));
                }
            }
            for (const QString &key : {u"distances"_s, u"key_tokens"_s})
                if (head.toObject().contains(key)) {
                    const QString problem = scanDifference(one[key], head[key], place + u' ' + key);
                    QVERIFY2(problem.isEmpty(), qPrintable(problem));
                }
        }
    }

    /// A sentence alone has the very shares that --find says.
    void isWhatFindSays()
    {
        const QByteArray sentence = "the cat the dog, the cat the dog";
        m_folder.write("one.txt", sentence + "\n");
        const QJsonObject found = QJsonDocument::fromJson(scanned(u"--sources one.txt"_s)).object();
        for (const QString &pattern :
             {u"previous"_s, u"same_word"_s, u"first"_s, u"punctuation"_s, u"sink"_s, u"induction"_s, u"broad"_s}) {
            const ProgramRun ran =
                m_folder.run(QStringList{u"export"_s, scanModel("gpt2"), u"--source"_s, QString::fromLatin1(sentence),
                                         u"--find"_s, pattern, u"-o"_s, u"find.csv"_s});
            QVERIFY2(ran.exitCode == 0, ran.err.constData());
            const QList<QByteArray> lines = m_folder.bytes("find.csv").trimmed().split('\n').mid(1);
            QCOMPARE(lines.size(), found[u"heads"].toArray().size());
            for (const QByteArray &line : lines) {
                const QList<QByteArray> cells = line.trimmed().split(',');
                bool isThere = false;
                for (const QJsonValue &head : found[u"heads"].toArray())
                    if (head[u"layer"].toInt() == cells[1].toInt() && head[u"head"].toInt() == cells[2].toInt()) {
                        isThere = true;
                        const double mean = head[u"measures"][pattern][u"mean"].toDouble();
                        QVERIFY2(std::abs(mean - cells[3].toDouble()) < 1e-7, (pattern.toLatin1() + line).constData());
                    }
                QVERIFY(isThere);
            }
        }
    }

    void anyNumberOfThreadsGivesTheSameBytes()
    {
        const QByteArray one = scanned(u"--sources corpus.txt --by-value --threads 1"_s);
        QVERIFY(one.size() > 10'000);
        for (const QString &threads : {u"2"_s, u"16"_s})
            QCOMPARE(scanned(u"--sources corpus.txt --by-value --threads "_s + threads), one);
        QCOMPARE(scanned(u"--sources corpus.txt --by-value --durable-seconds 0"_s), one);
        QVERIFY(scanned(u"--sources corpus.txt --by-value --seed 1"_s) != one);
        QVERIFY(!QFile::exists(m_folder.path(u"out.regard-scan.part"_s)));
    }

    /// Any number of shards, a shard that no line begins in among them, in any order, one given twice.
    void shardsAreTheWhole()
    {
        const QByteArray whole = scanned(u"--sources corpus.txt"_s);
        for (const int count : {2, 3, 50}) {
            QStringList parts;
            for (int which = count; which >= 1; --which) {
                const QByteArray problem = shard(which, count);
                QVERIFY2(problem.isEmpty(), problem.constData());
                parts << u"part-%1.regard-part"_s.arg(which);
            }
            parts << parts.last();
            const ProgramRun ran = scan(QStringList{u"--merge"_s} + parts + QStringList{u"-o"_s, u"all.regard-scan"_s});
            QVERIFY2(ran.exitCode == 0 && ran.err.isEmpty(), ran.err.constData());
            QCOMPARE(m_folder.bytes("all.regard-scan"), whole);
            for (const QString &part : std::as_const(parts))
                QFile::remove(m_folder.path(part));
        }
    }

    void mergesNothingElse()
    {
        QVERIFY(shard(1, 3).isEmpty() && shard(3, 3).isEmpty());
        const auto merged = [&](const char *parts) {
            return scan((QString::fromLatin1(parts) + u" -o m.regard-scan"_s).split(u' '));
        };
        ProgramRun ran = merged("--merge part-3.regard-part part-1.regard-part");
        QCOMPARE(ran.exitCode, 1);
        QVERIFY2(ran.err.contains("of 3 shards these are missing: 2"), ran.err.constData());
        scan({scanModel("bert"), u"--sources"_s, u"corpus.txt"_s, u"--shard"_s, u"2/3"_s, u"-o"_s,
              u"part-2.regard-part"_s});
        ran = merged("--merge part-3.regard-part part-1.regard-part part-2.regard-part");
        QVERIFY2(ran.exitCode == 1 && ran.err.contains("part-2.regard-part: is of another scan"), ran.err.constData());
        QByteArray damaged = m_folder.bytes("part-1.regard-part");
        damaged[damaged.size() / 2] = char(damaged[damaged.size() / 2] ^ 1);
        m_folder.write("bad.regard-part", damaged);
        ran = merged("--merge bad.regard-part");
        QVERIFY2(ran.exitCode == 1 && ran.err.contains("bad.regard-part: is damaged"), ran.err.constData());
        ran = merged("--merge corpus.txt");
        QVERIFY2(ran.exitCode == 1 && ran.err.contains("is no part of a scan"), ran.err.constData());
        QVERIFY(!QFile::exists(m_folder.path(u"m.regard-scan"_s)));
    }

    /// Killed again and again, at other moments each time, until it comes to its end.
    void killedScansGoOn()
    {
        QByteArray text;
        for (int i = 0; i < 20; ++i)
            text += m_folder.bytes("corpus.txt");
        m_folder.write("long.txt", text);
        const QByteArray whole = scanned(u"--sources long.txt"_s);
        QVERIFY(!whole.isEmpty());
        const QStringList words{u"scan"_s, scanModel("gpt2"), u"--sources"_s, u"long.txt"_s, u"--durable-seconds"_s,
                                u"0"_s,    u"--threads"_s,    u"2"_s,         u"-o"_s,       u"killed.regard-scan"_s};
        int kills = 0;
        for (int wait = 40;; wait += 25) {
            QProcess program;
            program.setWorkingDirectory(m_folder.path({}));
            program.start(QStringLiteral(REGARD_PROGRAM), words);
            if (program.waitForFinished(wait)) {
                QCOMPARE(program.exitCode(), 0);
                break;
            }
            program.kill();
            program.waitForFinished();
            ++kills;
        }
        QVERIFY(kills > 0);
        QCOMPARE(m_folder.bytes("killed.regard-scan"), whole);
        QCOMPARE(m_folder.names("killed"), QStringList{u"killed.regard-scan"_s});
    }

    void anotherCorpusDoesNotGoOn()
    {
        const QByteArray text = m_folder.bytes("corpus.txt");
        m_folder.write("changed.txt", text);
        QVERIFY(scan({scanModel("gpt2"), u"--sources"_s, u"changed.txt"_s, u"--shard"_s, u"1/2"_s, u"-o"_s,
                      u"c.regard-part"_s})
                    .exitCode == 0);
        QByteArray other = text;
        other[5] = 'z';
        m_folder.write("changed.txt", other);
        ProgramRun ran = scan(
            {scanModel("gpt2"), u"--sources"_s, u"changed.txt"_s, u"--shard"_s, u"1/2"_s, u"-o"_s, u"c.regard-part"_s});
        QVERIFY2(ran.exitCode == 1 && ran.err.contains("was changed since"), ran.err.constData());
        ran = scan(
            {scanModel("gpt2"), u"--sources"_s, u"changed.txt"_s, u"--shard"_s, u"2/2"_s, u"-o"_s, u"c.regard-part"_s});
        QVERIFY2(ran.exitCode == 1 && ran.err.contains("is of another scan"), ran.err.constData());
    }

    /// The same texts in every form of a corpus: all but the corpus's own name and places.
    void readsEveryForm()
    {
        const QByteArray whole = scanned(u"--sources corpus.txt"_s);
        const auto heads = [](const QByteArray &scan) {
            QJsonArray all;
            for (const QJsonValue &head : QJsonDocument::fromJson(scan).object()[u"heads"].toArray())
                all << head[u"measures"];
            return all;
        };
        QByteArray lines = "\xEF\xBB\xBF", objects, cells = "id,\"text\"\r\n";
        for (const QByteArray &line : m_folder.bytes("corpus.txt").trimmed().split('\n')) {
            lines += line + "\r\n \n";
            objects += QJsonDocument(QJsonObject{{u"n"_s, 1}, {u"text"_s, QString::fromUtf8(line)}})
                           .toJson(QJsonDocument::Compact) +
                       '\n';
            cells += "1,\"" + line + "\"\r\n";
        }
        m_folder.write("lines.txt", lines);
        m_folder.write("objects.jsonl", objects);
        m_folder.write("cells.csv", "\xEF\xBB\xBF" + cells);
        const QByteArray blank = scanned(u"--sources lines.txt"_s);
        QCOMPARE(heads(blank), heads(whole));
        QCOMPARE(corpus(blank)[u"blank"].toInt(), 20);
        QCOMPARE(heads(scanned(u"--sources objects.jsonl"_s)), heads(whole));
        QCOMPARE(heads(scanned(u"--sources cells.csv"_s)), heads(whole));
        QCOMPARE(heads(scanned(u"--sources -"_s, m_folder.bytes("corpus.txt"))), heads(whole));
        QCOMPARE(heads(scanned(u"--sources - --field text"_s, objects)), heads(whole));
    }

    void cutsAndCounts()
    {
        m_folder.write("odd.txt", "one two three four five six seven eight nine ten\n\xff\xfe\nok\na\tb\n\n");
        const ProgramRun ran = scan({scanModel("gpt2"), u"--sources"_s, u"odd.txt"_s, u"--max-tokens"_s, u"5"_s,
                                     u"-o"_s, u"odd.regard-scan"_s});
        QCOMPARE(ran.exitCode, 0);
        QVERIFY2(ran.err.contains("2 of the texts could not be read; the first, at byte 49: it is not UTF-8 text"),
                 ran.err.constData());
        const QJsonObject counts = m_folder.json("odd.regard-scan")[u"corpus"].toObject();
        QCOMPARE(counts[u"sentences"].toInt(), 2);
        QCOMPARE(counts[u"cut"].toInt(), 1);
        QCOMPARE(counts[u"blank"].toInt(), 1);
        QCOMPARE(counts[u"unread"].toInt(), 2);
        const QJsonArray tokens = m_folder.json("odd.regard-scan")[u"sentences"][0][u"tokens"].toArray();
        QCOMPARE(tokens.size(), 5);
    }

    /// BERT's own marks stay around what is cut, and both sentences of a pair are.
    void cutsPairs()
    {
        m_folder.write("pairs.txt", "the cat sat on the mat and on the dog\tit was tired and it was dry\n");
        const ProgramRun ran = scan({scanModel("bert"), u"--sources"_s, u"pairs.txt"_s, u"--max-tokens"_s, u"9"_s,
                                     u"-o"_s, u"pairs.regard-scan"_s});
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        QStringList tokens;
        for (const QJsonValue &token : m_folder.json("pairs.regard-scan")[u"sentences"][0][u"tokens"].toArray())
            tokens << token.toString();
        QCOMPARE(tokens.size(), 9);
        QCOMPARE(tokens.first(), u"[CLS]"_s);
        QCOMPARE(tokens.last(), u"[SEP]"_s);
        QCOMPARE(tokens.count(u"[SEP]"_s), 2);
    }

    /// Random tokens, repeated: those after the first half all could show induction.
    void repeatsRandomTokens()
    {
        const QByteArray one = scanned(u"--repeat-random 20x3 --threads 1"_s);
        QCOMPARE(scanned(u"--repeat-random 20x3 --threads 2"_s), one);
        const QJsonObject scan = QJsonDocument::fromJson(one).object();
        QCOMPARE(scan[u"corpus"][u"tokens"].toInt(), 120);
        QVERIFY(scan[u"heads"][0][u"measures"][u"induction"][u"queries"].toInt() >= 60);
        const QJsonArray tokens = scan[u"sentences"][0][u"tokens"].toArray();
        QCOMPARE(tokens.size(), 40);
        for (int i = 0; i < 20; ++i)
            QCOMPARE(tokens[i], tokens[i + 20]);
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("message");
        m_folder.write("bad.jsonl", "{\"other\": 1}\nnot json\n");
        m_folder.write("other.csv", "a,b\n1,2\n");
        m_folder.write("empty.txt", "\n \n");
        const QString model = scanModel("gpt2") + u' ';
        const auto row = [&](const char *name, const QString &words, int exitCode, const char *message) {
            QTest::newRow(name) << words << exitCode << QByteArray(message);
        };
        row("no texts", model + u"-o x.regard-scan"_s, 2, "one of --sources, --repeat-random and --merge");
        row("no model", u"--sources corpus.txt -o x.regard-scan"_s, 2, "takes a model");
        row("suffix", model + u"--sources corpus.txt -o x.json"_s, 2, "must end in .regard-scan");
        row("suffix of a shard", model + u"--sources corpus.txt --shard 1/2 -o x.regard-scan"_s, 2,
            "must end in .regard-part");
        row("shard", model + u"--sources corpus.txt --shard 3/2 -o x.regard-part"_s, 2, "such as 1/8");
        row("shard from 0", model + u"--sources corpus.txt --shard 0/2 -o x.regard-part"_s, 2, "such as 1/8");
        row("shard of csv", model + u"--sources other.csv --shard 1/2 -o x.regard-part"_s, 1, "is scanned whole");
        row("shard of input", model + u"--sources - --shard 1/2 -o x.regard-part"_s, 1, "is scanned whole");
        row("random", model + u"--repeat-random 50 -o x.regard-scan"_s, 2, "such as 50x100");
        row("long random", model + u"--repeat-random 50x1 -o x.regard-scan"_s, 1, "makes sentences of 100 tokens");
        row("tokens", model + u"--sources corpus.txt --max-tokens 0 -o x.regard-scan"_s, 2, "from 1 to 4096");
        row("more tokens", model + u"--sources corpus.txt --max-tokens 65 -o x.regard-scan"_s, 2, "reads up to 64");
        row("threads", model + u"--sources corpus.txt --threads none -o x.regard-scan"_s, 2, "--threads takes");
        row("no file", model + u"--sources none.txt -o x.regard-scan"_s, 1, "none.txt: cannot be read");
        row("folder", model + u"--sources . -o x.regard-scan"_s, 1, "is a folder");
        row("no field", model + u"--sources bad.jsonl -o x.regard-scan"_s, 1, "holds no text");
        row("no column", model + u"--sources other.csv -o x.regard-scan"_s, 1, "has no column \"text\"");
        row("field of lines", model + u"--sources corpus.txt --field a -o x.regard-scan"_s, 1, "has a text a line");
        row("blank", model + u"--sources empty.txt -o x.regard-scan"_s, 1, "holds no text");
        row("no folder", model + u"--sources corpus.txt -o none/x.regard-scan"_s, 1, "does not exist");
        row("no vocabulary", u"--example it --repeat-random 5x5 -o x.regard-scan"_s, 1, "this one has none");
    }
    void refuses()
    {
        QFETCH(const QString, words);
        QFETCH(const int, exitCode);
        QFETCH(const QByteArray, message);
        const ProgramRun ran = scan(words.split(u' '));
        QVERIFY2(ran.err.contains(message), ran.err.constData());
        QCOMPARE(ran.exitCode, exitCode);
        QVERIFY(!QFile::exists(m_folder.path(u"x.regard-scan"_s)));
        QFile::remove(m_folder.path(u"x.regard-scan.part"_s));
    }

    /// No file may grow beyond 2 × 512 bytes, and the program is not ended by trying.
    void aFullDiskIsOneSentence()
    {
        Program program{{u"-c"_s, u"trap '' XFSZ; ulimit -f 2; TMPDIR=/nowhere exec \"$@\""_s, u"sh"_s,
                         QStringLiteral(REGARD_PROGRAM), u"scan"_s, scanModel("gpt2"), u"--sources"_s, u"corpus.txt"_s,
                         u"-o"_s, u"full.regard-scan"_s},
                        u"sh"_s};
        program.folder = m_folder.path({});
        const ProgramRun ran = program.withoutSession().run();
        QCOMPARE(ran.exitCode, 1);
        QVERIFY2(ran.err.contains("cannot be written: File too large") && ran.err.count('\n') == 1,
                 ran.err.constData());
        QCOMPARE(m_folder.names("full"), QStringList());
    }
};

REGARD_GUILESS_TEST(TestScan)
#include "test_scan.moc"
