#include "io/project/project_file.h"

#include "engine/base/message.h"
#include "io/attention/attention_file.h"
#include "io/base/atomic_file.h"
#include "io/base/file_bytes.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/project/project_reader.h"
#include "io/project/project_writer.h"
#include "io/project/snapshots.h"

namespace regard {

Project readProject(const QString &path)
{
    if (path.endsWith(QLatin1String(".safetensors"), Qt::CaseInsensitive))
        openAttention(path); // says what is wrong with it: it is no JSON
    return parseProject(fileBytes(path, Message::tr("a project")), path.toStdString());
}

void writeProject(const QString &path, const Project &project)
{
    std::string json;
    try {
        json = projectJson(project, path);
    } catch (const Error &error) { // also for a checkpoint's folder that cannot be read: the message names it
        throw FileError(path.toStdString(), Message::tr("cannot be written: %1", {error.what()}));
    }
    AtomicFile file(path);
    file.write(json);
    file.commit();
}

Project parseProject(std::string_view json, const std::string &name)
{
    return parseProject(parseJson(json, name), name);
}

Project parseProject(const JsonValue &root, const std::string &name)
{
    Project project = readDocument(root, name);
    project.snapshots = readSnapshots(root, project, name);
    return project;
}

std::string projectJson(const Project &project, const QString &path)
{
    return projectDocument(project, path, project.snapshots.empty() ? std::string() : snapshotsText(project, path));
}

} // namespace regard
