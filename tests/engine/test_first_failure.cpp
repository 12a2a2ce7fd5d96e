#include <QTest>
#include <omp.h>

#include "engine/base/errors.h"
#include "engine/base/first_failure.h"
#include "test_class.h"

using namespace regard;

/// What is thrown on any thread of a parallel region comes out after it, and the others finish.
class TestFirstFailure : public QObject {
    Q_OBJECT

private slots:
    void comesOutAfterTheRegion()
    {
        FirstFailure failure;
        int done = 0;
#pragma omp parallel for num_threads(4) schedule(static) reduction(+ : done)
        for (int i = 0; i < 64; ++i)
            failure.run([&] {
                if (i % 8 == 5)
                    throw ValueError("five");
                ++done;
            });
        QCOMPARE(done, 56);
        QVERIFY_EXCEPTION_THROWN(failure.rethrow(), ValueError);
    }

    void nothingIsThrownWhereNothingWas()
    {
        FirstFailure failure;
        failure.run([] {});
        failure.rethrow();
    }
};

REGARD_GUILESS_TEST(TestFirstFailure)
#include "test_first_failure.moc"
