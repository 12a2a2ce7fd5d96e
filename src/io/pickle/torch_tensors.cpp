#include "io/pickle/torch_tensors.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/quoted_name.h"
#include "io/base/shape_text.h"
#include "io/pickle/pickle.h"
#include "io/pickle/zip_entries.h"

namespace regard {

namespace {

/// The first of the older format's pickles, which holds a number that says what the file is.
constexpr std::string_view magicPickle("\x80\2\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19.", 15);
constexpr std::int64_t legacyVersion = 1001;
constexpr std::string_view zipStart("PK\3\4");

/// Where the numbers of storages stand, by their keys.
struct StoragePlaces {
    struct Place {
        std::uint64_t begin;
        std::uint64_t bytes;
    };
    std::unordered_map<std::string, Place> places;
    bool isBigEndian = false;
};

class TorchFile {
public:
    explicit TorchFile(const ByteSource &file) : m_file(file) {}

    std::vector<TorchTensor> read();

private:
    [[noreturn]] void fail(const std::string &reason) const { throw FileError(m_file.name, reason); }
    std::string bytesAt(std::uint64_t first, std::uint64_t count) const;
    void readArchive();
    void readLegacy();
    void placeLegacy(const Pickle &keys);
    const PickleDict &stateDict() const;
    TorchTensor tensorOf(const std::string &name, const PickleTensor &pickled) const;
    void requireInside(const TorchTensor &tensor, const PickleTensor &pickled, std::uint64_t count) const;

    const ByteSource &m_file;
    Pickle m_pickle; ///< the state dict's
    StoragePlaces m_storages;
};

/// Fewer where the file ends.
std::string TorchFile::bytesAt(std::uint64_t first, std::uint64_t count) const
{
    std::string bytes(std::size_t(std::min(count, m_file.bytes - std::min(first, m_file.bytes))), '\0');
    m_file.read(first, bytes);
    return bytes;
}

void TorchFile::readArchive()
{
    const std::vector<ZipEntry> entries = zipEntries(m_file);
    // All of them stand in one folder, whatever its name is.
    const std::string folder =
        entries.empty() ? std::string() : entries.front().name.substr(0, entries.front().name.find('/') + 1);
    const std::string data = folder + "data/";
    const ZipEntry *pickle = nullptr;
    for (const ZipEntry &entry : entries) {
        if (entry.name == folder + "data.pkl") {
            pickle = &entry;
        } else if (entry.name == folder + "byteorder") {
            const std::string order = bytesAt(entry.begin, std::min<std::uint64_t>(entry.bytes, 100));
            if (order != "little" && order != "big")
                fail(Message::tr("byteorder in the archive is %1, neither little nor big", {quotedName(order)}));
            m_storages.isBigEndian = order == "big";
        } else if (entry.name.starts_with(data)) {
            m_storages.places.insert({entry.name.substr(data.size()), {entry.begin, entry.bytes}});
        }
    }
    if (!pickle)
        fail(Message::tr("is a zip archive without data.pkl, so it holds no weights that PyTorch wrote"));
    m_pickle = readPickle(m_file, pickle->begin, pickle->begin + pickle->bytes);
}

/// A number, the format's version, what machine wrote it (its numbers are little-endian on all of them), the state
/// dict, the keys of the storages; then these.
void TorchFile::readLegacy()
{
    const Pickle version = readPickle(m_file, magicPickle.size(), m_file.bytes);
    const auto *number = std::get_if<std::int64_t>(&version.values[version.root]);
    if (!number || *number != legacyVersion)
        fail(Message::tr("is of another version of the older PyTorch format than %1", {std::to_string(legacyVersion)}));
    const Pickle machine = readPickle(m_file, version.end, m_file.bytes);
    m_pickle = readPickle(m_file, machine.end, m_file.bytes);
    placeLegacy(readPickle(m_file, m_pickle.end, m_file.bytes));
}

/// Each storage is preceded by the number of its numbers, in eight bytes; how wide they are the state dict says.
void TorchFile::placeLegacy(const Pickle &keys)
{
    std::unordered_map<std::string, std::size_t> widths;
    for (const PickleValue &value : m_pickle.values)
        if (const auto *storage = std::get_if<PickleStorage>(&value))
            widths.emplace(std::get<std::string>(m_pickle.values[storage->key]), storage->numbers->bytes);
    const auto *list = std::get_if<PickleList>(&keys.values[keys.root]);
    std::uint64_t place = keys.end;
    for (const PickleRef ref : list ? list->items : std::vector<PickleRef>()) {
        const auto *key = std::get_if<std::string>(&keys.values[ref]);
        const auto width = key ? widths.find(*key) : widths.end();
        const std::string bytes = bytesAt(place, 8);
        if (width == widths.end())
            fail(Message::tr("the list of its storages does not fit its tensors"));
        std::uint64_t count = 0;
        for (std::size_t i = bytes.size(); i-- > 0;)
            count = count << 8 | static_cast<unsigned char>(bytes[i]);
        if (bytes.size() < 8 || count > (m_file.bytes - place - 8) / width->second)
            fail(Message::tr("ends before its last numbers; it may not be complete"));
        place += 8;
        m_storages.places.insert({*key, {place, count * width->second}});
        place += count * width->second;
    }
}

const PickleDict &TorchFile::stateDict() const
{
    const auto *dict = std::get_if<PickleDict>(&m_pickle.values[m_pickle.root]);
    if (!dict)
        fail(Message::tr("holds something other than a state dict, which gives each tensor its name"));
    return *dict;
}

/// `count`: the numbers of its storage. Sizes are multiplied only as long as they stay below it.
void TorchFile::requireInside(const TorchTensor &tensor, const PickleTensor &pickled, std::uint64_t count) const
{
    std::uint64_t numbers = 1;
    std::uint64_t last = pickled.offset; // the place of its last number
    bool fits = last < count;
    for (std::size_t i = 0; i < pickled.shape.size() && fits; ++i) {
        const std::uint64_t steps = pickled.shape[i] - 1;
        fits = pickled.shape[i] <= count / numbers && (steps == 0 || pickled.strides[i] <= (count - 1 - last) / steps);
        if (fits) {
            numbers *= pickled.shape[i];
            last += steps * pickled.strides[i];
        }
    }
    if (!fits)
        fail(Message::tr("the tensor %1 is %2 from number %3 on with strides %4, but its storage has only %5 numbers",
                         {quotedName(tensor.name), shapeText(tensor.shape), std::to_string(pickled.offset),
                          shapeText(pickled.strides), std::to_string(count)}));
}

bool isRowByRow(const PickleTensor &tensor)
{
    std::uint64_t stride = 1;
    for (std::size_t i = tensor.shape.size(); i-- > 0; stride *= tensor.shape[i])
        if (tensor.shape[i] != 1 && tensor.strides[i] != stride)
            return false;
    return true;
}

TorchTensor TorchFile::tensorOf(const std::string &name, const PickleTensor &pickled) const
{
    const auto &storage = std::get<PickleStorage>(m_pickle.values[pickled.storage]);
    const auto &key = std::get<std::string>(m_pickle.values[storage.key]);
    const std::size_t width = storage.numbers->bytes;
    TorchTensor tensor{name, storage.numbers->dtype, pickled.shape};
    tensor.bytesPerNumber = width;
    if (std::find(tensor.shape.begin(), tensor.shape.end(), 0U) != tensor.shape.end())
        return tensor;
    const auto place = m_storages.places.find(key);
    if (place == m_storages.places.end())
        fail(Message::tr("has no storage %1, which holds the tensor %2", {quotedName(key), quotedName(name)}));
    const auto [begin, bytes] = place->second;
    if (bytes % width != 0 || bytes / width != storage.count)
        fail(Message::tr("the storage %1 of the tensor %2 has %3 bytes, but %4 numbers of %5 bytes were announced",
                         {quotedName(key), quotedName(name), std::to_string(bytes), std::to_string(storage.count),
                          std::to_string(width)}));
    requireInside(tensor, pickled, storage.count);
    tensor.begin = begin + pickled.offset * width;
    tensor.bytes = width;
    for (const std::uint64_t size : tensor.shape)
        tensor.bytes *= size;
    tensor.isBigEndian = m_storages.isBigEndian && width > 1;
    if (tensor.isBigEndian || !isRowByRow(pickled)) // a single number has none
        tensor.strides = pickled.strides;
    return tensor;
}

std::vector<TorchTensor> TorchFile::read()
{
    const std::string start = bytesAt(0, magicPickle.size());
    if (start.starts_with(zipStart))
        readArchive();
    else if (start == magicPickle)
        readLegacy();
    else if (start.empty())
        fail(Message::tr("is empty"));
    else
        fail(Message::tr("is no file that PyTorch's torch.save writes: neither a zip archive nor the older format"));
    std::vector<TorchTensor> tensors;
    std::unordered_set<std::string_view> names;
    for (const auto &[key, value] : stateDict().items) {
        const auto *name = std::get_if<std::string>(&m_pickle.values[key]);
        if (!name)
            fail(Message::tr("holds something other than a state dict, which gives each tensor its name"));
        const auto *tensor = std::get_if<PickleTensor>(&m_pickle.values[value]);
        if (!tensor)
            fail(Message::tr("has under %1 something other than a tensor, so it is no state dict of a model",
                             {quotedName(*name)}));
        if (!names.insert(*name).second)
            fail(Message::tr("the tensor %1 stands twice in the file", {quotedName(*name)}));
        tensors.push_back(tensorOf(*name, *tensor));
    }
    return tensors;
}

} // namespace

std::vector<TorchTensor> torchTensors(const ByteSource &file)
{
    return TorchFile(file).read();
}

} // namespace regard
