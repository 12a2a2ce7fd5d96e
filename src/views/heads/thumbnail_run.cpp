#include "views/heads/thumbnail_run.h"

#include <utility>

#include "document/work/background_work.h"

namespace regard {

ThumbnailRun::ThumbnailRun(std::shared_ptr<HeadThumbnails> thumbnails, QObject *parent)
    : QObject(parent), m_thumbnails(std::move(thumbnails)), m_work(new BackgroundWork(this))
{
    m_thumbnails->setReader([this](std::vector<HeadThumbnails::Job> jobs) { ask(std::move(jobs)); });
}

ThumbnailRun::~ThumbnailRun()
{
    m_thumbnails->setReader(nullptr);
    delete m_work; // its thread uses what goes now
}

void ThumbnailRun::ask(std::vector<HeadThumbnails::Job> jobs)
{
    if (m_hasFailed)
        return;
    {
        const std::scoped_lock lock(m_mutex);
        m_queue.clear();
        for (HeadThumbnails::Job &job : jobs) {
            const bool isComing = job.wanted.block.get() == m_block && job.wanted.head == m_head;
            if (!isComing)
                m_queue.push_back(std::move(job));
        }
        if (m_queue.empty() || m_isWorking)
            return;
        m_isWorking = true;
    }
    collect(); // what the work before has not reported
    m_work->start(
        [this](const BackgroundWork::Piece &piece) {
            while (const std::optional<HeadThumbnails::Job> job = next()) {
                if (piece.isCancelled())
                    return;
                QImage image = job->image();
                bool isFirst = false;
                {
                    const std::scoped_lock lock(m_mutex);
                    isFirst = m_made.empty();
                    m_made.emplace_back(*job, std::move(image));
                    m_block = nullptr;
                }
                if (isFirst) // the others are taken with it
                    piece.report([this] { collect(); });
            }
        },
        [this](const QString &problem) {
            if (!problem.isEmpty()) {
                m_hasFailed = true;
                const std::scoped_lock lock(m_mutex);
                m_queue.clear();
                m_isWorking = false;
            }
            collect();
        });
}

/// The next to be read; with none left the work is over.
std::optional<HeadThumbnails::Job> ThumbnailRun::next()
{
    const std::scoped_lock lock(m_mutex);
    m_block = nullptr;
    if (m_queue.empty()) {
        m_isWorking = false;
        return std::nullopt;
    }
    HeadThumbnails::Job job = std::move(m_queue.front());
    m_queue.pop_front();
    m_block = job.wanted.block.get();
    m_head = job.wanted.head;
    return job;
}

void ThumbnailRun::collect()
{
    std::vector<Made> made;
    {
        const std::scoped_lock lock(m_mutex);
        made = std::exchange(m_made, {});
    }
    for (const auto &[job, image] : made)
        m_thumbnails->take(job, image);
    if (!made.empty())
        emit arrived();
}

void ThumbnailRun::forget()
{
    m_hasFailed = false;
    const std::scoped_lock lock(m_mutex);
    m_queue.clear();
}

void ThumbnailRun::waitUntilDone()
{
    m_work->waitUntilDone();
    collect();
}

} // namespace regard
