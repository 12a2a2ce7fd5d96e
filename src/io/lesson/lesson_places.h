#pragma once

#include <vector>

#include <QString>
#include <QStringList>

#include "io/project/outside_places.h"

namespace regard {

/// What reading the lesson would open outside of its folder, the project beside it included. A neighbour that is a
/// symbolic link to elsewhere counts as the link alone, unless `agreed` has the place that it leads to: then it is
/// opened for the places that it names. Throws FileError where the lesson cannot be read.
std::vector<OutsidePlace> lessonPlaces(const QString &path, const QStringList &agreed);

} // namespace regard
