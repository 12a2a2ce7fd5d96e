#include <cmath>
#include <limits>
#include <memory>
#include <set>

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolTip>

#include "child.h"
#include "controls/compare_strip.h"
#include "controls/figure_view.h"
#include "controls/panel.h"
#include "draw/export_figure.h"
#include "drawn_text.h"
#include "io/project/examples.h"
#include "io/project/project_attention.h"
#include "io/project/project_file.h"
#include "open_dialog.h"
#include "panel_hands.h"
#include "safetensors_bytes.h"
#include "test_class.h"
#include "views/base/no_model_text.h"
#include "views/base/panel_title.h"
#include "views/base/token_focus.h"
#include "views/heads/panel/heads_panel.h"
#include "views/heads/thumbnail_run.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/links/panel/link_panel.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "views/steps/panel/steps_panel.h"
#include "views/why/panel/why_panel.h"
#include "window/export/export_figure_dialog.h"
#include "window/files/model_folders.h"
#include "window_test.h"

using namespace regard;
using namespace Qt::StringLiterals;

namespace {

const QString first = u"encoder.0.self.weights"_s;

QJsonObject notes(const QString &tokens)
{
    return {{u"format"_s, u"regard-attention"_s}, {u"tokens"_s, tokens}};
}

/// Two heads over three tokens: the first looks at itself, the second at both others alike, but for its first row.
HandTensor three(const QString &name, float toItself)
{
    const float rest = (1 - toItself) / 2;
    return HandTensor::floats(name, {2, 3, 3},
                              {1, 0, 0, 0, 1, 0, 0, 0, 1, toItself, rest, rest, 0.5F, 0, 0.5F, 0.5F, 0.5F, 0});
}

} // namespace

/// Files of attention in the window, as a hand opens, compares and exports them.
class TestAttentionWindow : public QObject, private WindowTest {
    Q_OBJECT

private:
    QString place(const QString &name) const { return m_folder.filePath(name); }
    void write(const char *name, const QByteArray &bytes) const
    {
        QFile file(place(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    QAction *action(const char *name) const { return child<QAction>(m_window, name); }
    void open(const char *name)
    {
        QVERIFY(m_window->openFile(place(QString::fromLatin1(name))));
        settle();
    }
    void choosing(const QString &path)
    {
        whenOpen<QFileDialog>(m_window.get(), [path](QFileDialog *dialog) {
            child<QLineEdit>(dialog, "fileNameEdit")->setText(path);
            QMetaObject::invokeMethod(dialog, "accept");
        });
    }
    void pinFile(const char *name)
    {
        choosing(place(QString::fromLatin1(name)));
        action("actionPinFile")->trigger();
        m_window->folders()->waitUntilDone();
        comeToFront();
        settle();
    }
    /// Again, after a dialog.
    void comeToFront() const
    {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    const TraceComparison &comparison() const { return *document()->shown().attention.comparison; }
    Matrix difference(int head) const
    {
        return comparison().differenceBlock({Attention::Encoder, 0})->heads[std::size_t(head)].weights;
    }
    QByteArray exported(PanelId panel, const char *name) const
    {
        const QString file = place(QString::fromLatin1(name));
        whenOpen<ExportFigureDialog>(m_window.get(), [=](ExportFigureDialog *dialog) {
            dialog->findChild<QComboBox *>(u"figure"_s)->setCurrentText(panelTitle(panel));
            dialog->findChild<QComboBox *>(u"format"_s)->setCurrentIndex(int(PictureFormat::Svg));
            dialog->writeTo(file);
            dialog->reject();
        });
        action("actionExportFigure")->trigger();
        QFile made(file);
        return made.open(QIODevice::ReadOnly) ? made.readAll() : QByteArray();
    }

private slots:
    void initTestCase()
    {
        useOwnSettings();
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        const QString cat = uR"(["the","cat","sat"])"_s;
        write("base.safetensors", safetensorsBytes(notes(cat), {three(first, 0.5F)}));
        write("tuned.safetensors", safetensorsBytes(notes(cat), {three(first, 0.75F)}));
        write("longer.safetensors",
              safetensorsBytes(
                  notes(uR"(["the","black","cat","sat"])"_s),
                  {HandTensor::floats(first, {2, 4, 4},
                                      {1,     0,    0,      0,      0, 1, 0, 0, 0,     0, 1,     0, 0, 0, 0, 1,
                                       0.25F, 0.5F, 0.125F, 0.125F, 0, 1, 0, 0, 0.25F, 0, 0.75F, 0, 1, 0, 0, 0})}));
        const float none = std::numeric_limits<float>::quiet_NaN();
        write("hole.safetensors",
              safetensorsBytes(notes(cat), {HandTensor::floats(first, {2, 3, 3},
                                                               {1, 0, 0, 0, 1, 0, 0, 0, 1, //
                                                                none, 0.5F, 0.5F, 0.5F, 0, 0.5F, 0.5F, 0.5F, 0})}));
        const QString both =
            uR"([{"prefix":"a.","tokens":["the","cat","sat"]},{"prefix":"b.","tokens":["a","dog","ran"],"title":"Dog"}])"_s;
        QJsonObject several{{u"format"_s, u"regard-attention"_s}, {u"sentences"_s, both}};
        write("several.safetensors",
              safetensorsBytes(several, {three(u"a."_s + first, 0.5F), three(u"b."_s + first, 0.25F)}));
        several[u"sentences"_s] =
            uR"([{"prefix":"a.","tokens":["the","cat","sat"],"title":"Cat"},{"prefix":"b.","tokens":["a","dog","ran"],"title":"Dog: a run"}])"_s;
        write("titled.safetensors",
              safetensorsBytes(several, {three(u"a."_s + first, 0.5F), three(u"b."_s + first, 0.25F)}));
        several[u"sentences"_s] = both;
        write("several-tuned.safetensors",
              safetensorsBytes(several, {three(u"a."_s + first, 1), three(u"b."_s + first, 0.75F)}));
    }
    void init() { openWindow(); }
    void cleanup()
    {
        document()->undoStack()->setClean();
        m_window.reset();
    }

    void whatItShows()
    {
        open("base.safetensors");
        QVERIFY(!document()->hasModel());
        QVERIFY(m_window->windowTitle().startsWith(u"base"_s));
        QCOMPARE(document()->sentences().source(), u"the cat sat"_s);
        QVERIFY(m_window->findChild<SentenceBar *>()->field()->isReadOnly());
        const Matrix &weights = document()->result().trace->blocks.front()->heads[1].weights;
        QCOMPARE(weights(0, 0), 0.5F);
        QCOMPARE(weights(0, 1), 0.25F);
        for (const PanelId panel : {PanelId::Links, PanelId::Heatmap, PanelId::Heads, PanelId::Sentence}) {
            const QByteArray svg = exported(panel, "shown.svg");
            QVERIFY2(svg.contains("</svg>"), qPrintable(panelTitle(panel)));
            QCOMPARE(svg.contains("cat<"), panel != PanelId::Heads);
        }
    }

    /// What needs weights says why, and nothing offers it.
    void whatNeedsWeightsSaysWhy()
    {
        document()->load(readExample("it"), {});
        settle();
        auto *why = panel<WhyPanel>();
        QVERIFY(!why->tryButton()->parentWidget()->isHidden());
        Selection selection = document()->look().selection();
        document()->look().setSelection(focusedOnPair(selection, 7, 1));
        settle();
        QVERIFY(why->question().contains(u'“'));

        open("base.safetensors");
        std::set<QString> said;
        for (const Panel *each : m_window->findChildren<Panel *>())
            said.insert(each->emptyText());
        for (const PanelId id : allPanels())
            QVERIFY2(id == PanelId::Why || id == PanelId::Steps || said.contains(noModelText(id)),
                     panelWord(id).c_str());
        // The strip shows the weight, and says what there is not.
        QVERIFY(why->question().contains(u'“'));
        QVERIFY(why->remark().startsWith(u"A file of attention has weights alone"_s));
        QVERIFY(why->cellText().isEmpty());
        QVERIFY(!action("actionSwitchHead")->isEnabled());
        QCOMPARE(action("actionSwitchHead")->statusTip(), noModelText(PanelId::Ablation));
        QVERIFY(!action("actionAllOn")->isEnabled());

        // In the heads neither the key nor the menu switches anything off: both say why.
        auto *canvas = panel<HeadsPanel>()->view()->canvas();
        QTest::keyClick(canvas, Qt::Key_O);
        QCOMPARE(document()->undoStack()->count(), 0);
        QCOMPARE(QToolTip::text(), noModelText(PanelId::Ablation));
        QToolTip::hideText();
        QContextMenuEvent menu(QContextMenuEvent::Keyboard, QPoint(), canvas->mapToGlobal(QPoint()));
        QApplication::sendEvent(canvas, &menu);
        QCOMPARE(panel<HeadsPanel>()->findChildren<QMenu *>(), QList<QMenu *>{panel<HeadsPanel>()->menu()});

        // With a model all of it is back.
        document()->load(readExample("it"), {});
        settle();
        document()->look().setSelection(focusedOnPair(document()->look().selection(), 7, 1));
        settle();
        QVERIFY(why->question().contains(u'“'));
        QVERIFY(action("actionSwitchHead")->isEnabled());
        QVERIFY(!why->tryButton()->parentWidget()->isHidden());
    }

    void twoFilesOfTheSameTokens()
    {
        open("tuned.safetensors");
        pinFile("base.safetensors");
        QCOMPARE(document()->comparison().chosen(), Compared::Difference);
        QCOMPARE(document()->comparison().pinned()->name, u"base.safetensors"_s);
        QCOMPARE(difference(0).cwiseAbs().maxCoeff(), 0.0F);
        QCOMPARE(difference(1)(0, 0), 0.25F);
        QCOMPARE(difference(1)(0, 1), -0.125F);
        QCOMPARE(difference(1).bottomRows(2).cwiseAbs().maxCoeff(), 0.0F);
        QCOMPARE(comparison().moved({Attention::Encoder, 0, 1}).value(), 0.25 / 3); // one of three queries
        // The heads that moved most first.
        auto *heads = panel<HeadsPanel>();
        child<QAction>(heads, "sortHeads")->trigger();
        QCOMPARE(heads->headsData().order.front().head, 1);
        QVERIFY(exported(PanelId::Heatmap, "difference.svg").contains("now − base.safetensors<"));
        comeToFront();
        // F9 held shows the other picture.
        QTest::keyPress(m_window.get(), Qt::Key_F9);
        QCOMPARE(document()->comparison().compared(), Compared::Pinned);
        QTest::keyRelease(m_window.get(), Qt::Key_F9);
        QCOMPARE(document()->comparison().compared(), Compared::Difference);
        action("actionUnpin")->trigger();
        QVERIFY(!document()->comparison().pinned());
    }

    /// Words that both have are compared; a new one has no number.
    void twoFilesOfOtherTokens()
    {
        open("longer.safetensors");
        pinFile("base.safetensors");
        const Matrix changes = difference(1);
        QCOMPARE(changes.rows(), 4);
        QVERIFY(std::isnan(changes(1, 0)) && std::isnan(changes(0, 1))); // “black”
        QCOMPARE(changes(0, 0), 0.25F - 0.5F);
        QCOMPARE(changes(0, 2), 0.125F - 0.25F);
        QCOMPARE(changes(2, 2), 0.75F - 0.0F);
        QVERIFY(exported(PanelId::Heatmap, "aligned.svg").contains("</svg>"));
        // Against a model's own attention too.
        QVERIFY(m_window->openFile(place(u"base.safetensors"_s)));
        settle();
        pinFile("longer.safetensors");
        QVERIFY(!comparison().isNew({Attention::Encoder, 0, 0}));
        QCOMPARE(difference(1)(0, 0), 0.25F);
    }

    /// Steps and Why are of the state that is shown: of a difference both have to have weights.
    void aFilePinnedWhileAModelIsShown()
    {
        document()->load(readExample("it"), {});
        document()->sentences().setSource(u"the cat sat"_s);
        settle();
        Selection selection = document()->look().selection();
        document()->look().setSelection(focusedOnPair(selection, 2, 1));
        settle();
        auto *steps = panel<StepsPanel>();
        steps->setShowsPlay(false);
        auto *why = panel<WhyPanel>();
        QVERIFY(why->view()->figure());
        pinFile("base.safetensors");
        const auto isEmpty = [this](PanelId id, const auto *panel) {
            for (const Compared compared : {Compared::Difference, Compared::Pinned, Compared::Difference}) {
                document()->comparison().choose(compared);
                settle();
                QVERIFY(document()->shown().tokens.comparison);
                QVERIFY(!panel->view()->figure());
                QCOMPARE(panel->view()->canvas()->property("paintedText").toString(), noModelText(id));
            }
            document()->comparison().choose(Compared::Now);
            settle();
            QVERIFY(panel->view()->figure());
        };
        document()->comparison().choose(Compared::Difference);
        settle();
        QVERIFY(why->view()->figure());
        document()->comparison().choose(Compared::Now);
        openPanel(m_window.get(), u"steps"_s);
        settle();
        isEmpty(PanelId::Steps, steps);
    }

    /// Said above the pictures as long as they show it.
    void aRowWithoutWeightsInWhatIsPinned()
    {
        open("base.safetensors");
        QVERIFY(
            panel<HeatmapPanel>()->caption().endsWith(u"as in the file"_s)); // not how a model would have computed it
        Selection selection = document()->look().selection();
        selection.head = 1;
        selection.heads = {1};
        document()->look().setSelection(selection);
        pinFile("hole.safetensors");
        QVERIFY(difference(1).row(0).hasNaN());
        QCOMPARE(difference(1)(1, 1), 0.0F);
        const QString sentence =
            u"the tensor \"encoder.0.self.weights\", head 2, row 1: nan is no number that a weight can be; the row is "
            "left empty"_s;
        QCOMPARE(document()->inputError(), u"hole.safetensors: "_s + sentence);
        const QByteArray svg = exported(PanelId::Heatmap, "hole.svg");
        QVERIFY2(isDrawn(svg, u"rows with invalid weights are left empty"_s), qPrintable(drawnText(svg)));
        document()->comparison().choose(Compared::Now);
        QCOMPARE(document()->inputError(), QString());
        document()->comparison().choose(Compared::Difference);
        selection.head = 0;
        selection.heads = {0};
        document()->look().setSelection(selection);
        QCOMPARE(document()->inputError(), QString());
    }

    void sentencesStepAndThePinnedFileFollows()
    {
        open("several-tuned.safetensors");
        auto *list = child<QComboBox>(m_window, "sentenceList");
        QVERIFY(list->isVisible());
        QCOMPARE(list->count(), 2);
        pinFile("several.safetensors");
        QCOMPARE(difference(1)(0, 0), 0.5F);
        QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::AltModifier);
        settle();
        QCOMPARE(document()->sentence(), 1);
        QCOMPARE(list->currentIndex(), 1);
        QCOMPARE(document()->sentences().source(), u"a dog ran"_s);
        QVERIFY(document()->comparison().pinned());
        QVERIFY(comparison().queries(Attention::Encoder).isIdentity());
        QCOMPARE(difference(1)(0, 0), 0.5F);
        QCOMPARE(difference(1)(0, 1), -0.25F);
        QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::AltModifier); // the end
        QCOMPARE(document()->sentence(), 1);
        // Looking is no change.
        QVERIFY(!document()->isModified() && !m_window->isWindowModified());
        QVERIFY(!document()->undoStack()->canUndo());
        QTest::keyClick(m_window.get(), Qt::Key_PageUp, Qt::AltModifier);
        settle();
        QCOMPARE(document()->sentence(), 0);
        QCOMPARE(list->currentIndex(), 0);
    }

    void theTitleIsThatOfTheSentence()
    {
        open("titled.safetensors");
        QVERIFY(m_window->windowTitle().startsWith(u"Cat[*]"_s));
        action("actionTakeSnapshot")->trigger();
        QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::AltModifier);
        settle();
        QVERIFY(m_window->windowTitle().startsWith(u"Dog: a run[*]"_s));
        document()->undoStack()->undo(); // the snapshot, not the sentence
        QCOMPARE(document()->sentence(), 1);
        document()->undoStack()->redo();
        // What is kept says the same, and the name proposed is the title's.
        QString proposed;
        const QString saved = place(u"titled.regard"_s);
        whenOpen<QFileDialog>(m_window.get(), [&proposed, saved](QFileDialog *dialog) {
            proposed = QFileInfo(dialog->selectedFiles().value(0)).completeBaseName();
            child<QLineEdit>(dialog, "fileNameEdit")->setText(saved);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        action("actionSave")->trigger();
        QCOMPARE(proposed, u"Dog a run"_s);
        QCOMPARE(document()->path(), saved);
        const Project project = readProject(saved);
        QCOMPARE(project.title, "Dog: a run");
        QCOMPARE(project.sentence, 1);
        comeToFront();
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::AltModifier); // the snapshot is of the first
        settle();
        QCOMPARE(document()->sentence(), 0);
        QVERIFY(m_window->windowTitle().startsWith(u"Cat[*]"_s));
    }

    void aTitleOfOnesOwnStays()
    {
        // Only a title that is not the first sentence's is the user's own.
        Project other = attentionProject(openAttention(place(u"titled.safetensors"_s)), 1);
        other.title = "Cat";
        writeProject(place(u"other.regard"_s), other);
        open("other.regard");
        QCOMPARE(document()->title(), u"Dog: a run"_s);
        Project project = attentionProject(openAttention(place(u"titled.safetensors"_s)));
        project.title = "Lecture 3";
        writeProject(place(u"own.regard"_s), project);
        open("own.regard");
        QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::AltModifier);
        settle();
        QCOMPARE(document()->sentence(), 1);
        QCOMPARE(document()->title(), u"Lecture 3"_s);
        QVERIFY(!document()->isModified());
    }

    void snapshotsAreKeptInAProject()
    {
        open("several.safetensors");
        action("actionTakeSnapshot")->trigger();
        QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::AltModifier);
        settle();
        document()->look().setSelection(withHead(document()->look().selection(), 0, 1));
        action("actionTakeSnapshot")->trigger();
        const QString saved = place(u"saved.regard"_s);
        choosing(saved);
        action("actionSave")->trigger();
        QCOMPARE(document()->path(), saved);
        QVERIFY(m_window->openFile(place(u"base.safetensors"_s)));
        settle();
        QVERIFY(m_window->openFile(saved));
        settle();
        QVERIFY(!document()->hasModel());
        QCOMPARE(document()->sentence(), 1);
        QCOMPARE(document()->snapshots().all().size(), std::size_t(2));
        comeToFront();
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::AltModifier);
        settle();
        QCOMPARE(document()->sentence(), 0);
        QCOMPARE(document()->sentences().source(), u"the cat sat"_s);
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
        settle();
        QCOMPARE(document()->sentence(), 1);
        QCOMPARE(document()->look().selection().head, 1);
        QCOMPARE(document()->result().trace->blocks.front()->heads[1].weights(0, 0), 0.25F);
    }

    void presented()
    {
        open("several.safetensors");
        action("actionPresent")->trigger();
        QTRY_VERIFY(m_window->isFullScreen());
        settle();
        for (QWidget *each : m_window->findChildren<QWidget *>())
            if (each->isVisible())
                each->grab();
        action("actionPresent")->trigger();
        QTRY_VERIFY(!m_window->isFullScreen());
        QVERIFY(panel<LinksPanel>()->isVisible());
    }

    /// 64 heads of 1,024 tokens, 268 MB of which the disk has nothing: they are read for their thumbnails alone, in the
    /// background, and none stays.
    void aLargeFile()
    {
        QStringList tokens;
        for (int i = 0; i < 1024; ++i)
            tokens.append(u"\"w%1\""_s.arg(i));
        QByteArray bytes = safetensorsBytes(notes(u"["_s + tokens.join(u',') + u"]"_s), {});
        const QByteArray entry = R"({"dtype":"F32","shape":[64,1024,1024],"data_offsets":[0,268435456]})";
        QByteArray header = bytes.mid(8);
        header.chop(1);
        header += ",\"encoder.0.self.weights\":" + entry + "}";
        QByteArray length(8, '\0');
        qToLittleEndian<quint64>(quint64(header.size()), length.data());
        write("large.safetensors", length + header);
        QVERIFY(QFile::resize(place(u"large.safetensors"_s), 8 + header.size() + 268435456));
        open("large.safetensors");
        auto *heads = panel<HeadsPanel>();
        // Ranks would need every number of the file.
        document()->look().setColorScale(ColorScale::Percentile);
        QCOMPARE(heads->headsData().scale, ColorScale::ZeroToOne);
        QVERIFY(heads->headsData().caption.contains(u"too large"_s));
        QVERIFY(document()->result().trace->blocks.front()->heads.keptBytes() <= std::size_t(3) * 1024 * 1024 * 4);
        heads->reading()->waitUntilDone();
        settle();
        QVERIFY(document()->result().trace->blocks.front()->heads.keptBytes() <= std::size_t(3) * 1024 * 1024 * 4);
        pinFile("large.safetensors");
        QVERIFY(comparison().isTooLarge());
        QVERIFY(!comparison().largestChange());
        QVERIFY(panel<CompareStrip>()->changeText().contains(u"too large"_s));
        QVERIFY(!child<QAction>(heads, "sortHeads")->isVisible());
        QCOMPARE(comparison().movedAlone({Attention::Encoder, 0, 5}).value(), 0.0); // this head alone was read
    }

    void afterItsFileHasChanged()
    {
        const QString path = place(u"changing.safetensors"_s);
        QVERIFY(QFile::copy(place(u"longer.safetensors"_s), path));
        open("changing.safetensors");
        QFile file(path);
        QVERIFY(file.open(QIODevice::Append) && file.write("x") == 1);
        file.close();
        document()->look().setSelection(withHead(document()->look().selection(), 0, 1));
        settle();
        const QString said = document()->inputError();
        QVERIFY2(!said.contains(u"model's folder"_s), qPrintable(said));
    }
};

REGARD_TEST(TestAttentionWindow)

#include "test_attention_window.moc"
