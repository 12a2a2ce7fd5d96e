#include "io/pickle/zip_entries.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/quoted_name.h"

namespace regard {

namespace {

// Sizes of a zip archive's records without their names, and what fields hold whose value stands in zip64's extra
// field. PKWARE's APPNOTE.TXT, section 4.3.
constexpr std::uint64_t endBytes = 22;
constexpr std::uint64_t mostComment = 65535;
constexpr std::uint64_t locatorBytes = 20;
constexpr std::uint64_t longEndBytes = 56;
constexpr std::uint64_t headerBytes = 46;
constexpr std::uint64_t localBytes = 30;
constexpr std::uint64_t elsewhere = 0xFFFFFFFF;
constexpr std::uint64_t mostDirectory = std::uint64_t{32} << 20;

std::uint64_t littleEndianAt(std::string_view bytes, std::size_t place, std::size_t width)
{
    std::uint64_t number = 0;
    for (std::size_t i = width; i-- > 0;)
        number = number << 8 | static_cast<unsigned char>(bytes[place + i]);
    return number;
}

class ZipReader {
public:
    explicit ZipReader(const ByteSource &archive) : m_archive(archive) {}

    std::vector<ZipEntry> read();

private:
    [[noreturn]] void fail(const std::string &reason) const { throw FileError(m_archive.name, reason); }
    [[noreturn]] void failDamaged() const { fail(Message::tr("the zip archive's list of its files is damaged")); }
    std::string bytesAt(std::uint64_t first, std::uint64_t count) const;
    std::string directory() const;
    ZipEntry entryAt(std::string_view header) const;
    std::uint64_t dataBegin(std::uint64_t local, const std::string &name) const;

    const ByteSource &m_archive;
};

/// Throws where the archive does not have them.
std::string ZipReader::bytesAt(std::uint64_t first, std::uint64_t count) const
{
    if (first > m_archive.bytes || count > m_archive.bytes - first)
        failDamaged();
    std::string bytes(std::size_t(count), '\0');
    m_archive.read(first, bytes);
    return bytes;
}

/// The headers of all files, one after the other.
std::string ZipReader::directory() const
{
    const std::uint64_t tail = std::min(m_archive.bytes, endBytes + mostComment);
    const std::string last = bytesAt(m_archive.bytes - tail, tail);
    const std::size_t end = last.rfind("PK\5\6");
    if (end == std::string::npos || last.size() - end < endBytes)
        fail(Message::tr("is a zip archive without the list of files at its end; it may not be complete"));
    std::uint64_t size = littleEndianAt(last, end + 12, 4);
    std::uint64_t begin = littleEndianAt(last, end + 16, 4);
    const std::uint64_t endBegin = m_archive.bytes - tail + end;
    if (endBegin >= locatorBytes) {
        const std::string locator = bytesAt(endBegin - locatorBytes, locatorBytes);
        if (locator.starts_with("PK\6\7")) {
            const std::string longEnd = bytesAt(littleEndianAt(locator, 8, 8), longEndBytes);
            if (!longEnd.starts_with("PK\6\6"))
                failDamaged();
            size = littleEndianAt(longEnd, 40, 8);
            begin = littleEndianAt(longEnd, 48, 8);
        }
    }
    if (size > mostDirectory)
        fail(Message::tr("the zip archive's list of its files has %1 bytes, more than the %2 that are read",
                         {std::to_string(size), std::to_string(mostDirectory)}));
    return bytesAt(begin, size);
}

/// Where a file's bytes begin, after its own header and its name.
std::uint64_t ZipReader::dataBegin(std::uint64_t local, const std::string &name) const
{
    const std::string header = bytesAt(local, localBytes);
    const std::uint64_t nameBytes = littleEndianAt(header, 26, 2);
    if (!header.starts_with("PK\3\4") || bytesAt(local + localBytes, nameBytes) != name)
        failDamaged();
    return local + localBytes + nameBytes + littleEndianAt(header, 28, 2);
}

/// `header` ends with the file's comment.
ZipEntry ZipReader::entryAt(std::string_view header) const
{
    const std::uint64_t nameBytes = littleEndianAt(header, 28, 2);
    ZipEntry entry{std::string(header.substr(headerBytes, nameBytes))};
    if (littleEndianAt(header, 8, 2) & 1)
        fail(Message::tr("the file %1 in the archive is encrypted", {quotedName(entry.name)}));
    if (const std::uint64_t method = littleEndianAt(header, 10, 2); method != 0)
        fail(Message::tr("the file %1 in the archive is compressed (method %2); PyTorch stores files as they are, so "
                         "another program packed it: unpack it and save the model again",
                         {quotedName(entry.name), std::to_string(method)}));
    std::uint64_t stored = littleEndianAt(header, 20, 4);
    entry.bytes = littleEndianAt(header, 24, 4);
    std::uint64_t local = littleEndianAt(header, 42, 4);
    std::string_view extra = header.substr(headerBytes + nameBytes, littleEndianAt(header, 30, 2));
    while (extra.size() >= 4) {
        const std::uint64_t kind = littleEndianAt(extra, 0, 2);
        const std::uint64_t bytes = littleEndianAt(extra, 2, 2);
        if (bytes > extra.size() - 4)
            failDamaged();
        std::string_view field = extra.substr(4, bytes);
        for (std::uint64_t *number : {&entry.bytes, &stored, &local}) {
            if (kind != 1 || *number != elsewhere)
                continue;
            if (field.size() < 8)
                failDamaged();
            *number = littleEndianAt(field, 0, 8);
            field.remove_prefix(8);
        }
        extra.remove_prefix(4 + bytes);
    }
    entry.begin = dataBegin(local, entry.name);
    if (stored != entry.bytes || entry.begin > m_archive.bytes || entry.bytes > m_archive.bytes - entry.begin)
        failDamaged();
    return entry;
}

std::vector<ZipEntry> ZipReader::read()
{
    const std::string all = directory();
    std::vector<ZipEntry> entries;
    std::unordered_set<std::string> names;
    for (std::string_view rest = all; !rest.empty();) {
        if (rest.size() < headerBytes || !rest.starts_with("PK\1\2"))
            failDamaged();
        const std::uint64_t bytes =
            headerBytes + littleEndianAt(rest, 28, 2) + littleEndianAt(rest, 30, 2) + littleEndianAt(rest, 32, 2);
        if (bytes > rest.size())
            failDamaged();
        entries.push_back(entryAt(rest.substr(0, bytes)));
        if (!names.insert(entries.back().name).second)
            fail(Message::tr("the file %1 stands twice in the archive", {quotedName(entries.back().name)}));
        rest.remove_prefix(bytes);
    }
    return entries;
}

} // namespace

std::vector<ZipEntry> zipEntries(const ByteSource &archive)
{
    return ZipReader(archive).read();
}

} // namespace regard
