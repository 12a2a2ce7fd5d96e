#include "window/base/settings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QFile>
#include <QSettings>

#include "io/recovery/sealed_bytes.h"
#include "window/base/language.h"
#include "window/base/motion.h"

namespace regard {

namespace {

QString ownPath()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("regard"), QStringLiteral("regard"))
        .fileName();
}

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isOctalDigit(char c)
{
    return c >= '0' && c <= '7';
}

/// An ini file's text without its escapes, as QSettings undoes them: \x and hexadecimal digits, octal digits, or one
/// character; quotes and broken lines vanish.
QByteArray unescaped(const QByteArray &text)
{
    QByteArray plain;
    plain.reserve(text.size());
    for (qsizetype i = 0; i < text.size();) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            if (text[i] != '"')
                plain += text[i];
            ++i;
            continue;
        }
        ++i;
        if (text[i] == '\n' || text[i] == '\r') {
            ++i;
            continue;
        }
        const bool isHex = text[i] == 'x';
        if (!isHex && !isOctalDigit(text[i])) {
            plain += text[i++];
            continue;
        }
        i += isHex ? 1 : 0;
        unsigned code = 0;
        for (; i < text.size() && (isHex ? isHexDigit(text[i]) : isOctalDigit(text[i])); ++i)
            code = isHex ? code * 16 + QByteArray(1, text[i]).toUInt(nullptr, 16) : code * 8 + unsigned(text[i] - '0');
        plain += char(code);
    }
    return plain;
}

/// Whether Qt may be let read it. From these two it makes objects of any type, as large as they say, and Regard writes
/// neither.
bool isSafe(const QString &path)
{
    constexpr qint64 largest = qint64{1} << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return true; // there is nothing to read
    if (file.size() > largest)
        return false;
    const QByteArray plain = unescaped(file.readAll());
    return !plain.contains("@Variant(") && !plain.contains("@DateTime(");
}

constexpr QLatin1String themeKey("theme");
constexpr QLatin1String languageKey("language");
constexpr QLatin1String motionKey("motion");
constexpr QLatin1String showsCellEffectKey("shows_cell_effect");
constexpr QLatin1String recentFilesKey("recent_files");
constexpr QLatin1String agreedPlacesKey("agreed_places");
constexpr QLatin1String geometryKey("geometry");
constexpr QLatin1String regionsKey("regions");
constexpr QLatin1String typeKey("type");
constexpr QLatin1String arrangementKey("arrangement");
constexpr QLatin1String arrangedOpenKey("arranged_open");
constexpr QLatin1String linkFloorKey("link_floor");
constexpr QLatin1String linksCurvedKey("links_curved");
constexpr QLatin1String linksHorizontalKey("links_horizontal");
constexpr QLatin1String showsLinksKey("shows_links");
constexpr QLatin1String showsHeatmapKey("shows_heatmap");
constexpr QLatin1String trainingSpeedKey("training_speed");
constexpr QLatin1String keepModelWidthKey("keep_model_width");
constexpr QLatin1String exportFolderKey("export_folder");
constexpr QLatin1String exportLooksKey("export_looks");
constexpr QLatin1String presentTypeKey("present_type");

} // namespace

Settings Settings::read()
{
    return read(ownPath());
}

void Settings::write() const
{
    write(ownPath());
}

Settings Settings::read(const QString &path)
{
    Settings settings;
    if (!isSafe(path))
        return settings;
    const QSettings stored(path, QSettings::IniFormat);
    // The file may hold anything; where a value is invalid, the default stays.
    const QString theme = stored.value(themeKey).toString();
    if (theme == QLatin1String("light") || theme == QLatin1String("dark"))
        settings.theme = theme;
    const QString language = stored.value(languageKey).toString();
    if (isLanguageWord(language))
        settings.language = language;
    settings.motion = motionName(motionNamed(stored.value(motionKey).toString()));
    settings.showsCellEffect = stored.value(showsCellEffectKey, false).toBool();
    settings.recentFiles = stored.value(recentFilesKey).toStringList().mid(0, mostRecentFiles);
    settings.recentFiles.removeAll(QString());
    settings.agreedPlaces = stored.value(agreedPlacesKey).toStringList().mid(0, mostAgreedPlaces);
    settings.geometry = unsealed(stored.value(geometryKey).toByteArray());
    settings.regions = stored.value(regionsKey).toString();
    settings.docks.arrangement = stored.value(arrangementKey).toString();
    settings.docks.open = stored.value(arrangedOpenKey).toStringList();
    settings.docks.showsLinks = stored.value(showsLinksKey, true).toBool();
    settings.docks.showsHeatmap = stored.value(showsHeatmapKey, true).toBool();
    settings.docks.showsLinks |= !settings.docks.showsHeatmap; // else the window's middle would be empty
    bool isNumber = false;
    const double floor = stored.value(linkFloorKey).toDouble(&isNumber);
    if (isNumber && std::isfinite(floor))
        settings.linkFloor = std::clamp(floor, 0.0, 1.0);
    settings.linksCurved = stored.value(linksCurvedKey, true).toBool();
    if (stored.contains(linksHorizontalKey))
        settings.linksHorizontal = stored.value(linksHorizontalKey).toBool();
    const double speed = stored.value(trainingSpeedKey).toDouble(&isNumber);
    if (isNumber && speed >= 0 && std::isfinite(speed))
        settings.trainingSpeed = speed;
    settings.keepModelWidth = stored.value(keepModelWidthKey).toBool();
    settings.exportFolder = stored.value(exportFolderKey).toString();
    settings.exportLooks = stored.value(exportLooksKey).toStringList();
    for (const auto &[key, type] :
         {std::pair(typeKey, &settings.type), std::pair(presentTypeKey, &settings.presentType)}) {
        const double value = stored.value(key).toDouble(&isNumber);
        if (isNumber && std::isfinite(value))
            *type = std::clamp(value, smallestType, largestType);
    }
    return settings;
}

void Settings::write(const QString &path) const
{
    if (!isSafe(path)) {
        const QString aside = path + QLatin1String(".damaged");
        QFile::remove(aside);
        QFile::rename(path, aside);
    }
    QSettings stored(path, QSettings::IniFormat);
    stored.setValue(themeKey, theme);
    stored.setValue(languageKey, language);
    stored.setValue(motionKey, motion);
    stored.setValue(showsCellEffectKey, showsCellEffect);
    stored.setValue(recentFilesKey, recentFiles);
    stored.setValue(agreedPlacesKey, agreedPlaces);
    stored.setValue(geometryKey, sealed(geometry));
    stored.setValue(regionsKey, regions);
    stored.setValue(typeKey, type);
    stored.setValue(linkFloorKey, linkFloor);
    stored.setValue(linksCurvedKey, linksCurved);
    if (linksHorizontal)
        stored.setValue(linksHorizontalKey, *linksHorizontal);
    stored.setValue(trainingSpeedKey, trainingSpeed);
    stored.setValue(keepModelWidthKey, keepModelWidth);
    stored.setValue(exportFolderKey, exportFolder);
    stored.setValue(exportLooksKey, exportLooks);
    stored.setValue(presentTypeKey, presentType);
}

} // namespace regard
