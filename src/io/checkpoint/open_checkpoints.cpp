#include "io/checkpoint/open_checkpoints.h"

#include <mutex>
#include <vector>

#include <QDir>

#include "io/base/file_error.h"
#include "io/checkpoint/model_folder.h"

namespace regard {

namespace {

/// An open checkpoint whose hash is known.
struct OpenCheckpointsKnown {
    std::weak_ptr<const Checkpoint> checkpoint;
    std::string hash;
};

struct Register {
    std::mutex mutex;
    std::vector<OpenCheckpointsKnown> known;
};

Register &openOnes()
{
    static Register all;
    return all;
}

void enter(Register &all, const std::shared_ptr<const Checkpoint> &checkpoint, const std::string &hash)
{
    std::erase_if(all.known, [](const OpenCheckpointsKnown &each) { return each.checkpoint.expired(); });
    all.known.push_back({checkpoint, hash});
}

bool isUnchanged(const Checkpoint &checkpoint)
{
    try {
        requireUnchanged(checkpoint);
        return true;
    } catch (const FileError &) {
        return false;
    }
}

} // namespace

std::string hashOf(const std::shared_ptr<const Checkpoint> &checkpoint)
{
    Register &all = openOnes();
    const std::lock_guard lock(all.mutex); // a concurrent request for the same checkpoint waits for it
    for (const OpenCheckpointsKnown &each : all.known)
        if (each.checkpoint.lock() == checkpoint)
            return each.hash;
    requireUnchanged(*checkpoint);
    std::string hash = checkpointHash(checkpoint->folder);
    requireUnchanged(*checkpoint);
    enter(all, checkpoint, hash);
    return hash;
}

std::shared_ptr<const Checkpoint> checkpointWithHash(const QString &folder, const std::string &hash, std::string &found)
{
    Register &all = openOnes();
    const QString path = QDir::cleanPath(QDir(modelFolder(folder)).absolutePath());
    const std::lock_guard lock(all.mutex);
    for (const OpenCheckpointsKnown &each : all.known)
        if (const auto open = each.checkpoint.lock();
            open && each.hash == hash && open->folder == path && isUnchanged(*open))
            return open;
    const CheckpointFiles hashed = checkpointFiles(path);
    found = checkpointHash(path);
    if (found != hash)
        return nullptr;
    auto opened = openCheckpoint(path);
    for (const auto &[name, state] : hashed)
        requireSameFile(QDir(path).filePath(name), state, fileStateAt(QDir(path).filePath(name)));
    enter(all, opened, hash);
    return opened;
}

} // namespace regard
