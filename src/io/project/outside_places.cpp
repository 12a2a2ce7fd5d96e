#include "io/project/outside_places.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/model/sentence_means.h"
#include "io/attention/attention_file.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/model_folder.h"
#include "io/project/project_checkpoint.h"
#include "training/run/training_record.h"

namespace regard {

namespace {

using Kind = JsonValue::Kind;

/// Collects the places of one file.
class PlaceFinder {
public:
    explicit PlaceFinder(const QString &file) : m_file(file) {}

    /// A project may stand anywhere in a lesson, and what it learned in each of its snapshots.
    void look(const JsonValue &value)
    {
        if (value.kind == Kind::Object) {
            if (const QString folder = textOf(value.find("checkpoint"), "folder"); !folder.isEmpty())
                addModel(checkpointPlace(folder, m_file.toStdString()));
            if (const QString given = textOf(value.find("attention"), "file"); !given.isEmpty())
                addFile(QFileInfo(m_file).absoluteDir().absoluteFilePath(given), OutsidePlace::Kind::Project);
            if (const QString data = textOf(value.find("task"), "data"); !data.isEmpty())
                addFile(QFileInfo(m_file).absoluteDir().absoluteFilePath(data));
            if (const QString list = textOf(value.find("means"), "sentences"); !list.isEmpty())
                addFile(QFileInfo(m_file).absoluteDir().absoluteFilePath(list));
        }
        for (const JsonValue &item : value.items)
            look(item);
    }
    void look(const Project &project)
    {
        if (project.checkpoint)
            addModel(project.checkpoint->folder);
        if (project.attention)
            addFile(project.attention->path, OutsidePlace::Kind::Project);
        if (project.task && !project.task->data.empty())
            addFile(QString::fromStdString(project.task->data));
        if (const SharedMeans &means = project.model.interventions.means; means && project.hasModel())
            addFile(QString::fromStdString(means->file));
        for (const Snapshot &snapshot : project.snapshots)
            look(*snapshot.state);
    }
    std::vector<OutsidePlace> places() && { return std::move(m_places); }

private:
    static QString textOf(const JsonValue *object, const char *key)
    {
        const JsonValue *text = object && object->kind == Kind::Object ? object->find(key) : nullptr;
        return text && text->kind == Kind::Text ? QString::fromStdString(text->text) : QString();
    }

    void addModel(const QString &given)
    {
        if (!isCheckpointFolder(given))
            return;
        const QString folder = modelFolder(given);
        if (leadsOutside(folder, m_file)) {
            add(OutsidePlace::Kind::Model, folder);
            return;
        }
        const QDir::Filters all = QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot;
        for (const QFileInfo &entry : QDir(folder).entryInfoList(all, QDir::Name))
            if (entry.isSymLink() && entry.exists() && leadsOutside(entry.absoluteFilePath(), m_file))
                add(OutsidePlace::Kind::Model, entry.absoluteFilePath());
    }
    void addFile(const QString &path, OutsidePlace::Kind kind = OutsidePlace::Kind::Sentences)
    {
        if (QFileInfo::exists(path) && leadsOutside(path, m_file))
            add(kind, path);
    }
    void add(OutsidePlace::Kind kind, const QString &path)
    {
        const OutsidePlace place{kind, QDir::cleanPath(QFileInfo(path).absoluteFilePath()), followed(path)};
        if (std::find(m_places.begin(), m_places.end(), place) == m_places.end())
            m_places.push_back(place);
    }

    const QString &m_file;
    std::vector<OutsidePlace> m_places;
};

} // namespace

QString followed(const QString &path)
{
    const QString cleaned = QDir::cleanPath(QFileInfo(path).absoluteFilePath()); // as it is opened
    std::error_code error;
    const std::filesystem::path whole =
        std::filesystem::weakly_canonical(QFile::encodeName(cleaned).toStdString(), error);
    return error ? cleaned : QFile::decodeName(QByteArray::fromStdString(whole.string()));
}

bool leadsOutside(const QString &path, const QString &file)
{
    const QString folder = followed(QFileInfo(file).absoluteDir().path());
    const QString place = followed(path);
    return place != folder && !place.startsWith(folder.endsWith(QLatin1Char('/')) ? folder : folder + QLatin1Char('/'));
}

std::vector<OutsidePlace> outsidePlaces(const JsonValue &document, const QString &file)
{
    PlaceFinder finder(file);
    finder.look(document);
    return std::move(finder).places();
}

std::vector<OutsidePlace> outsidePlaces(const Project &project, const QString &file)
{
    PlaceFinder finder(file);
    finder.look(project);
    return std::move(finder).places();
}

} // namespace regard
