#include <cmath>

#include <QtTest>

#include "engine/model/key_head.h"
#include "engine/pass/forward.h"
#include "test_class.h"

#include "trace_comparison.h"

using namespace regard;

namespace {

const Input keyHeadsSentence{{"the", "cat", "sat", "on", "it"}, {3}};

/// 6 heads of d_key 3 and d_value 4, which share that many key heads (0: none is shared).
ModelConfig heads(int keyHeads, int all = 6)
{
    ModelConfig config;
    config.dModel = 8;
    config.heads = all;
    config.keyValueHeads = keyHeads;
    config.dKey = 3;
    config.dValue = 4;
    config.qkvBias = true;
    return config;
}

/// 1000 · row + column.
Matrix numbered(int rows, int columns)
{
    Matrix matrix(rows, columns);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            matrix(row, column) = float(1000 * row + column);
    return matrix;
}

/// Every weight of the first block given and numbered.
Model numberedModel(const ModelConfig &config)
{
    const Model drawn = buildModel(config, {}, {});
    ModelWeights given;
    for (const auto &[name, matrix] : drawn.weights.all())
        given.set(name, numbered(int(matrix->rows()), int(matrix->cols())));
    return buildModel(config, given, {});
}

const Matrix &at(const Model &model, const char *name)
{
    return model.given.at(std::string("encoder.0.self.") + name);
}

/// The column of the numbered W_Q that a head of the model begins with, −1 where it was drawn.
int cameFrom(const Model &model, int head)
{
    const float number = at(model, "w_q")(0, head * model.config.dKey);
    return number == std::floor(number) ? int(number) / model.config.dKey : -1;
}

} // namespace

/// Key and value heads that groups of query heads share.
class KeyHeadsTest : public QObject {
    Q_OBJECT
private slots:
    void groupsStandSideBySide()
    {
        ModelConfig config = heads(2);
        std::vector<int> shared;
        for (int head = 0; head < 6; ++head)
            shared.push_back(keyHeadOf(config, Attention::Encoder, head));
        QCOMPARE(shared, (std::vector<int>{0, 0, 0, 1, 1, 1}));
        config.decoderHeads = 4;
        QCOMPARE(keyHeadOf(config, Attention::Cross, 3), 1);
        QCOMPARE(keyHeadOf(heads(0), Attention::Encoder, 5), 5);
        QCOMPARE(keyHeadOf(heads(1), Attention::Encoder, 5), 0);
    }

    void asManyAsHeadsIsTheSameAsNotSaying()
    {
        const SharedTrace said = forward(buildModel(heads(6), {}, {}), keyHeadsSentence);
        const SharedTrace unsaid = forward(buildModel(heads(0), {}, {}), keyHeadsSentence);
        QVERIFY(sameNumbers(*said, *unsaid));
    }

    /// Repeating the columns of each key head for every query head that reads it makes the same attention.
    void sharingIsRepeating_data()
    {
        QTest::addColumn<int>("keyHeads");
        QTest::newRow("one") << 1;
        QTest::newRow("two") << 2;
        QTest::newRow("three") << 3;
    }
    void sharingIsRepeating()
    {
        QFETCH(int, keyHeads);
        const Model shared = buildModel(heads(keyHeads), {}, {});
        ModelWeights repeated = shared.weights;
        for (const auto &[name, width] : {std::pair("w_k", 3), {"b_k", 3}, {"w_v", 4}, {"b_v", 4}}) {
            const Matrix &few = shared.weights.at(std::string("encoder.0.self.") + name);
            Matrix many(few.rows(), 6 * width);
            for (int head = 0; head < 6; ++head)
                many.middleCols(head * width, width) = few.middleCols(head / (6 / keyHeads) * width, width);
            repeated.set(std::string("encoder.0.self.") + name, many);
        }
        const SharedTrace few = forward(shared, keyHeadsSentence);
        const SharedTrace many = forward(buildModel(heads(0), repeated, {}), keyHeadsSentence);
        for (std::size_t head = 0; head < 6; ++head) {
            const HeadTrace &a = few->blocks[0]->heads[head];
            const HeadTrace &b = many->blocks[0]->heads[head];
            QVERIFY(a.k.isApprox(b.k) && a.v.isApprox(b.v) && a.weights.isApprox(b.weights));
        }
        QVERIFY(few->encoderOutput.isApprox(many->encoderOutput));
    }

    void whatIsSwitchedOffOrBentIsOneQueryHead()
    {
        Model model = buildModel(heads(2), {}, {});
        const SharedTrace whole = forward(model, keyHeadsSentence);
        model.interventions.heads = {{{Attention::Encoder, 0, 0}, Replacement::Zero},
                                     {{Attention::Encoder, 0, 1}, Replacement::Mean},
                                     {{Attention::Encoder, 0, 3}, Replacement::Uniform}};
        model.interventions.temperatures = {{{Attention::Encoder, 0, 4}, 50.0F}};
        const SharedTrace shared = forward(model, keyHeadsSentence);
        const HeadTraces &now = shared->blocks[0]->heads;
        const HeadTraces &before = whole->blocks[0]->heads;
        QVERIFY(now[0].output.isZero(0) && now[0].k == before[0].k);
        QVERIFY(now[1].output.row(0) == now[1].output.row(4) && !now[1].output.isZero());
        QVERIFY((now[3].weights.col(0).array() - 0.25F).isZero() && now[3].weights.col(3).isZero(0));
        QVERIFY(now[4].weights.maxCoeff() < before[4].weights.maxCoeff());
        for (const std::size_t same : {2, 5})
            QVERIFY(now[same].output == before[same].output);
    }

    void wrongSizesNameTheKeyHeads_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *name, const char *reason) {
            QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(reason);
        };
        row("w_q", "d_model 8 and heads 6 × d_key 3 need 8 × 18");
        row("w_k", "d_model 8 and key_value_heads 2 × d_key 3 need 8 × 6");
        row("w_v", "d_model 8 and key_value_heads 2 × d_value 4 need 8 × 8");
        row("w_o", "heads 6 × d_value 4 and d_model 8 need 24 × 8");
        row("b_q", "heads 6 × d_key 3 need 1 × 18");
        row("b_k", "key_value_heads 2 × d_key 3 need 1 × 6");
        row("b_v", "key_value_heads 2 × d_value 4 need 1 × 8");
    }
    void wrongSizesNameTheKeyHeads()
    {
        QFETCH(QString, name);
        QFETCH(QString, reason);
        ModelWeights given;
        given.set("encoder.0.self." + name.toStdString(), Matrix(Matrix::Ones(7, 9)));
        try {
            buildModel(heads(2), given, {});
            QFAIL("nothing was thrown");
        } catch (const std::exception &error) {
            QCOMPARE(QString::fromUtf8(error.what()),
                     QStringLiteral("encoder.0.self.%1 is 7 × 9, but %2").arg(name, reason));
        }
    }

    /// Where the heads change, each group keeps its first ones: they go on reading the same keys.
    void otherHeadsStayWithTheirKeys_data()
    {
        QTest::addColumn<int>("keyHeads");
        QTest::addColumn<int>("after");
        QTest::addColumn<int>("keyHeadsAfter");
        QTest::addColumn<QVector<int>>("from");
        QTest::newRow("fewer in each group") << 2 << 4 << 2 << QVector<int>{0, 1, 3, 4};
        QTest::newRow("more in each group") << 2 << 8 << 2 << QVector<int>{0, 1, 2, -1, 3, 4, 5, -1};
        QTest::newRow("a group less") << 3 << 4 << 2 << QVector<int>{0, 1, 2, 3};
        QTest::newRow("a group more") << 3 << 8 << 4 << QVector<int>{0, 1, 2, 3, 4, 5, -1, -1};
        QTest::newRow("nothing is shared") << 0 << 4 << 0 << QVector<int>{0, 1, 2, 3};
        QTest::newRow("all share one") << 1 << 4 << 1 << QVector<int>{0, 1, 2, 3};
        QTest::newRow("the same heads, fewer keys") << 6 << 6 << 2 << QVector<int>{0, 1, 2, 3, 4, 5};
    }
    void otherHeadsStayWithTheirKeys()
    {
        QFETCH(int, keyHeads);
        QFETCH(int, after);
        QFETCH(int, keyHeadsAfter);
        QFETCH(QVector<int>, from);
        const Model model = reconfigured(numberedModel(heads(keyHeads)), heads(keyHeadsAfter, after));
        QVector<int> found;
        for (int head = 0; head < after; ++head) {
            found.append(cameFrom(model, head));
            if (found.back() < 0)
                continue;
            QVERIFY(at(model, "w_q").middleCols(3 * head, 3) == numbered(8, 18).middleCols(3 * found.back(), 3));
            QVERIFY(at(model, "w_o").middleRows(4 * head, 4) == numbered(24, 8).middleRows(4 * found.back(), 4));
            QVERIFY(at(model, "b_q").middleCols(3 * head, 3) == numbered(1, 18).middleCols(3 * found.back(), 3));
        }
        QCOMPARE(found, from);
        const int kept =
            std::min(keyValueHeadsOf(heads(keyHeads), Stack::Encoder), keyValueHeadsOf(model.config, Stack::Encoder));
        QVERIFY(at(model, "w_k").leftCols(3 * kept) == numbered(8, 18).leftCols(3 * kept));
        QVERIFY(at(model, "w_v").leftCols(4 * kept) == numbered(8, 24).leftCols(4 * kept));
    }

    void columnsSplitAnewStayWhereTheyAre()
    {
        const Model before = numberedModel(heads(2));
        ModelConfig config = heads(1, 3);
        config.dKey = 6;
        config.dValue = 8;
        const Model after = reconfigured(before, config, HeadSplit::KeepColumns);
        for (const auto &[name, matrix] : before.given.all())
            QVERIFY2(*matrix == after.given.at(name), name.c_str());
    }
};

REGARD_GUILESS_TEST(KeyHeadsTest)
#include "test_key_heads.moc"
