#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/project/project.h"
#include "io/project/project_file.h"
#include "slow_models.h"

using namespace regard;

namespace {

/// Nothing where the bytes are refused.
std::optional<Project> read(std::string_view bytes, bool skipsSlow)
{
    try {
        const JsonValue root = parseJson(bytes, "fuzz.regard");
        if (!skipsSlow || !drawsManyWeights(root))
            return parseProject(root, "fuzz.regard");
    } catch (const FileError &) {
        // The one way to refuse a file.
    }
    return {};
}

} // namespace

/// Any bytes are a project or a FileError, and a project that was read is written so that it reads as the same.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const std::optional<Project> project = read({reinterpret_cast<const char *>(data), size}, true);
    if (!project)
        return 0;
    const std::string written = projectJson(*project);
    const std::optional<Project> again = read(written, false);
    if (!again || projectJson(*again) != written)
        std::abort();
    return 0;
}
