#include <fstream>
#include <sstream>

#include <QDir>
#include <QtTest>

#include "engine/forward.h"
#include "engine/initialization.h"
#include "engine/model.h"
#include "engine/weight_shapes.h"

using namespace regard;

namespace {

/// A file as make_reference.py describes it.
struct Reference {
    ModelConfig config;
    Input input;
    ModelWeights weights;
    Embedding embedding;
    std::map<std::string, Matrix> expected;
};

void setConfig(ModelConfig &config, const std::string &key, const std::string &value)
{
    const std::map<std::string, int *> sizes{{"encoder_layers", &config.encoderLayers},
                                             {"d_model", &config.dModel},
                                             {"heads", &config.heads},
                                             {"d_key", &config.dKey},
                                             {"d_value", &config.dValue}};
    const std::map<std::string, bool *> switches{{"embedding_scale", &config.embeddingScale},
                                                 {"output_projection", &config.outputProjection},
                                                 {"bias", &config.bias}};
    const std::map<std::string, Score> scores{
        {"dot", Score::Dot}, {"scaled_dot", Score::ScaledDot}, {"additive", Score::Additive}};
    const std::map<std::string, Position> positions{{"none", Position::None},
                                                    {"sinusoidal", Position::Sinusoidal},
                                                    {"one_hot", Position::OneHot},
                                                    {"learned", Position::Learned}};
    if (sizes.contains(key))
        *sizes.at(key) = std::stoi(value);
    else if (switches.contains(key))
        *switches.at(key) = value == "true";
    else if (key == "score")
        config.score = scores.at(value);
    else if (key == "position")
        config.position = positions.at(value);
    else if (key == "encoder_mask")
        config.encoderMask = value == "causal" ? Mask::Causal : Mask::None;
    else
        qFatal("unknown key %s", key.c_str());
}

Matrix readMatrix(std::istream &line, std::string &kind, std::string &name)
{
    int rows = 0;
    int columns = 0;
    line >> kind >> name >> rows >> columns;
    Matrix matrix(rows, columns);
    for (Eigen::Index i = 0; i < matrix.size(); ++i)
        line >> matrix.data()[i];
    if (!line)
        qFatal("broken matrix %s", name.c_str());
    return matrix;
}

Reference readReference(const QString &path)
{
    Reference reference;
    std::ifstream file(path.toStdString());
    for (std::string text; std::getline(file, text);) {
        std::istringstream line(text);
        std::string item;
        std::string kind;
        std::string name;
        line >> item;
        if (item == "config") {
            line >> kind >> name;
            setConfig(reference.config, kind, name);
        } else if (item == "token") {
            line >> name;
            reference.input.tokens.push_back(name);
        } else if (item == "masked") {
            line >> reference.input.masked.emplace_back();
        } else {
            Matrix matrix = readMatrix(line, kind, name);
            if (kind == "weight")
                reference.weights.set(name, std::move(matrix));
            else if (kind == "embedding")
                reference.embedding[name] = std::make_shared<Matrix>(std::move(matrix));
            else
                reference.expected[name] = std::move(matrix);
        }
    }
    return reference;
}

/// 2e-5 · (1 + |value|): some hundred roundings of float32 (6e-8 each) through two layers, with room to spare.
void compare(const std::string &name, const Matrix &actual, const Matrix &expected)
{
    QVERIFY2(actual.rows() == expected.rows() && actual.cols() == expected.cols(), name.c_str());
    for (Eigen::Index i = 0; i < actual.size(); ++i) {
        const double difference = std::abs(double(actual.data()[i]) - double(expected.data()[i]));
        QVERIFY2(difference <= 2e-5 * (1 + std::abs(double(expected.data()[i]))),
                 qPrintable(QStringLiteral("%1, cell %2: %3 instead of %4")
                                .arg(QString::fromStdString(name))
                                .arg(i)
                                .arg(double(actual.data()[i]))
                                .arg(double(expected.data()[i]))));
    }
}

std::map<std::string, Matrix> flattened(const Model &model, const Trace &trace)
{
    std::map<std::string, Matrix> all{{"input", trace.input}, {"encoder_output", trace.encoderOutput}};
    for (std::size_t layer = 0; layer < trace.blocks.size(); ++layer) {
        const BlockTrace &block = *trace.blocks[layer];
        const std::string prefix = std::to_string(layer) + ".";
        all[prefix + "joined"] = block.joined;
        all[prefix + "output"] = block.output;
        for (std::size_t head = 0; head < block.heads.size(); ++head) {
            const std::string key = prefix + std::to_string(head) + ".";
            const HeadScores scores = headScores(model, trace, int(layer), int(head));
            all[key + "q"] = block.heads[head].q;
            all[key + "k"] = block.heads[head].k;
            all[key + "v"] = block.heads[head].v;
            all[key + "weights"] = block.heads[head].weights;
            all[key + "output"] = block.heads[head].output;
            all[key + "scores"] = scores.scores;
            all[key + "scaled"] = scores.scaled;
        }
    }
    return all;
}

} // namespace

/// The engine beside numpy in float64 and beside the draws written out in Python.
class ReferenceTest : public QObject {
    Q_OBJECT
private slots:
    void pass_data()
    {
        QTest::addColumn<QString>("path");
        const QDir folder(QStringLiteral(REGARD_TEST_DATA "/engine"));
        const QFileInfoList files = folder.entryInfoList({QStringLiteral("reference_*.txt")});
        QCOMPARE(files.size(), 6);
        for (const QFileInfo &file : files)
            QTest::newRow(qPrintable(file.baseName())) << file.filePath();
    }

    void pass()
    {
        QFETCH(QString, path);
        const Reference reference = readReference(path);
        const Model model = buildModel(reference.config, reference.weights, reference.embedding);
        const SharedTrace trace = forward(model, reference.input);
        const std::map<std::string, Matrix> actual = flattened(model, *trace);
        QCOMPARE(actual.size(), reference.expected.size());
        for (const auto &[name, expected] : reference.expected) {
            QVERIFY2(actual.contains(name), name.c_str());
            compare(name, actual.at(name), expected);
        }
    }

    void draws()
    {
        std::ifstream file(REGARD_TEST_DATA "/engine/draws.txt");
        int lines = 0;
        for (std::string text; std::getline(file, text); ++lines) {
            std::istringstream line(text);
            std::string kind;
            std::string name;
            ModelConfig config;
            WeightShape shape;
            int row = 0;
            int column = 0;
            double value = 0;
            line >> kind >> config.seed >> name >> shape.rows >> shape.columns >> row >> column >> value;
            QVERIFY2(!line.fail(), text.c_str());
            config.dModel = shape.columns;
            config.initialization = kind == "gaussian"  ? Initialization::Gaussian
                                    : kind == "kaiming" ? Initialization::Kaiming
                                                        : Initialization::Xavier;
            shape.name = name;
            shape.role = kind == "position" ? WeightRole::PositionTable : WeightRole::Projection;
            const Matrix drawn =
                kind == "embedding" ? drawEmbeddingRow(config, name) : drawWeight(config, shape, shape.rows);
            // One unit in the last place of float32, for libraries whose log and cos differ.
            QVERIFY2(std::abs(double(drawn(row, column)) - value) <= 1.2e-7 * std::abs(value), text.c_str());
        }
        QCOMPARE(lines, 42);
    }
};

QTEST_GUILESS_MAIN(ReferenceTest)
#include "test_reference.moc"
