#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <QFile>
#include <QString>
#include <QTemporaryDir>

#include "window/base/language.h"
#include "window/base/settings.h"
#include "window/regions/region_state.h"

using namespace regard;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// A file of its own for each input, since QSettings keeps what it has read by the name. In memory where TMPDIR is.
QString newPath()
{
    static const QTemporaryDir folder;
    static int count = 0;
    return folder.filePath(QString::number(++count) + QLatin1String(".ini"));
}

void check(const Settings &settings)
{
    require(settings.theme == QLatin1String("system") || settings.theme == QLatin1String("light") ||
            settings.theme == QLatin1String("dark"));
    require(isLanguageWord(settings.language) && settings.recentFiles.size() <= mostRecentFiles);
    require(settings.linkFloor >= 0 && settings.linkFloor <= 1);
    for (const double type : {settings.type, settings.presentType})
        require(type >= smallestType && type <= largestType);
    require(settings.docks.showsLinks || settings.docks.showsHeatmap);
    if (const std::optional<RegionState> state = RegionState::fromText(settings.regions))
        require(RegionState::fromText(state->toText()) == state);
}

} // namespace

/// Any bytes are settings within their bounds, which are written so that they read as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString path = newPath();
    QFile file(path);
    require(file.open(QIODevice::WriteOnly));
    file.write(reinterpret_cast<const char *>(data), qint64(size));
    file.close();
    const Settings settings = Settings::read(path);
    check(settings);
    settings.write(path); // over what was there
    require(Settings::read(path) == settings);
    QFile::remove(path);
    QFile::remove(path + QLatin1String(".damaged"));
    return 0;
}
