#pragma once

#include <filesystem>

namespace regard {

/// The file beside the program that says: this is the portable archive's folder, which has fonts, keyboards and plugins
/// of its own.
inline constexpr const char *ownFolderMark = "regard.portable";

/// Lets libraries look for fonts, keyboard layouts and compose sequences in `folder` where it is the portable
/// archive's, and keeps a session's plugins for another Qt away. Must come before anything of Qt.
void useOwnFolder(const std::filesystem::path &folder);

/// useOwnFolder() of the folder that the program stands in.
void useOwnFolder();

} // namespace regard
