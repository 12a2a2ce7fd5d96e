#pragma once

namespace regard {

/// `regard lessons`: a name and a title a line, on standard output. Returns the exit code.
int runLessons();

} // namespace regard
