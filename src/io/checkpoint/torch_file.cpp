#include "io/checkpoint/torch_file.h"

#include <utility>

#include "io/pickle/torch_tensors.h"

namespace regard {

std::vector<StoredTensor> openTorchFile(const QString &path)
{
    const auto file = std::make_shared<const StoredFile>(path, Archives::Read);
    const ByteSource source{path.toStdString(), file->bytes(),
                            [&](std::uint64_t first, std::span<char> to) { file->read(first, to); }};
    std::vector<StoredTensor> tensors;
    for (TorchTensor &tensor : torchTensors(source)) {
        StoredTensor stored{
            std::move(tensor.name), std::move(tensor.dtype), std::move(tensor.shape), tensor.begin, tensor.bytes, file};
        if (!tensor.strides.empty() || tensor.isBigEndian)
            stored.layout = std::make_shared<const TensorLayout>(stored.shape, std::move(tensor.strides),
                                                                 tensor.bytesPerNumber, tensor.isBigEndian);
        tensors.push_back(std::move(stored));
    }
    return tensors;
}

} // namespace regard
