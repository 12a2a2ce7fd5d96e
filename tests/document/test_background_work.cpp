#include <atomic>
#include <memory>
#include <new>
#include <semaphore>
#include <stdexcept>
#include <thread>

#include <QCoreApplication>
#include <QStringList>
#include <QTest>

#include "document/work/background_work.h"
#include "engine/base/errors.h"
#include "test_class.h"

using namespace regard;
using namespace Qt::Literals::StringLiterals;

namespace {

using Piece = BackgroundWork::Piece;

/// What a piece and the test tell each other; the piece shares it, so that it may outlast a failing test.
struct Gate {
    std::counting_semaphore<> begun{0};
    std::counting_semaphore<> open{0};
    std::atomic<bool> wasCancelled = false;
    std::atomic<bool> hasEnded = false;
};

/// A piece that waits for the gate.
BackgroundWork::Work waiting(const std::shared_ptr<Gate> &gate)
{
    return [gate](const Piece &piece) {
        gate->begun.release();
        gate->open.acquire();
        gate->wasCancelled = piece.isCancelled().load();
        gate->hasEnded = true;
    };
}

} // namespace

class TestBackgroundWork : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_told.clear();
        m_work = std::make_unique<BackgroundWork>(nullptr);
    }
    void cleanup() { m_work.reset(); }

    void aPieceRunsOnItsThreadAndIsToldOfOnThisOne()
    {
        const auto ran = std::make_shared<std::atomic<std::thread::id>>();
        std::thread::id told;
        m_work->start([ran](const Piece &) { *ran = std::this_thread::get_id(); },
                      [&](const QString &problem) {
                          told = std::this_thread::get_id();
                          m_told.append(problem);
                      });
        QVERIFY(m_work->isRunning());
        QTRY_COMPARE(m_told, QStringList{QString()});
        QVERIFY(!m_work->isRunning());
        QCOMPARE(told, std::this_thread::get_id());
        QVERIFY(ran->load() != std::this_thread::get_id() && ran->load() != std::thread::id());
    }

    void theNewestPieceWins()
    {
        const auto first = std::make_shared<Gate>();
        m_work->start(waiting(first), told(u"first"_s));
        first->begun.acquire();
        const auto ran = std::make_shared<std::atomic<int>>(0);
        m_work->start([ran](const Piece &) { ++*ran; }, told(u"second"_s));
        m_work->start([ran](const Piece &) { *ran += 10; }, told(u"third"_s));
        first->open.release();
        m_work->waitUntilDone();
        QCOMPARE(m_told, QStringList{u"third"_s});
        QCOMPARE(ran->load(), 10);
        QVERIFY(first->wasCancelled);
    }

    void nothingIsToldOfWhatIsCancelled()
    {
        m_work->start([](const Piece &) {}, told(u"never"_s));
        const auto gate = std::make_shared<Gate>();
        m_work->start(waiting(gate), told(u"never"_s));
        gate->begun.acquire();
        m_work->cancel();
        QVERIFY(!m_work->isRunning());
        gate->open.release();
        m_work->waitUntilDone();
        QCoreApplication::processEvents();
        QCOMPARE(m_told, QStringList());
    }

    void reportsComeInOrderBeforeTheEnd()
    {
        m_work->start(
            [this](const Piece &piece) {
                for (int i = 0; i < 3; ++i)
                    piece.report([this, i] { m_told.append(QString::number(i)); });
            },
            told(u"end"_s));
        QTRY_COMPARE(m_told, (QStringList{u"0"_s, u"1"_s, u"2"_s, u"end"_s}));
    }

    void aReportMayCancelTheRest()
    {
        m_work->start(
            [this](const Piece &piece) {
                piece.report([this] {
                    m_told.append(u"once"_s);
                    m_work->cancel();
                });
                piece.report([this] { m_told.append(u"never"_s); });
            },
            told(u"never"_s));
        m_work->waitUntilDone();
        QCoreApplication::processEvents();
        QCOMPARE(m_told, QStringList{u"once"_s});
    }

    void whatAPieceThrowsIsItsProblem()
    {
        m_work->start([](const Piece &) { throw ShapeError("no such head"); }, told({}));
        m_work->waitUntilDone();
        m_work->start([](const Piece &) { throw std::bad_alloc(); }, told({}));
        m_work->waitUntilDone();
        m_work->start([](const Piece &) { throw 1; }, told({}));
        m_work->waitUntilDone();
        QCOMPARE(m_told, (QStringList{u"no such head"_s, u"There is not enough memory for this."_s,
                                      u"An error in the program (int)."_s}));
    }

    /// It waits for the piece that runs, whose last words reach nobody.
    void theOwnerMayGoWhileAPieceRuns()
    {
        const auto gate = std::make_shared<Gate>();
        m_work->start(waiting(gate), told(u"never"_s));
        gate->begun.acquire();
        std::thread opener([gate] {
            std::this_thread::yield();
            gate->open.release();
        });
        m_work.reset();
        QVERIFY(gate->hasEnded);
        QVERIFY(gate->wasCancelled);
        opener.join();
        QCoreApplication::processEvents();
        QCOMPARE(m_told, QStringList());
    }

    void whatIsToldMayDoAwayWithTheOwner()
    {
        m_work->start([](const Piece &) {},
                      [this](const QString &) {
                          m_work.reset();
                          m_told.append(u"gone"_s);
                      });
        QTRY_COMPARE(m_told, QStringList{u"gone"_s});
    }

    void whatAPieceHoldsIsFreedOnItsThread()
    {
        const auto held = std::make_shared<int>(1);
        m_work->start([held](const Piece &) {}, told(u"end"_s));
        m_work->waitUntilDone();
        QCOMPARE(held.use_count(), 1L);
    }

private:
    /// Notes the problem, or where there is none a word.
    BackgroundWork::Done told(const QString &word)
    {
        return [this, word](const QString &problem) { m_told.append(problem.isEmpty() ? word : problem); };
    }

    QStringList m_told;
    std::unique_ptr<BackgroundWork> m_work;
};

REGARD_GUILESS_TEST(TestBackgroundWork)
#include "test_background_work.moc"
