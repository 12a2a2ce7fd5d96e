#pragma once

namespace regard {

/// `regard models`: the models in the Hub's cache, one a line, then ten to begin with and the commands that fetch them,
/// on standard output. Returns the exit code.
int runModels();

} // namespace regard
