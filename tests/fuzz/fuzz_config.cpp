#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/model/config_rules.h"
#include "engine/model/weight_shapes.h"
#include "io/base/config_file.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/checkpoint/family.h"
#include "io/checkpoint/family_config.h"
#include "io/checkpoint/family_keys.h"

using namespace regard;

namespace {

/// Says which family it is, in place of what the file says.
void setModelType(JsonValue &config, const std::string &type)
{
    JsonValue value;
    value.kind = JsonValue::Kind::Text;
    value.text = type;
    for (std::size_t i = 0; i < config.keys.size(); ++i) {
        if (config.keys[i] == "model_type") {
            config.items[i] = std::move(value);
            return;
        }
    }
    if (config.kind != JsonValue::Kind::Object)
        return;
    config.keys.emplace_back("model_type");
    config.items.push_back(std::move(value));
}

/// As `first` says a family, if there are so many; else the file's own.
ConfigFile readConfig(unsigned first, std::string_view json)
{
    JsonValue root = parseJson(json, "fuzz/config.json");
    static const std::vector<std::string> types = modelTypes();
    const std::size_t which = first - unsigned('A');
    if (first >= unsigned('A') && which < types.size())
        setModelType(root, types[which]);
    return {std::move(root), "fuzz/config.json"};
}

void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// Sizes are those of a model: positive, within bounds, and none of its weights too large to count.
void check(const FamilyConfig &read)
{
    const ModelConfig &config = read.config;
    validateRules(config);
    double numbers = 0;
    for (const WeightShape &shape : weightShapes(config)) {
        require(shape.rows >= 0 && shape.columns >= 0 && !shape.name.empty());
        numbers += double(shape.rows) * double(shape.columns);
    }
    require(numbers >= 0 && config.dModel > 0 && config.heads > 0 && config.dKey > 0 && config.dValue > 0);
    require(read.padding >= -1 && read.skippedPositions >= 0);
}

} // namespace

/// The first byte chooses a family (A the first), or none: then model_type in the JSON behind it says it. The same
/// bytes are the same model, or are refused with a FileError.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view json(reinterpret_cast<const char *>(data) + 1, size - 1);
    try {
        const ConfigFile file = readConfig(data[0], json);
        const Family &family = familyOf(file);
        const FamilyConfig read = readFamilyConfig(family, file);
        check(read);
        require(readFamilyConfig(family, file).config == read.config);
        require(unknownKeys(family, file).size() <= file.keys().size());
    } catch (const FileError &) {
        return 0; // the one way to refuse a file
    }
    return 0;
}
