#include "io/checkpoint/checkpoint_memory.h"

#include <array>
#include <charconv>
#include <cstddef>

#include <QByteArray>
#include <QFile>

#include "engine/base/message.h"
#include "io/base/file_error.h"

namespace regard {

std::optional<double> availableMemory()
{
    QFile file(QStringLiteral("/proc/meminfo"));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    for (const QByteArray &line : file.readAll().split('\n'))
        if (line.startsWith("MemAvailable:")) {
            bool isNumber = false;
            const double kibibytes = line.mid(13).trimmed().split(' ').first().toDouble(&isNumber);
            return isNumber ? std::optional(1024 * kibibytes) : std::nullopt;
        }
    return std::nullopt;
}

void requireMemory(double needed, std::optional<double> available, const std::string &file)
{
    if (available && needed > *available)
        throw FileError(file, Message::tr("its weights need %1 of memory as float32, but only %2 are free; close other "
                                          "programs or take a smaller model",
                                          {bytesText(needed), bytesText(*available)}));
}

std::string bytesText(double bytes)
{
    static constexpr std::array<const char *, 4> units{"kB", "MB", "GB", "TB"};
    double value = bytes / 1000;
    std::size_t unit = 0;
    while (value >= 999.95 && unit + 1 < units.size()) {
        value /= 1000;
        ++unit;
    }
    std::array<char, 400> digits; // long enough for any double
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed, 1);
    return std::string(digits.data(), end.ptr) + " " + units[unit];
}

} // namespace regard
