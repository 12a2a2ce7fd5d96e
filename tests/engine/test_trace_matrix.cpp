#include <QtTest>

#include "engine/pass/trace_matrix.h"
#include "test_class.h"

using namespace regard;

namespace {

Matrix twoByThree()
{
    return (Matrix(2, 3) << 1, 2, 3, 4, 5, 6).finished();
}

} // namespace

class TraceMatrixTest : public QObject {
    Q_OBJECT

private slots:
    void isEmptyAtFirst()
    {
        const TraceMatrix nothing;
        QCOMPARE(nothing.size(), Eigen::Index(0));
        QCOMPARE(nothing.get().size(), Eigen::Index(0));
    }

    void readsLikeAMatrix()
    {
        const TraceMatrix shared(twoByThree());
        QCOMPARE(shared.rows(), Eigen::Index(2));
        QCOMPARE(shared(1, 0), 4.0F);
        QVERIFY(shared == twoByThree());
        QVERIFY(Matrix(shared * 2).row(0) == (twoByThree() * 2).row(0));
        const Matrix copy = shared;
        QVERIFY(copy == twoByThree() && copy.data() != shared.data());
        const Matrix &itself = shared; // no copy, which would be gone at once
        QCOMPARE(&itself, &shared.get());
    }

    void copiesAreTheSameMatrix()
    {
        const TraceMatrix first(twoByThree());
        const TraceMatrix copied(first);
        TraceMatrix assigned;
        assigned = first;
        QCOMPARE(&copied.get(), &first.get());
        QCOMPARE(&assigned.get(), &first.get());
        QCOMPARE(assigned.data(), first.data());
        QCOMPARE(assigned.cols(), Eigen::Index(3));
    }

    void assigningLeavesTheOldNumbersAlone()
    {
        const TraceMatrix first(twoByThree());
        TraceMatrix second(first);
        second = Matrix(Matrix::Zero(1, 4));
        QVERIFY(first == twoByThree());
        QCOMPARE(second.rows(), Eigen::Index(1));
        QCOMPARE(second.cols(), Eigen::Index(4));
        const TraceMatrix &same = second;
        second = same;
        QCOMPARE(second(0, 3), 0.0F);
    }

    void outlivesWhatItWasCopiedFrom()
    {
        TraceMatrix kept;
        {
            const TraceMatrix gone(twoByThree());
            kept = gone;
        }
        QVERIFY(kept == twoByThree());
    }
};

REGARD_GUILESS_TEST(TraceMatrixTest)
#include "test_trace_matrix.moc"
