#include <atomic>

#include <QtTest>

#include "engine/analysis/head_importance.h"
#include "engine/analysis/output_change.h"
#include "engine/pass/forward.h"
#include "test_class.h"

using namespace regard;

namespace {

Input sentences()
{
    Input input;
    input.tokens = {"the", "cat", "sat", "on", "it"};
    input.masked = {3};
    input.target = {"<s>", "le", "chat", "</s>"};
    input.maskedTarget = {2};
    return input;
}

ModelConfig configOf(Architecture architecture)
{
    ModelConfig config;
    config.architecture = architecture;
    config.encoderLayers = 2;
    config.decoderLayers = architecture == Architecture::Encoder ? 0 : 2;
    config.heads = 2;
    config.decoderHeads = 3;
    config.dFf = config.decoderDFf = 7;
    config.residual = true;
    config.norm = Norm::Post;
    return config;
}

} // namespace

class HeadImportanceTest : public QObject {
    Q_OBJECT
private slots:
    void everyHeadInTheOrderOfComputation()
    {
        const std::vector<HeadRef> heads = allHeads(configOf(Architecture::EncoderDecoder));
        QCOMPARE(heads.size(), std::size_t(2 * 2 + 2 * 2 * 3));
        QVERIFY((heads[0] == HeadRef{Attention::Encoder, 0, 0}));
        QVERIFY((heads[3] == HeadRef{Attention::Encoder, 1, 1}));
        QVERIFY((heads[4] == HeadRef{Attention::Decoder, 0, 0}));
        QVERIFY((heads[7] == HeadRef{Attention::Cross, 0, 0}));
        QVERIFY((heads[15] == HeadRef{Attention::Cross, 1, 2}));
    }

    void whatAPassReadIsInItsTrace()
    {
        const Model model = buildModel(configOf(Architecture::EncoderDecoder), {}, {});
        QVERIFY(inputOf(*forward(model, sentences())) == sentences());
    }

    void sameAsPassesFromNothing_data()
    {
        QTest::addColumn<Architecture>("architecture");
        QTest::addColumn<Replacement>("replacement");
        QTest::addColumn<bool>("hasMore"); ///< more is switched off already
        const std::pair<const char *, Architecture> architectures[] = {{"encoder", Architecture::Encoder},
                                                                       {"decoder", Architecture::Decoder},
                                                                       {"both", Architecture::EncoderDecoder}};
        for (const auto &[name, architecture] : architectures) {
            QTest::addRow("%s, zero", name) << architecture << Replacement::Zero << false;
            QTest::addRow("%s, mean", name) << architecture << Replacement::Mean << false;
            QTest::addRow("%s, uniform", name) << architecture << Replacement::Uniform << false;
            QTest::addRow("%s, with others off", name) << architecture << Replacement::Zero << true;
        }
    }
    void sameAsPassesFromNothing()
    {
        QFETCH(Architecture, architecture);
        QFETCH(Replacement, replacement);
        QFETCH(bool, hasMore);
        Model model = buildModel(configOf(architecture), {}, {});
        const std::vector<HeadRef> heads = allHeads(model.config);
        if (hasMore) {
            model.interventions.heads[heads[1]] = Replacement::Mean;
            model.interventions.temperatures[heads[2]] = 3;
        }
        Input input = sentences();
        if (architecture != Architecture::EncoderDecoder) {
            input.target.clear();
            input.maskedTarget.clear();
        }
        const SharedTrace with = forward(model, input);
        int calls = 0;
        const auto importance = headImportance(model, *with, {replacement, [&](int done, int all) {
                                                                  QCOMPARE(done, ++calls);
                                                                  QCOMPARE(all, int(heads.size()));
                                                              }});
        QVERIFY(importance);
        QCOMPARE(importance->size(), heads.size());
        QCOMPARE(calls, int(heads.size()));
        const Stack stack = lastStack(model.config);
        const SideTrace &sentence = sentenceOf(*with, stack);
        for (std::size_t i = 0; i < heads.size(); ++i) {
            Model without = model;
            without.interventions.heads[heads[i]] = replacement;
            const SharedTrace pass = forward(without, input);
            const auto changes = rowChanges(stackOutput(*pass, stack), stackOutput(*with, stack));
            double output = 0;
            double variation = 0;
            for (std::size_t token = 0; token < sentence.tokens.size(); ++token) {
                if (int(token) == sentence.masked.front())
                    continue;
                output += changes[token].relative;
                if (with->logits.size() > 0)
                    variation += totalVariations(pass->logits, with->logits)[token];
            }
            const double tokens = double(sentence.tokens.size() - 1);
            QVERIFY((*importance)[i].head == heads[i]);
            QCOMPARE((*importance)[i].output, output / tokens);
            QCOMPARE((*importance)[i].nextToken, variation / tokens);
            const bool isOffAlready = hasMore && i == 1;
            QVERIFY((*importance)[i].output > 0 || isOffAlready);
            if (architecture != Architecture::Encoder)
                QVERIFY((*importance)[i].nextToken > 0 || isOffAlready);
        }
    }

    /// What W_O does not read cannot matter, not even in the last bit.
    void aHeadWithoutRowsInTheOutputProjection_data()
    {
        QTest::addColumn<Replacement>("replacement");
        QTest::newRow("zero") << Replacement::Zero;
        QTest::newRow("mean") << Replacement::Mean;
        QTest::newRow("uniform") << Replacement::Uniform;
    }
    void aHeadWithoutRowsInTheOutputProjection()
    {
        QFETCH(Replacement, replacement);
        const ModelConfig config = configOf(Architecture::Decoder);
        ModelWeights given = buildModel(config, {}, {}).weights;
        const std::string name = blockWeight(Attention::Decoder, 0, "w_o");
        given.edit(name).middleRows(config.dValue, config.dValue).setZero(); // the second head's
        const Model model = buildModel(config, given, {});
        Input input;
        input.tokens = {"a", "b", "c"};
        const auto importance = headImportance(model, *forward(model, input), {replacement});
        QVERIFY(importance);
        QCOMPARE((*importance)[1].output, 0.0);
        QCOMPARE((*importance)[1].nextToken, 0.0);
        QVERIFY((*importance)[0].output > 0);
        QVERIFY((*importance)[2].nextToken > 0);
    }

    void aHeadThatIsOffAlreadyChangesNothing()
    {
        Model model = buildModel(configOf(Architecture::Encoder), {}, {});
        const HeadRef head{Attention::Encoder, 0, 1};
        model.interventions.heads[head] = Replacement::Mean;
        Input input;
        input.tokens = {"a", "b", "c"};
        const SharedTrace trace = forward(model, input);
        QCOMPARE(headImportance(model, *trace, {Replacement::Mean})->at(1).output, 0.0);
        QVERIFY(headImportance(model, *trace, {Replacement::Zero})->at(1).output > 0);
    }

    void cancelledHalfway()
    {
        const Model model = buildModel(configOf(Architecture::Encoder), {}, {});
        Input input;
        input.tokens = {"a", "b", "c"};
        const SharedTrace trace = forward(model, input);
        std::atomic<bool> cancelled = false;
        int calls = 0;
        const ImportanceRule rule{Replacement::Zero,
                                  [&](int done, int) {
                                      ++calls;
                                      cancelled = done == 2;
                                  },
                                  &cancelled};
        QVERIFY(!headImportance(model, *trace, rule));
        QCOMPARE(calls, 2);
    }
};

REGARD_GUILESS_TEST(HeadImportanceTest)

#include "test_head_importance.moc"
