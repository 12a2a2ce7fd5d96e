#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include <QImage>
#include <QObject>

#include "views/heads/head_thumbnails.h"

namespace regard {

class BackgroundWork;

/// Reads the heads of a file for their small images on a thread, so that the window never waits for the disk: what was
/// asked for last comes first. No head stays in memory.
class ThumbnailRun : public QObject {
    Q_OBJECT
public:
    ThumbnailRun(std::shared_ptr<HeadThumbnails> thumbnails, QObject *parent);
    ~ThumbnailRun() override;

    /// Asks for images in place of those that were asked for and not begun.
    void ask(std::vector<HeadThumbnails::Job> jobs);
    /// Drops what was asked for, as another result is shown.
    void forget();
    void waitUntilDone(); ///< for tests

signals:
    void arrived(); ///< images; more may follow

private:
    using Made = std::pair<HeadThumbnails::Job, QImage>;

    std::optional<HeadThumbnails::Job> next();
    void collect();

    std::shared_ptr<HeadThumbnails> m_thumbnails;
    BackgroundWork *m_work;
    bool m_hasFailed = false; ///< the file cannot be read any more: it would fail again and again

    std::mutex m_mutex; ///< protects all below
    std::deque<HeadThumbnails::Job> m_queue;
    std::vector<Made> m_made;
    const BlockTrace *m_block = nullptr; ///< whose head is being read
    std::size_t m_head = 0;
    bool m_isWorking = false;
};

} // namespace regard
