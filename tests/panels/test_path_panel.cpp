#include <cmath>

#include <QComboBox>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "document/document.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "views/path/panel/path_panel.h"
#include "views/path/path_figure.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestPathPanel : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<PathPanel> m_panel;

    const PathFigure &figure() const { return static_cast<const PathFigure &>(*m_panel->view()->figure()); }
    const PathData &data() const { return figure().data(); }

    void click(PathHit row)
    {
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, {}, figure().rowRect(row).center().toPoint());
    }
    void press(int key) { QTest::keyClick(m_panel->view()->canvas(), Qt::Key(key)); }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        Project project = defaultProject();
        ModelConfig config;
        config.architecture = Architecture::EncoderDecoder;
        config.encoderKind = config.decoderKind = StackKind::Recurrent;
        config.decoderAttention = DecoderAttention::Bahdanau;
        config.decoderLayers = 1;
        config.directions = 2;
        config.dModel = 8;
        project.model = buildModel(config, {}, {});
        project.source = "a b c d e";
        project.target = "u v w";
        m_document->load(project, {});
        m_document->waitForResult();
        m_panel = std::make_unique<PathPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(330, 520);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }
    void cleanup()
    {
        m_panel.reset();
        m_theme.reset();
        m_document.reset();
    }

    void theBoxChoosesTheWay()
    {
        QComboBox *box = m_panel->placeBox();
        QCOMPARE(box->count(), 4);
        QCOMPARE(box->currentText(), u"cross-attention"_s); // as the document's selection has it
        QCOMPARE(data().askers.size(), 3);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        QCOMPARE(m_document->look().selection().part, Part::Cells);
        QCOMPARE(m_document->look().selection().chain, (CellPlace{Stack::Encoder, 0, Direction::Forward}));
        QVERIFY(data().askers.isEmpty());
        QCOMPARE(data().way, (std::vector<int>{0, 1, 2, 3, 4}));
        // And follows what is selected elsewhere.
        Selection selection = m_document->look().selection();
        selection.chain = {Stack::Decoder, 0, Direction::Forward};
        m_document->look().setSelection(selection);
        QCOMPARE(box->currentText(), u"decoder, layer 1"_s);
        QCOMPARE(data().words.size(), 3U);
    }

    void twoWordsByClicks()
    {
        QTest::keyClick(m_panel->placeBox(), Qt::Key_Home);
        click({false, 1});
        click({false, 3});
        QCOMPARE(m_panel->words(), (PathWords{1, 3}));
        QCOMPARE(data().way, (std::vector<int>{1, 2, 3}));
        QVERIFY(m_panel->view()->canvas()->accessibleDescription().contains(u"2 steps"_s));
        click({false, 4}); // the newest two
        QCOMPARE(m_panel->words(), (PathWords{3, 4}));
        const std::unique_ptr<Figure> exported = m_panel->figure({400, 300}, Theme::light());
        const auto *made = static_cast<const PathFigure *>(exported.get());
        QCOMPARE(made->data().way, (std::vector<int>{3, 4}));
        QVERIFY(!made->data().title.isEmpty() && data().title.isEmpty());
    }

    void twoWordsByKeys()
    {
        QTest::keyClick(m_panel->placeBox(), Qt::Key_Home);
        press(Qt::Key_Home);
        QCOMPARE(data().current, 0);
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        press(Qt::Key_Down);
        press(Qt::Key_Down);
        press(Qt::Key_Space);
        QCOMPARE(m_panel->words(), (PathWords{1, 3}));
        press(Qt::Key_End);
        QCOMPARE(data().current, 4);
    }

    void wordsOfTwoSentences()
    {
        click({true, 1});
        QCOMPARE(m_panel->words(), (PathWords{0, 1}));
        click({false, 2});
        QCOMPARE(m_panel->words(), (PathWords{2, 1}));
        press(Qt::Key_Up);
        QVERIFY(data().currentAsks);
        QCOMPARE(data().current, 0);
        press(Qt::Key_Right);
        QVERIFY(!data().currentAsks);
        press(Qt::Key_Return);
        QCOMPARE(m_panel->words(), (PathWords{0, 1}));
    }

    void itFollowsWeightsAndSentences()
    {
        QTest::keyClick(m_panel->placeBox(), Qt::Key_Home);
        const double before = data().words[0].left;
        m_document->matrices().editCell("encoder.0.forward.u_z", 0, 0, 2);
        m_document->waitForResult();
        QVERIFY(data().words[0].left != before);
        const PathPlace place{CellPlace{Stack::Encoder, 0, Direction::Forward}, {}};
        QCOMPARE(data().words[0].left,
                 pathNorms(*m_document->result().model, *m_document->result().trace, place)->front());
        m_document->undoStack()->undo();
        m_document->waitForResult();
        QCOMPARE(data().words[0].left, before);
        click({false, 4});
        m_document->sentences().setSource(u"a b c"_s);
        m_document->waitForResult();
        QCOMPARE(data().words.size(), 3U);
        QCOMPARE(data().to, 2); // the word that was chosen is gone
    }

    void pointingSaysTheWholeNumber()
    {
        const QPointF point = figure().rowRect({false, 2}).center();
        QTest::mouseMove(m_panel->view()->canvas(), point.toPoint());
        QCOMPARE(m_panel->view()->canvas()->cursor().shape(), Qt::PointingHandCursor);
        QTRY_VERIFY(QToolTip::text().contains(QString::number(data().words[2].left, 'g', 9)));
        QVERIFY(QToolTip::text().contains(u"Click two words"_s));
    }

    void withoutASentence()
    {
        Document empty;
        PathPanel panel(&empty, m_theme.get(), nullptr);
        panel.resize(330, 520);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QVERIFY(!panel.view()->figure());
        QVERIFY(!panel.figure({300, 300}, Theme::light()));
        QCOMPARE(panel.view()->canvas()->property("paintedText").toString(), u"Type a sentence first."_s);
    }
};

REGARD_TEST(TestPathPanel)
#include "test_path_panel.moc"
