#include "export/version.h"

namespace regard {

namespace {

const char *knownCommit = "";

} // namespace

const char *const version = REGARD_VERSION;

std::string builtCommit()
{
    return knownCommit;
}

void setBuiltCommit(const char *commit)
{
    knownCommit = commit;
}

} // namespace regard
