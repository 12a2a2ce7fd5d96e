#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/errors.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/project/project.h"
#include "io/project/project_file.h"

using namespace regard;

namespace {

double sizeIn(const JsonValue &model, std::string_view key, int otherwise)
{
    const JsonValue *value = model.find(key);
    return std::abs(double(value ? value->number.whole().value_or(otherwise) : otherwise));
}

/// About how many weights are drawn for a `model`.
double drawnWeights(const JsonValue &model)
{
    const double width = sizeIn(model, "d_model", 16);
    const double heads = std::max(sizeIn(model, "heads", 2), sizeIn(model, "decoder_heads", 2));
    const double columns = sizeIn(model, "d_key", 8) + sizeIn(model, "d_value", 8);
    const double hidden = std::max(sizeIn(model, "d_ff", 0), sizeIn(model, "decoder_d_ff", 0));
    const double layers = sizeIn(model, "encoder_layers", 1) + sizeIn(model, "decoder_layers", 1);
    return (layers + 1) * width * (4 * heads * columns + 3 * hidden) +
           width * (sizeIn(model, "token_types", 0) + sizeIn(model, "maximum_tokens", 0));
}

/// Millions of weights are allowed, and drawing them takes a second that teaches nothing; what is more than any model
/// may have is refused at once and stays in.
bool isSlow(const JsonValue &value)
{
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        if (i < value.keys.size() && value.keys[i] == "model") {
            const double weights = drawnWeights(value.items[i]);
            if (weights > 1e5 && weights < 1e10)
                return true;
        }
        if (isSlow(value.items[i]))
            return true;
    }
    return false;
}

/// Nothing where the bytes are refused.
std::optional<Project> read(std::string_view bytes, bool skipsSlow)
{
    try {
        const JsonValue root = parseJson(bytes, "fuzz.regard");
        if (!skipsSlow || !isSlow(root))
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
