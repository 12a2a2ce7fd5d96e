#include "io/project/project.h"
#include "io/project/project_writer.h"
#include "io/project/snapshots.h"

namespace regard {

std::string projectJson(const Project &project, const QString &path)
{
    return projectDocument(project, path, project.snapshots.empty() ? std::string() : snapshotsText(project));
}

} // namespace regard
