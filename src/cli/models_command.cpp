#include "cli/models_command.h"

#include <cstdio>
#include <string>

#include <QFile>

#include "engine/base/available_memory.h"
#include "io/base/quoted_name.h"
#include "io/hub/hub_models.h"

namespace regard {

namespace {

constexpr std::size_t longestField = 4000;

/// A field of a line whose fields are separated by tabs.
void printField(const std::string &text, char end = '\t')
{
    std::printf("%s%c", shortened(text, longestField).c_str(), end);
}

} // namespace

int runModels()
{
    findHubModels(hubCacheFolder(), [](const HubModel &model) {
        printField(model.name.toStdString());
        printField(model.revision.toStdString());
        printField(bytesText(double(model.bytes)));
        printField(model.family);
        printField(model.fault.empty() ? "opens" : "does not open: " + model.fault);
        printField(QFile::encodeName(model.folder).toStdString(), '\n');
        return std::fflush(stdout) == 0;
    });
    for (const StarterModel &model : starterModels()) {
        printField(model.name);
        printField("");
        printField(bytesText(model.bytes));
        printField(model.family);
        printField("to fetch");
        printField(fetchCommand(model), '\n');
    }
    return 0;
}

} // namespace regard
