#include <functional>

#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include "controls/figure_view.h"
#include "draw/picture_origin.h"
#include "drawn_text.h"
#include "export/checkpoint_folder.h"
#include "film_frames.h"
#include "io/project/examples.h"
#include "io/project/project.h"
#include "open_dialog.h"
#include "panel_hands.h"
#include "run_program.h"
#include "test_class.h"
#include "views/base/panel_title.h"
#include "views/parts/panel/logit_parts_panel.h"
#include "views/path/panel/path_panel.h"
#include "views/path/path_figure.h"
#include "window/base/language.h"
#include "window/export/export_figure_dialog.h"
#include "window/export/export_looks.h"
#include "window_test.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// A picture from the window says the command that makes it, where there is one, and that command makes its very bytes.
class TestMadeAgain : public QObject, private WindowTest {
    Q_OBJECT

    using Act = std::function<void(Document *)>;

    QString path(const QString &name) const { return m_folder.filePath(name); }
    QByteArray bytes(const QString &name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// What the dialog writes of that panel.
    QByteArray exported(PanelId panel, const QString &name, QSize size = {800, 600})
    {
        whenOpen<ExportFigureDialog>(m_window.get(), [&](ExportFigureDialog *dialog) {
            dialog->findChild<QComboBox *>(u"figure"_s)->setCurrentText(panelTitle(panel));
            const QStringList formats{u"png"_s, u"svg"_s, u"pdf"_s};
            dialog->findChild<QComboBox *>(u"format"_s)->setCurrentIndex(int(formats.indexOf(name.section(u'.', -1))));
            dialog->findChild<QSpinBox *>(u"pictureWidth"_s)->setValue(size.width());
            dialog->findChild<QSpinBox *>(u"pictureHeight"_s)->setValue(size.height());
            dialog->writeTo(path(name));
            dialog->reject();
        });
        m_window->findChild<QAction *>(u"actionExportFigure"_s)->trigger();
        return bytes(name);
    }

    /// The command in a picture; empty where it says none.
    static QString commandOf(const QByteArray &picture)
    {
        try {
            return commandIn(picture).join(u' ');
        } catch (const Error &) {
            return {};
        }
    }

    static Act select(const std::function<void(Selection &)> &change)
    {
        return [change](Document *document) {
            Selection selection = document->look().selection();
            change(selection);
            document->look().setSelection(selection);
        };
    }

private slots:
    void initTestCase() { useOwnSettings(); }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void theVeryBytes_data()
    {
        QTest::addColumn<QString>("example");
        QTest::addColumn<PanelId>("panel");
        QTest::addColumn<Act>("act");
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<QString>("command");
        const auto row = [](const char *name, const char *example, PanelId panel, const Act &act, const char *command,
                            const char *suffix = "svg") {
            QTest::newRow(name) << QString::fromLatin1(example) << panel << act << QString::fromLatin1(suffix)
                                << QString::fromUtf8(command);
        };
        const Act nothing = [](Document *) {};
        const Act head = select([](Selection &selection) {
            selection.head = 1;
            selection.heads = {1};
        });
        const Act token = select([](Selection &selection) {
            selection.query = 7;
            selection.key = 1;
        });
        row("links", "it", PanelId::Links, nothing,
            "export --example=it --head=1 --query=8 --size=800x600 --links=curved --strongest");
        row("links of two heads", "it", PanelId::Links, select([](Selection &selection) {
                selection.heads = {0, 2};
            }),
            "export --example=it --head=1,3 --query=8 --size=800x600 --links=curved --strongest");
        row("links, PNG", "it", PanelId::Links, token,
            "export --example=it --head=1 --query=8 --key=2 --dpi=192 --size=800x600 --links=curved --strongest",
            "png");
        row("heatmap", "it", PanelId::Heatmap, head,
            "export --example=it --view=heatmap --head=2 --query=8 --size=800x600 --scale=0..1");
        row("heatmap's scores", "it", PanelId::Heatmap,
            select([](Selection &selection) { selection.stage = Stage::Scores; }),
            "export --example=it --view=heatmap --query=8 --stage=scores --size=800x600 --scale=0..1");
        row("a summary", "it", PanelId::Heatmap,
            select([](Selection &selection) { selection.summary = Summary::Mean; }),
            "export --example=it --view=heatmap --query=8 --summary=mean --size=800x600 --scale=0..1");
        row(
            "another scale", "it", PanelId::Heatmap,
            [](Document *document) { document->look().setColorScale(ColorScale::Percentile); },
            "export --example=it --view=heatmap --query=8 --size=800x600 --scale=percentile");
        row("heads", "xavier", PanelId::Heads, nothing,
            "export --example=xavier --view=heads --head=all --query=2 --size=800x600 --scale=0..1 --marks=on");
        row("sentence", "it", PanelId::Sentence, token,
            "export --example=it --view=sentence --head=1 --query=8 --key=2 --size=800x600");
        row("why", "it", PanelId::Why, token, "export --example=it --view=why --query=8 --key=2 --size=800x600");
        row("score parts", "it", PanelId::ScoreParts, token,
            "export --example=it --view=score-parts --query=8 --key=2 --size=800x600");
        row("logit parts", "source-and-target", PanelId::LogitParts, nothing,
            "export --example=source-and-target --view=logit-parts --block=cross --head=1 --query=4 --size=800x600");
        row(
            "steps", "three-inputs", PanelId::Steps,
            [](Document *document) {
                StepView view = document->look().stepView();
                view.showsAll = true;
                view.columns = true;
                document->look().setStepView(view);
                Selection selection = document->look().selection();
                selection.query = 1;
                selection.key = 2;
                document->look().setSelection(selection);
            },
            "export --example=three-inputs --view=steps --query=2 --key=3 --size=800x600 --convention=columns");
        row("block", "source-and-target", PanelId::Block, nothing,
            "export --example=source-and-target --view=block --block=cross --head=1 --query=4 --size=800x600");
        row("output", "source-and-target", PanelId::Output, nothing,
            "export --example=source-and-target --view=output --block=cross --head=1 --query=4 --size=800x600");
        row("lens", "source-and-target", PanelId::Lens, nothing,
            "export --example=source-and-target --view=lens --block=cross --head=1 --query=4 --size=800x600");
        row("circuits", "it", PanelId::Circuits, token,
            "export --example=it --view=circuits --query=8 --key=2 --size=800x600");
        row("path", "it", PanelId::Path, nothing, "export --example=it --view=path --size=800x600");
        row("path of two sentences", "source-and-target", PanelId::Path, nothing,
            "export --example=source-and-target --view=path --block=cross --size=800x600");
        row("links of two sentences", "source-and-target", PanelId::Links, nothing,
            "export --example=source-and-target --block=cross --head=1 --query=4 --size=800x600 --links=curved "
            "--strongest");
        row("a play", "it", PanelId::Steps, token, "export --example=it --view=play --query=8 --key=2 --size=800x600");
        row(
            "a single stage", "it", PanelId::Steps,
            [token](Document *document) {
                token(document);
                StepView view = document->look().stepView();
                for (const StepKind kind : {StepKind::Score, StepKind::Softmax}) { // who names a stage leaves the play
                    view.kind = kind;
                    document->look().setStepView(view);
                }
            },
            "export --example=it --view=steps --query=8 --key=2 --size=800x600 --step=softmax");
        row("Chinese", "chinese", PanelId::Links, nothing,
            "export --example=chinese --head=1 --query=7 --size=800x600 --links=curved --strongest");
        row(
            "another sentence", "it", PanelId::Links,
            [](Document *document) { document->sentences().setSource(u"the cat sat \"on\" it"_s); },
            "export --example=it --source=the cat sat \"on\" it --head=1 --query=7 --size=800x600 --links=curved "
            "--strongest");
    }
    void theVeryBytes()
    {
        QFETCH(QString, example);
        QFETCH(PanelId, panel);
        QFETCH(Act, act);
        QFETCH(QString, suffix);
        QFETCH(QString, command);
        document()->load(readExample(example.toStdString()), {});
        settle();
        act(document());
        settle();
        const QByteArray picture = exported(panel, u"window."_s + suffix);
        QCOMPARE(commandOf(picture), command);
        const ProgramRun again =
            Program{{u"export"_s, u"--again"_s, path(u"window."_s + suffix), u"-o"_s, path(u"again."_s + suffix)}}
                .run();
        QCOMPARE(again.err, QByteArray());
        QCOMPARE(bytes(u"again."_s + suffix), picture);
    }

    /// A word that was chosen may be gone from a toy's vocabulary, which is its sentences.
    void aChosenWordThatIsGone()
    {
        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.decoderLayers = 2;
        config.residual = true;
        Project project = defaultProject();
        project.model = buildModel(config, {}, {});
        project.source = "one two three four five six seven eight";
        document()->load(project, {});
        settle();
        openPanel(m_window.get(), u"logit-parts"_s);
        settle();
        const auto *words = panel<LogitPartsPanel>();
        words->wordBox()->lineEdit()->selectAll();
        QTest::keyClicks(words->wordBox()->lineEdit(), u"eight"_s);
        QTest::keyClick(words->wordBox()->lineEdit(), Qt::Key_Return);
        settle();
        QVERIFY(isDrawn(exported(PanelId::LogitParts, u"eight.svg"_s), u"eight"_s));
        document()->sentences().setSource(u"one two three"_s);
        settle();
        const QByteArray picture = exported(PanelId::LogitParts, u"gone.svg"_s);
        QVERIFY(!picture.isEmpty() && !isDrawn(picture, u"eight"_s));
        QCOMPARE(commandOf(picture), QString()); // it would not make this picture
    }

    void theDialogsFields_data()
    {
        QTest::addColumn<PanelId>("panel");
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<QStringList>("looks");
        QTest::newRow("a column in print")
            << PanelId::Links << u"svg"_s << QStringList{u"--size=column"_s, u"--text=8pt"_s,   u"--theme=print"_s,
                                                         u"--title=off"_s,   u"--legend=off"_s, u"--crop"_s};
        QTest::newRow("a width, cells") << PanelId::Heatmap << u"png"_s
                                        << QStringList{u"--size=84mm"_s,      u"--dpi=150"_s,
                                                       u"--colors=viridis"_s, u"--scale=stretch"_s,
                                                       u"--cell-digits=2"_s,  u"--numbers=on"_s,
                                                       u"--color-bar=off"_s,  u"--background=#ffeecc"_s,
                                                       u"--square"_s};
        QTest::newRow("two columns of heads") << PanelId::Heads << u"svg"_s
                                              << QStringList{u"--size=two-columns"_s, u"--title=on"_s, u"--axes=on"_s,
                                                             u"--color-bar=on"_s, u"--scale=log"_s};
        QTest::newRow("a slide without background")
            << PanelId::Links << u"png"_s
            << QStringList{u"--size=slide"_s, u"--background=transparent"_s, u"--floor=0.2"_s,
                           u"--token-spacing=30pt"_s, u"--colors=greys"_s};
        QTest::newRow("a poster in the dark, another font")
            << PanelId::Sentence << u"svg"_s
            << QStringList{u"--size=poster"_s, u"--theme=dark"_s, u"--font=DejaVu Serif"_s};
    }
    /// Each is an option of the command line, makes the same picture there, and is remembered.
    void theDialogsFields()
    {
        QFETCH(PanelId, panel);
        QFETCH(QString, suffix);
        QFETCH(QStringList, looks);
        document()->load(readExample("it"), {});
        settle();
        QStringList kept;
        whenOpen<ExportFigureDialog>(m_window.get(), [&](ExportFigureDialog *dialog) {
            dialog->findChild<QComboBox *>(u"figure"_s)->setCurrentText(panelTitle(panel));
            const QStringList formats{u"png"_s, u"svg"_s, u"pdf"_s};
            dialog->findChild<QComboBox *>(u"format"_s)->setCurrentIndex(int(formats.indexOf(suffix)));
            dialog->findChild<ExportLooks *>()->setWords(looks);
            dialog->writeTo(path(u"looks."_s + suffix));
            kept = dialog->looks();
            dialog->reject();
        });
        m_window->findChild<QAction *>(u"actionExportFigure"_s)->trigger();
        const QByteArray picture = bytes(u"looks."_s + suffix);
        const QStringList command = commandIn(picture);
        for (const QString &word : looks)
            QVERIFY2(command.contains(word) && kept.contains(word), qPrintable(word + u" | "_s + command.join(u' ')));
        const QStringList line{u"export"_s, u"--again"_s, path(u"looks."_s + suffix), u"-o"_s,
                               path(u"looks2."_s + suffix)};
        QVERIFY(Program{line}.run().exitCode == 0);
        QCOMPARE(bytes(u"looks2."_s + suffix), picture);
        ExportLooks remembered(nullptr);
        remembered.setWords(kept);
        for (const QString &word : looks)
            QVERIFY2(remembered.keptWords().contains(word), qPrintable(word));
    }

    /// A title is typed, drawn in place of the usual one, and belongs to that picture alone.
    void aTitleOfOnesOwn()
    {
        document()->load(readExample("it"), {});
        settle();
        const QString title = u"Cats & <猫> %1"_s;
        QStringList kept;
        whenOpen<ExportFigureDialog>(m_window.get(), [&](ExportFigureDialog *dialog) {
            dialog->findChild<QComboBox *>(u"figure"_s)->setCurrentText(panelTitle(PanelId::Links));
            dialog->findChild<QComboBox *>(u"format"_s)->setCurrentText(u"SVG"_s);
            auto *field = dialog->findChild<ExportLooks *>()->findChild<QComboBox *>(u"title"_s);
            QTest::keyClicks(field->lineEdit(), u"on"_s);
            field->setEditText(title);
            dialog->writeTo(path(u"titled.svg"_s));
            kept = dialog->looks();
            field->setEditText(u" "_s); // none at all is the usual one
            QVERIFY(dialog->findChild<QLabel *>(u"error"_s)->isHidden());
            dialog->reject();
        });
        m_window->findChild<QAction *>(u"actionExportFigure"_s)->trigger();
        const QByteArray picture = bytes(u"titled.svg"_s);
        QVERIFY2(isDrawn(picture, title) && !isDrawn(picture, u"layer 1"_s), qPrintable(drawnText(picture)));
        QVERIFY(commandIn(picture).contains(u"--title="_s + title));
        QVERIFY(!kept.join(u' ').contains(u"--title"_s));
        const Program again{{u"export"_s, u"--again"_s, path(u"titled.svg"_s), u"-o"_s, path(u"titled2.svg"_s)}};
        QCOMPARE(again.run().exitCode, 0);
        QCOMPARE(bytes(u"titled2.svg"_s), picture);
    }

    /// The film of the snapshots has the command line's frames, and both states while something is pinned.
    void films()
    {
        document()->load(readExample("it"), {});
        settle();
        const auto film = [this](int of, const QString &name) {
            QString said;
            whenOpen<ExportFigureDialog>(m_window.get(), [&](ExportFigureDialog *dialog) {
                dialog->findChild<QComboBox *>(u"figure"_s)->setCurrentText(panelTitle(PanelId::Heatmap));
                dialog->findChild<QComboBox *>(u"format"_s)->setCurrentIndex(int(PictureFormat::Webp));
                dialog->findChild<QComboBox *>(u"film"_s)->setCurrentIndex(of);
                dialog->findChild<QDoubleSpinBox *>(u"pace"_s)->setValue(0.5);
                dialog->findChild<QSpinBox *>(u"loops"_s)->setValue(2);
                dialog->findChild<QSpinBox *>(u"pictureWidth"_s)->setValue(400);
                dialog->findChild<QSpinBox *>(u"pictureHeight"_s)->setValue(300);
                dialog->findChild<QSpinBox *>(u"dpi"_s)->setValue(96);
                said = dialog->findChild<QLabel *>(u"error"_s)->text();
                if (said.isEmpty())
                    dialog->writeTo(path(name));
                dialog->reject();
            });
            m_window->findChild<QAction *>(u"actionExportFigure"_s)->trigger();
            return said;
        };
        QVERIFY(film(0, u"none.webp"_s).contains(u"F8"_s));
        QVERIFY(film(1, u"none.webp"_s).contains(u"F7"_s));
        document()->snapshots().take(u"before"_s);
        document()->comparison().pin();
        document()->matrices().editCell("encoder.0.self.w_q", 4, 0, -4);
        settle();
        document()->snapshots().take();
        QCOMPARE(film(0, u"turns.webp"_s), QString());
        const FilmFrames turns(bytes(u"turns.webp"_s));
        QCOMPARE(turns.images.size(), 2U);
        QVERIFY(turns.images[0] != turns.images[1]);
        QCOMPARE(turns.images[0].size(), QSize(400, 300));
        QCOMPARE(turns.loops, 2);
        QCOMPARE(turns.ends, (std::vector<int>{500, 1000}));
        document()->comparison().unpin();
        settle();
        QCOMPARE(film(1, u"snapshots.webp"_s), QString());
        const FilmFrames snapshots(bytes(u"snapshots.webp"_s));
        QCOMPARE(snapshots.images.size(), 2U);
        document()->save(path(u"own.regard"_s));
        const QStringList line{u"export"_s, path(u"own.regard"_s), u"--view"_s,  u"heatmap"_s,
                               u"--film"_s, u"snapshots"_s,        u"--query"_s, u"8"_s,
                               u"--size"_s, u"400x300"_s,          u"--scale"_s, u"0..1"_s,
                               u"-o"_s,     path(u"cli.webp"_s)};
        QCOMPARE(Program{line}.run().err, QByteArray());
        const FilmFrames command(bytes(u"cli.webp"_s));
        QCOMPARE(command.images.size(), 2U);
        for (std::size_t i = 0; i < 2; ++i)
            QCOMPARE(snapshots.images[i], command.images[i]);
    }

    void mistakesAreSaid()
    {
        QString said;
        bool saves = true;
        whenOpen<ExportFigureDialog>(m_window.get(), [&](ExportFigureDialog *dialog) {
            dialog->findChild<QComboBox *>(u"background"_s)->setEditText(u"no colour"_s);
            said = dialog->findChild<QLabel *>(u"error"_s)->text();
            saves = dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save)->isEnabled();
            dialog->reject();
        });
        m_window->findChild<QAction *>(u"actionExportFigure"_s)->trigger();
        QVERIFY2(said.contains(u"no colour"_s), qPrintable(said));
        QVERIFY(!saves);
    }

    void aFileThatWasSaved()
    {
        document()->load(readExample("it"), {});
        document()->matrices().editCell("encoder.0.self.w_q", 0, 0, 1.5F);
        settle();
        QCOMPARE(commandOf(exported(PanelId::Heatmap, u"unsaved.svg"_s)), QString());
        QVERIFY(bytes(u"unsaved.svg"_s).contains("<xmp:CreatorTool>Regard "));
        document()->save(path(u"my own.regard"_s));
        const QByteArray picture = exported(PanelId::Heatmap, u"saved.svg"_s);
        QCOMPARE(commandOf(picture), u"export my own.regard --view=heatmap --query=8 --size=800x600 --scale=0..1"_s);
        const QStringList line{u"export"_s, u"--again"_s, path(u"saved.svg"_s), u"-o"_s, path(u"again.svg"_s)};
        QCOMPARE(Program{line}.run().err, QByteArray());
        QCOMPARE(bytes(u"again.svg"_s), picture);
    }

    void aPathThroughCells()
    {
        Project project = readExample("source-and-target");
        ModelConfig config;
        config.architecture = Architecture::EncoderDecoder;
        config.encoderKind = config.decoderKind = StackKind::Recurrent;
        config.decoderAttention = DecoderAttention::Bahdanau;
        config.decoderLayers = 1;
        config.directions = 2;
        project.model = buildModel(config, {}, {});
        document()->load(project, {});
        settle();
        document()->save(path(u"cells.regard"_s));
        openPanel(m_window.get(), u"path"_s);
        settle();
        auto *panel = m_window->findChild<PathPanel *>();
        const auto click = [panel](int word) {
            const auto *figure = static_cast<const PathFigure *>(panel->view()->figure());
            const double scale = panel->view()->canvas()->width() / figure->size().width();
            QTest::mouseClick(panel->view()->canvas(), Qt::LeftButton, {},
                              (figure->rowRect({false, word}).center() * scale).toPoint());
        };
        const auto made = [&](const QString &words) {
            const QByteArray picture = exported(PanelId::Path, u"cells.svg"_s);
            QCOMPARE(commandOf(picture), u"export cells.regard --view=path "_s + words + u"--size=800x600"_s);
            const QStringList line{u"export"_s, u"--again"_s, path(u"cells.svg"_s), u"-o"_s, path(u"again.svg"_s)};
            QCOMPARE(Program{line}.run().err, QByteArray());
            QCOMPARE(bytes(u"again.svg"_s), picture);
        };
        made(u"--block=cross "_s);
        panel->placeBox()->setFocus();
        QTest::keyClick(panel->placeBox(), Qt::Key_Home);
        made({});
        QTest::keyClick(panel->placeBox(), Qt::Key_Down);
        click(3);
        click(1);
        made(u"--direction=backward --query=2 --key=4 "_s);
        QTest::keyClick(panel->placeBox(), Qt::Key_Down);
        made(u"--block=decoder "_s);
    }

    /// By value and without the sink are said by the command, links and heatmap alike.
    void whatIsMoved()
    {
        document()->load(readExample("it"), {});
        settle();
        document()->save(path(u"moved.regard"_s));
        const auto made = [&](PanelId panel, TokenView view, const QString &options) {
            document()->look().setTokenView(view);
            settle();
            const QByteArray picture = exported(panel, u"moved.svg"_s);
            QVERIFY2(commandOf(picture).contains(options), qPrintable(commandOf(picture)));
            const QStringList line{u"export"_s, u"--again"_s, path(u"moved.svg"_s), u"-o"_s, path(u"again.svg"_s)};
            QCOMPARE(Program{line}.run().err, QByteArray());
            QCOMPARE(bytes(u"again.svg"_s), picture);
        };
        TokenView view;
        view.byValue = true;
        made(PanelId::Links, view, u" --by-value"_s);
        made(PanelId::Heatmap, view, u" --by-value"_s);
        view.withoutSink = true;
        made(PanelId::Heatmap, view, u" --by-value --without-sink"_s);
        view.byValue = false;
        made(PanelId::Links, view, u" --without-sink"_s);
    }

    void aCheckpointsFolder()
    {
        const QString folder = path(u"tiny-bert"_s);
        QVERIFY(QFile::link(QStringLiteral(REGARD_SOURCES "/tests/data/checkpoints/") + firstCheckpoint(), folder));
        document()->load(firstProject(openCheckpoint(folder)), {});
        settle();
        const QByteArray picture = exported(PanelId::Heatmap, u"bert.svg"_s);
        QVERIFY2(commandOf(picture).startsWith(u"export tiny-bert --source="_s), qPrintable(commandOf(picture)));
        QVERIFY2(commandOf(picture).contains(u" --faint-special"_s), qPrintable(commandOf(picture)));
        const QStringList line{u"export"_s, u"--again"_s, path(u"bert.svg"_s), u"-o"_s, path(u"again.svg"_s)};
        QCOMPARE(Program{line}.run().err, QByteArray());
        // A model's folder has no title, the document is named after it.
        QCOMPARE(commandOf(bytes(u"again.svg"_s)), commandOf(picture));
        QCOMPARE(drawn(bytes(u"again.svg"_s)), drawn(picture));
    }

    void noCommandMakesIt_data()
    {
        QTest::addColumn<PanelId>("panel");
        QTest::addColumn<Act>("act");
        QTest::newRow("a head that is switched off") << PanelId::Links << Act([](Document *document) {
            Interventions off;
            off.heads[HeadRef{Attention::Encoder, 0, 1}] = Replacement::Zero;
            document->matrices().setInterventions(off, u"off"_s);
        });
        QTest::newRow("two pinned tokens") << PanelId::Links << select([](Selection &selection) {
            selection.query = 2;
            selection.pinnedQueries = {1, 2};
        });
        QTest::newRow("another language") << PanelId::Heatmap << Act([](Document *) { installLanguage(u"zh_CN"_s); });
    }
    void noCommandMakesIt()
    {
        QFETCH(PanelId, panel);
        QFETCH(Act, act);
        document()->load(readExample("it"), {});
        settle();
        act(document());
        settle();
        const QByteArray picture = exported(panel, u"none.svg"_s);
        installLanguage(u"en"_s);
        QVERIFY(picture.contains("<dc:title>") && picture.contains("<xmp:CreatorTool>Regard "));
        QCOMPARE(commandOf(picture), QString());
    }

private:
    static QString firstCheckpoint() { return u"bert"_s; }
    static QByteArray drawn(const QByteArray &svg) { return svg.mid(svg.indexOf("</metadata>")); }
};

REGARD_TEST(TestMadeAgain)

#include "test_made_again.moc"
