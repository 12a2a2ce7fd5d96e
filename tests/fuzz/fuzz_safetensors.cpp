#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "io/base/file_error.h"
#include "io/checkpoint/safetensors_header.h"

using namespace regard;

/// Any bytes are refused with a FileError, or every tensor lies in them, one after the other up to the last byte.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try {
        std::uint64_t covered = 0;
        const std::string_view file(reinterpret_cast<const char *>(data), size);
        // As it is read: the header alone, and the size of the rest.
        const std::string_view start = file.substr(0, safetensorsHeaderEnd(file, size, "fuzz"));
        for (const TensorEntry &entry : parseSafetensorsHeader(start, size, "fuzz")) {
            const bool isNext = covered == 0 || entry.begin == covered;
            if (!isNext || entry.end < entry.begin || entry.end > size)
                std::abort();
            covered = entry.end;
        }
        if (covered != 0 && covered != size)
            std::abort();
    } catch (const FileError &) {
        // The one way to refuse a file.
    }
    return 0;
}
