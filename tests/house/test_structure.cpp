#include "paths.h"
#include "test_class.h"

#include <algorithm>
#include <functional>

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>
#include <QTest>

using namespace Qt::Literals;

namespace {

/// From each node to those that it needs.
using Graph = QMap<QString, QSet<QString>>;

/// The rooms, each with those that it sees.
const QMap<QString, QStringList> &rooms()
{
    static const QMap<QString, QStringList> result = [] {
        const QStringList numbers{u"text"_s, u"engine"_s};
        const QStringList files = numbers + QStringList{u"training"_s, u"words"_s};
        const QStringList state = files + QStringList{u"io"_s};
        const QStringList pictures = state + QStringList{u"document"_s, u"draw"_s};
        const QStringList views = pictures + QStringList{u"views"_s};
        const QStringList panels = views + QStringList{u"controls"_s};
        return QMap<QString, QStringList>{{u"words"_s, {}},
                                          {u"engine"_s, {}},
                                          {u"text"_s, {}},
                                          {u"training"_s, numbers},
                                          {u"io"_s, files},
                                          {u"document"_s, state},
                                          {u"draw"_s, {u"engine"_s, u"words"_s}},
                                          {u"views"_s, pictures},
                                          {u"export"_s, views},
                                          {u"cli"_s, views + QStringList{u"export"_s}},
                                          {u"controls"_s, views},
                                          {u"panels"_s, panels},
                                          {u"window"_s, panels + QStringList{u"export"_s, u"cli"_s, u"panels"_s}}};
    }();
    return result;
}

/// The panels of the views are a room of their own, above the views.
QString roomOf(const QString &path)
{
    const QString room = path.section(u'/', 0, 0);
    return room == u"views" && path.section(u'/', 2, 2) == u"panel" ? u"panels"_s : room;
}

QString folderOf(const QString &path)
{
    return path.section(u'/', 0, -2);
}

/// The sets of nodes that each reach all others of their set, of two nodes or more (Tarjan 1972).
QList<QStringList> circlesIn(const Graph &graph)
{
    struct Place {
        int index;
        int low;
        bool isOpen;
    };
    QMap<QString, Place> places;
    QStringList open;
    QList<QStringList> circles;
    const std::function<void(const QString &)> visit = [&](const QString &node) {
        const int index = int(places.size());
        places.insert(node, {index, index, true});
        open << node;
        for (const QString &next : graph.value(node)) {
            if (!places.contains(next))
                visit(next);
            if (places[next].isOpen)
                places[node].low = std::min(places[node].low, places[next].low);
        }
        if (places[node].low != index)
            return;
        QStringList circle;
        do {
            circle << open.takeLast();
            places[circle.last()].isOpen = false;
        } while (circle.last() != node);
        circle.sort();
        if (circle.size() > 1)
            circles << circle;
    };
    for (auto node = graph.begin(); node != graph.end(); ++node)
        if (!places.contains(node.key()))
            visit(node.key());
    return circles;
}

QString textOf(const QList<QStringList> &circles)
{
    QStringList lines;
    for (const QStringList &circle : circles)
        lines << circle.join(u" ↔ "_s);
    return lines.join(u'\n');
}

} // namespace

/// Who includes whom in src/: the ladder of rooms, no circle between folders or files. A header
/// counts together with its source.
class TestStructure : public QObject {
    Q_OBJECT

private:
    QMap<QString, QStringList> m_includes; ///< of each source file below src/, those of its own headers
    QSet<QString> m_folders;

    static QString unitOf(const QString &file) { return file.section(u'.', 0, 0); }

private slots:
    void initTestCase()
    {
        static const QRegularExpression include(u"^#include \"([^\"]+)\""_s, QRegularExpression::MultilineOption);
        const QDir src(QStringLiteral(REGARD_SOURCES "/src"));
        QDirIterator files(src.path(), {u"*.h"_s, u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString name = src.relativeFilePath(file.fileName());
            m_folders << folderOf(name);
            QStringList &includes = m_includes[name];
            const QString text = QString::fromUtf8(file.readAll());
            for (auto match = include.globalMatch(text); match.hasNext();)
                if (const QString other = match.next().captured(1); src.exists(other))
                    includes << other;
        }
        QVERIFY(m_includes.size() > 100);
    }

    void findsCircles()
    {
        const Graph graph{{u"a"_s, {u"b"_s}}, {u"b"_s, {u"c"_s, u"d"_s}}, {u"c"_s, {u"a"_s}},
                          {u"d"_s, {u"e"_s}}, {u"e"_s, {u"d"_s}},         {u"f"_s, {u"a"_s}}};
        QList<QStringList> circles = circlesIn(graph);
        std::sort(circles.begin(), circles.end());
        QCOMPARE(circles, (QList<QStringList>{{u"a"_s, u"b"_s, u"c"_s}, {u"d"_s, u"e"_s}}));
    }

    void noIncludeClimbs()
    {
        QStringList wrong;
        for (auto file = m_includes.begin(); file != m_includes.end(); ++file) {
            const QString room = roomOf(file.key());
            QVERIFY2(rooms().contains(room), qPrintable(file.key()));
            for (const QString &other : *file)
                if (roomOf(other) != room && !rooms().value(room).contains(roomOf(other)))
                    wrong << file.key() + u" includes "_s + other;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void noCircleBetweenFolders()
    {
        Graph folders;
        for (auto file = m_includes.begin(); file != m_includes.end(); ++file)
            for (const QString &other : *file)
                if (folderOf(other) != folderOf(file.key()))
                    folders[folderOf(file.key())] << folderOf(other);
        QCOMPARE(textOf(circlesIn(folders)), QString());
    }

    void noCircleBetweenFiles()
    {
        Graph units;
        for (auto file = m_includes.begin(); file != m_includes.end(); ++file)
            for (const QString &other : *file)
                if (unitOf(other) != unitOf(file.key()))
                    units[unitOf(file.key())] << unitOf(other);
        QCOMPARE(textOf(circlesIn(units)), QString());
    }

    /// docs/architecture.md has a line for each folder but those of panels, which it explains once.
    void everyFolderIsDescribed()
    {
        QFile file(QStringLiteral(REGARD_SOURCES "/docs/architecture.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        for (const QString &folder : std::as_const(m_folders))
            QVERIFY2(folder.endsWith(u"/panel") || text.contains(u"`src/%1/`"_s.arg(folder)), qPrintable(folder));
    }
};

REGARD_GUILESS_TEST(TestStructure)
#include "test_structure.moc"
