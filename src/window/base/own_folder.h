#pragma once

#include <filesystem>

namespace regard {

/// The file beside the program that says: this is the portable archive's folder, which has fonts, keyboards and plugins
/// of its own.
inline constexpr const char *ownFolderMark = "regard.portable";

/// Where `folder` is the portable archive's, libraries look for fonts, keyboard layouts and compose sequences in it,
/// and a session's plugins for another Qt are not taken. Must come before anything of Qt.
void useOwnFolder(const std::filesystem::path &folder);

/// The same of the folder that the program stands in.
void useOwnFolder();

} // namespace regard
