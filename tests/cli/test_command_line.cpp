#include <cmath>

#include "run_program.h"
#include "test_class.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace {

const char *const commandLineThreeInputs = R"({
  "format": "regard-project", "version": 1,
  "source": "x1 x2 x3", "tokenizer": "whitespace",
  "model": { "d_model": 4, "heads": 1, "d_key": 3, "d_value": 3, "score": "dot", "output_projection": false },
  "embedding": { "x1": [1, 0, 1, 0], "x2": [0, 2, 0, 2], "x3": [1, 1, 1, 1] },
  "weights": { "encoder.0.self.w_q": [[1,0,1],[1,0,0],[0,0,1],[0,1,1]],
               "encoder.0.self.w_k": [[0,0,1],[1,1,0],[0,1,0],[1,1,0]],
               "encoder.0.self.w_v": [[0,2,0],[0,3,0],[1,0,3],[1,1,0]] }
})";

/// A model whose stacks, sentences and heads differ in number.
const char *const commandLineTranslation = R"({
  "format": "regard-project", "version": 1,
  "source": "a b c", "target": "<s> x y z", "tokenizer": "whitespace", "masked_source": [2],
  "model": { "architecture": "encoder_decoder", "decoder_layers": 2, "d_model": 8, "d_key": 4, "d_value": 4,
             "decoder_heads": 3, "residual": true, "norm": "post", "d_ff": 16 },
  "view": { "block": "cross" }
})";

} // namespace

/// Runs the program as a script does: no display, no XDG_RUNTIME_DIR.
class TestCommandLine : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    ProgramRun run(const QStringList &arguments) const
    {
        Program program{arguments};
        program.folder = m_folder.path();
        program.environment.insert("XDG_CONFIG_HOME", m_folder.filePath(QStringLiteral("config")).toUtf8());
        return program.withoutSession().run();
    }

    QByteArray bytes(const QString &name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    void write(const QString &name, const QByteArray &content) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    static QStringList words(const char *line) { return QString::fromUtf8(line).split(QLatin1Char(' ')); }

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        write(QStringLiteral("three.regard"), commandLineThreeInputs);
        write(QStringLiteral("broken.regard"), R"({"format": "regard-project", "version": 1, "model": {)");
        write(QStringLiteral("future.regard"), R"({"format": "regard-project", "version": 99, "model": {}})");
        write(QStringLiteral("both.regard"), commandLineTranslation);
        write(QStringLiteral("empty.regard"), R"({"format": "regard-project", "version": 1, "model": {}})");
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("folder")));
    }

    /// As wide as asked, in all three formats; what is too small to be read in print is said before it is written.
    void picturesOfAWidth()
    {
        const ProgramRun ran = run(words("export three.regard --view heatmap --size 84mm --text 9pt --dpi 300 "
                                         "-o mm.png mm.svg mm.pdf"));
        QCOMPARE(ran.exitCode, 0);
        QCOMPARE(ran.err, QByteArray());
        QCOMPARE(QImage(m_folder.filePath(QStringLiteral("mm.png"))).width(), int(std::ceil(84 / 25.4 * 300)));
        QVERIFY(bytes(QStringLiteral("mm.svg")).contains("<svg width=\"84mm\""));
        QVERIFY(bytes(QStringLiteral("mm.pdf")).contains("/MediaBox [0 0 238.")); // 84 mm are 238.11 pt
        const QByteArray pdf = bytes(QStringLiteral("mm.pdf")); // its objects are not packed
        QVERIFY(pdf.contains("/Title (\xfe\xff"));
        QVERIFY(pdf.contains("/Subtype /Type0") && !pdf.contains("/Type3"));
        QCOMPARE(pdf.count("/FontFile"), pdf.count("/Subtype /Type0")); // every font is inside
        const ProgramRun small = run(words("export three.regard --size 12mm -o small.svg"));
        QCOMPARE(small.exitCode, 0);
        QVERIFY2(small.err.contains("less than 6 pt"), small.err.constData());
        QVERIFY(!bytes(QStringLiteral("small.svg")).isEmpty());
    }

    void exitCodes_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("mentions");
        const auto row = [](const char *name, const QStringList &arguments, int exitCode, const char *mentions = "") {
            QTest::newRow(name) << arguments << exitCode << QString::fromUtf8(mentions);
        };
        row("help", words("--help"), 0);
        row("help of export", words("export --help"), 0);
        row("version", words("--version"), 0);
        row("examples", words("examples"), 0);
        row("info", words("info three.regard"), 0);
        row("info of the defaults", words("info"), 0);
        row("png", words("export three.regard -o a.png"), 0);
        row("upper case suffix", words("export three.regard -o a.SVG"), 0);
        row("several", words("export three.regard -o b.svg b.pdf b.json b.csv b.safetensors b.regard"), 0);
        row("every option",
            words(
                "export three.regard --view heatmap --layer 1 --head 1 --query 2 --key 3 --stage scores --size 640x480 "
                "--dpi 144 --theme dark --set score=scaled_dot -o c.png"),
            0);
        row("a column", words("export three.regard --view heatmap --size column --text 9pt -o w1.svg w1.pdf w1.png"),
            0);
        row("parts of a picture",
            words("export three.regard --theme print --colors greys --background transparent --title off --legend off "
                  "--color-bar off --axes on --numbers off --floor 0.1 --token-spacing 6mm --crop -o w2.svg"),
            0);
        row("cells", words("export three.regard --view heatmap --scale percentile --square --cell-digits 2 -o w3.svg"),
            0);
        row("a title", words("export three.regard --title three -o w6.svg"), 0);
        row("a blank title", {u"export"_s, u"three.regard"_s, u"--title= "_s, u"-o"_s, u"w7.svg"_s}, 2, "--title");
        row("a walk's title", words("export three.regard --view steps --walk token --title three -o w7.pdf"), 2,
            "--title");
        row("no length", words("export three.regard --size 84feet -o w4.svg"), 2, "84mm");
        row("no type", words("export three.regard --text 0pt -o w4.svg"), 2, "--text");
        row("no family", words("export three.regard --font Nofont -o w4.svg"), 2, "Nofont");
        row("no background", words("export three.regard --background nocolor -o w4.svg"), 2, "--background");
        row("a walk of a width", words("export three.regard --view steps --walk token --size column -o w5.pdf"), 2,
            "--walk");
        row("heads view", words("export three.regard --view heads -o d.svg"), 0);
        row("sentence view", words("export three.regard --view sentence --head all -o d2.svg"), 0);
        row("defaults with a sentence", words("export --source one -o e.svg"), 0);
        row("two outputs by two -o", words("export three.regard -o f.svg -o f.png"), 0);

        row("all of a translation",
            words("export both.regard --block cross --layer 2 --head 2,3 --query 4 --key 2 --target <s>_x_y_z "
                  "-o h.svg h.json h.safetensors h.regard")
                .replaceInStrings(QStringLiteral("_"), QStringLiteral(" ")),
            0);
        for (const char *view :
             {"links", "heatmap", "heads", "sentence", "block", "entropy", "similarity", "output", "path"}) {
            for (const char *block : {"encoder", "decoder", "cross"})
                row(QStringLiteral("%1 of %2").arg(QLatin1String(view), QLatin1String(block)).toUtf8().constData(),
                    {QStringLiteral("export"), QStringLiteral("both.regard"), QStringLiteral("--view"),
                     QLatin1String(view), QStringLiteral("--block"), QLatin1String(block), QStringLiteral("-o"),
                     QStringLiteral("i.svg"), QStringLiteral("i.png")},
                    0);
        }
        row("a chain that runs backward",
            words("export --set encoder_kind=recurrent --set directions=2 --source a --view path --direction backward "
                  "-o p.svg"),
            0);
        row("no chain runs backward",
            words("export --set encoder_kind=recurrent --source a --view path --direction backward -o p2.svg"), 1,
            "forward alone");
        row("no chain at all", words("export three.regard --view path --direction backward -o p2.svg"), 1, "chain");
        row("a direction of another view", words("export three.regard --direction backward -o p2.svg"), 2,
            "--view path");
        row("a word that is not there", words("export three.regard --view path --key 4 -o p2.svg"), 1, "--key 4");
        row("not the last layer", words("export three.regard --view path --layer 2 -o p2.svg"), 1, "last layer");
        row("no way at all", words("export --source a --set encoder_layers=0 --view path -o p2.svg"), 1);
        row("a decoder alone", words("export --source a --set architecture=decoder --block decoder -o j.svg j.csv"), 0);
        row("info of a translation", words("info both.regard --target x"), 0);
        row("info without a target", words("info --set architecture=encoder_decoder"), 0);
        row("mean", words("export both.regard --block cross --summary mean -o k.svg k.csv k.json"), 0);
        row("maximum of a heatmap", words("export both.regard --view heatmap --summary maximum --head all -o l.png"),
            0);
        row("rollout", words("export both.regard --block decoder --layer 2 --summary rollout -o m.csv m.pdf"), 0);
        row("no layer, the trace all the same",
            words("export --source a --set encoder_layers=0 -o o.json o.safetensors o.regard"), 0);

        row("no such file", words("export none.regard -o g.svg"), 1, "none.regard");
        row("a folder", words("info folder"), 1, "folder");
        row("truncated", words("info broken.regard"), 1, "broken.regard");
        row("from the future", words("info future.regard"), 1, "version");
        row("no such example", words("export --example nosuch -o g.svg"), 1, "nosuch");
        row("no sentence", words("export empty.regard -o g.svg"), 1, "empty.regard");
        row("empty sentence",
            {QStringLiteral("export"), QStringLiteral("three.regard"), QStringLiteral("--source"), QString(),
             QStringLiteral("-o"), QStringLiteral("g.svg")},
            1, "three.regard");
        row("blank sentence",
            {QStringLiteral("export"), QStringLiteral("--source"), QStringLiteral(" \t\n"), QStringLiteral("-o"),
             QStringLiteral("g.svg")},
            1, "empty");
        row("layer 9 of 1", words("export three.regard --layer 9 -o g.svg"), 1, "9");
        row("layer 0", words("export three.regard --layer 0 -o g.svg"), 1, "0");
        row("head 3 of 1", words("export three.regard --head 3 -o g.svg"), 1, "3");
        row("query 40 of 3", words("export three.regard --query 40 -o g.svg"), 1, "40");
        row("key 4 of 3", words("export three.regard --key 4 -o g.svg"), 1, "4");
        row("decoder", words("export three.regard --block decoder -o g.svg"), 1, "decoder");
        row("target", words("export three.regard --target y -o g.svg"), 1, "decoder");
        row("target of an encoder's info", words("info three.regard --target y"), 1, "three.regard");
        row("target of a decoder alone", words("export --set architecture=decoder --source a --target y -o g.svg"), 1,
            "--target");
        row("no target", words("export --set architecture=encoder_decoder --source a -o g.svg"), 1,
            "the target sentence is empty");
        row("empty target",
            {QStringLiteral("export"), QStringLiteral("both.regard"), QStringLiteral("--target"), QString(),
             QStringLiteral("-o"), QStringLiteral("g.json")},
            1, "both.regard: the target sentence is empty");
        row("blank target",
            {QStringLiteral("export"), QStringLiteral("both.regard"), QStringLiteral("--target"),
             QStringLiteral(" \n\t"), QStringLiteral("-o"), QStringLiteral("g.svg")},
            1, "the target sentence is empty");
        row("cross of an encoder", words("export three.regard --block cross -o g.svg"), 1, "cross");
        row("cross of a decoder alone", words("export --set architecture=decoder --source a --block cross -o g.json"),
            1, "cross");
        row("encoder of a decoder alone",
            words("export --set architecture=decoder --source a --block encoder -o g.csv"), 1, "encoder");
        row("decoder without layers", words("export both.regard --set decoder_layers=0 --block decoder -o g.svg"), 1,
            "decoder_layers is 0");
        row("no layer at all", words("export --source a --set encoder_layers=0 -o g.svg"), 1, "encoder_layers is 0");
        row("no layer at all, table", words("export --source a --set encoder_layers=0 -o g.csv"), 1,
            "encoder_layers is 0");
        row("decoder layer 3 of 2", words("export both.regard --block decoder --layer 3 -o g.svg"), 1, "--layer 3");
        row("encoder layer 2 of 1", words("export both.regard --layer 2 -o g.svg"), 1, "--layer 2");
        row("decoder head 4 of 3", words("export both.regard --block cross --head 4 -o g.svg"), 1, "--head 4");
        row("encoder head 3 of 2", words("export both.regard --head 3 -o g.svg"), 1, "--head 3");
        row("cross query beyond the target", words("export both.regard --block cross --query 5 -o g.svg"), 1,
            "--query 5");
        row("cross key beyond the source", words("export both.regard --block cross --key 4 -o g.svg"), 1, "--key 4");
        row("decoder key beyond the target", words("export both.regard --block decoder --key 5 -o g.svg"), 1,
            "--key 5");
        row("rollout of cross", words("export both.regard --block cross --summary rollout -o g.svg"), 1, "rollout");
        row("rollout of cross, table", words("export both.regard --block cross --summary rollout -o g.csv"), 1,
            "rollout");
        row("steps of several heads", words("export both.regard --view steps --head 1,2 -o g.svg"), 2, "--view steps");
        row("steps of no such key", words("export three.regard --view steps --key 4 -o g.svg"), 1, "--key 4");
        row("output of an encoder", words("export three.regard --view output -o g.svg"), 1,
            "The model is an encoder that predicts no words: choose an architecture with a decoder, or let it predict "
            "masked words. (--set architecture=decoder, --set masked_language_model=true)");

        row("too large", words("export three.regard --size 17000x100 -o g.png"), 1, "16384");
        row("too large by dpi", words("export three.regard --size 9000x100 --dpi 192 -o g.png"), 1, "16384");
        row("no such folder", words("export three.regard -o nowhere/g.svg"), 1, "nowhere/g.svg");
        row("one of two cannot be", words("export three.regard -o g.svg g.json nowhere/g.png"), 1, "nowhere/g.png");
        row("heads out of range", words("info three.regard --set heads=0"), 1, "heads");

        row("no output", words("export three.regard"), 2);
        row("no suffix", words("export three.regard -o g"), 2, "g");
        row("unknown suffix", words("export three.regard -o g.gif"), 2, "g.gif");
        row("unknown option", words("export three.regard --nosuch -o g.svg"), 2);
        row("unknown block", words("export both.regard --block self -o g.svg"), 2, "self");
        row("unknown summary", words("export both.regard --summary sum -o g.svg"), 2, "sum");
        row("summary of scores", words("export both.regard --summary mean --stage scores -o g.csv"), 2, "--summary");
        row("unknown view", words("export three.regard --view pie -o g.svg"), 2);
        row("unknown key", words("export three.regard --set nosuch=1 -o g.svg"), 2, "nosuch");
        row("no value", words("export three.regard --set heads -o g.svg"), 2, "heads");
        row("letters for a number", words("export three.regard --set heads=two -o g.svg"), 2, "heads");
        row("bad size", words("export three.regard --size 960 -o g.svg"), 2, "960");
        row("bad head", words("export three.regard --head 1,x -o g.svg"), 2);
        row("bad layer", words("export three.regard --layer one -o g.svg"), 2);
        row("dpi 0", words("export three.regard --dpi 0 -o g.svg"), 2);
        row("file and example", words("export three.regard --example it -o g.svg"), 2);
        row("the same output twice", words("export three.regard -o g.svg ./g.svg"), 2);
        row("an option of another command", words("info three.regard --off 1.1"), 2, "regard info has no option --off");
        row("two files", words("info three.regard empty.regard"), 2);
    }

    void exitCodes()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);
        QFETCH(QString, mentions);
        const ProgramRun ran = run(arguments);
        QVERIFY2(!ran.crashed, ran.err.constData());
        QVERIFY2(ran.exitCode == exitCode, (ran.out + ran.err).constData());
        if (exitCode == 0) {
            QCOMPARE(ran.err, QByteArray());
            return;
        }
        QCOMPARE(ran.out, QByteArray());
        QVERIFY2(ran.err.startsWith("regard: "), ran.err.constData());
        QVERIFY2(ran.err.count('\n') == 1 && ran.err.endsWith('\n'), ran.err.constData());
        QVERIFY2(QString::fromUtf8(ran.err).contains(mentions), ran.err.constData());
        const QStringList left = QDir(m_folder.path()).entryList({QStringLiteral("g*")}, QDir::Files);
        QVERIFY2(left.isEmpty(), qPrintable(left.join(QLatin1Char(' '))));
    }

    void picturesHaveTheirSize()
    {
        QCOMPARE(run(words("export three.regard --size 300x200 --dpi 192 -o size.png size.svg")).exitCode, 0);
        const QImage image(m_folder.filePath(QStringLiteral("size.png")));
        QCOMPARE(image.size(), QSize(600, 400));
        QCOMPARE(qRound(image.dotsPerMeterX() * 0.0254), 192);
        QXmlStreamReader xml(bytes(QStringLiteral("size.svg")));
        QString text;
        while (!xml.atEnd())
            if (xml.readNext() == QXmlStreamReader::Characters)
                text += xml.text();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(text.contains(QLatin1String("x1")) && text.contains(QLatin1String("x3")));
    }

    void stepsShowTheirNumbers()
    {
        QCOMPARE(run(words("export --example three-inputs --view steps --query 1 --key 2 -o pair.svg")).exitCode, 0);
        const QByteArray pair = bytes(QStringLiteral("pair.svg"));
        // e² + 2 e⁴ = 116.585
        for (const char *number : {"0.0634", "0.4683", "116.585", "1.9366", "6.6831", "1.5951"})
            QVERIFY2(pair.contains(number), number);
        QVERIFY(pair.contains("x1 → x2"));
        QVERIFY(!pair.contains("<image"));
        QCOMPARE(run(words("export --example three-inputs --view steps -o first.svg")).exitCode, 0);
        QVERIFY(bytes(QStringLiteral("first.svg")).contains("x1 → x1"));
    }

    void coarsePicturesShowTheWholeFigure()
    {
        QCOMPARE(run(words("export three.regard --view heatmap --size 400x300 --dpi 96 -o fine.png")).exitCode, 0);
        QCOMPARE(run(words("export three.regard --view heatmap --size 400x300 --dpi 48 -o coarse.png")).exitCode, 0);
        const QImage fine = QImage(m_folder.filePath(QStringLiteral("fine.png")))
                                .scaled(200, 150, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        const QImage coarse(m_folder.filePath(QStringLiteral("coarse.png")));
        QCOMPARE(coarse.size(), QSize(200, 150));
        double difference = 0;
        for (int y = 0; y < 150; ++y)
            for (int x = 0; x < 200; ++x)
                difference += std::abs(qGray(fine.pixel(x, y)) - qGray(coarse.pixel(x, y)));
        QVERIFY2(difference / (200 * 150) < 1, qPrintable(QString::number(difference / (200 * 150))));
    }

    void longSentencesFitTheSizeAskedFor()
    {
        QStringList many;
        for (int i = 0; i < 300; ++i)
            many << QStringLiteral("word%1").arg(i);
        const auto make = [&](const char *view, int count) {
            return run({QStringLiteral("export"), QStringLiteral("--source"), many.mid(0, count).join(QLatin1Char(' ')),
                        QStringLiteral("--view"), QLatin1String(view), QStringLiteral("--size"),
                        QStringLiteral("400x300"), QStringLiteral("-o"), QStringLiteral("long.png")});
        };
        for (const char *view : {"links", "heatmap", "heads", "sentence", "steps", "block"}) {
            const int count = QLatin1String(view) == QLatin1String("sentence") ? 40 : 300;
            const ProgramRun made = make(view, count);
            QVERIFY2(made.exitCode == 0, view + made.err);
            QCOMPARE(QImage(m_folder.filePath(QStringLiteral("long.png"))).size(), QSize(400, 300));
        }
        // Text too small to read is refused, with the size that it needs.
        const ProgramRun small = make("sentence", 300);
        QCOMPARE(small.exitCode, 1);
        QVERIFY2(small.err.contains("400 × ") && small.err.count('\n') == 1, small.err.constData());
    }

    void numbersAreTheWorkedExample()
    {
        QCOMPARE(run(words("export three.regard -o n.json n.csv")).exitCode, 0);
        const QJsonObject trace = QJsonDocument::fromJson(bytes(QStringLiteral("n.json"))).object();
        QCOMPARE(trace[QLatin1String("format")].toString(), QStringLiteral("regard-trace"));
        const QJsonArray row =
            trace[QLatin1String("blocks")][0][QLatin1String("heads")][0][QLatin1String("weights")][0].toArray();
        // exp(2), exp(4), exp(4) over their sum; the literals have four digits
        const double expected[] = {0.0634, 0.4683, 0.4683};
        QCOMPARE(row.size(), 3);
        for (int i = 0; i < 3; ++i)
            QVERIFY(qAbs(row[i].toDouble() - expected[i]) < 1e-4);
        const QByteArray csv = bytes(QStringLiteral("n.csv"));
        QVERIFY2(csv.startsWith(",x1,x2,x3"), csv.constData());
        QCOMPARE(run(words("export three.regard --stage scores -o s.csv")).exitCode, 0);
        QVERIFY(bytes(QStringLiteral("s.csv")).contains("x2,4,16,12"));
    }

    /// Rows of cells of a table without quotes.
    QList<QStringList> table(const QString &name) const
    {
        QList<QStringList> rows;
        for (const QString &line : QString::fromUtf8(bytes(name)).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts))
            rows << line.split(QLatin1Char(','));
        return rows;
    }

    static QJsonValue block(const QJsonDocument &trace, const QString &name)
    {
        for (const QJsonValue candidate : trace[QLatin1String("blocks")].toArray())
            if (candidate[QLatin1String("name")].toString() == name)
                return candidate;
        return {};
    }

    void theFirstBlockIsTheDefault()
    {
        // Whatever the file's view says: the command line's own defaults count.
        QCOMPARE(run(words("export both.regard --head 1 -o first.csv")).exitCode, 0);
        QCOMPARE(run(words("export both.regard --head 1 --block encoder -o encoder.csv")).exitCode, 0);
        QCOMPARE(bytes(QStringLiteral("first.csv")), bytes(QStringLiteral("encoder.csv")));
        QVERIFY(bytes(QStringLiteral("first.csv")).startsWith(",a,b,c\r\na,"));
        QCOMPARE(run(words("export both.regard --set encoder_layers=0 -o first.csv")).exitCode, 0);
        QVERIFY(bytes(QStringLiteral("first.csv")).startsWith(",<s>,x,y,z\r\n<s>,1,0,0,0\r\n"));
    }

    void tablesOfEveryBlock_data()
    {
        QTest::addColumn<QString>("block");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("layer");
        QTest::addColumn<QString>("queries");
        QTest::addColumn<QString>("keys");
        const QString source = QStringLiteral("a b c");
        const QString target = QStringLiteral("<s> x y z");
        QTest::newRow("encoder") << QStringLiteral("encoder") << QStringLiteral("encoder.0.self") << 1 << source
                                 << source;
        QTest::newRow("decoder") << QStringLiteral("decoder") << QStringLiteral("decoder.1.self") << 2 << target
                                 << target;
        QTest::newRow("cross") << QStringLiteral("cross") << QStringLiteral("decoder.1.cross") << 2 << target << source;
    }

    void tablesOfEveryBlock()
    {
        QFETCH(QString, block);
        QFETCH(QString, name);
        QFETCH(int, layer);
        QFETCH(QString, queries);
        QFETCH(QString, keys);
        for (const char *stage : {"scores", "scaled", "masked", "weights"}) {
            const QStringList command = {QStringLiteral("export"),  QStringLiteral("both.regard"),
                                         QStringLiteral("--block"), block,
                                         QStringLiteral("--layer"), QString::number(layer),
                                         QStringLiteral("--head"),  QStringLiteral("2"),
                                         QStringLiteral("--stage"), QLatin1String(stage),
                                         QStringLiteral("-o"),      QStringLiteral("t.csv"),
                                         QStringLiteral("t.json")};
            QCOMPARE(run(command).exitCode, 0);
            const QList<QStringList> rows = table(QStringLiteral("t.csv"));
            QCOMPARE(rows[0].join(QLatin1Char(' ')), QLatin1Char(' ') + keys);
            const QJsonDocument trace = QJsonDocument::fromJson(bytes(QStringLiteral("t.json")));
            const QJsonArray matrix =
                this->block(trace, name)[QLatin1String("heads")][1][QLatin1String(stage)].toArray();
            const QStringList names = queries.split(QLatin1Char(' '));
            QCOMPARE(matrix.size(), names.size());
            QCOMPARE(rows.size(), 1 + names.size());
            for (int row = 0; row < names.size(); ++row) {
                QCOMPARE(rows[row + 1].size(), 1 + matrix[row].toArray().size());
                QCOMPARE(rows[row + 1][0], names[row]);
                for (int column = 0; column < matrix[row].toArray().size(); ++column) {
                    const QJsonValue number = matrix[row][column];
                    const QString cell = rows[row + 1][column + 1];
                    QVERIFY(number.isNull() ? cell.isEmpty() : cell.toFloat() == float(number.toDouble()));
                }
            }
        }
    }

    void summariesAreOfAllHeads()
    {
        QCOMPARE(run(words("export both.regard --block cross --summary mean -o u.csv u.json")).exitCode, 0);
        const QList<QStringList> mean = table(QStringLiteral("u.csv"));
        QCOMPARE(run(words("export both.regard --block cross --summary maximum -o u.csv")).exitCode, 0);
        const QList<QStringList> maximum = table(QStringLiteral("u.csv"));
        const QJsonValue heads = block(QJsonDocument::fromJson(bytes(QStringLiteral("u.json"))),
                                       QStringLiteral("decoder.0.cross"))[QLatin1String("heads")];
        QCOMPARE(heads.toArray().size(), 3);
        for (int row = 0; row < 4; ++row) {
            for (int column = 0; column < 3; ++column) {
                double sum = 0;
                double most = 0;
                for (int head = 0; head < 3; ++head) {
                    const double weight = heads[head][QLatin1String("weights")][row][column].toDouble();
                    sum += weight;
                    most = std::max(most, weight);
                }
                QVERIFY(qAbs(mean[row + 1][column + 1].toDouble() - sum / 3) < 1e-6);
                QVERIFY(qAbs(maximum[row + 1][column + 1].toDouble() - most) < 1e-6);
            }
        }
        // Layer 1's rollout is half of the mean and half of the token itself.
        QCOMPARE(run(words("export both.regard --block encoder --summary rollout -o r.csv")).exitCode, 0);
        QCOMPARE(run(words("export both.regard --block encoder --summary mean -o u.csv")).exitCode, 0);
        const QList<QStringList> rollout = table(QStringLiteral("r.csv"));
        const QList<QStringList> own = table(QStringLiteral("u.csv"));
        for (int row = 1; row <= 3; ++row)
            for (int column = 1; column <= 3; ++column)
                QVERIFY(qAbs(rollout[row][column].toDouble() -
                             (own[row][column].toDouble() / 2 + (row == column ? 0.5 : 0))) < 1e-6);
    }

    void tracesOfATranslation()
    {
        QCOMPARE(run(words("export both.regard --target <s> -o v.json")).exitCode, 0);
        const QJsonDocument trace = QJsonDocument::fromJson(bytes(QStringLiteral("v.json")));
        const auto list = [&](const char *key) { return trace[QLatin1String(key)].toVariant().toStringList(); };
        QCOMPARE(list("tokens"), words("a b c"));
        QCOMPARE(list("target_tokens"), words("<s>"));
        QCOMPARE(list("vocabulary"), words("a b c <s> </s>"));
        QStringList names;
        for (const QJsonValue candidate : trace[QLatin1String("blocks")].toArray())
            names << candidate[QLatin1String("name")].toString();
        QCOMPARE(names, words("encoder.0.self decoder.0.self decoder.0.cross decoder.1.self decoder.1.cross"));
        QCOMPARE(trace[QLatin1String("target_input")].toArray().size(), 1);
        QCOMPARE(trace[QLatin1String("encoder_output")].toArray().size(), 3);
        QCOMPARE(trace[QLatin1String("decoder_output")].toArray().size(), 1);
        QCOMPARE(trace[QLatin1String("logits")][0].toArray().size(), 5);
        // The same numbers come from a decoder alone by another way round: its own sentence is the source.
        QCOMPARE(run(words("export --source x --set architecture=decoder -o w.json")).exitCode, 0);
        const QJsonDocument alone = QJsonDocument::fromJson(bytes(QStringLiteral("w.json")));
        QCOMPARE(alone[QLatin1String("tokens")].toVariant().toStringList(), words("x"));
        QVERIFY(alone[QLatin1String("target_tokens")].toArray().isEmpty());
        QVERIFY(alone[QLatin1String("encoder_output")].toArray().isEmpty());
        QCOMPARE(alone[QLatin1String("decoder_output")].toArray().size(), 1);
        QCOMPARE(alone[QLatin1String("blocks")][0][QLatin1String("name")].toString(), QStringLiteral("decoder.0.self"));
    }

    void infoOfATranslation()
    {
        const QByteArray out = run(words("info both.regard")).out;
        for (const char *line :
             {"token_count = 3\n", "tokens = a b c\n", "target_token_count = 4\n", "target_tokens = <s> x y z\n",
              "vocabulary_size = 8\n", // seven words and </s>
              "blocks = encoder.0.self decoder.0.self decoder.0.cross decoder.1.self decoder.1.cross\n",
              "architecture = encoder_decoder\n", "encoder_layers = 1\n", "decoder_layers = 2\n", "heads = 2\n",
              "decoder_heads = 3\n", "d_ff = 16\n", "decoder_d_ff = 16\n", "decoder_mask = causal\n",
              "residual = true\n", "norm = post\n", "final_norm = false\n", "activation = relu\n",
              // 4 · 8 · 8 + 2 · 8 · 16 and 2 norms in the encoder; 2 · (2 · 4 · 8 · 12 + 2 · 8 · 16 and 3 norms) in the
              // decoder; 8 · 8 + 8 in the output layer
              "parameters = 2760\n"})
            QVERIFY2(out.contains(line), (QByteArray(line) + "\n" + out).constData());
        const QByteArray encoder = run(words("info three.regard")).out;
        for (const char *line : {"target_token_count = 0\n", "vocabulary_size = 0\n", "blocks = encoder.0.self\n"})
            QVERIFY2(encoder.contains(line), line);
    }

    void infoOfWhatIsDoneFromOutside()
    {
        const QByteArray plain = run(words("info three.regard")).out;
        for (const char *key : {"\noff = ", "\ntemperature = ", "\nsnapshots = "})
            QVERIFY2(!plain.contains(key), key);
        QCOMPARE(run(words("export three.regard --off 1.1 --off-by mean --temperature 1.1=2 -o done.regard")).exitCode,
                 0);
        const QByteArray done = run(words("info done.regard")).out;
        for (const char *line :
             {"off = [{ \"block\": \"encoder\", \"layer\": 1, \"head\": 1, \"by\": \"mean\" }]\n",
              "temperature = [{ \"block\": \"encoder\", \"layer\": 1, \"head\": 1, \"temperature\": 2 }]\n"})
            QVERIFY2(done.contains(line), (QByteArray(line) + "\n" + done).constData());
    }

    void settingsInAnyOrder_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QByteArrayList>("lines");
        const auto row = [](const char *name, const char *command, const QByteArrayList &lines) {
            QTest::newRow(name) << words(command) << lines;
        };
        row("decoder", "info --set architecture=decoder", {"encoder_layers = 0", "decoder_layers = 1"});
        row("both", "info --set architecture=encoder_decoder", {"encoder_layers = 1", "decoder_layers = 1"});
        row("layers after", "info --set architecture=encoder_decoder --set decoder_layers=3", {"decoder_layers = 3"});
        row("layers before", "info --set decoder_layers=3 --set architecture=encoder_decoder", {"decoder_layers = 3"});
        row("heads", "info --set heads=5 --set d_ff=7", {"decoder_heads = 5", "decoder_d_ff = 7"});
        row("decoder's heads before", "info --set decoder_heads=2 --set heads=5", {"heads = 5", "decoder_heads = 2"});
        row("the last of one key", "info --set heads=5 --set heads=6", {"heads = 6"});
    }

    void settingsInAnyOrder()
    {
        QFETCH(QStringList, command);
        QFETCH(QByteArrayList, lines);
        const ProgramRun ran = run(command);
        QCOMPARE(ran.exitCode, 0);
        for (const QByteArray &line : lines)
            QVERIFY2(ran.out.contains('\n' + line + '\n'), (line + " is not in " + ran.out).constData());
    }

    void aStackTakenAwayKeepsItsWeights()
    {
        const auto weights = [&](const char *name) {
            return QJsonDocument::fromJson(bytes(QLatin1String(name)))[QLatin1String("weights")];
        };
        QCOMPARE(run(words("export --example source-and-target -o whole.regard")).exitCode, 0);
        QCOMPARE(run(words("export whole.regard --set architecture=encoder -o away.regard")).exitCode, 0);
        QVERIFY(weights("away.regard")[QLatin1String("decoder.0.cross.w_q")].isArray());
        const QByteArray info = run(words("info away.regard")).out;
        QVERIFY(info.contains("decoder_layers = 1\n") && info.contains("blocks = encoder.0.self\n"));
        QCOMPARE(run(words("export away.regard --set architecture=encoder_decoder -o back.regard")).exitCode, 0);
        QVERIFY(weights("back.regard").isObject());
        QCOMPARE(weights("back.regard"), weights("whole.regard"));
    }

    void theBundledTranslationTakesAnotherSentence()
    {
        QCOMPARE(run({QStringLiteral("export"), QStringLiteral("--example"), QStringLiteral("source-and-target"),
                      QStringLiteral("--target"), QStringLiteral("il voit le chien blanc"), QStringLiteral("--source"),
                      QStringLiteral("he sees the white dog"), QStringLiteral("--block"), QStringLiteral("cross"),
                      QStringLiteral("-o"), QStringLiteral("x.csv")})
                     .exitCode,
                 0);
        const QList<QStringList> rows = table(QStringLiteral("x.csv"));
        QCOMPARE(rows[0], words(" he sees the white dog"));
        QCOMPARE(rows[4][0], QStringLiteral("chien"));
        QVERIFY(rows[4][5].toDouble() > 0.6); // chien → dog
        QVERIFY(rows[5][4].toDouble() > 0.6); // blanc → white
    }

    void sameCommandSameBytes()
    {
        const QStringList names = words("same.png same.svg same.json same.csv same.safetensors");
        const QStringList command = words("export both.regard --block cross --head 1 --query 2 -o") + names;
        QCOMPARE(run(command).exitCode, 0);
        QList<QByteArray> first;
        for (const QString &name : names)
            first << bytes(name);
        QCOMPARE(run(command).exitCode, 0);
        for (int i = 0; i < names.size(); ++i)
            QVERIFY2(!first[i].isEmpty() && bytes(names[i]) == first[i], qPrintable(names[i]));
    }

    void projectKeepsWhatIsInView()
    {
        QCOMPARE(run(words("export --example it --head 2 --query 8 --key 6 --stage scaled -o seen.regard")).exitCode,
                 0);
        const QJsonObject project = QJsonDocument::fromJson(bytes(QStringLiteral("seen.regard"))).object();
        const QJsonObject view = project[QLatin1String("view")].toObject();
        QCOMPARE(view[QLatin1String("query")].toInt(), 8);
        QCOMPARE(view[QLatin1String("key")].toInt(), 6);
        QCOMPARE(view[QLatin1String("head")].toInt(), 2);
        QCOMPARE(view[QLatin1String("stage")].toString(), QStringLiteral("scaled"));
    }

    void projectKeepsWhatWasSet()
    {
        QCOMPARE(run(words("export three.regard --set score=scaled_dot --source x2 -o set.regard")).exitCode, 0);
        const QJsonObject project = QJsonDocument::fromJson(bytes(QStringLiteral("set.regard"))).object();
        QCOMPARE(project[QLatin1String("source")].toString(), QStringLiteral("x2"));
        const ProgramRun ran = run(words("info set.regard"));
        QVERIFY(ran.out.contains("score = scaled_dot\n"));
        QVERIFY(ran.out.contains("token_count = 1\n"));
    }

    void infoNamesEveryKey()
    {
        const QByteArray out = run(words("info three.regard")).out;
        for (const char *line :
             {"architecture = encoder\n", "encoder_layers = 1\n", "d_model = 4\n", "heads = 1\n", "d_key = 3\n",
              "score = dot\n", "position = none\n", "output_projection = false\n", "initialization = xavier\n",
              "seed = 1\n", "token_count = 3\n", "tokens = x1 x2 x3\n", "parameters = 36\n"}) // three matrices of 4 × 3
            QVERIFY2(out.contains(line), line);
    }

    void bytesThatAreNotUtf8()
    {
        const QStringList script{
            QStringLiteral("-c"),
            QStringLiteral("exec \"$0\" export --source \"$(printf 'a \\377 b')\" -o bytes.svg bytes.regard"),
            QStringLiteral(REGARD_PROGRAM)};
        QCOMPARE((Program{script, QStringLiteral("sh"), m_folder.path()}.run().exitCode), 0);
        QCOMPARE(run(words("info bytes.regard")).exitCode, 0);
    }
};

REGARD_GUILESS_TEST(TestCommandLine)
#include "test_command_line.moc"
