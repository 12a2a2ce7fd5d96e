#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/recovery/lesson_recovery.h"
#include "slow_models.h"

using namespace regard;

namespace {

/// Nothing where the bytes are refused.
std::optional<LessonRecovery> read(std::string_view bytes)
{
    try {
        return parseLessonRecovery(bytes, "lesson.recovery");
    } catch (const FileError &) {
        return {}; // the one way to refuse a file
    }
}

/// As in fuzz_lesson: neither large models nor the bundled examples.
bool isSlow(std::string_view bytes)
{
    try {
        const JsonValue root = parseJson(bytes, "fuzz");
        const JsonValue *lesson = root.find("lesson");
        return drawsManyWeights(root) || (lesson && lesson->find("example"));
    } catch (const FileError &) {
        return true; // read before anything else
    }
}

} // namespace

/// Any bytes are refused, or are a lesson in the making that is kept so that it reads as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    if (isSlow(bytes))
        return 0;
    const std::optional<LessonRecovery> recovery = read(bytes);
    if (!recovery)
        return 0;
    const std::string written = lessonRecoveryText(*recovery);
    const std::optional<LessonRecovery> again = read(written);
    const bool isSame = again && lessonRecoveryText(*again) == written && again->page == recovery->page &&
                        again->path == recovery->path && again->time == recovery->time &&
                        again->lesson.title == recovery->lesson.title &&
                        again->lesson.pages.size() == recovery->lesson.pages.size();
    if (!isSame)
        std::abort();
    return 0;
}
