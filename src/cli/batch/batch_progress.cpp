#include "cli/batch/batch_progress.h"

#include <cstdio>

#include <unistd.h>

namespace regard {

namespace {

constexpr const char *lineStart = "\r\x1b[K"; // an empty line to write over

} // namespace

BatchProgress::BatchProgress() : m_isTerminal(isatty(fileno(stderr)) != 0) {}

BatchProgress::~BatchProgress()
{
    if (m_isTerminal)
        std::fputs(lineStart, stderr);
}

void BatchProgress::show(int done, int count) const
{
    if (m_isTerminal)
        std::fprintf(stderr, "%sregard: %d of %d", lineStart, done, count);
}

} // namespace regard
