#include <cmath>
#include <limits>

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include "program_run.h"
#include "safetensors_bytes.h"
#include "test_class.h"

using namespace regard;
using namespace Qt::StringLiterals;

namespace {

const QString first = u"encoder.0.self.weights"_s;

QJsonObject notes(const QString &tokens)
{
    return {{u"format"_s, u"regard-attention"_s}, {u"tokens"_s, tokens}};
}

HandTensor two(const QString &name, float toItself)
{
    return HandTensor::floats(name, {2, 2, 2}, {1, 0, 0, 1, toItself, 1 - toItself, 0.5F, 0.5F});
}

} // namespace

/// `regard export` and `regard info` of files of attention.
class TestAttentionExport : public QObject {
    Q_OBJECT

private:
    ProgramFolder m_folder;

private slots:
    void initTestCase()
    {
        m_folder.write("base.safetensors", safetensorsBytes(notes(uR"(["a","b"])"_s), {two(first, 0.5F)}));
        m_folder.write("tuned.safetensors", safetensorsBytes(notes(uR"(["a","b"])"_s), {two(first, 0.75F)}));
        m_folder.write("longer.safetensors",
                       safetensorsBytes(notes(uR"(["a","x","b"])"_s),
                                        {HandTensor::floats(first, {2, 3, 3},
                                                            {1, 0, 0, 0, 1, 0, 0, 0, 1, //
                                                             0.25F, 0.5F, 0.25F, 0, 1, 0, 1, 0, 0})}));
        m_folder.write("several.safetensors",
                       safetensorsBytes({{u"format"_s, u"regard-attention"_s},
                                         {u"sentences"_s, uR"([{"prefix":"1.","tokens":["a","b"]},
                                                               {"prefix":"2.","tokens":["c","d"]}])"_s}},
                                        {two(u"1."_s + first, 0.5F), two(u"2."_s + first, 0.25F)}));
        m_folder.write(
            "faulty.safetensors",
            safetensorsBytes(notes(uR"(["a","b"])"_s), {HandTensor::floats(first, {1, 2, 2}, {0.5F, 0.25F, 1, 0})}));
        const float none = std::numeric_limits<float>::quiet_NaN();
        m_folder.write(
            "hole.safetensors",
            safetensorsBytes(notes(uR"(["a","b"])"_s),
                             {HandTensor::floats(first, {2, 2, 2}, {1, 0, 0, 1, none, 0.5F, 0.25F, 0.75F})}));
        m_folder.write("cut.safetensors", m_folder.bytes("base.safetensors").chopped(8));
        m_folder.write("plain.safetensors", safetensorsBytes({}, {two(first, 0.5F)}));
    }

    /// What was written opens again, with the same bits.
    void numbersComeBackEqual()
    {
        QVERIFY(m_folder.made("export tuned.safetensors -o one.safetensors one.json"));
        QVERIFY(m_folder.made("export one.safetensors -o two.safetensors"));
        QVERIFY(m_folder.made("export one.json -o three.safetensors"));
        QCOMPARE(m_folder.bytes("two.safetensors"), m_folder.bytes("one.safetensors"));
        QVERIFY(!m_folder.bytes("three.safetensors").isEmpty());
        QVERIFY(m_folder.made("export tuned.safetensors --head 2 -o t.csv"));
        QCOMPARE(m_folder.bytes("t.csv"), QByteArray(",a,b\r\na,0.75,0.25\r\nb,0.5,0.5\r\n"));
    }

    void everyViewOfAttention()
    {
        for (const char *view : {"links", "heatmap", "heads", "sentence", "play", "entropy", "similarity"})
            for (const char *suffix : {"svg", "pdf", "png", "webp"}) {
                const QByteArray line =
                    QByteArray("export base.safetensors --view ") + view + " -o " + view + "." + suffix;
                QVERIFY2(m_folder.made(line.constData()), line.constData());
            }
    }

    void theSameTokensCompared()
    {
        QVERIFY(
            m_folder.made("export tuned.safetensors --pinned base.safetensors --view heatmap --head 2 -o d.csv d.svg "
                          "d.pdf d.png"));
        QCOMPARE(m_folder.bytes("d.csv"), QByteArray(",a,b\r\na,0.25,-0.25\r\nb,0,0\r\n"));
        QVERIFY(m_folder.bytes("d.svg").contains("tuned.safetensors now − base.safetensors pinned<"));
        QVERIFY(m_folder.made("export tuned.safetensors --pinned base.safetensors --compare side -o side.svg"));
        QVERIFY(
            m_folder.made("export tuned.safetensors --pinned base.safetensors --view heads --film pinned -o f.webp"));
        QVERIFY(m_folder.made("export tuned.safetensors --pinned base.safetensors --find moved -o m.csv"));
        // Head 2: ½ (¼ + ¼) of one of two queries.
        QCOMPARE(m_folder.bytes("m.csv"),
                 QByteArray("block,layer,head,share\r\nencoder,1,2,0.125\r\nencoder,1,1,0\r\n"));
    }

    void otherTokensAreAligned()
    {
        QVERIFY(m_folder.made(
            "export longer.safetensors --pinned base.safetensors --view heatmap --head 2 -o a.csv a.svg"));
        QCOMPARE(m_folder.bytes("a.csv"), QByteArray(",a,x,b\r\na,-0.25,,-0.25\r\nx,,,\r\nb,0.5,,-0.5\r\n"));
    }

    void oneOfSeveralSentences()
    {
        QVERIFY(m_folder.made("export several.safetensors --sentence 2 --head 2 -o s.csv s.svg"));
        QCOMPARE(m_folder.bytes("s.csv"), QByteArray(",c,d\r\nc,0.25,0.75\r\nd,0.5,0.5\r\n"));
        QVERIFY(m_folder.made("export several.safetensors --sentence 2 -o s.regard"));
        QVERIFY(m_folder.made("export s.regard --head 2 -o again.csv"));
        QCOMPARE(m_folder.bytes("again.csv"), m_folder.bytes("s.csv"));
        const QByteArray told = m_folder.run("info several.safetensors").out;
        QVERIFY2(told.contains("sentences"), told.constData());
    }

    /// A note that the one head is the mean of the model's is said, and written again.
    void theMeanOfTheHeads()
    {
        QJsonObject said = notes(uR"(["a","b"])"_s);
        said[u"heads_averaged"_s] = u"true"_s;
        const HandTensor mean = HandTensor::floats(first, {1, 2, 2}, {1, 0, 0.5F, 0.5F});
        m_folder.write("mean.safetensors", safetensorsBytes(said, {mean}));
        QVERIFY(m_folder.made("export mean.safetensors -o mean.json again.safetensors"));
        QVERIFY(m_folder.made("export mean.safetensors --words -o grouped.json grouped.safetensors"));
        for (const char *file :
             {"mean.safetensors", "mean.json", "again.safetensors", "grouped.json", "grouped.safetensors"}) {
            const QByteArray told = m_folder.run((QByteArray("info ") + file).constData()).out;
            QVERIFY2(told.contains("heads_averaged = true") && !told.contains("not_known_here"), told.constData());
        }
        said[u"heads_averaged"_s] = u"1"_s;
        m_folder.write("mean.safetensors", safetensorsBytes(said, {mean}));
        const QByteArray error = m_folder.run("info mean.safetensors").err;
        QVERIFY2(error.contains("heads_averaged must be true or false, not 1"), error.constData());
    }

    /// What is wrong with a row is said, and what it shows is still made.
    void aRowThatIsNoAttention()
    {
        const ProgramRun ran = m_folder.run("export faulty.safetensors -o w.svg");
        QCOMPARE(ran.exitCode, 0);
        QCOMPARE(ran.err.count('\n'), 1);
        QVERIFY2(ran.err.contains("encoder.0.self.weights"), ran.err.constData());
        QVERIFY(m_folder.bytes("w.svg").contains("</svg>"));
    }

    /// A row without weights has no difference, on either side, and is said of whatever was read.
    void aRowWithoutWeights()
    {
        for (const char *pair :
             {"tuned.safetensors --pinned hole.safetensors", "hole.safetensors --pinned tuned.safetensors"}) {
            const bool isNow = QByteArray(pair).startsWith("hole");
            const ProgramRun run =
                m_folder.run((QByteArray("export ") + pair + " --view heatmap --head 2 -o h.csv h.svg").constData());
            QCOMPARE(run.exitCode, 0);
            QVERIFY2(run.err.startsWith("regard: hole.safetensors: ") && run.err.contains("head 2, row 1"),
                     run.err.constData());
            QCOMPARE(m_folder.bytes("h.csv"), isNow ? QByteArray(",a,b\r\na,,\r\nb,-0.25,0.25\r\n")
                                                    : QByteArray(",a,b\r\na,,\r\nb,0.25,-0.25\r\n"));
            QVERIFY(m_folder.bytes("h.svg").contains("are left empty"));
            // The one row that both have differs by ½ (¼ + ¼).
            QCOMPARE(m_folder.run((QByteArray("export ") + pair + " --find moved -o m.csv").constData()).exitCode, 0);
            QCOMPARE(m_folder.bytes("m.csv"),
                     QByteArray("block,layer,head,share\r\nencoder,1,2,0.25\r\nencoder,1,1,0\r\n"));
        }
        for (const char *view : {"entropy", "similarity", "heads"}) {
            const ProgramRun run =
                m_folder.run((QByteArray("export hole.safetensors --view ") + view + " -o e.svg").constData());
            QVERIFY2(run.exitCode == 0 && run.err.contains("head 2, row 1"), run.err.constData());
        }
        QVERIFY(m_folder.run("export hole.safetensors -o e.json").err.contains("head 2, row 1"));
        QCOMPARE(m_folder.run("export hole.safetensors --view heatmap --head 2 -o e.svg").exitCode, 0);
        QCOMPARE(m_folder.bytes("e.svg").count("0.0000"), 0);
    }

    void theSameSentencePinned()
    {
        QVERIFY(
            m_folder.made("export several.safetensors --sentence 2 --pinned several.safetensors --head 2 -o z.csv"));
        QCOMPARE(m_folder.bytes("z.csv"), QByteArray(",c,d\r\nc,0,0\r\nd,0,0\r\n"));
    }

    /// Wherever the key `format` stands; null is no weight.
    void jsonOfAnotherProgram()
    {
        QVERIFY(m_folder.made("export tuned.safetensors -o one.json"));
        QByteArray json = m_folder.bytes("one.json");
        m_folder.write("late.json", "{" + QByteArray(5000, ' ') + json.mid(1));
        QVERIFY(m_folder.made("export late.json --head 2 -o l.csv"));
        QCOMPARE(m_folder.bytes("l.csv"), QByteArray(",a,b\r\na,0.75,0.25\r\nb,0.5,0.5\r\n"));
        QVERIFY(json.contains("0.75"));
        m_folder.write("null.json", json.replace("0.75", "null"));
        const ProgramRun run = m_folder.run("export null.json --head 2 -o n.svg");
        QVERIFY2(run.exitCode == 0 && run.err.contains("nan is no number"), run.err.constData());
    }

    void refused_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("mentions");
        const auto row = [](const char *options, const char *mentions) {
            QTest::newRow(options) << QString::fromUtf8(options) << QString::fromUtf8(mentions);
        };
        for (const char *view : {"why", "steps", "block", "output", "lens", "circuits", "unrolled", "path"})
            QTest::newRow(view) << QStringLiteral("--view %1").arg(QLatin1String(view)) << u"file of attention"_s;
        row("--source cat", "--source");
        row("--target cat", "--target");
        row("--set heads=1", "--set");
        row("--off 1.1", "--off");
        row("--temperature 1.1=2", "--temperature");
        row("--sentence 3", "--sentence");
        row("--layer 2", "--layer");
        row("--head 3", "--head");
        row("--pinned base.safetensors --view matrices", "no weights");
        row("--pinned nothing.safetensors", "nothing.safetensors");
        row("--pairs ab", "segments");
    }
    void refused()
    {
        QFETCH(QString, options);
        QFETCH(QString, mentions);
        const ProgramRun ran =
            m_folder.run((u"export tuned.safetensors %1 -o refused.svg"_s.arg(options)).toUtf8().constData());
        QCOMPARE(ran.exitCode, 1);
        QCOMPARE(ran.err.count('\n'), 1);
        QVERIFY2(QString::fromUtf8(ran.err).contains(mentions), ran.err.constData());
        QVERIFY(m_folder.names("refused").isEmpty());
    }

    /// There is nothing to compute means with.
    void noMeansAreLeft()
    {
        m_folder.write("five.txt", "a b\nb a\n");
        QVERIFY(m_folder.made("export tuned.safetensors -o meanless.json"));
        for (const char *file : {"tuned.safetensors", "meanless.json"}) {
            const ProgramRun ran = m_folder.run(
                (QByteArray("export ") + file + " --off 1.1 --off-by mean-of:five.txt -o refused.svg").constData());
            QCOMPARE(ran.exitCode, 1);
            QVERIFY2(ran.err.contains("--off needs weights"), ran.err.constData());
        }
        QCOMPARE(m_folder.names("meanless"), QStringList{u"meanless.json"_s});
        QCOMPARE(m_folder.names("tuned"), QStringList{u"tuned.safetensors"_s});
    }

    void noFileOfAttention_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("mentions");
        const auto row = [](const char *line, const char *mentions) {
            QTest::newRow(line) << QString::fromUtf8(line) << QString::fromUtf8(mentions);
        };
        row("export cut.safetensors -o none.svg", "may not be complete");
        row("export plain.safetensors -o none.svg", "does not say that it holds attention");
        row("train base.safetensors --task it -o none.regard", "no weights that could learn");
    }
    void noFileOfAttention()
    {
        QFETCH(QString, line);
        QFETCH(QString, mentions);
        const ProgramRun ran = m_folder.run(line.toUtf8().constData());
        QCOMPARE(ran.exitCode, 1);
        QCOMPARE(ran.err.count('\n'), 1);
        QVERIFY2(QString::fromUtf8(ran.err).contains(mentions), ran.err.constData());
        QVERIFY(m_folder.names("none").isEmpty());
    }

    void aTableOfWhatChanges()
    {
        // The list needs numbers to go into, as the command line says itself.
        const ProgramRun ran = m_folder.run("export tuned.safetensors --importance zero -o i.csv");
        QCOMPARE(ran.exitCode, 1);
        QVERIFY(ran.err.contains("--importance"));
    }
};

REGARD_GUILESS_TEST(TestAttentionExport)

#include "test_attention_export.moc"
