#include "cli/doctor/report.h"

#include <thread>

#include <QDir>
#include <QFile>
#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QScreen>
#include <QStringList>
#include <QSysInfo>

#include "cli/doctor/libraries.h"
#include "draw/theme.h"
#include "engine/base/available_memory.h"
#include "engine/kernels/row_kernel.h"
#include "export/version.h"

namespace regard {

namespace {

using namespace Qt::Literals::StringLiterals;

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The value of the first line `KEY : VALUE` of a file of the system; empty where there is none.
QString systemValue(const QString &path, QLatin1StringView key)
{
    for (const QString &line : QString::fromUtf8(contentOf(path)).split(u'\n'))
        if (line.section(u':', 0, 0).trimmed() == key)
            return line.section(u':', 1).simplified();
    return {};
}

QString memoryText()
{
    const double kibibytes = systemValue(u"/proc/meminfo"_s, "MemTotal"_L1).section(u' ', 0, 0).toDouble();
    const std::optional<double> available = availableMemory();
    const QString total = kibibytes > 0 ? QString::fromStdString(bytesText(1024 * kibibytes)) : u"unknown"_s;
    return total + u", available "_s + (available ? QString::fromStdString(bytesText(*available)) : u"unknown"_s);
}

/// What the session offers, by name alone: the variables may hold the names of machines.
QString sessionText()
{
    QStringList displays;
    if (!qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY"))
        displays << u"wayland"_s;
    if (!qEnvironmentVariableIsEmpty("DISPLAY"))
        displays << u"x11"_s;
    return displays.isEmpty() ? u"no display"_s : displays.join(u", "_s);
}

QString platformPlugins()
{
    QStringList names;
    for (const QString &file :
         QDir(QLibraryInfo::path(QLibraryInfo::PluginsPath) + u"/platforms"_s).entryList({u"libq*.so"_s}, QDir::Files))
        names << file.mid(4).section(u'.', 0, 0);
    return names.isEmpty() ? u"none"_s : names.join(u", "_s);
}

QString screensText()
{
    QStringList screens;
    for (const QScreen *screen : QGuiApplication::screens())
        screens << u"%1 × %2, %3 dpi, scale %4"_s.arg(screen->size().width())
                       .arg(screen->size().height())
                       .arg(screen->logicalDotsPerInch(), 0, 'f', 0)
                       .arg(screen->devicePixelRatio());
    return screens.isEmpty() ? u"none"_s : screens.join(u"; "_s);
}

/// The family that a font of ours became, where it is another.
QString foundFamily(const QFont &font)
{
    const QString wanted = font.families().first();
    const QString found = QFontInfo(font).family();
    return QFontDatabase::hasFamily(wanted) ? wanted : wanted + u" is missing, "_s + found + u" in its place"_s;
}

QString fontsText()
{
    QStringList fonts{foundFamily(Theme::font(12)), foundFamily(Theme::monospace(12))};
    const QStringList chinese = QFontDatabase::families(QFontDatabase::SimplifiedChinese);
    fonts << (chinese.contains(u"Noto Sans CJK SC"_s) ? u"Noto Sans CJK SC"_s
              : chinese.isEmpty()                     ? u"none for Chinese"_s
                                                      : u"for Chinese "_s + chinese.first());
    return fonts.join(u"; "_s) + u"; %1 families"_s.arg(QFontDatabase::families().size());
}

} // namespace

QString problemReport()
{
    QString text = QString::fromStdString(versionText()) + u'\n';
    const auto add = [&text](const char *key, const QString &value) {
        text += QLatin1String(key) + u" = "_s + value + u'\n';
    };
    add("system", QSysInfo::prettyProductName() + u", "_s + QSysInfo::kernelType() + u' ' + QSysInfo::kernelVersion());
    const QString processor = systemValue(u"/proc/cpuinfo"_s, "model name"_L1);
    add("processor", (processor.isEmpty() ? QString() : processor + u", "_s) + QSysInfo::currentCpuArchitecture() +
                         u", %1 threads"_s.arg(std::thread::hardware_concurrency()));
    add("kernels", QString::fromLatin1(kernelTarget()));
    add("memory", memoryText());
    add("qt", u"%1, compiled with %2, %3"_s.arg(QLatin1String(qVersion()), QLatin1String(QT_VERSION_STR),
                                                QSysInfo::buildAbi()));
    add("platform", QGuiApplication::platformName());
    add("platforms", platformPlugins());
    add("session", sessionText());
    add("screens", screensText());
    add("fonts", fontsText());
    add("locale", QLocale::system().name());
    return text;
}

} // namespace regard
