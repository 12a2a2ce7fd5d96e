#pragma once

#include <string>

namespace regard {

/// `w_q` of `encoder.0.self.w_q`.
std::string lastPart(const std::string &name);
/// Matrices that read the stream between blocks: a row for each of its dimensions.
bool readsModelWidth(const std::string &name);
/// Matrices that write the stream between blocks: a column for each of its dimensions.
bool givesModelWidth(const std::string &name);

} // namespace regard
