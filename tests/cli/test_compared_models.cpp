#include <cmath>
#include <limits>

#include <QJsonArray>
#include <QTest>

#include "../main/stepped_checkpoint.h"
#include "program_run.h"
#include "test_class.h"

using namespace regard;

/// `regard export TUNED --pinned BASE`: two checkpoints of one shape whose difference is known.
class TestComparedModels : public QObject {
    Q_OBJECT

private:
    ProgramFolder m_folder;

    /// The cells of a CSV file's row that begins with `name`.
    QList<QByteArray> row(const char *file, const char *name) const
    {
        for (const QByteArray &line : m_folder.bytes(file).split('\n'))
            if (line.startsWith(QByteArray(name) + ','))
                return line.trimmed().split(',');
        return {};
    }

private slots:
    void initTestCase()
    {
        copyCheckpoint(QStringLiteral("bert"), m_folder.path(QStringLiteral("base")));
        copyCheckpoint(QStringLiteral("bert"), m_folder.path(QStringLiteral("tuned")),
                       {{firstQueries, 5, 3}, {firstQueries, 7, 4}, {secondOutput, 0, -2}});
        copyCheckpoint(QStringLiteral("gpt2"), m_folder.path(QStringLiteral("other")));
    }

    void bothReadTheSameSentence()
    {
        QVERIFY(m_folder.made("export tuned --pinned base --source cat --layer 2 --head 2 -o d.json d.svg"));
        QVERIFY(m_folder.made("export tuned --source cat -o now.json"));
        QVERIFY(m_folder.made("export base --source cat -o then.json"));
        const auto head = [&](const QJsonValue &trace) {
            return trace[u"blocks"][1][u"heads"][1][u"weights"].toArray();
        };
        const QJsonObject both = m_folder.json("d.json");
        QCOMPARE(head(both), head(m_folder.json("now.json")));
        QCOMPARE(head(both[u"pinned"]), head(m_folder.json("then.json")));
        const QJsonArray now = head(both);
        const QJsonArray then = head(both[u"pinned"]);
        const QJsonArray difference = head(both[u"difference"]);
        double most = 0;
        for (int query = 0; query < now.size(); ++query)
            for (int key = 0; key < now.size(); ++key) {
                const double expected = now[query][key].toDouble() - then[query][key].toDouble();
                QVERIFY(std::abs(difference[query][key].toDouble() - expected) < 1e-6); // digits of float32
                most = std::max(most, std::abs(expected));
            }
        QVERIFY(most > 1e-4); // layer 1 moved, and layer 2 reads it
        QVERIFY(m_folder.bytes("d.svg").contains("tuned now − base pinned<"));
    }

    void normsOfEachMatrix()
    {
        QVERIFY(m_folder.made("export tuned --pinned base --source cat --view matrices -o m.csv m.svg m.pdf m.png"));
        QCOMPARE(m_folder.bytes("m.csv").split('\n').first().trimmed(),
                 QByteArray("weight,rows,columns,norm,pinned_norm,relative"));
        const QList<QByteArray> query = row("m.csv", "encoder.0.self.w_q");
        QCOMPARE(query.value(1) + "x" + query.value(2), QByteArray("24x24"));
        QVERIFY(std::abs(query.value(3).toDouble() - 5) < 1e-6);
        QVERIFY(std::abs(query.value(5).toDouble() - 5 / query.value(4).toDouble()) < 1e-6);
        QVERIFY(std::abs(row("m.csv", "encoder.1.self.w_o").value(3).toDouble() - 2) < 1e-6);
        int still = 0;
        for (const QByteArray &line : m_folder.bytes("m.csv").split('\n'))
            still += line.contains(",0,") && line.trimmed().endsWith(",0") ? 1 : 0;
        QVERIFY(still > 20);
        const QByteArray svg = m_folder.bytes("m.svg");
        QVERIFY(svg.contains("ffn.w_1<") && svg.contains("layer 2<") && svg.contains(">5<"));
        QVERIFY(m_folder.made("export tuned --pinned base --source cat --view matrices --relative -o r.svg r.json"));
        QVERIFY(m_folder.bytes("r.svg") != svg);
        QCOMPARE(m_folder.json("r.json")[u"matrices"].toArray().size(), still + 2);
    }

    void headsByHowMuchTheyMoved()
    {
        QVERIFY(m_folder.made("export tuned --pinned base --source cat --find moved -o f.csv"));
        const QList<QByteArray> lines = m_folder.bytes("f.csv").trimmed().split('\n');
        QCOMPARE(lines.size(), 7); // two layers of three heads
        QCOMPARE(lines.first().trimmed(), QByteArray("block,layer,head,share"));
        double last = 1;
        for (const QByteArray &line : lines.mid(1)) {
            const double share = line.trimmed().split(',').at(3).toDouble();
            QVERIFY(share <= last);
            last = share;
        }
        // Only the first head of layer 1 has the moved column.
        QCOMPARE(lines.mid(5).join(';').replace("\r", ""), QByteArray("encoder,1,2,0;encoder,1,3,0"));
    }

    void refused_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("mentions");
        const auto row = [](const char *line, int exitCode, const char *mentions) {
            QTest::newRow(line) << QString::fromUtf8(line) << exitCode << QString::fromUtf8(mentions);
        };
        row("tuned --source cat --view matrices -o a.svg", 2, "--pinned");
        row("tuned --source cat --find moved -o a.csv", 2, "--pinned");
        row("tuned --pinned base --source cat --relative -o a.svg", 2, "--view matrices");
        row("tuned --pinned base --source cat --view matrices --compare side -o a.svg", 2, "--compare");
        row("tuned --pinned base --source cat --view matrices --film pinned -o a.webp", 2, "--film");
        row("tuned --pinned other --source cat --view matrices -o a.svg", 1, "one shape");
        row("tuned --pinned missing --source cat --view matrices -o a.svg", 1, "missing");
        row("tuned --pinned base -o a.svg", 1, "--source");
    }
    void refused()
    {
        QFETCH(QString, line);
        QFETCH(int, exitCode);
        QFETCH(QString, mentions);
        const ProgramRun ran = m_folder.run((QStringLiteral("export ") + line).toUtf8().constData());
        QCOMPARE(ran.exitCode, exitCode);
        QVERIFY2(QString::fromUtf8(ran.err).contains(mentions), ran.err.constData());
        QVERIFY(m_folder.names("a.").isEmpty());
    }
};

REGARD_GUILESS_TEST(TestComparedModels)

#include "test_compared_models.moc"
