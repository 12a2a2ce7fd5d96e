#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <QTemporaryDir>

#include "io/base/file_error.h"
#include "io/scan/text_source.h"

using namespace regard;

namespace {

std::vector<std::uint64_t> offsetsOf(const CorpusPart &part)
{
    TextSource source(part);
    std::vector<std::uint64_t> offsets;
    while (const auto text = source.next()) {
        if (text->source.size() > mostTextBytes || (!offsets.empty() && text->offset <= offsets.back()))
            std::abort();
        offsets.push_back(text->offset);
    }
    return offsets;
}

} // namespace

/// Any corpus, whose form the first byte chooses, is refused with a FileError or gives texts in the order of their
/// bytes, and the same ones in three shards as in one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const QTemporaryDir folder;
    if (size == 0)
        return 0;
    const char *endings[] = {"txt", "jsonl", "csv"};
    const std::size_t form = data[0] % 3;
    const std::string file = folder.filePath(QStringLiteral("corpus.")).toStdString() + endings[form];
    std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char *>(data + 1), std::streamsize(size - 1));
    try {
        const std::vector<std::uint64_t> whole = offsetsOf({file, {}});
        std::vector<std::uint64_t> parts;
        for (int shard = 1; form != 2 && shard <= 3; ++shard)
            for (const std::uint64_t offset : offsetsOf({file, {}, shard, 3}))
                parts.push_back(offset);
        if (form != 2 && parts != whole)
            std::abort();
    } catch (const FileError &) {
        return 0; // the one way to refuse it
    }
    return 0;
}
