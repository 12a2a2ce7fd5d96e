#include <cmath>

#include <QDir>
#include <QtTest>

#include "engine/base/errors.h"
#include "engine/model/config_rules.h"
#include "engine/model/recurrent.h"
#include "engine/model/weight_shapes.h"
#include "paths.h"
#include "reference_file.h"
#include "refusals.h"
#include "test_class.h"

using namespace regard;

namespace {

/// An encoder of two directions and a decoder, drawn.
ModelConfig seq2seq(DecoderAttention attention, Cell cell = Cell::Gru)
{
    ModelConfig config;
    config.cell = cell;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderKind = config.decoderKind = StackKind::Recurrent;
    config.decoderAttention = attention;
    config.decoderLayers = 2;
    config.directions = 2;
    config.dModel = 8;
    config.dKey = config.dValue = 4;
    return config;
}

Input recurrentSentence()
{
    Input input;
    input.tokens = {"the", "cat", "sat", "on", "it"};
    input.target = {"<s>", "le", "chat", "y", "est"};
    return input;
}

Model recurrentModelOf(const ModelConfig &config)
{
    return buildModel(config, {}, {});
}

SharedTrace again(const Model &model, const Input &input, const Model &before, const Trace &trace)
{
    PassOptions options;
    options.previous = &trace;
    options.previousModel = &before;
    return forward(model, input, options);
}

bool sameRows(const Matrix &a, const Matrix &b, Eigen::Index first, Eigen::Index count)
{
    return a.middleRows(first, count) == b.middleRows(first, count);
}

/// Every number of the two is the same.
void compareAll(const Model &model, const Trace &a, const Trace &b)
{
    const std::map<std::string, Matrix> first = flattened(model, a);
    const std::map<std::string, Matrix> second = flattened(model, b);
    QCOMPARE(first.size(), second.size());
    for (const auto &[name, matrix] : first)
        QVERIFY2(matrix == second.at(name), name.c_str());
}

} // namespace

/// Recurrent stacks beside torch.nn.RNN, GRU and LSTM, and what of a pass an edit computes again.
class RecurrentTest : public QObject {
    Q_OBJECT
private slots:
    void pass_data()
    {
        QTest::addColumn<QString>("path");
        const QDir folder(QStringLiteral(REGARD_TEST_DATA "/recurrent"));
        const QFileInfoList files = folder.entryInfoList({QStringLiteral("*.txt")});
        QCOMPARE(files.size(), 44);
        for (const QFileInfo &file : files)
            QTest::newRow(qPrintable(file.baseName())) << file.filePath();
    }

    void pass()
    {
        QFETCH(QString, path);
        const Reference reference = readReference(path);
        const Model model = reference.model();
        for (const WeightShape &shape : weightShapes(model.config)) // the file gives every weight that is used
            QVERIFY2(shape.active == model.given.contains(shape.name) || shape.role == WeightRole::Bias,
                     shape.name.c_str());
        QVERIFY(!reference.expected.empty());
        compareWithPass(reference);
    }

    void anEditComputesFromTheFirstStepThatItChanges_data()
    {
        QTest::addColumn<DecoderAttention>("attention");
        QTest::addColumn<Cell>("cell");
        for (const auto &[name, cell] : {std::pair("gru", Cell::Gru), std::pair("lstm", Cell::Lstm)}) {
            QTest::addRow("%s, none", name) << DecoderAttention::None << cell;
            QTest::addRow("%s, bahdanau", name) << DecoderAttention::Bahdanau << cell;
            QTest::addRow("%s, luong", name) << DecoderAttention::Luong << cell;
        }
    }

    void anEditComputesFromTheFirstStepThatItChanges()
    {
        QFETCH(DecoderAttention, attention);
        QFETCH(Cell, cell);
        const Model model = recurrentModelOf(seq2seq(attention, cell));
        const Input input = recurrentSentence();
        const SharedTrace before = forward(model, input);
        Input changed = input;
        changed.target[3] = "ici";
        const SharedTrace after = again(model, changed, model, *before);
        compareAll(model, *after, *forward(model, changed));
        for (std::size_t layer = 0; layer < 1; ++layer) // the encoder is the same object
            QCOMPARE(after->encoderRecurrent[layer]->directions, before->encoderRecurrent[layer]->directions);
        const Matrix &states = after->decoderRecurrent[1]->output;
        QVERIFY(sameRows(states, before->decoderRecurrent[1]->output, 0, 3));
        QVERIFY(!sameRows(states, before->decoderRecurrent[1]->output, 3, 1));
        // Numbers that an earlier pass would not have made are taken over: the first steps are not computed again.
        Trace marked = *before;
        auto layer = std::make_shared<RecurrentTrace>(*marked.decoderRecurrent[0]);
        auto chain = std::make_shared<CellTrace>(*layer->directions[0]);
        chain->gates[1](1, 2) = 77;
        layer->directions[0] = chain;
        marked.decoderRecurrent[0] = layer;
        const SharedTrace kept = again(model, changed, model, marked);
        QCOMPARE(kept->decoderRecurrent[0]->directions[0]->gates[1](1, 2), 77.0F);
        QVERIFY(kept->decoderRecurrent[0]->directions[0]->gates[1](3, 2) < 1.0F);
        // The first step that is computed begins with both parts of what the last one that stays passes on.
        for (Matrix CellTrace::*part : {&CellTrace::states, &CellTrace::cellStates}) {
            if (((*chain).*part).size() == 0)
                continue;
            auto other = std::make_shared<CellTrace>(*before->decoderRecurrent[0]->directions[0]);
            ((*other).*part).row(2).setConstant(0.5F);
            layer = std::make_shared<RecurrentTrace>(*layer);
            layer->directions[0] = other;
            marked.decoderRecurrent[0] = layer;
            QVERIFY(again(model, changed, model, marked)->decoderRecurrent[0]->directions[0]->states.row(3) !=
                    after->decoderRecurrent[0]->directions[0]->states.row(3));
        }
    }

    void aWordOfTheSourceKeepsWhatComesBeforeItInEachDirection()
    {
        const Model model = recurrentModelOf(seq2seq(DecoderAttention::Bahdanau));
        const Input input = recurrentSentence();
        const SharedTrace before = forward(model, input);
        Input changed = input;
        changed.tokens[1] = "dog";
        const SharedTrace after = again(model, changed, model, *before);
        compareAll(model, *after, *forward(model, changed));
        const auto &now = after->encoderRecurrent[0]->directions;
        const auto &then = before->encoderRecurrent[0]->directions;
        QVERIFY(sameRows(now[0]->states, then[0]->states, 0, 1));
        QVERIFY(!sameRows(now[0]->states, then[0]->states, 1, 1));
        QVERIFY(sameRows(now[1]->states, then[1]->states, 2, 3));
        QVERIFY(!sameRows(now[1]->states, then[1]->states, 1, 1));
    }

    void everyChangeGivesTheNumbersOfAWholePass()
    {
        for (const auto &[attention, own] :
             {std::pair(DecoderAttention::None, Cell::Gru), std::pair(DecoderAttention::Bahdanau, Cell::Gru),
              std::pair(DecoderAttention::Luong, Cell::Gru), std::pair(DecoderAttention::None, Cell::Lstm),
              std::pair(DecoderAttention::Bahdanau, Cell::Lstm)}) {
            const Model model = recurrentModelOf(seq2seq(attention, own));
            const Input input = recurrentSentence();
            const SharedTrace before = forward(model, input);
            compareAll(model, *again(model, input, model, *before), *before);
            for (const WeightShape &shape : weightShapes(model.config)) {
                if (!shape.active || shape.columns == 0)
                    continue;
                ModelWeights given;
                Matrix moved = model.weights.at(shape.name);
                moved(0, 0) += 0.25F;
                given.set(shape.name, std::move(moved));
                const Model edited = buildModel(model.config, given, {}, {}, &model);
                compareAll(edited, *again(edited, input, model, *before), *forward(edited, input));
            }
            Input masked = input;
            masked.masked = {2};
            masked.maskedTarget = {1};
            compareAll(model, *again(model, masked, model, *before), *forward(model, masked));
            Input longer = input;
            longer.tokens.insert(longer.tokens.begin(), "now");
            longer.target.push_back("!");
            compareAll(model, *again(model, longer, model, *before), *forward(model, longer));
            for (const ModelConfig &other : {seq2seq(DecoderAttention::Luong), seq2seq(DecoderAttention::None),
                                             seq2seq(DecoderAttention::Bahdanau)}) {
                ModelConfig config = other;
                for (const Cell cell : allCells)
                    for (const StackKind kind : {StackKind::Attention, StackKind::Recurrent})
                        for (const int directions : {1, 2}) {
                            config.cell = cell;
                            config.encoderKind = kind;
                            config.directions = directions;
                            const Model next = reconfigured(model, config);
                            compareAll(next, *again(next, input, model, *before), *forward(next, input));
                        }
            }
        }
    }

    void aStateThatIsPutToZeroIsWhatTheNextStepReads()
    {
        Model model = recurrentModelOf(seq2seq(DecoderAttention::Luong));
        const Input input = recurrentSentence();
        const SharedTrace before = forward(model, input);
        const Model plain = model;
        model.interventions.states.insert({{Stack::Decoder, 0, Direction::Forward}, 2});
        const SharedTrace trace = forward(model, input);
        const CellTrace &cell = *trace->decoderRecurrent[0]->directions[0];
        QCOMPARE(cell.states.row(2).cwiseAbs().maxCoeff(), 0.0F);
        QVERIFY(sameRows(cell.states, before->decoderRecurrent[0]->output, 0, 2));
        QVERIFY(!sameRows(cell.states, before->decoderRecurrent[0]->output, 3, 1));
        // From zero, a step is z, c of the word alone: h' = (1 - z) c.
        for (Eigen::Index i = 0; i < cell.states.cols(); ++i)
            QCOMPARE(cell.states(3, i), (1.0F - cell.gates[1](3, i)) * cell.gates[2](3, i));
        compareAll(model, *again(model, input, plain, *before), *trace);
        compareAll(plain, *again(plain, input, model, *trace), *before);
        ModelConfig attending = model.config;
        attending.decoderKind = StackKind::Attention;
        QVERIFY(reconfigured(model, attending).interventions.states.empty());
    }

    /// An lstm's cell state is cut, too: nothing of the words before gets past.
    void aStateOfAnLstmThatIsPutToZeroRemembersNothing()
    {
        Model model = recurrentModelOf(seq2seq(DecoderAttention::Luong, Cell::Lstm));
        model.interventions.states.insert({{Stack::Decoder, 0, Direction::Forward}, 2});
        Input other = recurrentSentence();
        other.target = {"<s>", "la", "souris", "y", "est"};
        const SharedTrace trace = forward(model, recurrentSentence());
        const CellTrace &cell = *trace->decoderRecurrent[0]->directions[0];
        for (const Matrix *part : {&cell.states, &cell.cellStates})
            QCOMPARE(part->row(2).cwiseAbs().maxCoeff(), 0.0F);
        for (Eigen::Index i = 0; i < cell.states.cols(); ++i) // c' = i g
            QCOMPARE(cell.cellStates(3, i), cell.gates[0](3, i) * cell.gates[2](3, i));
        const SharedTrace others = forward(model, other);
        const CellTrace &same = *others->decoderRecurrent[0]->directions[0];
        QVERIFY(sameRows(cell.states, same.states, 3, 2) && sameRows(cell.cellStates, same.cellStates, 3, 2));
        QVERIFY(!sameRows(cell.states, same.states, 1, 1));
    }

    void withoutAttentionTheFirstStateAloneCarriesTheSentence()
    {
        ModelWeights given;
        const ModelConfig config = seq2seq(DecoderAttention::None);
        given.set(firstStateWeights.weight, Matrix::Zero(8, 8));
        const Model model = buildModel(config, given, {});
        Input other = recurrentSentence();
        other.tokens = {"nothing", "of", "it"};
        other.target = recurrentSentence().target;
        const SharedTrace a = forward(model, recurrentSentence());
        const SharedTrace b = forward(model, other);
        QCOMPARE(Matrix(a->decoderOutput), Matrix(b->decoderOutput));
        QVERIFY(a->blocks.empty());
    }

    void aMeanCannotStandForWhatAStepNeeds()
    {
        Model model = recurrentModelOf(seq2seq(DecoderAttention::Bahdanau));
        model.interventions.heads[{Attention::Cross, 0, 1}] = Replacement::Mean;
        QVERIFY_THROWS_EXCEPTION(InputError, forward(model, recurrentSentence()));
        model.interventions.heads[{Attention::Cross, 0, 1}] = Replacement::Zero;
        const SharedTrace trace = forward(model, recurrentSentence());
        QCOMPARE(trace->blocks[0]->heads[1].output.cwiseAbs().maxCoeff(), 0.0F);
        model.interventions.heads[{Attention::Cross, 0, 1}] = Replacement::Uniform;
        QCOMPARE(forward(model, recurrentSentence())->blocks[0]->heads[1].weights(2, 3), 0.2F);
        model.config.decoderAttention = DecoderAttention::Luong; // whose steps do not wait for it
        model = recurrentModelOf(model.config);
        model.interventions.heads[{Attention::Cross, 0, 1}] = Replacement::Mean;
        forward(model, recurrentSentence());
    }

    void whatDoesNotFitIsRefused()
    {
        ModelConfig config = seq2seq(DecoderAttention::None);
        config.dModel = 7;
        QVERIFY(configErrorOf(config).contains(QStringLiteral("d_model must be even, not 7")));
        config.directions = 1;
        QVERIFY(configErrorOf(config).isEmpty());
        config.decoderLayers = 0;
        QVERIFY(configErrorOf(config).contains(
            QStringLiteral("decoder_kind recurrent needs decoder_layers of at least 1")));
        config.architecture = Architecture::Encoder; // there is no decoder then
        QVERIFY(configErrorOf(config).isEmpty());
    }

    void aWeightOfAnotherSizeIsRefusedWithTheReason()
    {
        const auto refused = [](const ModelConfig &config, const char *name, int rows, int columns) {
            ModelWeights given;
            given.set(name, Matrix::Ones(rows, columns));
            try {
                buildModel(config, given, {});
            } catch (const ShapeError &error) {
                return QString::fromUtf8(error.what());
            }
            return QString();
        };
        QCOMPARE(refused(seq2seq(DecoderAttention::None), "encoder.0.backward.w_r", 8, 8),
                 QStringLiteral("encoder.0.backward.w_r is 8 × 8, but d_model 8 and directions 2 need 8 × 4"));
        QCOMPARE(
            refused(seq2seq(DecoderAttention::Bahdanau), "decoder.0.forward.w_z", 8, 8),
            QStringLiteral("decoder.0.forward.w_z is 8 × 8, but d_model 8 and a context of 8 numbers need 16 × 8"));
        QCOMPARE(refused(seq2seq(DecoderAttention::Luong), "decoder.1.forward.u_c", 4, 8),
                 QStringLiteral("decoder.1.forward.u_c is 4 × 8, but d_model 8 needs 8 × 8"));
    }

    /// `w_g` and `w_o` of an lstm are called as matrices of attentions are, which heads divide.
    void gatesOfAnLstmBelongToNoHead()
    {
        ModelConfig config = seq2seq(DecoderAttention::Luong, Cell::Lstm);
        config.heads = config.decoderHeads = 2;
        const Model drawn = recurrentModelOf(config);
        const auto limit = [&](const char *name) { // of Xavier's uniform numbers
            const Matrix &weight = drawn.weights.at(name);
            return std::pair(double(weight.cwiseAbs().maxCoeff()),
                             std::sqrt(6.0 / double(weight.rows() + weight.cols())));
        };
        for (const char *name : {"encoder.0.forward.w_i", "encoder.0.forward.w_g", "encoder.0.forward.w_o"}) {
            const auto [most, allowed] = limit(name);
            QVERIFY2(most <= allowed && most > 0.9 * allowed, name);
        }
        ModelWeights given;
        for (const char *gate : {"w_i", "w_g", "w_o", "b_o"}) {
            const Matrix &weight = drawn.weights.at(cellWeight({Stack::Decoder, 1, Direction::Forward}, gate));
            given.set(cellWeight({Stack::Decoder, 1, Direction::Forward}, gate),
                      Matrix::NullaryExpr(weight.rows(), weight.cols(), [](Eigen::Index row, Eigen::Index column) {
                          return float(10 * row + column);
                      }));
        }
        config.heads = config.decoderHeads = 4;
        config.dKey = config.dValue = 2;
        const Model changed = reconfigured(buildModel(seq2seq(DecoderAttention::Luong, Cell::Lstm), given, {}), config);
        for (const auto &[name, weight] : given.all())
            QVERIFY2(changed.weights.at(name) == *weight, name.c_str());
    }

    void whatIsSwitchedOffIsHeld()
    {
        ModelConfig config = seq2seq(DecoderAttention::Bahdanau);
        config.residual = config.finalNorm = true;
        config.norm = Norm::Pre;
        config.dFf = config.decoderDFf = 12;
        const Model model = recurrentModelOf(config);
        ModelConfig bare = config;
        bare.residual = bare.finalNorm = false;
        bare.norm = Norm::None;
        bare.dFf = bare.decoderDFf = 0;
        compareAll(model, *forward(model, recurrentSentence()), *forward(recurrentModelOf(bare), recurrentSentence()));
        ModelWeights given;
        given.set("encoder.0.self.w_q", Matrix::Ones(8, 8));
        given.set("encoder.0.ffn.w_1", Matrix::Ones(8, 12));
        given.set("encoder.0.forward.w", Matrix::Ones(8, 4)); // of an rnn, while the cells are gru
        const Model holds = buildModel(config, given, {});
        QVERIFY(holds.given.contains("encoder.0.self.w_q") && !holds.weights.contains("encoder.0.self.w_q"));
        QVERIFY(!holds.weights.contains("encoder.0.forward.w"));
    }
};

REGARD_GUILESS_TEST(RecurrentTest)
#include "test_recurrent.moc"
