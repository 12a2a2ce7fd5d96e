#include <bit>
#include <cmath>
#include <limits>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include "io/file_error.h"
#include "io/project.h"
#include "io/trace_file.h"

using namespace regard;

namespace {

/// Two layers of three heads with d_value unlike d_key, a causal mask and a padded token: every kind of number there
/// is.
struct Pass {
    Model model;
    SharedTrace trace;
};

Pass somePass()
{
    const Project project = parseProject(R"({"format": "regard-project", "version": 1,
        "source": "a \u0022b\u0022 我\u005c é", "tokenizer": "whitespace", "masked_source": [0],
        "model": {"d_model": 6, "heads": 3, "d_key": 4, "d_value": 2, "encoder_layers": 2, "encoder_mask": "causal"}})",
                                         "some");
    return {project.model, forward(project.model, inputOf(project))};
}

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

bool sameBits(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

/// Whether a JSON matrix holds the engine's numbers, bit for bit, with null where they are −infinity.
bool holds(const QJsonValue &value, const Matrix &matrix)
{
    const QJsonArray rows = value.toArray();
    if (rows.size() != matrix.rows()) {
        return false;
    }
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
        const QJsonArray numbers = rows[row].toArray();
        if (numbers.size() != matrix.cols()) {
            return false;
        }
        for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
            const QJsonValue number = numbers[column];
            const float expected = matrix(row, column);
            const bool same = std::isinf(expected)
                                  ? number.isNull()
                                  : number.isDouble() && sameBits(static_cast<float>(number.toDouble()), expected);
            if (!same) {
                return false;
            }
        }
    }
    return true;
}

/// A tensor of a safetensors file as its header describes it.
struct Tensor {
    std::vector<int> shape;
    std::vector<float> numbers;
};

Tensor tensorNamed(const QByteArray &file, const QJsonObject &header, const QString &name)
{
    const QJsonObject entry = header[name].toObject();
    Tensor tensor;
    for (const QJsonValue size : entry[QLatin1String("shape")].toArray()) {
        tensor.shape.push_back(size.toInt());
    }
    const QJsonArray offsets = entry[QLatin1String("data_offsets")].toArray();
    const qint64 start = 8 + static_cast<qint64>(qFromLittleEndian<quint64>(file.constData()));
    for (qint64 at = start + offsets[0].toInteger(); at < start + offsets[1].toInteger(); at += 4) {
        tensor.numbers.push_back(qFromLittleEndian<float>(file.constData() + at));
    }
    return tensor;
}

/// Whether the tensor's matrix of that index is the engine's, bit for bit.
bool holds(const Tensor &tensor, std::size_t index, const Matrix &matrix)
{
    const auto size = static_cast<std::size_t>(matrix.size());
    const std::size_t sizes = tensor.shape.size();
    if (sizes < 2 || tensor.numbers.size() < (index + 1) * size || tensor.shape[sizes - 2] != matrix.rows() ||
        tensor.shape[sizes - 1] != matrix.cols()) {
        return false;
    }
    for (std::size_t i = 0; i < size; ++i) {
        if (!sameBits(tensor.numbers[index * size + i], matrix.data()[i])) {
            return false;
        }
    }
    return true;
}

QStringList texts(const std::vector<std::string> &tokens)
{
    QStringList list;
    for (const std::string &token : tokens) {
        list << QString::fromStdString(token);
    }
    return list;
}

} // namespace

class TestTraceFile : public QObject {
    Q_OBJECT

private slots:
    void jsonHoldsTheEnginesNumbers();
    void jsonOfTheThreeInputs();
    void safetensorsHoldsTheEnginesNumbers();
    void safetensorsHeader();
    void sameBytesEveryTime();
    void csv();
    void csvOfTheWrongSize();
    void floats_data();
    void floats();
    void aFailureLeavesNothing();
};

void TestTraceFile::jsonHoldsTheEnginesNumbers()
{
    const Pass pass = somePass();
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.json"));
    writeTraceJson(path, pass.model, *pass.trace);
    QJsonParseError error;
    const QJsonObject root = QJsonDocument::fromJson(bytesOf(path), &error).object();
    QCOMPARE(error.errorString(), QStringLiteral("no error occurred"));
    QCOMPARE(root.keys(),
             (QStringList{QStringLiteral("blocks"), QStringLiteral("decoder_output"), QStringLiteral("encoder_output"),
                          QStringLiteral("format"), QStringLiteral("input"), QStringLiteral("logits"),
                          QStringLiteral("target_input"), QStringLiteral("target_tokens"), QStringLiteral("tokens"),
                          QStringLiteral("version")}));
    QCOMPARE(root[QLatin1String("format")].toString(), QStringLiteral("regard-trace"));
    QCOMPARE(root[QLatin1String("version")].toInt(), 1);
    QCOMPARE(root[QLatin1String("tokens")].toVariant().toStringList(),
             (QStringList{QStringLiteral("a"), QStringLiteral("\"b\""), QStringLiteral("我\\"), QStringLiteral("é")}));
    for (const char *empty : {"target_tokens", "target_input", "decoder_output", "logits"}) {
        QVERIFY2(root[QLatin1String(empty)].isArray() && root[QLatin1String(empty)].toArray().isEmpty(), empty);
    }
    QVERIFY(holds(root[QLatin1String("input")], pass.trace->input));
    QVERIFY(holds(root[QLatin1String("encoder_output")], pass.trace->encoderOutput));
    const QJsonArray blocks = root[QLatin1String("blocks")].toArray();
    QCOMPARE(blocks.size(), 2);
    int nulls = 0;
    for (int index = 0; index < 2; ++index) {
        const QJsonObject block = blocks[index].toObject();
        const BlockTrace &expected = *pass.trace->blocks[static_cast<std::size_t>(index)];
        QCOMPARE(block[QLatin1String("name")].toString(), QStringLiteral("encoder.%1.self").arg(index));
        QVERIFY(holds(block[QLatin1String("joined")], expected.joined));
        QVERIFY(holds(block[QLatin1String("output")], expected.output));
        QCOMPARE(block[QLatin1String("heads")].toArray().size(), 3);
        for (int number = 0; number < 3; ++number) {
            const QJsonObject head = block[QLatin1String("heads")].toArray()[number].toObject();
            const HeadTrace &wanted = expected.heads[static_cast<std::size_t>(number)];
            const HeadScores scores = headScores(pass.model, *pass.trace, index, number);
            QVERIFY(holds(head[QLatin1String("q")], wanted.q));
            QVERIFY(holds(head[QLatin1String("k")], wanted.k));
            QVERIFY(holds(head[QLatin1String("v")], wanted.v));
            QVERIFY(holds(head[QLatin1String("scores")], scores.scores));
            QVERIFY(holds(head[QLatin1String("scaled")], scores.scaled));
            QVERIFY(holds(head[QLatin1String("masked")], scores.masked));
            QVERIFY(holds(head[QLatin1String("weights")], wanted.weights));
            QVERIFY(holds(head[QLatin1String("output")], wanted.output));
            for (const QJsonValue row : head[QLatin1String("masked")].toArray()) {
                for (const QJsonValue number2 : row.toArray()) {
                    nulls += number2.isNull() ? 1 : 0;
                }
            }
        }
    }
    // Four tokens under a causal mask leave 10 of 16 scores; the padded first token takes a column of 4 from them.
    QCOMPARE(nulls, 2 * 3 * 10);
}

void TestTraceFile::jsonOfTheThreeInputs()
{
    const Project project = readProject(QStringLiteral(REGARD_TEST_DATA "/io/three-inputs.regard"));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.json"));
    writeTraceJson(path, project.model, *forward(project.model, inputOf(project)));
    const QByteArray text = bytesOf(path).replace('\n', "");
    QVERIFY(text.contains(R"("q": [[1,0,2],[2,2,2],[2,1,3]])"));
    QVERIFY(text.contains(R"("k": [[0,1,1],[4,4,0],[2,3,1]])"));
    QVERIFY(text.contains(R"("v": [[1,2,3],[2,8,0],[2,6,3]])"));
    QVERIFY(text.contains(R"("scores": [[2,4,4],[4,16,12],[4,12,10]])"));
    QVERIFY(text.contains(R"("scaled": [[2,4,4],[4,16,12],[4,12,10]])"));
    QVERIFY(text.contains(R"("input": [[1,0,1,0],[0,2,0,2],[1,1,1,1]])"));
}

void TestTraceFile::safetensorsHoldsTheEnginesNumbers()
{
    const Pass pass = somePass();
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.safetensors"));
    writeTraceSafetensors(path, pass.model, *pass.trace);
    const QByteArray file = bytesOf(path);
    const auto length = static_cast<qsizetype>(qFromLittleEndian<quint64>(file.constData()));
    const QJsonObject header = QJsonDocument::fromJson(file.mid(8, length)).object();
    QCOMPARE(header.size(), 1 + 2 + 2 * 10); // metadata, input and encoder_output, ten tensors a block
    const auto named = [&](const QString &name) { return tensorNamed(file, header, name); };
    QVERIFY(holds(named(QStringLiteral("input")), 0, pass.trace->input));
    QVERIFY(holds(named(QStringLiteral("encoder_output")), 0, pass.trace->encoderOutput));
    for (int index = 0; index < 2; ++index) {
        const BlockTrace &block = *pass.trace->blocks[static_cast<std::size_t>(index)];
        const QString prefix = QStringLiteral("encoder.%1.self.").arg(index);
        QVERIFY(holds(named(prefix + QStringLiteral("joined")), 0, block.joined));
        QVERIFY(holds(named(prefix + QStringLiteral("output")), 0, block.output));
        QCOMPARE(named(prefix + QStringLiteral("weights")).shape, (std::vector<int>{3, 4, 4}));
        QCOMPARE(named(prefix + QStringLiteral("q")).shape, (std::vector<int>{3, 4, 4}));
        QCOMPARE(named(prefix + QStringLiteral("head_output")).shape, (std::vector<int>{3, 4, 2}));
        for (std::size_t head = 0; head < 3; ++head) {
            const HeadTrace &wanted = block.heads[head];
            const HeadScores scores = headScores(pass.model, *pass.trace, index, static_cast<int>(head));
            QVERIFY(holds(named(prefix + QStringLiteral("q")), head, wanted.q));
            QVERIFY(holds(named(prefix + QStringLiteral("k")), head, wanted.k));
            QVERIFY(holds(named(prefix + QStringLiteral("v")), head, wanted.v));
            QVERIFY(holds(named(prefix + QStringLiteral("scores")), head, scores.scores));
            QVERIFY(holds(named(prefix + QStringLiteral("scaled")), head, scores.scaled));
            QVERIFY(holds(named(prefix + QStringLiteral("masked")), head, scores.masked));
            QVERIFY(holds(named(prefix + QStringLiteral("weights")), head, wanted.weights));
            QVERIFY(holds(named(prefix + QStringLiteral("head_output")), head, wanted.output));
        }
    }
    const std::vector<float> masked = named(QStringLiteral("encoder.0.self.masked")).numbers;
    QCOMPARE(masked[1], -std::numeric_limits<float>::infinity());
}

void TestTraceFile::safetensorsHeader()
{
    const Pass pass = somePass();
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.safetensors"));
    writeTraceSafetensors(path, pass.model, *pass.trace);
    const QByteArray file = bytesOf(path);
    const auto length = static_cast<qsizetype>(qFromLittleEndian<quint64>(file.constData()));
    QCOMPARE(length % 8, 0);
    QJsonObject header = QJsonDocument::fromJson(file.mid(8, length)).object();
    const QJsonObject metadata = header.take(QStringLiteral("__metadata__")).toObject();
    QCOMPARE(metadata[QLatin1String("format")].toString(), QStringLiteral("regard-trace"));
    QCOMPARE(metadata[QLatin1String("target_tokens")].toString(), QStringLiteral("[]"));
    const QByteArray tokens = metadata[QLatin1String("tokens")].toString().toUtf8();
    QCOMPARE(QJsonDocument::fromJson(tokens).toVariant().toStringList(), texts(pass.trace->tokens));
    // The tensors lie one after the other, without a gap and to the end of the file.
    QMap<qint64, qint64> ranges;
    for (const QJsonValue value : header) {
        const QJsonObject entry = value.toObject();
        QCOMPARE(entry[QLatin1String("dtype")].toString(), QStringLiteral("F32"));
        const QJsonArray offsets = entry[QLatin1String("data_offsets")].toArray();
        qint64 bytes = 4;
        for (const QJsonValue size : entry[QLatin1String("shape")].toArray()) {
            bytes *= size.toInt();
        }
        QCOMPARE(offsets[1].toInteger() - offsets[0].toInteger(), bytes);
        ranges.insert(offsets[0].toInteger(), offsets[1].toInteger());
    }
    qint64 end = 0;
    for (auto range = ranges.cbegin(); range != ranges.cend(); ++range) {
        QCOMPARE(range.key(), end);
        end = range.value();
    }
    QCOMPARE(8 + length + end, file.size());
}

void TestTraceFile::sameBytesEveryTime()
{
    const QTemporaryDir folder;
    const QString first = folder.filePath(QStringLiteral("first"));
    const QString second = folder.filePath(QStringLiteral("second"));
    for (const auto write : {writeTraceJson, writeTraceSafetensors}) {
        for (const QString &path : {first, second}) {
            const Pass pass = somePass();
            write(path, pass.model, *pass.trace);
        }
        QVERIFY(bytesOf(first).size() > 1000);
        QCOMPARE(bytesOf(first), bytesOf(second));
    }
}

void TestTraceFile::csv()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("m.csv"));
    Matrix matrix(3, 4);
    const float infinity = std::numeric_limits<float>::infinity();
    matrix << 0.1F, -infinity, -0.0F, 1e-30F, 2, 0.5F, -3.25F, 16777216, 0, 1.0F / 3, 1, 1e20F;
    writeMatrixCsv(path, {"a", "say \"hi\"", "x,y"}, {"k", ",", "\"", "我 é"}, matrix);
    QCOMPARE(bytesOf(path), QByteArray(",k,\",\",\"\"\"\",我 é\r\n"
                                       "a,0.1,,-0.0,1e-30\r\n"
                                       "\"say \"\"hi\"\"\",2,0.5,-3.25,16777216\r\n"
                                       "\"x,y\",0,0.33333334,1,1e+20\r\n"));
    writeMatrixCsv(path, {"two\r\nlines"}, {"k"}, Matrix::Constant(1, 1, 7));
    QCOMPARE(bytesOf(path), QByteArray(",k\r\n\"two\r\nlines\",7\r\n"));
}

void TestTraceFile::csvOfTheWrongSize()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("m.csv"));
    QVERIFY_EXCEPTION_THROWN(writeMatrixCsv(path, {"a"}, {"b", "c"}, Matrix::Zero(2, 2)), ShapeError);
    QVERIFY(!QFile::exists(path));
}

void TestTraceFile::floats_data()
{
    using Limits = std::numeric_limits<float>;
    QTest::addColumn<float>("value");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("zero") << 0.0F << QByteArray("0");
    QTest::newRow("negative zero") << -0.0F << QByteArray("-0.0");
    QTest::newRow("tenth") << 0.1F << QByteArray("0.1");
    QTest::newRow("third") << 1.0F / 3 << QByteArray("0.33333334");
    QTest::newRow("whole") << -12.0F << QByteArray("-12");
    QTest::newRow("largest") << Limits::max() << QByteArray("3.4028235e+38");
    QTest::newRow("smallest") << Limits::denorm_min() << QByteArray("1e-45");
    QTest::newRow("infinite") << Limits::infinity() << QByteArray("null");
    QTest::newRow("minus infinite") << -Limits::infinity() << QByteArray("null");
    QTest::newRow("not a number") << Limits::quiet_NaN() << QByteArray("null");
}

void TestTraceFile::floats()
{
    QFETCH(float, value);
    QFETCH(QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(floatText(value)), text);
}

void TestTraceFile::aFailureLeavesNothing()
{
    const Pass pass = somePass();
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("none/trace.json"));
    QVERIFY_EXCEPTION_THROWN(writeTraceJson(path, pass.model, *pass.trace), FileError);
    QVERIFY_EXCEPTION_THROWN(writeTraceSafetensors(path, pass.model, *pass.trace), FileError);
    QVERIFY_EXCEPTION_THROWN(writeMatrixCsv(path, {"a"}, {"a"}, Matrix::Zero(1, 1)), FileError);
    // A pass that breaks off half way: its second block belongs to no model.
    const QString half = folder.filePath(QStringLiteral("half.json"));
    Trace broken = *pass.trace;
    auto block = std::make_shared<BlockTrace>(*broken.blocks[1]);
    block->heads[2].k = Matrix::Zero(1, 1);
    broken.blocks[1] = block;
    QVERIFY_EXCEPTION_THROWN(writeTraceJson(half, pass.model, broken), Error);
    QVERIFY(QDir(folder.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

QTEST_GUILESS_MAIN(TestTraceFile)
#include "test_trace_file.moc"
