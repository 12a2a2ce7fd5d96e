#include <array>
#include <cmath>

#include <QtTest>

#include "engine/analysis/cell_derivative.h"
#include "engine/analysis/logit_parts.h"
#include "engine/analysis/patching.h"
#include "engine/analysis/path_norms.h"
#include "engine/analysis/score_parts.h"
#include "engine/base/errors.h"
#include "engine/pass/attention.h"
#include "engine/pass/forward.h"
#include "refusals.h"
#include "test_class.h"

using namespace regard;

namespace {

const Input patchingNow{{"the", "cat", "sat", "on", "it"}, {1}, {"die", "Katze", "sass"}};
const Input patchingBefore{{"the", "dog", "lay", "on", "it"}, {1}, {"der", "Hund", "sass"}};
const std::vector<int> patchingSource{0, 1, 2, 3, 4};
const std::vector<int> patchingTarget{0, 1, 2};

ModelConfig patchingConfig(Norm norm, bool isParallel = false)
{
    ModelConfig config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderLayers = config.decoderLayers = 2;
    config.dModel = 12;
    config.heads = config.decoderHeads = 3;
    config.dKey = 4;
    config.dValue = 2;
    config.dFf = config.decoderDFf = 8;
    config.residual = config.bias = config.finalNorm = true;
    config.norm = norm;
    config.parallelResidual = isParallel;
    return config;
}

Model patchingModel(Norm norm = Norm::Pre)
{
    return buildModel(patchingConfig(norm), {}, {}, {{"a", "b", "c", "sass"}, "a"});
}

/// Two sentences of one model.
struct PatchingStates {
    explicit PatchingStates(Model of, const Input &now = patchingNow, const Input &before = patchingBefore)
        : model(std::make_shared<const Model>(std::move(of))), trace(forward(*model, now)),
          pinned(forward(*model, before)), comparison(model, trace, model, pinned)
    {
    }

    Model patched(const PatchPlace &place, const std::vector<int> &tokens) const
    {
        Model changed = *model;
        changed.interventions =
            withPatch(std::move(changed.interventions), place, patchFrom(comparison, place, tokens, "pinned"));
        return changed;
    }

    std::shared_ptr<const Model> model;
    SharedTrace trace;
    SharedTrace pinned;
    TraceComparison comparison;
};

PassOptions patchingAfter(const PatchingStates &states)
{
    PassOptions options;
    options.previous = states.trace.get();
    options.previousModel = states.model.get();
    return options;
}

/// What is reused may have been multiplied in other groups of columns.
bool patchingAlike(const Trace &a, const Trace &b)
{
    return (a.encoderOutput - b.encoderOutput).cwiseAbs().maxCoeff() < 1e-5F &&
           (a.decoderOutput - b.decoderOutput).cwiseAbs().maxCoeff() < 1e-5F;
}

AttentionRule patternRule()
{
    AttentionRule rule;
    rule.score = Score::Dot;
    return rule;
}

/// Three keys with scores 0, ln 2 and ln 5 for every one of two queries: weights 1/8, 2/8 and 5/8.
HeadTrace eighths(const AttentionRule &rule)
{
    return attend(Matrix::Ones(2, 1), (Matrix(3, 1) << 0, std::log(2.0F), std::log(5.0F)).finished(),
                  (Matrix(3, 1) << 1, 2, 4).finished(), rule);
}

} // namespace

/// Rows of another pass, beside that pass and closed forms.
class PatchingTest : public QObject {
    Q_OBJECT
private slots:
    /// All that follows from a layer's rows is then the other pass's, bit for bit.
    void rowsOfOneBoundaryGiveTheOtherPass_data()
    {
        QTest::addColumn<int>("norm");
        QTest::addColumn<int>("layer");
        for (const Norm norm : {Norm::None, Norm::Pre, Norm::Post})
            for (int layer = 0; layer <= 2; ++layer)
                QTest::addRow("norm %d, layer %d", int(norm), layer) << int(norm) << layer;
    }
    void rowsOfOneBoundaryGiveTheOtherPass()
    {
        QFETCH(int, norm);
        QFETCH(int, layer);
        const PatchingStates states(patchingModel(Norm(norm)));
        Model changed = states.patched({PatchKind::Stream, Attention::Encoder, layer}, patchingSource);
        QCOMPARE(changed.interventions.patches.begin()->second.size(), 5U);
        const SharedTrace encoded = forward(changed, patchingNow, patchingAfter(states));
        QVERIFY(encoded->encoderOutput == states.pinned->encoderOutput);
        QVERIFY(encoded->decoderOutput != states.pinned->decoderOutput); // whose sentence is another
        const PatchPlace decoder{PatchKind::Stream, Attention::Decoder, layer};
        changed.interventions =
            withPatch(changed.interventions, decoder, patchFrom(states.comparison, decoder, patchingTarget, "pinned"));
        for (const PassOptions &options : {PassOptions(), patchingAfter(states)}) {
            const SharedTrace both = forward(changed, patchingNow, options);
            QVERIFY(both->decoderOutput == states.pinned->decoderOutput);
            QVERIFY(both->logits == states.pinned->logits);
        }
    }

    /// What a head gives follows from its q, k and v at all tokens, and from its weights and v.
    void partsOfAHeadMakeItsOutput()
    {
        const PatchingStates states(patchingModel());
        const auto place = [](PatchKind kind) { return PatchPlace{kind, Attention::Cross, 1, 2}; };
        Model changed = states.patched(place(PatchKind::Query), patchingTarget);
        for (const PatchKind kind : {PatchKind::Key, PatchKind::Value})
            changed.interventions = withPatch(changed.interventions, place(kind),
                                              patchFrom(states.comparison, place(kind), patchingSource, {}));
        const HeadTrace &expected = states.pinned->blocks[5]->heads[2];
        const SharedTrace all = forward(changed, patchingNow);
        QCOMPARE(all->blocks[5]->name, std::string("decoder.1.cross"));
        QVERIFY(all->blocks[5]->heads[2].weights == expected.weights);
        QVERIFY(all->blocks[5]->heads[2].output == expected.output);
        QVERIFY(all->blocks[5]->heads[1].output == states.trace->blocks[5]->heads[1].output);
        changed = states.patched(place(PatchKind::Pattern), patchingTarget);
        changed.interventions = withPatch(changed.interventions, place(PatchKind::Value),
                                          patchFrom(states.comparison, place(PatchKind::Value), patchingSource, {}));
        QVERIFY(forward(changed, patchingNow)->blocks[5]->heads[2].output == expected.output);
    }

    /// Every kind in every layer: with what an earlier pass has the same numbers come out, and what lies below is its.
    void whatIsBelowIsKept()
    {
        for (const Norm norm : {Norm::Pre, Norm::Post}) {
            const PatchingStates states(patchingModel(norm));
            const ModelConfig &config = states.model->config;
            for (int kind = 0; kind <= int(PatchKind::Stream); ++kind)
                for (const Attention attention : {Attention::Encoder, Attention::Decoder, Attention::Cross})
                    for (int layer = 0; layer <= 2; ++layer) {
                        const PatchPlace place{PatchKind(kind), attention, layer, isOfHead(PatchKind(kind)) ? 1 : -1};
                        if (!exists(place, config))
                            continue;
                        const Model changed = states.patched(place, {1, 2});
                        const SharedTrace anew = forward(changed, patchingNow);
                        const SharedTrace kept = forward(changed, patchingNow, patchingAfter(states));
                        QVERIFY(patchingAlike(*kept, *anew));
                        QVERIFY(kept->decoderOutput != states.trace->decoderOutput ||
                                kept->encoderOutput != states.trace->encoderOutput);
                        if (layer > 0)
                            QCOMPARE(kept->blocks[0], states.trace->blocks[0]);
                        if (attention != Attention::Encoder)
                            QVERIFY(kept->encoderOutput == states.trace->encoderOutput);
                        PassOptions back;
                        back.previous = kept.get();
                        back.previousModel = &changed;
                        QVERIFY(patchingAlike(*forward(*states.model, patchingNow, back), *states.trace));
                    }
        }
    }

    /// A causal decoder's earlier tokens, and other sentences, cannot be reached.
    void whatCannotBeReachedKeepsItsBits()
    {
        const PatchingStates states(patchingModel());
        const Model changed = states.patched({PatchKind::Stream, Attention::Decoder, 1}, {1});
        const SharedTrace pass = forward(changed, patchingNow);
        QVERIFY(pass->logits.row(0) == states.trace->logits.row(0));
        QVERIFY(pass->logits.row(1) != states.trace->logits.row(1));
        QVERIFY(pass->logits.row(2) != states.trace->logits.row(2));
    }

    void aPatternTakesWhatItHas()
    {
        AttentionRule rule = patternRule();
        rule.pattern[0] = {{0.5F}, {1}, {}}; // 1/8, 1/2, 5/8: ÷ 10/8
        rule.pattern[1] = {{0.25F, 0.75F, 0.0F}, {2, 0, 1}, {}};
        const HeadTrace head = eighths(rule);
        const std::array expected{0.1, 0.4, 0.5};
        for (int key = 0; key < 3; ++key)
            QVERIFY(std::abs(double(head.weights(0, key)) - expected[std::size_t(key)]) < 1e-6);
        QCOMPARE(head.weights(1, 0), 0.75F);
        QCOMPARE(head.weights(1, 1), 0.0F);
        QCOMPARE(head.weights(1, 2), 0.25F);
        QVERIFY(std::abs(head.output(1, 0) - (0.75F + 1.0F)) < 1e-6F);
        // A key that is masked out takes none, and a row without any weight stays as computed.
        rule.maskedKeys = {0};
        rule.pattern[0] = {{0.9F, 0.2F}, {0, 1}, {}}; // 2/7 and 5/7 become 0.2 and 5/7
        rule.pattern[1] = {{0.0F, 0.0F}, {1, 2}, {}};
        const HeadTrace masked = eighths(rule);
        QCOMPARE(masked.weights(0, 0), 0.0F);
        QVERIFY(std::abs(double(masked.weights(0, 1)) - 0.2 / (0.2 + 5.0 / 7)) < 1e-6);
        QVERIFY(std::abs(double(masked.weights(1, 1)) - 2.0 / 7) < 1e-6);
        QVERIFY(std::abs(double(masked.weights(1, 2)) - 5.0 / 7) < 1e-6);
        // A sink is one of the others: with a score of 0 it has 1 of 9.
        AttentionRule sink = patternRule();
        sink.sink = 0.0F;
        sink.pattern[0] = {{0.5F}, {1}, {}};
        QVERIFY(std::abs(double(eighths(sink).weights(0, 1)) - 0.5 / (0.5 + 7.0 / 9)) < 1e-6);
    }

    void tokensAreAsComparedOrInTheirPlace()
    {
        const auto paired = [](const std::vector<std::string> &before, const std::vector<std::string> &now) {
            return pairedTokens(alignTokens(before, now));
        };
        QCOMPARE(paired({"a", "b", "c"}, {"x", "a", "y"}), (std::vector<int>{0, 1, 2}));
        QCOMPARE(paired({"a", "x", "b", "c"}, {"a", "y", "b"}), (std::vector<int>{0, 1, 2}));
        QCOMPARE(paired({"a", "b", "x", "y"}, {"a", "b", "z"}), (std::vector<int>{0, 1, -1}));
        QCOMPARE(paired({"a", "c"}, {"a", "b", "c"}), (std::vector<int>{0, -1, 1}));
    }

    void aMapSaysWhatEachPatchDoes()
    {
        const PatchingStates states(patchingModel());
        PatchMeasure measure{LogitQuestion{2, 0, 1}};
        const PatchGrid grid{PatchKind::Stream, Attention::Decoder};
        const PatchMap map = *patchMap(states.comparison, grid, measure);
        QCOMPARE(map.rows, 3);
        QCOMPARE(map.columns, 3);
        QCOMPARE(map.now, double(states.trace->logits(2, 0)) - double(states.trace->logits(2, 1)));
        QCOMPARE(map.before, double(states.pinned->logits(2, 0)) - double(states.pinned->logits(2, 1)));
        QCOMPARE(map.share(2, 0), 0.0); // above the last layer nothing goes to another token
        QCOMPARE(map.share(2, 2), 1.0);
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 3; ++column) {
                const PatchCell cell = gridCell(states.model->config, *states.trace, grid, row, column);
                const Model changed = states.patched(cell.place, cell.tokens);
                QCOMPARE(map.patched[std::size_t(row * 3 + column)],
                         measured(changed, *forward(changed, patchingNow), measure));
            }
        const std::atomic<bool> cancelled = true;
        QVERIFY(!patchMap(states.comparison, grid, measure, &cancelled));
        const PatchingStates same(patchingModel(), patchingNow, patchingNow);
        QVERIFY(!patchMap(same.comparison, grid, measure)->differs());
        measure = {std::nullopt, {Attention::Encoder, 1, 0}, {0, 2}};
        QCOMPARE(patchMap(states.comparison, {PatchKind::Key, Attention::Encoder}, measure)->now,
                 double(states.trace->blocks[1]->heads[0].weights(0, 2)));
    }

    /// What a patch can reach is what changes, and nothing else.
    void whatAPatchReaches() { patchReachesWhatChanges(patchingModel()); }

    /// A mean over the sentence takes the later tokens into the earlier ones, which a causal mask alone does not.
    void whatAPatchReachesThroughAMean_data()
    {
        QTest::addColumn<Interventions>("means");
        const auto row = [](const char *name, const Interventions &means) { QTest::newRow(name) << means; };
        for (const int layer : {0, 1}) { // that below the patch, and that which reads it
            Interventions head;
            head.heads[{Attention::Decoder, layer, 1}] = Replacement::Mean;
            row(layer == 0 ? "a head below" : "a head", head);
            for (const SublayerKind kind :
                 {SublayerKind::SelfAttention, SublayerKind::CrossAttention, SublayerKind::FeedForward}) {
                Interventions sublayer;
                sublayer.sublayers[{Stack::Decoder, layer, kind}] = Replacement::Mean;
                QTest::addRow("sublayer %d of layer %d", int(kind), layer) << sublayer;
            }
        }
        Interventions zero;
        zero.sublayers[{Stack::Decoder, 1, SublayerKind::FeedForward}] = Replacement::Zero;
        row("zeros are no mean", zero);
    }

    void whatAPatchReachesThroughAMean()
    {
        QFETCH(Interventions, means);
        Model model = patchingModel();
        model.interventions = means;
        patchReachesWhatChanges(model);
    }

private:
    static void patchReachesWhatChanges(const Model &model)
    {
        const PatchingStates states(model);
        const ModelConfig &config = states.model->config;
        for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
            const Attention self = stack == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
            const Model changed = states.patched({PatchKind::Stream, self, 1}, {2});
            const SharedTrace pass = forward(changed, patchingNow);
            for (const Stack other : {Stack::Encoder, Stack::Decoder})
                for (int layer = 0; layer <= 2; ++layer) {
                    const Attention own = other == Stack::Encoder ? Attention::Encoder : Attention::Decoder;
                    const PatchPlace place{PatchKind::Stream, own, layer};
                    const Matrix &rows = rowsAt(config, *pass, place);
                    const Matrix &before = rowsAt(config, *states.trace, place);
                    for (int token = 0; token < rows.rows(); ++token)
                        QCOMPARE(rows.row(token) != before.row(token),
                                 canReach(*states.model, {stack, 1, 2}, {other, layer, token}));
                }
        }
    }

private slots:
    void otherSizesDoNotFit()
    {
        const Model model = patchingModel();
        ModelConfig wide = model.config;
        wide.dValue = 4;
        QCOMPARE(reasonForNoPatch(model, model), std::string());
        QVERIFY(reasonForNoPatch(model, reconfigured(model, wide)).find("other sizes") != std::string::npos);
        ModelConfig recurrent;
        recurrent.encoderKind = StackKind::Recurrent;
        const Model cells = buildModel(recurrent, {}, {});
        QVERIFY(reasonForNoPatch(cells, cells).find("recurrent") != std::string::npos);
    }

    void whatNoLongerExistsGoes()
    {
        const PatchingStates states(patchingModel());
        const Interventions done =
            states.patched({PatchKind::Value, Attention::Encoder, 1, 2}, patchingSource).interventions;
        QCOMPARE(existingInterventions(done, states.model->config), done);
        ModelConfig wide = states.model->config;
        wide.dValue = 5;
        QVERIFY(existingInterventions(done, wide).isEmpty());
        ModelConfig flat = states.model->config;
        flat.encoderLayers = 1;
        QVERIFY(existingInterventions(done, flat).isEmpty());
    }

    void whatCannotBeIsRefused()
    {
        const PatchingStates states(patchingModel());
        Model changed = states.patched({PatchKind::HeadOutput, Attention::Decoder, 0, 1}, {2});
        QVERIFY(inputErrorOf(changed, {{"a"}, {}, {"b"}})
                    .contains(QStringLiteral("decoder.0.self head 2: token 3 is patched, but there are 1 tokens")));
        const ModelCell cell{"encoder.0.self.w_q", 0, 0};
        QVERIFY_THROWS_EXCEPTION(ConfigError, headDerivative(changed, *states.trace, cell, {Attention::Encoder, 0}, 0));
        QVERIFY_THROWS_EXCEPTION(ConfigError, pathNorms(changed, *states.trace, {std::nullopt, Attention::Encoder}));
        QVERIFY(reasonForNoLogitParts(changed).empty()); // a head's output is a part, wherever it comes from
        changed = states.patched({PatchKind::Stream, Attention::Decoder, 1}, {2});
        QVERIFY(!reasonForNoLogitParts(changed).empty());
        QVERIFY(reasonForNoScoreParts(changed, Attention::Encoder).empty());
        changed = states.patched({PatchKind::Key, Attention::Encoder, 1, 0}, {2});
        QVERIFY(!reasonForNoScoreParts(changed, Attention::Encoder).empty());
        QVERIFY(reasonForNoLogitParts(changed).empty());
    }
};

REGARD_GUILESS_TEST(PatchingTest)
#include "test_patching.moc"
