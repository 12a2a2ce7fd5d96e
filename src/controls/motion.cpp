#include "controls/motion.h"

namespace regard {

namespace {

// For the whole program, like its palette; only the window's thread reads and writes them.
bool reduced = false;
bool gliding = false;

} // namespace

bool reducesMotion()
{
    return reduced;
}

void setReducesMotion(bool reduces)
{
    reduced = reduces;
}

bool glides()
{
    return gliding && !reduced;
}

void setGlides(bool glides)
{
    gliding = glides;
}

} // namespace regard
