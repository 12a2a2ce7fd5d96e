#include "cli/save_model_command.h"

#include <QFile>

#include "io/project/model_saving.h"

namespace regard {

int runSaveModel(const ModelOptions &options, const std::string &folder)
{
    if (folder.empty())
        throw UsageError("-o takes the name of a new folder, not an empty one");
    saveModelFolder(openProject(options), QFile::decodeName(QByteArray::fromStdString(folder)));
    return 0;
}

} // namespace regard
