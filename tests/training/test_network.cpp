#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include <QtTest>

#include "engine/analysis/cell_derivative.h"
#include "engine/base/errors.h"
#include "engine/model/recurrent.h"
#include "engine/model/stack.h"
#include "engine/pass/forward.h"
#include "test_class.h"
#include "trained_cases.h"
#include "training/network/network_pass.h"

using namespace regard;

namespace {

std::vector<const TrainingSentence *> pointersTo(const std::vector<TrainingSentence> &sentences)
{
    std::vector<const TrainingSentence *> pointers;
    for (const TrainingSentence &sentence : sentences)
        pointers.push_back(&sentence);
    return pointers;
}

Input inputOf(const Model &model, const TrainingSentence &sentence)
{
    Input input;
    for (const int token : sentence.source)
        input.tokens.push_back(model.vocabulary.tokens[std::size_t(token)]);
    for (const int token : sentence.target)
        input.target.push_back(model.vocabulary.tokens[std::size_t(token)]);
    input.masked = sentence.masked;
    input.maskedTarget = sentence.maskedTarget;
    input.types = sentence.types;
    return input;
}

template <typename Number>
std::vector<Number> numbers(const TrainedCase &tried)
{
    const std::vector<float> own = numbersOf(ParameterTable(tried.model), tried.model);
    return {own.begin(), own.end()};
}

/// The mean loss of a case at these weights, and where gradient is not null its derivative.
template <typename Number>
double lossOf(const TrainedCase &tried, NetworkPass<Number> &pass, const std::vector<Number> &weights,
              std::type_identity_t<std::vector<Number>> *gradient = nullptr, const DropoutRule &dropout = {})
{
    const auto sentences = pointersTo(tried.sentences);
    pass.forward(weights.data(), sentences, dropout);
    const auto asked = double(pass.right().size());
    const double sum = pass.loss(tried.smoothing, 1 / asked);
    if (gradient) {
        gradient->assign(weights.size(), 0);
        pass.backward(gradient->data());
    }
    return sum / asked;
}

double largest(const std::vector<double> &gradient, std::size_t first, std::size_t count)
{
    double most = 0;
    for (std::size_t i = first; i < first + count; ++i)
        most = std::max(most, std::abs(gradient[i]));
    return most;
}

/// The largest difference between derivatives and central differences, relative to the larger of the matrix's largest
/// derivative and a thousandth of the model's.
double worstGradient(const TrainedCase &tried, const DropoutRule &dropout, std::string &where)
{
    const ParameterTable table(tried.model);
    const Network network(table, tried.model);
    NetworkPass<double> pass(network);
    std::vector<double> weights = numbers<double>(tried);
    std::vector<double> gradient;
    lossOf(tried, pass, weights, &gradient, dropout);
    const double modelsMost = largest(gradient, 0, gradient.size());
    double worst = 0;
    for (const Parameter &parameter : table.all()) {
        const double most = std::max(largest(gradient, parameter.offset, parameter.size()), 1e-3 * modelsMost);
        for (std::size_t i = parameter.offset; i < parameter.offset + parameter.size(); ++i) {
            const double before = weights[i];
            constexpr double step = 1e-5;
            weights[i] = before + step;
            const double above = lossOf(tried, pass, weights, nullptr, dropout);
            weights[i] = before - step;
            const double below = lossOf(tried, pass, weights, nullptr, dropout);
            weights[i] = before;
            const double error = std::abs((above - below) / (2 * step) - gradient[i]) / most;
            if (!(error <= worst)) {
                worst = error;
                where = parameter.name;
            }
        }
    }
    return worst;
}

} // namespace

/// The training's own pass beside the engine's, and its derivatives beside differences.
class NetworkTest : public QObject {
    Q_OBJECT

private slots:
    void coversMuch() { QVERIFY(trainedCases().size() >= 40); }

    void forwardIsTheEngines_data()
    {
        QTest::addColumn<int>("index");
        const std::vector<TrainedCase> cases = trainedCases();
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].name.c_str()) << int(i);
    }

    void forwardIsTheEngines()
    {
        QFETCH(int, index);
        TrainedCase tried = trainedCases()[std::size_t(index)];
        const bool isTarget = tried.model.config.architecture == Architecture::EncoderDecoder;
        for (TrainingSentence &sentence : tried.sentences)
            sentence.asked.assign((isTarget ? sentence.target : sentence.source).size(), 0);
        const Network network(ParameterTable(tried.model), tried.model);
        NetworkPass<float> pass(network);
        const std::vector<float> weights = numbers<float>(tried);
        pass.forward(weights.data(), pointersTo(tried.sentences));
        Eigen::Index row = 0;
        for (const TrainingSentence &sentence : tried.sentences) {
            const Matrix logits = forward(tried.model, inputOf(tried.model, sentence))->logits;
            const Matrix own = pass.logits().middleRows(row, logits.rows());
            row += logits.rows();
            QVERIFY2((own - logits).cwiseAbs().maxCoeff() <= 1e-5F,
                     qPrintable(QString::number(double((own - logits).cwiseAbs().maxCoeff()))));
        }
        QCOMPARE(row, pass.logits().rows());
    }

    void gradients_data() { forwardIsTheEngines_data(); }

    void gradients()
    {
        QFETCH(int, index);
        std::string where;
        const double worst = worstGradient(trainedCases()[std::size_t(index)], {}, where);
        qInfo("%.2g in %s", worst, where.c_str());
        QVERIFY2(worst <= 1e-5, where.c_str());
    }

    /// The mask of a step stays the same while a weight moves, so dropout has derivatives too.
    void gradientsWithDropout()
    {
        ModelConfig config = smallConfig();
        config.architecture = Architecture::EncoderDecoder;
        config.norm = Norm::Pre;
        config.dFf = config.decoderDFf = 3;
        config.activation = Activation::Gelu;
        std::string where;
        const double worst = worstGradient(trainedCase("dropout", config), {0.3, 5, 17, 2}, where);
        QVERIFY2(worst <= 1e-5, qPrintable(QStringLiteral("%1 %2").arg(worst).arg(QString::fromStdString(where))));
        for (const auto &[attention, score] : {std::pair(DecoderAttention::Bahdanau, Score::Additive),
                                               std::pair(DecoderAttention::Luong, Score::General)}) {
            ModelConfig recurrent = smallConfig();
            recurrent.architecture = Architecture::EncoderDecoder;
            recurrent.encoderKind = recurrent.decoderKind = StackKind::Recurrent;
            recurrent.decoderAttention = attention;
            recurrent.score = score;
            for (const Cell cell : {Cell::Gru, Cell::Lstm}) {
                recurrent.cell = cell;
                const double off = worstGradient(trainedCase("dropout", recurrent), {0.3, 5, 17, 2}, where);
                QVERIFY2(off <= 1e-5, qPrintable(QStringLiteral("%1 %2").arg(off).arg(QString::fromStdString(where))));
            }
        }
    }

    /// float32 leaves some five digits of a sum of some hundred terms.
    void gradientsInFloat()
    {
        for (const TrainedCase &tried : trainedCases()) {
            const Network network(ParameterTable(tried.model), tried.model);
            NetworkPass<float> pass(network);
            NetworkPass<double> exactPass(network);
            std::vector<float> gradient;
            std::vector<double> exact;
            lossOf(tried, pass, numbers<float>(tried), &gradient);
            lossOf(tried, exactPass, numbers<double>(tried), &exact);
            const double most = largest(exact, 0, exact.size());
            for (std::size_t i = 0; i < exact.size(); ++i)
                QVERIFY2(std::abs(double(gradient[i]) - exact[i]) <= 2e-5 * most, tried.name.c_str());
        }
    }

    /// What Weights → Effect shows of a cell is the derivative of a score: here the way back from that score.
    void scoreHasTheEffectsDerivative()
    {
        for (const TrainedCase &tried : trainedCases()) {
            const ParameterTable table(tried.model);
            const Network network(table, tried.model);
            NetworkPass<double> pass(network);
            const std::vector<double> weights = numbers<double>(tried);
            const auto sentences = pointersTo(tried.sentences);
            pass.forward(weights.data(), sentences);
            const bool crosses = tried.model.config.architecture == Architecture::EncoderDecoder;
            const bool encodes = tried.model.config.architecture == Architecture::Encoder;
            const AttentionPlace place{crosses   ? Attention::Cross
                                       : encodes ? Attention::Encoder
                                                 : Attention::Decoder,
                                       0};
            if (layersOf(tried.model.config, place.attention) == 0)
                continue;
            std::vector<double> gradient(weights.size(), 0);
            pass.backwardFromScore({place, 1, 0, 2, 0}, gradient.data());
            const SharedTrace trace = forward(tried.model, inputOf(tried.model, tried.sentences[0]));
            const double most = largest(gradient, 0, gradient.size());
            std::vector<std::string> names;
            for (const char *part : {"w_q", "w_k", "w_v"})
                names.push_back(blockWeight(crosses && part[2] == 'v' ? Attention::Encoder : place.attention, 0, part));
            for (const Parameter &parameter : table.all()) // of cells, the first state and what a context joins
                if (parameter.role == WeightRole::Projection && parameter.name.find(".self.") == std::string::npos &&
                    (parameter.name.find("ward.") != std::string::npos ||
                     parameter.name.starts_with("decoder.first_state.w")))
                    names.push_back(parameter.name);
            for (const std::string &name : names) {
                if (!table.find(name))
                    continue; // of an encoder without attention
                const Parameter &matrix = *table.find(name);
                const ModelCell cell{matrix.name, 1, matrix.columns - 1};
                const auto effect = headDerivative(tried.model, *trace, cell, place, 1);
                QVERIFY(effect.has_value());
                const double own = gradient[matrix.offset + std::size_t(2 * matrix.columns - 1)];
                // The engine's is computed in float32.
                QVERIFY2(std::abs(own - double(effect->scores(2, 0))) <= 1e-4 * most, tried.name.c_str());
            }
        }
    }

    void unlikeLengthsCostNoPadding()
    {
        const TrainedCase tried = trainedCase("two", smallConfig());
        const Network network(ParameterTable(tried.model), tried.model);
        NetworkPass<float> pass(network);
        const std::vector<float> weights = numbers<float>(tried);
        pass.forward(weights.data(), pointersTo(tried.sentences));
        const AttentionPlace place{Attention::Decoder, 0};
        QCOMPARE(pass.attention(place, 1, 0).rows(), Eigen::Index(4));
        QCOMPARE(pass.attention(place, 1, 1).rows(), Eigen::Index(3));
        QCOMPARE(pass.attention(place, 1, 1).cols(), Eigen::Index(3));
        QCOMPARE(pass.logits().rows(), Eigen::Index(6)); // of seven rows one asks nothing
    }

    void refusesWhatDoesNotExist_data()
    {
        QTest::addColumn<int>("wrong");
        QTest::addColumn<QString>("said");
        QTest::newRow("token") << 0 << "token 5 lies outside the vocabulary of 5 tokens";
        QTest::newRow("length") << 1 << "has 6 tokens, but the table of positions has 5 rows";
        QTest::newRow("empty") << 2 << "has no token";
        QTest::newRow("masked") << 3 << "masked position 4 lies outside";
        QTest::newRow("asked") << 4 << "token 9 lies outside";
        QTest::newRow("too many asked") << 5 << "5 tokens are asked of a sentence of 4";
    }

    void refusesWhatDoesNotExist()
    {
        QFETCH(int, wrong);
        QFETCH(QString, said);
        TrainedCase tried = trainedCase("refused", smallConfig());
        TrainingSentence &sentence = tried.sentences.front();
        if (wrong == 0)
            sentence.source[1] = 5;
        else if (wrong == 1)
            sentence.source.assign(6, 0);
        else if (wrong == 2)
            sentence = {};
        else if (wrong == 3)
            sentence.masked = {4};
        else if (wrong == 4)
            sentence.asked[0] = 9;
        else
            sentence.asked.assign(5, 0);
        const Network network(ParameterTable(tried.model), tried.model);
        NetworkPass<float> pass(network);
        const std::vector<float> weights = numbers<float>(tried);
        try {
            pass.forward(weights.data(), pointersTo(tried.sentences));
            QFAIL("not refused");
        } catch (const InputError &error) {
            QVERIFY2(QString::fromUtf8(error.what()).contains(said), error.what());
        }
    }
};

REGARD_GUILESS_TEST(NetworkTest)
#include "test_network.moc"
