#pragma once

#include <string>

#include <QString>

namespace regard {

/// The name of one of a model's dimensions as it is shown: of a bundled example's in the language of the window, any
/// other as its file has it.
QString dimensionName(const std::string &name);

} // namespace regard
