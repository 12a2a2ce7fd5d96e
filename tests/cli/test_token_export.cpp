#include <cmath>
#include <vector>

#include <QJsonArray>
#include <QTest>

#include "../io/checkpoint_copy.h"
#include "paths.h"
#include "program_run.h"
#include "test_class.h"

using namespace regard;

namespace {

const QString bert = QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert");

/// A table as a CSV file holds it, without quotes.
struct Table {
    QStringList keys;
    QStringList queries;
    std::vector<std::vector<double>> rows;
};

Table tableOf(const QByteArray &csv)
{
    Table table;
    for (const QString &line : QString::fromUtf8(csv).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts)) {
        QStringList cells = line.split(QLatin1Char(','));
        const QString first = cells.takeFirst();
        if (table.keys.isEmpty()) {
            table.keys = cells;
            continue;
        }
        table.queries.append(first);
        std::vector<double> &row = table.rows.emplace_back();
        for (const QString &cell : cells)
            row.push_back(cell.toDouble());
    }
    return table;
}

/// One more time in float64: the sum over the keys, the mean over the queries of each group of positions.
double groupedCell(const Table &pieces, const std::vector<int> &queries, const std::vector<int> &keys)
{
    double sum = 0;
    for (const int query : queries)
        for (const int key : keys)
            sum += pieces.rows.at(std::size_t(query)).at(std::size_t(key));
    return sum / double(queries.size());
}

std::vector<std::vector<int>> positionsOf(const QJsonArray &groups)
{
    std::vector<std::vector<int>> all;
    for (const QJsonValue &group : groups) {
        std::vector<int> &positions = all.emplace_back();
        for (const QJsonValue &position : group.toArray())
            positions.push_back(position.toInt());
    }
    return all;
}

} // namespace

/// `--words`, `--no-special`, `--renormalise` and `--pairs` over a small BERT, whose words are short pieces.
class TokenExportTest : public QObject {
    Q_OBJECT
private slots:
    void wordsInCsv()
    {
        // [CLS] the cat sat on the r ##u ##g [SEP]
        QVERIFY(
            ran({QStringLiteral("-o"), QStringLiteral("pieces.csv"), QStringLiteral("--head"), QStringLiteral("2")}));
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("words.csv"), QStringLiteral("--words"),
                     QStringLiteral("--head"), QStringLiteral("2")}));
        const Table pieces = tableOf(m_folder.bytes("pieces.csv"));
        const Table words = tableOf(m_folder.bytes("words.csv"));
        QCOMPARE(pieces.keys.join(QLatin1Char(' ')), QStringLiteral("[CLS] the cat sat on the r ##u ##g [SEP]"));
        QCOMPARE(words.keys.join(QLatin1Char(' ')), QStringLiteral("[CLS] the cat sat on the rug [SEP]"));
        QCOMPARE(words.queries, words.keys);
        const std::vector<std::vector<int>> groups{{0}, {1}, {2}, {3}, {4}, {5}, {6, 7, 8}, {9}};
        for (std::size_t query = 0; query < groups.size(); ++query)
            for (std::size_t key = 0; key < groups.size(); ++key)
                // Three float32 sums of numbers below 1.
                QVERIFY(std::abs(words.rows[query][key] - groupedCell(pieces, groups[query], groups[key])) < 5e-7);
    }

    void renormalisedRowsSumToOne()
    {
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("left.csv"), QStringLiteral("--words"),
                     QStringLiteral("--no-special")}));
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("one.csv"), QStringLiteral("--words"),
                     QStringLiteral("--no-special"), QStringLiteral("--renormalise")}));
        const Table left = tableOf(m_folder.bytes("left.csv"));
        const Table one = tableOf(m_folder.bytes("one.csv"));
        QCOMPARE(left.keys.join(QLatin1Char(' ')), QStringLiteral("the cat sat on the rug"));
        for (std::size_t row = 0; row < left.rows.size(); ++row) {
            double sum = 0;
            for (const double number : left.rows[row])
                sum += number;
            QVERIFY(sum < 0.999);
            for (std::size_t key = 0; key < left.rows[row].size(); ++key)
                QVERIFY(std::abs(one.rows[row][key] - left.rows[row][key] / sum) < 5e-7);
        }
    }

    void groupsInJson()
    {
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("all.json"), QStringLiteral("--words"),
                     QStringLiteral("--no-special")}));
        const QJsonObject trace = m_folder.json("all.json");
        const QJsonObject grouped = trace[QLatin1String("grouped")].toObject();
        QCOMPARE(grouped[QLatin1String("words")], QJsonValue(true));
        QCOMPARE(grouped[QLatin1String("special")], QJsonValue(false));
        QCOMPARE(grouped[QLatin1String("renormalised")], QJsonValue(false));
        QCOMPARE(positionsOf(grouped[QLatin1String("source")].toArray()),
                 (std::vector<std::vector<int>>{{1}, {2}, {3}, {4}, {5}, {6, 7, 8}}));
        QCOMPARE(trace[QLatin1String("tokens")].toArray().last().toString(), QStringLiteral("rug"));
        QVERIFY(!trace.contains(QLatin1String("input")));
        QVERIFY(!trace.contains(QLatin1String("logits")));
        const QJsonObject block = trace[QLatin1String("blocks")].toArray().at(1).toObject();
        QCOMPARE(block.keys(), (QStringList{QStringLiteral("heads"), QStringLiteral("name")}));
        const QJsonObject head = block[QLatin1String("heads")].toArray().at(2).toObject();
        QCOMPARE(head.keys(), QStringList{QStringLiteral("weights")});
        QCOMPARE(head[QLatin1String("weights")].toArray().size(), 6);
    }

    void groupsInSafetensors()
    {
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("all.safetensors"), QStringLiteral("--words")}));
        const QByteArray bytes = m_folder.bytes("all.safetensors");
        const QByteArray header = bytes.mid(8, bytes.indexOf("}}", 8) + 2 - 8);
        QVERIFY(header.contains(R"("encoder.1.self.weights":{"dtype":"F32","shape":[3,8,8])"));
        QVERIFY(!header.contains("encoder.1.self.q"));
        QVERIFY(header.contains(R"(\"words\": true)"));
    }

    void picturesSaySo_data()
    {
        QTest::addColumn<QString>("view");
        for (const char *view : {"links", "heatmap", "heads", "sentence", "entropy", "similarity"})
            QTest::newRow(view) << QString::fromLatin1(view);
    }

    void picturesSaySo()
    {
        QFETCH(QString, view);
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("a.svg"), QStringLiteral("--view"), view,
                     QStringLiteral("--head"), QStringLiteral("1"), QStringLiteral("--words"),
                     QStringLiteral("--no-special"), QStringLiteral("--renormalise")}));
        const QString svg = QString::fromUtf8(m_folder.bytes("a.svg"));
        QVERIFY2(svg.contains(QStringLiteral("words · special tokens hidden")), qPrintable(view));
        QVERIFY2(svg.contains(QStringLiteral("renormalised")), qPrintable(view));
    }

    /// Merged words play only the shares, and the text says that pieces are summed.
    void wordsArePlayed()
    {
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("p.svg"), QStringLiteral("--view"), QStringLiteral("play"),
                     QStringLiteral("--words"), QStringLiteral("--time"), QStringLiteral("2")}));
        const QString svg = QString::fromUtf8(m_folder.bytes("p.svg"));
        QVERIFY(svg.contains(QStringLiteral("The share of a word is the sum over its pieces")));
        QVERIFY(!svg.contains(QStringLiteral("q·k")));
    }

    void onePartOfAPair()
    {
        const QStringList pair{QStringLiteral("--target"), QStringLiteral("the rug")};
        QVERIFY(ran(QStringList{QStringLiteral("-o"), QStringLiteral("whole.csv")} + pair));
        QVERIFY(ran(QStringList{QStringLiteral("-o"), QStringLiteral("part.csv"), QStringLiteral("--pairs"),
                                QStringLiteral("ab")} +
                    pair));
        const Table whole = tableOf(m_folder.bytes("whole.csv"));
        const Table part = tableOf(m_folder.bytes("part.csv"));
        QCOMPARE(part.queries, whole.queries.mid(0, 10));
        QCOMPARE(part.keys.join(QLatin1Char(' ')), QStringLiteral("the r ##u ##g [SEP]"));
        QCOMPARE(part.rows[2][1], whole.rows[2][11]);
        QVERIFY(ran(QStringList{QStringLiteral("-o"), QStringLiteral("part.svg"), QStringLiteral("--pairs"),
                                QStringLiteral("ab")} +
                    pair));
        QVERIFY(QString::fromUtf8(m_folder.bytes("part.svg")).contains(QStringLiteral("A → B alone · ")));
    }

    void aProjectKeepsIt()
    {
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("a.regard"), QStringLiteral("--words"),
                     QStringLiteral("--no-special")}));
        const QJsonObject project = m_folder.json("a.regard");
        const QJsonObject tokens = project[QLatin1String("view")].toObject()[QLatin1String("tokens")].toObject();
        QCOMPARE(tokens[QLatin1String("words")], QJsonValue(true));
        QCOMPARE(tokens[QLatin1String("special")], QJsonValue(false));
    }

    void addedTokensAreWords()
    {
        // The last piece of a Llama-style tokenizer becomes an added token, which is looked for behind a space.
        CheckpointCopy folder(QStringLiteral("mistral"));
        const QString name = QStringLiteral("tokenizer.json");
        QJsonObject whole = QJsonDocument::fromJson(folder.read(name)).object();
        QJsonObject model = whole[QStringLiteral("model")].toObject();
        QJsonArray merges = model[QStringLiteral("merges")].toArray();
        QJsonObject vocabulary = model[QStringLiteral("vocab")].toObject();
        const QJsonValue last = merges.takeAt(merges.size() - 1);
        const QJsonValue id = vocabulary.take(last[0].toString() + last[1].toString());
        QVERIFY(id.isDouble());
        model[QStringLiteral("merges")] = merges;
        model[QStringLiteral("vocab")] = vocabulary;
        QJsonArray added = whole[QStringLiteral("added_tokens")].toArray();
        added.append(QJsonObject{{QStringLiteral("id"), id},
                                 {QStringLiteral("content"), QStringLiteral("<GO>")},
                                 {QStringLiteral("special"), false},
                                 {QStringLiteral("normalized"), true}});
        whole[QStringLiteral("added_tokens")] = added;
        whole[QStringLiteral("model")] = model;
        folder.write(name, QJsonDocument(whole).toJson());
        const auto exported = [&](const QString &output) {
            return m_folder.run({QStringLiteral("export"), folder.path(), QStringLiteral("--source"),
                                 QStringLiteral("cut <GO> <GO> cut"), QStringLiteral("--words"), QStringLiteral("-o"),
                                 output});
        };
        QCOMPARE(exported(QStringLiteral("added.csv")).err, QByteArray());
        QCOMPARE(tableOf(m_folder.bytes("added.csv")).keys.join(QLatin1Char(' ')),
                 QString::fromUtf8("<s> cut ▁<GO> ▁<GO> cut"));
        QCOMPARE(exported(QStringLiteral("added.svg")).err, QByteArray());
        QVERIFY(m_folder.bytes("added.svg").contains(">&lt;GO&gt;<"));
    }

    void otherTokenizersGiveTheSameBytes()
    {
        QVERIFY(m_folder.made("export --source a-b --set heads=1 -o plain.csv"));
        QVERIFY(m_folder.made("export --source a-b --set heads=1 -o words.csv --words --no-special"));
        QCOMPARE(m_folder.bytes("words.csv"), m_folder.bytes("plain.csv"));
    }

    void batch()
    {
        const ProgramRun result =
            m_folder.run({QStringLiteral("export"), bert, QStringLiteral("--sources"), QStringLiteral("-"),
                          QStringLiteral("-o"), QStringLiteral("b.csv"), QStringLiteral("--words")},
                         "the rug\nhello\n");
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(tableOf(m_folder.bytes("b-001.csv")).keys.join(QLatin1Char(' ')),
                 QStringLiteral("[CLS] the rug [SEP]"));
        QCOMPARE(tableOf(m_folder.bytes("b-002.csv")).keys.join(QLatin1Char(' ')), QStringLiteral("[CLS] hello [SEP]"));
    }

    void mistakes_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("says");
        QTest::newRow("renormalise alone") << "--renormalise" << 2 << "--renormalise divides what --no-special leaves";
        QTest::newRow("steps") << "--view steps --words" << 2 << "--view steps shows token by token";
        QTest::newRow("stage") << "--view heatmap --stage scores --words" << 2 << "leave --stage out";
        QTest::newRow("pairs of output") << "--view output --pairs ab" << 2 << "--pairs belongs to";
        QTest::newRow("pairs of one") << "--pairs ab" << 1 << "--pairs chooses between two sentences";
        QTest::newRow("hidden focus") << "--query 1 --no-special" << 1 << "\"[CLS]\", which --no-special hides";
        QTest::newRow("unknown") << "--pairs ac" << 2 << "--pairs";
    }

    void mistakes()
    {
        QFETCH(QString, options);
        const ProgramRun result =
            m_folder.run(command({QStringLiteral("-o"), QStringLiteral("a.svg")}) + options.split(QLatin1Char(' ')));
        QTEST(result.exitCode, "exitCode");
        QFETCH(QString, says);
        QVERIFY2(QString::fromUtf8(result.err).contains(says), result.err.constData());
    }

private:
    static QStringList command(const QStringList &more)
    {
        return QStringList{QStringLiteral("export"), bert, QStringLiteral("--source"),
                           QStringLiteral("The cat sat on the rug")} +
               more;
    }
    bool ran(const QStringList &more) const
    {
        const ProgramRun result = m_folder.run(command(more));
        if (result.exitCode != 0 || !result.err.isEmpty())
            qWarning("%d %s", result.exitCode, result.err.constData());
        return result.exitCode == 0 && result.err.isEmpty();
    }

    ProgramFolder m_folder;
};

REGARD_GUILESS_TEST(TokenExportTest)
#include "test_token_export.moc"
