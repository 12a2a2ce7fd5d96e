#include <cmath>
#include <map>
#include <vector>

#include <QJsonArray>
#include <QTest>

#include "../io/expected_file.h"
#include "drawn_text.h"
#include "paths.h"
#include "program_run.h"
#include "test_class.h"

using namespace regard;

namespace {

const QString valueModel = QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert");

/// Numbers of a CSV file below its header, a row a line; cells that are no number are NaN.
std::vector<std::vector<double>> valueRows(const QByteArray &csv)
{
    std::vector<std::vector<double>> rows;
    for (const QString &line : QString::fromUtf8(csv).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts)) {
        std::vector<double> &row = rows.emplace_back();
        for (const QString &cell : line.split(QLatin1Char(','))) {
            bool isNumber = false;
            const double number = cell.toDouble(&isNumber);
            row.push_back(isNumber ? number : std::nan(""));
        }
    }
    rows.erase(rows.begin());
    return rows;
}

double valueEntropy(const Matrix &numbers)
{
    double sum = 0;
    for (Eigen::Index row = 0; row < numbers.rows(); ++row)
        for (Eigen::Index key = 0; key < numbers.cols(); ++key) {
            const double share = double(numbers(row, key)) / double(numbers.row(row).sum());
            sum -= share > 0 ? share * std::log(share) : 0;
        }
    return sum / double(numbers.rows());
}

/// What the keys take of the rows divided by their sums, the mean over rows.
double valueShare(const Matrix &numbers, const std::vector<int> &keys)
{
    double sum = 0;
    for (Eigen::Index row = 0; row < numbers.rows(); ++row)
        for (const int key : keys)
            sum += double(numbers(row, key)) / double(numbers.row(row).sum());
    return sum / double(numbers.rows());
}

} // namespace

/// `--by-value`, `--without-sink` and `--find sink` of a small BERT, beside numbers from transformers
/// (tests/data/moved and tests/data/checkpoints).
class TestValueExport : public QObject {
    Q_OBJECT
private slots:
    void init() { m_text = m_moved.at(0)[QStringLiteral("text")].toString(); }

    void headsInJsonAndSafetensors()
    {
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("all.json"), QStringLiteral("--by-value")}));
        const QJsonObject trace = m_folder.json("all.json");
        QCOMPARE(trace[QLatin1String("grouped")][QLatin1String("by_value")], QJsonValue(true));
        const QJsonObject block = trace[QLatin1String("blocks")].toArray().at(1).toObject();
        const std::vector<Matrix> expected = m_moved.matrices(0, QStringLiteral("encoder.1.self.moved"));
        for (std::size_t head = 0; head < expected.size(); ++head) {
            const QJsonObject given = block[QLatin1String("heads")].toArray().at(qsizetype(head)).toObject();
            QCOMPARE(given.keys(), QStringList{QStringLiteral("by_value")}); // no weights, which these are not
            const QJsonArray rows = given[QLatin1String("by_value")].toArray();
            for (int query = 0; query < expected[head].rows(); ++query)
                for (int key = 0; key < expected[head].cols(); ++key)
                    QVERIFY(isNear(rows.at(query).toArray().at(key).toDouble(), expected[head](query, key)));
        }
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("all.safetensors"), QStringLiteral("--by-value")}));
        const QByteArray bytes = m_folder.bytes("all.safetensors");
        QVERIFY(bytes.contains("\"encoder.1.self.by_value\"") && !bytes.contains(".weights\""));
    }

    void allHeadsTogetherInCsv()
    {
        QVERIFY(
            ran({QStringLiteral("-o"), QStringLiteral("all.csv"), QStringLiteral("--by-value"),
                 QStringLiteral("--summary"), QStringLiteral("mean"), QStringLiteral("--layer"), QStringLiteral("2")}));
        const auto rows = valueRows(m_folder.bytes("all.csv"));
        const Matrix expected = m_moved.matrices(0, QStringLiteral("encoder.1.self.together")).front();
        for (int query = 0; query < expected.rows(); ++query)
            for (int key = 0; key < expected.cols(); ++key)
                QVERIFY(isNear(rows[std::size_t(query)][std::size_t(key) + 1], expected(query, key)));
    }

    void entropiesAreOfShares()
    {
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("e.csv"), QStringLiteral("--by-value"),
                     QStringLiteral("--view"), QStringLiteral("entropy")}));
        std::size_t row = 0;
        const auto rows = valueRows(m_folder.bytes("e.csv"));
        for (int layer = 0; layer < 2; ++layer)
            for (const Matrix &head : m_moved.matrices(0, QStringLiteral("encoder.%1.self.moved").arg(layer)))
                QVERIFY(std::abs(rows.at(row++).back() - valueEntropy(head)) < 2e-4);
        QCOMPARE(row, rows.size());
    }

    /// [CLS], then [SEP], then the hyphen and the full stop.
    void theSinkOfEveryHead()
    {
        const auto tokens = strings(m_moved.at(0)[QStringLiteral("tokens")]);
        std::vector<int> marks;
        for (int i = 0; i < int(tokens.size()); ++i)
            if (tokens[std::size_t(i)] == "-" || tokens[std::size_t(i)] == ".")
                marks.push_back(i);
        QCOMPARE(marks.size(), std::size_t(2));
        const int last = int(tokens.size()) - 1;
        QVERIFY(
            ran({QStringLiteral("-o"), QStringLiteral("sink.csv"), QStringLiteral("--find"), QStringLiteral("sink")}));
        QVERIFY(m_folder.bytes("sink.csv")
                    .startsWith("block,layer,head,share,first,special,punctuation,by_value,"
                                "by_value_first,by_value_special,by_value_punctuation\r\n"));
        const auto rows = valueRows(m_folder.bytes("sink.csv"));
        QCOMPARE(rows.size(), std::size_t(6));
        for (const std::vector<double> &row : rows) {
            const QString block = QStringLiteral("encoder.%1.self").arg(int(row[1]) - 1);
            const auto head = std::size_t(row[2]) - 1;
            const Matrix weights = m_weights.matrices(0, block + QStringLiteral(".weights"))[head];
            const Matrix moved = m_moved.matrices(0, block + QStringLiteral(".moved"))[head];
            std::size_t cell = 3;
            for (const Matrix &numbers : {weights, moved}) {
                const double first = valueShare(numbers, {0});
                const double special = valueShare(numbers, {last});
                const double punctuation = valueShare(numbers, marks);
                for (const double expected : {first + special + punctuation, first, special, punctuation})
                    QVERIFY(std::abs(row[cell++] - expected) < 1e-4);
            }
        }
    }

    void withoutTheSink()
    {
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("left.csv"), QStringLiteral("--without-sink")}));
        const auto rows = valueRows(m_folder.bytes("left.csv"));
        const Matrix weights = m_weights.matrices(0, QStringLiteral("encoder.0.self.weights")).front();
        const auto tokens = strings(m_moved.at(0)[QStringLiteral("tokens")]);
        const auto isSink = [&](int key) {
            const std::string &token = tokens[std::size_t(key)];
            return key == 0 || token == "[SEP]" || token == "-" || token == ".";
        };
        for (int query = 0; query < weights.rows(); ++query) {
            double left = 0;
            for (int key = 0; key < weights.cols(); ++key)
                left += isSink(key) ? 0 : double(weights(query, key));
            for (int key = 0; key < weights.cols(); ++key) {
                const double expected = isSink(key) ? 0 : double(weights(query, key)) / left;
                QVERIFY(std::abs(rows[std::size_t(query)][std::size_t(key) + 1] - expected) < 2e-4);
            }
        }
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("left.svg"), QStringLiteral("--without-sink")}));
        QVERIFY(m_folder.bytes("left.svg").contains("without the sink: "));
    }

    /// The pictures say what their numbers are.
    void picturesSayIt_data()
    {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("says");
        QTest::newRow("links") << "links"
                               << "no share";
        QTest::newRow("heatmap") << "heatmap"
                                 << "no share";
        QTest::newRow("heads") << "heads"
                               << "colours from 0 to";
        QTest::newRow("sentence") << "sentence"
                                  << "full colour is";
        QTest::newRow("entropy") << "entropy"
                                 << "shares of";
    }

    void picturesSayIt()
    {
        QFETCH(const QString, view);
        QFETCH(const QString, says);
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("a.svg"), QStringLiteral("--by-value"),
                     QStringLiteral("--view"), view}));
        const QByteArray svg = m_folder.bytes("a.svg");
        QVERIFY2(isDrawn(svg, QStringLiteral("‖α v W")), qPrintable(drawnText(svg)));
        QVERIFY2(isDrawn(svg, says), qPrintable(drawnText(svg)));
    }

    void mistakes_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("says");
        QTest::newRow("stage") << "--view heatmap --stage scores --by-value" << 2 << "leave --stage out";
        QTest::newRow("steps") << "--view steps --by-value" << 2 << "explains weights as they are";
        QTest::newRow("play") << "--view play --without-sink" << 2 << "explains weights as they are";
    }

    void mistakes()
    {
        QFETCH(const QString, options);
        QFETCH(const QString, says);
        const ProgramRun result =
            m_folder.run(command({QStringLiteral("-o"), QStringLiteral("a.svg")}) + options.split(QLatin1Char(' ')));
        QTEST(result.exitCode, "exitCode");
        QVERIFY2(QString::fromUtf8(result.err).contains(says), result.err.constData());
    }

    void aFileOfAttentionHasNoValues()
    {
        QVERIFY(ran({QStringLiteral("-o"), QStringLiteral("given.safetensors")}));
        const QStringList given{QStringLiteral("export"), QStringLiteral("given.safetensors"), QStringLiteral("-o"),
                                QStringLiteral("b.csv")};
        const ProgramRun refused = m_folder.run(given + QStringList{QStringLiteral("--by-value")});
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.err.contains("--by-value needs weights to compute with"), refused.err.constData());
        QCOMPARE(m_folder.run(given + QStringList{QStringLiteral("--without-sink")}).exitCode, 0);
        const ProgramRun compared =
            m_folder.run(command({QStringLiteral("-o"), QStringLiteral("b.svg"), QStringLiteral("--by-value"),
                                  QStringLiteral("--pinned"), QStringLiteral("given.safetensors")}));
        QCOMPARE(compared.exitCode, 1);
        QVERIFY2(compared.err.contains("the file of attention that --pinned gives has none"), compared.err.constData());
    }

private:
    static bool isNear(double actual, float expected)
    {
        return std::abs(actual - double(expected)) <= 5e-5 * (1 + std::abs(double(expected))); // as pass_parity.h
    }
    QStringList command(const QStringList &more) const
    {
        return QStringList{QStringLiteral("export"), valueModel, QStringLiteral("--source"), m_text} + more;
    }
    bool ran(const QStringList &more) const
    {
        const ProgramRun result = m_folder.run(command(more));
        if (result.exitCode != 0 || !result.err.isEmpty())
            qWarning("%d %s", result.exitCode, result.err.constData());
        return result.exitCode == 0 && result.err.isEmpty();
    }

    ProgramFolder m_folder;
    ExpectedFile m_moved{QStringLiteral(REGARD_TEST_DATA "/moved/bert.safetensors")};
    ExpectedFile m_weights{QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert.expected.safetensors")};
    QString m_text;
};

REGARD_GUILESS_TEST(TestValueExport)
#include "test_value_export.moc"
