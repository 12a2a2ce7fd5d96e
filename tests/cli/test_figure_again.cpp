#include <algorithm>
#include <random>

#include <QFile>
#include <QImage>
#include <QRegularExpression>
#include <QTest>

#include "draw/picture_origin.h"
#include "engine/base/errors.h"
#include "paths.h"
#include "program_run.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// What a figure says of itself, and `--again`, which makes it from that.
class TestFigureAgain : public QObject {
    Q_OBJECT
private slots:
    void theSameBytes_data()
    {
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<QStringList>("options");
        const QStringList heatmap{u"--view"_s, u"heatmap"_s, u"--head"_s, u"2"_s, u"--set"_s, u"seed=3"_s};
        const QStringList words{u"--source"_s, u"Tom's “mat” <b> &amp; 猫, $HOME; a\\b"_s};
        for (const char *suffix : {"svg", "pdf", "png"}) {
            QTest::addRow("%s, heatmap", suffix) << QString::fromLatin1(suffix) << heatmap;
            QTest::addRow("%s, any text", suffix) << QString::fromLatin1(suffix) << words;
        }
        QTest::newRow("an empty value") << u"svg"_s << (QStringList{u"--background"_s, QString()} + heatmap);
        QTest::newRow("curved links") << u"svg"_s << QStringList{u"--links"_s, u"curved"_s};
        QTest::newRow("many options") << u"svg"_s
                                      << (QStringList{u"--head"_s, u"1,3"_s, u"--strongest"_s, u"--size"_s, u"84mm"_s,
                                                      u"--off"_s, u"1.2"_s, u"--off"_s, u"1.4"_s, u"--theme"_s,
                                                      u"print"_s, u"--floor"_s, u"0.1"_s});
    }
    /// Made twice and made again.
    void theSameBytes()
    {
        QFETCH(QString, suffix);
        QFETCH(QStringList, options);
        QVERIFY(m_folder.makeFolder(u"my papers"_s) || !m_folder.names("my papers").isEmpty());
        QFile::copy(QStringLiteral(REGARD_SOURCES "/resources/examples/it.regard"),
                    m_folder.path(u"my papers/it of me.regard"_s));
        const auto made = [&](const QString &name) {
            const QString out = u"my papers/"_s + name + u'.' + suffix;
            const ProgramRun ran =
                m_folder.run(QStringList{u"export"_s, u"my papers/it of me.regard"_s, u"-o"_s, out} + options);
            return ran.exitCode == 0 ? m_folder.bytes(out) : QByteArray();
        };
        const QByteArray first = made(u"first"_s);
        QVERIFY(!first.isEmpty());
        QCOMPARE(made(u"second"_s), first);
        QVERIFY2(!commandIn(first).join(u' ').contains(u"my papers"_s), "folders are nobody's business");
        const QStringList before = m_folder.names("");
        const ProgramRun again =
            m_folder.run({u"export"_s, u"--again"_s, u"my papers/first."_s + suffix, u"-o"_s, u"again."_s + suffix});
        QCOMPARE(again.exitCode, 0);
        QVERIFY2(again.out.startsWith("regard export 'my papers/it of me.regard'"), again.out.constData());
        QCOMPARE(m_folder.bytes(u"again."_s + suffix), first);
        QStringList after = m_folder.names("");
        after.removeOne(u"again."_s + suffix);
        QStringList others = before;
        others.removeOne(u"again."_s + suffix);
        QCOMPARE(after, others);
    }

    /// Nothing said is straight, made again too.
    void linksAreStraightUnlessCurved()
    {
        QVERIFY(m_folder.made("export --example it --no-metadata -o silent.svg"));
        QVERIFY(m_folder.made("export --example it --no-metadata --links straight -o straight.svg"));
        QVERIFY(m_folder.made("export --example it --no-metadata --links curved -o curved.svg"));
        QCOMPARE(m_folder.bytes("silent.svg"), m_folder.bytes("straight.svg"));
        QVERIFY(m_folder.bytes("curved.svg") != m_folder.bytes("straight.svg"));
        QVERIFY(m_folder.made("export --example it -o said.svg"));
        QVERIFY(!commandIn(m_folder.bytes("said.svg")).join(u' ').contains(u"--links"_s));
        QCOMPARE(m_folder.run("export --again said.svg -o saidagain.svg").exitCode, 0);
        QCOMPARE(m_folder.bytes("saidagain.svg"), m_folder.bytes("said.svg"));
        const ProgramRun wrong = m_folder.run("export --example it --links wavy -o wavy.svg");
        QVERIFY(wrong.exitCode != 0);
        QVERIFY2(wrong.err.contains("--links"), wrong.err.constData());
    }

    void theCommandCanBeTyped()
    {
        QVERIFY(m_folder.made("export --example it --head 2 -o typed.svg"));
        const ProgramRun again = m_folder.run("export --again typed.svg -o once.svg");
        QCOMPARE(again.exitCode, 0);
        QCOMPARE(again.out, "regard export --example=it --head=2 -o once.svg\n");
        QVERIFY(m_folder.made("export --example=it --head=2 -o typed2.svg"));
        QCOMPARE(m_folder.bytes("typed2.svg"), m_folder.bytes("once.svg"));
    }

    void aPinnedProjectLiesBesideIt()
    {
        for (const char *name : {"it", "shuan"})
            QFile::copy(QStringLiteral(REGARD_SOURCES "/resources/examples/%1.regard").arg(QLatin1String(name)),
                        m_folder.path(QLatin1String(name) + QStringLiteral(".regard")));
        QVERIFY(m_folder.made("export it.regard --set seed=5 -o base.regard"));
        QVERIFY(m_folder.made("export it.regard --pinned base.regard --view heatmap -o both.svg"));
        QVERIFY(m_folder.makeFolder(u"moved"_s));
        for (const char *name : {"it.regard", "base.regard", "both.svg"})
            QVERIFY(
                QFile::rename(m_folder.path(QLatin1String(name)), m_folder.path(u"moved/"_s + QLatin1String(name))));
        QCOMPARE(m_folder.run("export --again moved/both.svg -o there.svg").exitCode, 0);
        QCOMPARE(m_folder.bytes("there.svg"), m_folder.bytes("moved/both.svg"));
    }

    void filesOfOneNameAreNotMixedUp()
    {
        QVERIFY(m_folder.makeFolder(u"before"_s));
        QVERIFY(m_folder.made("export --example it -o one.regard"));
        QVERIFY(m_folder.made("export --example it --set seed=2 -o before/one.regard"));
        QVERIFY(m_folder.made("export one.regard --pinned before/one.regard -o change.svg"));
        const ProgramRun ran = m_folder.run("export --again change.svg -o no.svg");
        QCOMPARE(ran.exitCode, 1);
        QVERIFY2(ran.err.contains("says no command"), ran.err.constData());
        QVERIFY(m_folder.bytes("change.svg").contains("CreatorTool"));
    }

    /// The list of --off-by is a file beside the figure as well, and no means are left beside the model.
    void aListForMeansLiesBesideIt()
    {
        const QString folder = u"lists/of mine"_s;
        QVERIFY(m_folder.makeFolder(u"lists"_s) && m_folder.makeFolder(folder));
        m_folder.write("lists/of mine/five.txt", "the cat\nit sat on it\n");
        QVERIFY(m_folder.made("export --example it -o lists/mine.regard"));
        QVERIFY(m_folder
                    .run({u"export"_s, u"lists/mine.regard"_s, u"--off"_s, u"1.1"_s, u"--off-by"_s,
                          u"mean-of:"_s + m_folder.path(folder) + u"/five.txt"_s, u"-o"_s, u"lists/of mine/m.svg"_s})
                    .exitCode == 0);
        QCOMPARE(commandIn(m_folder.bytes(folder + u"/m.svg"_s)),
                 (QStringList{u"export"_s, u"mine.regard"_s, u"--off=1.1"_s, u"--off-by=mean-of:five.txt"_s}));
        QVERIFY(QFile::rename(m_folder.path(u"lists/mine.regard"_s), m_folder.path(folder + u"/mine.regard"_s)));
        const ProgramRun again =
            m_folder.run({u"export"_s, u"--again"_s, folder + u"/m.svg"_s, u"-o"_s, u"mean.svg"_s});
        QCOMPARE(again.exitCode, 0);
        QVERIFY2(!again.out.contains("# reads"), again.out.constData());
        QCOMPARE(m_folder.bytes("mean.svg"), m_folder.bytes(folder + u"/m.svg"_s));
        QVERIFY(!QFile::exists(m_folder.path(folder + u"/mine.means"_s)));
        // A link may lead elsewhere; it is said.
        QVERIFY(QFile::rename(m_folder.path(folder + u"/five.txt"_s), m_folder.path(u"elsewhere.txt"_s)));
        QVERIFY(QFile::link(m_folder.path(u"elsewhere.txt"_s), m_folder.path(folder + u"/five.txt"_s)));
        const ProgramRun linked =
            m_folder.run({u"export"_s, u"--again"_s, folder + u"/m.svg"_s, u"-o"_s, u"mean.svg"_s});
        QCOMPARE(linked.exitCode, 0);
        QVERIFY2(linked.out.contains("# reads ") && linked.out.endsWith("/elsewhere.txt\n"), linked.out.constData());
    }

    void aListOfTheProjectsNameIsNotMixedUp()
    {
        QVERIFY(m_folder.makeFolder(u"same"_s));
        QVERIFY(m_folder.made("export --example it -o same.txt.regard"));
        m_folder.write("same/same.txt.regard", "the cat\n");
        QVERIFY(m_folder.made("export same.txt.regard --off 1.1 --off-by mean-of:same/same.txt.regard -o same.svg"));
        const ProgramRun ran = m_folder.run("export --again same.svg -o no.svg");
        QCOMPARE(ran.exitCode, 1);
        QVERIFY2(ran.err.contains("says no command"), ran.err.constData());
    }

    void ofAListOfSentences()
    {
        m_folder.write("list.txt", "The cat sat .\nThe rug sat .\n");
        QVERIFY(m_folder.made("export --example it --sources list.txt -o each.svg"));
        QCOMPARE(m_folder.run("export --again each-002.svg -o alone.svg").exitCode, 0);
        QCOMPARE(m_folder.bytes("alone.svg"), m_folder.bytes("each-002.svg"));
    }

    void withoutMetadata()
    {
        for (const char *suffix : {"svg", "pdf", "png"}) {
            const QByteArray line = QByteArray("export --example it --no-metadata -o silent.") + suffix;
            QVERIFY(m_folder.made(line.constData()));
            const QByteArray bytes = m_folder.bytes(QStringLiteral("silent.") + QLatin1String(suffix));
            QVERIFY(!bytes.contains("Regard") && !bytes.contains("the cat or the rug"));
            const ProgramRun again =
                m_folder.run((QByteArray("export --again silent.") + suffix + " -o no.svg").constData());
            QCOMPARE(again.exitCode, 1);
            QVERIFY2(again.err.contains("says no command that made it"), again.err.constData());
            QVERIFY(m_folder.names("no.svg").isEmpty());
        }
        QVERIFY(m_folder.made("export --example it -o named.png"));
        const QImage named(m_folder.path(u"named.png"_s));
        QCOMPARE(named.text(u"Title"_s), u"it: the cat or the rug?"_s);
        QVERIFY(named.text(u"Software"_s).startsWith(u"Regard "_s));
        QCOMPARE(named.convertToFormat(QImage::Format_RGB32),
                 QImage(m_folder.path(u"silent.png"_s)).convertToFormat(QImage::Format_RGB32));
    }

    void whatAFigureMayNotSay_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char *name, const char *command, const char *reason) {
            QTest::newRow(name) << QString::fromUtf8(command) << QByteArray(reason);
        };
        row("another output", R"(["export","--example=it","-o","evil.svg"])", "which a figure may not say");
        row("another output, long", R"(["export","--output=evil.svg"])", "which a figure may not say");
        row("another output, glued", R"(["export","-oevil.svg"])", "which a figure may not say");
        row("another figure", R"(["export","--again=evil.svg"])", "which a figure may not say");
        row("a list", R"(["export","--sources=-"])", "which a figure may not say");
        row("a folder", R"(["export","../evil.regard"])", "not a file beside the figure");
        row("an absolute path", R"(["export","--pinned=/etc/passwd"])", "not a file beside the figure");
        row("a list in a folder", R"(["export","--example=it","--off=1.1","--off-by=mean-of:/etc/hostname"])",
            "not a file beside the figure");
        row("a list above", R"(["export","--example=it","--off=1.1","--off-by=mean-of:../evil.txt"])",
            "not a file beside the figure");
        row("a list without a name", R"(["export","--example=it","--off=1.1","--off-by=mean-of:"])",
            "not a file beside the figure");
        row("a list after its option", R"(["export","--example=it","--off=1.1","--off-by","mean-of:evil.txt"])",
            "which a figure may not say");
        row("its parent", R"(["export",".."])", "not a file beside the figure");
        row("nothing", R"(["export",""])", "not a file beside the figure");
        row("a word after its option", R"(["export","--pinned","evil.regard"])", "which a figure may not say");
        row("an option as a file", R"(["export","--pinned","--theme=../evil"])", "which a figure may not say");
        row("short help", R"(["export","-h"])", "there is no such file");
        row("another command", R"(["train","--task=copy"])", "none of regard export");
        row("an option that is none", R"(["export","--example=it","--evil=1"])", "which a figure may not say");
        row("a value that is none", R"(["export","--example=it","--layer=x"])", "cannot be run");
        row("help", R"(["export","--help"])", "which a figure may not say");
        row("no metadata", R"(["export","--example=it","--no-metadata"])", "which a figure may not say");
        row("the end of options", R"(["export","--","-oevil.svg"])", "which a figure may not say");
        row("no list", R"({"export": 1})", "no list of arguments");
        row("numbers", R"([1, 2])", "no list of arguments");
        row("an empty list", "[]", "no list of arguments");
        row("no JSON", "export", "no list of arguments");
    }
    void whatAFigureMayNotSay()
    {
        QFETCH(QString, command);
        QFETCH(QByteArray, reason);
        m_folder.write("hostile.svg", svgOf(command));
        const ProgramRun ran = m_folder.run("export --again hostile.svg -o made.svg");
        QVERIFY2(ran.exitCode == 1 || ran.exitCode == 2, ran.err.constData());
        QVERIFY2(ran.err.contains(reason), ran.err.constData());
        QCOMPARE(ran.err.count('\n'), 1);
        QVERIFY(m_folder.names("made").isEmpty() && m_folder.names("evil").isEmpty());
    }

    void everyOtherOptionIsAllowed()
    {
        const QString help = QString::fromUtf8(m_folder.run("export --help").out);
        static const QRegularExpression named(u"^\\s+(?:-\\w,)?(--[a-z-]+)"_s, QRegularExpression::MultilineOption);
        int options = 0;
        for (auto found = named.globalMatch(help); found.hasNext();) {
            const QString name = found.next().captured(1);
            if (QStringList{u"--output"_s, u"--again"_s, u"--no-metadata"_s, u"--sources"_s, u"--help"_s,
                            u"--caption"_s}
                    .contains(name))
                continue;
            ++options;
            m_folder.write("option.svg", svgOf(QStringLiteral("[\"export\",\"%1=beside.regard\"]").arg(name)));
            const ProgramRun ran = m_folder.run("export --again option.svg -o allowed.svg");
            QVERIFY2(!ran.err.contains("may not say"), (name.toUtf8() + ran.err).constData());
        }
        QVERIFY(options > 40);
    }

    /// A project that came along may have a model elsewhere opened; it is said.
    void whatIsReadElsewhereIsSaid()
    {
        const QString model = QStringLiteral(REGARD_SOURCES "/tests/data/checkpoints/gpt2");
        QVERIFY(m_folder.run({u"export"_s, model, u"--source"_s, u"cat"_s, u"-o"_s, u"came.regard"_s}).exitCode == 0);
        QVERIFY(m_folder.made("export came.regard -o came.svg"));
        const ProgramRun again = m_folder.run("export --again came.svg -o again.svg");
        QCOMPARE(again.exitCode, 0);
        QCOMPARE(again.out, "regard export ./came.regard -o again.svg\n# reads " + model.toUtf8() + '\n');
    }

    /// Every cut of a real figure: a sentence or, where the command is whole, the figure.
    void damagedFigures_data()
    {
        QTest::addColumn<QString>("suffix");
        for (const char *suffix : {"svg", "pdf", "png"})
            QTest::newRow(suffix) << QString::fromLatin1(suffix);
    }
    void damagedFigures()
    {
        QFETCH(QString, suffix);
        QVERIFY(m_folder.made(("export --example three-inputs -o whole." + suffix.toLatin1()).constData()));
        const QByteArray whole = m_folder.bytes(u"whole."_s + suffix);
        int refused = 0;
        for (qsizetype size = 0; size < whole.size(); size += 1 + size / 40) {
            QByteArray cut = whole.left(size);
            if (size % 3 == 0)
                cut.replace("export", "e\x00\xff\x1bort");
            try {
                QVERIFY(!commandIn(cut).isEmpty());
            } catch (const Error &error) {
                QVERIFY(*error.what() != '\0');
                ++refused;
            }
        }
        QVERIFY(refused > 0);
        QCOMPARE(commandIn(whole), (QStringList{u"export"_s, u"--example=three-inputs"_s}));
    }

    /// Bytes changed at random places, by the same generator each time.
    void changedFigures_data() { damagedFigures_data(); }
    void changedFigures()
    {
        QFETCH(QString, suffix);
        QVERIFY(m_folder.made(("export --example three-inputs -o whole." + suffix.toLatin1()).constData()));
        const QByteArray whole = m_folder.bytes(u"whole."_s + suffix);
        const qsizetype said = std::max<qsizetype>(0, whole.indexOf("three-inputs"));
        std::mt19937 random(7);
        int refused = 0;
        for (int round = 0; round < 600; ++round) {
            QByteArray changed = whole;
            for (int i = 0; i < 1 + round % 5; ++i) { // near the command, and anywhere
                const qsizetype near = std::min(whole.size(), said + 80) - std::max<qsizetype>(0, said - 80);
                const qsizetype place = round % 2 == 0 ? std::max<qsizetype>(0, said - 80) + qsizetype(random() % near)
                                                       : qsizetype(random() % std::size_t(whole.size()));
                changed[place] = char(random());
            }
            try {
                QVERIFY(!commandIn(changed).isEmpty());
            } catch (const Error &error) {
                QVERIFY(*error.what() != '\0');
                ++refused;
            }
        }
        QVERIFY(refused > 0);
    }

    /// Pages of their own names would be written over files that nobody named.
    void aWalkIsOneFile()
    {
        QVERIFY(m_folder.made("export --example three-inputs --view steps --walk token -o walk.svg"));
        const ProgramRun pages = m_folder.run("export --again walk-002.svg -o page.svg");
        QCOMPARE(pages.exitCode, 2);
        QVERIFY2(pages.err.contains("give an -o that ends in .pdf"), pages.err.constData());
        QVERIFY(m_folder.names("page").isEmpty());
        QCOMPARE(m_folder.run("export --again walk-002.svg -o one.pdf").exitCode, 0);
        QVERIFY(m_folder.made("export --example three-inputs --view steps --walk token -o two.pdf"));
        QCOMPARE(m_folder.bytes("one.pdf"), m_folder.bytes("two.pdf"));
    }

    /// A terminal would obey them.
    void whatIsPrintedCannotMoveTheCursor()
    {
        const QString sentence = QStringLiteral("it's \u001b[2J\u202e猫");
        QCOMPARE(
            m_folder.run({u"export"_s, u"--example=it"_s, u"--source"_s, sentence, u"-o"_s, u"moved.png"_s}).exitCode,
            0);
        const ProgramRun again = m_folder.run("export --again moved.png -o still.png");
        QCOMPARE(again.exitCode, 0);
        QCOMPARE(again.out, "regard export --example=it $'--source=it\\'s \\x1b[2J\\xe2\\x80\\xae猫' -o still.png\n");
        QCOMPARE(m_folder.bytes("still.png"), m_folder.bytes("moved.png"));
    }

    void anotherTimeZone()
    {
        const auto made = [&](const char *zone) {
            Program program{ProgramFolder::words("export --example it -o zone.pdf")};
            program.folder = m_folder.path({});
            program.environment.insert("TZ", zone);
            return program.withoutSession().run().exitCode == 0 ? m_folder.bytes("zone.pdf") : QByteArray();
        };
        const QByteArray here = made("UTC0");
        QVERIFY(!here.isEmpty());
        QCOMPARE(made("XST-5:30"), here);
    }

    /// A folder of a model has the name of the folder, also where a file in it was named.
    void aModelsFolderIsNamedWhole()
    {
        const QString folder = QStringLiteral(REGARD_SOURCES "/tests/data/checkpoints/gpt2");
        QVERIFY(QFile::link(folder, m_folder.path(u"gpt2"_s)));
        QVERIFY(m_folder.made("export gpt2/config.json --source cat -o gpt2.svg"));
        QCOMPARE(commandIn(m_folder.bytes("gpt2.svg")), (QStringList{u"export"_s, u"gpt2"_s, u"--source=cat"_s}));
        QCOMPARE(m_folder.run("export --again gpt2.svg -o once.svg").exitCode, 0);
        QCOMPARE(m_folder.bytes("once.svg"), m_folder.bytes("gpt2.svg"));
    }

    void againAlone()
    {
        QVERIFY(m_folder.made("export --example it -o it.svg"));
        const ProgramRun ran = m_folder.run("export --again it.svg --head 2 -o a.svg");
        QCOMPARE(ran.exitCode, 2);
        QVERIFY2(ran.err.contains("leave out --head"), ran.err.constData());
    }

private:
    /// A figure that says this command.
    static QByteArray svgOf(const QString &command)
    {
        const PictureOrigin origin(u"t"_s, u"Regard"_s, {u"PLACE"_s});
        const QByteArray ours = origin.commandText().toHtmlEscaped().toUtf8();
        return "<svg>" + origin.rdf().replace(ours, command.toHtmlEscaped().toUtf8()) + "</svg>";
    }

    ProgramFolder m_folder;
};

REGARD_TEST(TestFigureAgain)

#include "test_figure_again.moc"
