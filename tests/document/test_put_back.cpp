#include <functional>
#include <stdexcept>

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include "document/document.h"
#include "document/work/fault.h"
#include "engine/base/errors.h"
#include "io/project/examples.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

const std::string wq = "encoder.0.self.w_q";

using Signal = void (Document::*)();

} // namespace

/// An exception on the way of a change: the document, its undo stack and its result are as they were.
class TestPutBack : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;

    struct Kept {
        std::string project;
        int count = 0;
        int index = 0;
        bool isModified = false;
        SharedTrace trace;
        bool operator==(const Kept &) const = default;
    };
    Kept kept() const
    {
        QUndoStack *stack = m_document->undoStack();
        return {projectJson(m_document->project()), stack->count(), stack->index(), m_document->isModified(),
                m_document->result().trace};
    }

    /// What a listener of `signal` throws the next time.
    QMetaObject::Connection throwAt(Signal signal)
    {
        return connect(
            m_document.get(), signal, this, [] { throw std::out_of_range("a slot's own mistake"); },
            Qt::SingleShotConnection);
    }

    /// Every kind of change, by name.
    using Change = std::pair<const char *, std::function<void(Document &)>>;
    static const std::vector<Change> &changes()
    {
        static const std::vector<Change> all{
            {"cell", [](Document &d) { d.editCell(wq, 0, 0, 9); }},
            {"row", [](Document &d) { d.editCell("X", 0, 0, 9); }},
            {"block", [](Document &d) { d.editBlock(wq, 0, 0, Matrix::Constant(2, 2, 5), u"block"_s); }},
            {"seed",
             [](Document &d) {
                 ModelConfig config = d.model()->config;
                 ++config.seed;
                 d.setConfig(config, u"seed"_s);
             }},
            {"heads",
             [](Document &d) {
                 ModelConfig config = d.model()->config;
                 config.heads += 1;
                 d.setConfig(config, u"heads"_s);
             }},
            {"sentence", [](Document &d) { d.setSource(u"x1 x2 x3 x1"_s); }},
            {"tokenizer", [](Document &d) { d.setTokenizer(Tokenizer::Words); }},
            {"mask", [](Document &d) { d.setMasked(Side::Source, 1, true); }},
            {"snapshot", [](Document &d) { d.takeSnapshot(); }},
            {"recall", [](Document &d) { d.recallSnapshot(0); }},
            {"restore", [](Document &d) { d.restore(readExample("who-what-where"), u"restore"_s); }},
            {"revert", [](Document &d) { d.revertChanges(); }},
            {"load", [](Document &d) { d.load(readExample("who-what-where"), u"/somewhere/else.regard"_s); }},
        };
        return all;
    }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->load(readExample("three-inputs"), u"/somewhere/three.regard"_s);
        m_document->takeSnapshot();
        m_document->editCell(wq, 0, 0, 3);
        m_document->editCell("X", 1, 0, 0.5F);
        m_document->editCell(wq, 1, 1, 4);
        m_document->undoStack()->undo(); // so that there is something to do again
        m_document->waitForResult();
    }

    void aListenerThatThrows_data()
    {
        const std::vector<std::pair<const char *, Signal>> listeners{
            {"modelChanged", &Document::modelChanged},         {"sourceChanged", &Document::sourceChanged},
            {"resultChanged", &Document::resultChanged},       {"loaded", &Document::loaded},
            {"snapshotsChanged", &Document::snapshotsChanged}, {"selectionChanged", &Document::selectionChanged},
        };
        QTest::addColumn<int>("change");
        QTest::addColumn<Signal>("signal");
        for (std::size_t i = 0; i < changes().size(); ++i)
            for (const auto &[name, signal] : listeners)
                QTest::addRow("%s %s", changes()[i].first, name) << int(i) << signal;
    }

    void aListenerThatThrows()
    {
        QFETCH(int, change);
        QFETCH(Signal, signal);
        const auto &[name, make] = changes()[std::size_t(change)];
        const bool isLoad = QByteArray(name) == "load";
        const Kept before = kept();
        const auto connection = throwAt(signal);
        bool hasThrown = false;
        try {
            make(*m_document);
        } catch (const std::out_of_range &) {
            hasThrown = true;
        }
        disconnect(connection);
        if (!hasThrown)
            return; // the change does not come to that listener
        m_document->waitForResult();
        if (isLoad) { // the steps are gone, what they had changed is not
            QCOMPARE(kept().project, before.project);
            QCOMPARE(m_document->path(), u"/somewhere/three.regard"_s);
            QVERIFY(m_document->isModified());
        } else {
            QVERIFY(kept() == before);
        }
        // And everything goes on.
        make(*m_document);
        m_document->waitForResult();
        QVERIFY(m_document->result().trace);
        QVERIFY(m_document->result().model == m_document->model());
    }

    void everyChangeIsHeardBySomebody()
    {
        for (const auto &[name, make] : changes()) {
            init();
            int heard = 0;
            for (const Signal signal :
                 {&Document::modelChanged, &Document::sourceChanged, &Document::loaded, &Document::snapshotsChanged})
                connect(m_document.get(), signal, this, [&heard] { ++heard; });
            make(*m_document);
            QVERIFY2(heard > 0, name);
        }
    }

    void undoAndRedoThatThrow()
    {
        for (const bool undoes : {true, false}) {
            const Kept before = kept();
            throwAt(&Document::modelChanged);
            const auto step = [&] { undoes ? m_document->undoStack()->undo() : m_document->undoStack()->redo(); };
            QVERIFY_EXCEPTION_THROWN(step(), std::out_of_range);
            QVERIFY(kept() == before);
            step();
            QVERIFY(kept() != before);
            undoes ? m_document->undoStack()->redo() : m_document->undoStack()->undo();
            QCOMPARE(kept().project, before.project);
        }
    }

    void severalEditsAreOneStepOrNone()
    {
        const Kept before = kept();
        const auto edits = [this](float value) {
            return [this, value] {
                m_document->editCell(wq, 0, 0, 7);
                m_document->setSource(u"x2 x1"_s);
                m_document->editCell(wq, 0, 1, value);
            };
        };
        QVERIFY_EXCEPTION_THROWN(m_document->asOneStep(u"three"_s, edits(std::numeric_limits<float>::infinity())),
                                 Error);
        QVERIFY(kept() == before);
        m_document->asOneStep(u"three"_s, edits(7));
        const Kept after = kept();
        QCOMPARE(after.index, before.index + 1);
        // The second of them throws while the step is undone, and while it is done again.
        for (const bool undoes : {true, false}) {
            const Kept present = kept();
            const auto step = [&] { undoes ? m_document->undoStack()->undo() : m_document->undoStack()->redo(); };
            throwAt(&Document::sourceChanged);
            QVERIFY_EXCEPTION_THROWN(step(), std::out_of_range);
            QVERIFY(kept() == present);
            step();
            QCOMPARE(kept().project, undoes ? before.project : after.project);
        }
    }

    void nothingInOneStepIsNoStep()
    {
        const int count = m_document->undoStack()->count();
        m_document->asOneStep(u"none"_s, [] {});
        QCOMPARE(m_document->undoStack()->count(), count);
    }

    void everybodyHearsWhatWasPutBack()
    {
        const float before = (*m_document->matrix(wq))(0, 0);
        float seen = before;
        connect(m_document.get(), &Document::modelChanged, this, [&] { seen = (*m_document->matrix(wq))(0, 0); });
        throwAt(&Document::resultChanged);
        QVERIFY_EXCEPTION_THROWN(m_document->editCell(wq, 0, 0, 9), std::out_of_range);
        QCOMPARE(seen, before);
    }

    void aListenerThatThrowsAgainWhileItIsPutBack()
    {
        const Kept before = kept();
        const auto always =
            connect(m_document.get(), &Document::modelChanged, this, [] { throw std::out_of_range("always"); });
        QTest::ignoreMessage(QtCriticalMsg, QRegularExpression(u"std::out_of_range in Document .*always"_s));
        QVERIFY_EXCEPTION_THROWN(m_document->editCell(wq, 0, 0, 9), std::out_of_range);
        disconnect(always);
        QVERIFY(kept() == before);
    }

    /// A long pass comes back in an event of its own, when the edit is long done.
    void aResultThatNobodyCanShow()
    {
        QString words;
        for (int i = 0; i < 2000; ++i)
            words += u"x%1 "_s.arg(i % 3 + 1);
        const SharedTrace before = m_document->result().trace;
        throwAt(&Document::resultChanged);
        m_document->setSource(words);
        QVERIFY(m_document->isBusy());
        QVERIFY_EXCEPTION_THROWN(m_document->waitForResult(), std::out_of_range);
        QVERIFY(m_document->result().trace == before);
        QVERIFY(m_document->inputError().contains(u"a slot's own mistake"_s));
        QCOMPARE(m_document->source(), words);
        m_document->undoStack()->undo();
        m_document->waitForResult();
        QVERIFY(m_document->inputError().isEmpty());
    }
};

REGARD_GUILESS_TEST(TestPutBack)
#include "test_put_back.moc"
