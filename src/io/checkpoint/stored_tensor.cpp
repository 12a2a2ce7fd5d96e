#include "io/checkpoint/stored_tensor.h"

#include <algorithm>
#include <optional>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/quoted_name.h"

namespace regard {

std::uint64_t StoredTensor::numbers() const
{
    std::uint64_t count = 1; // the header was checked: no overflow
    for (const std::uint64_t size : shape)
        count *= size;
    return count;
}

NumberKind StoredTensor::kind() const
{
    const std::optional<NumberKind> known = numberKind(dtype);
    if (!known)
        fail(Message::tr("has the dtype %1; weights are read from F64, F32, F16 and BF16", {quotedName(dtype)}));
    return *known;
}

void StoredTensor::read(std::uint64_t first, std::span<char> to) const
{
    if (layout)
        layout->read(*file, begin, first, to);
    else
        file->read(begin + first, to);
}

bool StoredTensor::hasSameNumbers(const StoredTensor &other) const
{
    if (dtype != other.dtype || shape != other.shape || bytes != other.bytes)
        return false;
    if (file == other.file && begin == other.begin && !layout && !other.layout)
        return true;
    constexpr std::uint64_t chunk = 1 << 20;
    std::string ours;
    std::string theirs;
    for (std::uint64_t first = 0; first < bytes; first += chunk) {
        const auto count = std::size_t(std::min(chunk, bytes - first));
        ours.resize(count);
        theirs.resize(count);
        read(first, ours);
        other.read(first, theirs);
        if (ours != theirs)
            return false;
    }
    return true;
}

void StoredTensor::fail(const std::string &reason) const
{
    throw FileError(file->path().toStdString(), Message::tr("the tensor %1 %2", {quotedName(storedName()), reason}));
}

} // namespace regard
