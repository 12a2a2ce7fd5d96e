#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <QString>

#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/lesson/lesson.h"
#include "io/project/examples.h"
#include "slow_models.h"

using namespace regard;

namespace {

/// A bundled example of trained weights takes longer to read than anything that a lesson could say of it.
bool beginsWithLargeExample(const JsonValue &lesson)
{
    constexpr std::size_t large = 4096;
    const JsonValue *example = lesson.find("example");
    if (!example)
        return false;
    try {
        return exampleJson(example->text).size() > large;
    } catch (const FileError &) {
        return false;
    }
}

/// Nothing where the bytes are refused.
std::optional<Lesson> read(std::string_view bytes)
{
    try {
        return parseLesson(bytes, "fuzz.lesson", QStringLiteral("/dev/null"));
    } catch (const FileError &) {
        return {}; // the one way to refuse a file
    }
}

bool isSlow(std::string_view bytes)
{
    try {
        const JsonValue root = parseJson(bytes, "fuzz.lesson");
        return drawsManyWeights(root) || beginsWithLargeExample(root);
    } catch (const FileError &) {
        return true; // nothing beyond the JSON that fuzz_project does not see too
    }
}

} // namespace

/// Any bytes are a lesson or a FileError, and a lesson that was read is written so that it reads as the same.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    isLesson(bytes);
    if (isSlow(bytes))
        return 0;
    const std::optional<Lesson> lesson = read(bytes);
    if (!lesson)
        return 0;
    const std::string written = lessonJson(*lesson);
    const std::optional<Lesson> again = read(written);
    if (!again || again->pages.size() != lesson->pages.size() || lessonJson(*again) != written)
        std::abort();
    const LessonHeading heading = readLessonHeading(written, "fuzz.lesson");
    if (heading.title != lesson->title || heading.summary != lesson->summary)
        std::abort();
    for (std::size_t i = 0; i < lesson->pages.size(); ++i) {
        const LessonPage &page = lesson->pages[i];
        const LessonPage &same = again->pages[i];
        if (page.title != same.title || page.text != same.text || page.caption != same.caption ||
            page.attempt != same.attempt || page.keeps != same.keeps || page.panels != same.panels ||
            page.mode != same.mode || page.control != same.control || page.pairs != same.pairs)
            std::abort();
    }
    return 0;
}
