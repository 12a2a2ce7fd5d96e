#include "io/checkpoint/safetensors_file.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "engine/base/message.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

/// The eight bytes of its length, and the header.
std::string headerOf(const StoredFile &file)
{
    const std::string name = file.path().toStdString();
    if (file.bytes() == 0)
        throw FileError(name, Message::tr("is empty"));
    std::string bytes(std::size_t(std::min(file.bytes(), safetensorsLengthBytes)), '\0');
    file.read(0, bytes);
    const std::size_t known = bytes.size();
    bytes.resize(std::size_t(safetensorsHeaderEnd(bytes, file.bytes(), name)));
    file.read(known, std::span(bytes).subspan(known));
    return bytes;
}

} // namespace

SafetensorsFile openSafetensors(const QString &path)
{
    SafetensorsFile opened{std::make_shared<const StoredFile>(path), {}, {}};
    for (TensorEntry &entry :
         parseSafetensorsHeader(headerOf(*opened.file), opened.file->bytes(), path.toStdString(), &opened.notes))
        opened.tensors.push_back({std::move(entry.name), std::move(entry.dtype), std::move(entry.shape), entry.begin,
                                  entry.end - entry.begin, opened.file});
    return opened;
}

} // namespace regard
