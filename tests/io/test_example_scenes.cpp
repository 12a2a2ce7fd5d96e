#include <cmath>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "engine/analysis/next_token.h"
#include "engine/pass/forward.h"
#include "io/project/examples.h"
#include "io/project/model_keys.h"
#include "io/project/project.h"
#include "paths.h"
#include "test_class.h"
#include "training/run/run.h"
#include "training/run/training_record.h"
#include "training/tasks/task_table.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// What tests/data/examples/make_expected.py computed without the program.
QJsonArray expectedPasses()
{
    QFile file(QStringLiteral(REGARD_TEST_DATA "/examples/expected.json"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("expected.json cannot be read");
    return QJsonDocument::fromJson(file.readAll()).object()[u"passes"_s].toArray();
}

/// Empty where the lists are the matrix's numbers, each within 1e-5 of the largest that stands there.
QString difference(const Matrix &matrix, const QJsonArray &rows)
{
    if (matrix.rows() != rows.size())
        return u"%1 rows, not %2"_s.arg(matrix.rows()).arg(rows.size());
    double largest = 1;
    double furthest = 0;
    for (int row = 0; row < rows.size(); ++row) {
        const QJsonArray numbers = rows[row].toArray();
        if (matrix.cols() != numbers.size())
            return u"%1 columns, not %2"_s.arg(matrix.cols()).arg(numbers.size());
        for (int column = 0; column < numbers.size(); ++column) {
            const double expected = numbers[column].toDouble();
            largest = std::max(largest, std::abs(expected));
            furthest = std::max(furthest, std::abs(double(matrix(row, column)) - expected));
        }
    }
    return furthest <= 1e-5 * largest ? QString() : u"%1 apart"_s.arg(furthest);
}

Project withKey(Project project, const std::string &key, const std::string &value)
{
    ModelConfig config = project.model.config;
    setModelKey(config, key, value);
    project.model = reconfigured(project.model, config);
    return project;
}

Project withCell(Project project, const std::string &weight, int row, int column, float value)
{
    ModelWeights given = project.model.given;
    given.edit(weight)(row, column) = value;
    project.model = buildModel(project.model.config, given, project.model.embedding);
    return project;
}

SharedTrace run(const Project &project)
{
    return forward(project.model, inputOf(project));
}

const BlockTrace &block(const SharedTrace &trace, const std::string &name)
{
    for (const auto &block : trace->blocks)
        if (block->name == name)
            return *block;
    throw std::runtime_error("no block " + name);
}

/// Heads count from 1.
const Matrix &weights(const SharedTrace &trace, const std::string &name, int head)
{
    return block(trace, name).heads.at(std::size_t(head - 1)).weights;
}

const std::string encoder = "encoder.0.self";

/// Softmax of minus four times the squared distance from the word that stands `ahead` words on.
Matrix local(int n, int ahead)
{
    Matrix expected(n, n);
    for (int query = 0; query < n; ++query) {
        double sum = 0;
        for (int key = 0; key < n; ++key)
            sum += std::exp(-4.0 * (key - query - ahead) * (key - query - ahead));
        for (int key = 0; key < n; ++key)
            expected(query, key) = float(std::exp(-4.0 * (key - query - ahead) * (key - query - ahead)) / sum);
    }
    return expected;
}

double apart(const Matrix &a, const Matrix &b)
{
    return double((a - b).cwiseAbs().maxCoeff());
}

bool noteSays(const Project &project, const char *words)
{
    return project.note.find(words) != std::string::npos;
}

} // namespace

/// Three examples: near and far heads of one sentence, a translation word by word, and heads of Xavier weights. What
/// their notes say, and their numbers beside those of a pass in plain Python.
class TestExampleScenes : public QObject {
    Q_OBJECT
private slots:
    void numbersOfAnotherPass_data()
    {
        QTest::addColumn<QJsonObject>("expected");
        for (const QJsonValue pass : expectedPasses()) {
            const QJsonObject changes = pass[u"set"_s].toObject();
            QTest::addRow("%s %s", qPrintable(pass[u"example"_s].toString()), qPrintable(changes.keys().join(u' ')))
                << pass.toObject();
        }
    }
    void numbersOfAnotherPass()
    {
        QFETCH(QJsonObject, expected);
        Project project = readExample(expected[u"example"_s].toString().toStdString());
        const QJsonObject changes = expected[u"set"_s].toObject();
        for (const QString &key : changes.keys())
            project = withKey(project, key.toStdString(), changes[key].toString().toStdString());
        const SharedTrace trace = run(project);
        const QJsonObject blocks = expected[u"blocks"_s].toObject();
        QCOMPARE(qsizetype(trace->blocks.size()), blocks.size());
        for (const auto &block : trace->blocks) {
            const QJsonObject numbers = blocks[QString::fromStdString(block->name)].toObject();
            const QJsonArray heads = numbers[u"weights"_s].toArray();
            QCOMPARE(qsizetype(block->heads.size()), heads.size());
            for (int head = 0; head < heads.size(); ++head)
                QCOMPARE(difference(block->heads[std::size_t(head)].weights, heads[head].toArray()), QString());
            QCOMPARE(difference(block->output, numbers[u"output"_s].toArray()), QString());
        }
        QCOMPARE(difference(trace->encoderOutput, expected[u"encoder_output"_s].toArray()), QString());
        QCOMPARE(difference(trace->decoderOutput, expected[u"decoder_output"_s].toArray()), QString());
        QCOMPARE(difference(trace->logits, expected[u"logits"_s].toArray()), QString());
    }

    // Shuan is writing a paper in a KAIST office .
    void shuanIsAsked()
    {
        const Project project = readExample("shuan");
        const ModelConfig &config = project.model.config;
        QCOMPARE(project.source, std::string("Shuan is writing a paper in a KAIST office."));
        QCOMPARE(config.score, Score::Dot);
        QVERIFY(config.residual);
        QCOMPARE(project.view.query, 0);
        QCOMPARE(project.view.heads, (std::vector<int>{0, 1, 2}));
        QVERIFY(noteSays(project, "with a residual and without scaling"));
    }

    void nearHead()
    {
        const Project project = readExample("shuan");
        const SharedTrace trace = run(project);
        const Matrix &near = weights(trace, encoder, 1);
        QVERIFY(apart(near, local(10, 1)) < 1e-6);
        QVERIFY(near(0, 1) > 0.9F); // is
        for (int query = 0; query < 9; ++query)
            QVERIFY(near(query, query + 1) > 0.9F);
        // Whatever stands there.
        Project other = project;
        other.source = "Shuan office writing in KAIST a is paper a .";
        QVERIFY(apart(weights(run(other), encoder, 1), near) == 0);
    }

    void farHeads()
    {
        const Project project = readExample("shuan");
        const SharedTrace trace = run(project);
        const double e = std::exp(6.0);
        const auto shuan = [&](int head, int key) { return double(weights(trace, encoder, head)(0, key)); };
        QVERIFY(std::abs(shuan(2, 7) - e / (2 * e + 8)) < 1e-6); // KAIST
        QVERIFY(std::abs(shuan(2, 8) - e / (2 * e + 8)) < 1e-6); // office
        QVERIFY(shuan(2, 7) + shuan(2, 8) > 0.9);
        QVERIFY(std::abs(shuan(3, 4) - e / (e + 9)) < 1e-6); // paper
        QVERIFY(shuan(3, 4) > 0.9);
        for (const int head : {2, 3}) // nobody else asks
            QVERIFY((weights(trace, encoder, head).bottomRows(9).array() - 0.1F).abs().maxCoeff() < 1e-6F);
        // However far they are.
        Project far = project;
        far.source = "Shuan was in the park and in the garden and in the kitchen and in the room and on the map";
        QVERIFY(weights(run(far), encoder, 3)(0, 20) > 0.9F);
    }

    void residualKeepsAndAdds()
    {
        const Project project = readExample("shuan");
        const SharedTrace trace = run(project);
        const Matrix row = trace->encoderOutput.row(0); // person, action, thing, place, function word, …
        const double e = std::exp(6.0);
        const double own = weights(trace, encoder, 1)(0, 0);
        // Itself, and what each head finds of Shuan.
        QVERIFY(std::abs(row(0, 0) - (1 + own + 1 / (2 * e + 8) + 1 / (e + 9))) < 1e-5);
        for (const int found : {2, 3, 4})
            QVERIFY(row(0, found) > 0.9F);
        const SharedTrace without = run(withKey(project, "residual", "false"));
        QVERIFY(without->encoderOutput(0, 0) < 0.1F);
        QVERIFY(without->encoderOutput(0, 2) > 0.9F);
    }

    void whatToTryWithShuan()
    {
        const Project project = readExample("shuan");
        QVERIFY(noteSays(project, "Set W_Q, row word, column 0 from 2 to 4"));
        QCOMPARE(project.dimensions.at(5), std::string("word"));
        QCOMPARE(project.model.given.at("encoder.0.self.w_q")(5, 0), 2.0F);
        const SharedTrace ahead = run(withCell(project, "encoder.0.self.w_q", 5, 0, 4));
        QVERIFY(apart(weights(ahead, encoder, 1), local(10, 2)) < 1e-6);
        QVERIFY(weights(ahead, encoder, 1)(0, 2) > 0.9F); // writing
        const SharedTrace trace = run(project);
        for (const int head : {2, 3})
            QVERIFY(apart(weights(ahead, encoder, head), weights(trace, encoder, head)) == 0);

        QVERIFY(noteSays(project, "set Score to scaled dot, and heads 2 and 3 look less sharply"));
        const SharedTrace scaled = run(withKey(project, "score", "scaled_dot"));
        const double e = std::exp(6 / std::sqrt(2.0));
        QVERIFY(std::abs(double(weights(scaled, encoder, 2)(0, 7)) - e / (2 * e + 8)) < 1e-6);
        QVERIFY(std::abs(double(weights(scaled, encoder, 3)(0, 4)) - e / (e + 9)) < 1e-6);
    }

    // 我 是 学生 → <s> I am a student
    void wordsFindTheirs()
    {
        const Project project = readExample("word-by-word");
        const SharedTrace trace = run(project);
        const std::string cross = "decoder.0.cross";
        const int next[] = {0, 1, 2, 2};
        for (int query = 0; query < 4; ++query)
            QVERIFY(weights(trace, cross, 2)(query, next[query]) > 0.9F);
        const int from[] = {0, 1, 2, 2};
        for (int query = 0; query < 4; ++query)
            QVERIFY(weights(trace, cross, 1)(query + 1, from[query]) > 0.9F);
        QVERIFY(weights(trace, encoder, 1)(1, 0) > 0.9F); // 是 finds 我
        QVERIFY(weights(trace, encoder, 2)(2, 0) > 0.9F); // 学生 finds 我
        QVERIFY(noteSays(project, "<s> looks at 我, “I” at 是, and both “am” and “a” at 学生"));
        // The output has no use for head 1: its rows of W_O are zeros.
        QVERIFY(project.model.given.at("decoder.0.cross.w_o").topRows(6).isZero(0));
    }

    // What the task asks of its model: of held-out dates 98 in 100, each character after the right ones.
    void datesAreLearned()
    {
        const Project project = readExample("dates");
        const Task task = *findTask("dates");
        QCOMPARE(project.task->task, task.name);
        QCOMPARE(project.model.config.decoderAttention, DecoderAttention::Bahdanau);
        QCOMPARE(reasonAgainst(task, project.model), std::string());
        Run run(task, project.model, project.task->options);
        QVERIFY(run.evaluate(300).accuracy >= 0.98);
        // The day finds its number, the end of the year its last one.
        const SharedTrace trace = ::run(project);
        const std::string source = "November 7th, 2026";
        const Matrix attention = weights(trace, "decoder.0.cross", 1);
        QCOMPARE(attention.cols(), Eigen::Index(source.size()));
        QVERIFY(attention(9, Eigen::Index(source.find('7'))) > 0.8F);
        QVERIFY(attention(3, Eigen::Index(source.size()) - 1) > 0.8F);
    }

    void theOrderTurnsRound()
    {
        Project project = readExample("word-by-word");
        project.source = "她 也 是 学生";
        project.target = "<s> she is also a student";
        const SharedTrace trace = run(project);
        const int from[] = {0, 2, 1, 3, 3};
        for (int query = 0; query < 5; ++query)
            QVERIFY(weights(trace, "decoder.0.cross", 1)(query + 1, from[query]) > 0.9F);
    }

    void withoutTheSubjectAllFormsAreAlike()
    {
        Project project = readExample("word-by-word");
        QVERIFY(noteSays(project, "Switch that head off, and the three are equally likely"));
        project.model.interventions.heads[{Attention::Encoder, 0, 0}] = Replacement::Zero;
        const SharedTrace trace = run(project);
        const Matrix after = nextTokenProbabilities(trace->logits.row(1), 1, 0); // of "I"
        for (const int form : {3, 4, 5})                                         // am, is, are
            QVERIFY(std::abs(double(after(0, form)) - 1.0 / 3) < 2e-3);
        project.model.interventions = {};
        const SharedTrace whole = run(project);
        QVERIFY(nextTokenProbabilities(whole->logits.row(1), 1, 0)(0, 3) > 0.99F);
    }

    // a rose is a rose is a rose
    void xavierIsAsTheNoteSays()
    {
        const Project project = readExample("xavier");
        const ModelConfig &config = project.model.config;
        QCOMPARE(config.initialization, Initialization::Xavier);
        QCOMPARE(config.normEpsilon, 1e-6);
        QCOMPARE(config.norm, Norm::Post);
        QVERIFY(config.residual);
        QVERIFY(!config.bias);
        QCOMPARE(config.heads, 4);
        QCOMPARE(config.encoderLayers, 2);
        for (const char *name : {"encoder.0.self.w_q", "encoder.1.self.w_q"}) {
            const Matrix &drawn = project.model.weights.at(name);
            QCOMPARE(drawn.rows(), Eigen::Index(16));
            QCOMPARE(drawn.cols(), Eigen::Index(16));
            const auto largest = double(drawn.cwiseAbs().maxCoeff());
            QVERIFY(largest <= std::sqrt(6.0 / 32) && largest > 0.4); // √(6 / 32) = 0.4330
        }
        QVERIFY(noteSays(project, "±√(6 / (16 + 16)) = ±0.433"));
    }

    void xavierHeadsLean()
    {
        const Project project = readExample("xavier");
        const auto leaning = [](const SharedTrace &trace, int head, int first) { // every third word is the same, "is" 2
            const Matrix &all = weights(trace, encoder, head);
            double sum = 0;
            for (int key = first; key < 8; key += 3)
                sum += double(all(1, key));
            return sum;
        };
        const SharedTrace trace = run(project);
        QVERIFY(leaning(trace, 1, 0) > 0.8); // a
        QVERIFY(leaning(trace, 2, 1) > 0.7); // rose
        QVERIFY(leaning(trace, 4, 2) > 0.5); // is
        const SharedTrace other = run(withKey(project, "seed", "26"));
        QVERIFY(leaning(other, 1, 0) < 0.5 && leaning(other, 2, 1) < 0.5 && leaning(other, 4, 2) < 0.5);
    }

    void xavierWithoutPlaces()
    {
        const Project project = readExample("xavier");
        const auto rosesApart = [](const SharedTrace &trace, const std::string &name) {
            double most = 0;
            for (int head = 1; head <= 4; ++head)
                for (const int rose : {4, 7})
                    most =
                        std::max(most, apart(weights(trace, name, head).row(1), weights(trace, name, head).row(rose)));
            return most;
        };
        const SharedTrace alike = run(project);
        const SharedTrace placed = run(withKey(project, "position", "sinusoidal"));
        for (const std::string name : {"encoder.0.self", "encoder.1.self"}) {
            QVERIFY(rosesApart(alike, name) < 1e-5);
            QVERIFY(rosesApart(placed, name) > 0.02);
        }
    }

    void xavierRowsAreNormed()
    {
        const SharedTrace trace = run(readExample("xavier"));
        for (const auto &block : trace->blocks) {
            for (Eigen::Index row = 0; row < block->stream.rows(); ++row) {
                const Eigen::ArrayXd numbers = block->stream.row(row).transpose().cast<double>().array();
                QVERIFY(std::abs(numbers.mean()) < 1e-5);
                QVERIFY(std::abs((numbers - numbers.mean()).square().mean() - 1) < 1e-4);
            }
        }
    }
};

REGARD_GUILESS_TEST(TestExampleScenes)
#include "test_example_scenes.moc"
