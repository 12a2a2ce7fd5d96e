#include <cmath>
#include <limits>

#include <QImage>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>
#include <QtEndian>

#include "program_run.h"
#include "test_class.h"

namespace {

/// The three inputs by hand; W_Q's first row is `first`.
QByteArray threeInputs(const char *first, const char *source)
{
    return QByteArray(R"({"format": "regard-project", "version": 1,
  "source": ")") +
           source + R"(", "tokenizer": "whitespace",
  "model": { "d_model": 4, "heads": 1, "d_key": 3, "d_value": 3, "score": "dot", "output_projection": false },
  "embedding": { "x1": [1, 0, 1, 0], "x2": [0, 2, 0, 2], "x3": [1, 1, 1, 1] },
  "weights": { "encoder.0.self.w_q": [)" +
           first + R"(,[1,0,0],[0,0,1],[0,1,1]],
               "encoder.0.self.w_k": [[0,0,1],[1,1,0],[0,1,0],[1,1,0]],
               "encoder.0.self.w_v": [[0,2,0],[0,3,0],[1,0,3],[1,1,0]] } })";
}

/// Two layers of two heads; `w_o` of the first.
QByteArray twoHeads(const char *lastRows)
{
    return QByteArray(R"({"format": "regard-project", "version": 1, "source": "a b c d", "tokenizer": "whitespace",
  "model": { "d_model": 4, "heads": 2, "d_key": 3, "d_value": 2, "encoder_layers": 2, "residual": true, "norm": "post",
             "d_ff": 8 },
  "weights": { "encoder.0.self.w_o": [[0.5,-0.25,1,0.125],[1,0.75,-0.5,0.25],)") +
           lastRows + "] } }";
}

/// A decoder alone that reads `source`, or beside an encoder the target "b x c".
QByteArray decoderOf(const char *architecture, const char *source)
{
    return QByteArray(R"({"format": "regard-project", "version": 1, "tokenizer": "whitespace", "source": ")") + source +
           R"(", "target": "b x c", "model": { "architecture": ")" + architecture +
           R"(", "d_model": 4, "heads": 1, "d_key": 2, "d_value": 2 } })";
}

/// The texts of an SVG picture, in the order in which they are painted.
QStringList textsOf(const QByteArray &svg)
{
    QStringList texts;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement &&
            reader.namespaceUri() == QLatin1String("http://www.w3.org/2000/svg") &&
            (reader.name() == QLatin1String("text") || reader.name() == QLatin1String("title")))
            texts << reader.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
    return texts;
}

const char *const givenRows = "[0.3,0.7,-0.2,0.9],[-1.1,0.4,0.6,0.1]";
const char *const zeroRows = "[0,0,0,0],[0,0,0,0]";

double number(const QJsonValue &matrix, int row, int column)
{
    return matrix.toArray()[row].toArray()[column].toDouble(std::numeric_limits<double>::quiet_NaN());
}

} // namespace

/// `regard export --pinned`, `--off` and `--temperature`.
class TestComparedExport : public QObject {
    Q_OBJECT

private:
    ProgramFolder m_folder;

    QJsonValue firstHead(const char *file, const char *of = nullptr) const
    {
        QJsonValue trace = m_folder.json(file);
        if (of)
            trace = trace[QLatin1String(of)];
        return trace[QLatin1String("blocks")][0][QLatin1String("heads")][0];
    }

private slots:
    void initTestCase()
    {
        m_folder.write("now.regard", threeInputs("[1,0,1]", "x1 x2 x3"));
        m_folder.write("other.regard", threeInputs("[0,0,1]", "x1 x2 x3"));
        m_folder.write("fewer.regard", threeInputs("[1,0,1]", "x1 x3"));
        m_folder.write("nothing.regard", threeInputs("[1,0,1]", ""));
        m_folder.write("broken.regard", "{");
        m_folder.write("two.regard", twoHeads(givenRows));
        m_folder.write("zeroed.regard", twoHeads(zeroRows));
        m_folder.write(
            "causal.regard",
            threeInputs("[1,0,1]", "x1 x2 x3").replace("\"heads\": 1,", "\"heads\": 1, \"encoder_mask\": \"causal\","));
        m_folder.write("alone.regard", decoderOf("decoder", "a b c"));
        m_folder.write("pair.regard", decoderOf("encoder_decoder", "p q"));
        QVERIFY(m_folder.makeFolder(QStringLiteral("before")) && m_folder.makeFolder(QStringLiteral("after")));
        m_folder.write("before/now.regard", threeInputs("[0,0,1]", "x1 x2 x3"));
        m_folder.write("after/now.regard", threeInputs("[1,0,1]", "x1 x2 x3"));
    }

    void exitCodes_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("mentions");
        const auto row = [](const char *line, int exitCode, const char *mentions) {
            QTest::newRow(line) << QString::fromUtf8(line) << exitCode << QString::fromUtf8(mentions);
        };
        for (const char *view : {"block", "entropy", "similarity", "output", "path"})
            QTest::newRow(view)
                << QStringLiteral("now.regard --pinned other.regard --view %1 -o g.svg").arg(QLatin1String(view)) << 2
                << QStringLiteral("links, heatmap, heads, sentence, why, steps");
        row("now.regard --pinned other.regard -o g.regard", 2, ".regard");
        row("now.regard --compare side -o g.svg", 2, "--pinned");
        row("now.regard --pinned other.regard --compare both -o g.svg", 2, "both");
        row("now.regard --pinned other.regard --view steps --walk token -o g.pdf", 2, "--walk");
        row("now.regard --pinned none.regard -o g.svg", 1, "none.regard: ");
        row("now.regard --pinned broken.regard -o g.svg g.json", 1, "broken.regard: ");
        row("now.regard --pinned nothing.regard -o g.json", 1, "nothing.regard: ");
        row("now.regard --pinned other.regard --source x1 --query 2 -o g.svg", 1, "now.regard: --query 2");
        row("two.regard --pinned now.regard --layer 2 --compare side -o g.svg", 1, "now.regard has no block");
        row("now.regard --pinned fewer.regard --view steps --query 2 --compare side -o g.svg", 1,
            "fewer.regard has no token \"x2\"");
        row("two.regard --pinned now.regard --view heatmap --head 2 --compare side -o g.svg", 1,
            "now.regard has no head 2");
        for (const char *view : {"links", "heatmap", "sentence", "steps"})
            QTest::newRow(qPrintable(QStringLiteral("new: %1").arg(QLatin1String(view))))
                << QStringLiteral("two.regard --pinned now.regard --view %1 --head 2 -o g.svg").arg(QLatin1String(view))
                << 1 << QStringLiteral("two.regard: ");
        row("two.regard --pinned now.regard --head 2 -o g.csv g.json", 1,
            "two.regard: Head 2 of layer 1 is new: the pinned state has 1 head.");
        for (const char *bad : {"1", "1.", ".1", "1.x", "0.1", "1.0", "-1.1", "1.1.1", "self.1.1", "cross.1", "1,1"})
            QTest::newRow(bad) << QStringLiteral("two.regard --off %1 -o g.svg").arg(QLatin1String(bad)) << 2
                               << QStringLiteral("--off");
        row("two.regard --off 1.3 -o g.svg", 1, "two.regard: --off 1.3");
        row("two.regard --off 3.1 -o g.json", 1, "the number of layers is 2");
        row("two.regard --off encoder.1.3 -o g.json", 1, "--off encoder.1.3");
        row("two.regard --off cross.1.1 -o g.json", 1, "no block \"cross\"");
        row("two.regard --off-by mean -o g.svg", 2, "--off");
        row("two.regard --off 1.1 --off-by nothing -o g.svg", 2, "nothing");
        row("two.regard --off 1.1 --off-by mean-of: -o g.svg", 2, "mean-of:FILE");
        row("two.regard --off 1.1 --off-by mean-of:absent.txt -o g.svg", 1, "absent.txt");
        for (const char *bad : {"1.1", "1.1=", "1.1=x", "1=2", "1.1=0", "1.1=-1", "1.1=1000", "1.1=nan", "1.1=inf"})
            QTest::newRow(bad) << QStringLiteral("two.regard --temperature %1 -o g.svg").arg(QLatin1String(bad)) << 2
                               << QStringLiteral("--temperature");
        row("two.regard --temperature 1.3=2 -o g.svg", 1, "the number of heads is 2");
        for (const char *bad : {"1.1", "1.1:1,2", "1.1:1=0.5", "1.1:0,1=0.5", "1.1:1,2=1.5", "1.1:1,2=x", "1:1,2=0.5"})
            QTest::newRow(bad) << QStringLiteral("two.regard --attend %1 -o g.svg").arg(QLatin1String(bad)) << 2
                               << QStringLiteral("--attend");
        for (const char *bad : {"1", "1:1", "1.:1,2", "2-1:1,2", "1.0:1,2", "1-:1,2", "x:1,2"})
            QTest::newRow(qPrintable(QStringLiteral("cut %1").arg(QLatin1String(bad))))
                << QStringLiteral("two.regard --cut %1 -o g.svg").arg(QLatin1String(bad)) << 2
                << QStringLiteral("--cut");
        row("two.regard --attend 1.3:1,2=0.5 -o g.svg", 1, "--attend 1.3");
        row("two.regard --attend 1.1:1,9=0.5 -o g.svg", 1, "attention of token 1 to token 9");
        row("two.regard --attend 1.1:1,1=0.7 --attend 1.1:1,2=0.7 -o g.svg", 1, "more than 1");
        row("two.regard --cut 1-3:1,2 -o g.svg", 1, "--cut 3.1 is not there");
        row("two.regard --cut 1.3:1,2 -o g.svg", 1, "--cut 1.3 is not there");
        row("two.regard --cut 1:1,9 -o g.svg", 1, "attention of token 1 to token 9");
        row("causal.regard --attend 1.1:1,2=0.5 -o g.svg", 1, "may not attend to token 2");
    }

    void exitCodes()
    {
        QFETCH(QString, line);
        QFETCH(int, exitCode);
        QFETCH(QString, mentions);
        const ProgramRun ran = m_folder.run(QStringList{QStringLiteral("export")} + line.split(QLatin1Char(' ')));
        QVERIFY2(ran.exitCode == exitCode, (ran.out + ran.err).constData());
        QVERIFY2(ran.err.startsWith("regard: ") && ran.err.count('\n') == 1, ran.err.constData());
        QVERIFY2(QString::fromUtf8(ran.err).contains(mentions), ran.err.constData());
        QCOMPARE(ran.out, QByteArray());
        QCOMPARE(m_folder.names("g"), QStringList());
    }

    /// Lost and gained trade places where the two states do: without colours and numbers the pictures must still
    /// differ, and no colour is left.
    void greysTellLostFromGained_data()
    {
        QTest::addColumn<QString>("view");
        for (const char *view : {"links", "heatmap", "heads", "sentence", "steps"})
            QTest::newRow(view) << QString::fromLatin1(view);
    }
    void greysTellLostFromGained()
    {
        QFETCH(QString, view);
        const auto picture = [&](const char *now, const char *pinned) {
            const QStringList arguments{QStringLiteral("export"),
                                        QString::fromLatin1(now),
                                        QStringLiteral("--pinned"),
                                        QString::fromLatin1(pinned),
                                        QStringLiteral("--view"),
                                        view,
                                        QStringLiteral("--colors=greys"),
                                        QStringLiteral("--theme=print"),
                                        QStringLiteral("--captions=off"),
                                        QStringLiteral("--numbers=off"),
                                        QStringLiteral("-o"),
                                        QStringLiteral("signs.png")};
            const ProgramRun ran = m_folder.run(arguments);
            return ran.exitCode == 0 ? QImage::fromData(m_folder.bytes("signs.png")) : QImage();
        };
        const QImage gained = picture("now.regard", "other.regard");
        const QImage lost = picture("other.regard", "now.regard");
        QVERIFY(!gained.isNull() && !lost.isNull() && gained != lost);
        if (view == QLatin1String("steps")) // the roles of rows keep their colours there
            return;
        for (int y = 0; y < gained.height(); ++y) {
            for (int x = 0; x < gained.width(); ++x) {
                const QColor color = gained.pixelColor(x, y);
                QVERIFY2(color.saturation() <= 24 || color.value() < 60, qPrintable(color.name()));
            }
        }
    }

    void differenceIsOfTheNumbers()
    {
        QVERIFY(m_folder.made("export now.regard --pinned other.regard -o a.json"));
        const QJsonObject trace = m_folder.json("a.json");
        const QJsonValue difference = trace[QLatin1String("difference")];
        QCOMPARE(difference[QLatin1String("name")].toString(), QStringLiteral("now.regard now − other.regard pinned"));
        QCOMPARE(difference[QLatin1String("tokens")].toArray(), (QJsonArray{0, 1, 2}));
        QCOMPARE(difference[QLatin1String("target_tokens")].toArray(), QJsonArray());
        QCOMPARE(difference[QLatin1String("blocks")][0][QLatin1String("name")].toString(),
                 QStringLiteral("encoder.0.self"));
        // Scores of x1: now 2 4 4, pinned 2 0 2; of x2 both 4 16 12; of x3: now 4 12 10, pinned 4 8 8.
        const double square = std::exp(2.0);
        const double first = (square - 1) / (1 + 2 * square);
        const double now3 = 1 + std::exp(-2.0) + std::exp(-8.0);
        const double then3 = 2 + std::exp(-4.0);
        const double expected[3][3] = {
            {-first, first, 0},
            {0, 0, 0},
            {std::exp(-8.0) / now3 - std::exp(-4.0) / then3, 1 / now3 - 1 / then3, std::exp(-2.0) / now3 - 1 / then3}};
        const QJsonValue head = difference[QLatin1String("blocks")][0][QLatin1String("heads")][0];
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 3; ++column) {
                // float32 of a weight near 1 and of its exponentials
                QVERIFY(std::abs(number(head[QLatin1String("weights")], row, column) - expected[row][column]) < 2e-7);
            }
        // Half of what moved, averaged over three queries.
        const double moved = (first + expected[2][1]) / 3;
        QVERIFY(std::abs(head[QLatin1String("moved")].toDouble() - moved) < 2e-7);
    }

    void bothStatesAreWhole()
    {
        QVERIFY(m_folder.made("export now.regard --pinned other.regard -o a.json"));
        QVERIFY(m_folder.made("export now.regard -o now.json"));
        QVERIFY(m_folder.made("export other.regard -o other.json"));
        QJsonObject trace = m_folder.json("a.json");
        QCOMPARE(trace.take(QLatin1String("pinned")).toObject(), m_folder.json("other.json"));
        trace.remove(QLatin1String("difference"));
        QCOMPARE(trace, m_folder.json("now.json"));
    }

    void newTokensHaveNoNumbers()
    {
        QVERIFY(m_folder.made("export now.regard --pinned fewer.regard -o b.json b.csv"));
        const QJsonValue difference = m_folder.json("b.json")[QLatin1String("difference")];
        QCOMPARE(difference[QLatin1String("tokens")].toArray(), (QJsonArray{0, QJsonValue(), 1}));
        const QJsonValue weights =
            difference[QLatin1String("blocks")][0][QLatin1String("heads")][0][QLatin1String("weights")];
        const QJsonValue now = firstHead("b.json")[QLatin1String("weights")];
        const QJsonValue then = firstHead("b.json", "pinned")[QLatin1String("weights")];
        const int before[] = {0, -1, 1};
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column) {
                const QJsonValue cell = weights.toArray()[row].toArray()[column];
                const bool isNew = before[row] < 0 || before[column] < 0;
                QCOMPARE(cell.isNull(), isNew);
                if (!isNew)
                    QCOMPARE(float(cell.toDouble()),
                             float(number(now, row, column)) - float(number(then, before[row], before[column])));
            }
        }
        const QList<QByteArray> lines = m_folder.bytes("b.csv").split('\n');
        QCOMPARE(lines[0], QByteArray(",x1,x2,x3\r"));
        QCOMPARE(lines[2], QByteArray("x2,,,\r"));
        QCOMPARE(lines[1].split(',')[2], QByteArray());
    }

    void tablesAreOfTheStage()
    {
        QVERIFY(m_folder.made("export now.regard --pinned other.regard --stage scores -o s.csv"));
        QCOMPARE(m_folder.bytes("s.csv"), QByteArray(",x1,x2,x3\r\nx1,0,4,2\r\nx2,0,0,0\r\nx3,0,4,2\r\n"));
    }

    void newHeadsSaySo()
    {
        QVERIFY(m_folder.made("export two.regard --pinned two.regard --set heads=3 -o h.json"));
        const QJsonValue blocks = m_folder.json("h.json")[QLatin1String("difference")][QLatin1String("blocks")];
        for (int layer = 0; layer < 2; ++layer) {
            const QJsonArray heads = blocks[layer][QLatin1String("heads")].toArray();
            QCOMPARE(heads.size(), 3);
            QVERIFY(heads[0][QLatin1String("weights")].isArray());
            QCOMPARE(heads[2].toObject(), (QJsonObject{{QStringLiteral("new"), true}}));
        }
    }

    void tensorsHaveTheSameNumbers()
    {
        QVERIFY(m_folder.made("export now.regard --pinned fewer.regard -o t.safetensors t.json"));
        const QByteArray file = m_folder.bytes("t.safetensors");
        const auto length = qFromLittleEndian<quint64>(file.constData());
        const QJsonObject header = QJsonDocument::fromJson(file.mid(8, qsizetype(length))).object();
        const QJsonValue metadata = header[QLatin1String("__metadata__")];
        QCOMPARE(metadata[QLatin1String("pinned.tokens")].toString(), QStringLiteral("[\"x1\",\"x3\"]"));
        QCOMPARE(metadata[QLatin1String("difference.tokens")].toString(), QStringLiteral("[0,null,1]"));
        const auto numbersOf = [&](const char *name) {
            const QJsonArray offsets = header[QLatin1String(name)][QLatin1String("data_offsets")].toArray();
            QList<float> numbers;
            for (int at = offsets[0].toInt(); at < offsets[1].toInt(); at += 4)
                numbers << qFromLittleEndian<float>(file.constData() + 8 + length + at);
            return numbers;
        };
        QCOMPARE(numbersOf("pinned.encoder.0.self.weights").size(), 4);
        const QList<float> difference = numbersOf("difference.encoder.0.self.weights");
        QCOMPARE(difference.size(), 9);
        const QJsonValue head = firstHead("t.json", "difference");
        for (int i = 0; i < 9; ++i) {
            const QJsonValue cell = head[QLatin1String("weights")].toArray()[i / 3].toArray()[i % 3];
            if (cell.isNull())
                QVERIFY(std::isnan(difference[i]));
            else
                QCOMPARE(difference[i], float(cell.toDouble()));
        }
        QCOMPARE(numbersOf("difference.encoder.0.self.moved"),
                 QList<float>{float(head[QLatin1String("moved")].toDouble())});
    }

    void picturesNameBothStates_data()
    {
        QTest::addColumn<QString>("view");
        for (const char *view : {"links", "heatmap", "heads", "sentence", "steps"})
            QTest::newRow(view) << QString::fromLatin1(view);
    }
    void picturesNameBothStates()
    {
        QFETCH(QString, view);
        const auto pictureOf = [&](const char *comparison, const char *theme) {
            const QString line = QStringLiteral("export now.regard --pinned other.regard --size 900x600 --view %1 "
                                                "--compare %2 --theme %3 -o p.svg p.png p.pdf")
                                     .arg(view, QLatin1String(comparison), QLatin1String(theme));
            return m_folder.made(line.toUtf8().constData()) ? m_folder.bytes("p.svg") : QByteArray();
        };
        QList<QByteArray> seen;
        for (const char *theme : {"light", "dark"}) {
            const QByteArray difference = pictureOf("difference", theme);
            QVERIFY(difference.contains("now.regard now − other.regard pinned"));
            QCOMPARE(QImage::fromData(m_folder.bytes("p.png")).size(), QSize(900, 600));
            QCOMPARE(pictureOf("difference", theme), difference);
            const QByteArray side = pictureOf("side", theme);
            QVERIFY(side.contains("now.regard now<") && side.contains("other.regard pinned<"));
            QVERIFY(!side.contains(" − other"));
            seen << difference << side;
        }
        for (int i = 0; i < seen.size(); ++i)
            QCOMPARE(int(seen.indexOf(seen[i])), i); // no two are alike
    }

    void sameCommandSameBytes()
    {
        const QStringList names = ProgramFolder::words("r.png r.svg r.json r.csv r.safetensors");
        const QStringList command =
            ProgramFolder::words("export now.regard --pinned fewer.regard --off 1.1 --off-by mean -o") + names;
        QList<QByteArray> first;
        QCOMPARE(m_folder.run(command).exitCode, 0);
        for (const QString &name : names)
            first << m_folder.bytes(name);
        QCOMPARE(m_folder.run(command).exitCode, 0);
        for (int i = 0; i < names.size(); ++i)
            QVERIFY2(!first[i].isEmpty() && m_folder.bytes(names[i]) == first[i], qPrintable(names[i]));
    }

    void whatDiffersFromOutsideIsNamed_data()
    {
        QTest::addColumn<QString>("done");
        QTest::addColumn<QString>("name");
        const auto row = [](const char *done, const char *name) {
            QTest::newRow(done) << QString::fromUtf8(done) << QString::fromUtf8(name);
        };
        row("--off 1.1", "two.regard now (head 1.1 off) − kept.regard pinned (head 2.1 off by mean)");
        row("--off 2.1 --off-by mean", "two.regard now − kept.regard pinned");
        row("--off 1.1 --off 1.2 --off 2.1",
            "two.regard now (heads 1.1, 1.2, 2.1 off) − kept.regard pinned (head 2.1 off by mean)");
        row("--off 2.1 --off-by mean --temperature 2.2=0.5", "two.regard now (head 2.2 T = 0.5) − kept.regard pinned");
    }
    void whatDiffersFromOutsideIsNamed()
    {
        QFETCH(QString, done);
        QFETCH(QString, name);
        QVERIFY(m_folder.made("export two.regard --off 2.1 --off-by mean -o kept.regard"));
        const QString line =
            QStringLiteral("export two.regard --pinned kept.regard %1 --size 1200x500 -o n.json n.svg").arg(done);
        QVERIFY(m_folder.made(line.toUtf8().constData()));
        QCOMPARE(m_folder.json("n.json")[QLatin1String("difference")][QLatin1String("name")].toString(), name);
        const QStringList texts = textsOf(m_folder.bytes("n.svg"));
        QCOMPARE(int(texts.count(name)), 2); // the caption, and what the file calls itself
    }

    void smallPicturesNameBothStates()
    {
        m_folder.write("a-name-that-has-no-room-in-small-pictures.regard", threeInputs("[1,0,1]", "x1 x2 x3"));
        m_folder.write("another-name-that-has-no-room-in-small-ones.regard", threeInputs("[0,0,1]", "x1 x2 x3"));
        QVERIFY(m_folder.made("export a-name-that-has-no-room-in-small-pictures.regard --pinned "
                              "another-name-that-has-no-room-in-small-ones.regard --view heatmap --size 320x300 "
                              "-o m.svg"));
        const QStringList texts = textsOf(m_folder.bytes("m.svg"));
        const QStringList captions = texts.filter(QRegularExpression(QStringLiteral("^a.+ now − a.+ pinned$")));
        QCOMPARE(int(captions.size()), 1); // the file's title; the caption breaks
        QString joined = texts.join(QString());
        joined.remove(u' ');
        QCOMPARE(int(joined.count(QString(captions.front()).remove(u' '))), 2);
    }

    void filesOfOneNameAreToldApart()
    {
        QVERIFY(m_folder.made("export after/now.regard --pinned before/now.regard --compare side -o f.svg f.json"));
        QCOMPARE(m_folder.json("f.json")[QLatin1String("difference")][QLatin1String("name")].toString(),
                 QStringLiteral("after/now.regard now − before/now.regard pinned"));
        const QStringList texts = textsOf(m_folder.bytes("f.svg"));
        for (const char *text :
             {"after/now.regard now", "before/now.regard pinned", "after/now.regard now, before/now.regard pinned"})
            QVERIFY2(texts.contains(QLatin1String(text)), text);
        // The very same file is not.
        QVERIFY(m_folder.made("export now.regard --pinned now.regard -o f.json"));
        QCOMPARE(m_folder.json("f.json")[QLatin1String("difference")][QLatin1String("name")].toString(),
                 QStringLiteral("now.regard now − now.regard pinned"));
    }

    void bothStatesHaveOneScale()
    {
        // Scores of now up to 16, of the pinned state the same; ten times W_Q's first row makes it 48.
        m_folder.write("large.regard", threeInputs("[10,0,10]", "x1 x2 x3"));
        QVERIFY(m_folder.made("export now.regard --pinned large.regard --view heatmap --stage scores --compare side "
                              "-o l.svg"));
        QVERIFY(m_folder.made("export now.regard --view heatmap --stage scores -o o.svg"));
        QVERIFY(m_folder.made("export large.regard --view heatmap --stage scores -o p.svg"));
        const QStringList both = textsOf(m_folder.bytes("l.svg"));
        const QStringList large = textsOf(m_folder.bytes("p.svg"));
        // The large one's highest number stands under both colour bars.
        QVERIFY(large.contains(QStringLiteral("48")));
        QVERIFY(!textsOf(m_folder.bytes("o.svg")).contains(QStringLiteral("48")));
        QVERIFY2(both.count(QStringLiteral("48")) > large.count(QStringLiteral("48")), qPrintable(both.join(u'|')));
    }

    void newHeadsAreNamed_data()
    {
        QTest::addColumn<QString>("view");
        QTest::newRow("links") << QStringLiteral("links --head all");
        QTest::newRow("sentence") << QStringLiteral("sentence --head all");
    }
    void newHeadsAreNamed()
    {
        QFETCH(QString, view);
        const QString line =
            QStringLiteral("export two.regard --set heads=4 --pinned two.regard --view %1 -o w.svg").arg(view);
        QVERIFY(m_folder.made(line.toUtf8().constData()));
        const QStringList texts = textsOf(m_folder.bytes("w.svg"));
        QVERIFY2(texts.contains(QStringLiteral("two.regard now − two.regard pinned · heads 3, 4 are new")),
                 qPrintable(texts.join(u'|')));
    }

    void mapsOfHeadsStandBesideEachOther()
    {
        for (const char *head : {"1", "4", "all"})
            QVERIFY(m_folder.made(
                qPrintable(QStringLiteral("export two.regard --set heads=4 --pinned now.regard --layer 2 --view heads "
                                          "--compare side --head %1 -o w.svg")
                               .arg(QLatin1String(head)))));
    }

    void tokensAreAlignedAsTheBlocksAre()
    {
        QVERIFY(m_folder.made("export alone.regard --pinned pair.regard -o d.json d.safetensors"));
        const QJsonValue difference = m_folder.json("d.json")[QLatin1String("difference")];
        // "a b c" beside the target "b x c"
        QCOMPARE(difference[QLatin1String("tokens")].toArray(), (QJsonArray{QJsonValue(), 0, 2}));
        QCOMPARE(difference[QLatin1String("target_tokens")].toArray(), QJsonArray());
        QVERIFY(m_folder.bytes("d.safetensors").contains("\"difference.tokens\":\"[null,0,2]\""));
        const QJsonArray row =
            difference[QLatin1String("blocks")][0][QLatin1String("heads")][0][QLatin1String("weights")][1].toArray();
        QVERIFY(row[0].isNull() && row[1].isDouble());
        QVERIFY(m_folder.made("export pair.regard --pinned alone.regard -o d.json"));
        const QJsonValue back = m_folder.json("d.json")[QLatin1String("difference")];
        QCOMPARE(back[QLatin1String("tokens")].toArray(), (QJsonArray{QJsonValue(), QJsonValue()}));
        QCOMPARE(back[QLatin1String("target_tokens")].toArray(), (QJsonArray{1, QJsonValue(), 2}));
    }

    void bothStatesHaveTheirSteps()
    {
        QVERIFY(m_folder.made("export now.regard --pinned fewer.regard --view steps --query 3 --key 1 -o e.json"));
        QVERIFY(m_folder.made("export fewer.regard --view steps --query 2 --key 1 -o own.json"));
        const QJsonObject both = m_folder.json("e.json");
        QCOMPARE(both[QLatin1String("steps")][QLatin1String("query")].toInt(), 3);
        const QJsonValue pinned = both[QLatin1String("pinned")][QLatin1String("steps")];
        QVERIFY(pinned.isObject());
        QCOMPARE(pinned, m_folder.json("own.json")[QLatin1String("steps")]);
        QVERIFY(m_folder.made("export now.regard --pinned fewer.regard --view steps --query 2 --key 1 -o e.json"));
        QVERIFY(m_folder.json("e.json").contains(QLatin1String("steps")));
        QVERIFY(m_folder.json("e.json")[QLatin1String("pinned")][QLatin1String("steps")].isUndefined());
    }

    void whatBothForbidHasNoDifference()
    {
        const auto keyAfterQuery = [&](const char *file) -> QJsonValue {
            return firstHead(file, "difference")[QLatin1String("weights")][0].toArray().at(1);
        };
        QVERIFY(
            m_folder.made("export causal.regard --pinned causal.regard --off 1.1 --off-by uniform -o k.json k.csv"));
        QVERIFY(keyAfterQuery("k.json").isNull());
        QCOMPARE(m_folder.bytes("k.csv").split('\n')[1], QByteArray("x1,0,,\r"));
        QVERIFY(m_folder.made("export causal.regard --pinned causal.regard --stage masked -o k.csv"));
        QCOMPARE(m_folder.bytes("k.csv").split('\n')[1], QByteArray("x1,0,,\r"));
        // What one of them allows has a number.
        QVERIFY(m_folder.made("export causal.regard --pinned now.regard -o k.json"));
        QVERIFY(keyAfterQuery("k.json").toDouble() < 0);
    }

    void headsThatAreOffGoNowhere()
    {
        QVERIFY(m_folder.made("export two.regard --off 1.2 -o off.json"));
        QVERIFY(m_folder.made("export zeroed.regard -o zero.json"));
        QVERIFY(m_folder.made("export two.regard -o on.json"));
        const QJsonObject off = m_folder.json("off.json");
        const QJsonObject zero = m_folder.json("zero.json");
        QVERIFY(off[QLatin1String("encoder_output")] != m_folder.json("on.json")[QLatin1String("encoder_output")]);
        // To the last bit: numbers are written so that they read back as they were.
        QCOMPARE(off[QLatin1String("encoder_output")], zero[QLatin1String("encoder_output")]);
        for (int layer = 0; layer < 2; ++layer) {
            const QJsonValue here = off[QLatin1String("blocks")][layer];
            const QJsonValue there = zero[QLatin1String("blocks")][layer];
            QCOMPARE(here[QLatin1String("output")], there[QLatin1String("output")]);
            for (int head = 0; head < 2; ++head)
                QCOMPARE(here[QLatin1String("heads")][head][QLatin1String("weights")],
                         there[QLatin1String("heads")][head][QLatin1String("weights")]);
        }
    }

    void weightsAreSetAndLinksCut()
    {
        QVERIFY(m_folder.made("export two.regard --attend 1.2:2,1=0.8 --cut 1-2:3,2 --cut encoder.2.1:1,4 -o h.json"));
        const QJsonObject json = m_folder.json("h.json");
        const auto weight = [&](int layer, int head, int row, int column) {
            return number(json[QLatin1String("blocks")][layer][QLatin1String("heads")][head][QLatin1String("weights")],
                          row, column);
        };
        QCOMPARE(weight(0, 1, 1, 0), 0.8);
        for (int layer = 0; layer < 2; ++layer)
            for (int head = 0; head < 2; ++head) {
                QCOMPARE(weight(layer, head, 2, 1), 0.0);
                QCOMPARE(weight(layer, head, 0, 3) == 0, layer == 1 && head == 0);
            }
        QCOMPARE(json[QLatin1String("attend")].toArray().size(), 1);
        QCOMPARE(json[QLatin1String("cut")].toArray().size(), 2);
        QVERIFY(m_folder.made("export two.regard --attend 1.2:2,1=0.8 --pinned two.regard -o h.json"));
        QVERIFY(m_folder.bytes("h.json").contains("two.regard now (head 1.2:2,1 = 0.8)"));
    }

    /// What a project keeps of its sentence goes with the words; where one is gone it is refused.
    void whatIsKeptGoesWithItsTokens()
    {
        const auto run = [&](const char *line, const QString &source) {
            return m_folder.run(ProgramFolder::words(line) << QStringLiteral("--source") << source);
        };
        const QString longer = QStringLiteral("x a b c d");
        QVERIFY(m_folder.made("export two.regard --attend 1.2:2,1=0.8 --cut 1:3,2 -o set.regard"));
        QVERIFY(m_folder.made("export two.regard --pinned zeroed.regard --patch value:2.1:2 -o patched.regard"));
        QCOMPARE(run("export set.regard -o moved.json", longer).exitCode, 0);
        QCOMPARE(run("export two.regard --attend 1.2:3,2=0.8 --cut 1:4,3 -o asked.json", longer).exitCode, 0);
        QVERIFY(m_folder.json("asked.json").contains(QLatin1String("blocks")));
        QCOMPARE(m_folder.json("moved.json")[QLatin1String("blocks")],
                 m_folder.json("asked.json")[QLatin1String("blocks")]);
        QVERIFY(m_folder.run("info patched.regard").out.contains("\"token\": 2"));
        QVERIFY(run("info patched.regard", longer).out.contains("\"token\": 3"));
        QVERIFY(run("info patched.regard", QStringLiteral("a e c d")).out.contains("\"token\": 2"));
        // A mask goes with its word, and with a word that is gone.
        const QByteArray two = m_folder.bytes("two.regard");
        for (const char *place : {"1", "2"})
            m_folder.write(
                QByteArray("masked") + place + ".regard",
                QByteArray(two).insert(two.indexOf('{') + 1, QByteArray("\"masked_source\": [") + place + "],"));
        QCOMPARE(run("export masked1.regard -o by-word.json", longer).exitCode, 0);
        const auto weights = [this](const char *file) -> QJsonValue {
            return m_folder.json(file)[QLatin1String("blocks")];
        };
        m_folder.write("there.regard", QByteArray(m_folder.bytes("masked2.regard")).replace("a b c d", "x a b c d"));
        QVERIFY(m_folder.made("export there.regard -o there.json"));
        QCOMPARE(weights("by-word.json"), weights("there.json"));
        QCOMPARE(run("export masked1.regard -o unmasked.json", QStringLiteral("a c d")).exitCode, 0);
        QCOMPARE(run("export two.regard -o plain.json", QStringLiteral("a c d")).exitCode, 0);
        QCOMPARE(weights("unmasked.json"), weights("plain.json"));
        m_folder.write("lines.txt", "a b c d\n");
        for (const char *file : {"set.regard", "patched.regard"}) {
            const QByteArray line = QByteArray("export ") + file + " -o lost.svg";
            const ProgramRun other = run(line.constData(), QStringLiteral("p q"));
            QCOMPARE(other.exitCode, 1);
            QVERIFY2(other.err.startsWith(QByteArray("regard: ") + file) && other.err.contains("leave --source"),
                     other.err.constData());
            const ProgramRun several = m_folder.run((line + " --sources lines.txt").constData());
            QCOMPARE(several.exitCode, 1);
            QVERIFY2(several.err.startsWith(QByteArray("regard: ") + file) && several.err.contains("leave --sources"),
                     several.err.constData());
        }
        QCOMPARE(m_folder.names("lost"), QStringList());
        // Positions that the command line names are those of each sentence.
        QVERIFY(m_folder.made("export two.regard --cut 1:3,2 --sources lines.txt -o kept.svg"));
    }

    void everyHeadMayBeNamed()
    {
        QVERIFY(m_folder.made("export two.regard --off 1.2 --off encoder.2.1 --off-by uniform -o u.json"));
        const QJsonValue blocks = m_folder.json("u.json")[QLatin1String("blocks")];
        for (int row = 0; row < 4; ++row)
            for (int column = 0; column < 4; ++column) {
                QCOMPARE(number(blocks[0][QLatin1String("heads")][1][QLatin1String("weights")], row, column), 0.25);
                QCOMPARE(number(blocks[1][QLatin1String("heads")][0][QLatin1String("weights")], row, column), 0.25);
            }
        QVERIFY(number(blocks[0][QLatin1String("heads")][0][QLatin1String("weights")], 0, 0) != 0.25);
    }

    void temperaturesDivideScores()
    {
        QVERIFY(m_folder.made("export now.regard --temperature 1.1=2 -o hot.json"));
        const QJsonValue weights = firstHead("hot.json")[QLatin1String("weights")];
        // Scores 2 4 4 ÷ 2: 1 2 2
        const double sum = 1 + 2 * std::exp(1.0);
        QVERIFY(std::abs(number(weights, 0, 0) - 1 / sum) < 1e-7);
        QVERIFY(std::abs(number(weights, 0, 2) - std::exp(1.0) / sum) < 1e-7);
        QVERIFY(m_folder.made("export now.regard --temperature 1.1=1 -o warm.json"));
        QVERIFY(m_folder.made("export now.regard -o plain.json"));
        QCOMPARE(m_folder.bytes("warm.json"), m_folder.bytes("plain.json"));
    }

    void theMeanOverSentencesOfAFile()
    {
        m_folder.write("five.txt", "a b\nb a b a\n");
        QVERIFY(m_folder.made(
            "export two.regard --off 1.1 --off-by mean-of:five.txt --view heatmap -o m.svg m.json kept.regard"));
        QVERIFY(m_folder.bytes("m.svg").contains("mean over five.txt"));
        const QJsonObject means = m_folder.json("m.json")[QLatin1String("means")].toObject();
        QCOMPARE(means.keys(), (QStringList{QStringLiteral("model_hash"), QStringLiteral("sentences"),
                                            QStringLiteral("sentences_hash")}));
        // The project has the numbers, so the list is not needed; beside the other project they are kept.
        QVERIFY(m_folder.bytes("two.means").contains("regard-means"));
        m_folder.write("five.txt", "");
        QVERIFY(m_folder.made("export kept.regard -o again.json"));
        QCOMPARE(m_folder.json("again.json")[QLatin1String("blocks")],
                 m_folder.json("m.json")[QLatin1String("blocks")]);
        // In another model they are old, and it says so.
        const ProgramRun old = m_folder.run(
            ProgramFolder::words("export kept.regard --set activation=gelu --view heatmap -o old.svg old.json"));
        QCOMPARE(old.exitCode, 0);
        QVERIFY2(old.err.contains("they are old"), old.err.constData());
        QVERIFY(m_folder.bytes("old.svg").contains("old mean over five.txt"));
        QCOMPARE(m_folder.json("old.json")[QLatin1String("means")][QLatin1String("old")], QJsonValue(true));
        // So does the pinned one, by its name.
        QCOMPARE(
            m_folder.run(ProgramFolder::words("export kept.regard --set activation=gelu -o stale.regard")).exitCode, 0);
        const ProgramRun compared =
            m_folder.run(ProgramFolder::words("export two.regard --pinned stale.regard -o compared.json"));
        QCOMPARE(compared.exitCode, 0);
        QVERIFY2(compared.err.contains("stale.regard: the model is another"), compared.err.constData());
        QCOMPARE(compared.err.count("they are old"), 1);
        // The attention that was written says it too.
        QCOMPARE(m_folder.run(ProgramFolder::words("export old.json --view heatmap -o of-old.svg")).exitCode, 0);
        QVERIFY(m_folder.bytes("of-old.svg").contains("old mean over five.txt"));
        QVERIFY(m_folder.made("export m.json --view heatmap -o of-m.svg"));
        QVERIFY(m_folder.bytes("of-m.svg").contains(", mean over five.txt"));
        // They are old too where its sentences become other tokens.
        QByteArray other = m_folder.bytes("kept.regard");
        QVERIFY(other.contains("\"tokenizer\": \"whitespace\""));
        m_folder.write("other.regard", other.replace("\"tokenizer\": \"whitespace\"", "\"tokenizer\": \"characters\""));
        QVERIFY(m_folder.run(ProgramFolder::words("export other.regard -o other.json")).err.contains("they are old"));
    }

    void whatIsOffStandsInTheFile()
    {
        QVERIFY(m_folder.made("export two.regard --off 2.1 --off-by mean --temperature 1.2=0.5 -o kept.regard"));
        QVERIFY(m_folder.made("export kept.regard --off 1.1 -o kept.json"));
        QVERIFY(m_folder.made("export two.regard --off 2.1 --off-by mean --temperature 1.2=0.5 -o mean.regard"));
        QCOMPARE(m_folder.bytes("mean.regard"), m_folder.bytes("kept.regard"));
        QVERIFY(m_folder.made("export kept.regard -o once.json"));
        QVERIFY(m_folder.made("export two.regard --off 2.1 --off-by mean --temperature 1.2=0.5 -o direct.json"));
        QCOMPARE(m_folder.bytes("once.json"), m_folder.bytes("direct.json"));
        QVERIFY(m_folder.bytes("kept.json") != m_folder.bytes("once.json"));
    }

    void offAgainstItsOwnFileShowsWhatTheHeadDoes()
    {
        QVERIFY(m_folder.made("export two.regard --pinned two.regard --off 1.2 -o effect.json"));
        const QJsonValue blocks = m_folder.json("effect.json")[QLatin1String("difference")][QLatin1String("blocks")];
        // Layer 1 attends as ever; what it gives has changed, and so has layer 2.
        QCOMPARE(blocks[0][QLatin1String("heads")][0][QLatin1String("moved")].toDouble(-1), 0.0);
        QVERIFY(blocks[1][QLatin1String("heads")][0][QLatin1String("moved")].toDouble() > 0);
    }
};

REGARD_GUILESS_TEST(TestComparedExport)
#include "test_compared_export.moc"
