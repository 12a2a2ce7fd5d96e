#pragma once

#include <vector>

#include <QString>

#include "io/base/json_value.h"
#include "io/project/project.h"

namespace regard {

/// A file or folder that a project or a lesson has opened although it lies outside of its own folder.
struct OutsidePlace {
    enum class Kind { Model, Sentences, Project };

    Kind kind = Kind::Model;
    QString path;    ///< absolute, as the file names it
    QString leadsTo; ///< where its symbolic links lead; the same path where it has none

    bool operator==(const OutsidePlace &) const = default;
};

/// Returns where a path leads: absolute, without "..", symbolic links followed as far as the path exists.
QString followed(const QString &path);
/// Whether a path leads out of the folder of a file. Opens neither.
bool leadsOutside(const QString &path, const QString &file);

/// What a project's or a lesson's document would have opened outside of the folder of its file, each once: by an
/// absolute path, by "..", or through a symbolic link, also one within a model's folder. Only what is there. Nothing is
/// opened. For a lesson's neighbour see io/lesson/lesson_places.h.
std::vector<OutsidePlace> outsidePlaces(const JsonValue &document, const QString &file);
/// Lists these places for a project that is to be saved as the file.
std::vector<OutsidePlace> outsidePlaces(const Project &project, const QString &file);

} // namespace regard
