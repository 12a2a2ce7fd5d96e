#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include <QDir>
#include <QtTest>

#include "../engine/reference_file.h"
#include "engine/model/positions.h"
#include "paths.h"
#include "test_class.h"
#include "training/network/network_pass.h"
#include "training/optimizer/adam.h"

using namespace regard;

namespace {

/// A file of tests/data/training.
struct Trained {
    ModelConfig config;
    double smoothing = 0;
    std::vector<TrainingSentence> sentences;
    double loss = 0;
    std::vector<std::string> names; ///< of weights, in the file's order
    std::map<std::string, std::vector<double>> weights;
    std::map<std::string, std::vector<double>> gradients;
    std::vector<std::pair<double, double>> steps; ///< learning rate and loss

    /// A model of these sizes; its numbers are read from `weights`, in double.
    Model model() const
    {
        const Vocabulary vocabulary{{"a", "b", "c", "d", "e"}, "e", "b"};
        ModelWeights given;
        if (hasPositionTable(config.position))
            given.set("position", Matrix(Matrix::Zero(5, config.embeddingWidth())));
        return trainableModel(buildModel(config, given, {}, vocabulary), vocabulary, {5, 5});
    }
};

std::vector<int> readTokens(const std::string &text)
{
    std::istringstream part(text);
    std::vector<int> tokens;
    for (int token = 0; part >> token;)
        tokens.push_back(token);
    return tokens;
}

void readLine(Trained &trained, const std::string &text)
{
    std::istringstream line(text);
    std::string item;
    std::string name;
    std::string value;
    line >> item;
    if (item == "config") {
        line >> name >> value;
        if (name == "smoothing")
            trained.smoothing = std::stod(value);
        else if (!setSize(trained.config, name, value) && !setSwitch(trained.config, name, value) &&
                 !setWord(trained.config, name, value))
            qFatal("unknown key %s", name.c_str());
    } else if (item == "sentence") {
        TrainingSentence &sentence = trained.sentences.emplace_back();
        for (std::vector<int> *part : {&sentence.source, &sentence.target, &sentence.asked}) {
            std::getline(line, value, '|');
            *part = readTokens(value);
        }
    } else if (item == "loss") {
        line >> trained.loss;
    } else if (item == "step") {
        int step = 0;
        auto &[rate, loss] = trained.steps.emplace_back();
        line >> step >> rate >> loss;
    } else {
        int rows = 0;
        int columns = 0;
        line >> name >> rows >> columns;
        auto &numbers = item == "weight" ? trained.weights[name] : trained.gradients[name];
        for (double number = 0; line >> number;)
            numbers.push_back(number);
        if (item == "weight")
            trained.names.push_back(name);
        if (int(numbers.size()) != rows * columns)
            qFatal("broken matrix %s", name.c_str());
    }
}

Trained readTrained(const QString &name)
{
    Trained trained;
    std::ifstream file((QStringLiteral(REGARD_TEST_DATA "/training/") + name).toStdString());
    for (std::string text; std::getline(file, text);)
        readLine(trained, text);
    if (trained.names.empty())
        qFatal("no data in %s", qPrintable(name));
    return trained;
}

std::vector<const TrainingSentence *> torchTrainingPointersTo(const std::vector<TrainingSentence> &sentences)
{
    std::vector<const TrainingSentence *> pointers;
    for (const TrainingSentence &sentence : sentences)
        pointers.push_back(&sentence);
    return pointers;
}

template <typename Number>
double lossAndGradient(const Trained &trained, const Network &network, const std::vector<Number> &weights,
                       std::vector<Number> &gradient)
{
    NetworkPass<Number> pass(network);
    const auto sentences = torchTrainingPointersTo(trained.sentences);
    pass.forward(weights.data(), sentences);
    const auto asked = double(pass.right().size());
    const double sum = pass.loss(trained.smoothing, 1 / asked);
    gradient.assign(weights.size(), 0);
    pass.backward(gradient.data());
    return sum / asked;
}

/// The states of adam.bin, put into the order of a table.
class States {
public:
    States(const Trained &trained, const ParameterTable &table) : m_table(table)
    {
        std::ifstream file(REGARD_TEST_DATA "/training/adam.bin", std::ios::binary);
        file.seekg(0, std::ios::end);
        m_numbers.resize(std::size_t(file.tellg()) / sizeof(float));
        file.seekg(0);
        file.read(reinterpret_cast<char *>(m_numbers.data()), std::streamsize(m_numbers.size() * sizeof(float)));
        std::size_t place = 0;
        for (const std::string &name : trained.names) {
            m_places[name] = place;
            place += trained.weights.at(name).size();
        }
    }

    std::size_t count() const { return m_numbers.size() / (3 * m_table.size()); }

    /// part: 0 weights, 1 first moments, 2 second ones.
    std::vector<float> at(std::size_t state, std::size_t part) const
    {
        std::vector<float> numbers(m_table.size());
        const auto first = m_numbers.begin() + std::ptrdiff_t((3 * state + part) * m_table.size());
        for (const Parameter &parameter : m_table.all())
            std::copy_n(first + std::ptrdiff_t(m_places.at(parameter.name)), parameter.size(),
                        numbers.begin() + std::ptrdiff_t(parameter.offset));
        return numbers;
    }

private:
    const ParameterTable &m_table;
    std::vector<float> m_numbers;
    std::map<std::string, std::size_t> m_places;
};

AdamRule torchRule()
{
    AdamRule rule;
    rule.decay = 0.1;
    rule.clip = 0.5;
    return rule;
}

} // namespace

/// Beside PyTorch's autograd and AdamW: tests/data/training/make.py and rules.py.
class TorchTrainingTest : public QObject {
    Q_OBJECT

private slots:
    void gradients_data()
    {
        QTest::addColumn<QString>("file");
        const QDir folder(QStringLiteral(REGARD_TEST_DATA "/training"));
        const QStringList files = folder.entryList({QStringLiteral("gradients_*.txt")});
        QCOMPARE(files.size(), 24);
        for (const QString &file : files)
            QTest::newRow(qPrintable(file)) << file;
    }

    /// Both in double: what differs is the order of sums, and the rotary angles, which are float32's here.
    void gradients()
    {
        QFETCH(QString, file);
        const Trained trained = readTrained(file);
        const Model model = trained.model();
        const ParameterTable table(model);
        QCOMPARE(table.all().size(), trained.names.size());
        std::vector<double> weights(table.size());
        for (const Parameter &parameter : table.all()) {
            const std::vector<double> &numbers = trained.weights.at(parameter.name);
            QCOMPARE(numbers.size(), parameter.size());
            std::copy(numbers.begin(), numbers.end(), weights.begin() + std::ptrdiff_t(parameter.offset));
        }
        std::vector<double> gradient;
        const double loss = lossAndGradient(trained, Network(table, model), weights, gradient);
        const double tolerance = trained.config.position == Position::Rotary ? 1e-6 : 1e-8;
        QVERIFY2(std::abs(loss - trained.loss) < tolerance, qPrintable(QString::number(loss - trained.loss)));
        double worst = 0;
        for (const Parameter &parameter : table.all())
            for (std::size_t i = 0; i < parameter.size(); ++i)
                worst =
                    std::max(worst, std::abs(gradient[parameter.offset + i] - trained.gradients.at(parameter.name)[i]));
        qInfo("loss by %.2g, gradients by %.2g", std::abs(loss - trained.loss), worst);
        QVERIFY2(worst < tolerance, qPrintable(QString::number(worst)));
    }

    /// Each step from PyTorch's own weights and moments. Numbers whose gradients were never more than rounding, as of a
    /// key bias, move by chance in both programs.
    void eachStep()
    {
        const Trained trained = readTrained(QStringLiteral("adam.txt"));
        const Model model = trained.model();
        const ParameterTable table(model);
        const Network network(table, model);
        const States states(trained, table);
        QCOMPARE(states.count(), std::size_t(201));
        double worst = 0;
        std::size_t skipped = 0;
        for (std::size_t step = 1; step < states.count(); ++step) {
            std::vector<float> weights = states.at(step - 1, 0);
            Moments moments{states.at(step - 1, 1), states.at(step - 1, 2), (long long)(step - 1)};
            std::vector<float> gradient;
            const double loss = lossAndGradient(trained, network, weights, gradient);
            const auto [rate, expectedLoss] = trained.steps[step - 1];
            QVERIFY(std::abs(loss - expectedLoss) < 1e-5);
            adamStep(table, torchRule(), rate, gradient, gradientNorm(table, torchRule(), gradient), weights, moments);
            const std::vector<float> expected = states.at(step, 0);
            const std::vector<float> squares = states.at(step, 2);
            const float most = *std::max_element(squares.begin(), squares.end());
            for (std::size_t i = 0; i < weights.size(); ++i) {
                if (squares[i] < 1e-10F * most) {
                    ++skipped;
                    continue;
                }
                // Less the rounding of the weight itself, which is all that moves where the rate is next to 0.
                const double error = std::abs(double(weights[i]) - double(expected[i])) -
                                     1.2e-7 * std::max(1.0, std::abs(double(expected[i])));
                if (rate > 0)
                    worst = std::max(worst, error / rate);
                QVERIFY2(error <= 1e-2 * rate, qPrintable(QStringLiteral("step %1, %2").arg(step).arg(error)));
            }
        }
        qInfo("worst: %.2g of the learning rate, %zu numbers left out", worst, skipped);
        // The key bias (4), and rows that no sentence reads.
        QVERIFY2(skipped <= 200 * 8, qPrintable(QString::number(skipped)));
    }

    void leftAlone()
    {
        const Trained trained = readTrained(QStringLiteral("adam.txt"));
        const Model model = trained.model();
        const ParameterTable table(model);
        const Network network(table, model);
        std::vector<float> weights = States(trained, table).at(0, 0);
        Moments moments;
        double first = 0;
        double later = 0;
        for (std::size_t step = 0; step < trained.steps.size(); ++step) {
            std::vector<float> gradient;
            const double loss = lossAndGradient(trained, network, weights, gradient);
            const auto [rate, expected] = trained.steps[step];
            (step < 100 ? first : later) = std::max(step < 100 ? first : later, std::abs(loss - expected));
            adamStep(table, torchRule(), rate, gradient, gradientNorm(table, torchRule(), gradient), weights, moments);
        }
        qInfo("losses differ by %.2g in 100 steps, by %.2g in 200", first, later);
        QVERIFY(first < 1e-4);
        QVERIFY(later < 1e-2);
    }
};

REGARD_GUILESS_TEST(TorchTrainingTest)
#include "test_torch_training.moc"
