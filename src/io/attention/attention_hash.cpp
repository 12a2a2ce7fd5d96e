#include "io/attention/attention_hash.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include <QByteArray>
#include <QCryptographicHash>

#include "io/base/stored_file.h"

namespace regard {

namespace {

/// An open file whose hash is known.
struct AttentionHashKnown {
    std::weak_ptr<const AttentionFile> file;
    std::string hash;
};

std::string hashOfBytes(const AttentionFile &opened)
{
    const StoredFile file(opened.path);
    requireSameFile(opened.path, opened.state, file.state());
    QCryptographicHash hash(QCryptographicHash::Blake2b_256);
    QByteArray chunk(qsizetype{1} << 20, Qt::Uninitialized);
    for (std::uint64_t first = 0; first < file.bytes(); first += std::uint64_t(chunk.size())) {
        chunk.truncate(qsizetype(std::min(std::uint64_t(chunk.size()), file.bytes() - first)));
        file.read(first, {chunk.data(), std::size_t(chunk.size())});
        hash.addData(chunk);
    }
    return "blake2b:" + hash.result().toHex().toStdString();
}

} // namespace

std::string hashOf(const std::shared_ptr<const AttentionFile> &file)
{
    static std::mutex mutex;
    static std::vector<AttentionHashKnown> known;
    const std::scoped_lock lock(mutex); // a request for the same file meanwhile waits for it
    std::erase_if(known, [](const AttentionHashKnown &each) { return each.file.expired(); });
    for (const AttentionHashKnown &each : known)
        if (each.file.lock() == file)
            return each.hash;
    std::string hash = hashOfBytes(*file);
    known.push_back({file, hash});
    return hash;
}

} // namespace regard
