#include "io/base/quoted_name.h"

namespace regard {

std::string shortened(const std::string &text, std::size_t longest)
{
    std::string shown;
    for (const char c : text)
        shown += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    if (shown.size() <= longest)
        return shown;
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xC0) == 0x80)
        --end;
    return shown.substr(0, end) + "…";
}

std::string quotedName(const std::string &name, std::size_t longest)
{
    return "\"" + shortened(name, longest) + "\"";
}

} // namespace regard
