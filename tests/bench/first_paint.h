#pragma once

/// Shows the program's window, writes the milliseconds until it is painted to standard output and ends the process.
/// What `regard` without arguments does, for a benchmark that starts it as a process of its own.
int runToFirstPaint(int argc, char **argv);
