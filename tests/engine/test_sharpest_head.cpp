#include <cmath>

#include <QtTest>

#include "engine/analysis/sharpest_head.h"
#include "hand_made_trace.h"
#include "test_class.h"

using namespace regard;

namespace {

constexpr int count = 6; // "[CLS] a b c d [SEP]"

const std::vector<std::string> tokens{"[CLS]", "a", "b", "c", "d", "[SEP]"};
const std::vector<TokenKind> kinds{{true, false}, {}, {}, {}, {}, {true, false}};

/// Each query gives `share` to the key that `keyOf` names, and the rest evenly to the others.
template <typename KeyOf>
Matrix towards(float share, KeyOf keyOf)
{
    Matrix weights = Matrix::Constant(count, count, (1 - share) / (count - 1));
    for (int query = 0; query < count; ++query)
        weights(query, keyOf(query)) = share;
    return weights;
}

Matrix even()
{
    return Matrix::Constant(count, count, 1.0F / count);
}

Matrix diagonal(float share)
{
    return towards(share, [](int query) { return query; });
}

Matrix before(float share)
{
    return towards(share, [](int query) { return query == 0 ? 0 : query - 1; });
}

Matrix onto(float share, int key)
{
    return towards(share, [key](int) { return key; });
}

/// a and d look at each other, b and c too; special tokens at themselves.
Matrix paired(float share)
{
    return towards(share, [](int query) { return count - 1 - query; });
}

std::optional<SharpestHead> choiceOf(const std::vector<Matrix> &heads, Mask mask = Mask::None)
{
    return sharpestHead(traceOf(heads, tokens), Attention::Encoder, mask, kinds, kinds);
}

} // namespace

class TestSharpestHead : public QObject {
    Q_OBJECT
private slots:
    /// n keys of which one has the weight p have the entropy −p ln p − (1 − p) ln((1 − p) ÷ (n − 1)).
    void theShapeInClosedForm()
    {
        const double p = 0.75;
        const double entropy = -p * std::log(p) - (1 - p) * std::log((1 - p) / (count - 1));
        const auto shape = headShape(onto(float(p), 5), side(tokens), kinds, kinds, false, Mask::None);
        QVERIFY(shape);
        QVERIFY(std::abs(shape->sharpness - (1 - entropy / std::log(count))) < 1e-6);
        QVERIFY(std::abs(shape->resting - (p + (1 - p) / (count - 1))) < 1e-6); // on [SEP] and [CLS]
        QVERIFY(std::abs(headShape(diagonal(float(p)), side(tokens), kinds, kinds, false, Mask::None)->diagonal - p) <
                1e-6);
        QVERIFY(std::abs(headShape(before(float(p)), side(tokens), kinds, kinds, false, Mask::None)->diagonal - p) <
                1e-6);
        // Between two sentences the same places say nothing.
        QCOMPARE(headShape(diagonal(float(p)), side(tokens), kinds, kinds, true, Mask::None)->diagonal, 0.0);
        const auto flat = headShape(even(), side(tokens), kinds, kinds, false, Mask::None);
        QVERIFY(std::abs(flat->sharpness) < 1e-6);
        QVERIFY(std::abs(flat->diagonal - 1.0 / count) < 1e-6);
    }

    /// Special tokens rest on themselves in every head: they are not asked.
    void specialQueriesDoNotCount()
    {
        Matrix weights = even();
        weights.row(0).setZero();
        weights(0, 0) = 1;
        weights.row(5).setZero();
        weights(5, 5) = 1;
        const auto shape = headShape(weights, side(tokens), kinds, kinds, false, Mask::None);
        QVERIFY(std::abs(shape->sharpness) < 1e-6);
        const std::vector<TokenKind> allSpecial(count, TokenKind{true, false});
        QVERIFY(!headShape(weights, side(tokens), allSpecial, allSpecial, false, Mask::None));
    }

    void aCausalHeadIsMeasuredByWhatItMaySee()
    {
        Matrix weights = Matrix::Zero(count, count);
        for (int query = 0; query < count; ++query)
            weights.row(query).head(query + 1).setConstant(1.0F / float(query + 1));
        const auto shape = headShape(weights, side(tokens), kinds, kinds, false, Mask::Causal);
        QVERIFY(std::abs(shape->sharpness) < 1e-6); // even among what is allowed
        QVERIFY(std::abs(shape->resting - (1.0 / 2 + 1.0 / 3 + 1.0 / 4 + 1.0 / 5) / 4) < 1e-6);
    }

    void ofLongTextsEveryFewQueries()
    {
        // Every second query, from the first on: those of even places rest on the first token.
        Matrix weights = even();
        for (const int query : {0, 2, 4})
            weights.row(query) = onto(1, 0).row(query);
        QVERIFY(std::abs(headShape(weights, side(tokens), kinds, kinds, false, Mask::None, 18)->resting - 1) < 1e-6);
        QVERIFY(headShape(weights, side(tokens), kinds, kinds, false, Mask::None)->resting < 0.7);
    }

    void theSharpestThatIsPlain()
    {
        const auto choice = choiceOf(
            {diagonal(1), before(1), onto(1, 0), onto(1, 5), even(), paired(0.6F), paired(0.9F), paired(0.8F)});
        QVERIFY(choice);
        QCOMPARE(choice->head.head, 6);
        QVERIFY(choice->isPlain);
        QCOMPARE(choiceOf({even(), onto(0.9F, 5)})->head.head, 0); // rather an even one than a separator's
    }

    void equalOnesByLayerAndHead()
    {
        QCOMPARE(choiceOf({even(), paired(0.9F), paired(0.9F)})->head.head, 1);
        Trace trace = traceOf({paired(0.7F)}, tokens);
        auto second = std::make_shared<BlockTrace>(*traceOf({paired(0.7F), paired(0.95F)}, tokens).blocks.front());
        second->name = blockName(Attention::Encoder, 1);
        trace.blocks.push_back(second);
        const auto choice = sharpestHead(trace, Attention::Encoder, Mask::None, kinds, kinds);
        QVERIFY(choice->head == (HeadRef{Attention::Encoder, 1, 1}));
    }

    void whereNoneIsPlainTheLeast()
    {
        const auto choice = choiceOf({diagonal(1), onto(0.8F, 0), before(0.7F), onto(0.9F, 5)});
        QVERIFY(choice);
        QCOMPARE(choice->head.head, 2);
        QVERIFY(!choice->isPlain);
        QVERIFY(!choiceOf({}));
    }

    void theStrongestLinkIsBetweenWords()
    {
        Matrix weights = Matrix::Zero(count, count);
        weights(0, 0) = 1;    // special
        weights(1, 5) = 0.9F; // to a special one
        weights(2, 2) = 0.8F; // to itself
        weights(3, 4) = 0.4F;
        weights(4, 3) = 0.4F; // not the first of equal ones
        QVERIFY(strongestLink(weights, kinds, kinds, false) == (AttentionLink{3, 4}));
        QVERIFY(strongestLink(weights, kinds, kinds, true) == (AttentionLink{2, 2})); // there another sentence's
        std::vector<TokenKind> marks = kinds;
        marks[4].isPunctuation = true;
        QVERIFY(strongestLink(weights, marks, marks, false) == (AttentionLink{2, 2})); // no other word is left
        weights(2, 2) = 0;
        QVERIFY(strongestLink(weights, marks, marks, false) == (AttentionLink{3, 4}));
        const std::vector<TokenKind> allSpecial(count, TokenKind{true, false});
        QVERIFY(strongestLink(weights, allSpecial, allSpecial, false) == (AttentionLink{0, 0}));
        QVERIFY(!strongestLink(Matrix::Zero(count, count), kinds, kinds, false));
    }
};

REGARD_GUILESS_TEST(TestSharpestHead)
#include "test_sharpest_head.moc"
