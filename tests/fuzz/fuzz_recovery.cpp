#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <QString>

#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/project/project_file.h"
#include "io/recovery/recovery.h"
#include "slow_models.h"

using namespace regard;

namespace {

const QString path = QStringLiteral("/fuzz/a.recovery");
const QString basePath = QStringLiteral("base.regard");

/// Nothing where the bytes are refused.
std::optional<Recovery> read(std::string_view text, std::string_view base)
{
    try {
        return parseRecovery(text, path, [base](const QString &) { return std::string(base); });
    } catch (const FileError &) {
        return {}; // the one way to refuse a file
    }
}

bool isSlow(std::string_view bytes)
{
    try {
        return drawsManyWeights(parseJson(bytes, "fuzz"));
    } catch (const FileError &) {
        return true; // both documents are read before anything else
    }
}

} // namespace

/// A recovery file and, after a zero, its base: any bytes are refused, or are work that is kept so that it reads as the
/// same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    const std::size_t end = bytes.find('\0');
    const std::string_view text = bytes.substr(0, end);
    const std::string_view base = end == std::string_view::npos ? std::string_view() : bytes.substr(end + 1);
    if (isSlow(text) || isSlow(base))
        return 0;
    const std::optional<Recovery> recovery = read(text, base);
    if (!recovery)
        return 0;
    const std::string written = recoveryText(*recovery, basePath);
    const std::string writtenBase = recoveryBaseText(*recovery->base);
    const std::optional<Recovery> again = read(written, writtenBase);
    const bool isSame = again && recoveryText(*again, basePath) == written &&
                        recoveryBaseText(*again->base) == writtenBase &&
                        projectJson(again->state) == projectJson(recovery->state) && again->path == recovery->path &&
                        again->regions == recovery->regions && again->time == recovery->time &&
                        again->pinned.has_value() == recovery->pinned.has_value();
    if (!isSame)
        std::abort();
    return 0;
}
