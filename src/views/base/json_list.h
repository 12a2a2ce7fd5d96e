#pragma once

#include <string>

#include <QString>

#include "io/base/json_text.h"

namespace regard {

inline std::string quotedJson(const QString &text)
{
    return jsonString(text.toStdString());
}

/// "[a, b]" of anything that `entryOf` turns into JSON.
template <typename List, typename EntryOf>
std::string jsonList(const List &entries, EntryOf entryOf)
{
    std::string joined;
    for (const auto &entry : entries)
        joined += (joined.empty() ? "" : ", ") + entryOf(entry);
    return "[" + joined + "]";
}

} // namespace regard
