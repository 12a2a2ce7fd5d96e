#include "app/window/window_command.h"
#include "cli/command_line.h"
#include "engine/kernels/kept_memory.h"

int main(int argc, char **argv)
{
    regard::keepFreedMemory();
    return regard::runCommandLine(argc, argv, regard::runWindow);
}
