#include <memory>

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "document/document.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "views/parts/panel/logit_parts_panel.h"
#include "views/parts/panel/score_parts_panel.h"
#include "views/why/why_maker.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestPartsPanel : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;

    template <typename PanelType>
    std::unique_ptr<PanelType> opened()
    {
        auto panel = std::make_unique<PanelType>(m_document.get(), m_theme.get(), nullptr);
        panel->resize(640, 900);
        panel->show();
        if (!QTest::qWaitForWindowActive(panel.get()))
            qFatal("no window");
        settle(*panel);
        return panel;
    }

    void settle(const PartsPanel &panel)
    {
        m_document->waitForResult();
        QTRY_VERIFY(!panel.run()->isBusy());
        QTRY_VERIFY(panel.view()->figure());
    }

    static const PartsFigure &figure(const PartsPanel &panel)
    {
        return static_cast<const PartsFigure &>(*panel.view()->figure());
    }

    /// The first row of a kind of part; list −1: there is none.
    static PartsHit rowOfKind(const PartsPanel &panel, PartKind kind, bool isOfKey)
    {
        const auto &lists = figure(panel).data().lists;
        for (int list = 0; list < int(lists.size()); ++list)
            for (int row = 0; row < int(lists[std::size_t(list)].parts.size()); ++row) {
                const auto &part = lists[std::size_t(list)].parts[std::size_t(row)];
                if (part && part->kind == kind && lists[std::size_t(list)].isOfKey == isOfKey)
                    return {list, row};
            }
        return {-1, 0};
    }

    static void click(const PartsPanel &panel, PartsHit row)
    {
        panel.view()->scrollTo(figure(panel).rowRect(row));
        QTest::mouseClick(panel.view()->canvas(), Qt::LeftButton, {}, figure(panel).rowRect(row).center().toPoint());
    }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        Project project = defaultProject();
        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.decoderLayers = 2;
        config.decoderDFf = 12;
        config.residual = true;
        config.norm = Norm::Pre;
        config.decoderHeads = 1;
        project.model = buildModel(config, {}, {});
        project.source = "the cat sat on it";
        m_document->load(project, {});
        m_document->waitForResult();
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Decoder;
        selection.layer = 1;
        selection.query = 4;
        selection.key = 1;
        selection.pinnedQueries = {4};
        selection.pinnedKeys = {1};
        m_document->look().setSelection(selection);
    }
    void cleanup()
    {
        m_theme.reset();
        m_document.reset();
    }

    /// A head of the first layer is followed to its key; Back returns.
    void followsAHead()
    {
        const auto panel = opened<ScorePartsPanel>();
        QVERIFY(!panel->backButton()->isVisible());
        const PartsHit head = rowOfKind(*panel, PartKind::Head, true);
        QVERIFY(head.list >= 0);
        const Selection before = m_document->look().selection();
        click(*panel, head);
        settle(*panel);
        const Selection &after = m_document->look().selection();
        QCOMPARE(after.layer, 0);
        QCOMPARE(after.query, 1); // of the key's own row
        QVERIFY(after.key >= 0 && after.key <= 1);
        QVERIFY(panel->backButton()->isVisible());
        QCOMPARE(panel->trailLabel()->text(), u"Followed from 2.1 it → cat"_s);
        QVERIFY(rowOfKind(*panel, PartKind::Head, true).list < 0);
        // A word ends the trail, and the panel says so.
        const PartsHit word = rowOfKind(*panel, PartKind::Token, false);
        click(*panel, word);
        const auto labels = panel->findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
            return label->isVisible() && label->text().startsWith(u"The trail ends here: it is the word itself"_s);
        }));
        QTest::mouseClick(panel->backButton(), Qt::LeftButton);
        settle(*panel);
        QCOMPARE(m_document->look().selection().layer, before.layer);
        QCOMPARE(m_document->look().selection().key, before.key);
        QVERIFY(!panel->backButton()->isVisible());
    }

    /// Back leaves nothing pinned that was not.
    void backIsAsItWas()
    {
        Selection selection = m_document->look().selection();
        selection.query = selection.key = -1;
        selection.pinnedQueries = selection.pinnedKeys = {};
        m_document->look().setSelection(selection);
        const auto panel = opened<ScorePartsPanel>();
        // Without a selection the pair is that of the sentence below the pictures.
        const ShownState &state = m_document->shown().tokens;
        const Matrix &weights = state.trace()->blocks[1]->heads[0].weights;
        const Selection link = withLinkInFocus(state, weights);
        QCOMPARE(scoreQuestion(state, {}).query, link.query);
        QCOMPARE(scoreQuestion(state, {}).key, link.key);
        const PartsHit head = rowOfKind(*panel, PartKind::Head, true);
        click(*panel, head);
        settle(*panel);
        QCOMPARE(m_document->look().selection().pinnedKeys.size(), std::size_t(1));
        QTest::mouseClick(panel->backButton(), Qt::LeftButton);
        settle(*panel);
        QVERIFY(m_document->look().selection().pinnedKeys.empty());
        QVERIFY(m_document->look().selection().pinnedQueries.empty());
        QVERIFY(!panel->backButton()->isVisible());
    }

    void comparesWithAKey()
    {
        const auto panel = opened<ScorePartsPanel>();
        QCOMPARE(panel->referenceBox()->count(), 2 + 5);
        QTest::keyClick(panel->referenceBox(), Qt::Key_End);
        settle(*panel);
        QVERIFY2(figure(*panel).data().sentences.front().endsWith(u"beyond that to “it”."_s),
                 qPrintable(figure(*panel).data().sentences.front()));
        QCOMPARE(panel->viewOptions().parts.reference, ScoreReference::Key);
        QCOMPARE(panel->viewOptions().parts.otherKey, 4);
        QVERIFY(!panel->view()->canvas()->accessibleDescription().isEmpty());
    }

    /// The keyboard reaches every list.
    void keys()
    {
        const auto panel = opened<ScorePartsPanel>();
        const PartsHit head = rowOfKind(*panel, PartKind::Head, false);
        QTest::keyClick(panel->view()->canvas(), Qt::Key_Home);
        for (int list = 0; list < head.list; ++list)
            QTest::keyClick(panel->view()->canvas(), Qt::Key_Right);
        for (int row = 0; row < head.row; ++row)
            QTest::keyClick(panel->view()->canvas(), Qt::Key_Down);
        QTest::keyClick(panel->view()->canvas(), Qt::Key_Return);
        QCOMPARE(m_document->look().selection().layer, 0);
        QCOMPARE(m_document->look().selection().query, 4); // of the query's row
    }

    /// What was asked of one project is not asked of another, nor of a lesson's page.
    void anotherProjectIsAskedAnew()
    {
        for (const bool isPage : {false, true}) {
            const auto scores = opened<ScorePartsPanel>();
            const auto logits = opened<LogitPartsPanel>();
            const Selection before = m_document->look().selection();
            click(*scores, rowOfKind(*scores, PartKind::Head, true));
            settle(*scores);
            scores->referenceBox()->setCurrentIndex(1);
            emit scores->referenceBox()->activated(1);
            QCOMPARE(scores->viewOptions().parts.reference, ScoreReference::Nothing);
            logits->wordBox()->lineEdit()->selectAll();
            QTest::keyClicks(logits->wordBox()->lineEdit(), u"cat"_s);
            QTest::keyClick(logits->wordBox()->lineEdit(), Qt::Key_Return);
            logits->ratherBox()->setCurrentIndex(1);
            emit logits->ratherBox()->activated(1);
            QCOMPARE(logits->viewOptions().parts.rather, LogitReference::Nothing);
            settle(*logits);
            if (isPage) {
                scores->forgetChoices();
                logits->forgetChoices();
            } else {
                Project other = m_document->project();
                other.source = "the cat sat on a mat";
                m_document->load(other, {});
            }
            settle(*scores);
            settle(*logits);
            QCOMPARE(scores->viewOptions().parts.reference, ScoreReference::Mean);
            QCOMPARE(scores->referenceBox()->currentIndex(), 0);
            QVERIFY(!scores->backButton()->isVisible());
            const PartsQuestion asked = logits->viewOptions().parts;
            QCOMPARE(asked.rather, LogitReference::Second);
            QVERIFY(!asked.word && !asked.head);
            QVERIFY(logits->ratherBox()->currentText() != u"alone"_s);
            m_document->look().setSelection(before);
        }
    }

    /// The vocabulary of a toy is its sentence: a chosen word may go with it, and come back.
    void aWordThatIsGoneIsSaid()
    {
        const auto panel = opened<LogitPartsPanel>();
        panel->wordBox()->lineEdit()->selectAll();
        QTest::keyClicks(panel->wordBox()->lineEdit(), u"cat"_s);
        QTest::keyClick(panel->wordBox()->lineEdit(), Qt::Key_Return);
        settle(*panel);
        const auto measures = [&] {
            return panel->view()->figure() &&
                   figure(*panel).data().sentences.front().contains(u"the logit of “cat” is"_s);
        };
        QVERIFY(measures());
        QCOMPARE(panel->note(), QString());
        m_document->sentences().setSource(u"on the dog sat"_s);
        settle(*panel);
        QTRY_COMPARE(panel->note(), u"The vocabulary has no word “cat”."_s);
        QTRY_VERIFY(!measures());
        m_document->sentences().setSource(u"on it the dog and the cat sat"_s);
        settle(*panel);
        QTRY_COMPARE(panel->note(), QString());
        QTRY_VERIFY(measures());
    }

    void choosesWords()
    {
        const auto panel = opened<LogitPartsPanel>();
        QCOMPARE(panel->wordBox()->currentText().isEmpty(), false);
        panel->wordBox()->lineEdit()->selectAll();
        QTest::keyClicks(panel->wordBox()->lineEdit(), u"cat"_s);
        QTest::keyClick(panel->wordBox()->lineEdit(), Qt::Key_Return);
        settle(*panel);
        QVERIFY2(figure(*panel).data().sentences.front().contains(u"the logit of “cat” is"_s),
                 qPrintable(figure(*panel).data().sentences.front()));
        panel->ratherBox()->lineEdit()->selectAll();
        QTest::keyClicks(panel->ratherBox()->lineEdit(), u"dog"_s);
        QTest::keyClick(panel->ratherBox()->lineEdit(), Qt::Key_Return);
        const auto labels = panel->findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
            return label->isVisible() && label->text() == u"The vocabulary has no word “dog”."_s;
        }));
        QVERIFY(panel->ratherBox()->property("faulty").toBool());
        panel->ratherBox()->lineEdit()->selectAll();
        QTest::keyClicks(panel->ratherBox()->lineEdit(), panel->ratherBox()->itemText(1)); // "alone"
        QTest::keyClick(panel->ratherBox()->lineEdit(), Qt::Key_Return);
        QVERIFY(std::none_of(labels.begin(), labels.end(), [](const QLabel *label) {
            return label->isVisible() && label->text().contains(u"dog"_s);
        }));
        settle(*panel);
        panel->ratherBox()->lineEdit()->selectAll();
        QTest::keyClicks(panel->ratherBox()->lineEdit(), u"sat"_s);
        QTest::keyClick(panel->ratherBox()->lineEdit(), Qt::Key_Return);
        settle(*panel);
        QVERIFY(!panel->ratherBox()->property("faulty").toBool());
        const PartsHit head = rowOfKind(*panel, PartKind::Head, false);
        const QString name = figure(*panel).data().lists[std::size_t(head.list)].bars.rows[std::size_t(head.row)].label;
        click(*panel, head);
        settle(*panel);
        QCOMPARE(figure(*panel).data().lists.back().bars.title, name + u", by word"_s);
    }
};

REGARD_TEST(TestPartsPanel)
#include "test_parts_panel.moc"
