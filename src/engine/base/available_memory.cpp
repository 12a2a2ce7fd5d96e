#include "engine/base/available_memory.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

namespace regard {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

std::atomic<double> limit{unlimited};

/// The first number of the file; nothing where there is none, as in a memory.max that says `max`.
std::optional<double> numberIn(const std::string &path)
{
    std::ifstream file(path);
    double number = 0;
    return file >> number ? std::optional(number) : std::nullopt;
}

/// The number behind a word that begins a line.
std::optional<double> numberBehind(const std::string &path, const std::string &word)
{
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string first;
        double number = 0;
        if (words >> first >> number && first == word)
            return number;
    }
    return std::nullopt;
}

/// Whether it is one of the words between commas.
bool hasWord(const std::string &words, const std::string &word)
{
    std::istringstream all(words);
    for (std::string each; std::getline(all, each, ',');)
        if (each == word)
            return true;
    return false;
}

/// The names of a control group's files.
struct GroupFiles {
    const char *most;
    const char *used;
    const char *cached; ///< in memory.stat: files that are given up when memory is needed
};

/// What one group leaves; infinity where it has no limit.
double leftIn(const std::string &group, const GroupFiles &files)
{
    const std::optional<double> most = numberIn(group + "/" + files.most);
    const std::optional<double> used = numberIn(group + "/" + files.used);
    if (!most || !used)
        return unlimited;
    const double cached = numberBehind(group + "/memory.stat", files.cached).value_or(0);
    return *most - std::max(0.0, *used - cached);
}

/// What a group and those above it leave.
double leftAbove(const std::string &top, std::string group, const GroupFiles &files)
{
    double left = leftIn(top, files); // in a container the group may be the top itself, whatever it is called outside
    for (; group.size() > 1; group.resize(group.rfind('/')))
        left = std::min(left, leftIn(top + group, files));
    return left;
}

double leftByGroups(const std::string &root)
{
    double left = unlimited;
    std::ifstream groups(root + "/proc/self/cgroup");
    const std::string all = root + "/sys/fs/cgroup";
    for (std::string line; std::getline(groups, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = first == line.npos ? line.npos : line.find(':', first + 1);
        if (second == line.npos)
            continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string group = line.substr(second + 1);
        if (controllers.empty())
            left = std::min(left, leftAbove(all, group, {"memory.max", "memory.current", "inactive_file"}));
        else if (hasWord(controllers, "memory"))
            left = std::min(left, leftAbove(all + "/memory", group,
                                            {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}));
    }
    return left;
}

std::optional<double> addressSpaceLimit()
{
    rlimit most{};
    const bool isLimited = ::getrlimit(RLIMIT_AS, &most) == 0 && most.rlim_cur != RLIM_INFINITY;
    return isLimited ? std::optional(double(most.rlim_cur)) : std::nullopt;
}

} // namespace

std::optional<double> availableMemory()
{
    const std::optional<double> available = availableMemory({}, addressSpaceLimit());
    const double most = limit.load();
    return most < unlimited ? std::min(most, available.value_or(most)) : available;
}

std::optional<double> availableMemory(const std::string &root, std::optional<double> addressSpace)
{
    double left = leftByGroups(root);
    if (const std::optional<double> kibibytes = numberBehind(root + "/proc/meminfo", "MemAvailable:"))
        left = std::min(left, 1024 * *kibibytes);
    if (addressSpace) {
        const double pages = numberIn(root + "/proc/self/statm").value_or(0);
        left = std::min(left, *addressSpace - pages * double(::sysconf(_SC_PAGESIZE)));
    }
    return left < unlimited ? std::optional(std::max(0.0, left)) : std::nullopt;
}

LimitedMemory::LimitedMemory(double bytes)
{
    limit.store(bytes);
}

LimitedMemory::~LimitedMemory()
{
    limit.store(unlimited);
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
