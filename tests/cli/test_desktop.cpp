#include <QDir>
#include <QFile>
#include <QMimeDatabase>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "export/version.h"
#include "paths.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

const QString id = u"io.github.regard.regard"_s;
const QString resources = QStringLiteral(REGARD_SOURCES "/resources/");

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString textOf(const QString &path)
{
    return QString::fromUtf8(bytesOf(path));
}

QString entry(const QString &key)
{
    const QString text = textOf(resources + u"desktop/"_s + id + u".desktop"_s);
    return QRegularExpression(u"^%1=(.*)$"_s.arg(QRegularExpression::escape(key)), QRegularExpression::MultilineOption)
        .match(text)
        .captured(1);
}

/// Returns the text of each element of that name, or an attribute of it.
QStringList elements(const QString &path, QLatin1StringView name, QLatin1StringView attribute = {})
{
    QXmlStreamReader reader(bytesOf(path));
    QStringList found;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement || reader.name() != name)
            continue;
        if (attribute.isEmpty())
            found << reader.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        else
            found << reader.attributes().value(attribute).toString();
    }
    return reader.hasError() ? QStringList{reader.errorString()} : found;
}

} // namespace

/// The files by which a desktop knows the program: one ID, one version, and types that fit the files.
class TestDesktop : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_data;
    const QString m_metainfo = resources + u"desktop/"_s + id + u".metainfo.xml"_s;
    const QString m_types = resources + u"desktop/"_s + id + u".xml"_s;

private slots:
    /// Qt reads the types as a desktop's own database does.
    void initTestCase()
    {
        const QString packages = m_data.filePath(u"mime/packages"_s);
        QVERIFY(QDir().mkpath(packages));
        QVERIFY(QFile::copy(m_types, packages + u'/' + id + u".xml"_s));
        qputenv("XDG_DATA_DIRS", QFile::encodeName(m_data.path()));
        qputenv("XDG_DATA_HOME", QFile::encodeName(m_data.path() + u"/home"_s));
    }

    void oneId()
    {
        QCOMPARE(elements(m_metainfo, "id"_L1), QStringList{id});
        QCOMPARE(elements(m_metainfo, "launchable"_L1), QStringList{id + u".desktop"_s});
        QCOMPARE(entry(u"Icon"_s), id);
        QVERIFY(textOf(QStringLiteral(REGARD_SOURCES "/src/window/window_command.cpp"))
                    .contains(u"setDesktopFileName(QStringLiteral(\"%1\"))"_s.arg(id)));
        for (const char *folder : {"desktop", "icons"})
            for (const QString &name : QDir(resources + QLatin1String(folder)).entryList(QDir::Files))
                QVERIFY2(name.startsWith(id + u'.'), qPrintable(name));
        for (const QString &icon : elements(m_types, "icon"_L1, "name"_L1))
            QVERIFY2(QFile::exists(resources + u"icons/"_s + icon + u".svg"_s), qPrintable(icon));
    }

    void oneListOfTypes()
    {
        QStringList types = elements(m_types, "mime-type"_L1, "type"_L1);
        QCOMPARE(types.size(), 2);
        QCOMPARE(elements(m_metainfo, "mediatype"_L1), types);
        QCOMPARE(entry(u"MimeType"_s), types.join(u';') + u';');
    }

    void oneVersion()
    {
        QCOMPARE(elements(m_metainfo, "release"_L1, "version"_L1).first(), QLatin1String(version));
        const QString head =
            u"\n## %1 — %2\n"_s.arg(QLatin1String(version), elements(m_metainfo, "release"_L1, "date"_L1).first());
        const QString changes = textOf(QStringLiteral(REGARD_SOURCES "/CHANGELOG.md"));
        QVERIFY2(changes.contains(head), qPrintable(head));
        QCOMPARE(changes.indexOf(u"\n## "_s), changes.indexOf(head));
    }

    /// Whatever is said in English is said in Chinese.
    void bothLanguages()
    {
        for (const char *key : {"GenericName", "Comment", "Keywords"})
            QVERIFY2(entry(QLatin1String(key) + u"[zh_CN]"_s).contains(QRegularExpression(u"\\p{Han}"_s)), key);
        for (const char *name : {"summary", "p", "li", "keyword"}) {
            const QStringList languages = elements(m_metainfo, QLatin1StringView(name), "lang"_L1);
            QVERIFY(!elements(m_metainfo, QLatin1StringView(name)).isEmpty());
            QCOMPARE(textOf(m_metainfo).count(u"<%1 xml:lang=\"zh_CN\">"_s.arg(QLatin1String(name))) * 2,
                     languages.size());
        }
        QCOMPARE(textOf(m_types).count(u"<comment xml:lang=\"zh_CN\">"_s), 2);
    }

    /// By the suffix, and without one by how the file begins.
    void typesOfFiles()
    {
        const QMimeDatabase database;
        int files = 0;
        const std::pair<QString, QString> kinds[] = {{u"examples/"_s, u"application/x-regard-project"_s},
                                                     {u"lessons/"_s, u"application/x-regard-lesson"_s}};
        for (const auto &[folder, type] : kinds) {
            for (const QFileInfo &file :
                 QDir(resources + folder).entryInfoList({u"*.regard"_s, u"*.lesson"_s}, QDir::Files)) {
                QCOMPARE(database.mimeTypeForFile(file.fileName(), QMimeDatabase::MatchExtension).name(), type);
                QCOMPARE(database.mimeTypeForData(bytesOf(file.filePath())).name(), type);
                ++files;
            }
        }
        QVERIFY(files >= 20);
        const auto typeOf = [&](const char *text) { return database.mimeTypeForData(QByteArray(text)).name(); };
        const char *const project = "{\"format\":\"regard-project\",\"version\":1,\"model\":{}}";
        const char *const lesson = "\xef\xbb\xbf\n{\n\t\"format\" :\n\"regard-lesson\"}";
        const char *const trace = "{\"format\":\"regard-trace\",\"version\":1}";
        const char *const other = "{\"title\":\"about \\\"regard-project\\\" files\"}";
        QCOMPARE(typeOf(project), u"application/x-regard-project"_s);
        QCOMPARE(typeOf(lesson), u"application/x-regard-lesson"_s);
        QVERIFY(!typeOf(trace).contains(u"regard"_s));
        QVERIFY(!typeOf(other).contains(u"regard"_s));
    }
};

REGARD_GUILESS_TEST(TestDesktop)
#include "test_desktop.moc"
