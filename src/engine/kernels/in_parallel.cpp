#include "engine/kernels/in_parallel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "engine/kernels/spare_threads.h"

namespace regard {

void inParallel(int count, const std::function<void(int)> &work)
{
    std::atomic<int> next = 0;
    std::mutex mutex;
    std::condition_variable changed;
    std::exception_ptr problem;
    int helpers = 0;
    const auto takePieces = [&] {
        try {
            for (int piece = next++; piece < count; piece = next++)
                work(piece);
        } catch (...) {
            const std::lock_guard lock(mutex);
            problem = std::current_exception();
            next = count;
        }
    };
    // A helper uses these variables last under the lock, so that this function does not return before it.
    const auto help = [&] {
        takePieces();
        const std::lock_guard lock(mutex);
        --helpers;
        changed.notify_all();
    };
    const int wanted = std::min(count, int(std::max(1U, std::thread::hardware_concurrency()))) - 1;
    for (int i = 0; i < wanted; ++i) {
        const std::lock_guard lock(mutex);
        if (!tryOnSpareThread(help))
            break;
        ++helpers;
    }
    takePieces();
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return helpers == 0; });
    if (problem)
        std::rethrow_exception(problem);
}

} // namespace regard
