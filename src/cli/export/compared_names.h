#pragma once

#include <utility>

#include <QString>

namespace regard {

/// What two files are called beside each other: their names, led by as many folders as it takes to tell two files of
/// the same name apart.
std::pair<QString, QString> comparedNames(const QString &first, const QString &second);

} // namespace regard
