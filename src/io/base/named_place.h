#pragma once

#include <string>
#include <vector>

#include <QString>

#include "io/base/json_value.h"

namespace regard {

/// What a project refers to outside of itself: where it is, and what it held.
struct NamedPlace {
    QString said;     ///< as the project spells it
    QString place;    ///< absolute, from the project's folder
    QString beside;   ///< where it is if it moved along with the project
    std::string hash; ///< `blake2b:…`
};

/// The value of a project's key, an object of `where` ("folder") and `hash`. Throws FileError(file, …): an unknown or
/// missing key, another kind of value, a hash that is none.
NamedPlace readNamedPlace(const JsonValue &given, const std::string &key, const std::string &where,
                          const std::string &file);

/// How a file at `path` spells a place: relative where that is below the parent of the file's own folder, else
/// absolute.
QString spelledPlace(const QString &place, const QString &path);

/// The place as JSON, for a project at `path`: relative where it is below the parent of the project's own folder, else
/// absolute.
std::string namedPlaceText(const QString &place, const std::string &where, const std::string &hash,
                           const QString &path);

} // namespace regard
