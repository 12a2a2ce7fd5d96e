#include <cmath>
#include <memory>

#include <QtTest>

#include "engine/analysis/head_patterns.h"
#include "engine/analysis/summaries.h"
#include "engine/analysis/token_groups.h"
#include "engine/analysis/trace_comparison.h"
#include "engine/analysis/value_norms.h"
#include "engine/pass/forward.h"
#include "test_class.h"

using namespace regard;

namespace {

Matrix movedGroupsMatrix(int rows, int columns, std::initializer_list<float> values)
{
    Matrix matrix(rows, columns);
    std::copy(values.begin(), values.end(), matrix.data());
    return matrix;
}

HeadTrace movedGroupsHead(Matrix weights, Matrix v)
{
    HeadTrace head;
    head.weights = std::move(weights);
    head.v = std::move(v);
    return head;
}

/// Two heads of one layer with d_value 1 and d_model 2, one query and two keys: v is 3, 4 and 3, 2, the weights ½, ½
/// and 1, 0. The first head writes along the first axis, the second as its row of W_O says.
struct TwoHeads {
    std::shared_ptr<Model> model = std::make_shared<Model>();
    std::shared_ptr<Trace> trace = std::make_shared<Trace>();

    explicit TwoHeads(Matrix secondRow)
    {
        model->config.encoderLayers = 1;
        model->config.heads = 2;
        model->config.dValue = 1;
        model->config.dModel = 2;
        model->config.outputProjection = secondRow.size() > 0;
        if (secondRow.size() > 0) {
            Matrix output = Matrix::Zero(2, 2);
            output(0, 0) = 1;
            output.row(1) = secondRow;
            model->weights.set("encoder.0.self.w_o", std::move(output));
        }
        auto block = std::make_shared<BlockTrace>();
        block->name = "encoder.0.self";
        block->heads.push_back(movedGroupsHead(movedGroupsMatrix(1, 2, {0.5F, 0.5F}), movedGroupsMatrix(2, 1, {3, 4})));
        block->heads.push_back(movedGroupsHead(movedGroupsMatrix(1, 2, {1, 0}), movedGroupsMatrix(2, 1, {3, 2})));
        trace->blocks.push_back(block);
        trace->source.tokens = {"a", "b"};
    }

    Matrix together() const { return movedTogether(*model, {Attention::Encoder, 0}, *trace->blocks[0]); }
    Eigen::RowVectorXf byOne(int head) const
    {
        return movedByOne(*model, {Attention::Encoder, 0, head}, trace->blocks[0]->heads[std::size_t(head)]);
    }
};

bool isNear(const Matrix &actual, const Matrix &expected)
{
    return actual.rows() == expected.rows() && actual.cols() == expected.cols() &&
           (actual - expected).cwiseAbs().maxCoeff() < 1e-6F;
}

TokenGroups movedGroupsOf(const std::vector<std::pair<int, int>> &given)
{
    TokenGroups groups;
    for (const auto &[first, count] : given)
        groups.groups.push_back({first, count, "g" + std::to_string(first), {}});
    return groups;
}

Model movedGroupsModel(int layers = 2)
{
    ModelConfig config;
    config.encoderLayers = layers;
    config.residual = true;
    return buildModel(config, {}, {});
}

SharedTrace movedGroupsPass(const Model &model)
{
    return forward(model, {{"[CLS]", "un", "believ", "able", "cat", "[SEP]"}, {}, {}, {}});
}

} // namespace

/// What heads move by numbers that can be worked out by hand, between words too, and rows without the sink.
class TestMovedGroups : public QObject {
    Q_OBJECT
private slots:
    void oneHead()
    {
        const TwoHeads heads(movedGroupsMatrix(1, 2, {0, 2}));
        QVERIFY(isNear(heads.byOne(0), movedGroupsMatrix(1, 2, {3, 4})));
        QVERIFY(isNear(heads.byOne(1), movedGroupsMatrix(1, 2, {6, 4}))); // twice as long through W_O
    }

    /// At right angles ½ · 3 and 1 · 3 are √(1.5² + 3²) long together, opposed 3 − 1.5; the second key moves ½ · 4.
    void severalHeads()
    {
        const float square = std::sqrt(11.25F);
        QVERIFY(isNear(TwoHeads(movedGroupsMatrix(1, 2, {0, 1})).together(), movedGroupsMatrix(1, 2, {square, 2})));
        QVERIFY(isNear(TwoHeads(movedGroupsMatrix(1, 2, {-1, 0})).together(), movedGroupsMatrix(1, 2, {1.5F, 2})));
        QVERIFY(isNear(TwoHeads(movedGroupsMatrix(1, 2, {1, 0})).together(), movedGroupsMatrix(1, 2, {4.5F, 2})));
    }

    /// ‖α v‖; side by side the heads are at right angles.
    void withoutOutputProjection()
    {
        const TwoHeads heads{Matrix()};
        QVERIFY(isNear(heads.byOne(1), movedGroupsMatrix(1, 2, {3, 2})));
        QVERIFY(isNear(heads.together(), movedGroupsMatrix(1, 2, {std::sqrt(11.25F), 2})));
    }

    void whatIsOffMovesNothing()
    {
        TwoHeads heads(movedGroupsMatrix(1, 2, {0, 1}));
        for (const Replacement by : {Replacement::Zero, Replacement::Mean}) {
            heads.model->interventions.heads = {{{Attention::Encoder, 0, 1}, by}};
            QVERIFY(isNear(heads.byOne(1), movedGroupsMatrix(1, 2, {0, 0})));
            QVERIFY(isNear(heads.together(), movedGroupsMatrix(1, 2, {1.5F, 2})));
        }
        heads.model->interventions.heads = {{{Attention::Encoder, 0, 1}, Replacement::Uniform}};
        QVERIFY(isNear(heads.byOne(1), movedGroupsMatrix(1, 2, {3, 2})));
        heads.model->interventions.heads.clear();
        heads.model->interventions.sublayers = {{sublayerOf({Attention::Encoder, 0}), Replacement::Zero}};
        QVERIFY(isNear(heads.byOne(0), movedGroupsMatrix(1, 2, {0, 0})));
        QVERIFY(isNear(heads.together(), movedGroupsMatrix(1, 2, {0, 0})));
    }

    /// Of words the sum over keys and the mean over queries, of a cell's numbers before them.
    void words()
    {
        const auto model = std::make_shared<const Model>(movedGroupsModel());
        const SharedTrace trace = movedGroupsPass(*model);
        const TokenGroups groups = movedGroupsOf({{0, 1}, {1, 3}, {4, 1}, {5, 1}});
        GroupingRule rule;
        rule.values = model;
        const SharedTrace grouped = groupedTrace(trace, groups, {}, rule);
        for (int head = 0; head < int(trace->blocks[1]->heads.size()); ++head) {
            const HeadTrace &computed = trace->blocks[1]->heads[std::size_t(head)];
            // Written out in double, W_O and all.
            const Eigen::MatrixXd rows = model->weights.at("encoder.1.self.w_o")
                                             .middleRows(head * computed.v.cols(), computed.v.cols())
                                             .cast<double>();
            const Eigen::VectorXd norms = (computed.v.cast<double>() * rows).rowwise().norm();
            double expected = 0;
            for (int query = 1; query < 4; ++query)
                for (int key = 1; key < 4; ++key)
                    expected += double(computed.weights(query, key)) * norms[key] / 3;
            QVERIFY(std::abs(double(grouped->blocks[1]->heads[std::size_t(head)].weights(1, 1)) - expected) < 1e-6);
        }
        QCOMPARE(grouped->grouping->largest.size(), std::size_t(2));
        QVERIFY(grouped->grouping->hasWeightsAlone());
        QVERIFY(!grouped->grouping->rule.hasShares());
    }

    void withoutTheSink()
    {
        const Model model = movedGroupsModel();
        const SharedTrace trace = movedGroupsPass(model);
        GroupingRule rule;
        rule.renormalises = true;
        rule.sourceSink = {true, false, false, false, false, true};
        const TokenGroups all = movedGroupsOf({{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}});
        const SharedTrace left = groupedTrace(trace, all, {}, rule);
        const Matrix &weights = trace->blocks[0]->heads[1].weights;
        const Matrix &shown = left->blocks[0]->heads[1].weights;
        QCOMPARE(shown.rows(), Eigen::Index(6)); // its tokens are there, and ask
        for (int query = 0; query < 6; ++query) {
            const double rest = 1 - double(weights(query, 0)) - double(weights(query, 5));
            QCOMPARE(shown(query, 0), 0.0F);
            QCOMPARE(shown(query, 5), 0.0F);
            for (int key = 1; key < 5; ++key)
                QVERIFY(std::abs(double(shown(query, key)) - double(weights(query, key)) / rest) < 1e-6);
        }
    }

    /// The first query of a decoder may look at itself alone, which is the sink.
    void aRowLeftWithNothingIsEmpty()
    {
        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.encoderLayers = 0;
        config.decoderLayers = 1;
        const SharedTrace trace = forward(buildModel(config, {}, {}), {{"a", "b", "c"}, {}, {}, {}});
        GroupingRule rule;
        rule.renormalises = true;
        rule.sourceSink = {true, false, false};
        const SharedTrace left = groupedTrace(trace, movedGroupsOf({{0, 1}, {1, 1}, {2, 1}}), {}, rule);
        const Matrix &shown = left->blocks[0]->heads[0].weights;
        QCOMPARE(shown.row(0).sum(), 0.0F);
        QCOMPARE(shown(1, 1), 1.0F);
        QVERIFY(std::abs(shown.row(2).sum() - 1) < 1e-6F);
    }

    /// A block stays the same object while what makes it does; another W_O alone makes it anew.
    void reuse()
    {
        auto model = std::make_shared<Model>(movedGroupsModel());
        const SharedTrace trace = movedGroupsPass(*model);
        const TokenGroups groups = movedGroupsOf({{0, 1}, {1, 3}, {4, 1}, {5, 1}});
        const SharedTrace first = groupedTrace(trace, groups, {}, {false, model, {}, {}});
        const auto copy = std::make_shared<Model>(*model);
        const SharedTrace same = groupedTrace(trace, groups, {}, {false, copy, {}, {}}, first);
        QVERIFY(same->blocks[0] == first->blocks[0]);
        QCOMPARE(same->grouping->largest, first->grouping->largest);
        const auto changed = std::make_shared<Model>(*model);
        changed->weights.edit("encoder.0.self.w_o")(0, 0) += 1;
        const SharedTrace other = groupedTrace(trace, groups, {}, {false, changed, {}, {}}, first);
        QVERIFY(other->blocks[0] != first->blocks[0]);
        QVERIFY(other->blocks[1] == first->blocks[1]);
        QVERIFY(groupedTrace(trace, groups, {}, {}, first)->blocks[1] != first->blocks[1]);
    }

    void rollout()
    {
        const Matrix first = movedGroupsMatrix(2, 2, {2, 2, 0, 5});  // ½ ½, 0 1
        const Matrix second = movedGroupsMatrix(2, 2, {0, 0, 1, 3}); // nothing, ¼ ¾
        // ½ of each and ½ I: (0.75 0.25, 0 1), then (1 0, 0.125 0.875), whose row of nothing is the token itself.
        QVERIFY(isNear(rolloutOf({first}), movedGroupsMatrix(2, 2, {0.75F, 0.25F, 0, 1})));
        QVERIFY(isNear(rolloutOf({first, second}), movedGroupsMatrix(2, 2, {0.75F, 0.25F, 0.09375F, 0.90625F})));
    }

    /// A comparison measures how the shares of what is moved differ, though what is moved has no bounds.
    void howMuchMoved()
    {
        const Model now = movedGroupsModel(1);
        Model before = now;
        before.weights.edit("encoder.0.self.w_v") *= 50.0F; // each vector is 50 times as long, and no share differs
        const TokenGroups all = movedGroupsOf({{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}});
        const auto shown = [&](const Model &model) {
            GroupingRule rule;
            rule.values = std::make_shared<const Model>(model);
            return groupedTrace(movedGroupsPass(model), all, {}, rule);
        };
        const TraceComparison comparison(std::make_shared<const Model>(now), shown(now),
                                         std::make_shared<const Model>(before), shown(before));
        const auto moved = comparison.moved({Attention::Encoder, 0, 0});
        QVERIFY(moved && *moved < 1e-6);
        const auto largest = comparison.largestChange();
        QVERIFY(largest && std::abs(largest->before / largest->now - 50) < 1e-3F);
    }

    void sinkShares()
    {
        // The first token is special, then a word, a comma, a mask, a separator.
        const std::vector<TokenKind> kinds{{true, false}, {}, {false, true}, {true, false, true}, {true, false}};
        const Matrix weights = movedGroupsMatrix(3, 5,
                                                 {0.5F, 0.1F, 0.1F, 0.1F, 0.2F, //
                                                  2, 4, 2, 0, 0,                // of what is moved: ÷ 8
                                                  0, 0, 0, 0, 0});              // counts for nothing
        const SinkShares shares = regard::sinkShares(weights, kinds);
        QVERIFY(std::abs(shares.first - (0.5 + 0.25) / 2) < 1e-7);
        QVERIFY(std::abs(shares.special - 0.2 / 2) < 1e-7);
        QVERIFY(std::abs(shares.punctuation - (0.1 + 0.25) / 2) < 1e-7);
        QVERIFY(!sinkPart(3, kinds[3])); // a mask stands for a word
        // A first token that is a comma is the first token, and nothing twice.
        QCOMPARE(sinkPart(0, {false, true}), std::optional(SinkPart::First));
        SideTrace tokens;
        tokens.tokens = {"[CLS]", "a", ",", "[MASK]", "[SEP]"};
        const auto all = patternShare(weights.topRows(1), HeadPattern::Sink, tokens, tokens, kinds, false, Mask::None);
        QVERIFY(all && std::abs(*all - 0.8) < 1e-7);
    }
};

REGARD_GUILESS_TEST(TestMovedGroups)
#include "test_moved_groups.moc"
