#pragma once

#include <string>

namespace regard {

/// The best instructions of this processor that kernels are compiled for, as Highway names them: `AVX2`. With others
/// the last bits of a pass may differ.
std::string instructionSet();

} // namespace regard
