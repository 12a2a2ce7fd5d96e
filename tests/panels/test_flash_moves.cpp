#include <limits>

#include <QTest>

#include "controls/flash_moves.h"
#include "io/project/examples.h"
#include "test_class.h"

using namespace regard;

namespace {

constexpr const char *flashMovesQueries = "encoder.0.self.w_q";

Matrix two(float a, float b, float c, float d)
{
    Matrix matrix(2, 2);
    matrix << a, b, c, d;
    return matrix;
}

Model withCell(const Model &model, const char *name, int row, int column, float value)
{
    ModelWeights given = model.given;
    given.edit(name)(row, column) = value;
    return buildModel(model.config, given, model.embedding);
}

} // namespace

class TestFlashMoves : public QObject {
    Q_OBJECT
private slots:
    void theFarthestFirst()
    {
        std::vector<MovedWeight> moved;
        addMoved(moved, 3, two(0.5F, 0.5F, 0.25F, 0.75F), two(0.25F, 0.75F, 0.75F, 0.25F), 0.01, 12);
        QCOMPARE(moved.size(), std::size_t(4));
        // The first of equal moves in reading order counts.
        QCOMPARE(moved[0], (MovedWeight{3, 1, 0, 0.5F}));
        QCOMPARE(moved[1], (MovedWeight{3, 1, 1, -0.5F}));
        QCOMPARE(moved[2], (MovedWeight{3, 0, 0, -0.25F}));
        QCOMPARE(moved[3], (MovedWeight{3, 0, 1, 0.25F}));
    }

    void noMoreThanAskedFor()
    {
        std::vector<MovedWeight> moved;
        addMoved(moved, 0, two(0, 0, 0, 0), two(0.125F, 0.25F, 0.375F, 0.5F), 0.01, 2);
        QCOMPARE(moved, (std::vector<MovedWeight>{{0, 1, 1, 0.5F}, {0, 1, 0, 0.375F}}));
        addMoved(moved, 1, two(0, 0, 0, 0), two(0, 0.4375F, 0, 0), 0.01, 2); // another head's comes between
        QCOMPARE(moved, (std::vector<MovedWeight>{{0, 1, 1, 0.5F}, {1, 0, 1, 0.4375F}}));
    }

    void whatHardlyMovesDoesNot_data()
    {
        QTest::addColumn<float>("now");
        QTest::addColumn<int>("count");
        const float nan = std::numeric_limits<float>::quiet_NaN();
        QTest::newRow("not at all") << 0.5F << 0;
        QTest::newRow("as much as the least") << 0.625F << 0;
        QTest::newRow("more") << 0.75F << 1;
        QTest::newRow("more, the other way") << 0.25F << 1;
        QTest::newRow("no number") << nan << 0;
    }

    void whatHardlyMovesDoesNot()
    {
        QFETCH(float, now);
        QFETCH(int, count);
        std::vector<MovedWeight> moved;
        addMoved(moved, 0, two(0.5F, 0, 0, 0), two(now, 0, 0, 0), 0.125, 12);
        QCOMPARE(int(moved.size()), count);
    }

    void otherSizesAreNotCompared()
    {
        std::vector<MovedWeight> moved;
        addMoved(moved, 0, Matrix::Zero(2, 3), Matrix::Ones(3, 3), 0.01, 12);
        addMoved(moved, 0, Matrix::Zero(2, 3), Matrix::Ones(2, 2), 0.01, 12);
        QVERIFY(moved.empty());
    }

    void theOneCell()
    {
        const Model model = readExample("three-inputs").model;
        QVERIFY(!editedCell(model, model));
        const Model now = withCell(model, flashMovesQueries, 3, 1, 7);
        QCOMPARE(*editedCell(model, now), (EditedCell{false, flashMovesQueries, 3, 1}));
        QCOMPARE(*editedCell(now, model), (EditedCell{false, flashMovesQueries, 3, 1}));
    }

    void aTokensNumber()
    {
        const Model model = readExample("three-inputs").model;
        Model now = model;
        Matrix row = *model.embedding.at("x2");
        row(0, 3) = 9;
        now.embedding["x2"] = std::make_shared<const Matrix>(row);
        QCOMPARE(*editedCell(model, now), (EditedCell{true, "x2", 0, 3}));
    }

    void moreThanOneIsNoCell()
    {
        const Model model = readExample("three-inputs").model;
        const Model once = withCell(model, flashMovesQueries, 0, 0, 7);
        QVERIFY(!editedCell(model, withCell(once, flashMovesQueries, 0, 1, 7)));
        QVERIFY(!editedCell(model, withCell(once, "encoder.0.self.w_k", 0, 0, 7)));
        QVERIFY(editedCell(once, withCell(once, "encoder.0.self.w_k", 0, 0, 7)));
    }

    void anotherModelIsNoCell()
    {
        const Model model = readExample("three-inputs").model;
        QVERIFY(!editedCell(model, readExample("it").model));
        ModelConfig config = model.config;
        config.outputProjection = !config.outputProjection;
        QVERIFY(!editedCell(model, buildModel(config, model.given, model.embedding)));
    }
};

REGARD_GUILESS_TEST(TestFlashMoves)
#include "test_flash_moves.moc"
