#include "cli/command_line.h"
#include "engine/kernels/kept_memory.h"
#include "export/version.h"
#include "window/base/own_folder.h"
#include "window/window_command.h"

/// The link makes this (CMakeLists.txt).
extern const char *const regardCommit;

int main(int argc, char **argv)
{
    regard::useOwnFolder();
    regard::keepFreedMemory();
    regard::setBuiltCommit(regardCommit);
    return regard::runCommandLine(argc, argv, regard::runWindow);
}
