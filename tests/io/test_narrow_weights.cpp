#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <QDir>
#include <QtTest>

#include "checkpoint_copy.h"
#include "engine/analysis/cell_derivative.h"
#include "engine/analysis/path_norms.h"
#include "engine/pass/forward.h"
#include "engine/pass/output_layer.h"
#include "expected_file.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"
#include "io/project/project_writer.h"
#include "paths.h"
#include "test_class.h"
#include "variant_copy.h"

using namespace regard;

namespace {

const QString narrowFolders = QStringLiteral(REGARD_TEST_DATA "/checkpoints");
const QString narrowFamilies = QStringLiteral(REGARD_TEST_DATA "/families");
const QString narrowVariants = QStringLiteral(REGARD_TEST_DATA "/checkpoint_variants");

/// A number as the file's 16 bits, and what these stand for: bfloat16 is the upper half of a float32, float16 is Qt's.
std::uint16_t narrowed(float number, bool isHalf, float *back)
{
    if (isHalf) {
        const qfloat16 half(number);
        *back = float(half);
        return std::bit_cast<std::uint16_t>(half);
    }
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(number) & 0xFFFF0000;
    *back = std::bit_cast<float>(bits);
    return std::uint16_t(bits >> 16);
}

/// The folder with all tensors narrow, and one with float32 tensors of the same numbers.
struct Twins {
    std::unique_ptr<CheckpointCopy> narrow;
    std::unique_ptr<CheckpointCopy> wide;
};

Twins twinsOf(const QString &family, bool isHalf)
{
    Twins twins{familyCopy(family), familyCopy(family)};
    for (auto &[name, tensor] : twins.narrow->tensors) {
        if (tensor.dtype != QLatin1String("F32"))
            continue;
        QByteArray numbers(tensor.bytes.size() / 2, '\0');
        QByteArray &wide = twins.wide->tensors[name].bytes;
        for (qsizetype i = 0; i < numbers.size() / 2; ++i) {
            float number = 0;
            std::memcpy(&number, wide.constData() + 4 * i, sizeof number);
            const std::uint16_t bits = narrowed(number, isHalf, &number);
            std::memcpy(numbers.data() + 2 * i, &bits, sizeof bits);
            std::memcpy(wide.data() + 4 * i, &number, sizeof number);
        }
        tensor.bytes = numbers;
        tensor.dtype = isHalf ? QStringLiteral("F16") : QStringLiteral("BF16");
    }
    twins.narrow->writeTensors();
    twins.wide->writeTensors();
    return twins;
}

bool narrowSameBits(const Matrix &a, const Matrix &b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           (a.size() == 0 || std::memcmp(a.data(), b.data(), std::size_t(a.size()) * sizeof(float)) == 0);
}

/// The first difference between two passes; empty: none.
std::string narrowDifference(const Model &narrow, const Model &wide, const Trace &a, const Trace &b)
{
    if (!narrowSameBits(a.encoderOutput, b.encoderOutput))
        return "encoder output";
    if (!narrowSameBits(a.decoderOutput, b.decoderOutput))
        return "decoder output";
    for (std::size_t i = 0; i < b.blocks.size(); ++i)
        for (int head = 0; head < int(b.blocks[i]->heads.size()); ++head) {
            const HeadTrace &left = a.blocks[i]->heads[std::size_t(head)];
            const HeadTrace &right = b.blocks[i]->heads[std::size_t(head)];
            if (!narrowSameBits(left.q, right.q) || !narrowSameBits(left.k, right.k) ||
                !narrowSameBits(left.v, right.v) || !narrowSameBits(left.weights, right.weights))
                return b.blocks[i]->name + ", head " + std::to_string(head + 1);
        }
    const int rows = int(readOutStream(b).rows());
    if (hasOutputLayer(wide) && !narrowSameBits(logitsRows(narrow, a, 0, rows), logitsRows(wide, b, 0, rows)))
        return "logits";
    return {};
}

Input narrowInput(const std::shared_ptr<const Checkpoint> &checkpoint)
{
    Project project = checkpointProject(checkpoint);
    project.source = "the cat sat on the mat";
    if (checkpoint->model.config.architecture == Architecture::EncoderDecoder)
        project.target = "the cat";
    return inputOf(project);
}

} // namespace

/// Weights that stay as narrow as in their file: what is computed is what their float32 numbers give, bit by bit.
class TestNarrowWeights : public QObject {
    Q_OBJECT
private slots:
    void bitsOfEveryFamily_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<bool>("isHalf");
        QStringList names;
        for (const QString &folder : {narrowFolders, narrowFamilies})
            for (const QString &name : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
                if (QFile::exists(folder + QLatin1Char('/') + name + QStringLiteral("/model.safetensors")))
                    names << name;
        for (const QString &file : QDir(narrowVariants).entryList({QStringLiteral("*.safetensors")}))
            names << file.section(QLatin1Char('.'), 0, 0);
        QVERIFY(names.size() > 60);
        for (const QString &name : std::as_const(names)) {
            QTest::newRow(qPrintable(name + QStringLiteral(" bfloat16"))) << name << false;
            QTest::newRow(qPrintable(name + QStringLiteral(" float16"))) << name << true;
        }
    }

    void bitsOfEveryFamily()
    {
        QFETCH(const QString, family);
        QFETCH(const bool, isHalf);
        const Twins twins = twinsOf(family, isHalf);
        const auto narrow = openCheckpoint(twins.narrow->path());
        const auto wide = openCheckpoint(twins.wide->path());
        int kept = 0;
        for (const auto &[name, weight] : narrow->model.given.all()) {
            kept += weight.narrow() ? 1 : 0;
            QVERIFY2(!weight.narrow() || weight.rows() > 1, name.c_str()); // vectors are float32
            QVERIFY2(narrowSameBits(*weight.matrix(), *wide->model.given.find(name).matrix()), name.c_str());
        }
        QVERIFY(kept > 0 || !narrow->dtype.ends_with("16"));
        const Input input = narrowInput(wide);
        const SharedTrace trace = forward(narrow->model, input);
        const SharedTrace expected = forward(wide->model, input);
        QCOMPARE(narrowDifference(narrow->model, wide->model, *trace, *expected), std::string());

        const AttentionPlace last = blockPlace(wide->model.config, int(expected->blocks.size()) - 1);
        for (const auto &[name, weight] : wide->model.weights.all()) {
            if (name.find(".0.") == std::string::npos || weight.rows() < 2 || weight.cols() < 2)
                continue;
            const ModelCell cell{name, 1, 1};
            const auto derivative = headDerivative(narrow->model, *trace, cell, last, 0);
            const auto wanted = headDerivative(wide->model, *expected, cell, last, 0);
            QVERIFY2(narrowSameBits(derivative->weights, wanted->weights), name.c_str());
        }
        QVERIFY(*pathNorms(narrow->model, *trace, {{}, last.attention}) ==
                *pathNorms(wide->model, *expected, {{}, last.attention}));
        for (const auto &[name, weight] : narrow->model.weights.all()) // nothing stayed beside it
            QVERIFY2(!weight.narrow() || !weight.narrow()->isWidened(), name.c_str());
    }

    /// An edit makes one matrix float32, whose heads alone are computed again; the numbers are those of the wide twin.
    void anEditIsOfOneMatrix()
    {
        const Twins twins = twinsOf(QStringLiteral("bert"), false);
        const auto narrow = openCheckpoint(twins.narrow->path());
        const auto wide = openCheckpoint(twins.wide->path());
        const Input input = narrowInput(wide);
        const std::string name = "encoder.1.self.w_q";
        const auto edited = [&](const Model &model) {
            Model changed = model;
            changed.given.edit(name)(0, 0) += 1;
            changed.weights.set(name, changed.given.find(name));
            return changed;
        };
        const SharedTrace before = forward(narrow->model, input);
        const Model now = edited(narrow->model);
        for (const auto &[each, weight] : now.weights.all())
            QCOMPARE(weight == narrow->model.weights.find(each), each != name);
        QVERIFY(!now.weights.find(name).narrow());
        PassOptions options;
        options.previous = before.get();
        options.previousModel = &narrow->model;
        const SharedTrace reused = forward(now, input, options);
        QVERIFY(reused->blocks[0] == before->blocks[0]);
        const Model other = edited(wide->model);
        QCOMPARE(narrowDifference(now, other, *reused, *forward(other, input)), std::string());

        // A project that refers to the folder stores the edited matrix alone.
        Project project = checkpointProject(narrow);
        const QString place = twins.wide->filePath(QStringLiteral("some.regard"));
        const auto stores = [&](const std::string &text) {
            return projectDocument(project, place, {}).find(text) != std::string::npos;
        };
        QVERIFY(!stores("\"weights\""));
        project.model = now;
        QVERIFY(stores("\"" + name + "\""));
        QVERIFY(!stores("\"encoder.0.self.w_q\""));
    }
};

REGARD_GUILESS_TEST(TestNarrowWeights)
#include "test_narrow_weights.moc"
