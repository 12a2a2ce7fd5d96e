#include "paths.h"
#include "test_class.h"

#include <algorithm>

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

/// How large a class is, over its header and all sources of its folder that define a function of it.
struct ClassSize {
    int lines = 0;
    int privates = 0; ///< functions that it declares as private
};

constexpr ClassSize mostOfClass{600, 30};

/// Classes that are larger, each with what it may have at most: numbers that may only shrink.
const QMap<QString, ClassSize> &largeClasses()
{
    static const QMap<QString, ClassSize> result{
        {u"BandProfiles"_s, {650, 30}},   {u"Document"_s, {1050, 42}},    {u"HeadsColumnFigure"_s, {650, 30}},
        {u"HeadsFigure"_s, {910, 30}},    {u"HeadsPanel"_s, {850, 35}},   {u"HeatmapFigure"_s, {1250, 50}},
        {u"HeatmapPanel"_s, {700, 30}},   {u"HeatmapPlot"_s, {650, 30}},  {u"LinkFigure"_s, {2400, 95}},
        {u"LinksPanel"_s, {800, 30}},     {u"ModelPanel"_s, {800, 32}},   {u"NetworkPass"_s, {1650, 60}},
        {u"PlayFigure"_s, {700, 30}},     {u"ProjectFiles"_s, {700, 30}}, {u"ProjectReader"_s, {650, 30}},
        {u"Regions"_s, {700, 30}},        {u"StepLayout"_s, {1250, 35}},  {u"StepsPanel"_s, {800, 30}},
        {u"SummariesPanel"_s, {700, 33}}, {u"Training"_s, {1100, 30}},    {u"TrainingRow"_s, {650, 30}},
        {u"WeightsPanel"_s, {900, 38}},   {u"WhyPanel"_s, {750, 30}}};
    return result;
}

/// Files that name views or panels beyond the two that each value has: its view and the table of views, or its panel
/// and the one that makes it. The list may only shrink.
const QStringList &filesNamingViews()
{
    static const QStringList result{u"cli/export/export_arguments.cpp"_s,
                                    u"controls/token_menu.cpp"_s,
                                    u"export/export_comparison.cpp"_s,
                                    u"export/export_imported.cpp"_s,
                                    u"export/export_pass.cpp"_s,
                                    u"export/export_selection.cpp"_s,
                                    u"export/export_table.cpp"_s,
                                    u"export/export_view.cpp"_s,
                                    u"export/export_writing.cpp"_s,
                                    u"io/lesson/lesson_mode.cpp"_s,
                                    u"views/base/no_model_text.cpp"_s,
                                    u"views/heads/panel/heads_panel_pointing.cpp"_s,
                                    u"views/present/presented_panel.cpp"_s,
                                    u"views/steps/step_comparison.cpp"_s,
                                    u"views/why/why_maker.cpp"_s,
                                    u"window/bar/more_menu.cpp"_s,
                                    u"window/demo_actions.cpp"_s,
                                    u"window/export/compared_figure.cpp"_s,
                                    u"window/export/export_figure_dialog.cpp"_s,
                                    u"window/export/window_command.cpp"_s,
                                    u"window/main_window.cpp"_s,
                                    u"window/presentation/present_stage.cpp"_s,
                                    u"window/recovery/recovery_dialog.cpp"_s,
                                    u"window/regions/modes.cpp"_s,
                                    u"window/regions/panel_set.cpp"_s,
                                    u"window/regions/region_state.cpp"_s,
                                    u"window/regions/regions.cpp"_s,
                                    u"window/regions/stand.cpp"_s};
    return result;
}

QString withoutRemarks(QString text)
{
    static const QRegularExpression remark(u"//[^\n]*"_s);
    return text.remove(remark);
}

/// The files of src/, each by its path below it, without comments.
const QMap<QString, QString> &codeOfFiles()
{
    static const QMap<QString, QString> result = [] {
        QMap<QString, QString> read;
        const QDir src(QStringLiteral(REGARD_SOURCES "/src"));
        QDirIterator files(src.path(), {u"*.h"_s, u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly))
                read.insert(src.relativeFilePath(file.fileName()), withoutRemarks(QString::fromUtf8(file.readAll())));
        }
        return read;
    }();
    return result;
}

/// The functions in the private part of a class's body.
int privateFunctions(const QString &body, bool isClass)
{
    static const QRegularExpression part(u"^(public|protected|private|signals)\\b[^:]*:$"_s);
    static const QRegularExpression function(u"^    [A-Za-z~][^=]*?\\w\\("_s);
    bool isPrivate = isClass;
    int count = 0;
    for (const QString &line : body.split(u'\n')) {
        const QString trimmed = line.trimmed();
        if (const auto match = part.match(trimmed); match.hasMatch())
            isPrivate = match.captured(1) == u"private"_s;
        else if (isPrivate && !trimmed.startsWith(u"Q_"_s) && !trimmed.startsWith(u"friend "_s) &&
                 function.match(line).hasMatch())
            ++count;
    }
    return count;
}

/// The classes that the headers of a folder define, by their names and headers.
QMap<QString, ClassSize> classSizes(const QMap<QString, QString> &files)
{
    static const QRegularExpression head(u"^(class|struct) (\\w+)[^;{]*\\{"_s, QRegularExpression::MultilineOption);
    static const QRegularExpression definition(u"^[^\\s/].*?\\b(\\w+)(?:<\\w+>)?::~?\\w+\\("_s,
                                               QRegularExpression::MultilineOption);
    QMap<QString, QMap<QString, int>> sources; // of a folder and a class
    for (auto file = files.begin(); file != files.end(); ++file) {
        if (!file.key().endsWith(u".cpp"_s))
            continue;
        QSet<QString> defined;
        for (auto match = definition.globalMatch(*file); match.hasNext();)
            defined << match.next().captured(1);
        for (const QString &name : std::as_const(defined))
            sources[file.key().section(u'/', 0, -2)][name] += int(file->count(u'\n'));
    }
    QMap<QString, ClassSize> sizes;
    for (auto file = files.begin(); file != files.end(); ++file)
        for (auto match = head.globalMatch(file.key().endsWith(u".h"_s) ? *file : QString()); match.hasNext();) {
            const QRegularExpressionMatch next = match.next();
            const QString rest = file->mid(next.capturedEnd());
            const QString body = rest.left(rest.indexOf(u"\n};"_s));
            ClassSize &size = sizes[next.captured(2)];
            size.lines = int(body.count(u'\n')) + sources[file.key().section(u'/', 0, -2)][next.captured(2)];
            size.privates = privateFunctions(body, next.captured(1) == u"class"_s);
        }
    return sizes;
}

} // namespace

/// How large classes are, and how many files know a single view or panel.
class TestSizes : public QObject {
    Q_OBJECT

private slots:
    void measuresClasses()
    {
        const auto sizes = classSizes({{u"a/b.h"_s, u"class B : A {\npublic:\n    void f();\n\nprivate:\n    int g() "
                                                    "const;\n    int m_g = f();\n    struct {\n    };\n};\n"_s},
                                       {u"a/b.cpp"_s, u"void B::f()\n{\n}\n"_s},
                                       {u"a/c.cpp"_s, u"int B::g() const\n{\n    C::h();\n}\n"_s},
                                       {u"d/b.cpp"_s, u"void B::f()\n{\n}\n"_s}});
        QCOMPARE(sizes.size(), 1);
        QCOMPARE(sizes[u"B"_s].lines, 8 + 3 + 4);
        QCOMPARE(sizes[u"B"_s].privates, 1);
    }

    void classesAreSmall()
    {
        QMap<QString, ClassSize> sizes = classSizes(codeOfFiles());
        QVERIFY(sizes.size() > 300);
        QStringList wrong;
        for (auto it = sizes.begin(); it != sizes.end(); ++it) {
            const ClassSize most = largeClasses().value(it.key(), mostOfClass);
            if (it->lines > most.lines || it->privates > most.privates)
                wrong << u"%1 has %2 lines and %3 private functions, at most %4 and %5"_s.arg(it.key())
                             .arg(it->lines)
                             .arg(it->privates)
                             .arg(most.lines)
                             .arg(most.privates);
        }
        for (const QString &name : largeClasses().keys())
            if (const ClassSize size = sizes[name];
                size.lines <= mostOfClass.lines && size.privates <= mostOfClass.privates)
                wrong << name + u" is small now: take it out of the list"_s;
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    /// A view's or panel's own value is known to two files: what is true of it stands in its row.
    void fewFilesNameAView()
    {
        static const QRegularExpression value(u"\\b(?:ViewId|PanelId)::\\w+"_s);
        QMap<QString, QStringList> named;
        QSet<QString> naming;
        for (auto file = codeOfFiles().begin(); file != codeOfFiles().end(); ++file) {
            QSet<QString> values;
            for (auto match = value.globalMatch(*file); match.hasNext();)
                values << match.next().captured();
            if (!values.isEmpty())
                naming << file.key();
            for (const QString &each : std::as_const(values))
                if (!filesNamingViews().contains(file.key()))
                    named[each] << file.key();
        }
        QStringList wrong;
        for (auto it = named.begin(); it != named.end(); ++it)
            if (it->size() > 2)
                wrong << it.key() + u" is named in "_s + it->join(u", "_s);
        for (const QString &file : filesNamingViews())
            if (!naming.contains(file))
                wrong << file + u" names no view now: take it out of the list"_s;
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }
};

REGARD_GUILESS_TEST(TestSizes)
#include "test_sizes.moc"
