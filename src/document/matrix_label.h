#pragma once

#include <string>

#include <QString>

namespace regard {

/// How a person reads a matrix's name: `encoder.0.self.w_q` is "W Q", `encoder.0.self.b_k` "b K", `…w_a` "w a",
/// `position` "P" and `X` "X". The layer is left out.
QString matrixLabel(const std::string &name);

} // namespace regard
