#include <QSignalSpy>
#include <QTest>

#include "document/document.h"
#include "io/examples.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// What a person changed, listed and reverted: against the opened file, and against what is pinned.
class TestChanges : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->load(readExample("three-inputs"), u"/somewhere/three.regard"_s);
        m_document->waitForResult();
    }

    void nothingAtFirst() { QVERIFY(m_document->changes().empty()); }

    void cellsInTheOrderOfComputation()
    {
        m_document->editCell("encoder.0.self.w_v", 2, 1, -4);
        m_document->editCell("encoder.0.self.w_q", 3, 2, 5);
        m_document->editCell("encoder.0.self.w_q", 0, 1, 7);
        m_document->editCell("X", 1, 0, 0.5F);
        const std::vector<MatrixChanges> changes = m_document->changes();
        QCOMPARE(changes.size(), std::size_t(3));
        QCOMPARE(changes[0].matrix, std::string("X"));
        QCOMPARE(changes[1].matrix, std::string("encoder.0.self.w_q"));
        QCOMPARE(changes[1].cells.size(), std::size_t(2));
        // W_Q of the worked example: 1 0 1 / 1 0 0 / 0 0 1 / 0 1 1.
        QCOMPARE(changes[1].cells[0].row, 0);
        QCOMPARE(changes[1].cells[0].column, 1);
        QCOMPARE(changes[1].cells[0].before, 0.0F);
        QCOMPARE(changes[1].cells[0].now, 7.0F);
        QCOMPARE(changes[1].cells[1].row, 3);
        QCOMPARE(changes[1].cells[1].before, 1.0F);
        QCOMPARE(changes[2].matrix, std::string("encoder.0.self.w_v"));
        QCOMPARE(changes[2].cells.front().before, 0.0F);
        QCOMPARE(m_document->valueBefore("encoder.0.self.w_v", 2, 1), 0.0F);
    }

    void aTokenThatStandsTwiceIsListedOnce()
    {
        m_document->setSource(u"x1 x2 x1"_s);
        m_document->editCell("X", 2, 3, 9);
        const std::vector<MatrixChanges> changes = m_document->changes();
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes.front().cells.size(), std::size_t(1));
        QCOMPARE(changes.front().cells.front().row, 0);
    }

    void allRevertedIsOneStep()
    {
        const std::string before = projectJson(m_document->project());
        m_document->editCell("encoder.0.self.w_v", 2, 1, -4);
        m_document->editCell("encoder.0.self.w_q", 3, 2, 5);
        m_document->editCell("X", 1, 0, 0.5F);
        const std::string edited = projectJson(m_document->project());
        m_document->revertChanges();
        QVERIFY(m_document->changes().empty());
        QCOMPARE(projectJson(m_document->project()), before);
        QCOMPARE(m_document->undoStack()->count(), 4);
        m_document->undoStack()->undo();
        QCOMPARE(projectJson(m_document->project()), edited);
        QCOMPARE(m_document->changes().size(), std::size_t(3));
    }

    void nothingToRevertIsNoStep()
    {
        m_document->revertChanges();
        QCOMPARE(m_document->undoStack()->count(), 0);
    }

    void comparedWithWhatIsPinned()
    {
        m_document->editCell("encoder.0.self.w_q", 0, 0, 3); // was 1
        m_document->pin();
        QVERIFY(m_document->changes().empty());
        QVERIFY(!m_document->isChanged("encoder.0.self.w_q", 0, 0));
        m_document->editCell("encoder.0.self.w_q", 0, 0, 1);
        QCOMPARE(m_document->changes().size(), std::size_t(1));
        QCOMPARE(m_document->changes().front().cells.front().before, 3.0F);
        m_document->revertCell("encoder.0.self.w_q", 0, 0);
        QCOMPARE((*m_document->matrix("encoder.0.self.w_q"))(0, 0), 3.0F);
        m_document->unpin();
        QCOMPARE(m_document->changes().front().cells.front().before, 1.0F);
    }

    void drawnWeightsThatBecameGiven()
    {
        m_document->load(defaultProject(), QString());
        m_document->setSource(u"the cat"_s);
        m_document->waitForResult();
        const std::vector<std::string> names = m_document->editableMatrices(m_document->selection());
        QVERIFY(names.size() > 1);
        for (const std::string &name : names)
            m_document->editCell(name, 0, 0, 42);
        QCOMPARE(m_document->changes().size(), names.size());
        m_document->revertChanges();
        QVERIFY(m_document->changes().empty());
        for (const std::string &name : names)
            QVERIFY2((*m_document->matrix(name))(0, 0) != 42.0F, name.c_str());
    }

    void weightsDrawnAnewDifferFromThePinnedOnes()
    {
        m_document->load(defaultProject(), QString());
        m_document->setSource(u"the cat"_s);
        m_document->waitForResult();
        m_document->pin();
        const Matrix pinned = *m_document->matrix("encoder.0.self.w_k");
        ModelConfig config = m_document->model()->config;
        ++config.seed;
        m_document->setConfig(config, u"draw anew"_s);
        QVERIFY(m_document->isChanged("encoder.0.self.w_k", 1, 2));
        QCOMPARE(m_document->valueBefore("encoder.0.self.w_k", 1, 2), pinned(1, 2));
        QCOMPARE(m_document->changes().size(), std::size_t(5)); // X, W Q, W K, W V, W O
        m_document->revertChanges();
        QVERIFY(m_document->changes().empty());
        QCOMPARE(*m_document->matrix("encoder.0.self.w_k"), pinned);
        // Against the opened file nobody edited a cell.
        m_document->undoStack()->undo();
        m_document->unpin();
        QVERIFY(m_document->changes().empty());
    }

    void sizesOfBefore()
    {
        m_document->load(defaultProject(), QString());
        m_document->pin();
        QVERIFY(!m_document->pinned()); // without a sentence there is no result to pin
        m_document->setSource(u"the cat"_s);
        m_document->waitForResult();
        m_document->pin();
        ModelConfig config = m_document->model()->config;
        config.heads = 3;
        config.encoderLayers = 2;
        m_document->setConfig(config, u"larger"_s);
        QCOMPARE(m_document->sizeBefore("encoder.0.self.w_q"), std::optional(std::pair(16, 16)));
        QVERIFY(!m_document->sizeBefore("encoder.1.self.w_q"));
        long newCells = 0;
        for (const MatrixChanges &changes : m_document->changes())
            newCells += changes.newCells;
        QCOMPARE(newCells, 512L + 4 * 16 * 24);
    }

private:
    std::unique_ptr<Document> m_document;
};

REGARD_GUILESS_TEST(TestChanges)
#include "test_changes.moc"
