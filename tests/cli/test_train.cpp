#include <cmath>

#include <QJsonArray>
#include <QTest>

#include "program_run.h"
#include "test_class.h"

namespace {

/// A model that learns in a moment.
constexpr const char *small = " --set d_model=16 --set d_key=16 --set d_value=16 --set d_ff=0 --batch 8";

QByteArray trainValueOf(const QByteArray &out, const QByteArray &key)
{
    for (const QByteArray &line : out.split('\n'))
        if (line.startsWith(key + " = "))
            return line.mid(key.size() + 3);
    return {};
}

} // namespace

/// `regard tasks` and `regard train`: the program as a script runs it.
class TestTrain : public QObject {
    Q_OBJECT

    ProgramFolder m_folder;

    ProgramRun train(const QByteArray &arguments) const { return m_folder.run(("train " + arguments).constData()); }
    QList<QByteArray> log(const char *name) const { return m_folder.bytes(name).trimmed().split('\n'); }

private slots:
    void listsTasks()
    {
        const ProgramRun ran = m_folder.run("tasks");
        QCOMPARE(ran.exitCode, 0);
        QVERIFY(ran.err.isEmpty());
        QStringList names;
        for (const QByteArray &line : ran.out.trimmed().split('\n')) {
            QCOMPARE(line.split('\t').size(), 5);
            names << QString::fromUtf8(line.split('\t').first());
        }
        QCOMPARE(names.mid(0, 8).join(QLatin1Char(' ')),
                 QStringLiteral("it repeated reverse copy sort add dates reverse-long"));
        QVERIFY(ran.out.contains("it: the cat or the rug?\tencoder 2 × 4, d_model 32, d_ff 0\t2000 steps\taccuracy ≥ "
                                 "0.98, right_noun ≥ 0.7, wrong_noun ≤ 0.15\n"));
    }

    /// A model by its name is the one that the task begins with, and a row of lengths says how much is right.
    void choosesAModel()
    {
        const QByteArray listed = m_folder.run("tasks").out;
        QVERIFY(listed.contains("reverse-long\treverse, long\ttransformer: encoder_decoder 1 + 1 × 2, d_model 64, d_ff "
                                "128; gru: encoder_decoder 1 + 1, gru 2 directions, attention none, d_model 88; "
                                "gru-bahdanau: encoder_decoder 1 + 1, gru 2 directions, attention bahdanau, d_model "
                                "64\t"));
        QVERIFY(listed.contains("\ttransformer at 40 ≥ 0.9, gru at 20 ≤ 0.2, gru-bahdanau at 40 ≥ 0.9\n"));
        const QByteArray arguments = QByteArray("--task reverse-long --steps 2") + small;
        const ProgramRun named = train(arguments + " --model transformer -o named.regard");
        QVERIFY2(named.exitCode == 0 && named.err.isEmpty(), named.err.constData());
        QCOMPARE(train(arguments + " -o usual.regard").out, named.out);
        QCOMPARE(m_folder.bytes("named.regard"), m_folder.bytes("usual.regard"));
        for (const QByteArray at : {"5", "10", "20", "30", "40"}) {
            QCOMPARE(trainValueOf(named.out, "accuracy_at_" + at), QByteArray("0"));
            const double tokens = trainValueOf(named.out, "token_accuracy_at_" + at).toDouble();
            QVERIFY2(tokens > 0 && tokens < 0.5, trainValueOf(named.out, "token_accuracy_at_" + at).constData());
        }
        QVERIFY(trainValueOf(named.out, "accuracy_at_3").isEmpty());
    }

    /// What standard output says of each length is kept for the figure of lengths.
    void projectKeepsLengths()
    {
        const ProgramRun ran = train("--task reverse-long --model transformer --steps 1 --batch 1 -o lengths.regard");
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        const QJsonObject task = m_folder.json("lengths.regard").value(QStringLiteral("task")).toObject();
        const QJsonArray models = task.value(QStringLiteral("models")).toArray();
        QCOMPARE(models.size(), 1);
        QCOMPARE(models.at(0).toObject().value(QStringLiteral("name")).toString(), QStringLiteral("transformer"));
        const QJsonArray lengths = models.at(0).toObject().value(QStringLiteral("length")).toArray();
        const QJsonArray shares = models.at(0).toObject().value(QStringLiteral("token_accuracy")).toArray();
        QCOMPARE(lengths.size(), 5);
        for (int i = 0; i < lengths.size(); ++i) {
            const QByteArray at = QByteArray::number(lengths.at(i).toInt());
            QCOMPARE(shares.at(i).toDouble(), trainValueOf(ran.out, "token_accuracy_at_" + at).toDouble());
        }
        QVERIFY(m_folder.made("export lengths.regard --view lengths -o lengths.svg"));
        QVERIFY(m_folder.bytes("lengths.svg").contains("id=\"curve-1\""));
    }

    /// By characters: the sentence of the project is one of the task's, and its tokens are characters.
    void readsDates()
    {
        QVERIFY(train(QByteArray("--task dates --steps 1") + small + " -o dates.regard").exitCode == 0);
        const QByteArray info = m_folder.run("info dates.regard").out;
        QCOMPARE(trainValueOf(info, "tokenizer"), QByteArray("characters"));
        QVERIFY(trainValueOf(info, "target_tokens").startsWith("<s> "));
        QVERIFY(m_folder.made("export dates.regard --block cross --view heatmap -o dates.svg"));
        const ProgramRun exported = m_folder.run(QStringList{
            QStringLiteral("export"), QStringLiteral("dates.regard"), QStringLiteral("--source"),
            QStringLiteral("the 7th of May 2026"), QStringLiteral("--target"), QStringLiteral("<s>2026-"),
            QStringLiteral("--block"), QStringLiteral("cross"), QStringLiteral("-o"), QStringLiteral("may.json")});
        QVERIFY2(exported.exitCode == 0 && exported.err.isEmpty(), exported.err.constData());
        const QJsonObject may = m_folder.json("may.json");
        QCOMPARE(may.value(QStringLiteral("tokens")).toArray().size(), 19);
        QCOMPARE(may.value(QStringLiteral("target_tokens")).toArray().size(), 6);
    }

    void trainsAnLstm()
    {
        const ProgramRun ran =
            train("--task dates --model lstm-bahdanau --set d_model=8 --set d_key=8 "
                  "--set d_value=8 --steps 20 --batch 8 --learning-rate 0.02 -o lstm.regard lstm.csv");
        QVERIFY2(ran.exitCode == 0 && ran.err.isEmpty(), ran.err.constData());
        const QList<QByteArray> rows = log("lstm.csv");
        QVERIFY(rows.at(21).split(',').at(1).toDouble() < rows.at(2).split(',').at(1).toDouble());
        const QJsonObject project = m_folder.json("lstm.regard");
        QCOMPARE(project.value(QStringLiteral("model")).toObject().value(QStringLiteral("cell")).toString(),
                 QStringLiteral("lstm"));
        const QJsonObject weights = project.value(QStringLiteral("weights")).toObject();
        QVERIFY(weights.contains(QStringLiteral("encoder.0.backward.u_f")) &&
                weights.contains(QStringLiteral("decoder.first_state.w_c")));
        QVERIFY(m_folder.run("tasks").out.contains("; lstm-bahdanau: encoder_decoder 1 + 1, lstm 2 directions, "
                                                   "attention bahdanau, d_model 64\t"));
        // Every cell of the models can be changed for another.
        QCOMPARE(train("--task dates --model gru-bahdanau --set cell=lstm --set d_model=8 --set d_key=8 "
                       "--set d_value=8 --steps 20 --batch 8 --learning-rate 0.02 -o same.regard")
                     .out,
                 ran.out);
    }

    /// A project and a table; the same bytes again; nothing on standard error, which is no terminal.
    void trains()
    {
        const QByteArray arguments = QByteArray("--task copy --steps 20 --learning-rate 0.01 --seed 5") + small;
        const ProgramRun ran = train(arguments + " -o copy.regard copy.csv");
        QVERIFY2(ran.exitCode == 0 && ran.err.isEmpty(), ran.err.constData());
        QCOMPARE(trainValueOf(ran.out, "task"), QByteArray("copy"));
        QCOMPARE(trainValueOf(ran.out, "from_step"), QByteArray("0"));
        QCOMPARE(trainValueOf(ran.out, "step"), QByteArray("20"));
        QVERIFY(trainValueOf(ran.out, "optimiser").isEmpty());
        QVERIFY(trainValueOf(ran.out, "go_on").isEmpty());
        QVERIFY(trainValueOf(ran.out, "diagonal").toDouble() > 0);

        const QList<QByteArray> rows = log("copy.csv");
        QCOMPARE(rows.size(), 22); // a heading, the first weights and 20 steps
        QCOMPARE(rows.at(0).trimmed(), QByteArray("step,loss,rate,gradient,held_out_loss,held_out_accuracy,diagonal"));
        QVERIFY(rows.at(1).startsWith("0,,,,"));
        for (int step = 1; step <= 20; ++step) {
            const QList<QByteArray> cells = rows.at(step + 1).trimmed().split(',');
            QCOMPARE(cells.size(), 7);
            QCOMPARE(cells.at(0).toInt(), step);
            QVERIFY(std::abs(cells.at(2).toDouble() - 0.01 * step / 50) < 1e-15); // still in the warm-up
        }
        QVERIFY(rows.at(21).split(',').at(1).toDouble() < rows.at(2).split(',').at(1).toDouble());

        const QByteArray info = m_folder.run("info copy.regard").out;
        QCOMPARE(trainValueOf(info, "task"), QByteArray("copy"));
        QCOMPARE(trainValueOf(info, "task_step"), QByteArray("20"));
        QCOMPARE(trainValueOf(info, "task_seed"), QByteArray("5"));
        QCOMPARE(trainValueOf(info, "task_learning_rate"), QByteArray("0.01"));
        QCOMPARE(trainValueOf(info, "seed"), QByteArray("5"));
        QCOMPARE(trainValueOf(info, "d_model"), QByteArray("16"));
        QCOMPARE(trainValueOf(info, "vocabulary_size"), QByteArray("22"));
        QCOMPARE(m_folder.json("copy.regard")
                     .value(QStringLiteral("task"))
                     .toObject()
                     .value(QStringLiteral("options"))
                     .toObject()
                     .value(QStringLiteral("batch"))
                     .toInt(),
                 8);
        QVERIFY(m_folder.made("export copy.regard --block cross -o copy.svg copy.json"));

        QCOMPARE(train(arguments + " -o again.regard again.csv").exitCode, 0);
        QCOMPARE(m_folder.bytes("again.regard"), m_folder.bytes("copy.regard"));
        QCOMPARE(m_folder.bytes("again.csv"), m_folder.bytes("copy.csv"));
    }

    /// From a trained file on: its task, options and curve; the moments are said to begin anew.
    void goesOn()
    {
        const QByteArray arguments = QByteArray("--task reverse --steps 6 --dropout 0.1") + small;
        QCOMPARE(train(arguments + " -o six.regard").exitCode, 0);
        const ProgramRun ran = train("six.regard --steps 4 -o ten.regard ten.csv");
        QVERIFY2(ran.exitCode == 0 && ran.err.isEmpty(), ran.err.constData());
        QCOMPARE(trainValueOf(ran.out, "from_step"), QByteArray("6"));
        QCOMPARE(trainValueOf(ran.out, "step"), QByteArray("10"));
        QVERIFY(trainValueOf(ran.out, "optimiser").contains("begin anew"));
        QCOMPARE(log("ten.csv").size(), 12);
        const QByteArray info = m_folder.run("info ten.regard").out;
        QCOMPARE(trainValueOf(info, "task_step"), QByteArray("10"));
        QCOMPARE(trainValueOf(info, "task_steps"), QByteArray("10"));
        QCOMPARE(trainValueOf(info, "task_batch"), QByteArray("8"));
        QCOMPARE(trainValueOf(info, "task_dropout"), QByteArray("0.1"));

        const ProgramRun done = train("ten.regard -o eleven.regard");
        QCOMPARE(done.exitCode, 2);
        QVERIFY(done.err.contains("all 10 steps of the task reverse are taken"));
        // Another task of the same form begins anew with these weights.
        const ProgramRun other = train("ten.regard --task sort --steps 1 -o sort.regard");
        QVERIFY2(other.exitCode == 0, other.err.constData());
        QCOMPARE(trainValueOf(other.out, "from_step"), QByteArray("0"));
    }

    /// Sentences of one's own: their vocabulary is said, and the file is found again beside the project.
    void learnsFromAFile()
    {
        QVERIFY(m_folder.makeFolder(QStringLiteral("data")));
        m_folder.write("data/pairs.tsv", "one\tun\ntwo\tdeux\none two\tun deux\ntwo one\tdeux un\n");
        const ProgramRun ran =
            train(QByteArray("--task pairs --data data/pairs.tsv --steps 5") + small + " -o data/pairs.regard");
        QVERIFY2(ran.exitCode == 0 && ran.err.isEmpty(), ran.err.constData());
        QCOMPARE(trainValueOf(ran.out, "lines"), QByteArray("4"));
        QCOMPARE(trainValueOf(ran.out, "sentences"), QByteArray("4"));
        QCOMPARE(trainValueOf(ran.out, "vocabulary_size"), QByteArray("6"));
        QVERIFY(ran.out.indexOf("vocabulary_size") < ran.out.indexOf("\nstep ="));
        QCOMPARE(trainValueOf(m_folder.run("info data/pairs.regard").out, "task_data"), QByteArray("pairs.tsv"));
        const ProgramRun more = train("data/pairs.regard --steps 2 -o more.regard");
        QVERIFY2(more.exitCode == 0, more.err.constData());
        QCOMPARE(trainValueOf(more.out, "step"), QByteArray("7"));
        QCOMPARE(trainValueOf(m_folder.run("info more.regard").out, "task_data"), QByteArray("data/pairs.tsv"));
        m_folder.write("data/pairs.tsv", "one\ttrois\ntwo\tdeux\n");
        const ProgramRun other = train("more.regard --steps 1 -o x.regard");
        QCOMPARE(other.exitCode, 1);
        QVERIFY2(other.err.contains("pairs.tsv: line 1 has \"trois\""), other.err.constData());

        m_folder.write("words.txt", "a b c\nb c a\nc a b\n");
        for (const char *task : {"sentences", "masked"}) {
            const ProgramRun own = train(QByteArray("--task ") + task + " --data words.txt --steps 2 -o own.regard");
            QVERIFY2(own.exitCode == 0, own.err.constData());
        }
    }

    void locks()
    {
        const QByteArray arguments = QByteArray("--task copy --steps 2") + small;
        QCOMPARE(train(arguments + " --lock encoder.0.self.w_q --lock embedding -o locked.regard").exitCode, 0);
        QCOMPARE(train(QByteArray("--task copy --steps 1 --learning-rate 1e-30 --decay 0") + small + " -o start.regard")
                     .exitCode,
                 0);
        const auto weight = [&](const char *file, const char *name) {
            return m_folder.json(file).value(QStringLiteral("weights")).toObject().value(QLatin1String(name));
        };
        QCOMPARE(weight("locked.regard", "encoder.0.self.w_q"), weight("start.regard", "encoder.0.self.w_q"));
        QVERIFY(weight("locked.regard", "encoder.0.self.w_k") != weight("start.regard", "encoder.0.self.w_k"));
        QCOMPARE(m_folder.json("locked.regard").value(QStringLiteral("embedding")),
                 m_folder.json("start.regard").value(QStringLiteral("embedding")));
        QCOMPARE(trainValueOf(m_folder.run("info locked.regard").out, "task_locked"),
                 QByteArray("embedding, encoder.0.self.w_q"));
    }

    /// A rate that no model stands: what was finite is written, and one line says what happened.
    void stopsWhereNumbersAreNotFinite()
    {
        const ProgramRun ran = train(QByteArray("--task copy --steps 50 --learning-rate 1e18 --warm-up 0 --decay 0") +
                                     small + " -o wild.regard");
        QCOMPARE(ran.exitCode, 1);
        QVERIFY2(ran.err.contains("no longer finite") && ran.err.count('\n') == 1, ran.err.constData());
        QCOMPARE(m_folder.run("info wild.regard").exitCode, 0);
    }

    /// The step is finished, everything written, and the way to go on said; that way takes the steps that are left.
    void stopsWhenAsked()
    {
        Program shell{{QStringLiteral("-c"),
                       QStringLiteral("'%1' train --task copy --steps 1000000 --set d_model=16 --set d_key=16 --set "
                                      "d_value=16 --set d_ff=0 --batch 8 -o 'a file.regard' stopped.csv >said & p=$!; "
                                      "until grep -qs from_step said; do sleep 0.02; done; kill -TERM $p; wait $p")
                           .arg(QStringLiteral(REGARD_PROGRAM))},
                      QStringLiteral("sh")};
        shell.folder = m_folder.path(QStringLiteral("."));
        const ProgramRun ran = shell.withoutSession().run();
        QVERIFY2(ran.exitCode == 0 && ran.err.isEmpty(), ran.err.constData());
        const QByteArray said = m_folder.bytes("said");
        const int step = trainValueOf(said, "step").toInt();
        QVERIFY(step < 1000000);
        QCOMPARE(trainValueOf(said, "go_on"), QByteArray("regard train 'a file.regard' -o 'a file.regard'"));
        const ProgramRun info = m_folder.run(QStringList{QStringLiteral("info"), QStringLiteral("a file.regard")});
        QCOMPARE(trainValueOf(info.out, "task_step").toInt(), step);
        QCOMPARE(trainValueOf(info.out, "task_steps"), QByteArray("1000000"));
        QCOMPARE(log("stopped.csv").size(), step + 2);
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("mentions");
        const auto row = [](const char *name, const char *arguments, int exitCode, const char *mentions) {
            QTest::newRow(name) << QString::fromUtf8(arguments) << exitCode << QString::fromUtf8(mentions);
        };
        row("no task", "-o x.regard", 2, "--task says what to learn");
        row("no task in the file", "--example it -o x.regard", 2, "names no task");
        row("another model", "--task dates --model lstm -o x.regard", 2,
            "--model takes one of transformer, gru-bahdanau, lstm-bahdanau, not \"lstm\"");
        row("no models", "--task copy --model transformer -o x.regard", 2, "the task copy has one model");
        row("another task", "--task its -o x.regard", 2, "it, repeated, reverse");
        row("no output", "--task it", 2, "-o");
        row("a picture", "--task it -o x.png", 2, ".regard or .csv");
        row("two projects", "--task it -o x.regard y.regard", 2, "y.regard");
        row("no steps", "--task it --steps 0 -o x.regard", 2, "--steps takes");
        row("half a step", "--task it --steps 1.5 -o x.regard", 2, "1.5");
        row("seed", "--task it --seed -1 -o x.regard", 2, "--seed");
        row("dropout", "--task it --dropout 1 -o x.regard", 2, "--dropout takes a number from 0 to below 1");
        row("schedule", "--task it --schedule linear -o x.regard", 2, "cosine");
        row("lock", "--task it --lock decoder.0.self.w_q -o x.regard", 2, "decoder.0.self.w_q");
        row("unknown option", "--task it --momentum 1 -o x.regard", 2, "regard train has no option --momentum");
        row("no output layer", "--example it --task it -o x.regard", 1, "no output layer");
        row("no decoder", "--example it --task copy -o x.regard", 1, "an encoder and a decoder");
        row("no data", "--task pairs -o x.regard", 2, "--data names the file");
        row("data of a task of the table", "--task it --data y.txt -o x.regard", 2, "pairs, sentences, masked");
        row("no data file", "--task masked --data nowhere.txt -o x.regard", 1, "nowhere.txt");
        row("no file", "nowhere.regard --task it -o x.regard", 1, "nowhere.regard");
        row("a folder that is not there", "--task it --steps 1 -o nowhere/x.regard", 1, "nowhere/x.regard");
        row("a size that does not fit", "--task it --set output_projection=false --set d_value=3 -o x.regard", 1,
            "d_value");
    }

    void refusals()
    {
        QFETCH(QString, arguments);
        QFETCH(int, exitCode);
        QFETCH(QString, mentions);
        const ProgramRun ran = train(arguments.toUtf8());
        QCOMPARE(ran.exitCode, exitCode);
        QVERIFY2(ran.err.startsWith("regard: ") && ran.err.count('\n') == 1, ran.err.constData());
        QVERIFY2(QString::fromUtf8(ran.err).contains(mentions), ran.err.constData());
        QVERIFY(m_folder.names("x.regard").isEmpty());
    }
};

REGARD_GUILESS_TEST(TestTrain)
#include "test_train.moc"
