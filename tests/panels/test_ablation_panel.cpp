#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>

#include "child.h"
#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "document/training/refused_files.h"
#include "engine/analysis/output_change.h"
#include "engine/model/sentence_means.h"
#include "engine/pass/forward.h"
#include "test_class.h"
#include "views/ablation/ablation_whole.h"
#include "views/ablation/importance_run.h"
#include "views/ablation/panel/ablation_controls.h"
#include "views/ablation/panel/ablation_effect_page.h"
#include "views/ablation/panel/ablation_list.h"
#include "views/ablation/panel/ablation_means.h"
#include "views/ablation/panel/ablation_panel.h"
#include "views/ablation/panel/ablation_temperature.h"
#include "views/ablation/panel/importance_page.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;
using Line = AblationControls::Line;

namespace {

/// Two layers of three heads with a feed-forward; of an encoder–decoder, of each stack.
Project project(Architecture architecture)
{
    Project project = defaultProject();
    ModelConfig config;
    config.architecture = architecture;
    config.encoderLayers = architecture == Architecture::Decoder ? 0 : 2;
    config.decoderLayers = architecture == Architecture::Encoder ? 0 : 2;
    config.dModel = 12;
    config.heads = config.decoderHeads = 3;
    config.dKey = config.dValue = 4;
    config.dFf = config.decoderDFf = 20;
    config.residual = true;
    config.norm = Norm::Post;
    project.model = buildModel(config, {}, {});
    project.source = "the cat sat on the mat";
    project.target = "<s> le chat";
    return project;
}

HeadRef encoderHead(int layer, int head)
{
    return {Attention::Encoder, layer, head};
}

} // namespace

class TestAblationPanel : public QObject {
    Q_OBJECT
private slots:
    void theMeanOverOtherSentences()
    {
        load(Architecture::Decoder);
        AblationMeans *means = controls()->means();
        QComboBox *choice = controls()->replacement(Line::Head);
        const auto model = [this] { return m_document->matrices().model(); };
        QVERIFY(!means->note()->isVisible());
        choice->setCurrentIndex(choice->findData(int(Replacement::Mean)));
        QVERIFY(means->note()->text().contains(u"later tokens"_s));
        QTemporaryFile list;
        QVERIFY(list.open() && list.write("the cat sat\nit was tired\n") > 0 && list.flush());
        means->setFile(list.fileName());
        choice->setCurrentIndex(choice->findData(int(Replacement::MeanOver)));
        QVERIFY(!means->note()->isVisible());
        press(controls()->check(Line::Head));
        means->waitUntilDone();
        QVERIFY(controls()->check(Line::Head)->isChecked());
        QCOMPARE(model()->interventions.heads.begin()->second, Replacement::MeanOver);
        const QString name = QFileInfo(list.fileName()).fileName();
        QCOMPARE(entryText(m_panel->list()->entries()[0]), u"mean over "_s + name);
        QVERIFY(means->note()->text().contains(name));
        QVERIFY(!means->again()->isVisible());
        const Interventions computed = model()->interventions;
        // An edit makes it old, until it is computed again.
        m_document->matrices().editCell("decoder.0.self.w_v", 0, 0, 3);
        QVERIFY(means->note()->text().contains(u"they are old"_s));
        QVERIFY(means->again()->isVisible());
        QCOMPARE(m_panel->list()->list()->item(0)->data(Qt::AccessibleTextRole).toString(),
                 entryName(model()->config, m_panel->list()->entries()[0]) + u": old mean over "_s + name);
        press(means->again());
        means->waitUntilDone();
        QVERIFY(!means->again()->isVisible());
        QVERIFY(!(model()->interventions == computed));
        m_document->undoStack()->undo();
        QVERIFY(means->again()->isVisible());
        m_document->undoStack()->undo();
        QVERIFY(!means->again()->isVisible());
        QVERIFY(model()->interventions == computed);
        // What cannot be read is said, and nothing is switched off.
        press(controls()->check(Line::Head));
        QVERIFY(model()->interventions.isEmpty());
        QVERIFY(list.seek(0) && list.write("\n") > 0 && list.flush());
        press(controls()->check(Line::Head));
        means->waitUntilDone();
        QVERIFY2(means->note()->text().contains(u"line 1"_s), qPrintable(means->note()->text()));
        QVERIFY(!controls()->check(Line::Head)->isChecked());
        QVERIFY(model()->interventions.isEmpty());
        // The sentence about it goes as soon as something else is chosen.
        choice->setCurrentIndex(choice->findData(int(Replacement::Mean)));
        QVERIFY(means->note()->text().contains(u"later tokens"_s));
        const auto fail = [&] {
            choice->setCurrentIndex(choice->findData(int(Replacement::MeanOver)));
            press(controls()->check(Line::Head));
            means->waitUntilDone();
            return means->note()->isVisible() && means->note()->text().contains(u"line 1"_s);
        };
        QVERIFY(fail());
        means->cancel();
        QVERIFY(!means->note()->isVisible());
        QVERIFY(fail());
        means->setFile(list.fileName());
        QVERIFY(!means->note()->isVisible());
    }

    /// What the user changes while means are computed stays as changed.
    void whatIsChangedMeanwhileStays()
    {
        load(Architecture::Decoder);
        QTemporaryDir folder;
        AblationMeans *means = controls()->means();
        const auto now = [this] { return m_document->matrices().model()->interventions; };
        const auto select = [this](int head) {
            Selection selection = m_document->look().selection();
            selection.head = head;
            m_document->look().setSelection(selection);
        };
        const HeadRef first{Attention::Decoder, 0, 0};
        const HeadRef second{Attention::Decoder, 0, 1};
        const HeadRef third{Attention::Decoder, 0, 2};
        show(AblationPanel::Switches);
        QComboBox *choice = controls()->replacement(Line::Head);
        choice->setCurrentIndex(choice->findData(int(Replacement::MeanOver)));
        means->setFile(list(folder, u"one.txt"_s));
        controls()->check(Line::Head)->click();
        means->waitUntilDone();
        QCOMPARE(now().heads.size(), std::size_t(1));
        const Interventions one = now();
        // The first is switched on while the second is awaited.
        select(1);
        controls()->check(Line::Head)->click();
        m_document->matrices().setInterventions({}, u"on"_s);
        QVERIFY(means->isRunning());
        means->waitUntilDone();
        QCOMPARE(now().heads, (std::map<HeadRef, Replacement>{{second, Replacement::MeanOver}}));
        // What was given to the awaited part itself meanwhile stays as well.
        select(2);
        controls()->check(Line::Head)->click();
        Interventions zero = now();
        zero.heads[third] = Replacement::Zero;
        m_document->matrices().setInterventions(zero, u"zeros"_s);
        means->waitUntilDone();
        QCOMPARE(now().heads, zero.heads);
        // A part that takes the means of another list meanwhile gets those of the new one too.
        m_document->matrices().setInterventions({}, u"on"_s);
        select(1);
        choice->setCurrentIndex(choice->findData(int(Replacement::MeanOver)));
        means->setFile(list(folder, u"two.txt"_s));
        controls()->check(Line::Head)->click();
        m_document->matrices().setInterventions(one, u"the first again"_s);
        means->waitUntilDone();
        means->waitUntilDone();
        QCOMPARE(now().heads,
                 (std::map<HeadRef, Replacement>{{first, Replacement::MeanOver}, {second, Replacement::MeanOver}}));
        QVERIFY(now().means->heads.contains(first) && now().means->heads.contains(second));
        QVERIFY(now().means->file.ends_with("two.txt"));
        // The head that is kept goes on.
        select(0);
        child<QPushButton>(controls(), "othersButton")->click();
        means->waitUntilDone();
        QCOMPARE(now().heads,
                 (std::map<HeadRef, Replacement>{{second, Replacement::MeanOver}, {third, Replacement::MeanOver}}));
        // Taking it out of the list says what it is.
        show(AblationPanel::Off);
        const QString name = entryName(m_document->matrices().model()->config, m_panel->list()->entries()[0]);
        press(m_panel->list()->removeButton(0));
        QTRY_COMPARE(now().heads.size(), std::size_t(1));
        QCOMPARE(m_document->undoStack()->undoText(), u"switch "_s + name + u" on"_s);
    }

    /// Keys and the wheel pass through the choices; the list is asked for where one is needed and none is known.
    void theListIsAskedForWhereItIsNeeded()
    {
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        load(Architecture::Decoder);
        show(AblationPanel::Switches);
        QTemporaryDir folder;
        AblationMeans *means = controls()->means();
        QComboBox *choice = controls()->replacement(Line::Head);
        QString chosen; // in the dialog; empty: it is dismissed
        int asked = 0;
        QTimer answer;
        connect(&answer, &QTimer::timeout, this, [&] {
            auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            ++asked;
            if (chosen.isEmpty())
                return dialog->reject();
            dialog->selectFile(chosen);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        answer.start(20);
        choice->setFocus();
        QTest::keyClick(choice, Qt::Key_End);
        QCOMPARE(choice->currentData().toInt(), int(Replacement::MeanOver));
        QCOMPARE(asked, 0);
        QVERIFY(!means->other()->isVisible());
        controls()->check(Line::Head)->click();
        QCOMPARE(asked, 1);
        QVERIFY(!controls()->check(Line::Head)->isChecked());
        QVERIFY(!means->isRunning());
        means->setFile(list(folder, u"one.txt"_s));
        QVERIFY(means->other()->isVisible());
        controls()->check(Line::Head)->click();
        means->waitUntilDone();
        QCOMPARE(asked, 1);
        QVERIFY(controls()->check(Line::Head)->isChecked());
        QVERIFY(means->other()->isVisible());
        // Another list is taken at once.
        chosen = list(folder, u"two.txt"_s);
        means->other()->click();
        means->waitUntilDone();
        QCOMPARE(asked, 2);
        QVERIFY(m_document->matrices().model()->interventions.means->file.ends_with("two.txt"));
        QCOMPARE(m_document->undoStack()->undoText(), u"take the means over another list"_s);
    }

    /// The list that a project names is not opened where the user did not want it: another is to be chosen.
    void aRefusedListIsNotOpened()
    {
        QTemporaryFile list;
        QVERIFY(list.open() && list.write("the cat sat\nit was tired\n") > 0 && list.flush());
        load(Architecture::Decoder);
        AblationMeans *means = controls()->means();
        QComboBox *choice = controls()->replacement(Line::Head);
        means->setFile(list.fileName());
        choice->setCurrentIndex(choice->findData(int(Replacement::MeanOver)));
        press(controls()->check(Line::Head));
        means->waitUntilDone();
        m_document->matrices().editCell("decoder.0.self.w_v", 0, 0, 3);
        const Interventions old = m_document->matrices().model()->interventions;
        RefusedFiles::all().refuse(list.fileName());
        bool isAsked = false;
        QTimer asked;
        connect(&asked, &QTimer::timeout, this, [&] {
            if (QWidget *dialog = QApplication::activeModalWidget()) {
                isAsked = true;
                dialog->close();
            }
        });
        asked.start(0);
        press(means->again());
        QVERIFY(isAsked);
        QVERIFY(!means->isRunning());
        QVERIFY(m_document->matrices().model()->interventions == old);
        QVERIFY(means->again()->isVisible());
        means->setFile(list.fileName()); // chosen by hand
        QVERIFY(!RefusedFiles::all().contains(list.fileName()));
    }

    void linksAreListedAndTakenOut()
    {
        m_panel->tabs()->setCurrentIndex(AblationPanel::Off);
        Interventions set;
        set.weights[encoderHead(0, 1)] = {{{2, 1}, 0.5F}};
        set.cuts = {{Attention::Encoder, 0, 1, {0, 2}, {5, 1}}};
        m_document->matrices().setInterventions(set, u"by hand"_s);
        const auto &entries = m_panel->list()->entries();
        QCOMPARE(entries.size(), std::size_t(2));
        QCOMPARE(entryText(entries[0]), u"sat → cat 0.5"_s);
        QCOMPARE(entryText(entries[1]), u"mat → cat cut"_s);
        QCOMPARE(entryName(m_document->matrices().model()->config, entries[1]), u"layer 1 to 2 · head 1, 3"_s);
        press(m_panel->list()->removeButton(0));
        QTRY_VERIFY(m_document->matrices().model()->interventions.weights.empty());
        QCOMPARE(m_document->matrices().model()->interventions.cuts, set.cuts);
        m_document->undoStack()->undo();
        QVERIFY(m_document->matrices().model()->interventions == set);
    }

    void patchesAreListedAndTakenOut()
    {
        m_panel->tabs()->setCurrentIndex(AblationPanel::Off);
        const PatchPlace place{PatchKind::HeadOutput, Attention::Encoder, 1, 2};
        Interventions set;
        set.patches[place] = {{0, {{1, 2, 3, 4}, {}, "the dog"}}, {3, {{1, 2, 3, 4}, {}, "the dog"}}};
        m_document->matrices().setInterventions(set, u"patch"_s);
        const auto &entries = m_panel->list()->entries();
        QCOMPARE(entries.size(), std::size_t(1));
        QCOMPARE(entryName(m_document->matrices().model()->config, entries[0]), u"layer 2 · head 3"_s);
        QVERIFY(entryText(entries[0]).contains(u"output from “the dog”"_s));
        press(m_panel->list()->removeButton(0));
        QTRY_VERIFY(m_document->matrices().model()->interventions.isEmpty());
        m_document->undoStack()->undo();
        QVERIFY(m_document->matrices().model()->interventions == set);
        // Rows of several sentences name all of them, each once.
        set.patches[place][2] = {{1, 2, 3, 4}, {}, "a cat"};
        m_document->matrices().setInterventions(set, u"patch"_s);
        QVERIFY2(entryText(entries[0]).contains(u"output from “the dog”, “a cat”"_s),
                 qPrintable(entryText(entries[0])));
    }

    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        load(Architecture::Encoder);
        m_panel = std::make_unique<AblationPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(360, 620);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }
    void cleanup()
    {
        m_panel.reset();
        m_theme.reset();
        m_document.reset();
    }

    void switchesByMouseAndKeyboard_data()
    {
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("name");
        QTest::newRow("head") << int(Line::Head) << u"layer 1 · head 1"_s;
        QTest::newRow("attention") << int(Line::Attention) << u"layer 1 · attention"_s;
        QTest::newRow("feed-forward") << int(Line::FeedForward) << u"layer 1 · feed-forward"_s;
    }
    void switchesByMouseAndKeyboard()
    {
        QFETCH(int, line);
        QFETCH(QString, name);
        QCheckBox *box = controls()->check(Line(line));
        QVERIFY(!box->isChecked());
        press(box);
        QVERIFY(box->isChecked());
        QCOMPARE(m_panel->list()->entries().size(), std::size_t(1));
        QCOMPARE(entryName(m_document->matrices().model()->config, m_panel->list()->entries()[0]), name);
        QCOMPARE(entryText(m_panel->list()->entries()[0]), u"zeros"_s);
        QCOMPARE(m_document->undoStack()->undoText(), u"switch "_s + name + u" off (zeros)"_s);
        // Another replacement of what is off is one more step.
        QComboBox *choice = controls()->replacement(Line(line));
        choice->setFocus();
        QTest::keyClick(choice, Qt::Key_Down);
        QCOMPARE(entryText(m_panel->list()->entries()[0]), u"mean"_s);
        QCOMPARE(m_document->undoStack()->count(), 2);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Space);
        QVERIFY(m_document->matrices().model()->interventions.isEmpty());
        QCOMPARE(m_document->undoStack()->undoText(), u"switch "_s + name + u" on"_s);
        m_document->undoStack()->undo();
        QVERIFY(box->isChecked());
        QCOMPARE(choice->currentText(), u"mean"_s);
        m_document->undoStack()->setIndex(0);
        QVERIFY(!box->isChecked());
        QVERIFY(m_document->matrices().model()->interventions.isEmpty());
    }

    void theReplacementIsChosenBefore()
    {
        controls()->replacement(Line::Head)->setCurrentIndex(2);
        QVERIFY(m_document->matrices().model()->interventions.isEmpty());
        QCOMPARE(m_document->undoStack()->count(), 0);
        press(controls()->check(Line::Head));
        QCOMPARE(m_document->matrices().model()->interventions.heads.at(encoderHead(0, 0)), Replacement::Uniform);
        QCOMPARE(controls()->replacement(Line::FeedForward)->count(), 3); // it attends to nothing
        QCOMPARE(controls()->replacement(Line::Attention)->count(), 4);
    }

    void controlsFollowTheSelection()
    {
        Interventions interventions;
        interventions.heads[encoderHead(1, 2)] = Replacement::Mean;
        m_document->matrices().setInterventions(interventions, u"test"_s);
        QVERIFY(!controls()->check(Line::Head)->isChecked());
        Selection selection = m_document->look().selection();
        selection.layer = 1;
        selection.head = 2;
        m_document->look().setSelection(selection);
        QVERIFY(controls()->check(Line::Head)->isChecked());
        QCOMPARE(controls()->check(Line::Head)->text(), u"Head 3 off"_s);
        QCOMPARE(controls()->replacement(Line::Head)->currentText(), u"mean"_s);
        QCOMPARE(m_panel->caption(), u"layer 2"_s);
    }

    void severalHeadsAtOnce()
    {
        Selection selection = m_document->look().selection();
        selection.layer = 1;
        selection.head = 0;
        selection.heads = {0, 2};
        m_document->look().setSelection(selection);
        press(child<QPushButton>(controls(), "shownButton"));
        const Interventions shown = m_document->matrices().model()->interventions;
        QCOMPARE(shown.heads.size(), std::size_t(2));
        QVERIFY(shown.heads.contains(encoderHead(1, 0)) && shown.heads.contains(encoderHead(1, 2)));
        press(child<QPushButton>(controls(), "othersButton"));
        const Interventions others = m_document->matrices().model()->interventions;
        QCOMPARE(others.heads.size(), std::size_t(2));
        QVERIFY(others.heads.contains(encoderHead(1, 1)) && others.heads.contains(encoderHead(1, 2)));
        press(child<QPushButton>(controls(), "allOnButton"));
        QVERIFY(m_document->matrices().model()->interventions.isEmpty());
        QVERIFY(!child<QPushButton>(controls(), "allOnButton")->isEnabled());
        QCOMPARE(m_document->undoStack()->count(), 3);
        selection.heads.clear();
        m_document->look().setSelection(selection);
        QVERIFY(!child<QPushButton>(controls(), "shownButton")->isEnabled());
    }

    void aModelWithoutFeedForward()
    {
        ModelConfig config = m_document->matrices().model()->config;
        config.dFf = config.decoderDFf = 0;
        m_document->matrices().setConfig(config, u"test"_s);
        QVERIFY(!controls()->check(Line::FeedForward)->isEnabled());
        QVERIFY(controls()->check(Line::Head)->isEnabled());
    }

    void aDragOfTheTemperatureIsOneStep()
    {
        QSlider *slider = m_panel->temperature()->slider();
        QTest::mousePress(slider, Qt::LeftButton, {}, slider->rect().center());
        for (const int x : {10, 20, 30, 40})
            QTest::mouseMove(slider, slider->rect().center() + QPoint(x, 0));
        QTest::mouseRelease(slider, Qt::LeftButton, {}, slider->rect().center() + QPoint(40, 0));
        const float hot = temperature();
        QVERIFY(hot > 1 && hot <= 10);
        QCOMPARE(float(m_panel->temperature()->field()->value()), hot);
        QCOMPARE(m_document->undoStack()->count(), 1);
        m_document->undoStack()->undo();
        QCOMPARE(temperature(), 1.0F);
        QCOMPARE(slider->value(), 0);
    }

    void temperatureByKeysAndField()
    {
        QSlider *slider = m_panel->temperature()->slider();
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Home);
        QCOMPARE(temperature(), 0.1F);
        QTest::keyClick(slider, Qt::Key_End);
        QCOMPARE(temperature(), 10.0F);
        QCOMPARE(m_document->undoStack()->count(), 2);
        QDoubleSpinBox *field = m_panel->temperature()->field();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, u"0.25"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(temperature(), 0.25F);
        QCOMPARE(m_document->undoStack()->undoText(), u"temperature 0.25 of layer 1 · head 1"_s);
        QCOMPARE(slider->value(), int(std::lround(50 * std::log10(0.25))));
        press(child<QToolButton>(m_panel->temperature(), "resetButton"));
        QVERIFY(m_document->matrices().model()->interventions.isEmpty());
        QVERIFY(!child<QToolButton>(m_panel->temperature(), "resetButton")->isEnabled());
        QVERIFY(m_panel->temperature()->note()->text().startsWith(u"not part of the model"_s)); // else it is cut
    }

    void theListTakesOutAndGoesThere()
    {
        Interventions interventions;
        interventions.heads[encoderHead(1, 2)] = Replacement::Mean;
        interventions.sublayers[{Stack::Encoder, 1, SublayerKind::FeedForward}] = Replacement::Zero;
        interventions.temperatures[encoderHead(0, 1)] = 2.5F;
        m_document->matrices().setInterventions(interventions, u"test"_s);
        show(AblationPanel::Off);
        QCOMPARE(m_panel->tabs()->tabText(AblationPanel::Off), u"Off 2 · T 1"_s); // a temperature is not off
        QListWidget *list = m_panel->list()->list();
        QCOMPARE(list->count(), 3);
        const auto text = [list](int row) { return list->item(row)->data(Qt::AccessibleTextRole).toString(); };
        QCOMPARE(text(0), u"layer 2 · feed-forward: zeros"_s);
        QCOMPARE(text(1), u"layer 2 · head 3: mean"_s);
        QCOMPARE(text(2), u"layer 1 · head 2: temperature 2.5"_s);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(1)).center());
        QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(1)).center());
        QCOMPARE(m_document->look().selection().layer, 1);
        QCOMPARE(m_document->look().selection().head, 2);
        list->setFocus();
        list->setCurrentRow(0);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(m_document->look().selection().part, Part::FeedForward);
        list->setCurrentRow(2);
        QTest::keyClick(list, Qt::Key_Delete);
        QVERIFY(m_document->matrices().model()->interventions.temperatures.empty());
        QCOMPARE(list->count(), 2);
        press(m_panel->list()->removeButton(0));
        QTRY_COMPARE(list->count(), 1);
        QVERIFY(m_document->matrices().model()->interventions.sublayers.empty());
        press(child<QPushButton>(m_panel->list(), "clearButton"));
        QVERIFY(m_document->matrices().model()->interventions.isEmpty());
        QVERIFY(!list->isVisible());
        m_document->undoStack()->setIndex(1);
        QCOMPARE(list->count(), 3);
    }

    void theEffectIsTheEngines()
    {
        QVERIFY(!m_panel->effect()->shown());
        QVERIFY(!m_panel->whole()->whole().trace); // nothing to compute
        press(controls()->check(Line::Head));
        m_document->waitForResult();
        const auto [now, whole] = passes();
        const auto block = rowChanges(now->blocks[0]->output, whole->blocks[0]->output);
        const auto stack = rowChanges(now->encoderOutput, whole->encoderOutput);
        QVERIFY(m_panel->effect()->shown());
        compareRows(block);
        measure(EffectView::Stack);
        compareRows(stack);
        QCOMPARE(m_panel->effect()->shown()->list.rows[2].label, u"sat"_s);
        QVERIFY(m_panel->effect()->chip(EffectView::Stack)->isVisible());
        QVERIFY(!m_panel->effect()->chip(EffectView::Words)->isVisible());
        // The feed-forward is the selected part.
        Selection selection = m_document->look().selection();
        selection.part = Part::FeedForward;
        m_document->look().setSelection(selection);
        measure(EffectView::Sublayer);
        compareRows(rowChanges(now->encoderFeedForward[0]->output, whole->encoderFeedForward[0]->output));
        m_document->undoStack()->undo();
        QVERIFY(!m_panel->effect()->shown());
        QVERIFY(!m_panel->whole()->whole().trace);
    }

    void whatIsSwitchedOffIsWhatTheEffectShows_data()
    {
        QTest::addColumn<int>("line");
        QTest::addColumn<Part>("before");
        QTest::addColumn<Part>("after");
        QTest::addColumn<QString>("title");
        const QString attention = u"Output of layer 2 · attention"_s;
        const QString feedForward = u"Output of layer 2 · feed-forward"_s;
        QTest::newRow("feed-forward, from the attention")
            << int(Line::FeedForward) << Part::Attention << Part::FeedForward << feedForward;
        QTest::newRow("attention, from the feed-forward")
            << int(Line::Attention) << Part::FeedForward << Part::Attention << attention;
        QTest::newRow("head, from the norm of the feed-forward")
            << int(Line::Head) << Part::FeedForwardNorm << Part::Attention << attention;
        QTest::newRow("head, from the norm of the attention")
            << int(Line::Head) << Part::AttentionNorm << Part::AttentionNorm << attention;
    }
    void whatIsSwitchedOffIsWhatTheEffectShows()
    {
        QFETCH(int, line);
        QFETCH(Part, before);
        QFETCH(Part, after);
        QFETCH(QString, title);
        Selection selection = m_document->look().selection();
        selection.layer = 1;
        selection.part = before;
        selection.query = 2;
        m_document->look().setSelection(selection);
        press(controls()->check(Line(line)));
        m_document->waitForResult();
        QCOMPARE(m_document->look().selection().part, after);
        QCOMPARE(m_document->look().selection().layer, 1);
        QCOMPARE(m_document->look().selection().query, 2);
        const AblationEffectData &shown = *m_panel->effect()->shown();
        QCOMPARE(shown.list.title, title);
        QVERIFY(std::all_of(shown.list.rows.begin(), shown.list.rows.end(),
                            [](const BarListData::Row &row) { return row.value > 0; }));
        // The switches say it too, where they are.
        QVERIFY(child<QLabel>(m_panel, "effectLine")->isVisible());
        QCOMPARE(child<QLabel>(m_panel, "effectLine")->text(), title + u": "_s + shown.summary);
        m_document->undoStack()->undo();
        m_document->waitForResult();
        QVERIFY(!child<QLabel>(m_panel, "effectLine")->isVisible());
    }

    void theEffectFollowsEditsOnTheThread()
    {
        m_panel->whole()->setThreadCost(0);
        press(controls()->check(Line::Attention));
        QTRY_VERIFY(!m_panel->whole()->isBusy() && m_panel->effect()->shown());
        compareRows(rowChanges(passes().first->blocks[0]->output, passes().second->blocks[0]->output));
        m_document->matrices().editCell("encoder.1.self.w_v", 0, 0, 5);
        m_document->sentences().setSource(u"the cat sat"_s);
        m_document->waitForResult();
        QTRY_VERIFY(!m_panel->whole()->isBusy());
        measure(EffectView::Stack);
        const auto [now, whole] = passes();
        QCOMPARE(now->source.tokens.size(), std::size_t(3));
        compareRows(rowChanges(now->encoderOutput, whole->encoderOutput));
    }

    void nothingIsComputedWhereNobodyLooks()
    {
        m_panel->hide();
        Interventions interventions;
        interventions.heads[encoderHead(0, 0)] = Replacement::Zero;
        m_document->matrices().setInterventions(interventions, u"test"_s);
        m_document->waitForResult();
        QVERIFY(!m_panel->whole()->whole().trace && !m_panel->whole()->isBusy());
        show(AblationPanel::Importance);
        m_panel->show();
        QVERIFY(!m_panel->whole()->whole().trace);
        show(AblationPanel::Effect);
        QVERIFY(m_panel->whole()->whole().trace);
    }

    void aNarrowPictureSaysTheAngleAlone()
    {
        press(controls()->check(Line::Head));
        const auto [now, whole] = passes();
        const VectorChange change = rowChanges(now->blocks[0]->output, whole->blocks[0]->output)[1];
        const QString angle = QString::number(change.degrees, 'f', 1) + u"°"_s;
        const AblationEffectData &shown = *m_panel->effect()->shown();
        QCOMPARE(fittedList(shown, 240).rows[1].detail, angle);
        QCOMPARE(fittedList(shown, 400).rows[1].detail, angle + u" × "_s + QString::number(change.ratio, 'f', 2));
        QVERIFY(shown.notes[1].contains(QString::number(change.ratio, 'f', 3)));
    }

    void tokensOfTheEffectAreTheSelections()
    {
        press(controls()->check(Line::Head));
        show(AblationPanel::Effect);
        FigureView *view = m_panel->effect()->view();
        const auto *list = static_cast<const BarListFigure *>(view->figure());
        QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, list->rowRect(2).center().toPoint());
        QCOMPARE(m_document->look().selection().pinnedQueries, std::vector<int>{2});
        QCOMPARE(m_panel->effect()->shown()->list.selected, 2);
        view->canvas()->setFocus();
        QTest::keyClick(view->canvas(), Qt::Key_Down);
        QCOMPARE(m_document->look().selection().query, 3);
        QTest::keyClick(view->canvas(), Qt::Key_End);
        QTest::keyClick(view->canvas(), Qt::Key_Return);
        QCOMPARE(m_document->look().selection().pinnedQueries, std::vector<int>{5});
    }

    void theNextWordOfADecoder()
    {
        load(Architecture::EncoderDecoder);
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Cross;
        selection.layer = 1;
        m_document->look().setSelection(selection);
        selection.query = 1; // of the other sentence, so that it counts from now on
        m_document->look().setSelection(selection);
        press(controls()->check(Line::Head));
        m_document->waitForResult();
        const auto [now, whole] = passes();
        measure(EffectView::Words);
        const auto changes = largestProbabilityChanges(now->logits, whole->logits, 1, 24);
        const BarListData &words = m_panel->effect()->shown()->list;
        const auto shown = std::count_if(changes.begin(), changes.end(), [](const ProbabilityChange &change) {
            return std::abs(change.change()) >= 0.0005; // the others would read as 0.000
        });
        QVERIFY(shown > 2);
        QCOMPARE(words.rows.size(), std::size_t(shown));
        QVERIFY(words.isSigned);
        for (std::size_t i = 0; i < words.rows.size(); ++i) {
            QCOMPARE(words.rows[i].value, changes[i].change());
            QCOMPARE(words.rows[i].label.toStdString(), now->vocabulary[std::size_t(changes[i].column)]);
        }
        QCOMPARE(words.title, u"Next word after “le”"_s);
        measure(EffectView::Variation);
        const std::vector<double> variations = totalVariations(now->logits, whole->logits);
        for (std::size_t i = 0; i < variations.size(); ++i)
            QCOMPARE(m_panel->effect()->shown()->list.rows[i].value, variations[i]);
        // The stack of the encoder's attention is the encoder; the words are still the decoder's.
        selection.attention = Attention::Encoder;
        selection.layer = 0;
        m_document->look().setSelection(selection);
        measure(EffectView::Words);
        QCOMPARE(m_panel->effect()->shown()->list.title, u"Next word after “chat”"_s);
        measure(EffectView::Stack);
        QCOMPARE(m_panel->effect()->shown()->list.rows.size(), std::size_t(6));
        // A model without a decoder has no words to show.
        measure(EffectView::Variation);
        load(Architecture::Encoder);
        press(controls()->check(Line::Head));
        QVERIFY(m_panel->effect()->chip(EffectView::Stack)->isChecked());
        QCOMPARE(m_panel->effect()->shown()->list.title, u"Output of the encoder"_s);
    }

    void pointingAtTokensOnlyMovesTheFilledLine()
    {
        press(controls()->check(Line::Head));
        const double before = m_panel->effect()->shown()->list.rows[4].value;
        Selection selection = m_document->look().selection();
        selection.query = 4;
        m_document->look().setSelection(selection);
        QCOMPARE(m_panel->effect()->shown()->list.selected, 4);
        QCOMPARE(m_panel->effect()->shown()->list.rows[4].value, before);
        selection.layer = 1;
        m_document->look().setSelection(selection);
        QCOMPARE(m_panel->effect()->shown()->list.title, u"Output of layer 2 · attention"_s);
        QVERIFY(m_panel->effect()->shown()->list.rows[4].value != before);
    }

    void everyMeasureSaysWhatItIs()
    {
        load(Architecture::Decoder);
        press(controls()->check(Line::Head));
        m_document->waitForResult();
        QStringList tips;
        for (const EffectView view :
             {EffectView::Sublayer, EffectView::Stack, EffectView::Words, EffectView::Variation}) {
            measure(view);
            QTRY_VERIFY(m_panel->effect()->shown());
            const BarListData &list = m_panel->effect()->shown()->list;
            QVERIFY(!list.valueTip.isEmpty());
            QCOMPARE(BarListFigure(list, {300, 200}, Theme::light()).tipAt({150, 20}), list.valueTip);
            QVERIFY(m_panel->effect()->view()->canvas()->accessibleDescription().endsWith(list.valueTip));
            tips << list.valueTip;
        }
        QCOMPARE(tips.at(0), tips.at(1));
        QCOMPARE(tips.removeDuplicates(), 1);
    }

    void importanceRanksEveryHead()
    {
        show(AblationPanel::Importance);
        QSignalSpy told(m_panel.get(), &AblationPanel::importanceChanged);
        press(child<QPushButton>(page(), "primary"));
        QVERIFY(m_panel->isRunning());
        QVERIFY(page()->progress()->isVisible() && !child<QPushButton>(page(), "primary")->isVisible());
        page()->run()->waitUntilDone();
        QVERIFY(!m_panel->isRunning());
        const Result &result = m_document->result();
        auto expected = *headImportance(*result.model, *result.trace, {});
        std::sort(expected.begin(), expected.end(),
                  [](const HeadImportance &a, const HeadImportance &b) { return a.output > b.output; });
        QCOMPARE(page()->ranking().size(), std::size_t(6));
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QVERIFY(page()->ranking()[i].head == expected[i].head);
            QCOMPARE(page()->ranking()[i].output, expected[i].output);
        }
        const auto shares = told.last().at(0).value<std::map<HeadRef, double>>();
        QCOMPARE(shares.at(expected[0].head), expected[0].output); // the true numbers
        QCOMPARE(shares.at(expected[5].head), expected[5].output);
        QCOMPARE(told.last().at(1).toString(), u"importance"_s);
        QVERIFY(!page()->measure()->isVisible()); // no decoder
        // Click and keys go to the head.
        FigureView *view = page()->view();
        const auto *list = static_cast<const BarListFigure *>(view->figure());
        QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, list->rowRect(3).center().toPoint());
        QVERIFY(selectedHead(m_document->look().selection()) == expected[3].head);
        view->canvas()->setFocus();
        QTest::keyClick(view->canvas(), Qt::Key_Down);
        QTest::keyClick(view->canvas(), Qt::Key_Return);
        QVERIFY(selectedHead(m_document->look().selection()) == expected[4].head);
        QCOMPARE(m_document->look().selection().heads, std::vector<int>{expected[4].head.head}); // alone in the links
        page()->mapCheck()->setChecked(false);
        QVERIFY((told.last().at(0).value<std::map<HeadRef, double>>().empty()));
        // "change ÷ length" explains itself where it is pointed at.
        emit view->hovered({20, 4}, view->canvas()->mapToGlobal(QPoint(20, 4)));
        QVERIFY2(QToolTip::text().contains(u"length of the difference ÷ the length"_s), qPrintable(QToolTip::text()));
        QVERIFY(view->canvas()->accessibleDescription().contains(u"length of the difference"_s));
    }

    void importanceOfAnEarlierState()
    {
        show(AblationPanel::Importance);
        press(child<QPushButton>(page(), "primary"));
        page()->run()->waitUntilDone();
        QVERIFY(!page()->isStale());
        QSignalSpy told(m_panel.get(), &AblationPanel::importanceChanged);
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        m_document->waitForResult();
        QVERIFY(page()->isStale());
        QVERIFY(page()->note().startsWith(u"Of an earlier state"_s));
        QCOMPARE(told.last().at(1).toString(), u"importance, of an earlier state"_s);
        m_document->undoStack()->undo();
        m_document->waitForResult();
        QVERIFY(!page()->isStale());
        press(controls()->check(Line::Head));
        m_document->waitForResult();
        QVERIFY(page()->isStale());
        m_document->load(project(Architecture::Decoder), {});
        QVERIFY(page()->ranking().empty());
        QVERIFY((told.last().at(0).value<std::map<HeadRef, double>>().empty()));
    }

    void importanceOfWhatWasThereAtTheStart()
    {
        show(AblationPanel::Importance);
        const Result before = m_document->result();
        press(child<QPushButton>(page(), "primary"));
        m_document->matrices().editCell("encoder.0.self.w_v", 0, 0, 3);
        m_document->waitForResult();
        page()->run()->waitUntilDone();
        QVERIFY(page()->isStale());
        const auto expected = *headImportance(*before.model, *before.trace, {});
        for (const HeadImportance &importance : page()->ranking()) {
            const auto same = std::find_if(expected.begin(), expected.end(),
                                           [&](const HeadImportance &other) { return other.head == importance.head; });
            QCOMPARE(importance.output, same->output);
        }
    }

    void importanceOfTheNextWord()
    {
        load(Architecture::Decoder);
        show(AblationPanel::Importance);
        page()->replacement()->setCurrentIndex(1);
        press(child<QPushButton>(page(), "primary"));
        page()->run()->waitUntilDone();
        QVERIFY(page()->measure()->isVisible());
        page()->measure()->setCurrentIndex(1);
        const Result &result = m_document->result();
        auto expected = *headImportance(*result.model, *result.trace, {Replacement::Mean});
        std::sort(expected.begin(), expected.end(),
                  [](const HeadImportance &a, const HeadImportance &b) { return a.nextToken > b.nextToken; });
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QVERIFY(page()->ranking()[i].head == expected[i].head);
            QCOMPARE(page()->ranking()[i].nextToken, expected[i].nextToken);
        }
        const auto *list = static_cast<const BarListFigure *>(page()->view()->figure());
        QVERIFY(list->tipAt({20, 4}).startsWith(u"Total variation"_s));
        QCOMPARE(page()->measure()->toolTip(), list->tipAt({20, 4}));
    }

    void importanceMarksHeadsThatAreOff()
    {
        press(controls()->check(Line::Head));
        m_document->waitForResult();
        show(AblationPanel::Importance);
        press(child<QPushButton>(page(), "primary"));
        page()->run()->waitUntilDone();
        const HeadImportance &least = page()->ranking().back();
        QVERIFY(least.head == encoderHead(0, 0));
        QCOMPARE(least.output, 0.0); // zeros in the place of zeros
        QCOMPARE(page()->note(), u"What is off stays off."_s);
        QVERIFY(!page()->isStale());
    }

    void importanceCancelled()
    {
        show(AblationPanel::Importance);
        press(child<QPushButton>(page(), "primary"));
        press(child<QPushButton>(page(), "cancelButton"));
        QVERIFY(!m_panel->isRunning());
        QVERIFY(child<QPushButton>(page(), "primary")->isVisible());
        QVERIFY(!child<QPushButton>(page(), "primary")->hasFocus()); // the next key must not start it anew
        page()->run()->waitUntilDone();
        QVERIFY(page()->ranking().empty());
        // Another one after it comes to its end all the same.
        QTest::keyClick(child<QPushButton>(page(), "primary"), Qt::Key_Space);
        page()->run()->waitUntilDone();
        QCOMPARE(page()->ranking().size(), std::size_t(6));
    }

    void fitsIntoALowPanel_data()
    {
        QTest::addColumn<Architecture>("architecture");
        QTest::addColumn<double>("scale");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("rows");
        QTest::newRow("encoder") << Architecture::Encoder << 1.0 << QSize(284, 250) << 4;
        QTest::newRow("decoder") << Architecture::Decoder << 1.0 << QSize(316, 298) << 4;
        QTest::newRow("decoder, lowest") << Architecture::Decoder << 1.0 << QSize(284, 250) << 2;
        QTest::newRow("encoder-decoder") << Architecture::EncoderDecoder << 1.0 << QSize(290, 300) << 4;
        QTest::newRow("presented") << Architecture::EncoderDecoder << 1.6 << QSize(430, 420) << 3;
    }
    void fitsIntoALowPanel()
    {
        QFETCH(Architecture, architecture);
        QFETCH(double, scale);
        QFETCH(QSize, size);
        QFETCH(int, rows);
        load(architecture);
        m_theme->setScale(scale);
        press(controls()->check(Line::Head));
        show(AblationPanel::Importance);
        press(child<QPushButton>(page(), "primary"));
        page()->run()->waitUntilDone();
        m_panel->resize(size);
        QApplication::processEvents();
        QCOMPARE(m_panel->size(), size);
        QVERIFY(m_panel->tabs()->tabBar()->width() >= m_panel->tabs()->tabBar()->sizeHint().width());
        for (int tab = 0; tab < m_panel->tabs()->count(); ++tab) {
            m_panel->tabs()->setCurrentIndex(tab);
            QApplication::processEvents();
            for (const QWidget *widget : m_panel->findChildren<QWidget *>()) {
                if (!widget->isVisible() || !(widget->inherits("QAbstractButton") || widget->inherits("QComboBox") ||
                                              widget->inherits("QAbstractSpinBox")))
                    continue;
                const int right = widget->mapTo(m_panel.get(), QPoint(widget->width(), 0)).x();
                QVERIFY2(right <= size.width(), qPrintable(widget->accessibleName()));
                QVERIFY2(widget->width() >= widget->minimumSizeHint().width(), qPrintable(widget->accessibleName()));
            }
            for (const FigureView *view : {m_panel->effect()->view(), page()->view()}) {
                if (!view->isVisible())
                    continue;
                const auto *list = static_cast<const BarListFigure *>(view->figure());
                QVERIFY2(view->partInView().bottom() >= list->rowRect(rows - 1).bottom(),
                         qPrintable(u"tab %1: %2"_s.arg(tab).arg(view->partInView().height())));
                // An exported list says what it is of, however low.
                const auto exported = m_panel->figure({320, 120}, Theme::light());
                const double titled = static_cast<const BarListFigure &>(*exported).rowRect(0).top();
                QCOMPARE(list->rowRect(0).top() < titled, view->partInView().height() < 150);
            }
        }
    }

    void everyReplacementShowsInItsList()
    {
        QComboBox *box = controls()->replacement(Line::Head);
        box->showPopup();
        QApplication::processEvents();
        const QAbstractItemView *list = box->view();
        const QRect last = list->visualRect(list->model()->index(box->count() - 1, 0));
        QVERIFY(last.isValid() && last.top() >= 0 && last.bottom() < list->viewport()->height());
        box->hidePopup();
    }

    void everyControlHasAName()
    {
        load(Architecture::EncoderDecoder);
        press(controls()->check(Line::Head));
        for (const QWidget *widget : m_panel->findChildren<QWidget *>()) {
            const auto *button = qobject_cast<const QAbstractButton *>(widget);
            const bool isNamed = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
            if (button || widget->inherits("QComboBox") || widget->inherits("QSlider"))
                QVERIFY2(isNamed || widget->objectName().startsWith(u"qt_"_s) || widget->inherits("ScrollButton"),
                         widget->metaObject()->className());
        }
    }

private:
    void load(Architecture architecture)
    {
        m_document->load(project(architecture), {});
        m_document->waitForResult();
    }
    /// A list of sentences, whose path it returns; lists of other names are others.
    static QString list(const QTemporaryDir &folder, const QString &name)
    {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write("the cat sat\non the " + name.toUtf8() + "\n") <= 0)
            qFatal("no list");
        return file.fileName();
    }
    void show(AblationPanel::Page page) { m_panel->tabs()->setCurrentIndex(page); }
    void measure(EffectView view)
    {
        show(AblationPanel::Effect);
        press(m_panel->effect()->chip(view));
    }
    void press(QAbstractButton *button)
    {
        if (m_panel->controls()->isAncestorOf(button))
            show(AblationPanel::Switches);
        QVERIFY2(button->isVisible() && button->isEnabled(), qPrintable(button->text()));
        // A check box answers on its indicator and text, at the left.
        const QPoint point =
            qobject_cast<QCheckBox *>(button) ? QPoint(8, button->height() / 2) : button->rect().center();
        QTest::mouseClick(button, Qt::LeftButton, {}, point);
    }
    AblationControls *controls() const { return m_panel->controls(); }
    ImportancePage *page() const { return m_panel->importance(); }
    float temperature() const
    {
        return temperatureOf(m_document->matrices().model()->interventions,
                             selectedHead(m_document->look().selection()));
    }
    /// The present model and the same with nothing off, computed from nothing.
    std::pair<SharedTrace, SharedTrace> passes() const
    {
        const Input input = inputOf(*m_document->result().trace);
        Model whole = *m_document->matrices().model();
        whole.interventions = {};
        return {forward(*m_document->matrices().model(), input), forward(whole, input)};
    }
    void compareRows(const std::vector<VectorChange> &changes) const
    {
        const auto &rows = m_panel->effect()->shown()->list.rows;
        QCOMPARE(rows.size(), changes.size());
        for (std::size_t i = 0; i < changes.size(); ++i)
            QCOMPARE(rows[i].value, changes[i].relative);
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<AblationPanel> m_panel;
};

REGARD_TEST(TestAblationPanel)

#include "test_ablation_panel.moc"
