#include <limits>

#include <QtTest>

#include "engine/base/errors.h"
#include "engine/model/weight_shapes.h"
#include "engine/pass/attention.h"
#include "test_class.h"

using namespace regard;

namespace {

constexpr float attentionInfinity = std::numeric_limits<float>::infinity();

/// Numbers between −1 and 1 times `size`, the same in every run.
Matrix numbers(int rows, int columns, float size, unsigned seed)
{
    Matrix matrix(rows, columns);
    unsigned state = seed * 2654435761U + 1;
    for (Eigen::Index i = 0; i < matrix.size(); ++i) {
        state = state * 1664525U + 1013904223U;
        matrix.data()[i] = size * (float(state >> 8) / 8388608.0F - 1);
    }
    return matrix;
}

/// Every score function with its word; the compiler asks for a new one here.
std::vector<std::pair<QByteArray, Score>> everyScore()
{
    std::vector<std::pair<QByteArray, Score>> all;
    const auto add = [&](const char *word, Score score) { all.emplace_back(word, score); };
    switch (Score()) {
    case Score::Dot:
        add("dot", Score::Dot);
        [[fallthrough]];
    case Score::ScaledDot:
        add("scaled dot", Score::ScaledDot);
        [[fallthrough]];
    case Score::Additive:
        add("additive", Score::Additive);
        [[fallthrough]];
    case Score::General:
        add("general", Score::General);
    }
    return all;
}

AttentionRule ruleFor(Score score, int dKey)
{
    AttentionRule rule;
    rule.score = score;
    if (hasScoreRow(score))
        rule.additive = numbers(1, dKey, 1, 99);
    if (hasScoreMatrix(score))
        rule.general = numbers(dKey, dKey, 1, 98);
    return rule;
}

Matrix softmaxed(std::initializer_list<float> row)
{
    Matrix scores = Eigen::Map<const Matrix>(row.begin(), 1, Eigen::Index(row.size()));
    softmaxRows(scores);
    return scores;
}

} // namespace

class AttentionTest : public QObject {
    Q_OBJECT
private slots:
    void softmaxClosedForms()
    {
        QVERIFY(softmaxed({7}) == Matrix::Ones(1, 1));
        QVERIFY(softmaxed({3, 3, 3, 3}) == Matrix::Constant(1, 4, 0.25F));
        const Matrix thirds = softmaxed({std::log(1.0F), std::log(2.0F), std::log(5.0F)});
        QVERIFY(thirds.isApprox((Matrix(1, 3) << 0.125F, 0.25F, 0.625F).finished(), 1e-6F));
    }

    void softmaxExtremes()
    {
        QVERIFY(softmaxed({-attentionInfinity, -attentionInfinity, -attentionInfinity}) == Matrix::Zero(1, 3));
        QVERIFY(softmaxed({-attentionInfinity, 2, -attentionInfinity}) == (Matrix(1, 3) << 0, 1, 0).finished());
        QVERIFY(softmaxed({1e30F, -1e30F, 0}) == (Matrix(1, 3) << 1, 0, 0).finished());
        QVERIFY(softmaxed({3e38F, 3e38F, -3e38F}) == (Matrix(1, 3) << 0.5F, 0.5F, 0).finished());
        QVERIFY(softmaxed({attentionInfinity, 5, attentionInfinity, -attentionInfinity}) ==
                (Matrix(1, 4) << 0.5F, 0, 0.5F, 0).finished());
        Matrix nothing(2, 0);
        softmaxRows(nothing);
        QCOMPARE(nothing.size(), Eigen::Index(0));
    }

    void softmaxMasksAtEveryColumn()
    {
        // Vector instructions take four or eight columns at a time and the rest one by one: each place must mask.
        for (int column = 0; column < 19; ++column) {
            Matrix scores = Matrix::Zero(1, 19);
            scores(0, column) = -attentionInfinity;
            softmaxRows(scores);
            QCOMPARE(scores(0, column), 0.0F);
            QVERIFY(std::abs(scores.sum() - 1) < 1e-6F);
        }
    }

    void properties_data()
    {
        QTest::addColumn<Score>("score");
        QTest::addColumn<int>("queries");
        QTest::addColumn<int>("keys");
        QTest::addColumn<float>("size");
        QTest::addColumn<bool>("causal");
        for (const auto &[name, score] : everyScore())
            for (const bool causal : {false, true}) {
                const QByteArray base = name + (causal ? ", causal" : "");
                QTest::newRow(base + ", one token") << score << 1 << 1 << 1.0F << causal;
                QTest::newRow(base + ", 9 tokens") << score << 9 << 9 << 1.0F << causal;
                QTest::newRow(base + ", huge scores") << score << 9 << 9 << 1e18F << causal;
                QTest::newRow(base + ", tiny scores") << score << 9 << 9 << 1e-18F << causal;
                QTest::newRow(base + ", fewer queries") << score << 4 << 13 << 1.0F << causal;
                QTest::newRow(base + ", fewer keys") << score << 13 << 4 << 1.0F << causal;
                QTest::newRow(base + ", large") << score << 150 << 150 << 1.0F << causal;
            }
    }

    void properties()
    {
        QFETCH(Score, score);
        QFETCH(int, queries);
        QFETCH(int, keys);
        QFETCH(float, size);
        QFETCH(bool, causal);
        constexpr int dKey = 50;
        const Matrix q = numbers(queries, dKey, size, 1);
        const Matrix k = numbers(keys, dKey, size, 2);
        const Matrix v = numbers(keys, 3, 1, 3);
        AttentionRule rule = ruleFor(score, dKey);
        rule.mask = causal ? Mask::Causal : Mask::None;
        const HeadTrace head = attend(q, k, v, rule);
        const HeadScores scores = scoreHead(q, k, rule);
        QVERIFY(head.q == q && head.k == k && head.v == v);
        QVERIFY(head.weights.allFinite());
        QVERIFY(head.output.allFinite());
        QVERIFY(head.weights.minCoeff() >= 0);
        for (int i = 0; i < queries; ++i) {
            QVERIFY(std::abs(head.weights.row(i).sum() - 1) < 1e-5F);
            for (int j = 0; j < keys; ++j) {
                const bool forbidden = causal && j > i;
                QCOMPARE(scores.masked(i, j), forbidden ? -attentionInfinity : scores.scaled(i, j));
                if (forbidden)
                    QCOMPARE(head.weights(i, j), 0.0F);
            }
        }
        Matrix again = scores.masked;
        softmaxRows(again);
        QVERIFY(again == head.weights);
    }

    void permutedKeysPermuteColumns()
    {
        for (const auto &[name, score] : everyScore()) {
            const Matrix q = numbers(6, 5, 1, 1);
            const Matrix k = numbers(7, 5, 1, 2);
            const Matrix v = numbers(7, 4, 1, 3);
            Eigen::PermutationMatrix<Eigen::Dynamic> order(7);
            order.indices() << 3, 0, 6, 1, 5, 2, 4;
            const HeadTrace plain = attend(q, k, v, ruleFor(score, 5));
            const HeadTrace permuted = attend(q, order * k, order * v, ruleFor(score, 5));
            QVERIFY(permuted.weights.isApprox(plain.weights * order.transpose(), 1e-6F));
            QVERIFY(permuted.output.isApprox(plain.output, 1e-6F));
        }
    }

    // The pass computes some queries at a time, and with a causal mask some keys of them; a picture shows all of one
    // head, the steps one query. None of that may change a bit of a score.
    void picturesShowTheScoresOfThePass_data() { properties_data(); }
    void picturesShowTheScoresOfThePass()
    {
        QFETCH(Score, score);
        QFETCH(int, queries);
        QFETCH(int, keys);
        QFETCH(float, size);
        QFETCH(bool, causal);
        AttentionRule rule = ruleFor(score, 50);
        rule.mask = causal ? Mask::Causal : Mask::None;
        const Matrix q = numbers(queries, 50, size, 1);
        const Matrix k = numbers(keys, 50, size, 2);
        const HeadScores all = scoreHead(q, k, rule);
        for (int i = 0; i < queries; ++i) {
            AttentionRule one = rule;
            one.mask = Mask::None;
            QVERIFY(scoreHead(q.row(i), k, one).scaled == all.scaled.row(i));
        }
        Matrix keysTransposed = k.transpose();
        for (const int first : {0, queries / 2}) {
            Matrix some = Matrix::Zero(queries - first, keys);
            const int allowed = std::max(1, keys / 2);
            scoreQueries(q, first, keysTransposed, rule, allowed, some);
            QVERIFY(some.leftCols(allowed) == all.scores.block(first, 0, queries - first, allowed));
        }
    }

    void scalingDividesByTheRootOfDKey()
    {
        const Matrix q = numbers(3, 16, 1, 1);
        const Matrix k = numbers(5, 16, 1, 2);
        const HeadScores scaled = scoreHead(q, k, ruleFor(Score::ScaledDot, 16));
        QVERIFY(scaled.scaled == scaled.scores / 4);
        const HeadScores dot = scoreHead(q, k, ruleFor(Score::Dot, 16));
        QVERIFY(dot.scores == scaled.scores);
        QVERIFY(dot.scaled == dot.scores);
    }

    void additiveClosedForm()
    {
        // w_a (2, −1) · tanh(q + k) with q = (0, 1), k = (0, −1) and (50, −51): tanh 0 = 0, tanh ±50 = ±1.
        AttentionRule rule;
        rule.score = Score::Additive;
        rule.additive = (Matrix(1, 2) << 2, -1).finished();
        const HeadScores scores =
            scoreHead((Matrix(1, 2) << 0, 1).finished(), (Matrix(2, 2) << 0, -1, 50, -51).finished(), rule);
        QVERIFY(scores.scores.isApprox((Matrix(1, 2) << 0, 3).finished(), 1e-6F));
        QVERIFY(scores.scaled == scores.scores);
    }

    void maskedKeysGetNoWeight()
    {
        AttentionRule rule;
        rule.maskedKeys = {0, 3, 3};
        const HeadTrace head = attend(numbers(4, 2, 1, 1), numbers(4, 2, 1, 2), numbers(4, 2, 1, 3), rule);
        QVERIFY(head.weights.col(0).isZero(0));
        QVERIFY(head.weights.col(3).isZero(0));
        QVERIFY(head.weights.col(1).minCoeff() > 0);
        QVERIFY((head.weights.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-6F);
    }

    void aFullyMaskedRowIsZeros()
    {
        AttentionRule rule;
        rule.mask = Mask::Causal;
        rule.maskedKeys = {0};
        const HeadTrace head = attend(numbers(3, 2, 1, 1), numbers(3, 2, 1, 2), numbers(3, 2, 1, 3), rule);
        QVERIFY(head.weights.row(0).isZero(0));
        QVERIFY(head.output.row(0).isZero(0));
        QCOMPARE(head.weights(1, 1), 1.0F);
        rule.maskedKeys = {0, 1, 2};
        const HeadTrace none = attend(numbers(3, 2, 1, 1), numbers(3, 2, 1, 2), numbers(3, 2, 1, 3), rule);
        QVERIFY(none.weights.isZero(0));
        QVERIFY(none.output.isZero(0));
    }

    void wrongSizes()
    {
        const Matrix two = Matrix::Zero(3, 2);
        const Matrix three = Matrix::Zero(3, 3);
        QVERIFY_EXCEPTION_THROWN(scoreHead(two, three, {}), ShapeError);
        QVERIFY_EXCEPTION_THROWN(attend(two, two, Matrix::Zero(4, 2), {}), ShapeError);
        AttentionRule additive;
        additive.score = Score::Additive;
        additive.additive = Matrix::Zero(1, 3);
        QVERIFY_EXCEPTION_THROWN(scoreHead(two, two, additive), ShapeError);
        AttentionRule masked;
        for (const int position : {-1, 3}) {
            masked.maskedKeys = {position};
            QVERIFY_EXCEPTION_THROWN(scoreHead(two, two, masked), InputError);
        }
    }
};

REGARD_GUILESS_TEST(AttentionTest)
#include "test_attention.moc"
