#include "figures/picture_threads.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include <QSemaphore>
#include <QThread>
#include <QThreadPool>

namespace regard {

void inParallel(int count, const std::function<void(int)> &work)
{
    std::atomic<int> next = 0;
    std::exception_ptr problem;
    std::mutex problemMutex;
    const auto takePieces = [&] {
        try {
            for (int piece = next++; piece < count; piece = next++)
                work(piece);
        } catch (...) {
            const std::lock_guard lock(problemMutex);
            problem = std::current_exception();
            next = count;
        }
    };
    QSemaphore done;
    int helpers = 0;
    const int wanted = std::min(count, QThread::idealThreadCount()) - 1;
    while (helpers < wanted && QThreadPool::globalInstance()->tryStart([&] {
        takePieces();
        done.release();
    }))
        ++helpers;
    takePieces();
    done.acquire(helpers);
    if (problem)
        std::rethrow_exception(problem);
}

} // namespace regard
