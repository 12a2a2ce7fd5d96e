#include "cli/examples_command.h"

#include <cstdio>

#include "io/project/examples.h"

namespace regard {

int runExamples()
{
    for (const ExampleEntry &entry : examples())
        std::printf("%s\t%s\n", entry.name.c_str(), entry.title.c_str());
    return 0;
}

} // namespace regard
