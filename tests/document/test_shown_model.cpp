#include <stdexcept>

#include <QSignalSpy>
#include <QTest>

#include "document/document.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

const std::string wq = "encoder.0.self.w_q";

} // namespace

/// The whole model is another without an undo step, many times, as training will do it.
class TestShownModel : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;

    void show(float by)
    {
        auto model = std::make_shared<Model>(*m_document->matrices().model());
        for (const auto &[name, matrix] : m_document->matrices().model()->weights.all()) {
            const auto moved = std::make_shared<Matrix>(matrix->array() + by);
            model->weights.set(name, moved);
            model->given.set(name, moved);
        }
        m_document->matrices().showModel(model, u"Train"_s);
    }
    float cell() const { return (*m_document->matrices().matrix(wq))(0, 0); }
    std::string json() const { return projectJson(m_document->project()); }
    QUndoStack *stack() { return m_document->undoStack(); }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->load(readExample("three-inputs"), u"/somewhere/three.regard"_s);
        m_document->waitForResult();
    }

    void everybodyIsToldOnceAndTheStackStays()
    {
        m_document->matrices().editCell(wq, 0, 0, 3);
        m_document->matrices().editCell(wq, 0, 1, 3);
        stack()->undo();
        QSignalSpy models(&m_document->matrices(), &Matrices::modelChanged);
        QSignalSpy results(m_document.get(), &Document::resultChanged);
        QSignalSpy index(stack(), &QUndoStack::indexChanged);
        show(1);
        m_document->waitForResult();
        QCOMPARE(models.count(), 1);
        QCOMPARE(results.count(), 1);
        QCOMPARE(index.count(), 0);
        QCOMPARE(stack()->count(), 2);
        QCOMPARE(cell(), 4.0F);
        QVERIFY(m_document->result().model == m_document->matrices().model());
    }

    void undoAndRedoAfterwardsAreExact()
    {
        const std::string opened = json();
        m_document->matrices().editCell(wq, 0, 0, 3);
        const std::string edited = json();
        show(1);
        show(1);
        stack()->undo();
        QCOMPARE(json(), opened);
        show(1);
        stack()->redo();
        QCOMPARE(json(), edited);
        m_document->waitForResult();
        QVERIFY(m_document->result().model == m_document->matrices().model());
    }

    void whatIsShownIsNotLost()
    {
        QVERIFY(!m_document->isModified());
        show(1);
        QVERIFY(m_document->isModified()); // a window that closes asks
    }

    void aStepKeepsWhatIsShown_data()
    {
        using Step = void (*)(Document &);
        QTest::addColumn<Step>("step");
        QTest::newRow("cell") << Step([](Document &d) { d.matrices().editCell(wq, 0, 1, 3); });
        QTest::newRow("sentence") << Step([](Document &d) { d.sentences().setSource(u"x1 x2"_s); });
        QTest::newRow("snapshot") << Step([](Document &d) { d.snapshots().take(); });
        QTest::newRow("restore") << Step([](Document &d) { d.restore(readExample("who-what-where"), u"other"_s); });
        QTest::newRow("several") << Step(
            [](Document &d) { d.asOneStep(u"several"_s, [&d] { d.sentences().setSource(u"x3"_s); }); });
    }

    void aStepKeepsWhatIsShown()
    {
        using Step = void (*)(Document &);
        QFETCH(Step, step);
        const std::string opened = json();
        show(1);
        const std::string shown = json();
        const bool isGathered = qstrcmp(QTest::currentDataTag(), "several") == 0;
        step(*m_document);
        QCOMPARE(stack()->count(), isGathered ? 1 : 2); // several edits are one step, with what they were made on
        stack()->undo();
        if (!isGathered) {
            QCOMPARE(json(), shown);
            QCOMPARE(stack()->undoText(), u"Train"_s);
            stack()->undo();
        }
        QCOMPARE(json(), opened);
        stack()->redo();
        if (!isGathered)
            QCOMPARE(json(), shown);
    }

    void aListenerThatThrowsPutsTheModelBack()
    {
        const std::string before = json();
        connect(
            &m_document->matrices(), &Matrices::modelChanged, this, [] { throw std::out_of_range("a mistake"); },
            Qt::SingleShotConnection);
        QVERIFY_EXCEPTION_THROWN(show(1), std::out_of_range);
        QCOMPARE(json(), before);
        QVERIFY(!m_document->isModified());
        m_document->waitForResult();
        QVERIFY(m_document->result().model == m_document->matrices().model());
    }
};

REGARD_GUILESS_TEST(TestShownModel)
#include "test_shown_model.moc"
