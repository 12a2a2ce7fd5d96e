#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/checkpoint/folder_tensors.h"

using namespace regard;

/// Any model.safetensors.index.json is refused with a FileError, or gives each of its tensors a file of the folder.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    try {
        const JsonValue index = parseJson({reinterpret_cast<const char *>(data), size}, "fuzz");
        std::size_t tensors = 0;
        for (const auto &[shard, names] : shardNames(index, "fuzz")) {
            if (shard.empty() || shard.find('/') != std::string::npos || shard == "..")
                std::abort();
            tensors += names.size();
        }
        if (tensors != index.find("weight_map")->keys.size())
            std::abort();
    } catch (const FileError &) {
        return 0; // the one way to refuse it
    }
    return 0;
}
