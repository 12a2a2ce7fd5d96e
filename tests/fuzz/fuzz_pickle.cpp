#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <unordered_set>

#include "io/base/file_error.h"
#include "io/pickle/torch_tensors.h"

using namespace regard;

/// Any bytes are refused with a FileError, or every tensor lies in them, with a name of its own.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const ByteSource file{"fuzz", size, [&](std::uint64_t first, std::span<char> to) {
                              if (first > size || to.size() > size - first)
                                  std::abort();
                              std::copy_n(data + first, to.size(), to.begin());
                          }};
    try {
        std::unordered_set<std::string> names;
        for (const TorchTensor &tensor : torchTensors(file)) {
            std::uint64_t numbers = 1;
            std::uint64_t span = 1; // from the first number to the last
            for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
                numbers *= tensor.shape[i];
                if (tensor.bytes > 0)
                    span += (tensor.shape[i] - 1) * (tensor.strides.empty() ? 0 : tensor.strides[i]);
            }
            if (tensor.strides.empty())
                span = numbers;
            const bool isInside = tensor.begin <= size && span <= (size - tensor.begin) / tensor.bytesPerNumber;
            const bool isWhole = tensor.bytes == numbers * tensor.bytesPerNumber && tensor.bytes <= size;
            if (!isInside || !isWhole || !names.insert(tensor.name).second)
                std::abort();
        }
    } catch (const FileError &) {
        return 0; // the one way to refuse a file
    }
    return 0;
}
