#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPointer>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "controls/app_theme.h"
#include "document/document.h"
#include "draw/theme.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "test_class.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/snapshots/panel/snapshot_model.h"
#include "views/snapshots/panel/snapshot_strip.h"
#include "views/snapshots/snapshot_facts.h"
#include "views/snapshots/snapshot_news.h"
#include "views/snapshots/snapshot_thumbnails.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr const char *snapshotStripQueries = "encoder.0.self.w_q";

/// A sentence long enough for its pass to take its time.
Project longProject()
{
    Project project = defaultProject();
    for (int i = 0; i < 300; ++i)
        project.source += "word" + std::to_string(i) + " ";
    return project;
}

} // namespace

class TestSnapshotStrip : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        load(readExample("three-inputs"));
        m_strip = std::make_unique<SnapshotStrip>(m_document.get(), m_theme.get(), nullptr);
        m_tester = std::make_unique<QAbstractItemModelTester>(list()->model(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_strip->resize(900, 126);
        m_strip->show();
        QVERIFY(QTest::qWaitForWindowActive(m_strip.get()));
    }
    void cleanup()
    {
        m_tester.reset();
        m_strip.reset();
        m_theme.reset();
        m_document.reset();
    }

    void anEmptyStripSaysHowToTakeOne()
    {
        QVERIFY(!list()->isVisible());
        const auto labels = m_strip->findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel *label) { return label->isVisible() && label->text().contains(u"F7"_s); }));
        QVERIFY(!button(u"More actions for the chosen snapshot"_s)->isEnabled());
        QTest::mouseClick(button(u"Take a snapshot"_s), Qt::LeftButton);
        QVERIFY(list()->isVisible());
        QCOMPARE(texts(), QStringList{u"Snapshot 1"_s});
        QCOMPARE(m_strip->caption(), u"1 of 1 is shown"_s);
        QVERIFY(button(u"More actions for the chosen snapshot"_s)->isEnabled());
    }

    void aClickRecalls()
    {
        takeThree();
        QCOMPARE(m_document->snapshots().current(), 2);
        click(0);
        QCOMPARE(value(), 1.0F);
        QCOMPARE(m_document->snapshots().current(), 0);
        QCOMPARE(row(), 0);
        QCOMPARE(m_strip->caption(), u"1 of 3 is shown"_s);
        click(1);
        QCOMPARE(value(), 2.0F);
        m_document->undoStack()->undo();
        QCOMPARE(value(), 1.0F);
        QCOMPARE(row(), 0);
    }

    void keysRecall_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("from"); ///< the cursor, by arrow keys
        QTest::addColumn<float>("value");
        QTest::newRow("1") << int(Qt::Key_1) << 2 << 1.0F;
        QTest::newRow("2") << int(Qt::Key_2) << 2 << 2.0F;
        QTest::newRow("9: there is none") << int(Qt::Key_9) << 1 << 3.0F;
        QTest::newRow("0: there is none") << int(Qt::Key_0) << 1 << 3.0F;
        QTest::newRow("Enter") << int(Qt::Key_Return) << 1 << 2.0F;
        QTest::newRow("keypad Enter") << int(Qt::Key_Enter) << 0 << 1.0F;
        QTest::newRow("Space") << int(Qt::Key_Space) << 0 << 1.0F;
        QTest::newRow("a letter") << int(Qt::Key_S) << 0 << 3.0F;
    }

    void keysRecall()
    {
        QFETCH(int, key);
        QFETCH(int, from);
        QFETCH(float, value);
        takeThree();
        list()->setFocus();
        for (int i = 2; i > from; --i)
            QTest::keyClick(list(), Qt::Key_Left);
        QCOMPARE(row(), from);
        QCOMPARE(this->value(), 3.0F); // the cursor alone recalls nothing
        QTest::keyClick(list(), Qt::Key(key));
        QCOMPARE(this->value(), value);
    }

    /// One card in the place of another, which is no move.
    void anotherDocumentsOnlySnapshot()
    {
        QVERIFY(m_strip->take());
        const auto before = m_document->snapshots().all().front().state;
        Project other = readExample("three-inputs");
        other.snapshots = {{"other", std::make_shared<const Project>(readExample("it"))}};
        load(other);
        QVERIFY(m_document->snapshots().all().front().state != before);
        QCOMPARE(texts(), QStringList{u"other"_s});
        load(readExample("three-inputs"));
        QCOMPARE(texts(), QStringList());
    }

    void recallByNumber()
    {
        takeThree();
        QVERIFY(m_strip->recall(2));
        QCOMPARE(value(), 2.0F);
        QVERIFY(!m_strip->recall(0));
        QVERIFY(!m_strip->recall(4));
        QCOMPARE(value(), 2.0F);
    }

    void theStripFollowsARecallFromElsewhere()
    {
        takeThree();
        m_document->snapshots().recall(1);
        QCOMPARE(row(), 1);
        QVERIFY(list()->model()->index(1, 0).data(SnapshotModel::IsCurrent).toBool());
        QVERIFY(!list()->model()->index(2, 0).data(SnapshotModel::IsCurrent).toBool());
        QCOMPARE(accessible(1), u"snapshot 2, shown now"_s);
        m_document->matrices().editCell(snapshotStripQueries, 1, 1, 5);
        QVERIFY(!list()->model()->index(1, 0).data(SnapshotModel::IsCurrent).toBool());
        QCOMPARE(accessible(1), u"snapshot 2"_s);
        QCOMPARE(m_strip->caption(), u"3 snapshots"_s);
    }

    void renamingInPlace()
    {
        takeThree();
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Left);
        QTest::keyClick(list(), Qt::Key_F2);
        auto *field = list()->findChild<QLineEdit *>();
        QVERIFY(field && field->isVisible());
        QCOMPARE(field->selectedText(), u"Snapshot 2"_s);
        QCOMPARE(field->accessibleName(), u"Name of snapshot 2"_s);
        QTest::keyClicks(field, u"2 sharper"_s); // digits are text here
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(texts(), (QStringList{u"Snapshot 1"_s, u"2 sharper"_s, u"Snapshot 3"_s}));
        QCOMPARE(value(), 3.0F);
        QTRY_VERIFY(list()->hasFocus());
        m_document->undoStack()->undo();
        QCOMPARE(texts().at(1), u"Snapshot 2"_s);
        QCOMPARE(row(), 1);
        QTRY_VERIFY(!list()->findChild<QLineEdit *>());
        QTest::keyClick(list(), Qt::Key_F2);
        field = list()->findChild<QLineEdit *>();
        QTest::keyClicks(field, u"no"_s);
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(texts().at(1), u"Snapshot 2"_s);
        m_document->snapshots().rename(1, QString());
        QTRY_VERIFY(!list()->findChild<QLineEdit *>());
        QTest::keyClick(list(), Qt::Key_F2);
        QCOMPARE(list()->findChild<QLineEdit *>()->placeholderText(), u"Snapshot 2"_s);
    }

    void renamingOnceMoreGoesOnInTheSameField()
    {
        takeThree();
        trigger(u"Re&name…"_s);
        QPointer<QLineEdit> field = list()->findChild<QLineEdit *>();
        QTest::keyClicks(field, u"sharp"_s);
        QTest::failOnWarning(QRegularExpression(u"editing failed"_s));
        trigger(u"Re&name…"_s);
        QCOMPARE(list()->findChildren<QLineEdit *>(), QList<QLineEdit *>{field});
        QVERIFY(field->hasFocus());
        QTest::keyClicks(field, u"er"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(texts().at(2), u"sharper"_s);
    }

    void whatIsNewInEach()
    {
        m_document->matrices().editCell(snapshotStripQueries, 0, 0, 2);
        m_strip->take();
        m_document->sentences().setSource(u"x3 x1"_s);
        m_strip->take();
        Interventions off;
        off.heads[{Attention::Encoder, 0, 0}] = Replacement::Zero;
        m_document->matrices().setInterventions(off, u"off"_s);
        m_strip->take();
        m_document->matrices().setInterventions({}, u"on"_s);
        ModelConfig config = m_document->matrices().model()->config;
        config.heads = 2;
        m_document->matrices().setConfig(config, u"heads"_s);
        m_strip->take();
        Selection selection = m_document->look().selection();
        selection.head = 1;
        m_document->look().setSelection(selection);
        m_strip->take();
        QCOMPARE(news(), (QStringList{u"W_Q edited"_s, u"sentence"_s, u"head 1.1 off"_s, u"heads 1 → 2, head 1.1 on"_s,
                                      u"view"_s}));
        m_document->snapshots().move(1, 0); // each is compared with the one that now stands before it
        QCOMPARE(news().mid(0, 3),
                 (QStringList{u"sentence, W_Q edited"_s, u"sentence"_s, u"sentence, head 1.1 off"_s}));
        QVERIFY(
            list()->model()->index(1, 0).data(Qt::AccessibleDescriptionRole).toString().startsWith(u"sentence\n"_s));
        m_document->matrices().editCell(snapshotStripQueries, 0, 0, 5); // the document as it is now has no part in it
        QCOMPARE(news().at(0), u"sentence, W_Q edited"_s);
    }

    void whatIsNew_data()
    {
        QTest::addColumn<Project>("state");
        QTest::addColumn<QString>("news");
        const Project start = readExample("three-inputs");
        const auto row = [&start](const char *name, const QString &news, const auto &change) {
            Project state = start;
            change(state);
            QTest::newRow(name) << state << news;
        };
        row("nothing", {}, [](Project &) {});
        row("two matrices", u"2 matrices edited"_s, [](Project &state) {
            for (const char *name : {snapshotStripQueries, "encoder.0.self.w_k"})
                state.model.weights.edit(name)(0, 0) = 9;
        });
        row("a word's row", u"“x2” edited"_s,
            [](Project &state) { state.model.embedding["x2"] = std::make_shared<const Matrix>(Matrix::Zero(1, 4)); });
        row("a word's row is drawn", u"“x1” edited"_s, [](Project &state) { state.model.embedding.erase("x1"); });
        row("masked", u"masked words"_s, [](Project &state) { state.maskedSource = {1}; });
        row("a rule", u"model settings"_s, [](Project &state) { state.model.config.residual = true; });
        row("another seed", u"seed 1 → 7"_s, [](Project &state) {
            state.model.config.seed = 7;
            state.model.weights.edit(snapshotStripQueries)(0, 0) = 9; // drawn anew: no edit of anybody
        });
        row("a temperature", u"temperature"_s, [](Project &state) {
            state.model.interventions.temperatures[{Attention::Encoder, 0, 0}] = 2;
        });
        row("two off", u"2 parts off"_s, [](Project &state) {
            state.model.interventions.heads[{Attention::Encoder, 0, 0}] = Replacement::Mean;
            state.model.interventions.sublayers[{Stack::Encoder, 0, SublayerKind::SelfAttention}] = Replacement::Zero;
        });
    }

    void whatIsNew()
    {
        QFETCH(Project, state);
        const Project start = m_document->project();
        Project before = readExample("three-inputs");
        before.model = start.model;
        // Matrices are told apart by identity: what was not changed is the very same.
        const Project fresh = readExample("three-inputs");
        for (const auto &[name, matrix] : fresh.model.weights.all())
            if (*state.model.weights.find(name) == *matrix)
                state.model.weights.set(name, before.model.weights.find(name));
        for (auto &[token, kept] : state.model.embedding)
            if (*kept == *fresh.model.embedding.at(token))
                kept = before.model.embedding.at(token);
        state.model.given = before.model.given;
        QTEST(snapshotNews(state, before), "news");
    }

    void whatIsOffIsMarked()
    {
        m_document->matrices().editCell(snapshotStripQueries, 0, 0, 2);
        m_strip->take();
        Interventions off;
        off.heads[{Attention::Encoder, 0, 0}] = Replacement::Zero;
        m_document->matrices().setInterventions(off, u"off"_s);
        m_strip->take();
        const auto isMarked = [this](int at) {
            return list()->model()->index(at, 0).data(SnapshotModel::IsPartlyOff).toBool();
        };
        QVERIFY(!isMarked(0));
        QVERIFY(isMarked(1));
        QVERIFY(!tip(0).contains(u"switched off:"_s));
        QVERIFY(tip(1).contains(u"✕ switched off: layer 1 · head 1"_s));
        const QString said = list()->model()->index(1, 0).data(Qt::AccessibleDescriptionRole).toString();
        QVERIFY(said.contains(u"✕ switched off: layer 1 · head 1"_s));
        Interventions bent;
        bent.temperatures[{Attention::Encoder, 0, 0}] = 2;
        m_document->matrices().setInterventions(bent, u"bent"_s);
        m_strip->take();
        QVERIFY(!isMarked(2));
    }

    void removing()
    {
        takeThree();
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Home);
        QTest::keyClick(list(), Qt::Key_Delete);
        QCOMPARE(list()->model()->rowCount(), 2);
        QCOMPARE(row(), 0);
        QTest::keyClick(list(), Qt::Key_Delete);
        QTest::keyClick(list(), Qt::Key_Delete);
        QVERIFY(!list()->isVisible());
        m_document->undoStack()->undo();
        QVERIFY(list()->isVisible());
        QCOMPARE(list()->model()->rowCount(), 1);
        m_document->undoStack()->undo();
        m_document->undoStack()->undo();
        QCOMPARE(values(), (std::vector<float>{1, 2, 3}));
    }

    void movingByKeys()
    {
        takeThree();
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Home);
        QTest::keyClick(list(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(values(), (std::vector<float>{2, 1, 3}));
        QCOMPARE(row(), 1); // the cursor stays on what is moved
        QTest::keyClick(list(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(values(), (std::vector<float>{2, 3, 1}));
        QTest::keyClick(list(), Qt::Key_Right, Qt::ControlModifier); // the end
        QCOMPARE(values(), (std::vector<float>{2, 3, 1}));
        QTest::keyClick(list(), Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(values(), (std::vector<float>{2, 1, 3}));
        QCOMPARE(row(), 1);
        QCOMPARE(value(), 3.0F);
    }

    // What a drag of a card between two others asks of the model.
    void movingByHand()
    {
        takeThree();
        QAbstractItemModel *model = list()->model();
        QVERIFY(list()->dragEnabled() && list()->viewport()->acceptDrops());
        QVERIFY(model->flags(model->index(0, 0)).testFlag(Qt::ItemIsDragEnabled));
        QVERIFY(!model->flags(model->index(0, 0)).testFlag(Qt::ItemIsDropEnabled));
        QSignalSpy moved(model, &QAbstractItemModel::rowsMoved);
        QSignalSpy reset(model, &QAbstractItemModel::modelReset);
        QVERIFY(model->moveRow({}, 0, {}, 3));
        QCOMPARE(values(), (std::vector<float>{2, 3, 1}));
        QVERIFY(model->moveRow({}, 2, {}, 0));
        QCOMPARE(values(), (std::vector<float>{1, 2, 3}));
        QVERIFY(model->moveRow({}, 0, {}, 2));
        QCOMPARE(values(), (std::vector<float>{2, 1, 3}));
        QVERIFY(!model->moveRow({}, 1, {}, 2));
        QVERIFY(!model->moveRow({}, 1, {}, 4));
        QCOMPARE(moved.count(), 3);
        m_document->undoStack()->undo();
        QCOMPARE(moved.count(), 4);
        QCOMPARE(reset.count(), 0);
    }

    void aFullListTakesNoMore()
    {
        for (int i = 0; i < 99; ++i)
            QVERIFY(m_strip->take());
        QVERIFY(!button(u"Take a snapshot"_s)->isEnabled());
        QVERIFY(!m_strip->take());
        QCOMPARE(list()->model()->rowCount(), 99);
        QVERIFY(list()->viewport()->rect().intersects(list()->visualRect(list()->model()->index(98, 0))));
        m_document->snapshots().remove(0);
        QVERIFY(button(u"Take a snapshot"_s)->isEnabled());
    }

    void thumbnailsOfWhatIsThereNeedNoPass()
    {
        QVERIFY(m_strip->take());
        const auto state = m_document->snapshots().all().front().state;
        const SnapshotThumbnail *thumbnail = thumbnails().find(state);
        QVERIFY(thumbnail);
        QVERIFY(thumbnail->weights == m_document->result().trace->blocks.front()->heads.front().weights);
        QVERIFY(!thumbnails().isBusy());
    }

    void thumbnailsOfAFileComeOneAfterTheOther()
    {
        takeThree();
        Project project = m_document->project();
        project.snapshots = parseProject(projectJson(project), "again").snapshots;
        const auto wanted = [&](std::size_t index) {
            return forward(project.snapshots[index].state->model, inputOf(project))
                ->blocks.front()
                ->heads.front()
                .weights;
        };
        const Matrix first = wanted(0);
        const Matrix second = wanted(1);
        m_document->load(project, {});
        QTRY_VERIFY(!thumbnails().isBusy());
        QVERIFY(thumbnails().find(project.snapshots[0].state)->weights == first);
        QVERIFY(thumbnails().find(project.snapshots[1].state)->weights == second);
        QVERIFY(first != second);
    }

    void aThumbnailShowsTheHeadInViewOfItsState()
    {
        load(readExample("it"));
        Selection selection = m_document->look().selection();
        selection.head = 1;
        m_document->look().setSelection(selection);
        m_strip->take();
        selection.head = 0;
        m_document->look().setSelection(selection);
        const auto &heads = m_document->result().trace->blocks.front()->heads;
        QVERIFY(heads[0].weights != heads[1].weights);
        QVERIFY(thumbnails().find(m_document->snapshots().all().front().state)->weights == heads[1].weights);
    }

    void aStateWithoutASentenceSaysSo()
    {
        m_document->sentences().setSource(QString());
        m_strip->take();
        QTRY_VERIFY(thumbnails().find(m_document->snapshots().all().front().state));
        const SnapshotThumbnail *thumbnail = thumbnails().find(m_document->snapshots().all().front().state);
        QCOMPARE(thumbnail->weights.size(), Eigen::Index(0));
        QVERIFY(!thumbnail->problem.isEmpty());
        QVERIFY(tip(0).contains(thumbnail->problem));
        QSignalSpy failed(m_strip->thumbnails(), &SnapshotThumbnails::failed);
        m_strip->thumbnails()->pin(m_document->snapshots().all().front().state, u"a"_s);
        QCOMPARE(failed.count(), 1);
        QVERIFY(!m_document->comparison().pinned());
    }

    void longStatesAreComputedBesideTheWindow()
    {
        load(longProject());
        m_document->snapshots().take();
        ModelConfig config = m_document->matrices().model()->config;
        config.seed = 7;
        m_document->matrices().setConfig(config, u"another seed"_s);
        m_document->snapshots().take(u"seven"_s);
        m_document->waitForResult();
        Project project = m_document->project();
        project.snapshots = parseProject(projectJson(project), "again").snapshots;
        load(project);
        QTRY_VERIFY(!thumbnails().isBusy());
        const SnapshotThumbnail *first = thumbnails().find(project.snapshots[0].state);
        QVERIFY(first);
        QCOMPARE(first->weights.rows(), Eigen::Index(SnapshotThumbnails::side));
        QVERIFY(first->weights != thumbnails().find(project.snapshots[1].state)->weights);
        // Another document while they are under way: what is left over goes nowhere.
        load(project);
        load(readExample("three-inputs"));
        QVERIFY(!thumbnails().isBusy());
        QCOMPARE(list()->model()->rowCount(), 0);
    }

    void pinFromTheMenu()
    {
        takeThree();
        m_document->snapshots().rename(1, u"sharper"_s);
        list()->setCurrentIndex(list()->model()->index(1, 0));
        trigger(u"&Pin to compare with it"_s);
        QTRY_VERIFY(m_document->comparison().pinned());
        QCOMPARE(m_document->comparison().pinned()->name, u"snapshot 2 · sharper"_s);
        QCOMPARE(m_document->comparison().pinned()->result.model->weights.at(snapshotStripQueries)(0, 0), 2.0F);
        QCOMPARE(m_document->comparison().pinned()->source.tokens.size(), std::size_t(3));
        QCOMPARE(m_document->comparison().pinned()->result.trace->blocks.size(), std::size_t(1));
        QCOMPARE(value(), 3.0F);
    }

    void pinningALongState()
    {
        load(longProject());
        m_document->snapshots().take();
        ModelConfig config = m_document->matrices().model()->config;
        config.seed = 7;
        m_document->matrices().setConfig(config, u"another seed"_s);
        m_strip->thumbnails()->pin(m_document->snapshots().all().front().state, u"snapshot 1"_s);
        QTRY_VERIFY(m_document->comparison().pinned());
        QCOMPARE(m_document->comparison().pinned()->result.model->config.seed, std::uint64_t(1));
        QCOMPARE(m_document->comparison().pinned()->source.tokens.size(), std::size_t(300));
        QTRY_VERIFY(!thumbnails().isBusy());
    }

    void theMenuOffersWhatCanBeDone()
    {
        takeThree();
        list()->setCurrentIndex(list()->model()->index(0, 0));
        QVERIFY(!enabled(u"Move &left"_s));
        QVERIFY(enabled(u"Move ri&ght"_s));
        trigger(u"Move ri&ght"_s);
        QCOMPARE(values(), (std::vector<float>{2, 1, 3}));
        trigger(u"&Recall"_s);
        QCOMPARE(value(), 1.0F);
        trigger(u"Re&name…"_s);
        QVERIFY(list()->findChild<QLineEdit *>());
        trigger(u"Re&move"_s);
        QCOMPARE(list()->model()->rowCount(), 2);
        QCOMPARE(texts(), (QStringList{u"Snapshot 2"_s, u"Snapshot 3"_s})); // the field's text is no other's name
        // A key that stands in the menu is none of the window's.
        for (const QAction *action : button(u"More actions for the chosen snapshot"_s)->menu()->actions())
            QVERIFY(action->shortcut().isEmpty());
    }

    void toolTipsAreFacts()
    {
        m_document->snapshots().take(u"<b>"_s);
        m_document->matrices().editCell(snapshotStripQueries, 0, 0, 2);
        m_document->sentences().setSource(u"x3 <s>"_s);
        m_strip->take();
        QCOMPARE(tip(1).split(u'\n').mid(0, 4).join(u'\n'),
                 u"snapshot 2\n“x3 <s>”\nlayer 1 · head 1\nencoder 1 × 1 (layers × heads), d_model 4"_s);
        QVERIFY(tip(1).contains(u"This is what is shown now."_s));
        QVERIFY(tip(0).startsWith(u"snapshot 1 · <b>\n“x1 x2 x3”\n"_s));
        QVERIFY(tip(0).endsWith(u"Differs from now in: sentence, 1 matrix"_s));
    }

    void differences()
    {
        const Project now = m_document->project();
        Project state = now;
        QCOMPARE(snapshotDifferences(state, now), QString());
        state.source = "x1";
        state.maskedSource = {0};
        state.model.interventions.heads[{Attention::Encoder, 0, 0}] = Replacement::Zero;
        state.model.embedding.erase("x1");
        state.model.embedding["x2"] = std::make_shared<const Matrix>(Matrix::Zero(1, 4));
        QCOMPARE(snapshotDifferences(state, now),
                 u"sentence, masked words, what is switched off, the rows of 2 words"_s);
    }

    void paintedAnewInAnotherTheme()
    {
        takeThree();
        QCoreApplication::processEvents();
        const QImage light = m_strip->grab().toImage();
        m_theme->setChoice(AppTheme::Choice::Dark);
        QCoreApplication::processEvents();
        const QImage dark = m_strip->grab().toImage();
        const QRect card = list()->visualRect(list()->model()->index(0, 0));
        const QPoint corner = list()->viewport()->mapTo(m_strip.get(), card.topLeft());
        const Matrix &weights = thumbnails().find(m_document->snapshots().all().front().state)->weights;
        for (const auto &[picture, theme] : {std::pair(light, Theme::light()), std::pair(dark, Theme::darkTheme())}) {
            QCOMPARE(picture.pixelColor(corner + QPoint(4, 30)), theme.panel); // beside the thumbnail
            const QRgb first = ColorRange().color(double(weights(0, 0)), theme);
            QCOMPARE(picture.pixelColor(corner + QPoint(9, 9)), QColor::fromRgb(first));
        }
    }

    void theScaleIsThatOfTheHeatmap()
    {
        takeThree();
        m_document->look().setColorScale(ColorScale::Logarithmic);
        QCoreApplication::processEvents();
        const QImage picture = m_strip->grab().toImage();
        const QRect card = list()->visualRect(list()->model()->index(0, 0));
        const QPoint corner = list()->viewport()->mapTo(m_strip.get(), card.topLeft());
        const Matrix &weights = thumbnails().find(m_document->snapshots().all().front().state)->weights;
        const QRgb first =
            ColorRange::ofWeights({}, ColorScale::Logarithmic).color(double(weights(0, 0)), Theme::light());
        QVERIFY(first != ColorRange().color(double(weights(0, 0)), Theme::light()));
        QCOMPARE(picture.pixelColor(corner + QPoint(9, 9)), QColor::fromRgb(first));
    }

    /// Neither does its picture grow until no room is left for name and news.
    void aCardIsNoHigherInAHighStrip()
    {
        m_strip->resize(900, 400);
        takeThree();
        QCoreApplication::processEvents();
        const QRect card = list()->visualRect(list()->model()->index(0, 0));
        QVERIFY(card.height() > 250);
        const QImage seen = list()->viewport()->grab().toImage();
        const QColor empty = seen.pixelColor(seen.width() - 5, seen.height() - 5);
        QCOMPARE(seen.pixelColor(card.topLeft() + QPoint(20, 200)), empty);
        QVERIFY(seen.pixelColor(card.topLeft() + QPoint(9, 9)) != empty); // the thumbnail
    }

    void theCurrentOneIsMarkedByMoreThanColour()
    {
        takeThree();
        const auto edge = [this](int pixels) { return card(0).pixelColor(pixels, 30); }; // from the left
        const Theme &theme = m_theme->theme();
        QCOMPARE(edge(1), theme.border);
        QCOMPARE(edge(2), theme.panel);
        m_document->snapshots().recall(0);
        list()->clearFocus(); // whose frame would be on the edge
        QCOMPARE(edge(1), theme.accent);
        QCOMPARE(edge(2), theme.accent); // twice as thick
        QCOMPARE(edge(3), theme.accentSoft);
    }

private:
    void load(const Project &project)
    {
        m_document->load(project, {});
        m_document->waitForResult();
    }
    QListView *list() const { return m_strip->list(); }
    const SnapshotThumbnails &thumbnails() const { return *m_strip->thumbnails(); }
    int row() const { return list()->currentIndex().row(); }
    float value() const { return m_document->matrices().model()->weights.at(snapshotStripQueries)(0, 0); }
    /// Snapshots of W_Q [0, 0] at 1, 2 and 3.
    void takeThree()
    {
        for (const float number : {1.0F, 2.0F, 3.0F}) {
            m_document->matrices().editCell(snapshotStripQueries, 0, 0, number);
            QVERIFY(m_strip->take());
        }
    }
    std::vector<float> values() const
    {
        std::vector<float> list;
        for (const Snapshot &snapshot : m_document->snapshots().all())
            list.push_back(snapshot.state->model.weights.at(snapshotStripQueries)(0, 0));
        return list;
    }
    QStringList texts() const
    {
        QStringList all;
        for (int i = 0; i < list()->model()->rowCount(); ++i)
            all << static_cast<const SnapshotModel *>(list()->model())->name(list()->model()->index(i, 0));
        return all;
    }
    QStringList news() const
    {
        QStringList all;
        for (int i = 0; i < list()->model()->rowCount(); ++i)
            all << list()->model()->index(i, 0).data(SnapshotModel::News).toString();
        return all;
    }
    QString accessible(int at) const { return list()->model()->index(at, 0).data(Qt::AccessibleTextRole).toString(); }
    /// As it is read, whatever it takes for a tool tip to show it.
    QString tip(int at) const
    {
        QString text = list()->model()->index(at, 0).data(Qt::ToolTipRole).toString();
        const QString frame = u"<p style='white-space:pre-wrap'>"_s;
        if (text.startsWith(frame))
            text = text.mid(frame.size()).chopped(4).replace(u"&lt;"_s, u"<"_s).replace(u"&gt;"_s, u">"_s);
        return text;
    }
    void click(int at)
    {
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, {},
                          list()->visualRect(list()->model()->index(at, 0)).center());
    }
    QToolButton *button(const QString &name) const
    {
        for (QToolButton *found : m_strip->findChildren<QToolButton *>())
            if (found->accessibleName() == name)
                return found;
        return nullptr;
    }
    QAction *entry(const QString &text) const
    {
        QMenu *menu = button(u"More actions for the chosen snapshot"_s)->menu();
        emit menu->aboutToShow();
        for (QAction *action : menu->actions())
            if (action->text().section(u'\t', 0, 0) == text)
                return action;
        return nullptr;
    }
    bool enabled(const QString &text) const { return entry(text)->isEnabled(); }
    void trigger(const QString &text) const
    {
        QAction *action = entry(text);
        QVERIFY(action && action->isEnabled());
        action->trigger();
    }
    QImage card(int at) const
    {
        QCoreApplication::processEvents();
        return list()->viewport()->grab(list()->visualRect(list()->model()->index(at, 0))).toImage();
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<SnapshotStrip> m_strip;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

REGARD_TEST(TestSnapshotStrip)
#include "test_snapshot_strip.moc"
