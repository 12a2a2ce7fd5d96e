#include <memory>

#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QSettings>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include "document/document.h"
#include "document/look/selection_rules.h"
#include "engine/analysis/sharpest_head.h"
#include "io/project/project_file.h"
#include "open_dialog.h"
#include "paths.h"
#include "test_class.h"
#include "views/find/find_ranking.h"
#include "views/heads/panel/heads_panel.h"
#include "views/links/link_figure.h"
#include "views/links/panel/link_panel.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "window/files/lesson_desk.h"
#include "window/files/project_files.h"
#include "window/main_window.h"

using namespace regard;
using namespace Qt::StringLiterals;

/// One strong picture first.
class TestFirstHead : public QObject {
    Q_OBJECT

private:
    const QString m_data = QStringLiteral(REGARD_TEST_DATA "/checkpoints/");
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    Document *document() const { return m_window->document(); }
    const Selection &selection() const { return document()->look().selection(); }
    /// What is said of the head that was chosen; empty where none was.
    QString said() const
    {
        const QString message = m_window->statusBar()->currentMessage();
        return message.contains(u"shown first"_s) ? message : QString();
    }
    void open(const QString &path)
    {
        QVERIFY(m_window->openFile(path));
        document()->waitForResult();
        QApplication::processEvents();
    }
    QString chosenHead() const
    {
        return u"Layer %1 · head %2, shown first: "_s.arg(selection().layer + 1).arg(selection().head + 1);
    }
    std::vector<int> everyHead() const
    {
        return allHeads(document()->matrices().model()->config, selection().attention);
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }
    void init()
    {
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        document()->waitForResult();
    }
    void cleanup() { m_window.reset(); }

    void aCheckpoint_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString &name : QDir(m_data).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QTest::newRow(qPrintable(name)) << name;
    }

    /// No head that is plain is sharper than the one shown, and the pair in focus is its strongest between words.
    void aCheckpoint()
    {
        QFETCH(QString, name);
        open(m_data + name);
        const ModelConfig &config = document()->matrices().model()->config;
        const Trace &trace = *document()->result().trace;
        const Attention attention = selection().attention;
        QCOMPARE(attention, readsTarget(config) ? Attention::Cross : attentionsOf(config).front());
        QCOMPARE(selection().heads, std::vector<int>{selection().head});
        const auto kindsOf = [&](const SideTrace &side, Side which) {
            return tokenKinds(side.tokens, document()->sentences().tokens(which));
        };
        const auto queries = kindsOf(queriesOf(trace, attention), queriesSide(config, attention));
        const auto keys = kindsOf(keysOf(trace, attention), keysSide(config, attention));
        const auto shapeOf = [&](const Matrix &weights) {
            return *headShape(weights, keysOf(trace, attention), queries, keys, attention == Attention::Cross,
                              maskOf(config, attention));
        };
        const auto weightsOf = [&](int layer, int head) -> const Matrix & {
            return trace.blocks[std::size_t(blockIndex(config, attention, layer))]->heads[std::size_t(head)].weights;
        };
        const auto isPlain = [](const HeadShape &shape) {
            return shape.diagonal <= largestPlainShare && shape.resting <= largestPlainShare;
        };
        const Matrix &shown = weightsOf(selection().layer, selection().head);
        const HeadShape shape = shapeOf(shown);
        for (int layer = 0; layer < layersOf(config, attention); ++layer)
            for (int head = 0; head < headsOf(config, attention); ++head)
                if (const HeadShape other = shapeOf(weightsOf(layer, head)); isPlain(other))
                    QVERIFY(isPlain(shape) && shape.sharpness >= other.sharpness);
        const auto link = strongestLink(shown, queries, keys, attention == Attention::Cross);
        QVERIFY(link);
        QCOMPARE(selection().query, link->query);
        QCOMPARE(selection().key, link->key);
        QCOMPARE(selection().pinnedQueries, std::vector<int>{link->query});
        QVERIFY(!document()->isModified());
        QVERIFY(said().startsWith(chosenHead()));
    }

    void theTokenizersTokensAreFaint()
    {
        open(m_data + u"bert"_s);
        auto *panel = m_window->findChild<LinksPanel *>();
        const auto *figure =
            dynamic_cast<const LinkFigure *>(panel->figure(QSizeF(500, 700), Theme::light()).release());
        const std::unique_ptr<const LinkFigure> kept(figure);
        const std::size_t last = figure->data().faintKeys.size() - 1;
        for (std::size_t i = 0; i <= last; ++i)
            QCOMPARE(figure->data().faintKeys[i], i == 0 || i == last);
        QCOMPARE(figure->data().faintQueries, figure->data().faintKeys);
        // The weights that go from the word in focus to words stand out against those to special tokens.
        int toSpecial = 0;
        int toWords = 0;
        for (const LinkFigure::Band &band : figure->bands()) {
            if (band.query != selection().query)
                continue;
            (figure->data().faintKeys[std::size_t(band.key)] ? toSpecial : toWords) = band.color.alpha();
        }
        QVERIFY(toSpecial > 0);
        QVERIFY2(toSpecial * 2 < toWords, qPrintable(u"%1, %2"_s.arg(toSpecial).arg(toWords)));
    }

    /// Why it was chosen is said, and the menu of the heads shows all of them.
    void allHeadsAreInTheMenuOfHeads()
    {
        open(m_data + u"bert"_s);
        QVERIFY(said().startsWith(chosenHead()));
        QVERIFY(said().contains(u"neither diagonal nor"_s));
        QAction *all = m_window->findChild<HeadsPanel *>()->menu()->actions().value(0);
        QVERIFY(all && all->text().remove(u'&') == u"Links of all heads"_s);
        all->trigger();
        QCOMPARE(selection().heads, everyHead());
    }

    void aNewModelOnceItsSentenceIsTyped()
    {
        QVERIFY(m_window->files()->startNew());
        QTest::keyClicks(m_window->findChild<SentenceBar *>()->field(), u"the cat saw the dog"_s);
        document()->waitForResult();
        QCOMPARE(selection().heads, everyHead()); // not while it is being typed
        QTRY_VERIFY(said().startsWith(chosenHead()));
        QCOMPARE(selection().heads, std::vector<int>{selection().head});
        QVERIFY(selection().query >= 0);
        // Chosen once: what follows is the user's.
        const Selection chosen = selection();
        ModelConfig config = document()->matrices().model()->config;
        ++config.seed;
        document()->matrices().setConfig(config, u"draw anew"_s);
        document()->waitForResult();
        QTest::qWait(700);
        QCOMPARE(selection(), chosen);
    }

    void aHeadThatWasChosenMeanwhileStays()
    {
        QVERIFY(m_window->files()->startNew());
        QTest::keyClicks(m_window->findChild<SentenceBar *>()->field(), u"the cat saw the dog"_s);
        Selection mine = selection();
        mine.head = 1;
        document()->look().setSelection(mine);
        QTest::qWait(700);
        QCOMPARE(selection().head, 1);
        QCOMPARE(selection().heads, everyHead());
        QCOMPARE(said(), QString());
    }

    void aProjectWithoutHeadsShowsAll()
    {
        open(m_data + u"bert"_s);
        Project project = document()->project();
        project.view.heads.clear();
        QTemporaryDir folder;
        const QString path = folder.filePath(u"all.regard"_s);
        writeProject(path, project);
        whenOpen<QMessageBox>(m_window.get(), [](QMessageBox *box) { // its model is in another folder
            QTest::mouseClick(box->button(QMessageBox::Yes), Qt::LeftButton);
        });
        m_window->statusBar()->clearMessage(); // of the model alone
        open(path);
        QCOMPARE(selection().heads, everyHead());
        QVERIFY(everyHead().size() > 1);
        QCOMPARE(said(), QString());
        m_window->files()->openExample(u"xavier"_s); // names none either
        QCOMPARE(selection().heads, everyHead());
        QVERIFY(m_window->lessons()->openBundled(u"query-key-value"_s));
        QCOMPARE(said(), QString());
    }
};

REGARD_TEST(TestFirstHead)
#include "test_first_head.moc"
