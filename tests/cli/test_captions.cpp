#include <QJsonArray>
#include <QTest>
#include <QXmlStreamReader>

#include "drawn_text.h"
#include "program_run.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

QByteArray projectOf(const char *weight)
{
    return QByteArray(R"({"format": "regard-project", "version": 1, "source": "a b c", "tokenizer": "whitespace",
  "model": { "d_model": 2, "heads": 1, "d_key": 2, "d_value": 2, "output_projection": false },
  "embedding": { "a": [1, 0], "b": [0, 1], "c": [1, 1] },
  "weights": { "encoder.0.self.w_q": [[)") +
           weight + R"(, 0], [0, 1]], "encoder.0.self.w_k": [[1, 0], [0, 1]] } })";
}

} // namespace

/// `regard export --captions`.
class TestCaptions : public QObject {
    Q_OBJECT

private:
    ProgramFolder m_folder;

    QByteArray picture(const QStringList &options) const
    {
        const ProgramRun ran =
            m_folder.run(QStringList{u"export"_s, u"now.regard"_s, u"--pinned"_s, u"other.regard"_s} + options +
                         QStringList{u"-o"_s, u"captions.svg"_s});
        if (ran.exitCode != 0)
            qWarning("%s", ran.err.constData());
        return m_folder.bytes("captions.svg");
    }

private slots:
    void initTestCase()
    {
        m_folder.write("now.regard", projectOf("2"));
        m_folder.write("other.regard", projectOf("-1"));
        m_folder.write("list.txt", "a b\nb c\n");
    }

    void ofADifference_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("caption"); // empty: none
        const QString usual = u"now.regard now − other.regard pinned"_s;
        QTest::newRow("usual") << QStringList() << usual;
        QTest::newRow("named") << QStringList{u"--captions=fine-tuned,base"_s} << u"fine-tuned − base"_s;
        QTest::newRow("named, blanks around")
            << QStringList{u"--captions= fine-tuned , base"_s} << u"fine-tuned − base"_s;
        QTest::newRow("a comma in a name") << QStringList{u"--captions=LoRA\\, r 8,base"_s} << u"LoRA, r 8 − base"_s;
        QTest::newRow("other signs") << QStringList{u"--captions=微调 %1,<b>&"_s} << u"微调 %1 − <b>&"_s;
        QTest::newRow("one named") << QStringList{u"--captions=,base"_s} << u"now.regard now − base"_s;
        QTest::newRow("what is off goes with the usual name")
            << QStringList{u"--captions=fine-tuned,base"_s, u"--off=1.1"_s} << u"fine-tuned − base"_s;
        QTest::newRow("off") << QStringList{u"--captions=off"_s} << QString();
        QTest::newRow("without a title") << QStringList{u"--title=off"_s} << QString();
        QTest::newRow("without a title, named")
            << QStringList{u"--title=off"_s, u"--captions=fine-tuned,base"_s} << u"fine-tuned − base"_s;
        QTest::newRow("without a title, on") << QStringList{u"--title=off"_s, u"--captions=on"_s} << usual;
    }
    void ofADifference()
    {
        QFETCH(QStringList, options);
        QFETCH(QString, caption);
        const QByteArray svg = picture(options + QStringList{u"--view=heatmap"_s});
        const QString text = drawnText(svg);
        const bool isUsual = caption.contains(u"other.regard"_s);
        QCOMPARE(text.contains(u"· now − pinned"_s), isUsual && !options.contains(u"--title=off"_s));
        QVERIFY2(caption.isEmpty() ? !text.contains(u".regard"_s) : isDrawn(svg, caption), qPrintable(text));
        // The picture says how it was made, and is made again with its captions.
        m_folder.write("kept.svg", svg);
        const ProgramRun ran = m_folder.run({u"export"_s, u"--again"_s, u"kept.svg"_s, u"-o"_s, u"again.svg"_s});
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        QCOMPARE(m_folder.bytes("again.svg"), svg);
    }

    void ofBothSideBySide()
    {
        const QStringList side{u"--view=heatmap"_s, u"--compare=side"_s, u"--size=800x400"_s};
        QString text = drawnText(picture(side + QStringList{u"--captions=fine-tuned,base"_s}));
        QVERIFY2(text.contains(u"fine-tuned "_s) && text.contains(u"base "_s) && !text.contains(u".regard"_s),
                 qPrintable(text));
        text = drawnText(picture(side + QStringList{u"--captions=off"_s}));
        QVERIFY2(!text.contains(u".regard"_s), qPrintable(text));
        // Names of states are no title: without them nobody could tell the two apart.
        text = drawnText(picture(side + QStringList{u"--title=off"_s}));
        QVERIFY2(text.contains(u"now.regard now"_s) && text.contains(u"other.regard pinned"_s), qPrintable(text));
    }

    /// In place of every other title, and of a difference's caption; what names the two states stays.
    void ofATitleOfOnesOwn()
    {
        const QStringList titled{u"--view=heatmap"_s, u"--title= 微调 −  <base> "_s};
        const QByteArray svg = picture(titled);
        QString text = drawnText(svg);
        QVERIFY2(isDrawn(svg, u"微调 − <base>"_s) && !text.contains(u"pinned"_s) && !text.contains(u"layer 1"_s),
                 qPrintable(text));
        QVERIFY2(svg.contains("<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">微调 − &lt;base&gt;</rdf:li>"),
                 svg.constData());
        text = drawnText(picture(titled + QStringList{u"--compare=side"_s}));
        QVERIFY2(text.count(u"微调"_s) == 1 && text.contains(u"now.regard now"_s) &&
                     text.contains(u"other.regard pinned"_s) && !text.contains(u"layer 1"_s),
                 qPrintable(text));
        text = drawnText(picture({u"--title= off"_s, u"--captions=off"_s}));
        QVERIFY2(text.contains(u"off"_s), qPrintable(text));
    }

    /// What the captions took is the pictures'.
    void offLeavesNoEmptyLine()
    {
        for (const QString &compare : {u"--compare=side"_s, u"--compare=difference"_s}) {
            const auto height = [&](const QString &captions) {
                picture({u"--view=heads"_s, u"--size=300pt"_s, u"--title=off"_s, compare, captions});
                QXmlStreamReader reader(m_folder.bytes("captions.svg"));
                reader.readNextStartElement();
                return reader.attributes().value(u"viewBox"_s).toString().section(u' ', 3).toDouble();
            };
            const double saved = height(u"--captions=on"_s) - height(u"--captions=off"_s);
            QVERIFY2(saved >= 25, qPrintable(QString::number(saved)));
        }
    }

    void ofNumbersAndMetadata()
    {
        QVERIFY(m_folder.made("export now.regard --pinned other.regard --captions fine-tuned,base -o n.json n.svg"));
        QCOMPARE(m_folder.json("n.json")[u"difference"_s][u"name"_s].toString(), u"fine-tuned − base"_s);
        QVERIFY(m_folder.bytes("n.svg").contains(">fine-tuned − base</rdf:li>"));
        QVERIFY(m_folder.made("export now.regard --pinned other.regard --captions off -o n.json"));
        QCOMPARE(m_folder.json("n.json")[u"difference"_s][u"name"_s].toString(),
                 u"now.regard now − other.regard pinned"_s);
    }

    void ofFilmsAndLists()
    {
        const auto film = [this](const char *captions) {
            const QByteArray line = "export now.regard --pinned other.regard --film pinned --dpi 48 --no-metadata "
                                    "--captions " +
                                    QByteArray(captions) + " -o film.webp";
            return m_folder.made(line.constData()) ? m_folder.bytes("film.webp") : QByteArray();
        };
        const QByteArray usual = film("on");
        const QByteArray named = film("fine-tuned,base");
        const QByteArray none = film("off");
        QVERIFY(!usual.isEmpty() && !named.isEmpty() && !none.isEmpty());
        QVERIFY(usual != named && usual != none && named != none);
        const ProgramRun ran =
            m_folder.run("export now.regard --pinned other.regard --sources list.txt --captions fine-tuned,base "
                         "-o each.svg");
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        for (const char *name : {"each-001.svg", "each-002.svg"})
            QVERIFY2(drawnText(m_folder.bytes(name)).contains(u"fine-tuned − base "_s), name);
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("mentions");
        QTest::newRow("one name") << u"--pinned other.regard --captions base"_s << u"--captions takes on, off or two"_s;
        QTest::newRow("three names") << u"--pinned other.regard --captions a,b,c"_s << u"\"a,b,c\""_s;
        QTest::newRow("one state") << u"--captions a,b"_s << u"--pinned"_s;
        QTest::newRow("one state, off") << u"--captions off"_s << u"--pinned"_s;
    }
    void refusals()
    {
        QFETCH(QString, line);
        QFETCH(QString, mentions);
        const ProgramRun ran = m_folder.run(QStringList{u"export"_s, u"now.regard"_s} + line.split(u' ') +
                                            QStringList{u"-o"_s, u"refused.svg"_s});
        QVERIFY2(ran.exitCode == 2, (ran.out + ran.err).constData());
        QVERIFY2(ran.err.count('\n') == 1 && QString::fromUtf8(ran.err).contains(mentions), ran.err.constData());
    }
};

REGARD_GUILESS_TEST(TestCaptions)
#include "test_captions.moc"
