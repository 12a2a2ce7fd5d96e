#pragma once

#include <string>
#include <vector>

#include "io/lesson/lesson.h"

namespace regard {

struct LessonEntry {
    std::string name; ///< file stem: `three-inputs`
    LessonText title;
    LessonText summary;
};

/// The bundled lessons, in the order in which they build on each other.
const std::vector<LessonEntry> &lessons();

/// Throws FileError that lists the names where there is none of that name.
Lesson readBundledLesson(const std::string &name);

} // namespace regard
