#include "widgets/motion/motion.h"

namespace regard {

namespace {

bool reduced = false; // for the whole program, like its palette; only the window's thread reads and writes it

} // namespace

bool reducesMotion()
{
    return reduced;
}

void setReducesMotion(bool reduces)
{
    reduced = reduces;
}

} // namespace regard
