#include "io/lesson/lesson_places.h"

#include <QDir>
#include <QFileInfo>

#include "engine/base/message.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"

namespace regard {

std::vector<OutsidePlace> lessonPlaces(const QString &path, const QStringList &agreed)
{
    const JsonValue lesson = parseJson(fileBytes(path, Message::tr("a lesson")), path.toStdString());
    std::vector<OutsidePlace> places = outsidePlaces(lesson, path);
    const JsonValue *file = lesson.find("file");
    if (!file || file->kind != JsonValue::Kind::Text)
        return places;
    const QString name = QString::fromStdString(file->text);
    const QString neighbour = QFileInfo(path).absoluteDir().filePath(name);
    if (QFileInfo(name).fileName() != name || !QFileInfo(neighbour).isFile()) // refused when it is read
        return places;
    const OutsidePlace itself{OutsidePlace::Kind::Project, neighbour, followed(neighbour)};
    if (leadsOutside(neighbour, path)) {
        places.push_back(itself);
        if (!agreed.contains(itself.leadsTo))
            return places;
    }
    try {
        const JsonValue project = parseJson(fileBytes(neighbour, Message::tr("a project")), neighbour.toStdString());
        for (const OutsidePlace &place : outsidePlaces(project, path))
            places.push_back(place);
    } catch (const FileError &) {
        // Reading the lesson says it better.
    }
    return places;
}

} // namespace regard
