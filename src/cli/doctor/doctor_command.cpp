#include "cli/doctor/doctor_command.h"

#include <cstdio>

#include "cli/doctor/report.h"

namespace regard {

int runDoctor()
{
    std::fputs(problemReport().toUtf8().constData(), stdout);
    return 0;
}

} // namespace regard
