#include "told_work.h"

#include <stdexcept>

#include <QFile>
#include <QStringList>

#include "io/project/project.h"

namespace regard {

namespace {

WorkState stateIn(const QString &words)
{
    return {words.section(u'\t', 0, 0).toFloat(), words.section(u'\t', 1).toStdString()};
}

void take(ToldWork &told, std::int64_t time, const QString &moment, const QString &what, const QString &words)
{
    const bool isDone = moment == QLatin1String("done");
    if (what == QLatin1String("edit")) {
        const WorkState state = stateIn(words);
        if (isDone && told.begun && state != *told.begun)
            throw std::runtime_error("an edit led to " + textOf(state).toStdString() + " instead of " +
                                     textOf(*told.begun).toStdString());
        if (isDone) {
            told.edits.push_back({time, state});
            told.begun.reset();
        } else {
            told.begun = state;
        }
    } else if (what == QLatin1String("save")) {
        if (moment == QLatin1String("failed")) {
            if (!told.wasFull)
                throw std::runtime_error("a save failed");
            told.saving.reset();
        } else if (isDone) {
            told.saved = told.last();
            told.saves.push_back(time);
            told.saving.reset();
        } else {
            told.saving = told.last();
        }
    } else if (what == QLatin1String("export")) {
        told.isExporting = !isDone;
    } else if (what == QLatin1String("full")) {
        told.isFull = !isDone;
        told.wasFull = true;
    } else if (what == QLatin1String("refused")) {
        ++told.refusals;
    } else if (what == QLatin1String("offer")) {
        told.offered = words.toInt();
    } else if (what == QLatin1String("recover")) {
        told.edits.push_back({time, stateIn(words)});
    } else {
        throw std::runtime_error("the hands told what is not known: " + what.toStdString());
    }
}

} // namespace

WorkState stateOf(const Project &project)
{
    return {project.model.weights.at("encoder.0.self.w_q").coeff(0, 0), project.source};
}

QString textOf(const WorkState &state)
{
    return QString::number(double(state.cell)) + QStringLiteral(" “") + QString::fromStdString(state.sentence) +
           QStringLiteral("”");
}

int ToldWork::find(const WorkState &state) const
{
    if (begun && *begun == state)
        return int(edits.size());
    for (int index = int(edits.size()) - 1; index >= 0; --index)
        if (edits[std::size_t(index)].state == state)
            return index;
    return -1;
}

ToldWork readToldWork(const QString &path, const WorkState &beginning)
{
    ToldWork told;
    told.edits.push_back({0, beginning});
    told.saved = beginning;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return told; // killed before its first line
    for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts))
        take(told, line.section(u' ', 0, 0).toLongLong(), line.section(u' ', 1, 1), line.section(u' ', 2, 2),
             line.section(u' ', 3));
    return told;
}

} // namespace regard
