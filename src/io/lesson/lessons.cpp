#include "io/lesson/lessons.h"

#include <array>

#include <QFile>

#include "engine/base/message.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

constexpr std::array<const char *, 10> lessonsNames = {
    "three-inputs",  "why-attention", "from-recurrence", "query-key-value", "attention-and-self-attention",
    "several-heads", "positions",     "transformer",     "beginnings",      "why-it-looks-there"};

QString pathOf(const std::string &name)
{
    return QStringLiteral(":/lessons/%1.lesson").arg(QString::fromStdString(name));
}

std::string bytesOf(const std::string &name)
{
    return fileBytes(pathOf(name), Message::tr("a lesson"));
}

} // namespace

const std::vector<LessonEntry> &lessons()
{
    static const std::vector<LessonEntry> entries = [] {
        std::vector<LessonEntry> found;
        for (const char *name : lessonsNames) {
            if (QFile::exists(pathOf(name))) {
                const LessonHeading heading = readLessonHeading(bytesOf(name), name);
                found.push_back({name, heading.title, heading.summary});
            }
        }
        return found;
    }();
    return entries;
}

Lesson readBundledLesson(const std::string &name)
{
    std::string known;
    for (const LessonEntry &entry : lessons()) {
        if (entry.name == name)
            return parseLesson(bytesOf(name), name, QStringLiteral(":/lessons"));
        known += (known.empty() ? "" : ", ") + entry.name;
    }
    throw FileError(name, Message::tr("there is no lesson of that name, only %1", {known}));
}

} // namespace regard
