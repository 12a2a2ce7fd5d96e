#include "app/command_line.h"
#include "engine/kept_memory.h"

int main(int argc, char **argv)
{
    regard::keepFreedMemory();
    return regard::runCommandLine(argc, argv);
}
