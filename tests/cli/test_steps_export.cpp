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

/// `regard export --view steps` as a script runs it.
class TestStepsExport : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    ProgramRun run(const char *line) const
    {
        Program program{QString::fromUtf8(line).split(QLatin1Char(' '))};
        program.folder = m_folder->path();
        return program.run();
    }

    bool made(const char *line) const
    {
        const ProgramRun ran = run(line);
        if (ran.exitCode != 0 || !ran.err.isEmpty())
            qWarning("%s", ran.err.constData());
        return ran.exitCode == 0 && ran.err.isEmpty();
    }

    QByteArray bytes(const char *name) const
    {
        QFile file(m_folder->filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QJsonObject json(const char *name) const { return QJsonDocument::fromJson(bytes(name)).object(); }

    QStringList names() const
    {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
    }

    static int pages(const QByteArray &pdf) { return int(pdf.count("/Type /Page\n")); }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    /// A chain of cells is exported alone, and among the stages of the attention that reads it.
    void stagesOfACell()
    {
        QVERIFY(made("export --example three-inputs --set encoder_kind=recurrent --set cell=gru --view steps --query 2 "
                     "--direction forward -o a.json -o a.svg"));
        const QJsonObject alone = json("a.json")[QLatin1String("steps")].toObject();
        QCOMPARE(alone[QLatin1String("chain")].toString(), QStringLiteral("encoder.0.forward"));
        QCOMPARE(alone[QLatin1String("query")].toInt(), 2);
        QVERIFY(!alone.contains(QLatin1String("key")));
        QCOMPARE(alone[QLatin1String("stages")].toArray().size(), 5);
        QVERIFY(made("export --example dates --view steps --block encoder --direction backward --query 3 --key 2 "
                     "--step reset_gate -o b.json -o b.png"));
        const QJsonObject both = json("b.json")[QLatin1String("steps")].toObject();
        QCOMPARE(both[QLatin1String("chain")].toString(), QStringLiteral("encoder.0.backward"));
        QCOMPARE(both[QLatin1String("block")].toString(), QStringLiteral("decoder.0.cross"));
        QCOMPARE(both[QLatin1String("key")].toInt(), 2);
        QCOMPARE(both[QLatin1String("stages")].toArray().size(), 1);
        QVERIFY(made("export --example dates --set cell=lstm --view steps --block decoder --query 3 --key 2 "
                     "--step cell_state -o d.json"));
        const QJsonObject cell = json("d.json")[QLatin1String("steps")].toObject();
        QCOMPARE(cell[QLatin1String("stages")].toArray()[0].toObject()[QLatin1String("step")].toString(),
                 QStringLiteral("cell_state"));
        QVERIFY(made("export --example dates --set cell=lstm --view unrolled -o e.svg"));
        QVERIFY(bytes("e.svg").contains("left h, right c"));
        const auto fails = [&](const char *line, const char *says) {
            const ProgramRun ran = run(line);
            return ran.exitCode == 1 && ran.err.contains(says);
        };
        const char *recurrent = "export --example three-inputs --set encoder_kind=recurrent --view steps ";
        QVERIFY(fails((QByteArray(recurrent) + "--key 2 -o c.svg").constData(), "--key"));
        QVERIFY(fails((QByteArray(recurrent) + "--query 4 -o c.svg").constData(), "--query 4"));
        QVERIFY(fails((QByteArray(recurrent) + "--step softmax -o c.svg").constData(), "its steps are embed, "));
        QVERIFY(fails((QByteArray(recurrent) + "--direction backward -o c.svg").constData(), "forward alone"));
        QVERIFY(fails("export --example dates --view steps --block decoder --layer 2 -o c.svg", "--layer 2"));
        QCOMPARE(names().join(QLatin1Char(' ')), QStringLiteral("a.json a.svg b.json b.png d.json e.svg"));
    }

    void numbersOfTheWorkedExample()
    {
        QVERIFY(made("export --example three-inputs --view steps --query 2 --key 2 -o a.json"));
        const QJsonObject trace = json("a.json");
        QCOMPARE(trace[QLatin1String("format")].toString(), QStringLiteral("regard-trace"));
        const QJsonObject steps = trace[QLatin1String("steps")].toObject();
        QCOMPARE(steps[QLatin1String("query")].toInt(), 2);
        QCOMPARE(steps[QLatin1String("key")].toInt(), 2);
        QHash<QString, QJsonValue> stages;
        for (const QJsonValue stage : steps[QLatin1String("stages")].toArray())
            stages.insert(stage[QLatin1String("step")].toString(), stage);
        QCOMPARE(stages.size(), 6);
        const QJsonArray scores = stages[QStringLiteral("score")][QLatin1String("strips")]
                                      .toArray()
                                      .last()[QLatin1String("values")]
                                      .toArray();
        QCOMPARE(scores, QJsonArray({4, 16, 12}));
        const QJsonValue softmax = stages[QStringLiteral("softmax")];
        const QJsonArray weights = softmax[QLatin1String("bars")][QLatin1String("values")].toArray();
        // The same numbers as in the trace, and to four digits those of the worked example.
        QCOMPARE(weights,
                 trace[QLatin1String("blocks")][0][QLatin1String("heads")][0][QLatin1String("weights")][1].toArray());
        const double expected[] = {0.0000, 0.9820, 0.0180};
        for (int key = 0; key < 3; ++key)
            QVERIFY(qAbs(weights[key].toDouble() - expected[key]) < 5e-5);
        QCOMPARE(softmax[QLatin1String("equations")].toArray().last()[QLatin1String("result")], weights[1]);
    }

    void otherJsonStaysAsItWas()
    {
        QVERIFY(made("export --example three-inputs --query 2 -o plain.json"));
        QVERIFY(!json("plain.json").contains(QLatin1String("steps")));
        QVERIFY(made("export --example three-inputs --query 2 --view steps -o steps.json"));
        QByteArray without = bytes("steps.json");
        const auto from = without.indexOf(",\n\"steps\": ");
        QVERIFY(from > 0);
        without = without.left(from) + "}\n";
        QCOMPARE(without, bytes("plain.json"));
    }

    void oneStageAlone()
    {
        QVERIFY(made("export --example three-inputs --view steps --step weigh -o a.svg a.json"));
        QVERIFY(bytes("a.svg").contains("Each weight"));
        QVERIFY(!bytes("a.svg").contains("Softmax over"));
        const QJsonArray stages = json("a.json")[QLatin1String("steps")][QLatin1String("stages")].toArray();
        QCOMPARE(stages.size(), 1);
        QCOMPARE(stages[0][QLatin1String("step")].toString(), QStringLiteral("weigh"));
    }

    void theWayOfLookingIsStored()
    {
        QVERIFY(made("export --example three-inputs --view steps --step scale --form matrix --convention columns "
                     "--by-hand 2 --digits 3 --query 3 -o a.regard"));
        const QJsonObject view = json("a.regard")[QLatin1String("view")].toObject();
        QCOMPARE(view[QLatin1String("query")].toInt(), 3);
        const QJsonObject expected{{QStringLiteral("step"), QStringLiteral("scale")},
                                   {QStringLiteral("form"), QStringLiteral("matrix")},
                                   {QStringLiteral("convention"), QStringLiteral("columns")},
                                   {QStringLiteral("by_hand"), 2},
                                   {QStringLiteral("digits"), 3}};
        QCOMPARE(view[QLatin1String("steps")].toObject(), expected);
        // What the file says holds where the command line says nothing, and gives way to it.
        QVERIFY(made("export a.regard --view steps -o b.json"));
        const QJsonValue steps = json("b.json")[QLatin1String("steps")];
        QCOMPARE(steps[QLatin1String("convention")].toString(), QStringLiteral("columns"));
        QCOMPARE(steps[QLatin1String("by_hand")].toInt(), 2);
        QCOMPARE(steps[QLatin1String("stages")].toArray().size(), 6);
        QVERIFY(made("export a.regard --view steps --by-hand off --digits off --convention rows -o c.regard c.json"));
        QVERIFY(json("c.json")[QLatin1String("steps")][QLatin1String("by_hand")].isNull());
        QCOMPARE(json("c.regard")[QLatin1String("view")][QLatin1String("steps")].toObject().keys(),
                 QStringList({QStringLiteral("form"), QStringLiteral("step")}));
    }

    void walksAsOneFile()
    {
        QVERIFY(made("export --example three-inputs --view steps --walk token -o one.pdf"));
        QCOMPARE(pages(bytes("one.pdf")), 6);
        QVERIFY(made("export --example three-inputs --view steps --walk all -o all.pdf"));
        QCOMPARE(pages(bytes("all.pdf")), 18);
        QVERIFY(made("export --example three-inputs --view steps -o page.pdf"));
        QCOMPARE(pages(bytes("page.pdf")), 1);
    }

    void walksAsNumberedFiles()
    {
        QVERIFY(made("export --example three-inputs --view steps --walk token --query 2 --size 400x300 --dpi 48 "
                     "-o w.svg w.png w.json"));
        QStringList expected{QStringLiteral("w.json")};
        for (int i = 1; i <= 6; ++i)
            for (const char *suffix : {"png", "svg"})
                expected << QStringLiteral("w-00%1.%2").arg(i).arg(QLatin1String(suffix));
        expected.sort();
        QCOMPARE(names(), expected);
        QCOMPARE(QImage(m_folder->filePath(QStringLiteral("w-004.png"))).size(), QSize(200, 150));
        for (const char *text : {"x2 → x1", "3 / 6", "score"})
            QVERIFY2(bytes("w-003.svg").contains(text), text);
        // The command gives the same bytes again.
        const QByteArray svg = bytes("w-005.svg");
        const QByteArray png = bytes("w-005.png");
        const QByteArray numbers = bytes("w.json");
        QVERIFY(made("export --example three-inputs --view steps --walk token --query 2 --size 400x300 --dpi 48 "
                     "-o w.svg w.png w.json"));
        QCOMPARE(bytes("w-005.svg"), svg);
        QCOMPARE(bytes("w-005.png"), png);
        QCOMPARE(bytes("w.json"), numbers);
    }

    void failuresLeaveNothing_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("mentions");
        const auto row = [](const char *name, const char *line, int exitCode, const char *mentions) {
            QTest::newRow(name) << QByteArray("export --example three-inputs ") + line << exitCode
                                << QByteArray(mentions);
        };
        row("step of links", "--step softmax -o g.svg", 2, "--step belongs to --view steps");
        row("form of links", "--form matrix -o g.svg", 2, "--form belongs to --view steps");
        row("convention", "--convention columns -o g.svg", 2, "--convention");
        row("by hand", "--view heatmap --by-hand 1 -o g.svg", 2, "--by-hand");
        row("digits", "--view links --digits 2 -o g.svg", 2, "--digits");
        row("walk", "--walk all -o g.pdf", 2, "--walk");
        row("unknown step", "--view steps --step multiply -o g.svg", 2, "multiply");
        row("unknown form", "--view steps --form cells -o g.svg", 2, "cells");
        row("unknown convention", "--view steps --convention both -o g.svg", 2, "both");
        row("unknown walk", "--view steps --walk some -o g.pdf", 2, "some");
        row("no decimals", "--view steps --by-hand 0 -o g.svg", 2, "--by-hand takes 1 to 3 or off");
        row("many decimals", "--view steps --by-hand 4 -o g.svg", 2, "4");
        row("half decimals", "--view steps --by-hand 1.5 -o g.svg", 2, "1.5");
        row("many digits", "--view steps --digits 9 -o g.svg", 2, "--digits takes 0 to 8 or off");
        row("negative digits", "--view steps --digits=-1 -o g.svg", 2, "-1");
        row("walk of one step", "--view steps --walk all --step embed -o g.pdf", 2, "leave --step out");
        row("walk of numbers", "--view steps --walk all -o g.json", 2, "--walk writes pictures");
        row("several heads' numbers", "--set heads=2 --view steps --head all -o g.json", 2, "--head one number");
        row("a step that is not there", "--view steps --step mask -o g.svg g.json", 1, "no step \"mask\"");
        row("no such folder", "--view steps --walk all -o none/g.svg", 1, "none/g-001.svg");
        row("no such folder, one file", "--view steps --walk all -o none/g.pdf", 1, "none/g.pdf");
        row("one of two cannot be", "--view steps --walk all -o g.png none/g.pdf g.json", 1, "none/g.pdf");
        row("too large", "--view steps --walk all --size 9000x900 --dpi 192 -o g.png", 1, "16384");
        row("too small", "--view steps --walk all --size 8x8 -o g.png g.pdf", 1, "too small");
        row("no attention", "--set encoder_layers=0 --view steps -o g.json", 1, "no attention");
    }

    void failuresLeaveNothing()
    {
        QFETCH(QByteArray, line);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, mentions);
        const ProgramRun ran = run(line.constData());
        QVERIFY2(ran.exitCode == exitCode, ran.err.constData());
        QVERIFY2(ran.err.startsWith("regard: ") && ran.err.count('\n') == 1, ran.err.constData());
        QVERIFY2(ran.err.contains(mentions), ran.err.constData());
        QCOMPARE(names(), QStringList());
    }

    void aNameThatIsTakenByAFolder()
    {
        QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("w-004.svg")));
        const ProgramRun ran = run("export --example three-inputs --view steps --walk token -o w.svg");
        QCOMPARE(ran.exitCode, 1);
        QVERIFY2(ran.err.contains("w-004.svg"), ran.err.constData());
        QCOMPARE(names(), QStringList{QStringLiteral("w-004.svg")});
    }
};

REGARD_GUILESS_TEST(TestStepsExport)
#include "test_steps_export.moc"
