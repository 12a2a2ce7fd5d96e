#include "app/base/own_folder.h"
#include "app/window/window_command.h"
#include "cli/base/version.h"
#include "cli/command_line.h"
#include "engine/kernels/kept_memory.h"

/// Made when the program is linked (CMakeLists.txt).
extern const char *const regardCommit;

int main(int argc, char **argv)
{
    regard::useOwnFolder();
    regard::keepFreedMemory();
    regard::setBuiltCommit(regardCommit);
    return regard::runCommandLine(argc, argv, regard::runWindow);
}
