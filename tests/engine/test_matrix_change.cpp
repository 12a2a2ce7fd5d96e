#include <cmath>

#include <QtTest>

#include "engine/analysis/matrix_change.h"
#include "test_class.h"

using namespace regard;

namespace {

ModelConfig smallConfig(int heads = 2)
{
    ModelConfig config;
    config.dModel = 4;
    config.heads = heads;
    config.dKey = 3;
    config.dValue = 2;
    config.encoderLayers = 2;
    return config;
}

const MatrixChange &changeOf(const std::vector<MatrixChange> &changes, const std::string &name)
{
    for (const MatrixChange &change : changes)
        if (change.name == name)
            return change;
    qFatal("there is no %s", name.c_str());
}

} // namespace

/// Norms of differences against closed forms.
class TestMatrixChange : public QObject {
    Q_OBJECT
private slots:
    void closedForms()
    {
        ModelWeights given;
        given.set("encoder.0.self.w_q", Matrix(Matrix::Zero(4, 6)));
        given.set("encoder.1.self.w_k", Matrix(Matrix::Constant(4, 6, 1)));
        const Model before = buildModel(smallConfig(), given, {});
        given.edit("encoder.0.self.w_q")(0, 5) = 3;
        given.edit("encoder.0.self.w_q")(3, 1) = -4;
        given.set("encoder.1.self.w_k", Matrix(Matrix::Constant(4, 6, 3)));
        const Model now = buildModel(smallConfig(), given, {}, {}, &before);

        const std::vector<MatrixChange> changes = matrixChanges(now, before);
        const MatrixChange &query = changeOf(changes, "encoder.0.self.w_q");
        QCOMPARE(std::pair(query.rows, query.columns), std::pair(4, 6));
        QCOMPARE(query.difference, 5.0); // √(3² + 4²)
        QCOMPARE(query.before, 0.0);
        QVERIFY(std::isnan(query.relative())); // of nothing
        const MatrixChange &key = changeOf(changes, "encoder.1.self.w_k");
        QCOMPARE(key.difference, std::sqrt(96)); // 24 cells moved by 2
        QCOMPARE(key.before, std::sqrt(24));
        QCOMPARE(key.relative(), 2.0);
        for (const MatrixChange &change : changes)
            if (&change != &query && &change != &key) {
                QCOMPARE(change.difference, 0.0);
                QCOMPARE(change.relative(), 0.0);
                QVERIFY2(change.before > 0, change.name.c_str()); // drawn
            }
        // In the order in which the model applies them, each once: three projections and W_O of two layers.
        QCOMPARE(changes.size(), std::size_t(8));
        QCOMPARE(changes.front().name, std::string("encoder.0.self.w_q"));
        QCOMPARE(changes.back().name, std::string("encoder.1.self.w_o"));
    }

    void otherSizesHaveNoNumber()
    {
        const Model before = buildModel(smallConfig(1), {}, {});
        const std::vector<MatrixChange> changes = matrixChanges(buildModel(smallConfig(2), {}, {}), before);
        QVERIFY(!changes.empty());
        for (const MatrixChange &change : changes)
            QVERIFY(std::isnan(change.difference) && std::isnan(change.before) && std::isnan(change.relative()));
    }

    void aCancelledOneIsEmpty()
    {
        const Model model = buildModel(smallConfig(), {}, {});
        const std::atomic<bool> cancelled = true;
        QVERIFY(matrixChanges(model, model, &cancelled).empty());
    }
};

REGARD_GUILESS_TEST(TestMatrixChange)

#include "test_matrix_change.moc"
