#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include "engine/pass/forward.h"
#include "io/attention/attention_file.h"
#include "io/base/file_error.h"
#include "io/project/project_attention.h"

using namespace regard;

namespace {

/// A file in memory that has a path.
class MemoryFile {
public:
    MemoryFile(const uint8_t *data, size_t size) : m_file(::memfd_create("fuzz", 0))
    {
        if (m_file < 0 || ::write(m_file, data, size) != ssize_t(size))
            std::abort();
    }
    ~MemoryFile() { ::close(m_file); }
    MemoryFile(const MemoryFile &) = delete;
    MemoryFile &operator=(const MemoryFile &) = delete;

    QString path() const { return QStringLiteral("/proc/self/fd/%1").arg(m_file); }

private:
    int m_file;
};

/// As JSON where the bytes begin so, else as safetensors.
std::shared_ptr<const AttentionFile> opened(const uint8_t *data, size_t size)
{
    if (size > 0 && data[0] == '{')
        return parseAttentionJson({reinterpret_cast<const char *>(data), size}, "fuzz.json");
    const MemoryFile file(data, size);
    return openAttention(file.path());
}

/// What is shown of a head is finite, not below 0, and of the sentence's size.
void checkHeads(const Project &project, const Trace &trace)
{
    for (std::size_t index = 0; index < trace.blocks.size(); ++index) {
        const BlockTrace &block = *trace.blocks[index];
        const Attention attention = blockPlace(project.model.config, int(index)).attention;
        for (std::size_t head = 0; head < std::min<std::size_t>(block.heads.size(), 4); ++head) {
            const auto read = block.heads.shared(head);
            const bool isOfSize = read->weights.rows() == Eigen::Index(queriesOf(trace, attention).tokens.size()) &&
                                  read->weights.cols() == Eigen::Index(keysOf(trace, attention).tokens.size());
            if (!isOfSize || !read->weights.allFinite() || (read->weights.array() < 0).any())
                std::abort();
            headScores(project.model, trace, int(index), int(head));
        }
    }
}

} // namespace

/// Any bytes are a file of attention or a FileError, and so is any head of one.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try {
        const auto file = opened(data, size);
        for (int sentence = 0; sentence < std::min(int(file->sentences.size()), 4); ++sentence) {
            const Project project = attentionProject(file, sentence);
            checkHeads(project, *attentionTrace(project));
        }
    } catch (const FileError &) {
        // The one way to refuse a file.
    }
    return 0;
}
