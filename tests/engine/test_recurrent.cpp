#include <QDir>
#include <QtTest>

#include "engine/base/errors.h"
#include "engine/model/config_rules.h"
#include "engine/model/recurrent.h"
#include "engine/model/weight_shapes.h"
#include "paths.h"
#include "reference_file.h"
#include "test_class.h"

using namespace regard;

namespace {

/// An encoder of two directions and a decoder, drawn.
ModelConfig seq2seq(DecoderAttention attention)
{
    ModelConfig config;
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

QString recurrentRefusal(const ModelConfig &config)
{
    try {
        validate(config);
    } catch (const ConfigError &error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace

/// Recurrent stacks beside torch.nn.RNN and GRU, and what of a pass an edit computes again.
class RecurrentTest : public QObject {
    Q_OBJECT
private slots:
    void pass_data()
    {
        QTest::addColumn<QString>("path");
        const QDir folder(QStringLiteral(REGARD_TEST_DATA "/recurrent"));
        const QFileInfoList files = folder.entryInfoList({QStringLiteral("*.txt")});
        QCOMPARE(files.size(), 29);
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
        QTest::newRow("none") << DecoderAttention::None;
        QTest::newRow("bahdanau") << DecoderAttention::Bahdanau;
        QTest::newRow("luong") << DecoderAttention::Luong;
    }

    void anEditComputesFromTheFirstStepThatItChanges()
    {
        QFETCH(DecoderAttention, attention);
        const Model model = recurrentModelOf(seq2seq(attention));
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
        auto cell = std::make_shared<CellTrace>(*layer->directions[0]);
        cell->update(1, 2) = 77;
        layer->directions[0] = cell;
        marked.decoderRecurrent[0] = layer;
        QCOMPARE(again(model, changed, model, marked)->decoderRecurrent[0]->directions[0]->update(1, 2), 77.0F);
        QVERIFY(again(model, changed, model, marked)->decoderRecurrent[0]->directions[0]->update(3, 2) < 1.0F);
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
        for (const DecoderAttention attention :
             {DecoderAttention::None, DecoderAttention::Bahdanau, DecoderAttention::Luong}) {
            const Model model = recurrentModelOf(seq2seq(attention));
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
                for (const Cell cell : {Cell::Rnn, Cell::Gru})
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
            QCOMPARE(cell.states(3, i), (1.0F - cell.update(3, i)) * cell.candidate(3, i));
        compareAll(model, *again(model, input, plain, *before), *trace);
        compareAll(plain, *again(plain, input, model, *trace), *before);
        ModelConfig attending = model.config;
        attending.decoderKind = StackKind::Attention;
        QVERIFY(reconfigured(model, attending).interventions.states.empty());
    }

    void withoutAttentionTheFirstStateAloneCarriesTheSentence()
    {
        ModelWeights given;
        const ModelConfig config = seq2seq(DecoderAttention::None);
        given.set(firstStateWeight, Matrix::Zero(8, 8));
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
        QVERIFY(recurrentRefusal(config).contains(QStringLiteral("d_model must be even, not 7")));
        config.directions = 1;
        QVERIFY(recurrentRefusal(config).isEmpty());
        config.decoderLayers = 0;
        QVERIFY(recurrentRefusal(config).contains(
            QStringLiteral("decoder_kind recurrent needs decoder_layers of at least 1")));
        config.architecture = Architecture::Encoder; // there is no decoder then
        QVERIFY(recurrentRefusal(config).isEmpty());
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
