#include <cmath>

#include <QtTest>

#include "engine/analysis/head_patterns.h"
#include "engine/base/errors.h"
#include "hand_made_trace.h"
#include "test_class.h"

using namespace regard;

class TestHeadPatterns : public QObject {
    Q_OBJECT
private slots:
    /// "a b a b .": every expected number is a sum of the cells that the pattern names, divided by its queries.
    void shares_data()
    {
        QTest::addColumn<int>("pattern");
        QTest::addColumn<double>("expected");
        QTest::newRow("previous") << int(HeadPattern::Previous) << (0.4 + 0.3 + 0.1 + 0.25) / 4;
        QTest::newRow("next") << int(HeadPattern::Next) << (0.2 + 0.1 + 0.3 + 0.2) / 4;
        QTest::newRow("same word") << int(HeadPattern::SameWord) << (0.3 + 0.1 + 0.1 + 0.5) / 4;
        QTest::newRow("first") << int(HeadPattern::First) << (0.1 + 0.4 + 0.1 + 0.2 + 0.25) / 5;
        QTest::newRow("punctuation") << int(HeadPattern::Punctuation) << (0.2 + 0.1 + 0.2 + 0.2 + 0.25) / 5;
        // The second a may look at the b that followed the first one, the second b at the a that followed the first.
        QTest::newRow("induction") << int(HeadPattern::Induction) << (0.3 + 0.1) / 2;
    }

    void shares()
    {
        QFETCH(int, pattern);
        QFETCH(double, expected);
        const Matrix weights = matrix({{0.1F, 0.2F, 0.3F, 0.2F, 0.2F},
                                       {0.4F, 0.3F, 0.1F, 0.1F, 0.1F},
                                       {0.1F, 0.3F, 0.1F, 0.3F, 0.2F},
                                       {0.2F, 0.5F, 0.1F, 0.0F, 0.2F},
                                       {0.25F, 0.25F, 0.0F, 0.25F, 0.25F}});
        const SideTrace tokens = side({"a", "b", "a", "b", "."});
        const std::vector<TokenKind> kinds{{}, {}, {}, {}, {false, true}};
        const auto share =
            patternShare(weights, static_cast<HeadPattern>(pattern), tokens, tokens, kinds, false, Mask::None);
        QVERIFY(share);
        QVERIFY2(std::abs(*share - expected) < 1e-6, qPrintable(QString::number(*share)));
    }

    void separatorsAreSpecialTokensButTheFirst()
    {
        const SideTrace tokens = side({"[CLS]", "a", "[SEP]"});
        const std::vector<TokenKind> kinds{{true, false}, {}, {true, false}};
        const Matrix weights = matrix({{0.5F, 0.2F, 0.3F}, {0.6F, 0.0F, 0.4F}, {0.0F, 0.5F, 0.5F}});
        const auto share = patternShare(weights, HeadPattern::Separator, tokens, tokens, kinds, false, Mask::None);
        QVERIFY(share && std::abs(*share - 0.4) < 1e-6);
    }

    void uniformAttentionIsBroadUnderACausalMaskToo()
    {
        const SideTrace tokens = side({"a", "b", "c"});
        const std::vector<TokenKind> kinds(3);
        const float third = 1.0F / 3;
        const Matrix causal = matrix({{1, 0, 0}, {0.5F, 0.5F, 0}, {third, third, third}});
        const auto broad = patternShare(causal, HeadPattern::Broad, tokens, tokens, kinds, false, Mask::Causal);
        QVERIFY(broad && std::abs(*broad - 1) < 1e-6); // the first token has no choice and does not count
        const Matrix sharp = Matrix::Identity(3, 3);
        const auto none = patternShare(sharp, HeadPattern::Broad, tokens, tokens, kinds, false, Mask::None);
        QVERIFY(none && *none == 0);
    }

    void whatTheMaskForbidsCannotBeAskedFor()
    {
        const SideTrace tokens = side({"a", "b", "c"});
        const auto next = patternShare(Matrix::Identity(3, 3), HeadPattern::Next, tokens, tokens,
                                       std::vector<TokenKind>(3), false, Mask::Causal);
        QVERIFY(!next);
    }

    void someThingsMeanNothingBetweenTwoSentences()
    {
        const SideTrace tokens = side({"a", "b"});
        for (const HeadPattern pattern : {HeadPattern::Previous, HeadPattern::Next, HeadPattern::Induction})
            QVERIFY(!patternShare(Matrix::Identity(2, 2), pattern, tokens, tokens, std::vector<TokenKind>(2), true,
                                  Mask::None));
        const auto same = patternShare(Matrix::Identity(2, 2), HeadPattern::SameWord, tokens, tokens,
                                       std::vector<TokenKind>(2), true, Mask::None);
        QVERIFY(same && *same == 1);
    }

    /// Every query looks at the first token in the first head, and only the second one in the second head.
    void aHeadThatAlwaysLooksThereIsNoFinding()
    {
        const Trace trace = traceOf({matrix({{0.9F, 0.1F, 0}, {0.9F, 0, 0.1F}, {0.9F, 0.1F, 0}}),
                                     matrix({{0.1F, 0.8F, 0.1F}, {0.7F, 0.2F, 0.1F}, {0.1F, 0.1F, 0.8F}})},
                                    {"a", "b", "c"});
        QCOMPARE(headsThatSend(trace, Attention::Encoder, 1, 0).front().head.head, 0);
        const auto more = headsThatSendMore(trace, Attention::Encoder, Mask::None, 1, 0);
        QCOMPARE(more.size(), std::size_t(2));
        QCOMPARE(more[0].head.head, 1);
        QVERIFY(std::abs(more[0].share - (0.7 - 0.9 / 3)) < 1e-6);
        QVERIFY(std::abs(more[1].share) < 1e-6);
        // The third query is below the mean of the second head.
        QVERIFY(std::abs(headsThatSendMore(trace, Attention::Encoder, Mask::None, 2, 0)[1].share + 0.2) < 1e-6);
        QVERIFY_EXCEPTION_THROWN(headsThatSendMore(trace, Attention::Encoder, Mask::None, 0, 3), ShapeError);
    }

    void queriesThatAreMaskedDoNotCountInTheMean()
    {
        const Trace trace = traceOf({matrix({{1, 0, 0}, {0.5F, 0.5F, 0}, {0.2F, 0.3F, 0.5F}})}, {"a", "b", "c"});
        const auto more = headsThatSendMore(trace, Attention::Encoder, Mask::Causal, 1, 1);
        QVERIFY(std::abs(more[0].share - (0.5 - 0.4)) < 1e-6);
        QCOMPARE(headsThatSendMore(trace, Attention::Encoder, Mask::Causal, 0, 2)[0].share, 0.0); // masked
        QCOMPARE(headsThatSendMore(trace, Attention::Encoder, Mask::Causal, 2, 2)[0].share, 0.0); // alone
    }

    void rankedTheLargestFirst()
    {
        const Trace trace = traceOf({matrix({{0.9F, 0.1F}, {0.5F, 0.5F}}), matrix({{0.2F, 0.8F}, {0.7F, 0.3F}}),
                                     matrix({{0.9F, 0.1F}, {0.7F, 0.3F}})},
                                    {"a", "b"});
        const std::vector<HeadShare> heads = headsThatSend(trace, Attention::Encoder, 1, 0);
        QCOMPARE(heads.size(), std::size_t(3));
        QCOMPARE(heads[0].head.head, 1); // equal ones in the order of the heads
        QCOMPARE(heads[1].head.head, 2);
        QCOMPARE(heads[2].head.head, 0);
        QCOMPARE(float(heads[0].share), 0.7F);
        const auto previous =
            headsByPattern(trace, Attention::Encoder, Mask::None, HeadPattern::Next, std::vector<TokenKind>(2));
        QCOMPARE(previous.front().head.head, 1);
        QVERIFY_EXCEPTION_THROWN(headsThatSend(trace, Attention::Encoder, 2, 0), ShapeError);
        QVERIFY_EXCEPTION_THROWN(headsByPattern(trace, Attention::Encoder, Mask::None, HeadPattern::Next, {}),
                                 ShapeError);
    }
};

REGARD_GUILESS_TEST(TestHeadPatterns)
#include "test_head_patterns.moc"
