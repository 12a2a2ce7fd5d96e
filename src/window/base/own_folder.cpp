#include "window/base/own_folder.h"

#include <cstdlib>
#include <system_error>
#include <utility>

namespace regard {

void useOwnFolder(const std::filesystem::path &folder)
{
    std::error_code error;
    if (folder.empty() || !std::filesystem::exists(folder / ownFolderMark, error))
        return;
    const std::pair<const char *, const char *> places[] = {{"FONTCONFIG_FILE", "fonts/fonts.conf"},
                                                            {"XKB_CONFIG_ROOT", "share/X11/xkb"},
                                                            {"XLOCALEDIR", "share/X11/locale"}};
    for (const auto &[name, place] : places)
        setenv(name, (folder / place).c_str(), 1);
    for (const char *name : {"QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QT_STYLE_OVERRIDE"})
        unsetenv(name);
}

void useOwnFolder()
{
    std::error_code error;
    useOwnFolder(std::filesystem::read_symlink("/proc/self/exe", error).parent_path());
}

} // namespace regard
