#include "io/checkpoint/model_folder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringList>

namespace regard {

namespace {

/// The folder of a model in the Hub's cache, seen from itself or from its `snapshots`; its path is empty where it is
/// none.
struct HubCache {
    QString path{};
    QStringList snapshots{};
};

HubCache hubCache(const QString &path)
{
    QDir folder(QFileInfo(path).absoluteFilePath());
    if (folder.exists(QStringLiteral("config.json")))
        return {};
    if (folder.dirName() == QLatin1String("snapshots"))
        folder.setPath(QFileInfo(folder.path()).absolutePath());
    const QDir snapshots(folder.filePath(QStringLiteral("snapshots")));
    if (!snapshots.exists())
        return {};
    return {folder.path(), snapshots.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)};
}

/// The snapshot of refs/main, else the only one; empty: none of them.
QString chosenSnapshot(const HubCache &cache)
{
    QFile main(cache.path + QStringLiteral("/refs/main"));
    const bool isFile = QFileInfo(main).isFile(); // a pipe would wait for a writer
    const QString named =
        isFile && main.open(QIODevice::ReadOnly) ? QString::fromLatin1(main.read(200)).trimmed() : QString();
    if (cache.snapshots.contains(named))
        return named;
    return cache.snapshots.size() == 1 ? cache.snapshots.first() : QString();
}

} // namespace

QString modelFolder(const QString &path)
{
    QString folder = path;
    const HubCache cache = hubCache(path);
    if (const QString snapshot = chosenSnapshot(cache); !snapshot.isEmpty())
        folder = cache.path + QStringLiteral("/snapshots/") + snapshot;
    const QString inner = QDir(folder).filePath(QStringLiteral("0_Transformer"));
    return QFileInfo(inner + QStringLiteral("/config.json")).isFile() ? inner : folder;
}

QString modelName(const QString &folder)
{
    QFileInfo place(QDir::cleanPath(folder));
    if (place.fileName() == QLatin1String("0_Transformer"))
        place.setFile(place.path());
    const QFileInfo around(place.path());
    const QString cached = QFileInfo(around.path()).fileName();
    if (around.fileName() == QLatin1String("snapshots") && cached.startsWith(QLatin1String("models--")))
        return cached.section(QStringLiteral("--"), -1);
    return place.fileName();
}

bool hasSeveralSnapshots(const QString &path)
{
    const HubCache cache = hubCache(path);
    return cache.snapshots.size() > 1 && chosenSnapshot(cache).isEmpty();
}

} // namespace regard
