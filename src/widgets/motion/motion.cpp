#include "widgets/motion/motion.h"

namespace regard {

namespace {

bool reduced = false; // of the whole program, as its palette is; the window's thread alone reads and writes it

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
