#include <cmath>

#include <QDir>
#include <QtTest>

#include "engine/analysis/path_norms.h"
#include "engine/base/errors.h"
#include "engine/model/recurrent.h"
#include "paths.h"
#include "reference_file.h"
#include "test_class.h"

using namespace regard;

namespace {

PathPlace placeNamed(const std::string &name)
{
    if (name == "encoder" || name == "decoder" || name == "cross")
        return {std::nullopt, name == "encoder"   ? Attention::Encoder
                              : name == "decoder" ? Attention::Decoder
                                                  : Attention::Cross};
    const bool encodes = name.starts_with("encoder");
    return {CellPlace{encodes ? Stack::Encoder : Stack::Decoder, name[8] - '0',
                      name.ends_with("backward") ? Direction::Backward : Direction::Forward},
            {}};
}

/// What the script switched off in the file of that name.
Interventions interventionsOf(const QString &file)
{
    Interventions off;
    if (file.endsWith(u"_zero_state"))
        off.states = {{{Stack::Encoder, 1, Direction::Backward}, 4}, {{Stack::Encoder, 1, Direction::Forward}, 2}};
    if (file.endsWith(u"_bahdanau_masked_off")) {
        off.heads[{Attention::Cross, 0, 1}] = Replacement::Zero;
        off.temperatures[{Attention::Cross, 0, 0}] = 0.5F;
        off.states = {{{Stack::Decoder, 0, Direction::Forward}, 1}};
    }
    if (file == u"transformer_set") {
        off.temperatures = {{{Attention::Encoder, 0, 1}, 0.5F}};
        off.weights = {{{Attention::Encoder, 0, 1}, {{{0, 0}, 0.25F}, {{0, 2}, 0.5F}, {{4, 1}, 0.75F}}},
                       {{Attention::Decoder, 0, 1}, {{{4, 0}, 0.125F}}},
                       {{Attention::Cross, 0, 0}, {{{2, 0}, 0.5F}}}};
        off.cuts = {{Attention::Encoder, 1, 1, {}, {0, 1}}, {Attention::Cross, 0, 0, {}, {4, 2}}};
    }
    if (file == u"transformer_off") {
        off.heads = {{{Attention::Encoder, 0, 0}, Replacement::Mean},
                     {{Attention::Decoder, 0, 0}, Replacement::Zero},
                     {{Attention::Decoder, 0, 1}, Replacement::Uniform},
                     {{Attention::Cross, 0, 1}, Replacement::Mean}};
        off.sublayers = {{{Stack::Encoder, 0, SublayerKind::FeedForward}, Replacement::Mean},
                         {{Stack::Decoder, 0, SublayerKind::CrossAttention}, Replacement::Mean}};
        off.temperatures = {{{Attention::Encoder, 0, 1}, 0.5F}, {{Attention::Cross, 0, 0}, 2.0F}};
    }
    return off;
}

Model recurrentModel(Cell cell, int dModel)
{
    ModelConfig config;
    config.encoderKind = StackKind::Recurrent;
    config.cell = cell;
    config.dModel = dModel;
    config.directions = 2;
    return buildModel(config, {}, {});
}

Input pathNormsSentence(std::vector<std::string> tokens)
{
    Input input;
    input.tokens = std::move(tokens);
    return input;
}

void setAll(Model &model, const std::string &name, const Matrix &numbers)
{
    model.weights.set(name, numbers);
}

constexpr CellPlace forwardChain{Stack::Encoder, 0, Direction::Forward};
constexpr CellPlace backwardChain{Stack::Encoder, 0, Direction::Backward};

} // namespace

/// How much of each word is left at the end, beside PyTorch's Jacobians and closed forms.
class PathNormsTest : public QObject {
    Q_OBJECT
private slots:
    void torch_data()
    {
        QTest::addColumn<QString>("path");
        const QDir folder(QStringLiteral(REGARD_TEST_DATA "/path"));
        const QFileInfoList files = folder.entryInfoList({QStringLiteral("*.txt")});
        QCOMPARE(files.size(), 35);
        for (const QFileInfo &file : files)
            QTest::newRow(qPrintable(file.baseName())) << file.filePath();
    }

    void torch()
    {
        QFETCH(QString, path);
        Reference reference = readReference(path);
        Model model = reference.model();
        model.interventions = interventionsOf(QFileInfo(path).baseName());
        const SharedTrace trace = forward(model, reference.input);
        const std::map<std::string, Matrix> made = flattened(model, *trace);
        int places = 0;
        for (const auto &[name, expected] : reference.expected) {
            if (!name.starts_with("path.")) {
                compareMatrix(name, made.at(name), expected);
                continue;
            }
            ++places;
            const PathPlace place = placeNamed(name.substr(5));
            const auto norms = pathNorms(model, *trace, place);
            QVERIFY(norms);
            Matrix numbers(1, Eigen::Index(norms->size()));
            for (Eigen::Index i = 0; i < numbers.cols(); ++i)
                numbers(0, i) = float((*norms)[std::size_t(i)]);
            compareMatrix(name, numbers, expected);
            QVERIFY(pathCost(model, *trace, place) > 0);
        }
        QVERIFY(places > 0);
    }

    /// Without input and bias the states are 0, where tanh has slope 1: each step multiplies by U alone.
    void aLinearRnnIsItsMatrixToThePower()
    {
        Model model = recurrentModel(Cell::Rnn, 4);
        Matrix u(2, 2);
        u << 0.6F, -0.8F, 0.8F, 0.6F; // turns, and keeps every length
        for (const CellPlace &place : {forwardChain, backwardChain}) {
            setAll(model, cellWeight(place, "w"), Matrix::Zero(4, 2));
            setAll(model, cellWeight(place, "b"), Matrix::Zero(1, 2));
            setAll(model, cellWeight(place, "u"), place == forwardChain ? Matrix(0.5F * u) : u);
        }
        const SharedTrace trace = forward(model, pathNormsSentence({"a", "b", "c", "d", "e"}));
        const auto forwards = pathNorms(model, *trace, {forwardChain, {}});
        const auto backwards = pathNorms(model, *trace, {backwardChain, {}});
        for (int t = 0; t < 5; ++t) {
            QVERIFY(std::abs((*forwards)[std::size_t(t)] - std::sqrt(2.0) * std::pow(0.5, 4 - t)) < 1e-7);
            QVERIFY(std::abs((*backwards)[std::size_t(t)] - std::sqrt(2.0)) < 1e-6);
        }
        QCOMPARE(pathEnd(*trace, {forwardChain, {}}), 4);
        QCOMPARE(pathEnd(*trace, {backwardChain, {}}), 0);
    }

    /// With weights of zero each gate of a gru is a half: h' = (c + h) / 2 with c = 0.
    void aGruOfZerosHalvesTheState()
    {
        Model model = recurrentModel(Cell::Gru, 6);
        for (const std::string &name : weightNamesOf(forwardChain, Cell::Gru)) {
            Matrix zeros = model.weights.at(name);
            zeros.setZero();
            setAll(model, name, zeros);
        }
        const SharedTrace trace = forward(model, pathNormsSentence({"a", "b", "c", "d"}));
        const auto norms = pathNorms(model, *trace, {forwardChain, {}});
        for (int t = 0; t < 4; ++t)
            QVERIFY(std::abs((*norms)[std::size_t(t)] - std::sqrt(3.0) * std::pow(0.5, 3 - t)) < 1e-12);
    }

    /// An lstm has i = f = o = 1/2 and g = 0: c' = c / 2 and h' = tanh(c') / 2, where tanh has slope 1. So of h and c
    /// together half of c is left after a step, and half of that in h; what stood in h is gone.
    void anLstmOfZerosHalvesTheCellState()
    {
        Model model = recurrentModel(Cell::Lstm, 6);
        for (const std::string &name : weightNamesOf(forwardChain, Cell::Lstm))
            setAll(model, name, Matrix::Zero(model.weights.at(name).rows(), model.weights.at(name).cols()));
        const SharedTrace trace = forward(model, pathNormsSentence({"a", "b", "c", "d"}));
        const auto norms = pathNorms(model, *trace, {forwardChain, {}});
        QVERIFY(std::abs(norms->back() - std::sqrt(6.0)) < 1e-12);
        for (int t = 0; t < 3; ++t)
            QVERIFY(std::abs((*norms)[std::size_t(t)] - std::sqrt(3.0 * 1.25) * std::pow(0.5, 3 - t)) < 1e-12);
    }

    void stepsBetweenWords()
    {
        const Model model = recurrentModel(Cell::Gru, 4);
        Input input = pathNormsSentence({"a", "b", "c", "d", "e"});
        input.masked = {2};
        const SharedTrace trace = forward(model, input);
        QCOMPARE(pathSteps(model, *trace, {forwardChain, {}}, 4, 0), std::optional(3));
        QCOMPARE(pathSteps(model, *trace, {forwardChain, {}}, 0, 4), std::optional(3));
        QCOMPARE(pathSteps(model, *trace, {forwardChain, {}}, 2, 1), std::optional(0)); // a masked word is no step
        QCOMPARE(pathSteps(model, *trace, {backwardChain, {}}, 2, 1), std::optional(1));
        QCOMPARE(pathSteps(model, *trace, {forwardChain, {}}, 3, 3), std::optional(0));
        ModelConfig config;
        config.encoderMask = Mask::Causal;
        const Model attends = buildModel(config, {}, {});
        const SharedTrace attended = forward(attends, input);
        const PathPlace self{std::nullopt, Attention::Encoder};
        QCOMPARE(pathSteps(attends, *attended, self, 4, 0), std::optional(1));
        QCOMPARE(pathSteps(attends, *attended, self, 0, 4), std::optional<int>());
        QCOMPARE(pathSteps(attends, *attended, self, 4, 2), std::optional<int>());
    }

    void whatIsNotThereIsRefused()
    {
        const Model model = recurrentModel(Cell::Gru, 4);
        const SharedTrace trace = forward(model, pathNormsSentence({"a", "b"}));
        QVERIFY_THROWS_EXCEPTION(ShapeError, pathNorms(model, *trace, {std::nullopt, Attention::Encoder}));
        QVERIFY_THROWS_EXCEPTION(ShapeError, pathNorms(model, *trace, {std::nullopt, Attention::Cross}));
        const PathPlace second{CellPlace{Stack::Encoder, 1, Direction::Forward}, {}};
        QVERIFY_THROWS_EXCEPTION(ShapeError, pathNorms(model, *trace, second));
    }

    void aCancelledRunGivesNothing()
    {
        const std::atomic<bool> cancelled = true;
        const Model model = recurrentModel(Cell::Gru, 4);
        const SharedTrace trace = forward(model, pathNormsSentence({"a", "b"}));
        QVERIFY(!pathNorms(model, *trace, {forwardChain, {}}, &cancelled));
    }
};

REGARD_GUILESS_TEST(PathNormsTest)
#include "test_path_norms.moc"
