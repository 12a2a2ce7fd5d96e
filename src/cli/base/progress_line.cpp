#include "cli/base/progress_line.h"

#include <cstdio>

#include <unistd.h>

namespace regard {

namespace {

constexpr const char *lineStart = "\r\x1b[K"; // an empty line to write over

} // namespace

ProgressLine::ProgressLine() : m_isTerminal(isatty(fileno(stderr)) != 0) {}

ProgressLine::~ProgressLine()
{
    if (m_isTerminal)
        std::fputs(lineStart, stderr);
}

void ProgressLine::show(const std::string &progress) const
{
    if (m_isTerminal)
        std::fprintf(stderr, "%sregard: %s", lineStart, progress.c_str());
}

} // namespace regard
