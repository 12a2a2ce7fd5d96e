#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <QString>

#include "io/lesson/lesson.h"

namespace regard {

/// A lesson that is being recorded and stands in no file yet. It need not be complete: words may be missing, or refer
/// to what is not there.
struct LessonRecovery {
    Lesson lesson;
    int page = 0;          ///< in hand, from 0
    QString path;          ///< of the lesson's file, absolute; empty: it has none
    std::int64_t time = 0; ///< of the last change, in milliseconds since 1970 (UTC)
};

/// The name of its file in a folder of recovery files.
inline constexpr const char *lessonRecoveryName = "lesson.recovery";

/// The document of such a file: the lesson with other words, which any reader takes, and the words beside it. Where
/// even so it could not be read as a lesson, marks and conditions are left out. Throws ValueError where a number is not
/// finite.
std::string lessonRecoveryText(const LessonRecovery &recovery);

/// Throws FileError.
LessonRecovery readLessonRecovery(const QString &path);
/// Reads the file's text from memory; errors name `name`.
LessonRecovery parseLessonRecovery(std::string_view text, const std::string &name);

} // namespace regard
