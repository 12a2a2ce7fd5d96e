#include <cmath>
#include <memory>

#include <QLineEdit>
#include <QScrollBar>
#include <QTest>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "document/document.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/examples.h"
#include "io/project/project.h"
#include "paths.h"
#include "test_class.h"
#include "views/base/no_model_text.h"
#include "views/lens/panel/lens_panel.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestLensPanel : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<LensPanel> m_panel;

    void open(const Project &project)
    {
        m_document->load(project, {});
        m_document->waitForResult();
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }
    void openCheckpointNamed(const QString &name, const char *source, const char *target = "")
    {
        Project project = checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + name));
        project.source = source;
        project.target = target;
        open(project);
    }

    const LensFigure &figure() const { return static_cast<const LensFigure &>(*m_panel->view()->figure()); }
    const LensData &data() const { return figure().data(); }
    void press(int key) { QTest::keyClick(m_panel->view()->canvas(), Qt::Key(key)); }
    const Selection &selection() const { return m_document->look().selection(); }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_panel = std::make_unique<LensPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(420, 480);
    }
    void cleanup()
    {
        m_panel.reset();
        m_theme.reset();
        m_document.reset();
    }

    void aClickGoesToLayerAndToken()
    {
        openCheckpointNamed(u"gpt2"_s, "The cat sat");
        const int last = int(data().places.size()) - 1;
        QVERIFY(last >= 2);
        QCOMPARE(data().tokens.front(), u"The"_s);
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, {}, figure().cellRect(1, 2).center().toPoint());
        QCOMPARE(selection().attention, Attention::Decoder);
        QCOMPARE(selection().layer, 1);
        QCOMPARE(selection().pinnedQueries, std::vector{1});
        QCOMPARE(data().query, 1);
        QCOMPARE(data().place, 2);
        QVERIFY(m_panel->view()->canvas()->accessibleDescription().contains(data().at(1, 2).word));
        // The column of what the first layer reads is the input's box.
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, {}, figure().cellRect(0, 0).center().toPoint());
        QCOMPARE(selection().part, Part::Input);
        QCOMPARE(data().place, 0);
    }

    void theKeyboardGoesThere()
    {
        openCheckpointNamed(u"gpt2"_s, "The cat sat");
        const int last = int(data().places.size()) - 1;
        press(Qt::Key_Home);
        press(Qt::Key_Down);
        QCOMPARE(data().query, 1);
        for (int i = 0; i <= last; ++i)
            press(Qt::Key_Left);
        QCOMPARE(data().place, 0);
        press(Qt::Key_Right);
        QCOMPARE(data().place, 1);
        QCOMPARE(selection().layer, 0);
        QVERIFY(selection().pinnedQueries.empty());
        press(Qt::Key_Return);
        QCOMPARE(selection().pinnedQueries, std::vector{1});
        for (int i = 0; i <= last; ++i)
            press(Qt::Key_Right);
        QCOMPARE(data().place, last);
        // The cell that the keys have reached is in view.
        QVERIFY(m_panel->view()->partInView().contains(figure().cellRect(1, last).center()));
    }

    void aWordIsFollowed()
    {
        openCheckpointNamed(u"gpt2"_s, "The cat sat");
        QVERIFY(data().chosen.isEmpty());
        QTest::keyClicks(m_panel->word(), u"cat"_s);
        QCOMPARE(data().chosen, u"cat"_s);
        QVERIFY(m_panel->note().isEmpty());
        const int last = int(data().places.size()) - 1;
        QVERIFY(data().at(0, last).rank >= 1);
        const std::unique_ptr<Figure> exported = m_panel->figure({600, 400}, Theme::light());
        QVERIFY(static_cast<const LensFigure &>(*exported).data().title.contains(u"cat"_s));
        QTest::keyClicks(m_panel->word(), u"zzzqqq"_s);
        QVERIFY(m_panel->note().contains(u"catzzzqqq"_s));
        QVERIFY(data().chosen.isEmpty());
        m_panel->word()->clear();
        QVERIFY(m_panel->note().isEmpty());
    }

    /// A word is followed in one project, not in the next, nor in a lesson's page.
    void anotherProjectFollowsNoWord()
    {
        for (const bool isPage : {false, true}) {
            openCheckpointNamed(u"gpt2"_s, "The cat sat");
            QTest::keyClicks(m_panel->word(), isPage ? u"zzzqqq"_s : u"cat"_s);
            if (isPage)
                m_panel->forgetChoices();
            else
                openCheckpointNamed(u"bert"_s, "the cat sat");
            QVERIFY(m_panel->word()->text().isEmpty());
            QVERIFY(!m_panel->word()->property("faulty").toBool());
            QVERIFY(m_panel->note().isEmpty());
            QVERIFY(data().chosen.isEmpty());
        }
    }

    /// The last column has the numbers of another sentence once that is typed.
    void itFollowsTheSentence()
    {
        openCheckpointNamed(u"bert"_s, "the cat sat");
        const int tokens = int(data().tokens.size());
        m_document->sentences().setSource(u"the cat sat on the rug"_s);
        m_document->waitForResult();
        QTRY_VERIFY(data().tokens.size() > tokens);
        QCOMPARE(data().cells.size(), std::size_t(data().tokens.size() * data().places.size()));
    }

    void decodersLayersOfTwoStacks()
    {
        openCheckpointNamed(u"bart"_s, "The cat sat", "Die Katze");
        QCOMPARE(data().places.size(), m_document->matrices().model()->config.decoderLayers + 1);
        QCOMPARE(data().place, -1); // the encoder's attention is selected
        press(Qt::Key_Home);
        QCOMPARE(selection().attention, Attention::Decoder);
        QCOMPARE(data().place, int(data().places.size()) - 1);
    }

    void whyThereIsNone()
    {
        open(readExample("it")); // an encoder that predicts no words
        QVERIFY(!m_panel->view()->figure());
        QVERIFY(!m_panel->emptyMessage().isEmpty() && !m_panel->word()->isEnabled());
        QVERIFY(!m_panel->figure({400, 300}, Theme::light()));
        Project project = defaultProject();
        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.encoderLayers = 0;
        config.decoderLayers = 1;
        config.decoderKind = StackKind::Recurrent;
        project.model = buildModel(config, {}, {});
        project.source = "a b";
        open(project);
        QVERIFY(m_panel->emptyMessage().contains(u"recurrent"_s));
        QVERIFY(!noModelText(PanelId::Lens).isEmpty());
    }

    void aToyHasALens()
    {
        open(readExample("source-and-target"));
        QVERIFY(m_panel->view()->figure());
        QVERIFY(data().tokens.size() > 1);
    }

    void namesStayAtTheEdges()
    {
        openCheckpointNamed(u"gpt2"_s, "The cat sat on the rug and it was not dry so the cat went away from the rug");
        m_panel->resize(300, 260);
        m_panel->view()->verticalScrollBar()->setValue(120);
        QTest::qWait(0);
        const QImage scrolled = m_panel->view()->viewport()->grab().toImage();
        m_panel->view()->setOverlay(nullptr);
        QVERIFY(m_panel->view()->viewport()->grab().toImage() != scrolled);
    }
};

REGARD_TEST(TestLensPanel)
#include "test_lens_panel.moc"
