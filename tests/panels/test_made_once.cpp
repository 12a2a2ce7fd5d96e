#include <functional>
#include <map>

#include <QTest>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "document/document.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "views/heads/panel/heads_panel.h"
#include "views/links/panel/link_panel.h"
#include "views/sentence/panel/sentence_panel.h"
#include "views/steps/panel/steps_panel.h"

using namespace regard;

namespace {

using Act = std::function<void(Document &document)>;

void addHeads(Document &document)
{
    ModelConfig config = document.matrices().model()->config;
    config.heads = 4;
    document.matrices().setConfig(config, QStringLiteral("Heads"));
    Selection selection = document.look().selection();
    selection.head = 3;
    selection.query = 1;
    document.look().setSelection(selection);
}

} // namespace

/// However much changes at once, each panel makes its picture once for it, of data made once.
class TestMadeOnce : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        Project project = defaultProject();
        project.source = "it was too big .";
        m_document->load(project, {});
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_window = std::make_unique<QWidget>();
        m_window->resize(1500, 800);
        const auto add = [this](auto *panel, QRect place) {
            panel->setGeometry(place);
            m_views[panel->metaObject()->className()] = panel->view();
            return panel;
        };
        m_links = add(new LinksPanel(m_document.get(), m_theme.get(), m_window.get()), {0, 0, 500, 400});
        m_heads = add(new HeadsPanel(m_document.get(), m_theme.get(), m_window.get()), {500, 0, 500, 400});
        m_sentence = add(new SentencePanel(m_document.get(), m_theme.get(), m_window.get()), {0, 400, 500, 400});
        add(new StepsPanel(m_document.get(), m_theme.get(), m_window.get()), {500, 400, 500, 400});
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QCoreApplication::processEvents();
    }

    void onePictureAnArrival_data()
    {
        QTest::addColumn<Act>("before");
        QTest::addColumn<Act>("act");
        const Act nothing = [](Document &) {};
        QTest::newRow("undo of heads that were selected") << Act([](Document &document) {
            document.matrices().editCell("encoder.0.self.w_q", 0, 0, 3); // whose undo brings its focus back, too
            addHeads(document);
        }) << Act([](Document &document) { document.undoStack()->undo(); });
        QTest::newRow("redo") << Act([](Document &document) {
            addHeads(document);
            document.undoStack()->undo();
        }) << Act([](Document &document) { document.undoStack()->redo(); });
        QTest::newRow("a weight") << nothing << Act([](Document &document) {
            document.matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        });
        QTest::newRow("another file") << nothing << Act([](Document &document) {
            Project project = defaultProject();
            project.source = "another sentence";
            document.load(project, {});
        });
        QTest::newRow("the difference") << Act([](Document &document) {
            document.comparison().pin();
            document.matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        }) << Act([](Document &document) { document.comparison().choose(Compared::Difference); });
    }

    void onePictureAnArrival()
    {
        QFETCH(Act, before);
        QFETCH(Act, act);
        before(*m_document);
        QCoreApplication::processEvents();
        std::map<std::string, int> pictures;
        for (const auto &[name, view] : m_views)
            connect(view, &FigureView::refreshed, this, [&pictures, name = name] { ++pictures[name]; });
        const int arrivals = m_arrivals;
        connect(m_document.get(), &Document::shownChanged, this, [this] { ++m_arrivals; });
        act(*m_document);
        QVERIFY(!m_document->isBusy());
        QCOMPARE(m_arrivals, arrivals + 1);
        for (const auto &[name, view] : m_views)
            QVERIFY2(pictures[name] == 1,
                     qPrintable(
                         QStringLiteral("%1 made %2 pictures").arg(QString::fromStdString(name)).arg(pictures[name])));
        // Asked again, each hands out what it has: the very same matrices and texts.
        QCOMPARE(&m_links->linkData(), &m_links->linkData());
        const auto *picture = static_cast<const LinkFigure *>(m_links->view()->figure());
        QCOMPARE(m_links->linkData().queries.constData(), picture->data().queries.constData());
        QCOMPARE(m_heads->headsData().sections.data(), m_heads->headsData().sections.data());
        QCOMPARE(m_sentence->sentenceData().tokens.constData(), m_sentence->sentenceData().tokens.constData());
    }

    /// Pictures of weights do not depend on the stage that the heatmap shows, nor on coming back to it.
    void noPictureForAStage()
    {
        int pictures = 0;
        for (const char *name : {"regard::LinksPanel", "regard::SentencePanel"})
            connect(m_views.at(name), &FigureView::refreshed, this, [&pictures] { ++pictures; });
        for (const Stage stage : {Stage::Scores, Stage::Weights, Stage::Masked, Stage::Weights}) {
            Selection selection = m_document->look().selection();
            selection.stage = stage;
            m_document->look().setSelection(selection);
            QCOMPARE(m_document->shown().attention.selection.stage, stage);
            QCOMPARE(pictures, 0);
        }
    }

    void cleanup()
    {
        m_views.clear();
        m_window.reset();
        m_theme.reset();
        m_document.reset();
    }

private:
    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<QWidget> m_window;
    std::map<std::string, FigureView *> m_views;
    LinksPanel *m_links = nullptr;
    HeadsPanel *m_heads = nullptr;
    SentencePanel *m_sentence = nullptr;
    int m_arrivals = 0;
};

REGARD_TEST(TestMadeOnce)
#include "test_made_once.moc"
