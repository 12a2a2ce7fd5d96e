#pragma once

namespace regard {

/// `regard examples`: a name and a title a line, on standard output. Returns the exit code.
int runExamples();

} // namespace regard
