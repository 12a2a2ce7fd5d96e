#include <set>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "document/document.h"
#include "document/snapshots/snapshot_name.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr const char *queries = "encoder.0.self.w_q";

} // namespace

/// Numbered states: every change of the list and every recall is one undo step.
class TestSnapshots : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->load(readExample("three-inputs"), u"/somewhere/three.regard"_s);
        m_document->waitForResult();
    }

    void taking()
    {
        QSignalSpy changed(&m_document->snapshots(), &Snapshots::snapshotsChanged);
        const std::string state = text();
        m_document->snapshots().take();
        m_document->snapshots().take(u"  sharper   still "_s);
        QCOMPARE(changed.count(), 2);
        QCOMPARE(names(), (QStringList{u"Snapshot 1"_s, u"sharper still"_s}));
        QCOMPARE(m_document->undoStack()->count(), 2);
        QCOMPARE(m_document->undoStack()->undoText(), u"Take snapshot 2"_s);
        QVERIFY(m_document->isModified());
        QCOMPARE(m_document->snapshots().current(), 1);
        QVERIFY(state0().snapshots.empty());
        QCOMPARE(projectJson(state0()), state);
        undo();
        QCOMPARE(names(), QStringList{u"Snapshot 1"_s});
        QCOMPARE(m_document->snapshots().current(), 0);
        undo();
        QVERIFY(names().isEmpty());
        QCOMPARE(m_document->snapshots().current(), -1);
        QVERIFY(!m_document->isModified());
        redo();
        redo();
        QCOMPARE(names(), (QStringList{u"Snapshot 1"_s, u"sharper still"_s}));
    }

    void captions()
    {
        QCOMPARE(snapshotCaption({{}, nullptr}, 2), u"snapshot 3"_s);
        QCOMPARE(snapshotCaption({"sharper", nullptr}, 2), u"snapshot 3 · sharper"_s);
        QCOMPARE(snapshotName({"100 % <b>", nullptr}, 2), u"100 % <b>"_s);
        QCOMPARE(snapshotCaption({"Snapshot 3", nullptr}, 2), u"snapshot 3"_s);
        QCOMPARE(snapshotCaption({"Snapshot 3", nullptr}, 0), u"snapshot 1 · Snapshot 3"_s);
    }

    // Number badges show places; a name that was given when it was taken goes along.
    void namesGoAlong()
    {
        take(3);
        QCOMPARE(m_document->snapshots().all()[2].name, std::string("Snapshot 3"));
        m_document->snapshots().move(2, 0);
        QCOMPARE(names(), (QStringList{u"Snapshot 3"_s, u"Snapshot 1"_s, u"Snapshot 2"_s}));
        m_document->snapshots().take();
        m_document->snapshots().remove(0);
        QCOMPARE(names(), (QStringList{u"Snapshot 1"_s, u"Snapshot 2"_s, u"Snapshot 4"_s}));
        m_document->snapshots().take(); // the fourth, but there is one of that name
        QCOMPARE(names().last(), u"Snapshot 5"_s);
        // A file may leave the name out.
        Project project = m_document->project();
        project.snapshots[1].name.clear();
        m_document->load(project, {});
        QCOMPARE(names().at(1), u"Snapshot 2"_s);
        m_document->snapshots().move(1, 0);
        QCOMPARE(names().at(0), u"Snapshot 1"_s);
    }

    void renaming()
    {
        take(2);
        const int steps = m_document->undoStack()->count();
        m_document->snapshots().rename(1, u" soft "_s);
        QCOMPARE(names(), (QStringList{u"Snapshot 1"_s, u"soft"_s}));
        m_document->snapshots().rename(1, u"soft"_s); // nothing to do
        QCOMPARE(m_document->undoStack()->count(), steps + 1);
        QCOMPARE(m_document->snapshots().current(), 1);
        undo();
        QCOMPARE(names(), (QStringList{u"Snapshot 1"_s, u"Snapshot 2"_s}));
        redo();
        m_document->snapshots().rename(1, QString());
        QCOMPARE(names(), (QStringList{u"Snapshot 1"_s, u"Snapshot 2"_s}));
    }

    void moving_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<QStringList>("after");
        QTest::newRow("to the end") << 0 << 3 << QStringList{u"b"_s, u"c"_s, u"d"_s, u"a"_s};
        QTest::newRow("to the start") << 3 << 0 << QStringList{u"d"_s, u"a"_s, u"b"_s, u"c"_s};
        QTest::newRow("one right") << 1 << 2 << QStringList{u"a"_s, u"c"_s, u"b"_s, u"d"_s};
        QTest::newRow("one left") << 2 << 1 << QStringList{u"a"_s, u"c"_s, u"b"_s, u"d"_s};
        QTest::newRow("where it is") << 2 << 2 << QStringList{u"a"_s, u"b"_s, u"c"_s, u"d"_s};
        QTest::newRow("beyond") << 2 << 4 << QStringList{u"a"_s, u"b"_s, u"c"_s, u"d"_s};
    }

    void moving()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        QFETCH(QStringList, after);
        for (const char *name : {"a", "b", "c", "d"})
            m_document->snapshots().take(QString::fromLatin1(name));
        const QStringList before = names();
        const int steps = m_document->undoStack()->count();
        m_document->snapshots().move(from, to);
        QCOMPARE(names(), after);
        QCOMPARE(m_document->undoStack()->count(), steps + (after == before ? 0 : 1));
        QCOMPARE(m_document->snapshots().current(), int(after.indexOf(u"d"_s)));
        if (after != before) {
            undo();
            QCOMPARE(names(), before);
            QCOMPARE(m_document->snapshots().current(), 3);
        }
    }

    void removing()
    {
        take(3);
        const auto last = m_document->snapshots().all().back().state;
        m_document->snapshots().remove(0);
        QCOMPARE(m_document->snapshots().all().size(), std::size_t(2));
        QCOMPARE(m_document->snapshots().current(), 1);
        m_document->snapshots().remove(1);
        QCOMPARE(m_document->snapshots().current(), -1);
        m_document->snapshots().remove(1); // there is none
        undo();
        QCOMPARE(m_document->snapshots().all().back().state, last);
        QCOMPARE(m_document->snapshots().current(), 1);
        undo();
        QCOMPARE(m_document->snapshots().all().size(), std::size_t(3));
    }

    void noMoreThanTheFileKeeps()
    {
        take(99);
        QVERIFY(!m_document->snapshots().canTake());
        m_document->snapshots().take();
        QCOMPARE(m_document->snapshots().all().size(), std::size_t(99));
        QCOMPARE(m_document->undoStack()->count(), 99);
    }

    void recallIsOneStepAndExact()
    {
        m_document->matrices().editCell(queries, 0, 0, 0.1F);
        Selection selection = m_document->look().selection();
        selection.query = 2;
        selection.stage = Stage::Scaled;
        m_document->look().setSelection(selection);
        m_document->look().setStepView({StepKind::Weigh, true, false, true, 1, 2});
        m_document->look().setCell({queries, 1, 2});
        m_document->snapshots().take();
        const std::string taken = withoutList();
        const SharedMatrix matrix = m_document->matrices().model()->weights.find(queries);

        m_document->matrices().editCell(queries, 0, 0, 5);
        m_document->sentences().setSource(u"x3 x3"_s);
        ModelConfig config = m_document->matrices().model()->config;
        config.outputProjection = true;
        m_document->matrices().setConfig(config, u"an output projection"_s);
        m_document->snapshots().take();
        const std::string before = withoutList();
        const int steps = m_document->undoStack()->count();
        QSignalSpy loaded(m_document.get(), &Document::loaded);

        m_document->snapshots().recall(0);
        QCOMPARE(m_document->undoStack()->count(), steps + 1);
        QCOMPARE(m_document->undoStack()->undoText(), u"Recall snapshot 1"_s);
        QCOMPARE(loaded.count(), 1);
        QCOMPARE(withoutList(), taken);
        QCOMPARE(m_document->matrices().model()->weights.find(queries), matrix);
        QCOMPARE(m_document->look().selection().query, 2);
        QCOMPARE(m_document->look().stepView(), (StepView{StepKind::Weigh, true, false, true, 1, 2}));
        QCOMPARE(m_document->look().cell(), (CellRef{queries, 1, 2}));
        QCOMPARE(m_document->snapshots().current(), 0);
        m_document->waitForResult();
        QCOMPARE(m_document->result().model->weights.find(queries), matrix);

        undo();
        QCOMPARE(withoutList(), before);
        QCOMPARE(m_document->snapshots().current(), 1);
        redo();
        QCOMPARE(withoutList(), taken);
        QCOMPARE(m_document->snapshots().current(), 0);
        // It is there already.
        m_document->snapshots().recall(0);
        QCOMPARE(m_document->undoStack()->count(), steps + 1);
        m_document->snapshots().recall(2);
        m_document->snapshots().recall(-1);
        QCOMPARE(m_document->undoStack()->count(), steps + 1);
    }

    void interventionsAreRecalled()
    {
        Interventions off;
        off.heads[{Attention::Encoder, 0, 0}] = Replacement::Zero;
        m_document->matrices().setInterventions(off, u"off"_s);
        m_document->snapshots().take();
        m_document->matrices().setInterventions({}, u"on"_s);
        QCOMPARE(m_document->snapshots().current(), -1);
        m_document->snapshots().recall(0);
        QVERIFY(m_document->matrices().model()->interventions == off);
    }

    void titleAndPathStay()
    {
        m_document->snapshots().take();
        Project other = readExample("it");
        other.title = "another";
        other.note = "a note";
        m_document->restore(other, u"another state"_s);
        m_document->snapshots().recall(0);
        QCOMPARE(m_document->title(), u"another"_s);
        QCOMPARE(m_document->note(), u"a note"_s);
        QCOMPARE(m_document->path(), u"/somewhere/three.regard"_s);
        QCOMPARE(m_document->snapshots().current(), 0);
    }

    void cellsCompareWithWhatWasOpened()
    {
        m_document->matrices().editCell(queries, 0, 0, 3);
        m_document->snapshots().take();
        m_document->matrices().editCell(queries, 0, 0, 4);
        m_document->snapshots().recall(0);
        QVERIFY(m_document->matrices().compared().isChanged(queries, 0, 0));
        QCOMPARE(m_document->matrices().compared().valueBefore(queries, 0, 0), 1.0F);
        undo();
        QCOMPARE(m_document->matrices().compared().valueBefore(queries, 0, 0), 1.0F);
        // After another state was restored, recall compares with that one.
        m_document->restore(readExample("three-inputs"), u"as it was"_s);
        m_document->matrices().editCell(queries, 0, 0, 9);
        m_document->snapshots().recall(0);
        QCOMPARE(m_document->matrices().compared().valueBefore(queries, 0, 0), 1.0F);
    }

    void theListStaysOverRecallAndRestore()
    {
        take(1);
        m_document->restore(readExample("it"), u"page 1"_s);
        QCOMPARE(names(), QStringList{u"Snapshot 1"_s});
        m_document->snapshots().take(u"it"_s);
        m_document->snapshots().recall(0);
        m_document->snapshots().rename(0, u"three"_s);
        const QStringList both{u"three"_s, u"it"_s};
        QCOMPARE(names(), both);
        m_document->snapshots().recall(1);
        QCOMPARE(names(), both);
        m_document->restore(readExample("vaswani"), u"page 2"_s);
        QCOMPARE(names(), both);
        undo(); // page 2
        undo(); // recall
        QCOMPARE(names(), both);
        undo(); // rename
        QCOMPARE(names(), (QStringList{u"Snapshot 1"_s, u"it"_s}));
        undo(); // recall
        QCOMPARE(names(), (QStringList{u"Snapshot 1"_s, u"it"_s}));
        undo(); // take
        QCOMPARE(names(), QStringList{u"Snapshot 1"_s});
        undo(); // page 1
        QCOMPARE(names(), QStringList{u"Snapshot 1"_s});
        undo();
        QVERIFY(names().isEmpty());
        QVERIFY(!m_document->isModified());
        for (int i = 0; i < 7; ++i)
            redo();
        QCOMPARE(names(), both);
        QCOMPARE(m_document->sentences().source(), QString::fromStdString(readExample("vaswani").source));
    }

    void currentUntilSomethingChanges_data()
    {
        QTest::addColumn<int>("change");
        QTest::addColumn<int>("current");
        QTest::newRow("selection") << 0 << 0;
        QTest::newRow("steps") << 1 << 0;
        QTest::newRow("cell in view") << 2 << 0;
        QTest::newRow("hover") << 3 << 0;
        QTest::newRow("cell") << 4 << -1;
        QTest::newRow("sentence") << 5 << -1;
        QTest::newRow("mask") << 6 << -1;
        QTest::newRow("model") << 7 << -1;
        QTest::newRow("restore") << 8 << -1;
        QTest::newRow("tokenizer") << 9 << -1;
        QTest::newRow("revert") << 10 << -1;
    }

    void currentUntilSomethingChanges()
    {
        QFETCH(int, change);
        QFETCH(int, current);
        m_document->matrices().editCell(queries, 1, 1, 8);
        m_document->snapshots().take();
        QSignalSpy changed(&m_document->snapshots(), &Snapshots::snapshotsChanged);
        // Whoever asks while the change is being told gets the truth too.
        std::set<int> answers;
        const auto ask = [&] { answers.insert(m_document->snapshots().current()); };
        connect(&m_document->matrices(), &Matrices::modelChanged, this, ask);
        connect(&m_document->sentences(), &Sentences::sourceChanged, this, ask);
        connect(m_document.get(), &Document::loaded, this, ask);
        Selection selection = m_document->look().selection();
        selection.query = 1;
        ModelConfig config = m_document->matrices().model()->config;
        config.score = Score::ScaledDot;
        switch (change) {
        case 0:
            m_document->look().setSelection(selection);
            break;
        case 1:
            m_document->look().setStepView({StepKind::Weigh, true, false, true, 1, 2});
            break;
        case 2:
            m_document->look().setCell({queries, 0, 1});
            break;
        case 3:
            m_document->look().setPointed({{{"X", 0, -1}}, {{0, 1}}});
            break;
        case 4:
            m_document->matrices().editCell(queries, 0, 0, 3);
            break;
        case 5:
            m_document->sentences().setSource(u"x1"_s);
            break;
        case 6:
            m_document->sentences().setMasked(Side::Source, 1, true);
            break;
        case 7:
            m_document->matrices().setConfig(config, u"scaled"_s);
            break;
        case 8:
            m_document->restore(readExample("it"), u"page"_s);
            break;
        case 9:
            m_document->sentences().setTokenizer(Tokenizer::Words);
            break;
        case 10:
            m_document->matrices().revertChanges();
            break;
        default:
            QFAIL("no such change");
        }
        m_document->disconnect(this);
        QCOMPARE(m_document->snapshots().current(), current);
        QCOMPARE(changed.count(), current < 0 ? 1 : 0);
        QVERIFY(current == 0 || answers == std::set<int>{-1});
        if (current < 0) {
            undo();
            QCOMPARE(m_document->snapshots().current(), 0);
            QCOMPARE(changed.count(), 2);
        }
    }

    void tenSnapshotsShareTheirMatrices()
    {
        m_document->load(readExample("vaswani"), {});
        const std::shared_ptr<const Model> first = m_document->matrices().model();
        std::string edited;
        for (const auto &[name, matrix] : first->weights.all())
            if (matrix->rows() > 1)
                edited = name;
        for (int i = 0; i < 10; ++i) {
            m_document->snapshots().take();
            m_document->matrices().editCell(edited, 0, 0, float(i) + 0.5F);
        }
        for (const Snapshot &snapshot : m_document->snapshots().all()) {
            for (const auto &[name, matrix] : first->weights.all())
                if (name != edited)
                    QCOMPARE(snapshot.state->model.weights.find(name), matrix);
            for (const auto &[token, row] : first->embedding)
                QCOMPARE(snapshot.state->model.embedding.at(token), row);
        }
        std::set<SharedMatrix> versions;
        for (const Snapshot &snapshot : m_document->snapshots().all())
            versions.insert(snapshot.state->model.weights.find(edited));
        QCOMPARE(versions.size(), std::size_t(10));
        m_document->snapshots().recall(0);
        QCOMPARE(m_document->matrices().model()->weights.find(edited), first->weights.find(edited));
    }

    void theFileKeepsThem()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"a.regard"_s);
        m_document->snapshots().take(u"first"_s);
        m_document->matrices().editCell(queries, 0, 0, 0.1F);
        m_document->snapshots().take();
        const std::string first = projectJson(*m_document->snapshots().all()[0].state);
        m_document->save(path);
        QVERIFY(!m_document->isModified());
        m_document->snapshots().rename(0, u"other"_s);
        QVERIFY(m_document->isModified());

        QSignalSpy changed(&m_document->snapshots(), &Snapshots::snapshotsChanged);
        m_document->load(readProject(path), path);
        QVERIFY(changed.count() > 0);
        QCOMPARE(names(), (QStringList{u"first"_s, u"Snapshot 2"_s}));
        QCOMPARE(m_document->snapshots().current(), -1);
        QVERIFY(!m_document->isModified());
        m_document->snapshots().recall(0);
        QCOMPARE(withoutList(), first);
        QCOMPARE(m_document->snapshots().current(), 0);
        m_document->load(readExample("it"), {});
        QVERIFY(names().isEmpty());
    }

    void pinnedStaysOverARecall()
    {
        m_document->snapshots().take();
        m_document->matrices().editCell(queries, 0, 0, 3);
        m_document->comparison().pin();
        const auto pinned = m_document->comparison().pinned();
        m_document->snapshots().recall(0);
        QCOMPARE(m_document->comparison().pinned(), pinned);
        QVERIFY(m_document->matrices().compared().isChanged(queries, 0, 0));
        QCOMPARE(m_document->matrices().compared().valueBefore(queries, 0, 0), 3.0F);
    }

private:
    QStringList names() const
    {
        QStringList list;
        for (const Snapshot &snapshot : m_document->snapshots().all())
            list << snapshotName(snapshot, int(list.size()));
        return list;
    }
    void take(int count)
    {
        for (int i = 0; i < count; ++i)
            m_document->snapshots().take();
    }
    void undo() { m_document->undoStack()->undo(); }
    void redo() { m_document->undoStack()->redo(); }
    const Project &state0() const { return *m_document->snapshots().all().front().state; }
    std::string text() const { return projectJson(m_document->project()); }
    std::string withoutList() const
    {
        Project project = m_document->project();
        project.snapshots.clear();
        return projectJson(project);
    }

    std::unique_ptr<Document> m_document;
};

REGARD_GUILESS_TEST(TestSnapshots)
#include "test_snapshots.moc"
