#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace {

const char *const threeInputs = R"({
  "format": "regard-project", "version": 1,
  "source": "x1 x2 x3", "tokenizer": "whitespace",
  "model": { "d_model": 4, "heads": 1, "d_key": 3, "d_value": 3, "score": "dot", "output_projection": false },
  "embedding": { "x1": [1, 0, 1, 0], "x2": [0, 2, 0, 2], "x3": [1, 1, 1, 1] },
  "weights": { "encoder.0.self.w_q": [[1,0,1],[1,0,0],[0,0,1],[0,1,1]],
               "encoder.0.self.w_k": [[0,0,1],[1,1,0],[0,1,0],[1,1,0]],
               "encoder.0.self.w_v": [[0,2,0],[0,3,0],[1,0,3],[1,1,0]] }
})";

struct Ran {
    int exitCode;
    bool crashed;
    QByteArray out;
    QByteArray err;
};

} // namespace

/// Runs the program as a script does: no display, no XDG_RUNTIME_DIR.
class TestCommandLine : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    Ran run(const QStringList &arguments) const
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *name : {"XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(QString::fromLatin1(name));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder.filePath(QStringLiteral("config")));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder.path());
        process.start(QStringLiteral(REGARD_PROGRAM), arguments);
        if (!process.waitForFinished(60000)) {
            process.kill();
            process.waitForFinished();
            return {-1, true, {}, "did not end"};
        }
        return {process.exitCode(), process.exitStatus() == QProcess::CrashExit, process.readAllStandardOutput(),
                process.readAllStandardError()};
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
        write(QStringLiteral("three.regard"), threeInputs);
        write(QStringLiteral("broken.regard"), R"({"format": "regard-project", "version": 1, "model": {)");
        write(QStringLiteral("future.regard"), R"({"format": "regard-project", "version": 99, "model": {}})");
        write(QStringLiteral("empty.regard"), R"({"format": "regard-project", "version": 1, "model": {}})");
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("folder")));
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
        row("heads view", words("export three.regard --view heads -o d.svg"), 0);
        row("sentence view", words("export three.regard --view sentence --head all -o d2.svg"), 0);
        row("defaults with a sentence", words("export --source one -o e.svg"), 0);
        row("two outputs by two -o", words("export three.regard -o f.svg -o f.png"), 0);

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
        row("view steps", words("export three.regard --view steps -o g.svg"), 1, "steps");
        row("too large", words("export three.regard --size 17000x100 -o g.png"), 1, "16384");
        row("too large by dpi", words("export three.regard --size 9000x100 --dpi 192 -o g.png"), 1, "16384");
        row("no such folder", words("export three.regard -o nowhere/g.svg"), 1, "nowhere/g.svg");
        row("one of two cannot be", words("export three.regard -o g.svg g.json nowhere/g.png"), 1, "nowhere/g.png");
        row("heads out of range", words("info three.regard --set heads=0"), 1, "heads");

        row("no output", words("export three.regard"), 2);
        row("no suffix", words("export three.regard -o g"), 2, "g");
        row("unknown suffix", words("export three.regard -o g.gif"), 2, "g.gif");
        row("unknown option", words("export three.regard --nosuch -o g.svg"), 2);
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
        row("two files", words("info three.regard empty.regard"), 2);
    }

    void exitCodes()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);
        QFETCH(QString, mentions);
        const Ran ran = run(arguments);
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
        while (!xml.atEnd()) {
            if (xml.readNext() == QXmlStreamReader::Characters)
                text += xml.text();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(text.contains(QLatin1String("x1")) && text.contains(QLatin1String("x3")));
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
        for (const char *view : {"links", "heatmap", "heads", "sentence"}) {
            const QString out = m_folder.filePath(QLatin1String(view) + QStringLiteral(".png"));
            const Ran made = run({QStringLiteral("export"), QStringLiteral("--source"), many.join(QLatin1Char(' ')),
                                  QStringLiteral("--view"), QLatin1String(view), QStringLiteral("--size"),
                                  QStringLiteral("400x300"), QStringLiteral("-o"), out});
            QCOMPARE(made.exitCode, 0);
            QCOMPARE(QImage(out).size(), QSize(400, 300));
        }
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

    void sameCommandSameBytes()
    {
        const QStringList names = words("same.png same.svg same.json same.csv same.safetensors");
        const QStringList command = words("export three.regard --query 2 -o") + names;
        QCOMPARE(run(command).exitCode, 0);
        QList<QByteArray> first;
        for (const QString &name : names)
            first << bytes(name);
        QCOMPARE(run(command).exitCode, 0);
        for (int i = 0; i < names.size(); ++i)
            QVERIFY2(!first[i].isEmpty() && bytes(names[i]) == first[i], qPrintable(names[i]));
    }

    void projectKeepsWhatWasSet()
    {
        QCOMPARE(run(words("export three.regard --set score=scaled_dot --source x2 -o set.regard")).exitCode, 0);
        const QJsonObject project = QJsonDocument::fromJson(bytes(QStringLiteral("set.regard"))).object();
        QCOMPARE(project[QLatin1String("source")].toString(), QStringLiteral("x2"));
        const Ran ran = run(words("info set.regard"));
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
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(
            QStringLiteral("sh"),
            {QStringLiteral("-c"),
             QStringLiteral("exec \"$0\" export --source \"$(printf 'a \\377 b')\" -o bytes.svg bytes.regard"),
             QStringLiteral(REGARD_PROGRAM)});
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(run(words("info bytes.regard")).exitCode, 0);
    }
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "test_command_line.moc"
