#include <QSignalSpy>
#include <QTest>

#include "document/document.h"
#include "document/matrices/possible_links.h"
#include "engine/base/errors.h"
#include "io/project/project_file.h"
#include "test_class.h"

using namespace regard;

namespace {

/// Two layers in each stack, everything on, learned positions.
ModelConfig wholeTransformer()
{
    ModelConfig config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderLayers = config.decoderLayers = 2;
    config.dModel = 8;
    config.dKey = config.dValue = 4;
    config.dFf = config.decoderDFf = 12;
    config.bias = config.residual = config.finalNorm = config.embeddingNorm = true;
    config.norm = Norm::Post;
    config.position = Position::Learned;
    return config;
}

std::vector<std::string> texts(const Tokens &tokens)
{
    std::vector<std::string> list;
    for (const Token &token : tokens.tokens)
        list.push_back(token.text);
    return list;
}

QByteArray saved(const Document &document)
{
    Project project = document.project();
    project.view = {};
    return QByteArray::fromStdString(projectJson(project));
}

const PatchPlace encoderStream{PatchKind::Stream, Attention::Encoder, 1};
const PatchPlace decoderStream{PatchKind::Stream, Attention::Decoder, 1};

/// A row of each stack patched, and a link of the decoder cut and another one set.
Interventions setInBothStacks()
{
    const std::vector<float> numbers(8, 0.5F);
    Interventions set;
    set.patches[encoderStream] = {{1, {numbers, {}, "pinned"}}};
    set.patches[decoderStream] = {{1, {numbers, {}, "pinned"}}, {7, {numbers, {}, "pinned"}}};
    set.cuts = {{Attention::Decoder, 0, 0, {}, {7, 1}}, {Attention::Decoder, 0, 0, {}, {2, 1}}};
    set.weights[{Attention::Decoder, 1, 0}] = {{{2, 0}, 0.5F}};
    return set;
}

Tokens firstTokens(Tokens tokens, std::size_t count)
{
    tokens.tokens.resize(count);
    return tokens;
}

} // namespace

class TestEncoderDecoder : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Document> m_document;

    void isWhole()
    {
        m_document->waitForResult();
        QVERIFY2(m_document->inputError().isEmpty(), qPrintable(m_document->inputError()));
    }
    const SharedTrace &trace() const { return m_document->result().trace; }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->sentences().setSource(QStringLiteral("the red house"));
        m_document->sentences().setTarget(QStringLiteral("<s> la maison"));
        m_document->matrices().setConfig(wholeTransformer(), QStringLiteral("architecture"));
        m_document->waitForResult();
        QVERIFY2(m_document->inputError().isEmpty(), qPrintable(m_document->inputError()));
    }

    void bothSentencesAreRead()
    {
        QCOMPARE(trace()->source.tokens.size(), std::size_t{3});
        QCOMPARE(trace()->target.tokens, (std::vector<std::string>{"<s>", "la", "maison"}));
        QCOMPARE(trace()->blocks.size(), std::size_t{6});
        QCOMPARE(texts(m_document->sentences().tokens(Side::Target)), trace()->target.tokens);
        const std::vector<std::string> words{"the", "red", "house", "<s>", "la", "maison", "</s>"};
        QCOMPARE(m_document->matrices().vocabulary(), words);
        QCOMPARE(trace()->logits.cols(), Eigen::Index{7});
    }

    void anEmptyTargetIsSaidAndTheLastPictureStays()
    {
        const SharedTrace before = trace();
        m_document->sentences().setTarget(QString());
        QVERIFY(m_document->inputError().contains(QStringLiteral("target")));
        QCOMPARE(trace(), before);
        m_document->undoStack()->undo();
        QVERIFY(m_document->inputError().isEmpty());
    }

    void aTargetEditKeepsTheEncoder()
    {
        const SharedTrace before = trace();
        QSignalSpy changed(&m_document->sentences(), &Sentences::targetChanged);
        m_document->sentences().setTarget(QStringLiteral("<s> la maison rouge"));
        QCOMPARE(changed.count(), 1);
        for (std::size_t block = 0; block < 6; ++block)
            QCOMPARE(trace()->blocks[block] == before->blocks[block], block < 2);
    }

    void maskingIsOneStepOnEitherSide_data()
    {
        QTest::addColumn<Side>("side");
        QTest::addColumn<Attention>("attention");
        QTest::newRow("source in the encoder") << Side::Source << Attention::Encoder;
        QTest::newRow("source in cross-attention") << Side::Source << Attention::Cross;
        QTest::newRow("target in the decoder") << Side::Target << Attention::Decoder;
    }

    void maskingIsOneStepOnEitherSide()
    {
        QFETCH(Side, side);
        QFETCH(Attention, attention);
        const int steps = m_document->undoStack()->count();
        const SharedTrace before = trace();
        m_document->sentences().setMasked(side, 1, true);
        m_document->sentences().setMasked(side, 1, true); // already so: no step
        m_document->sentences().setMasked(side, 7, true); // no such token: no step
        QCOMPARE(m_document->undoStack()->count(), steps + 1);
        QCOMPARE(m_document->sentences().masked(side), std::vector<int>{1});
        const int block = blockIndex(m_document->matrices().model()->config, attention, 1);
        const Matrix &weights = trace()->blocks[std::size_t(block)]->heads[0].weights;
        QVERIFY((weights.col(1).array() == 0).all());
        QVERIFY((weights.col(0).array() > 0).all());
        m_document->undoStack()->undo();
        QVERIFY(m_document->sentences().masked(side).empty());
        QCOMPARE(trace()->logits, before->logits);
    }

    void everyMatrixOfEveryPartIsEditedAndComesBack_data()
    {
        QTest::addColumn<Attention>("attention");
        QTest::addColumn<Part>("part");
        QTest::addColumn<QByteArrayList>("names");
        const auto row = [](const char *name, Attention attention, Part part, const char *names) {
            QTest::newRow(name) << attention << part << QByteArray(names).split(' ');
        };
        row("self-attention of the encoder", Attention::Encoder, Part::Attention,
            "X position encoder.1.self.w_q encoder.1.self.b_q encoder.1.self.w_k encoder.1.self.b_k "
            "encoder.1.self.w_v encoder.1.self.b_v encoder.1.self.w_o encoder.1.self.b_o");
        row("cross-attention", Attention::Cross, Part::Attention,
            "X_target position decoder.1.cross.w_q decoder.1.cross.b_q decoder.1.cross.w_k decoder.1.cross.b_k "
            "decoder.1.cross.w_v decoder.1.cross.b_v decoder.1.cross.w_o decoder.1.cross.b_o");
        row("norm after the encoder's attention", Attention::Encoder, Part::AttentionNorm,
            "X position encoder.1.norm_1.gain encoder.1.norm_1.bias");
        row("norm after cross-attention", Attention::Cross, Part::AttentionNorm,
            "X_target position decoder.1.norm_2.gain decoder.1.norm_2.bias");
        row("feed-forward", Attention::Decoder, Part::FeedForward,
            "X_target position decoder.1.ffn.w_1 decoder.1.ffn.b_1 decoder.1.ffn.w_2 decoder.1.ffn.b_2");
        row("norm after the decoder's feed-forward", Attention::Decoder, Part::FeedForwardNorm,
            "X_target position decoder.1.norm_3.gain decoder.1.norm_3.bias");
        row("norm after the encoder's feed-forward", Attention::Encoder, Part::FeedForwardNorm,
            "X position encoder.1.norm_2.gain encoder.1.norm_2.bias");
        row("final norm", Attention::Encoder, Part::FinalNorm,
            "X position encoder.final_norm.gain encoder.final_norm.bias");
        row("input", Attention::Encoder, Part::Input, "X position embedding_norm.gain embedding_norm.bias");
        row("output", Attention::Decoder, Part::Output, "X_target position output.w output.b");
    }

    void everyMatrixOfEveryPartIsEditedAndComesBack()
    {
        QFETCH(Attention, attention);
        QFETCH(Part, part);
        QFETCH(QByteArrayList, names);
        Selection selection;
        selection.attention = attention;
        selection.layer = 1;
        selection.part = part;
        std::vector<std::string> wanted;
        for (QByteArray &name : names)
            wanted.push_back(name.replace("X_target", targetEmbeddingMatrix).toStdString());
        QCOMPARE(m_document->matrices().editableMatrices(selection), wanted);
        const QByteArray before = saved(*m_document);
        const SharedTrace pictured = trace();
        for (const std::string &name : wanted) {
            const SharedMatrix matrix = m_document->matrices().matrix(name);
            QVERIFY2(matrix && matrix->size() > 0, name.c_str());
            const int row = int(matrix->rows()) - 1;
            const float value = (*matrix)(row, 0) + 0.75F;
            m_document->matrices().editCell(name, row, 0, value);
            QCOMPARE((*m_document->matrices().matrix(name))(row, 0), value);
            QVERIFY2(m_document->matrices().compared().isChanged(name, row, 0), name.c_str());
            QVERIFY2(trace() != pictured, name.c_str());
            // A bias of the keys moves all scores of a row alike; what ReLU cuts has no effect.
            QVERIFY2(trace()->logits != pictured->logits || name.ends_with(".b_k") || name.ends_with(".w_2"),
                     name.c_str());
            const QByteArray edited = saved(*m_document);
            m_document->undoStack()->undo();
            QCOMPARE(saved(*m_document), before);
            QCOMPARE(trace()->logits, pictured->logits);
            m_document->undoStack()->redo();
            QCOMPARE(saved(*m_document), edited);
            m_document->matrices().revertMatrix(name);
            QVERIFY2(!m_document->matrices().compared().isChanged(name, row, 0), name.c_str());
            QCOMPARE(trace()->logits, pictured->logits);
            while (saved(*m_document) != before)
                m_document->undoStack()->undo();
        }
    }

    void anEditedOutputFixesItsWords()
    {
        m_document->matrices().editCell("output.w", 0, 2, 5);
        const std::vector<std::string> words{"the", "red", "house", "<s>", "la", "maison", "</s>"};
        QCOMPARE(m_document->matrices().model()->vocabulary.tokens, words);
        m_document->sentences().setSource(QStringLiteral("the red house and more"));
        QVERIFY2(m_document->inputError().isEmpty(), qPrintable(m_document->inputError()));
        QCOMPARE(trace()->vocabulary, words);
        QCOMPARE((*m_document->matrices().matrix("output.w"))(0, 2), 5.0F);
        m_document->matrices().setVocabulary({{"house", "la", "new"}, "la"});
        QCOMPARE((*m_document->matrices().matrix("output.w"))(0, 0), 5.0F);
        QCOMPARE(trace()->logits.cols(), Eigen::Index{3});
        QVERIFY_EXCEPTION_THROWN(m_document->matrices().setVocabulary({{"a", "a"}, "a"}), Error);
        m_document->matrices().setVocabulary({});
        QVERIFY(!m_document->matrices().model()->given.contains("output.w"));
        QCOMPARE(trace()->logits.cols(), Eigen::Index{9});
    }

    void aDragOverTheOutputIsOneStep()
    {
        const QByteArray before = saved(*m_document);
        const int gesture = m_document->newGesture();
        for (int i = 1; i <= 5; ++i)
            m_document->matrices().editCell("output.w", 0, 0, float(i), gesture);
        m_document->undoStack()->undo();
        QCOMPARE(saved(*m_document), before);
    }

    void generatedTokensFollowTheDecoder()
    {
        m_document->sentences().appendToken("rouge");
        QCOMPARE(m_document->sentences().target(), QStringLiteral("<s> la maison rouge"));
        m_document->sentences().appendToken(".");
        QCOMPARE(trace()->target.tokens, (std::vector<std::string>{"<s>", "la", "maison", "rouge", "."}));
        m_document->undoStack()->undo();
        QCOMPARE(m_document->sentences().target(), QStringLiteral("<s> la maison rouge"));
        ModelConfig config = m_document->matrices().model()->config;
        config.architecture = Architecture::Decoder;
        m_document->matrices().setConfig(config, QStringLiteral("architecture"));
        m_document->sentences().appendToken("it");
        QCOMPARE(m_document->sentences().source(), QStringLiteral("the red house it"));
    }

    /// A decoder alone reads the source: what was set about words of the target goes, and undo brings it back.
    void whatIsSetAboutTheTargetGoesWithIt()
    {
        m_document->sentences().setTarget(QStringLiteral("<s> la maison rouge et la porte blanche"));
        const Interventions set = setInBothStacks();
        m_document->matrices().setInterventions(set, QStringLiteral("set"));
        isWhole();
        ModelConfig config = m_document->matrices().model()->config;
        config.architecture = Architecture::Decoder;
        m_document->matrices().setConfig(config, QStringLiteral("architecture"));
        isWhole();
        QVERIFY(m_document->matrices().model()->interventions.isEmpty());
        m_document->undoStack()->undo();
        isWhole();
        QVERIFY(m_document->matrices().model()->interventions == set);
        config.architecture = Architecture::Encoder;
        m_document->matrices().setConfig(config, QStringLiteral("architecture"));
        isWhole();
        Interventions left;
        left.patches[encoderStream] = set.patches.at(encoderStream);
        QVERIFY(m_document->matrices().model()->interventions == left);
    }

    /// Nor does what is about words of the source come to be about those of the target.
    void whatIsSetAboutTheSourceStaysWithIt()
    {
        ModelConfig config = m_document->matrices().model()->config;
        config.architecture = Architecture::Decoder;
        m_document->matrices().setConfig(config, QStringLiteral("architecture"));
        Interventions set;
        set.cuts = {{Attention::Decoder, 0, 1, {}, {2, 1}}};
        set.patches[decoderStream] = {{1, {std::vector<float>(8, 0.5F), {}, "pinned"}}};
        m_document->matrices().setInterventions(set, QStringLiteral("set"));
        isWhole();
        config.architecture = Architecture::EncoderDecoder;
        m_document->matrices().setConfig(config, QStringLiteral("architecture"));
        isWhole();
        QVERIFY(m_document->matrices().model()->interventions.isEmpty());
    }

    /// Tokens that do not exist are neither patched nor cut, nor do they stand in a pattern.
    void linksOfTokensThatDoNotExistGo()
    {
        Model model = *m_document->matrices().model();
        const PatchPlace pattern{PatchKind::Pattern, Attention::Cross, 0, 0};
        const PatchPlace value{PatchKind::Value, Attention::Cross, 0, 0};
        const std::vector<float> four(4, 0.5F);
        SideLinks links;
        links.cuts = {{Attention::Decoder, 0, 0, {}, {7, 0}},
                      {Attention::Cross, 0, 0, {}, {0, 3}},
                      {Attention::Cross, 0, 0, {}, {1, 2}}};
        links.patches[pattern] = {
            {0, {{0.25F, 0.75F}, {1, 3}, "pinned"}}, {1, {{1.0F}, {5}, "pinned"}}, {4, {{1.0F}, {0}, "pinned"}}};
        links.patches[value] = {{2, {four, {}, "pinned"}}, {3, {four, {}, "pinned"}}};
        links.patches[decoderStream] = {{7, {std::vector<float>(8, 0.5F), {}, "pinned"}}};
        SideLinks left;
        left.cuts = {{Attention::Cross, 0, 0, {}, {1, 2}}};
        left.patches[pattern] = {{0, {{0.25F}, {1}, "pinned"}}};
        left.patches[value] = {{2, {four, {}, "pinned"}}};
        const Tokens source = m_document->sentences().tokens(Side::Source);                 // 3
        const Tokens target = firstTokens(m_document->sentences().tokens(Side::Target), 2); // 2
        QVERIFY(possibleLinks(model, links, source, target, {}) == left);
    }

    void whatIsSwitchedOffBringsItsWeightsBack()
    {
        for (const char *name : {"decoder.1.cross.w_q", "encoder.0.ffn.w_1", "encoder.0.norm_1.gain", "output.w",
                                 "decoder.final_norm.bias", "encoder.0.self.b_q"})
            m_document->matrices().editCell(name, 0, 1, 3.25F);
        const QByteArray before = saved(*m_document);
        const Matrix logits = trace()->logits;
        const ModelConfig all = m_document->matrices().model()->config;
        for (const auto &off : std::vector<std::function<void(ModelConfig &)>>{
                 [](ModelConfig &config) { config.architecture = Architecture::Encoder; },
                 [](ModelConfig &config) { config.architecture = Architecture::Decoder; },
                 [](ModelConfig &config) { config.dFf = config.decoderDFf = 0; },
                 [](ModelConfig &config) { config.norm = Norm::None; },
                 [](ModelConfig &config) { config.residual = config.bias = config.finalNorm = false; },
                 [](ModelConfig &config) { config.embeddingNorm = config.outputProjection = false; }}) {
            ModelConfig config = all;
            off(config);
            m_document->matrices().setConfig(config, QStringLiteral("off"));
            QVERIFY2(m_document->inputError().isEmpty(), qPrintable(m_document->inputError()));
            m_document->matrices().setConfig(all, QStringLiteral("on"));
            QCOMPARE(saved(*m_document), before);
            QCOMPARE(trace()->logits, logits);
        }
    }

    void pinsStayWithTheirSentence()
    {
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Encoder;
        selection.query = 1;
        selection.pinnedQueries = {1};
        selection.pinnedKeys = {2};
        m_document->look().setSelection(selection);
        selection.attention = Attention::Cross; // other queries, the same keys
        m_document->look().setSelection(selection);
        QCOMPARE(m_document->look().selection().query, -1);
        QVERIFY(m_document->look().selection().pinnedQueries.empty());
        QCOMPARE(m_document->look().selection().pinnedKeys, std::vector<int>{2});
    }

    void theSelectionGoesWhereThereIsSomething()
    {
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Cross;
        selection.layer = 1;
        selection.summary = Summary::Rollout; // which cross-attention has not
        selection.part = Part::Output;
        m_document->look().setSelection(selection);
        QCOMPARE(m_document->look().selection().attention, Attention::Cross);
        QCOMPARE(m_document->look().selection().summary, Summary::None);
        QCOMPARE(m_document->look().selection().part, Part::Output);
        ModelConfig config = m_document->matrices().model()->config;
        config.architecture = Architecture::Encoder;
        config.encoderLayers = 1;
        m_document->matrices().setConfig(config, QStringLiteral("architecture"));
        QCOMPARE(m_document->look().selection().attention, Attention::Encoder);
        QCOMPARE(m_document->look().selection().layer, 0);
        QCOMPARE(m_document->look().selection().part, Part::Attention);
    }
};

REGARD_GUILESS_TEST(TestEncoderDecoder)
#include "test_encoder_decoder.moc"
