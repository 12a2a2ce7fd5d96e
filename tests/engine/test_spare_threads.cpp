#include <algorithm>
#include <atomic>
#include <memory>
#include <semaphore>
#include <thread>

#include <QTest>

#include "engine/kernels/spare_threads.h"
#include "test_class.h"

using namespace regard;

class SpareThreadsTest : public QObject {
    Q_OBJECT
private slots:
    void allThatIsStartedIsDone()
    {
        const auto done = std::make_shared<std::atomic<int>>(0);
        for (int i = 0; i < 1000; ++i)
            onSpareThread([done] { ++*done; });
        waitForSpareThreads();
        QCOMPARE(done->load(), 1000);
    }

    void noneIsSpareWhileAllWork()
    {
        const auto most = int(std::max(1U, std::thread::hardware_concurrency()));
        const auto open = std::make_shared<std::counting_semaphore<>>(0);
        for (int i = 0; i < most; ++i)
            QVERIFY(tryOnSpareThread([open] { open->acquire(); }));
        QVERIFY(!tryOnSpareThread([] {}));
        open->release(most);
        waitForSpareThreads();
        QVERIFY(tryOnSpareThread([] {}));
        waitForSpareThreads();
    }

    void whatWorkHoldsIsFreedBeforeItIsOver()
    {
        const auto held = std::make_shared<int>(1);
        onSpareThread([held] {});
        waitForSpareThreads();
        QCOMPARE(held.use_count(), 1L);
    }
};

REGARD_GUILESS_TEST(SpareThreadsTest)
#include "test_spare_threads.moc"
