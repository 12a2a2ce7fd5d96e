#include "cli/lessons_command.h"

#include <cstdio>

#include "io/lesson/lessons.h"

namespace regard {

int runLessons()
{
    for (const LessonEntry &entry : lessons())
        std::printf("%s\t%s\n", entry.name.c_str(), entry.title.text("en").c_str());
    return 0;
}

} // namespace regard
