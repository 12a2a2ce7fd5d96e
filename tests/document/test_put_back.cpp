#include <functional>
#include <stdexcept>

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include "document/document.h"
#include "document/work/fault.h"
#include "engine/base/errors.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

const std::string putBackWq = "encoder.0.self.w_q";

/// What the document and its parts tell.
enum class News { Model, Source, Result, Loaded, Snapshots, Selection };
const std::vector<std::pair<const char *, News>> allNews{
    {"modelChanged", News::Model}, {"sourceChanged", News::Source},       {"resultChanged", News::Result},
    {"loaded", News::Loaded},      {"snapshotsChanged", News::Snapshots}, {"selectionChanged", News::Selection},
};

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

    template <typename Heard>
    QMetaObject::Connection listen(News news, Heard heard, Qt::ConnectionType type = Qt::AutoConnection)
    {
        Document *document = m_document.get();
        switch (news) {
        case News::Model:
            return connect(&document->matrices(), &Matrices::modelChanged, this, heard, type);
        case News::Source:
            return connect(&document->sentences(), &Sentences::sourceChanged, this, heard, type);
        case News::Result:
            return connect(document, &Document::resultChanged, this, heard, type);
        case News::Loaded:
            return connect(document, &Document::loaded, this, heard, type);
        case News::Snapshots:
            return connect(&document->snapshots(), &Snapshots::snapshotsChanged, this, heard, type);
        case News::Selection:
            return connect(&document->look(), &Look::selectionChanged, this, heard, type);
        }
        return {};
    }

    /// What a listener throws the next time.
    QMetaObject::Connection throwAt(News news)
    {
        return listen(
            news, [] { throw std::out_of_range("a slot's own mistake"); }, Qt::SingleShotConnection);
    }

    /// Every kind of change, by name.
    using Change = std::pair<const char *, std::function<void(Document &)>>;
    static const std::vector<Change> &changes()
    {
        static const std::vector<Change> all{
            {"cell", [](Document &d) { d.matrices().editCell(putBackWq, 0, 0, 9); }},
            {"row", [](Document &d) { d.matrices().editCell("X", 0, 0, 9); }},
            {"block",
             [](Document &d) { d.matrices().editBlock(putBackWq, 0, 0, Matrix::Constant(2, 2, 5), u"block"_s); }},
            {"seed",
             [](Document &d) {
                 ModelConfig config = d.matrices().model()->config;
                 ++config.seed;
                 d.matrices().setConfig(config, u"seed"_s);
             }},
            {"heads",
             [](Document &d) {
                 ModelConfig config = d.matrices().model()->config;
                 config.heads += 1;
                 d.matrices().setConfig(config, u"heads"_s);
             }},
            {"sentence", [](Document &d) { d.sentences().setSource(u"x1 x2 x3 x1"_s); }},
            {"tokenizer", [](Document &d) { d.sentences().setTokenizer(Tokenizer::Words); }},
            {"mask", [](Document &d) { d.sentences().setMasked(Side::Source, 1, true); }},
            {"snapshot", [](Document &d) { d.snapshots().take(); }},
            {"recall", [](Document &d) { d.snapshots().recall(0); }},
            {"restore", [](Document &d) { d.restore(readExample("who-what-where"), u"restore"_s); }},
            {"revert", [](Document &d) { d.matrices().revertChanges(); }},
            {"load", [](Document &d) { d.load(readExample("who-what-where"), u"/somewhere/else.regard"_s); }},
        };
        return all;
    }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->load(readExample("three-inputs"), u"/somewhere/three.regard"_s);
        m_document->snapshots().take();
        m_document->matrices().editCell(putBackWq, 0, 0, 3);
        m_document->matrices().editCell("X", 1, 0, 0.5F);
        m_document->matrices().editCell(putBackWq, 1, 1, 4);
        m_document->undoStack()->undo(); // so that there is something to do again
        m_document->waitForResult();
    }

    void aListenerThatThrows_data()
    {
        QTest::addColumn<int>("change");
        QTest::addColumn<News>("news");
        for (std::size_t i = 0; i < changes().size(); ++i)
            for (const auto &[name, news] : allNews)
                QTest::addRow("%s %s", changes()[i].first, name) << int(i) << news;
    }

    void aListenerThatThrows()
    {
        QFETCH(int, change);
        QFETCH(News, news);
        const auto &[name, make] = changes()[std::size_t(change)];
        const bool isLoad = QByteArray(name) == "load";
        const Kept before = kept();
        const auto connection = throwAt(news);
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
        QVERIFY(m_document->result().model == m_document->matrices().model());
    }

    void everyChangeIsHeardBySomebody()
    {
        for (const auto &[name, make] : changes()) {
            init();
            int heard = 0;
            for (const News news : {News::Model, News::Source, News::Loaded, News::Snapshots})
                listen(news, [&heard] { ++heard; });
            make(*m_document);
            QVERIFY2(heard > 0, name);
        }
    }

    void undoAndRedoThatThrow()
    {
        for (const bool undoes : {true, false}) {
            const Kept before = kept();
            throwAt(News::Model);
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
                m_document->matrices().editCell(putBackWq, 0, 0, 7);
                m_document->sentences().setSource(u"x2 x1"_s);
                m_document->matrices().editCell(putBackWq, 0, 1, value);
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
            throwAt(News::Source);
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
        const float before = (*m_document->matrices().matrix(putBackWq))(0, 0);
        float seen = before;
        connect(&m_document->matrices(), &Matrices::modelChanged, this,
                [&] { seen = (*m_document->matrices().matrix(putBackWq))(0, 0); });
        throwAt(News::Result);
        QVERIFY_EXCEPTION_THROWN(m_document->matrices().editCell(putBackWq, 0, 0, 9), std::out_of_range);
        QCOMPARE(seen, before);
    }

    void aListenerThatThrowsAgainWhileItIsPutBack()
    {
        const Kept before = kept();
        const auto always =
            connect(&m_document->matrices(), &Matrices::modelChanged, this, [] { throw std::out_of_range("always"); });
        QTest::ignoreMessage(QtCriticalMsg, QRegularExpression(u"std::out_of_range in Document .*always"_s));
        QVERIFY_EXCEPTION_THROWN(m_document->matrices().editCell(putBackWq, 0, 0, 9), std::out_of_range);
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
        throwAt(News::Result);
        m_document->sentences().setSource(words);
        QVERIFY(m_document->isBusy());
        QVERIFY_EXCEPTION_THROWN(m_document->waitForResult(), std::out_of_range);
        QVERIFY(m_document->result().trace == before);
        QVERIFY(m_document->inputError().contains(u"a slot's own mistake"_s));
        QCOMPARE(m_document->sentences().source(), words);
        m_document->undoStack()->undo();
        m_document->waitForResult();
        QVERIFY(m_document->inputError().isEmpty());
    }
};

REGARD_GUILESS_TEST(TestPutBack)
#include "test_put_back.moc"
