#include <QCheckBox>
#include <QComboBox>
#include <QSignalSpy>
#include <QtTest>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "document/document.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "views/find/find_run.h"
#include "views/find/panel/find_panel.h"

using namespace regard;

class TestFindPanel : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<FindPanel> m_panel;

    float weight(const HeadRef &head, int query, int key) const
    {
        const Trace &trace = *m_document->result().trace;
        const int block = blockIndex(m_document->matrices().model()->config, head.attention, head.layer);
        return trace.blocks[std::size_t(block)]->heads[std::size_t(head.head)].weights(query, key);
    }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        Project project = defaultProject();
        project.source = "a b a b .";
        ModelConfig config;
        config.encoderLayers = 2;
        config.heads = 3;
        project.model = buildModel(config, {}, {});
        m_document->load(project, {});
        m_document->waitForResult();
        m_panel = std::make_unique<FindPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(320, 500);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    }

    void cleanup() { m_panel.reset(); } // it looks at the document, which goes first

    void aClickedPairIsRankedAndAClickGoesThere()
    {
        QVERIFY(m_panel->heads().empty());
        Selection selection = m_document->look().selection();
        selection.pinnedQueries = {1};
        selection.pinnedKeys = {3};
        m_document->look().setSelection(selection);
        QCOMPARE(m_panel->heads().size(), std::size_t(6));
        for (std::size_t i = 0; i < 6; ++i) {
            const HeadShare &found = m_panel->heads()[i];
            QCOMPARE(float(found.share), weight(found.head, 1, 3));
            QVERIFY(i == 0 || m_panel->heads()[i - 1].share >= found.share);
        }
        QCOMPARE(m_panel->from()->currentText(), QStringLiteral("2 b"));
        QCOMPARE(m_panel->to()->currentText(), QStringLiteral("4 b"));
        QTest::keyClick(m_panel->view()->canvas(), Qt::Key_Home);
        QTest::keyClick(m_panel->view()->canvas(), Qt::Key_Return);
        QCOMPARE(m_document->look().selection().layer, m_panel->heads()[0].head.layer);
        QCOMPARE(m_document->look().selection().head, m_panel->heads()[0].head.head);
    }

    /// A picture that begins with a query alone has that query's strongest link in focus.
    void aQueryAloneAsksForItsStrongestLink()
    {
        Selection selection = m_document->look().selection();
        selection.pinnedQueries = {2};
        selection.pinnedKeys.clear();
        m_document->look().setSelection(selection);
        const Matrix &weights = m_document->result().trace->blocks[0]->heads[std::size_t(selection.head)].weights;
        Eigen::Index strongest = 0;
        weights.row(2).maxCoeff(&strongest);
        QCOMPARE(m_panel->from()->currentIndex(), 2);
        QCOMPARE(m_panel->to()->currentIndex(), int(strongest));
    }

    /// The box is beside the tokens, and the patterns know nothing of it.
    void rankedBeyondTheMean()
    {
        m_panel->findSenders(1, 3);
        QTest::mouseClick(m_panel->excessCheck(), Qt::LeftButton, {}, QPoint(8, m_panel->excessCheck()->height() / 2));
        QVERIFY(m_panel->excessCheck()->isChecked());
        QCOMPARE(m_panel->heads().size(), std::size_t(6));
        for (std::size_t i = 0; i < 6; ++i) {
            const HeadShare &found = m_panel->heads()[i];
            double mean = 0;
            for (int query = 0; query < 5; ++query)
                mean += double(weight(found.head, query, 3)) / 5;
            QVERIFY(std::abs(found.share - (double(weight(found.head, 1, 3)) - mean)) < 1e-6);
            QVERIFY(i == 0 || m_panel->heads()[i - 1].share >= found.share);
        }
        m_panel->question()->setCurrentIndex(1);
        QVERIFY(!m_panel->excessCheck()->isVisible());
        m_panel->question()->setCurrentIndex(0);
        m_panel->excessCheck()->setChecked(false);
        QCOMPARE(float(m_panel->heads()[0].share), weight(m_panel->heads()[0].head, 1, 3));
    }

    /// Where there is space as many rows as fit; where there is little, rows in place of a title that the fields say.
    void rowsTakeTheSpaceThereIs()
    {
        ModelConfig config = m_document->matrices().model()->config;
        config.encoderLayers = 6;
        m_document->matrices().setConfig(config, {});
        m_document->waitForResult();
        m_panel->findSenders(1, 3);
        QCOMPARE(m_panel->heads().size(), std::size_t(18));
        const auto list = [this] { return static_cast<const BarListFigure *>(m_panel->view()->figure()); };
        const auto rowsInView = [&] {
            int rows = 0;
            while (rows < 18 && list()->rowRect(rows).bottom() <= m_panel->view()->viewport()->height())
                ++rows;
            return rows;
        };
        QVERIFY(rowsInView() > 8);
        const double titled = list()->rowRect(0).top();
        m_panel->resize(320, 240);
        QTRY_VERIFY(list()->rowRect(0).top() < titled);
        QVERIFY(rowsInView() >= 3);
        // An exported list says what it is of.
        const auto exported = m_panel->figure({320, 120}, Theme::light());
        QCOMPARE(static_cast<const BarListFigure &>(*exported).rowRect(0).top(), titled);
    }

    void aRowShowsItsHeadAlone()
    {
        m_panel->findSenders(1, 3);
        const auto alone = [&](int row) {
            const HeadRef head = m_panel->heads()[std::size_t(row)].head;
            QCOMPARE(m_document->look().selection().layer, head.layer);
            QCOMPARE(m_document->look().selection().head, head.head);
            QCOMPARE(m_document->look().selection().heads, std::vector<int>{head.head});
        };
        const auto *list = static_cast<const BarListFigure *>(m_panel->view()->figure());
        QCOMPARE(m_document->look().selection().heads.size(), std::size_t(3));
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, {}, list->rowRect(2).center().toPoint());
        alone(2);
        QTest::keyClick(m_panel->view()->canvas(), Qt::Key_End);
        QTest::keyClick(m_panel->view()->canvas(), Qt::Key_Return);
        alone(5);
        // With Ctrl, one of several in its layer.
        Selection selection = m_document->look().selection();
        selection.layer = m_panel->heads()[0].head.layer;
        selection.head = (m_panel->heads()[0].head.head + 1) % 3;
        selection.heads = {selection.head};
        m_document->look().setSelection(selection);
        const HeadRef first = m_panel->heads()[0].head;
        QTest::keyClick(m_panel->view()->canvas(), Qt::Key_Home);
        QTest::keyClick(m_panel->view()->canvas(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(m_document->look().selection().heads.size(), std::size_t(2));
        QCOMPARE(m_document->look().selection().head, first.head);
        list = static_cast<const BarListFigure *>(m_panel->view()->figure());
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, Qt::ControlModifier,
                          list->rowRect(0).center().toPoint());
        QCOMPARE(m_document->look().selection().heads, selection.heads);
    }

    void theListGoesWithItsSentence()
    {
        m_panel->findSenders(1, 3);
        QCOMPARE(m_panel->heads().size(), std::size_t(6));
        QSignalSpy shares(m_panel.get(), &FindPanel::sharesChanged);
        m_panel->mapCheck()->setChecked(true);
        QCOMPARE(shares.count(), 1);
        Project empty = defaultProject();
        empty.source.clear();
        m_document->load(empty, {});
        QVERIFY(!m_document->result().trace);
        QVERIFY(m_panel->heads().empty());
        QVERIFY(!m_panel->view()->figure());
        QVERIFY((shares.back().at(0).value<std::map<HeadRef, double>>().empty()));
    }

    void aHeadChosenElsewhereTakesTheKeyboardAlong()
    {
        m_panel->findSenders(1, 3);
        QTest::keyClick(m_panel->view()->canvas(), Qt::Key_End);
        Selection selection = m_document->look().selection();
        const HeadRef second = m_panel->heads()[1].head;
        selection.layer = m_panel->heads()[0].head.layer;
        selection.head = m_panel->heads()[0].head.head;
        if (selection == m_document->look().selection()) // it was that one already
            selection.head = (selection.head + 1) % 3;
        m_document->look().setSelection(selection);
        selection.layer = m_panel->heads()[0].head.layer;
        selection.head = m_panel->heads()[0].head.head;
        m_document->look().setSelection(selection);
        QTest::keyClick(m_panel->view()->canvas(), Qt::Key_Down);
        QTest::keyClick(m_panel->view()->canvas(), Qt::Key_Return);
        QCOMPARE(m_document->look().selection().layer, second.layer);
        QCOMPARE(m_document->look().selection().head, second.head);
    }

    void choosingTokensHereChoosesThemEverywhere()
    {
        m_panel->findSenders(0, 4);
        QCOMPARE(m_document->look().selection().pinnedQueries, std::vector<int>{0});
        QCOMPARE(m_document->look().selection().pinnedKeys, std::vector<int>{4});
        QCOMPARE(float(m_panel->heads()[0].share), weight(m_panel->heads()[0].head, 0, 4));
    }

    void anEditIsFollowed()
    {
        m_panel->findSenders(0, 4);
        const std::vector<HeadShare> before = m_panel->heads();
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 40);
        m_document->waitForResult();
        const bool isSame = std::equal(before.begin(), before.end(), m_panel->heads().begin(),
                                       [](const HeadShare &a, const HeadShare &b) { return a.share == b.share; });
        QVERIFY(!isSame);
        for (const HeadShare &found : m_panel->heads())
            QCOMPARE(float(found.share), weight(found.head, 0, 4));
    }

    void patternsAreRankedAndShownOnTheMap()
    {
        QSignalSpy shares(m_panel.get(), &FindPanel::sharesChanged);
        m_panel->question()->setCurrentIndex(1 + int(HeadPattern::Previous));
        QCOMPARE(m_panel->heads().size(), std::size_t(6));
        const HeadShare first = m_panel->heads()[0];
        double sum = 0;
        for (int query = 1; query < 5; ++query)
            sum += double(weight(first.head, query, query - 1));
        QVERIFY(std::abs(first.share - sum / 4) < 1e-6);
        m_panel->mapCheck()->setChecked(true);
        QVERIFY(!shares.isEmpty());
        const auto values = shares.last()[0].value<std::map<HeadRef, double>>();
        QCOMPARE(values.size(), std::size_t(6));
        QCOMPARE(values.at(first.head), first.share);
        m_panel->mapCheck()->setChecked(false);
        QVERIFY((shares.last()[0].value<std::map<HeadRef, double>>().empty()));
    }

    void everyMeasureSaysWhatItIs()
    {
        m_panel->findSenders(0, 4);
        QStringList tips;
        for (int question = 0; question < m_panel->question()->count(); ++question) {
            m_panel->question()->setCurrentIndex(question);
            const auto *list = static_cast<const BarListFigure *>(m_panel->view()->figure());
            if (!list) // nothing in the sentence fits
                continue;
            tips << list->tipAt({20, 4});
            QVERIFY(!tips.last().isEmpty());
            QVERIFY(list->tipAt(list->rowRect(0).center()).isEmpty());
        }
        QVERIFY(tips.size() > 4);
        QCOMPARE(tips.removeDuplicates(), 0);
    }

    void punctuationAndSpecialTokensAreKnownBySpelling()
    {
        const auto kinds = tokenKinds({"[CLS]", "<s>", "</s>", "Ġ,", "##.", "cat", "<|endoftext|>", "▁!"}, {});
        const std::vector<TokenKind> expected{{true, false}, {true, false},  {true, false}, {false, true},
                                              {false, true}, {false, false}, {true, false}, {false, true}};
        QVERIFY(kinds == expected);
    }

    void aPictureInBothThemes()
    {
        m_panel->findSenders(0, 4);
        for (const auto choice : {AppTheme::Choice::Light, AppTheme::Choice::Dark}) {
            AppTheme theme(choice);
            const auto figure = m_panel->figure({300, 200}, theme.theme());
            QVERIFY(figure);
            QVERIFY(figure->size().width() <= 300);
        }
    }
};

REGARD_TEST(TestFindPanel)
#include "test_find_panel.moc"
