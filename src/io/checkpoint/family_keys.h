#pragma once

#include <string>
#include <vector>

#include "io/base/config_file.h"
#include "io/checkpoint/family.h"

namespace regard {

/// The three lists of a family, which together name every key of config.json that the transformers library reads
/// (tests/data/config_keys). Each key is in exactly one of them.
///@{
std::vector<const char *> usedKeys(const Family &family);
std::vector<AcceptedKey> refusedKeys(const Family &family);
std::vector<HarmlessKeys> harmlessKeys(const Family &family);
///@}

/// The file's keys that are in none of the lists, in its order: the library does not read them either.
std::vector<std::string> unknownKeys(const Family &family, const ConfigFile &file);

/// Throws FileError that names a refused key whose value asks for something not supported here.
void requireAcceptedKeys(const Family &family, const ConfigFile &file);

/// Throws that error: the key's value is none of `values`.
[[noreturn]] void failUnaccepted(const Family &family, const ConfigFile &file, const AcceptedKey &accepted);

} // namespace regard
