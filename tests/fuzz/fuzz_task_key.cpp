#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <QString>

#include "engine/model/model_config.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/project/task_keys.h"

using namespace regard;

namespace {

/// Nothing where the bytes are refused.
std::optional<TrainingRecord> read(std::string_view bytes, const TrainingRecord *base)
{
    try {
        return readTask(parseJson(bytes, "/fuzz/a.regard"), ModelConfig(), "/fuzz/a.regard", base);
    } catch (const FileError &) {
        return {}; // the one way to refuse it
    }
}

/// A record that was read is written so that it reads as the same, by itself and beside a base.
void check(const TrainingRecord &record, const TrainingRecord *base)
{
    const std::string written = taskText(record, base, QStringLiteral("/fuzz/a.regard"));
    const std::optional<TrainingRecord> again = read(written, base);
    if (!again || !(*again == record))
        std::abort();
}

} // namespace

/// The value of a project's key `task`; after a zero that of a snapshot, whose base is the first.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    const std::size_t end = bytes.find('\0');
    const std::optional<TrainingRecord> record = read(bytes.substr(0, end), nullptr);
    if (!record)
        return 0;
    check(*record, nullptr);
    if (end == std::string_view::npos)
        return 0;
    if (const std::optional<TrainingRecord> later = read(bytes.substr(end + 1), &*record)) {
        check(*later, nullptr);
        check(*later, &*record);
    }
    return 0;
}
