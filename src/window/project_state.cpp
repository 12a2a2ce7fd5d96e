#include "window/project_state.h"

#include <algorithm>
#include <string>
#include <vector>

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "cli/info_command.h"
#include "document/document.h"
#include "io/checkpoint/checkpoint.h"

namespace regard {

namespace {

struct StateText {
    Q_DECLARE_TR_FUNCTIONS(ProjectState)
};

} // namespace

QString weightsText(Document &document)
{
    if (!document.hasModel())
        return {};
    const auto model = document.matrices().model();
    const std::size_t source = document.sentences().tokens(Side::Source).tokens.size();
    const std::size_t target = readsTarget(model->config) ? document.sentences().tokens(Side::Target).tokens.size() : 0;
    const double count =
        parameterCount(*model, int(std::max(source, target)), int(document.matrices().vocabulary().size()));
    const QString weights = StateText::tr("%1 weights").arg(QLocale(QLocale::English).toString(count, 'f', 0));
    return document.training().isRunning() ? StateText::tr("training… · %1").arg(weights) : weights;
}

QString unusedTensorsText(const Document &document)
{
    constexpr std::size_t most = 12;
    if (!document.checkpoint())
        return {};
    const std::vector<std::string> &tensors = document.checkpoint()->unusedTensors;
    if (tensors.empty())
        return {};
    QStringList names;
    for (std::size_t i = 0; i < std::min(most, tensors.size()); ++i)
        names.append(QString::fromStdString(tensors[i]).left(80));
    if (tensors.size() > most)
        names.append(QStringLiteral("…"));
    return StateText::tr("Not used of the checkpoint’s files: %1").arg(names.join(QStringLiteral(", ")));
}

} // namespace regard
