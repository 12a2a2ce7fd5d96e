#include <cmath>

#include <QTest>
#include <QToolButton>
#include <QToolTip>

#include "child.h"
#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "draw/export_figure.h"
#include "engine/model/sublayer.h"
#include "engine/pass/output_layer.h"
#include "engine/pass/sublayer_trace.h"
#include "test_class.h"
#include "views/base/token_focus.h"
#include "views/base/view_title.h"
#include "views/block/block_data.h"
#include "views/block/panel/block_panel.h"
#include "views/weights/matrix_place.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// An encoder and a decoder of two layers with everything on.
ModelConfig fullConfig()
{
    ModelConfig config = defaultProject().model.config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderLayers = config.decoderLayers = 2;
    config.dFf = config.decoderDFf = 24;
    config.residual = true;
    config.norm = Norm::Post;
    config.position = Position::Sinusoidal;
    return config;
}

/// As Llama is.
ModelConfig likeLlama()
{
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.decoderLayers = 1;
    config.heads = config.decoderHeads = 4;
    config.keyValueHeads = 2;
    config.dKey = config.dValue = 4;
    config.dFf = config.decoderDFf = 12;
    config.residual = config.finalNorm = config.gated = true;
    config.norm = Norm::Pre;
    config.normKind = NormKind::Rms;
    config.position = Position::Rotary;
    config.activation = Activation::Silu;
    return config;
}

/// As BERT is, without its feed-forward.
ModelConfig likeBert()
{
    ModelConfig config;
    config.bias = config.residual = config.maskedLanguageModel = true;
    config.norm = Norm::Post;
    config.position = Position::Learned;
    config.tokenTypes = 2;
    return config;
}

/// A gru encoder of two directions, and a gru decoder; both of as many layers.
ModelConfig recurrentConfig(DecoderAttention attention, int layers)
{
    ModelConfig config = fullConfig();
    config.encoderKind = config.decoderKind = StackKind::Recurrent;
    config.directions = 2;
    config.position = Position::None;
    config.decoderAttention = attention;
    config.encoderLayers = config.decoderLayers = layers;
    return config;
}

Project projectOf(const ModelConfig &config)
{
    Project project = defaultProject();
    project.source = "a b c";
    project.target = "<s> x y z";
    project.model = buildModel(config, {}, {});
    return project;
}

QStringList boxNames(const BlockDiagram &diagram)
{
    QStringList names;
    for (const BlockBox &box : diagram.data.boxes)
        names << box.name;
    return names;
}

const Matrix &valuesOf(const std::vector<BoxStrip> &strips, const QString &name)
{
    for (const BoxStrip &box : strips)
        if (box.strip.name == name)
            return *box.strip.values;
    qFatal("no strip %s", qPrintable(name));
}

QStringList stripNames(const std::vector<BoxStrip> &strips)
{
    QStringList names;
    for (const BoxStrip &box : strips)
        names << box.strip.name;
    return names;
}

struct Layer {
    ModelConfig config = fullConfig();
    Attention attention = Attention::Encoder;
    int layer = 0;
};

} // namespace

class TestBlockPanel : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_document = std::make_unique<Document>();
    }
    void cleanup()
    {
        m_panel.reset();
        m_document.reset();
        m_theme.reset();
    }

    void aLayerIsDrawnAsConfigured_data()
    {
        QTest::addColumn<Layer>("layer");
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<std::vector<BlockResidual>>("residuals");
        using Ways = std::vector<BlockResidual>;

        QTest::newRow("encoder, first of two, post-norm")
            << Layer{} << QStringList{u"Embedding + positions"_s, u"Multi-head attention"_s, u"Add & norm"_s,
                                      u"Feed forward"_s,          u"Add & norm"_s,           u"to layer 2"_s}
            << Ways{{0, 2}, {2, 4}};
        Layer last;
        last.layer = 1;
        QTest::newRow("encoder, last") << last << QStringList{u"Layer 1 output"_s, u"Multi-head attention"_s,
                                                              u"Add & norm"_s,     u"Feed forward"_s,
                                                              u"Add & norm"_s,     u"encoder output → decoder"_s}
                                       << Ways{{0, 2}, {2, 4}};
        Layer decoder{fullConfig(), Attention::Decoder, 1};
        QTest::newRow("decoder, last") << decoder << QStringList{u"Layer 1 output"_s, u"Masked self-attention"_s,
                                                                 u"Add & norm"_s,     u"Cross-attention"_s,
                                                                 u"Add & norm"_s,     u"Feed forward"_s,
                                                                 u"Add & norm"_s,     u"Linear"_s,
                                                                 u"Softmax"_s}
                                       << Ways{{0, 2}, {2, 4}, {4, 6}};
        decoder.config.norm = Norm::Pre;
        decoder.config.finalNorm = true;
        decoder.attention = Attention::Cross;
        QTest::newRow("decoder, pre-norm and final norm") << decoder
                                                          << QStringList{u"Layer 1 output"_s,
                                                                         u"Norm"_s,
                                                                         u"Masked self-attention"_s,
                                                                         u"Add"_s,
                                                                         u"Norm"_s,
                                                                         u"Cross-attention"_s,
                                                                         u"Add"_s,
                                                                         u"Norm"_s,
                                                                         u"Feed forward"_s,
                                                                         u"Add"_s,
                                                                         u"Final norm"_s,
                                                                         u"Linear"_s,
                                                                         u"Softmax"_s}
                                                          << Ways{{0, 3}, {3, 6}, {6, 9}};
        Layer bare;
        bare.config = defaultProject().model.config;
        QTest::newRow("neither norm nor residual")
            << bare << QStringList{u"Embedding"_s, u"Multi-head attention"_s, u"encoder output"_s} << Ways{};
        bare.config.residual = true;
        bare.config.heads = 1;
        QTest::newRow("residual without norm, one head")
            << bare << QStringList{u"Embedding"_s, u"Self-attention"_s, u"Add"_s, u"encoder output"_s} << Ways{{0, 2}};
        bare.config.residual = false;
        bare.config.norm = Norm::Post;
        bare.config.encoderMask = Mask::Causal;
        QTest::newRow("post-norm without residual, causal")
            << bare << QStringList{u"Embedding"_s, u"Masked self-attention"_s, u"Norm"_s, u"encoder output"_s}
            << Ways{};
        Layer alone;
        alone.config.architecture = Architecture::Decoder;
        alone.attention = Attention::Decoder;
        alone.config.decoderLayers = 1;
        QTest::newRow("a decoder alone has no cross-attention") << alone
                                                                << QStringList{u"Embedding + positions"_s,
                                                                               u"Masked self-attention"_s,
                                                                               u"Add & norm"_s,
                                                                               u"Feed forward"_s,
                                                                               u"Add & norm"_s,
                                                                               u"Linear"_s,
                                                                               u"Softmax"_s}
                                                                << Ways{{0, 2}, {2, 4}};
        Layer llama;
        llama.config = likeLlama();
        llama.attention = Attention::Decoder;
        llama.layer = 0;
        QTest::newRow("RMS norm, gate, rotary positions")
            << llama << QStringList{u"Embedding"_s, u"RMS norm"_s,   u"Masked self-attention"_s,
                                    u"Add"_s,       u"RMS norm"_s,   u"Gated feed forward"_s,
                                    u"Add"_s,       u"Final norm"_s, u"Linear"_s,
                                    u"Softmax"_s}
            << Ways{{0, 3}, {3, 6}};
        Layer bert;
        bert.config = likeBert();
        QTest::newRow("token types and masked words") << bert
                                                      << QStringList{u"Embedding + positions + types"_s,
                                                                     u"Multi-head attention"_s,
                                                                     u"Add & norm"_s,
                                                                     u"Transform"_s,
                                                                     u"Linear"_s,
                                                                     u"Softmax"_s}
                                                      << Ways{{0, 2}};
        bert.config.normKind = NormKind::Rms;
        bert.config.position = Position::None;
        QTest::newRow("RMS norm after, types alone") << bert << QStringList{u"Embedding + types"_s,
                                                                            u"Multi-head attention"_s,
                                                                            u"Add & RMS norm"_s,
                                                                            u"Transform"_s,
                                                                            u"Linear"_s,
                                                                            u"Softmax"_s}
                                                     << Ways{{0, 2}};
    }
    void aLayerIsDrawnAsConfigured()
    {
        QFETCH(Layer, layer);
        QFETCH(QStringList, names);
        QFETCH(std::vector<BlockResidual>, residuals);
        load(layer.config);
        Selection selection = m_document->look().selection();
        selection.attention = layer.attention;
        selection.layer = layer.layer;
        const BlockDiagram diagram = blockDiagram(layer.config, *trace(), selection);
        QCOMPARE(boxNames(diagram), names);
        QCOMPARE(diagram.data.residuals, residuals);
        const auto selected = std::size_t(diagram.data.selected);
        QCOMPARE(diagram.places.at(selected).step, BlockStep::Attention);
        QCOMPARE(diagram.places.at(selected).selects.attention, layer.attention);
        QCOMPARE(diagram.places.size(), diagram.data.boxes.size() + (diagram.data.secondReader >= 0 ? 1 : 0));
    }

    /// Boxes say which of their rows come from another pass, and titles that by value does not show them.
    void patchesAreMarked()
    {
        ModelConfig config;
        config.encoderLayers = 2;
        load(config);
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Encoder;
        selection.layer = 0;
        const auto shapes = [&](const PatchPlace &place) {
            Interventions patched;
            patched.patches[place] = {{0, {{1}, {}, "a dog"}}};
            QStringList marked;
            for (const BlockBox &box : blockDiagram(config, *trace(), selection, std::nullopt, patched).data.boxes)
                if (box.isPartlyOff)
                    marked << box.name + u": "_s + box.shape.section(u" · "_s, -1);
            return marked;
        };
        const QString attention = boxNames(blockDiagram(config, *trace(), selection)).filter(u"ttention"_s).front();
        QCOMPARE(shapes({PatchKind::Query, Attention::Encoder, 0, 0}), QStringList{attention + u": patched"_s});
        QCOMPARE(shapes({PatchKind::Query, Attention::Encoder, 1, 0}), QStringList{});
        QCOMPARE(shapes({PatchKind::AttentionOutput, Attention::Encoder, 0}), QStringList{attention + u": patched"_s});
        QCOMPARE(shapes({PatchKind::Stream, Attention::Encoder, 1}).size(), 1);
        QVERIFY(shapes({PatchKind::Stream, Attention::Encoder, 1}).front().endsWith(u": patched after it"_s));
        Model model = *m_document->result().model;
        model.interventions.patches[{PatchKind::Query, Attention::Encoder, 0, 0}] = {{0, {{1}, {}, "a dog"}}};
        selection = withHead(selection, 0, 0);
        QCOMPARE(doneText(model, selection), u"patched"_s);
        model.interventions.patches[{PatchKind::HeadOutput, Attention::Encoder, 0, 0}] = {{0, {{1}, {}, "a dog"}}};
        QCOMPARE(doneText(model, selection), u"output patched"_s);
    }

    void recurrentLayersAreDrawn_data()
    {
        QTest::addColumn<DecoderAttention>("attention");
        QTest::addColumn<int>("layers");
        QTest::addColumn<CellPlace>("chain");
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<std::vector<BlockResidual>>("ways");
        QTest::addColumn<QString>("second");
        using Ways = std::vector<BlockResidual>;
        const auto bahdanau = DecoderAttention::Bahdanau;
        const CellPlace decoder{Stack::Decoder, 0, Direction::Forward};
        const CellPlace top{Stack::Decoder, 1, Direction::Forward};
        QTest::newRow("encoder, last of two") << bahdanau << 2 << CellPlace{Stack::Encoder, 1, Direction::Backward}
                                              << QStringList{u"Layer 1 output"_s, u"GRU →"_s, u"GRU ←"_s,
                                                             u"side by side"_s, u"encoder output → decoder"_s}
                                              << Ways{} << QString();
        QTest::newRow("without attention")
            << DecoderAttention::None << 1 << decoder
            << QStringList{u"Embedding"_s, u"First state"_s, u"GRU cells"_s, u"Linear"_s, u"Softmax"_s} << Ways{}
            << QString();
        QTest::newRow("Luong") << DecoderAttention::Luong << 1 << decoder
                               << QStringList{u"Embedding"_s,       u"First state"_s,       u"GRU cells"_s,
                                              u"Cross-attention"_s, u"State and context"_s, u"Linear"_s,
                                              u"Softmax"_s}
                               << Ways{{2, 4}} << u"encoder output"_s;
        QTest::newRow("Bahdanau") << bahdanau << 1 << decoder
                                  << QStringList{u"Embedding"_s, u"Cross-attention"_s,   u"First state"_s,
                                                 u"GRU cells"_s, u"State and context"_s, u"Linear"_s,
                                                 u"Softmax"_s}
                                  << Ways{{3, 1}, {1, 4, 1}} << u"encoder output"_s;
        QTest::newRow("Bahdanau, first of two")
            << bahdanau << 2 << decoder
            << QStringList{u"Embedding"_s, u"Cross-attention"_s, u"First state"_s, u"GRU cells"_s, u"to layer 2"_s}
            << Ways{{4, 1}} << u"encoder output"_s;
        QTest::newRow("Bahdanau, last of two")
            << bahdanau << 2 << top << QStringList{u"Layer 1 output"_s,    u"First state"_s, u"GRU cells"_s,
                                                   u"State and context"_s, u"Linear"_s,      u"Softmax"_s}
            << Ways{} << u"context"_s;
    }
    void recurrentLayersAreDrawn()
    {
        QFETCH(DecoderAttention, attention);
        QFETCH(int, layers);
        QFETCH(CellPlace, chain);
        const ModelConfig config = recurrentConfig(attention, layers);
        load(config);
        Selection selection = m_document->look().selection();
        selection.part = Part::Cells;
        selection.chain = chain;
        const BlockDiagram diagram = blockDiagram(config, *trace(), selection);
        QTEST(boxNames(diagram), "names");
        QTEST(diagram.data.residuals, "ways");
        QTEST(diagram.data.second.name, "second");
        const auto selected = std::size_t(diagram.data.selected);
        QCOMPARE(diagram.places.at(selected).step, BlockStep::Cells);
        QCOMPARE(diagram.places.at(selected).selects.chain, chain);
        QCOMPARE(diagram.title,
                 (chain.stack == Stack::Encoder ? u"encoder layer %1"_s : u"decoder layer %1"_s).arg(chain.layer + 1));
        QCOMPARE(diagram.data.boxes[selected].states,
                 chain.direction == Direction::Forward ? StateWay::Forward : StateWay::Backward);
        // Each box of this layer leads to a selection that the document keeps, in which it is the selected one.
        for (const BlockPlace &place : diagram.places) {
            if (!place.isActive)
                continue;
            m_document->look().setSelection(place.selects);
            const BlockDiagram then = blockDiagram(config, *trace(), m_document->look().selection(), place.lands);
            QVERIFY2(then.data.selected >= 0, qPrintable(place.hint));
            QCOMPARE(then.places.at(std::size_t(then.data.selected)).step, place.lands);
            QCOMPARE(then.title == diagram.title, !place.isElsewhere());
            QVERIFY(!boxStrips(*m_document->result().model, trace(), m_document->look().selection(), {}, place.lands)
                         .empty());
        }
    }

    /// Each stack's input is a box of its own, whichever of them is recurrent, and leads to the rows that it reads.
    void inputsOfAMixture_data()
    {
        QTest::addColumn<bool>("isEncoder");
        QTest::newRow("recurrent encoder") << true;
        QTest::newRow("recurrent decoder") << false;
    }
    void inputsOfAMixture()
    {
        QFETCH(bool, isEncoder);
        ModelConfig config = recurrentConfig(DecoderAttention::Luong, 1);
        (isEncoder ? config.decoderKind : config.encoderKind) = StackKind::Attention;
        load(config);
        for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
            Selection selection = m_document->look().selection();
            selection.attention = stack == Stack::Decoder ? Attention::Cross : Attention::Encoder;
            selection.part = isRecurrent(config, stack) ? Part::Cells : Part::Attention;
            selection.chain = {stack, 0, Direction::Forward};
            const BlockDiagram diagram = blockDiagram(config, *trace(), selection);
            const BlockPlace &input = diagram.places.front();
            QCOMPARE(input.step, BlockStep::Input);
            m_document->look().setSelection(input.selects);
            const Selection kept = m_document->look().selection();
            QCOMPARE(kept.part, Part::Input);
            QCOMPARE(blockDiagram(config, *trace(), kept).title, diagram.title);
            QCOMPARE(m_document->matrices().editableMatrices(kept).front(),
                     std::string(stack == Stack::Encoder ? embeddingMatrix : targetEmbeddingMatrix));
        }
        // The encoder's words are those that the cross-attention asks.
        Selection crossed = m_document->look().selection();
        crossed.attention = Attention::Cross;
        crossed.part = isEncoder ? Part::Cells : Part::Input;
        crossed.chain = {isEncoder ? Stack::Encoder : Stack::Decoder, 0, Direction::Forward};
        const auto strips = boxStrips(*m_document->result().model, trace(), crossed, {});
        QCOMPARE(strips.front().side, std::optional(isEncoder ? TokenSide::Key : TokenSide::Query));
        // A cell that a step names is found, though no attention reads the encoder's rows.
        for (const char *matrix : {embeddingMatrix, targetEmbeddingMatrix}) {
            const auto found = selectionShowing(*m_document, matrix);
            QVERIFY(found);
            const auto names = m_document->matrices().editableMatrices(*found);
            QVERIFY(std::find(names.begin(), names.end(), matrix) != names.end());
        }
    }

    void stripsOfAnLstmAreItsNumbers()
    {
        ModelConfig config = recurrentConfig(DecoderAttention::Luong, 1);
        config.cell = Cell::Lstm;
        load(config);
        const Model &model = *m_document->result().model;
        Selection selection = m_document->look().selection();
        selection.part = Part::Cells;
        selection.chain = {Stack::Decoder, 0, Direction::Forward};
        QVERIFY(boxNames(blockDiagram(config, *trace(), selection)).contains(u"LSTM cells"_s));
        const auto cells = boxStrips(model, trace(), selection, {});
        QCOMPARE(stripNames(cells), (QStringList{u"input"_s, u"input gate"_s, u"forget gate"_s, u"candidate"_s,
                                                 u"output gate"_s, u"cell state"_s, u"state"_s}));
        const CellTrace &cell = cellsAt(*trace(), selection.chain);
        QCOMPARE(valuesOf(cells, u"forget gate"_s), cell.gates[1]);
        QCOMPARE(valuesOf(cells, u"output gate"_s), cell.gates[3]);
        QCOMPARE(valuesOf(cells, u"cell state"_s), cell.cellStates);
        QCOMPARE(m_document->matrices().editableMatrices(selection).back(), std::string("decoder.0.forward.b_o"));
        selection.part = Part::FirstState;
        const auto first = boxStrips(model, trace(), selection, {});
        QCOMPARE(stripNames(first), (QStringList{u"input"_s, u"first state"_s, u"input"_s, u"first cell state"_s}));
        QCOMPARE(valuesOf(first, u"first state"_s), cell.first.leftCols(config.dModel));
        QCOMPARE(valuesOf(first, u"first cell state"_s), cell.first.rightCols(config.dModel));
        const auto names = m_document->matrices().editableMatrices(selection);
        QVERIFY(std::find(names.begin(), names.end(), std::string(firstCellWeights.weight)) != names.end());
    }

    void stripsOfCellsAreTheirNumbers()
    {
        const ModelConfig config = recurrentConfig(DecoderAttention::Bahdanau, 1);
        load(config);
        const Model &model = *m_document->result().model;
        Selection selection = m_document->look().selection();
        selection.part = Part::Cells;
        selection.chain = {Stack::Decoder, 0, Direction::Forward};
        const auto cells = boxStrips(model, trace(), selection, {});
        QCOMPARE(stripNames(cells), (QStringList{u"input"_s, u"reset"_s, u"update"_s, u"candidate"_s, u"state"_s}));
        const Matrix word = trace()->target.input;
        QCOMPARE(Matrix(valuesOf(cells, u"input"_s).leftCols(16)), word);
        const Matrix states = valuesOf(cells, u"state"_s);
        const Matrix update = valuesOf(cells, u"update"_s);
        Matrix before(states.rows(), states.cols());
        selection.part = Part::FirstState;
        before << valuesOf(boxStrips(model, trace(), selection, {}), u"first state"_s), states.topRows(3);
        const Matrix mixed =
            (1 - update.array()) * valuesOf(cells, u"candidate"_s).array() + update.array() * before.array();
        QVERIFY((mixed - states).cwiseAbs().maxCoeff() < 1e-6F);
        selection.part = Part::Combine;
        const auto combined = boxStrips(model, trace(), selection, {});
        QCOMPARE(valuesOf(combined, u"state"_s), states);
        QCOMPARE(valuesOf(combined, u"context"_s), Matrix(valuesOf(cells, u"input"_s).rightCols(16)));
        QCOMPARE(valuesOf(combined, u"output"_s), Matrix(trace()->decoderOutput));
    }

    void sharedHeadsAndRotationAreNamed()
    {
        load(likeLlama());
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Decoder;
        const BlockDiagram diagram = blockDiagram(likeLlama(), *trace(), selection);
        QCOMPARE(diagram.data.boxes[2].shape, u"4 heads, 2 k/v × 4 · rotary"_s);
        QVERIFY(diagram.places[2].hint.contains(u"2 heads share each key and value head"_s));
        QVERIFY(diagram.places[2].hint.contains(u"rotated by their positions"_s));
    }

    void whatTrainedModelsAddHasStrips()
    {
        load(likeLlama());
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Decoder;
        selection.part = Part::FeedForward;
        const auto gated = boxStrips(*m_document->result().model, trace(), selection, {});
        QCOMPARE(stripNames(gated), (QStringList{u"input"_s, u"activated"_s, u"gate"_s, u"hidden"_s, u"output"_s}));
        const Matrix product = valuesOf(gated, u"activated"_s).cwiseProduct(valuesOf(gated, u"gate"_s));
        QVERIFY((product - valuesOf(gated, u"hidden"_s)).cwiseAbs().maxCoeff() < 1e-6F);
        load(likeBert());
        selection = m_document->look().selection();
        selection.part = Part::Input;
        const auto entry = boxStrips(*m_document->result().model, trace(), selection, {});
        QCOMPARE(stripNames(entry), (QStringList{u"tokens"_s, u"positions"_s, u"types"_s, u"sum"_s}));
    }

    void maskedWordsHaveALayer()
    {
        load(likeBert());
        Selection selection = m_document->look().selection();
        selection.part = Part::Output;
        const Model &model = *m_document->result().model;
        const auto transform = boxStrips(model, trace(), selection, {}, BlockStep::Transform);
        QCOMPARE(valuesOf(transform, u"input"_s), trace()->encoderOutput);
        const auto linear = boxStrips(model, trace(), selection, {}, BlockStep::Linear);
        QCOMPARE(valuesOf(linear, u"input"_s), valuesOf(transform, u"output"_s));
        QCOMPARE(valuesOf(linear, u"output"_s), trace()->logits);
    }

    /// Only the likeliest of tens of thousands of words are shown, for the token in focus.
    void aLargeVocabularyShowsItsLikeliest()
    {
        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.decoderLayers = 1;
        std::vector<std::string> words{"a", "b", "c"};
        while (words.size() < 5000)
            words.push_back("w" + std::to_string(words.size()));
        Project project = projectOf(config);
        project.model = buildModel(config, {}, {}, {words});
        m_document->load(project, {});
        m_document->waitForResult();
        Selection selection = m_document->look().selection();
        selection.part = Part::Output;
        selection.query = 1;
        const Model &model = *m_document->result().model;
        const auto softmax = boxStrips(model, trace(), selection, {}, BlockStep::Softmax);
        const Matrix &logits = valuesOf(softmax, u"input"_s);
        QCOMPARE(logits.rows(), 1);
        QCOMPARE(logits.cols(), 32);
        const Matrix row = logitsRows(model, *trace(), 1, 1);
        QCOMPARE(logits(0, 0), row.maxCoeff());
        QVERIFY(logits(0, 31) <= logits(0, 0));
        const double sum = (row.cast<double>().array() - double(row.maxCoeff())).exp().sum();
        QVERIFY(std::abs(double(valuesOf(softmax, u"output"_s)(0, 0)) - 1 / sum) < 1e-6);
        QCOMPARE(softmax[0].strip.rows, (QStringList{u"b"_s}));
    }

    void shapesAreReal()
    {
        ModelConfig config = fullConfig();
        config.dValue = 5;
        load(config);
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Cross;
        selection.layer = 1;
        const BlockDiagram diagram = blockDiagram(config, *trace(), selection);
        QStringList shapes;
        for (const BlockBox &box : diagram.data.boxes)
            shapes << box.shape;
        // Four target tokens; a b c <s> x y z </s> are the vocabulary.
        QCOMPARE(shapes, (QStringList{u"4 × 16"_s, u"2 heads, d_k 8, d_v 5"_s, u"4 × 16 · ε 1e-05"_s,
                                      u"2 heads, d_k 8, d_v 5"_s, u"4 × 16 · ε 1e-05"_s, u"16 → 24 → 16"_s,
                                      u"4 × 16 · ε 1e-05"_s, u"16 → 8"_s, u"4 × 8"_s}));
        QCOMPARE(diagram.data.second.name, u"encoder output"_s);
        QCOMPARE(diagram.data.second.shape, u"3 × 16"_s);
        QCOMPARE(diagram.title, u"decoder layer 2"_s);
    }

    void whatIsOffIsMarked()
    {
        show(fullConfig());
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Cross;
        selection.layer = 1;
        selection.part = Part::Attention;
        m_document->look().setSelection(selection);
        Interventions interventions;
        interventions.heads[{Attention::Cross, 1, 1}] = Replacement::Mean;
        interventions.heads[{Attention::Cross, 0, 0}] = Replacement::Zero; // of another layer
        interventions.sublayers[{Stack::Decoder, 1, SublayerKind::FeedForward}] = Replacement::Mean;
        interventions.sublayers[{Stack::Encoder, 1, SublayerKind::FeedForward}] = Replacement::Zero;
        interventions.sublayers[sublayerOf({Attention::Decoder, 1})] = Replacement::Uniform;
        m_document->matrices().setInterventions(interventions, u"test"_s);
        m_document->waitForResult();
        const BlockDiagram diagram = blockDiagram(fullConfig(), *trace(), selection, std::nullopt,
                                                  m_document->matrices().model()->interventions);
        const auto boxOf = [&diagram](Attention attention, BlockStep step) {
            for (std::size_t box = 0; box < diagram.data.boxes.size(); ++box)
                if (diagram.places[box].step == step && diagram.places[box].selects.attention == attention)
                    return diagram.data.boxes[box];
            return BlockBox{};
        };
        const BlockBox masked = boxOf(Attention::Decoder, BlockStep::Attention);
        QCOMPARE(masked.off, u"off: uniform"_s);
        QVERIFY(!masked.isPartlyOff);
        const BlockBox cross = boxOf(Attention::Cross, BlockStep::Attention);
        QCOMPARE(cross.off, QString());
        QVERIFY(cross.isPartlyOff);
        QCOMPARE(cross.shape, u"2 heads × 8 · 1 off"_s);
        QCOMPARE(boxOf(Attention::Cross, BlockStep::FeedForward).off, u"off: mean"_s);
        // The panel shows it, and its export too.
        const auto *shown = static_cast<const BlockFigure *>(m_panel->diagramView()->figure());
        QCOMPARE(shown->data(), diagram.data);
        QCOMPARE(m_panel->diagramView()->canvas()->accessibleDescription(),
                 u"decoder layer 2: Cross-attention, 2 heads × 8 · 1 off"_s);
        const auto exported =
            blockViewFigure(*m_document->result().model, trace(), selection, {}, {800, 600}, Theme::light());
        const QByteArray picture = figureBytes(*exported, PictureFormat::Svg, 96, u"title"_s);
        QVERIFY(picture.contains("off: mean") && picture.contains("off: uniform"));
    }

    void whatOneBoxGivesTheNextReads_data()
    {
        QTest::addColumn<Norm>("norm");
        QTest::addColumn<bool>("residual");
        for (const bool residual : {true, false}) {
            const char *way = residual ? "with residual" : "without";
            QTest::addRow("post, %s", way) << Norm::Post << residual;
            QTest::addRow("pre, %s", way) << Norm::Pre << residual;
            QTest::addRow("none, %s", way) << Norm::None << residual;
        }
    }
    void whatOneBoxGivesTheNextReads()
    {
        QFETCH(Norm, norm);
        QFETCH(bool, residual);
        ModelConfig config = fullConfig();
        config.norm = norm;
        config.residual = residual;
        config.finalNorm = true;
        load(config);
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Decoder;
        selection.part = Part::Input;
        const BlockDiagram diagram = blockDiagram(config, *trace(), selection);
        Matrix stream = trace()->target.input;
        Matrix below = stream;
        for (const BlockPlace &place : diagram.places) {
            if (place.isElsewhere() || place.step == BlockStep::Input)
                continue;
            const auto strips = boxStrips(*m_document->result().model, trace(), place.selects, {}, place.step);
            QCOMPARE(valuesOf(strips, u"input"_s), below);
            below = valuesOf(strips, u"output"_s);
            if (place.step == BlockStep::Add || place.step == BlockStep::AddNorm) {
                QCOMPARE(valuesOf(strips, u"residual"_s), stream);
                const Matrix sum = stream + valuesOf(strips, u"input"_s);
                QCOMPARE(place.step == BlockStep::Add ? below : valuesOf(strips, u"sum"_s), sum);
                stream = below;
            }
            if (place.step == BlockStep::AddNorm || place.step == BlockStep::Norm)
                for (int row = 0; row < below.rows(); ++row)
                    QVERIFY2(std::abs(below.row(row).mean()) < 1e-5F, "gain 1 and bias 0: the mean of a row is 0");
        }
        QCOMPARE(diagram.places.back().step, BlockStep::LayerBelow); // the encoder's output, beside the first layer
    }

    void theLastBoxesEndInProbabilities()
    {
        ModelConfig config = fullConfig();
        config.finalNorm = true;
        load(config);
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Cross;
        selection.layer = 1;
        selection.part = Part::FinalNorm;
        const Model &model = *m_document->result().model;
        QCOMPARE(valuesOf(boxStrips(model, trace(), selection, {}), u"output"_s), trace()->decoderOutput);
        selection.part = Part::Output;
        const auto linear = boxStrips(model, trace(), selection, {}, BlockStep::Linear);
        QCOMPARE(valuesOf(linear, u"input"_s), trace()->decoderOutput);
        QCOMPARE(valuesOf(linear, u"output"_s), trace()->logits);
        QCOMPARE(linear.back().strip.columns.size(), qsizetype(trace()->vocabulary.size()));
        QCOMPARE(linear.back().strip.columns.first(), u"a"_s);
        const Matrix chances = valuesOf(boxStrips(model, trace(), selection, {}, BlockStep::Softmax), u"output"_s);
        for (int row = 0; row < chances.rows(); ++row)
            QVERIFY(std::abs(chances.row(row).sum() - 1) < 1e-5F);
    }

    void theInputIsTokensAndPositions()
    {
        ModelConfig config = fullConfig();
        config.embeddingScale = true;
        load(config);
        Selection selection = m_document->look().selection();
        selection.part = Part::Input;
        const auto strips = boxStrips(*m_document->result().model, trace(), selection, {});
        QCOMPARE(stripNames(strips), (QStringList{u"tokens"_s, u"scaled"_s, u"positions"_s, u"sum"_s}));
        const Matrix &positions = valuesOf(strips, u"positions"_s);
        QCOMPARE(positions(2, 0), float(std::sin(2.0)));
        QCOMPARE(positions(2, 1), float(std::cos(2.0)));
        QCOMPARE(strips[2].strip.rows, (QStringList{u"0"_s, u"1"_s, u"2"_s}));
        QCOMPARE(valuesOf(strips, u"scaled"_s), Matrix(valuesOf(strips, u"tokens"_s) * 4));
        QCOMPARE(valuesOf(strips, u"sum"_s), trace()->source.input);
    }

    void theFeedForwardShowsItsHiddenNumbers()
    {
        load(fullConfig());
        Selection selection = m_document->look().selection();
        selection.part = Part::FeedForward;
        const std::vector<std::string> dimensions(16, "noun");
        const auto strips = boxStrips(*m_document->result().model, trace(), selection, dimensions);
        QCOMPARE(stripNames(strips), (QStringList{u"input"_s, u"hidden"_s, u"output"_s}));
        QCOMPARE(valuesOf(strips, u"hidden"_s).cols(), 24);
        QVERIFY2(valuesOf(strips, u"hidden"_s).minCoeff() >= 0, "ReLU");
        QVERIFY(strips[1].strip.columns.isEmpty());
        QCOMPARE(strips[2].strip.columns.value(15), u"noun"_s);
    }

    void crossAttentionReadsTwice()
    {
        load(fullConfig());
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Cross;
        selection.query = 3;
        selection.key = 2;
        const auto strips = boxStrips(*m_document->result().model, trace(), selection, {});
        QCOMPARE(stripNames(strips), (QStringList{u"input"_s, u"encoder"_s, u"output"_s}));
        QCOMPARE(valuesOf(strips, u"encoder"_s), trace()->encoderOutput);
        QCOMPARE(strips[1].strip.rows, (QStringList{u"a"_s, u"b"_s, u"c"_s}));
        const std::vector<Strip> focused = focusedStrips(strips, selection);
        QCOMPARE(focused[0].row, 3);
        QCOMPARE(focused[1].row, 2);
    }

    void aSelectionBeyondTheModelIsBroughtBack()
    {
        const ModelConfig config = defaultProject().model.config;
        Selection selection;
        selection.attention = Attention::Cross;
        selection.layer = 9;
        for (const Part part : {Part::AttentionNorm, Part::FeedForward, Part::FinalNorm, Part::Output}) {
            selection.part = part;
            const Selection within = withinBlocks(selection, config);
            QCOMPARE(within.attention, Attention::Encoder);
            QCOMPARE(within.layer, 0);
            QCOMPARE(within.part, Part::Attention);
        }
    }

    void aModelWithoutLayersIsItsInput()
    {
        ModelConfig config = defaultProject().model.config;
        config.encoderLayers = 0;
        load(config);
        const BlockDiagram diagram = blockDiagram(config, *trace(), m_document->look().selection());
        QCOMPARE(boxNames(diagram), (QStringList{u"Embedding"_s, u"encoder output"_s}));
        QCOMPARE(diagram.data.selected, 0);
        QVERIFY(!boxStrips(*m_document->result().model, trace(), m_document->look().selection(), {}).empty());
    }

    void aDecoderWithoutLayersStillChoosesTokens()
    {
        ModelConfig config = defaultProject().model.config;
        config.architecture = Architecture::Decoder;
        config.encoderLayers = config.decoderLayers = 0;
        load(config);
        Selection selection = m_document->look().selection();
        selection.part = Part::Output;
        const BlockDiagram diagram = blockDiagram(config, *trace(), selection);
        QCOMPARE(boxNames(diagram), (QStringList{u"Embedding"_s, u"Linear"_s, u"Softmax"_s}));
        QCOMPARE(diagram.data.selected, 1);
        const auto strips = boxStrips(*m_document->result().model, trace(), selection, {});
        QCOMPARE(valuesOf(strips, u"input"_s), trace()->source.input);
    }

    void theOutputIsShownBesideTheEncoderToo()
    {
        load(fullConfig());
        Selection selection = m_document->look().selection();
        selection.part = Part::Output;
        selection.query = 1;
        const BlockDiagram diagram = blockDiagram(fullConfig(), *trace(), selection);
        QCOMPARE(diagram.title, u"encoder layer 1"_s);
        QCOMPARE(diagram.data.selected, -1);
        const auto strips = boxStrips(*m_document->result().model, trace(), selection, {});
        QCOMPARE(strips.front().strip.rows.size(), 4); // the target's, which the encoder's query is none of
        QCOMPARE(focusedStrips(strips, selection).front().row, -1);
    }

    void maskedTokensAreKnown()
    {
        load(fullConfig());
        m_document->sentences().setMasked(Side::Source, 1, true);
        m_document->waitForResult();
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Cross;
        const auto strips = boxStrips(*m_document->result().model, trace(), selection, {});
        QCOMPARE(strips[0].strip.masked, std::vector<int>{});
        QCOMPARE(strips[1].strip.masked, std::vector<int>{1});
    }

    void aClickChoosesABox()
    {
        show(fullConfig());
        QCOMPARE(m_panel->caption(), u"encoder layer 1"_s);
        clickBox(u"Feed forward"_s);
        QCOMPARE(m_document->look().selection().part, Part::FeedForward);
        QVERIFY(m_panel->stripChip(1) && m_panel->stripChip(1)->text() == u"hidden"_s);
        QVERIFY(m_document->matrices().editableMatrices(m_document->look().selection()).back() == "encoder.0.ffn.w_2");
        clickBox(u"to layer 2"_s);
        QCOMPARE(m_document->look().selection().layer, 1);
        QCOMPARE(m_panel->caption(), u"encoder layer 2"_s);
        clickBox(u"encoder output → decoder"_s);
        QCOMPARE(m_document->look().selection().attention, Attention::Cross);
        QCOMPARE(m_document->look().selection().layer, 0);
        clickBox(u"Masked self-attention"_s);
        QCOMPARE(m_document->look().selection().attention, Attention::Decoder);
        QCOMPARE(m_document->look().selection().part, Part::Attention);
        QTest::mouseClick(m_panel->diagramView()->canvas(), Qt::LeftButton, {},
                          diagram()->secondRect().center().toPoint());
        QCOMPARE(m_document->look().selection().attention, Attention::Encoder);
        QCOMPARE(m_document->look().selection().layer, 1);
        clickBox(u"Layer 1 output"_s);
        QCOMPARE(m_document->look().selection().layer, 0);
        QCOMPARE(m_document->look().selection().part, Part::FeedForwardNorm);
    }

    void twoBoxesOfOnePartAreTwo()
    {
        ModelConfig config = fullConfig();
        config.norm = Norm::Pre;
        show(config);
        clickBox(u"Norm"_s);
        QCOMPARE(m_document->look().selection().part, Part::AttentionNorm);
        QCOMPARE(selectedBox(), u"Norm"_s);
        QVERIFY(!m_panel->stripChip(2));
        clickBox(u"Add"_s);
        QCOMPARE(m_document->look().selection().part, Part::AttentionNorm);
        QCOMPARE(selectedBox(), u"Add"_s);
        QCOMPARE(m_panel->stripChip(0)->text(), u"residual"_s);
        Selection selection = m_document->look().selection();
        selection.part = Part::FeedForwardNorm;
        m_document->look().setSelection(selection);
        QCOMPARE(selectedBox(), u"Norm"_s);
    }

    void keysWalkThroughTheStack()
    {
        show(fullConfig());
        QWidget *canvas = m_panel->diagramView()->canvas();
        canvas->setFocus();
        QStringList walked;
        for (int i = 0; i < 8; ++i) {
            QTest::keyClick(canvas, Qt::Key_Up);
            walked << u"%1 %2"_s.arg(m_document->look().selection().layer + 1).arg(selectedBox());
        }
        QCOMPARE(walked,
                 (QStringList{u"1 Add & norm"_s, u"1 Feed forward"_s, u"1 Add & norm"_s, u"2 Multi-head attention"_s,
                              u"2 Add & norm"_s, u"2 Feed forward"_s, u"2 Add & norm"_s, u"1 Cross-attention"_s}));
        QTest::keyClick(canvas, Qt::Key_Home);
        QCOMPARE(m_document->look().selection().part, Part::Input);
        QTest::keyClick(canvas, Qt::Key_Down);
        QCOMPARE(m_document->look().selection().part, Part::Input);
        QTest::keyClick(canvas, Qt::Key_PageUp);
        QCOMPARE(m_panel->caption(), u"decoder layer 2"_s);
        QTest::keyClick(canvas, Qt::Key_End);
        QCOMPARE(selectedBox(), u"Softmax"_s);
        QTest::keyClick(canvas, Qt::Key_Left);
        QVERIFY(m_panel->stripChip(0)->isChecked());
        QTest::keyClick(canvas, Qt::Key_Return);
        QVERIFY(child<FigureView>(m_panel, "stripView")->canvas()->hasFocus());
    }

    void aRowOfAStripIsTheQuery()
    {
        show(fullConfig());
        QWidget *canvas = child<FigureView>(m_panel, "stripView")->canvas();
        QTest::mouseMove(canvas, strips()->cellRect(0, 2, 5).center().toPoint());
        QCOMPARE(m_document->look().selection().query, 2);
        const float value = trace()->blocks.front()->output(2, 5);
        QTRY_VERIFY(QToolTip::text().contains(QString::number(double(value), 'f', 4)));
        QVERIFY(QToolTip::text().contains(u"column 5"_s));
        QTest::mouseClick(canvas, Qt::LeftButton, {}, strips()->rowRect(0, 1).center().toPoint());
        QCOMPARE(m_document->look().selection().pinnedQueries, std::vector<int>{1});

        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_Escape);
        QCOMPARE(m_document->look().selection().query, -1);
        QTest::keyClick(canvas, Qt::Key_Down);
        QTest::keyClick(canvas, Qt::Key_Down);
        QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(m_document->look().selection().query, 1);
        QVERIFY(canvas->accessibleDescription().startsWith(u"b, column 0: "_s));
        QTest::keyClick(canvas, Qt::Key_Return);
        QCOMPARE(m_document->look().selection().pinnedQueries, std::vector<int>{1});
    }

    void aRowOfTheEncodersOutputIsTheKey()
    {
        show(fullConfig());
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Cross;
        m_document->look().setSelection(selection);
        QCOMPARE(m_panel->stripChip(1)->text(), u"encoder"_s);
        QTest::mouseClick(m_panel->stripChip(1), Qt::LeftButton);
        QTest::mouseMove(child<FigureView>(m_panel, "stripView")->canvas(),
                         strips()->cellRect(0, 2, 0).center().toPoint());
        QCOMPARE(m_document->look().selection().key, 2);
        QCOMPARE(m_document->look().selection().query, -1);
    }

    void numbersMakeTheStripWider()
    {
        show(fullConfig());
        const QSizeF narrow = strips()->size();
        QVERIFY(!strips()->showsNumbers(0));
        QTest::mouseClick(child<QToolButton>(m_panel, "numbersChip"), Qt::LeftButton);
        QVERIFY(strips()->showsNumbers(0));
        QVERIFY(strips()->size().width() > narrow.width());
    }

    void anEditShowsAtOnce()
    {
        show(fullConfig());
        const auto strip = [](const BlockPanel &panel) {
            return panel.findChild<FigureView *>(u"stripView"_s)->canvas()->grab().toImage();
        };
        const QImage before = strip(*m_panel);
        m_document->matrices().editCell("encoder.0.self.w_v", 0, 0, 9);
        m_document->waitForResult();
        // As a panel that is opened now shows it; undone, as it was.
        BlockPanel fresh(m_document.get(), m_theme.get(), nullptr);
        fresh.resize(m_panel->size());
        fresh.show();
        QVERIFY(QTest::qWaitForWindowActive(&fresh));
        const QRect cell = strips()->cellRect(0, 0, 0).toAlignedRect();
        QVERIFY(strip(*m_panel).copy(cell) != before.copy(cell));
        QCOMPARE(strip(*m_panel), strip(fresh));
        m_document->undoStack()->undo();
        m_document->waitForResult();
        QCOMPARE(strip(*m_panel), before);
    }

    void thePictureIsTheOneOfTheCommandLine()
    {
        show(fullConfig());
        clickBox(u"Feed forward"_s);
        const auto seen = m_panel->figure({960, 720}, Theme::light());
        const auto exported = blockViewFigure(*m_document->result().model, trace(), m_document->look().selection(), {},
                                              {960, 720}, Theme::light());
        QCOMPARE(seen->size(), QSizeF(960, 720));
        QCOMPARE(figureBytes(*seen, PictureFormat::Svg, 96, u"t"_s),
                 figureBytes(*exported, PictureFormat::Svg, 96, u"t"_s));
    }

    void withoutAResultThereIsNoPicture()
    {
        Project project = projectOf(fullConfig());
        project.source.clear();
        m_document->load(project, {});
        m_panel = std::make_unique<BlockPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(250, 600);
        m_panel->show();
        QVERIFY(!m_panel->figure({400, 400}, Theme::light()));
        QVERIFY(!m_panel->diagramView()->figure());
        QVERIFY(!m_panel->stripChip(0));
        QTest::keyClick(m_panel->diagramView()->canvas(), Qt::Key_Up);
        QTest::keyClick(child<FigureView>(m_panel, "stripView")->canvas(), Qt::Key_Down);
    }

private:
    void load(const ModelConfig &config)
    {
        m_document->load(projectOf(config), {});
        m_document->waitForResult();
    }

    void show(const ModelConfig &config)
    {
        load(config);
        m_panel = std::make_unique<BlockPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(250, 900);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }

    SharedTrace trace() const { return m_document->result().trace; }
    const BlockFigure *diagram() const { return static_cast<const BlockFigure *>(m_panel->diagramView()->figure()); }
    const StripFigure *strips() const
    {
        return static_cast<const StripFigure *>(child<FigureView>(m_panel, "stripView")->figure());
    }

    QString selectedBox() const
    {
        const int selected = diagram()->data().selected;
        return selected < 0 ? QString() : diagram()->data().boxes[std::size_t(selected)].name;
    }

    /// The lowest box of that name.
    void clickBox(const QString &name)
    {
        const auto &boxes = diagram()->data().boxes;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (boxes[i].name != name)
                continue;
            QTest::mouseClick(m_panel->diagramView()->canvas(), Qt::LeftButton, {},
                              diagram()->boxRect(int(i)).center().toPoint());
            return;
        }
        QFAIL(qPrintable(u"no box "_s + name));
    }

    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<BlockPanel> m_panel;
};

REGARD_TEST(TestBlockPanel)
#include "test_block_panel.moc"
