#pragma once

#include <utility>

#include <QString>

namespace regard {

/// The names of two files shown beside each other, preceded by as many folders as it takes to tell two files of the
/// same name apart.
std::pair<QString, QString> comparedNames(const QString &first, const QString &second);

} // namespace regard
