#include "cli/base/interruption.h"

#include <csignal>

namespace regard {

namespace {

volatile std::sig_atomic_t isInterrupted = 0;

void note(int)
{
    isInterrupted = 1;
}

} // namespace

Interruption::Interruption()
{
    isInterrupted = 0;
    struct sigaction action = {};
    action.sa_handler = note;
    action.sa_flags = int(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

Interruption::~Interruption()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

bool Interruption::isAsked()
{
    return isInterrupted != 0;
}

} // namespace regard
