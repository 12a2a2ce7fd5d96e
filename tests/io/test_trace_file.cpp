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

#include "io/base/file_error.h"
#include "io/project/project.h"
#include "io/project/project_file.h"
#include "io/trace/trace_file.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

namespace {

struct TraceFilePass {
    Model model;
    SharedTrace trace;
};

TraceFilePass passOf(const char *json)
{
    const Project project = parseProject(json, "some");
    return {project.model, forward(project.model, inputOf(project))};
}

/// Two layers of three heads with d_value unlike d_key, a causal mask and a padded token: every kind of number there
/// is.
TraceFilePass somePass()
{
    return passOf(R"({"format": "regard-project", "version": 1,
        "source": "a \u0022b\u0022 我\u005c é", "tokenizer": "whitespace", "masked_source": [0],
        "model": {"d_model": 6, "heads": 3, "d_key": 4, "d_value": 2, "encoder_layers": 2, "encoder_mask": "causal"}})");
}

/// Sentences of unlike lengths, both with a padded token, and stacks of unlike sizes.
TraceFilePass translationPass()
{
    return passOf(R"({"format": "regard-project", "version": 1, "source": "a b c d e", "target": "<s> \u0022x\u0022 y",
        "tokenizer": "whitespace", "masked_source": [4], "masked_target": [1],
        "model": {"architecture": "encoder_decoder", "decoder_layers": 2, "d_model": 6, "heads": 3, "d_key": 4,
                  "d_value": 2, "decoder_heads": 2, "d_ff": 8, "norm": "post", "residual": true, "final_norm": true,
                  "position": "sinusoidal"}})");
}

TraceFilePass decoderPass()
{
    return passOf(R"({"format": "regard-project", "version": 1, "source": "a b a", "target": "unread",
        "vocabulary": ["a", "b", "c", "</s>"], "model": {"architecture": "decoder", "decoder_layers": 2}})");
}

QByteArray traceFileBytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

bool traceFileSameBits(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

/// Whether a JSON matrix holds the engine's numbers, bit for bit, with null where they are −infinity.
bool holds(const QJsonValue &value, const Matrix &matrix)
{
    const QJsonArray rows = value.toArray();
    if (rows.size() != matrix.rows())
        return false;
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
        const QJsonArray numbers = rows[row].toArray();
        if (numbers.size() != matrix.cols())
            return false;
        for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
            const QJsonValue number = numbers[column];
            const float expected = matrix(row, column);
            const bool same = std::isinf(expected)
                                  ? number.isNull()
                                  : number.isDouble() && traceFileSameBits(float(number.toDouble()), expected);
            if (!same)
                return false;
        }
    }
    return true;
}

/// A tensor of a safetensors file as its header describes it.
struct Tensor {
    std::vector<int> shape;
    std::vector<float> numbers;
};

QJsonObject headerOf(const QByteArray &file)
{
    const auto length = qsizetype(qFromLittleEndian<quint64>(file.constData()));
    return QJsonDocument::fromJson(file.mid(8, length)).object();
}

Tensor tensorNamed(const QByteArray &file, const QJsonObject &header, const QString &name)
{
    const QJsonObject entry = header[name].toObject();
    Tensor tensor;
    for (const QJsonValue size : entry[QLatin1String("shape")].toArray())
        tensor.shape.push_back(size.toInt());
    const QJsonArray offsets = entry[QLatin1String("data_offsets")].toArray();
    const qint64 start = 8 + qint64(qFromLittleEndian<quint64>(file.constData()));
    for (qint64 at = start + offsets[0].toInteger(); at < start + offsets[1].toInteger(); at += 4)
        tensor.numbers.push_back(qFromLittleEndian<float>(file.constData() + at));
    return tensor;
}

/// Whether the tensor's matrix of that index is the engine's, bit for bit.
bool holds(const Tensor &tensor, std::size_t index, const Matrix &matrix)
{
    const auto size = std::size_t(matrix.size());
    const std::size_t sizes = tensor.shape.size();
    if (sizes < 2 || tensor.numbers.size() < (index + 1) * size || tensor.shape[sizes - 2] != matrix.rows() ||
        tensor.shape[sizes - 1] != matrix.cols())
        return false;
    for (std::size_t i = 0; i < size; ++i)
        if (!traceFileSameBits(tensor.numbers[index * size + i], matrix.data()[i]))
            return false;
    return true;
}

void addArchitectures()
{
    QTest::addColumn<QByteArray>("architecture");
    QTest::addColumn<QStringList>("blocks");
    QTest::newRow("encoder") << QByteArray("encoder")
                             << QStringList{QStringLiteral("encoder.0.self"), QStringLiteral("encoder.1.self")};
    QTest::newRow("decoder") << QByteArray("decoder")
                             << QStringList{QStringLiteral("decoder.0.self"), QStringLiteral("decoder.1.self")};
    QTest::newRow("both") << QByteArray("both")
                          << QStringList{QStringLiteral("encoder.0.self"), QStringLiteral("decoder.0.self"),
                                         QStringLiteral("decoder.0.cross"), QStringLiteral("decoder.1.self"),
                                         QStringLiteral("decoder.1.cross")};
}

TraceFilePass passNamed(const QByteArray &architecture)
{
    return architecture == "encoder" ? somePass() : architecture == "decoder" ? decoderPass() : translationPass();
}

/// The matrices of one side or stack, by their names in a trace; those that the model does not have are empty.
std::vector<std::pair<QString, const Matrix *>> wholeMatrices(const Trace &trace)
{
    return {{QStringLiteral("input"), &trace.source.input.get()},
            {QStringLiteral("target_input"), &trace.target.input.get()},
            {QStringLiteral("encoder_output"), &trace.encoderOutput.get()},
            {QStringLiteral("decoder_output"), &trace.decoderOutput.get()},
            {QStringLiteral("logits"), &trace.logits.get()}};
}

/// A head's matrices by their names in a trace. `scores` outlives what is returned.
std::vector<std::pair<QString, const Matrix *>> headMatrices(const HeadTrace &head, const HeadScores &scores)
{
    return {{QStringLiteral("q"), &head.q},
            {QStringLiteral("k"), &head.k},
            {QStringLiteral("v"), &head.v},
            {QStringLiteral("scores"), &scores.scores},
            {QStringLiteral("scaled"), &scores.scaled},
            {QStringLiteral("masked"), &scores.masked},
            {QStringLiteral("weights"), &head.weights},
            {QStringLiteral("output"), &head.output}};
}

QStringList traceFileTexts(const std::vector<std::string> &tokens)
{
    QStringList list;
    for (const std::string &token : tokens)
        list << QString::fromStdString(token);
    return list;
}

} // namespace

class TestTraceFile : public QObject {
    Q_OBJECT

private slots:
    void jsonHoldsTheEnginesNumbers_data() { addArchitectures(); }
    void jsonHoldsTheEnginesNumbers();
    void jsonTokens();
    void jsonMasks_data();
    void jsonMasks();
    void jsonOfTheThreeInputs();
    void safetensorsHoldsTheEnginesNumbers_data() { addArchitectures(); }
    void safetensorsHoldsTheEnginesNumbers();
    void safetensorsShapes();
    void safetensorsHeader_data() { addArchitectures(); }
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
    QFETCH(QByteArray, architecture);
    QFETCH(QStringList, blocks);
    const TraceFilePass pass = passNamed(architecture);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.json"));
    writeTraceJson(path, pass.model, *pass.trace);
    QJsonParseError error;
    const QJsonObject root = QJsonDocument::fromJson(traceFileBytesOf(path), &error).object();
    QCOMPARE(error.errorString(), QStringLiteral("no error occurred"));
    QCOMPARE(root.keys(),
             (QStringList{QStringLiteral("blocks"), QStringLiteral("decoder_output"), QStringLiteral("encoder_output"),
                          QStringLiteral("feed_forward"), QStringLiteral("format"), QStringLiteral("input"),
                          QStringLiteral("logits"), QStringLiteral("target_input"), QStringLiteral("target_tokens"),
                          QStringLiteral("tokens"), QStringLiteral("version"), QStringLiteral("vocabulary")}));
    QCOMPARE(root[QLatin1String("format")].toString(), QStringLiteral("regard-trace"));
    QCOMPARE(root[QLatin1String("version")].toInt(), 1);
    for (const auto &[name, matrix] : wholeMatrices(*pass.trace))
        QVERIFY2(root[name].isArray() && holds(root[name], *matrix), qPrintable(name));
    const QJsonArray written = root[QLatin1String("blocks")].toArray();
    QCOMPARE(written.size(), blocks.size());
    for (int index = 0; index < blocks.size(); ++index) {
        const QJsonObject block = written[index].toObject();
        const BlockTrace &expected = *pass.trace->blocks[std::size_t(index)];
        QCOMPARE(block[QLatin1String("name")].toString(), blocks[index]);
        QVERIFY(holds(block[QLatin1String("joined")], expected.joined));
        QVERIFY(holds(block[QLatin1String("output")], expected.output));
        const QJsonArray heads = block[QLatin1String("heads")].toArray();
        QCOMPARE(heads.size(), qsizetype(expected.heads.size()));
        for (int number = 0; number < heads.size(); ++number) {
            const HeadScores scores = headScores(pass.model, *pass.trace, index, number);
            for (const auto &[name, matrix] : headMatrices(expected.heads[std::size_t(number)], scores))
                QVERIFY2(holds(heads[number][name], *matrix), qPrintable(blocks[index] + u' ' + name));
        }
    }
}

void TestTraceFile::jsonTokens()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.json"));
    const auto lists = [&](const TraceFilePass &pass) {
        writeTraceJson(path, pass.model, *pass.trace);
        const QJsonObject root = QJsonDocument::fromJson(traceFileBytesOf(path)).object();
        QStringList joined;
        for (const char *key : {"tokens", "target_tokens", "vocabulary"})
            joined << root[QLatin1String(key)].toVariant().toStringList().join(u' ');
        return joined;
    };
    QCOMPARE(lists(somePass()), (QStringList{QStringLiteral("a \"b\" 我\\ é"), QString(), QString()}));
    // A decoder alone reads the source, and the target that the file holds besides is not read.
    QCOMPARE(lists(decoderPass()), (QStringList{QStringLiteral("a b a"), QString(), QStringLiteral("a b c </s>")}));
    QCOMPARE(lists(translationPass()), (QStringList{QStringLiteral("a b c d e"), QStringLiteral("<s> \"x\" y"),
                                                    QStringLiteral("a b c d e <s> \"x\" y </s>")}));
}

void TestTraceFile::jsonMasks_data()
{
    QTest::addColumn<QByteArray>("architecture");
    QTest::addColumn<QList<int>>("nulls"); // of one head, a number a block
    // Four tokens under a causal mask leave 10 of 16 scores; the padded first token takes a column of 4 from them.
    QTest::newRow("encoder") << QByteArray("encoder") << QList<int>{10, 10};
    QTest::newRow("decoder") << QByteArray("decoder") << QList<int>{3, 3};
    // The padded last of five source tokens hides from the encoder and from the three target tokens; the decoder's own
    // mask hides three scores and the padded second token two of the other six. Cross-attention is never causal.
    QTest::newRow("both") << QByteArray("both") << QList<int>{5, 5, 3, 5, 3};
}

void TestTraceFile::jsonMasks()
{
    QFETCH(QByteArray, architecture);
    QFETCH(QList<int>, nulls);
    const TraceFilePass pass = passNamed(architecture);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.json"));
    writeTraceJson(path, pass.model, *pass.trace);
    const QJsonDocument document = QJsonDocument::fromJson(traceFileBytesOf(path));
    for (int index = 0; index < nulls.size(); ++index) {
        const QJsonValue head = document[QLatin1String("blocks")][index][QLatin1String("heads")][0];
        int found = 0;
        for (const QJsonValue row : head[QLatin1String("masked")].toArray())
            for (const QJsonValue number : row.toArray())
                found += number.isNull() ? 1 : 0;
        QCOMPARE(found, nulls[index]);
    }
}

void TestTraceFile::jsonOfTheThreeInputs()
{
    const Project project = readProject(QStringLiteral(REGARD_TEST_DATA "/io/three-inputs.regard"));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.json"));
    writeTraceJson(path, project.model, *forward(project.model, inputOf(project)));
    const QByteArray text = traceFileBytesOf(path).replace('\n', "");
    QVERIFY(text.contains(R"("q": [[1,0,2],[2,2,2],[2,1,3]])"));
    QVERIFY(text.contains(R"("k": [[0,1,1],[4,4,0],[2,3,1]])"));
    QVERIFY(text.contains(R"("v": [[1,2,3],[2,8,0],[2,6,3]])"));
    QVERIFY(text.contains(R"("scores": [[2,4,4],[4,16,12],[4,12,10]])"));
    QVERIFY(text.contains(R"("scaled": [[2,4,4],[4,16,12],[4,12,10]])"));
    QVERIFY(text.contains(R"("input": [[1,0,1,0],[0,2,0,2],[1,1,1,1]])"));
}

void TestTraceFile::safetensorsHoldsTheEnginesNumbers()
{
    QFETCH(QByteArray, architecture);
    QFETCH(QStringList, blocks);
    const TraceFilePass pass = passNamed(architecture);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.safetensors"));
    writeTraceSafetensors(path, pass.model, *pass.trace);
    const QByteArray file = traceFileBytesOf(path);
    const QJsonObject header = headerOf(file);
    const auto named = [&](const QString &name) { return tensorNamed(file, header, name); };
    qsizetype count = 1; // the metadata
    for (const auto &[name, matrix] : wholeMatrices(*pass.trace)) {
        QCOMPARE(header.contains(name), matrix->size() > 0);
        QVERIFY2(matrix->size() == 0 || holds(named(name), 0, *matrix), qPrintable(name));
        count += matrix->size() > 0 ? 1 : 0;
    }
    const auto sublayers = qsizetype(pass.trace->encoderFeedForward.size() + pass.trace->decoderFeedForward.size());
    QCOMPARE(header.size(), count + blocks.size() * 11 + sublayers * 3);
    for (int index = 0; index < blocks.size(); ++index) {
        const BlockTrace &block = *pass.trace->blocks[std::size_t(index)];
        const QString prefix = blocks[index] + u'.';
        QVERIFY(holds(named(prefix + QStringLiteral("joined")), 0, block.joined));
        QVERIFY(holds(named(prefix + QStringLiteral("output")), 0, block.output));
        QVERIFY(holds(named(prefix + QStringLiteral("stream")), 0, block.stream));
        for (std::size_t head = 0; head < block.heads.size(); ++head) {
            const HeadScores scores = headScores(pass.model, *pass.trace, index, int(head));
            for (const auto &[name, matrix] : headMatrices(block.heads[head], scores)) {
                const bool own = name == QLatin1String("output"); // the block has one too
                QVERIFY2(holds(named(prefix + (own ? QStringLiteral("head_output") : name)), head, *matrix),
                         qPrintable(prefix + name));
            }
        }
    }
}

void TestTraceFile::safetensorsShapes()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.safetensors"));
    const TraceFilePass encoder = somePass();
    writeTraceSafetensors(path, encoder.model, *encoder.trace);
    QByteArray file = traceFileBytesOf(path);
    const auto shape = [&](const char *name) { return tensorNamed(file, headerOf(file), QLatin1String(name)).shape; };
    QCOMPARE(shape("encoder.0.self.weights"), (std::vector<int>{3, 4, 4}));
    QCOMPARE(shape("encoder.1.self.q"), (std::vector<int>{3, 4, 4}));
    QCOMPARE(shape("encoder.1.self.head_output"), (std::vector<int>{3, 4, 2}));
    QCOMPARE(tensorNamed(file, headerOf(file), QStringLiteral("encoder.0.self.masked")).numbers[1],
             -std::numeric_limits<float>::infinity());

    const TraceFilePass both = translationPass();
    writeTraceSafetensors(path, both.model, *both.trace);
    file = traceFileBytesOf(path);
    QCOMPARE(shape("target_input"), (std::vector<int>{3, 6}));
    QCOMPARE(shape("decoder.1.self.weights"), (std::vector<int>{2, 3, 3}));
    QCOMPARE(shape("decoder.1.cross.weights"), (std::vector<int>{2, 3, 5}));
    QCOMPARE(shape("decoder.1.cross.q"), (std::vector<int>{2, 3, 4}));
    QCOMPARE(shape("decoder.1.cross.k"), (std::vector<int>{2, 5, 4}));
    QCOMPARE(shape("decoder.1.cross.v"), (std::vector<int>{2, 5, 2}));
    QCOMPARE(shape("decoder_output"), (std::vector<int>{3, 6}));
    QCOMPARE(shape("logits"), (std::vector<int>{3, 9})); // five source tokens, three target tokens and the end
}

void TestTraceFile::safetensorsHeader()
{
    QFETCH(QByteArray, architecture);
    const TraceFilePass pass = passNamed(architecture);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.safetensors"));
    writeTraceSafetensors(path, pass.model, *pass.trace);
    const QByteArray file = traceFileBytesOf(path);
    const auto length = qsizetype(qFromLittleEndian<quint64>(file.constData()));
    QCOMPARE(length % 8, 0);
    QJsonObject header = headerOf(file);
    const QJsonObject metadata = header.take(QStringLiteral("__metadata__")).toObject();
    QCOMPARE(metadata[QLatin1String("format")].toString(), QStringLiteral("regard-trace"));
    const auto list = [&](const char *key) {
        return QJsonDocument::fromJson(metadata[QLatin1String(key)].toString().toUtf8()).toVariant().toStringList();
    };
    QCOMPARE(list("tokens"), traceFileTexts(pass.trace->source.tokens));
    QCOMPARE(list("target_tokens"), traceFileTexts(pass.trace->target.tokens));
    QCOMPARE(list("vocabulary"), traceFileTexts(pass.trace->vocabulary));
    QCOMPARE(metadata.contains(QLatin1String("vocabulary")), architecture != "encoder");
    QVERIFY(metadata.contains(QLatin1String("target_tokens")));
    // The tensors lie one after the other, without a gap and to the end of the file.
    QMap<qint64, qint64> ranges;
    for (const QJsonValue value : header) {
        const QJsonObject entry = value.toObject();
        QCOMPARE(entry[QLatin1String("dtype")].toString(), QStringLiteral("F32"));
        const QJsonArray offsets = entry[QLatin1String("data_offsets")].toArray();
        qint64 bytes = 4;
        for (const QJsonValue size : entry[QLatin1String("shape")].toArray())
            bytes *= size.toInt();
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
    using Write = void (*)(const QString &, const Model &, const Trace &);
    const Write tensors = [](const QString &path, const Model &model, const Trace &trace) {
        writeTraceSafetensors(path, model, trace);
    };
    for (const Write write : {Write(writeTraceJson), tensors}) {
        for (const QString &path : {first, second}) {
            const TraceFilePass pass = translationPass();
            write(path, pass.model, *pass.trace);
        }
        QVERIFY(traceFileBytesOf(first).size() > 1000);
        QCOMPARE(traceFileBytesOf(first), traceFileBytesOf(second));
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
    QCOMPARE(traceFileBytesOf(path), QByteArray(",k,\",\",\"\"\"\",我 é\r\n"
                                                "a,0.1,,-0.0,1e-30\r\n"
                                                "\"say \"\"hi\"\"\",2,0.5,-3.25,16777216\r\n"
                                                "\"x,y\",0,0.33333334,1,1e+20\r\n"));
    writeMatrixCsv(path, {"two\r\nlines"}, {"k"}, Matrix::Constant(1, 1, 7));
    QCOMPARE(traceFileBytesOf(path), QByteArray(",k\r\n\"two\r\nlines\",7\r\n"));
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
    const TraceFilePass pass = somePass();
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

REGARD_GUILESS_TEST(TestTraceFile)
#include "test_trace_file.moc"
