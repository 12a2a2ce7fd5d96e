#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "paths.h"
#include "test_class.h"
#include "window/base/settings.h"
#include "window/regions/region_state.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// What is remembered between starts, and what becomes of a file that says something else.
class TestSettings : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString path() const { return m_folder->filePath(u"regard.ini"_s); }
    Settings readText(const QByteArray &text) const
    {
        QFile file(path());
        file.open(QIODevice::WriteOnly);
        file.write(text);
        file.close();
        return Settings::read(path());
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    /// No field is as it is at first, but the size of the window, which is Qt's and made anew.
    void whatVersionOneWrote()
    {
        Settings settings;
        settings.theme = u"dark"_s;
        settings.language = u"zh_CN"_s;
        settings.motion = u"reduced"_s;
        settings.recentFiles = {u"/home/teacher/课 1.regard"_s, u"/home/teacher/bert"_s};
        settings.agreedPlaces = {u"/home/teacher/models"_s};
        settings.docks = {u"edit"_s, {u"weights"_s, u"model"_s}, true, false};
        settings.linkFloor = 0.125;
        settings.linksHorizontal = true;
        settings.keepModelWidth = true;
        settings.showsCellEffect = false;
        settings.presentType = 1.5;
        settings.exportFolder = u"/home/teacher/图"_s;
        settings.exportLooks = {u"pdf"_s, u"--theme"_s, u"print"_s, u"--size"_s, u"column"_s};
        QVERIFY(QFile::copy(QStringLiteral(REGARD_SOURCES "/tests/data/files-1.0/settings.ini"), path()));
        QVERIFY(Settings::read(path()) == settings);
    }

    void whatIsWrittenIsRead()
    {
        Settings settings;
        settings.theme = u"dark"_s;
        settings.recentFiles = {u"/a/b, c.regard"_s, u"@Size(1 2)"_s, u"/猫.regard"_s};
        settings.geometry = QByteArray("\x00\x41\xff\\x", 5);
        settings.regions = RegionState().toText();
        settings.type = 1.2;
        settings.linkFloor = 0.125;
        settings.linksHorizontal = false;
        settings.linksCurved = false;
        settings.trainingSpeed = 0;
        settings.exportLooks = QStringList{u"svg"_s, u"--theme=light"_s};
        settings.write(path());
        QVERIFY(Settings::read(path()) == settings);
    }

    /// Qt believes every count in them: a damaged one would hang it or take any memory.
    void damagedLayoutsAreLeftOut()
    {
        Settings settings;
        settings.geometry = QByteArray("geometry");
        settings.theme = u"dark"_s;
        settings.write(path());
        QSettings stored(path(), QSettings::IniFormat);
        QByteArray bytes = stored.value("geometry").toByteArray();
        bytes.back() = char(bytes.back() ^ 1);
        stored.setValue("geometry", bytes);
        stored.sync();
        const Settings read = Settings::read(path());
        QVERIFY(read.geometry.isEmpty());
        QCOMPARE(read.theme, u"dark"_s);
    }

    void whatMakesAnyObjectIsNotRead_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("list of 4 billion") << QByteArray("\"@Variant(\\0\\0\\0\\t\\xff\\xff\\xff\\xff)\"");
        QTest::newRow("hexadecimal @") << QByteArray("\\x40Variant(\\0\\0\\0\\t\\xff\\xff\\xff\\xff)");
        QTest::newRow("octal V") << QByteArray("@\\126ariant(\\0\\0\\0\\t\\xff\\xff\\xff\\xff)");
        QTest::newRow("in a list") << QByteArray("a, @Variant(\\0\\0\\0\\b\\x7f\\xff\\xff\\xff)");
        QTest::newRow("time") << QByteArray("@DateTime(\\0\\0\\0\\x10)");
    }
    void whatMakesAnyObjectIsNotRead()
    {
        QFETCH(QByteArray, value);
        const QByteArray text = "[General]\ntheme=dark\nrecent_files=" + value + "\n";
        QVERIFY(readText(text) == Settings());
        Settings settings;
        settings.theme = u"light"_s;
        settings.write(path()); // in its place
        QVERIFY(Settings::read(path()) == settings);
        QFile aside(path() + u".damaged"_s);
        QVERIFY(aside.open(QIODevice::ReadOnly));
        QCOMPARE(aside.readAll(), text);
    }

    void largerThanAnySettings()
    {
        QVERIFY(readText("[General]\ntheme=dark\nexport_folder=" + QByteArray(1 << 21, 'a') + "\n") == Settings());
    }

    void numbersOutOfRange()
    {
        const Settings read = readText(
            "[General]\nlink_floor=7\ntraining_speed=-3\npresent_type=1e999\narranged_for=@Size(99999999999 x)\n"
            "shows_links=false\nshows_heatmap=false\ntheme=<b>\nlanguage=tlh\n");
        QCOMPARE(read.linkFloor, 1);
        QCOMPARE(read.trainingSpeed, Settings().trainingSpeed);
        QCOMPARE(read.presentType, Settings().presentType);
        QVERIFY(read.docks.showsLinks);
        QCOMPARE(read.theme, u"system"_s);
        QCOMPARE(read.language, u"system"_s);
    }
};

REGARD_GUILESS_TEST(TestSettings)
#include "test_settings.moc"
