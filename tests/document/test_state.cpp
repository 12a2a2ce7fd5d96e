#include <QSignalSpy>
#include <QTest>

#include "document/document.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// Everything at once as one undo step, and what is kept of a document beside its undo stack.
class TestState : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->load(readExample("three-inputs"), u"/somewhere/three.regard"_s);
        m_document->waitForResult();
    }

    void restoreIsOneStep()
    {
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        m_document->look().setStepView({StepKind::Weigh, true, false, true, 1, 2});
        const std::string before = projectJson(m_document->project());
        const Project other = readExample("source-and-target");
        QSignalSpy loaded(m_document.get(), &Document::loaded);
        m_document->restore(other, u"another state"_s);
        QCOMPARE(m_document->undoStack()->count(), 2);
        QCOMPARE(m_document->undoStack()->undoText(), u"another state"_s);
        QCOMPARE(loaded.count(), 1);
        QCOMPARE(m_document->path(), u"/somewhere/three.regard"_s);
        QCOMPARE(m_document->sentences().source(), QString::fromStdString(other.source));
        m_document->waitForResult();
        QCOMPARE(m_document->result().trace->blocks.size(), std::size_t(3));
        QVERIFY(m_document->isModified());
        // Cells compare with the state restored, not with the file before it.
        QVERIFY(!m_document->matrices().compared().isChanged("encoder.0.self.w_q", 0, 0));

        m_document->undoStack()->undo();
        m_document->waitForResult();
        QCOMPARE(projectJson(m_document->project()), before);
        QCOMPARE(m_document->look().stepView(), (StepView{StepKind::Weigh, true, false, true, 1, 2}));
        QCOMPARE(m_document->result().trace->blocks.front()->heads.front().weights.rows(), Eigen::Index(3));
        // The edit before can still be taken back, and cells know what the file had.
        QVERIFY(m_document->matrices().compared().isChanged("encoder.0.self.w_q", 0, 0));
        m_document->undoStack()->undo();
        QVERIFY(!m_document->matrices().compared().isChanged("encoder.0.self.w_q", 0, 0));
        QVERIFY(!m_document->isModified());
        m_document->undoStack()->redo();
        m_document->undoStack()->redo();
        QCOMPARE(m_document->sentences().target(), QString::fromStdString(other.target));
    }

    /// Bit for bit, with everything that can be undone and redone, whatever was loaded and changed meanwhile.
    void setAsideAndTakenUp()
    {
        const std::string w = "encoder.0.self.w_q";
        m_document->matrices().editCell(w, 0, 0, 0.1F);
        m_document->sentences().setSource(u"x3 x1"_s);
        m_document->snapshots().take(u"a state"_s);
        m_document->matrices().editCell(w, 1, 1, 7);
        m_document->waitForResult();
        m_document->comparison().pin();
        m_document->undoStack()->undo();
        m_document->waitForResult();
        const std::string before = projectJson(m_document->project());
        const auto model = m_document->matrices().model();
        const auto pinned = m_document->comparison().pinned();
        const int steps = m_document->undoStack()->count();
        QSignalSpy index(m_document->undoGroup(), &QUndoGroup::indexChanged);
        QSignalSpy clean(m_document->undoGroup(), &QUndoGroup::cleanChanged);

        m_document->setAside();
        QVERIFY(m_document->hasAside());
        QCOMPARE(m_document->undoStack()->count(), 0);
        QVERIFY(!m_document->isModified());
        QCOMPARE(clean.last().first().toBool(), true);
        m_document->load(readExample("source-and-target"), {});
        m_document->matrices().editCell("encoder.0.self.w_k", 0, 0, 9);
        m_document->setAside(); // what is kept stays
        m_document->load(readExample("it"), {});
        m_document->sentences().setSource(u"the cat"_s);
        m_document->waitForResult();

        QSignalSpy loaded(m_document.get(), &Document::loaded);
        m_document->takeUp();
        QVERIFY(!m_document->hasAside());
        QCOMPARE(loaded.count(), 1);
        QCOMPARE(projectJson(m_document->project()), before);
        QVERIFY(m_document->matrices().model() == model);
        QVERIFY(m_document->comparison().pinned() == pinned);
        QCOMPARE(m_document->snapshots().all().size(), std::size_t(1));
        QCOMPARE(m_document->path(), u"/somewhere/three.regard"_s);
        QVERIFY(m_document->isModified());
        QCOMPARE(clean.last().first().toBool(), false);
        QCOMPARE(index.last().first().toInt(), m_document->undoStack()->index());
        QCOMPARE(m_document->undoStack()->count(), steps);
        QVERIFY(m_document->matrices().compared().isChanged(w, 1, 1)); // against what is pinned
        QVERIFY(!m_document->isBusy() && m_document->result().model == model);
        m_document->undoStack()->redo();
        QCOMPARE((*m_document->matrices().matrix(w))(1, 1), 7.0F);
        while (m_document->undoStack()->canUndo())
            m_document->undoStack()->undo();
        QVERIFY(!m_document->isModified());
        QCOMPARE((*m_document->matrices().matrix(w))(0, 0), 1.0F);
        QCOMPARE(m_document->sentences().source(), u"x1 x2 x3"_s);
        m_document->takeUp(); // nothing is kept any more
        QCOMPARE(m_document->sentences().source(), u"x1 x2 x3"_s);
    }

    /// Work that was recovered has no steps and is unsaved; what is loaded after it is not.
    void whatIsLoadedAfterUnsavedWorkIsClean()
    {
        m_document->load(readExample("it"), {});
        m_document->undoStack()->resetClean();
        QVERIFY(m_document->isModified());
        QSignalSpy clean(m_document->undoGroup(), &QUndoGroup::cleanChanged);
        m_document->load(readExample("three-inputs"), {});
        QVERIFY(!m_document->isModified());
        QCOMPARE(clean.size(), 1);
    }

    void stepViewIsKeptInTheProject()
    {
        QSignalSpy changed(&m_document->look(), &Look::stepViewChanged);
        const StepView view{StepKind::Score, false, true, true, 2, 3};
        m_document->look().setStepView(view);
        m_document->look().setStepView(view);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(m_document->project().view.steps, view);
        QCOMPARE(m_document->undoStack()->count(), 0);
        const Project stored = parseProject(projectJson(m_document->project()), "stored");
        m_document->load(readExample("it"), {});
        QCOMPARE(m_document->look().stepView(), StepView());
        m_document->load(stored, {});
        QCOMPARE(m_document->look().stepView(), view);
    }

    void cellExists()
    {
        QSignalSpy changed(&m_document->look(), &Look::cellChanged);
        m_document->look().setCell({"encoder.0.self.w_k", 3, 2});
        QCOMPARE(m_document->look().cell(), (CellRef{"encoder.0.self.w_k", 3, 2}));
        for (const CellRef &bad : {CellRef{"encoder.0.self.w_k", 4, 0}, CellRef{"encoder.0.self.w_k", 0, 3},
                                   CellRef{"encoder.1.self.w_k", 0, 0}, CellRef{"X", 0, -1}, CellRef{}}) {
            m_document->look().setCell({"X", 2, 3});
            m_document->look().setCell(bad);
            QCOMPARE(m_document->look().cell(), CellRef());
        }
        QCOMPARE(changed.count(), 1 + 2 * 5);
    }

    void cellGoesWithItsRowOrMatrix()
    {
        m_document->look().setCell({"X", 2, 0});
        m_document->sentences().setSource(u"x1 x2"_s);
        QCOMPARE(m_document->look().cell(), CellRef());
        m_document->look().setCell({"encoder.0.self.w_v", 3, 2});
        ModelConfig config = m_document->matrices().model()->config;
        config.dModel = 3;
        m_document->matrices().setConfig(config, u"smaller"_s);
        QCOMPARE(m_document->look().cell(), CellRef());
    }

    void pointedStandsBeforeMarked()
    {
        QSignalSpy changed(&m_document->look(), &Look::highlightChanged);
        const Highlight lesson{{{"X", 0, -1}}, {{0, 1}}};
        const Highlight mouse{{}, {{2, 2}}};
        m_document->look().setMarked(lesson);
        QCOMPARE(m_document->look().highlight(), lesson);
        m_document->look().setPointed(mouse);
        QCOMPARE(m_document->look().highlight(), mouse);
        m_document->look().setMarked({}); // hidden behind what is pointed at
        QCOMPARE(changed.count(), 2);
        m_document->look().setMarked(lesson);
        m_document->look().setPointed({});
        QCOMPARE(m_document->look().highlight(), lesson);
        QCOMPARE(changed.count(), 3);
        m_document->load(readExample("it"), {});
        QVERIFY(m_document->look().highlight().isEmpty());
        QCOMPARE(changed.count(), 4);
    }

private:
    std::unique_ptr<Document> m_document;
};

REGARD_GUILESS_TEST(TestState)
#include "test_state.moc"
