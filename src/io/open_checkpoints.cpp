#include "io/open_checkpoints.h"

#include <mutex>
#include <vector>

#include <QDir>

namespace regard {

namespace {

/// An open checkpoint whose hash is known.
struct Known {
    std::weak_ptr<const Checkpoint> checkpoint;
    std::string hash;
};

struct Register {
    std::mutex mutex;
    std::vector<Known> known;
};

Register &openOnes()
{
    static Register all;
    return all;
}

void enter(Register &all, const std::shared_ptr<const Checkpoint> &checkpoint, const std::string &hash)
{
    std::erase_if(all.known, [](const Known &each) { return each.checkpoint.expired(); });
    all.known.push_back({checkpoint, hash});
}

} // namespace

std::string hashOf(const std::shared_ptr<const Checkpoint> &checkpoint)
{
    Register &all = openOnes();
    const std::lock_guard lock(all.mutex); // whoever asks for the same one meanwhile waits for it
    for (const Known &each : all.known)
        if (each.checkpoint.lock() == checkpoint)
            return each.hash;
    std::string hash = checkpointHash(checkpoint->folder);
    enter(all, checkpoint, hash);
    return hash;
}

std::shared_ptr<const Checkpoint> checkpointWithHash(const QString &folder, const std::string &hash, std::string &found)
{
    Register &all = openOnes();
    const QString path = QDir::cleanPath(QDir(folder).absolutePath());
    const std::lock_guard lock(all.mutex);
    for (const Known &each : all.known)
        if (const auto open = each.checkpoint.lock(); open && each.hash == hash && open->folder == path)
            return open;
    found = checkpointHash(path);
    if (found != hash)
        return nullptr;
    auto opened = openCheckpoint(path);
    enter(all, opened, hash);
    return opened;
}

} // namespace regard
