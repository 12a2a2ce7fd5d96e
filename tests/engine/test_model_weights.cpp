#include <QtTest>

#include "engine/base/errors.h"
#include "engine/model/model_weights.h"
#include "test_class.h"

using namespace regard;

class ModelWeightsTest : public QObject {
    Q_OBJECT
private slots:
    void copiesShareUntilOneIsEdited()
    {
        ModelWeights weights;
        weights.set("a", Matrix(Matrix::Constant(2, 3, 1)));
        weights.set("b", Matrix(Matrix::Constant(1, 3, 2)));
        ModelWeights copy = weights;
        QCOMPARE(&copy.at("a"), &weights.at("a"));

        copy.edit("a")(1, 2) = 9;
        QCOMPARE(copy.at("a")(1, 2), 9.0F);
        QCOMPARE(weights.at("a")(1, 2), 1.0F);
        QVERIFY(copy.find("a") != weights.find("a"));
        QCOMPARE(&copy.at("b"), &weights.at("b"));
    }

    void aMatrixThatNobodyElseHoldsIsEditedInPlace()
    {
        ModelWeights weights;
        weights.set("a", Matrix(Matrix::Zero(2, 2)));
        const Matrix *before = &weights.at("a");
        weights.edit("a")(0, 0) = 1;
        QCOMPARE(&weights.at("a"), before);
        QCOMPARE(weights.at("a")(0, 0), 1.0F);
    }

    void aHeldMatrixNeverChanges()
    {
        ModelWeights weights;
        weights.set("a", Matrix(Matrix::Zero(2, 2)));
        const SharedMatrix held = weights.find("a");
        weights.edit("a")(0, 0) = 1;
        QCOMPARE((*held)(0, 0), 0.0F);
    }

    void missingNames()
    {
        ModelWeights weights;
        weights.set("a", Matrix(Matrix::Zero(1, 1)));
        weights.remove("a");
        QVERIFY(!weights.contains("a"));
        QVERIFY(!weights.find("a"));
        QVERIFY_EXCEPTION_THROWN(weights.at("a"), ShapeError);
        QVERIFY_EXCEPTION_THROWN(weights.edit("a"), ShapeError);
        QVERIFY(weights.all().empty());
        try {
            weights.at("encoder.0.self.w_q");
            QFAIL("nothing was thrown");
        } catch (const ShapeError &error) {
            QVERIFY(std::string(error.what()).find("encoder.0.self.w_q") != std::string::npos);
        }
    }
};

REGARD_GUILESS_TEST(ModelWeightsTest)
#include "test_model_weights.moc"
