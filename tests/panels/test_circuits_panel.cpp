#include <memory>

#include <QLineEdit>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "controls/segment_switch.h"
#include "document/document.h"
#include "engine/analysis/circuits.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/examples.h"
#include "io/project/project.h"
#include "paths.h"
#include "test_class.h"
#include "views/circuits/panel/circuits_panel.h"
#include "views/table/view_table.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestCircuitsPanel : public QObject {
    Q_OBJECT

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<CircuitsPanel> m_panel;

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
    void choose(int circuit) { m_panel->circuit()->button(circuit)->click(); }
    void press(int key) { QTest::keyClick(m_panel->view()->canvas(), Qt::Key(key)); }
    QString said() const { return m_panel->view()->canvas()->accessibleDescription(); }

private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_panel = std::make_unique<CircuitsPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(480, 520);
    }
    void cleanup()
    {
        m_panel.reset();
        m_theme.reset();
        m_document.reset();
    }

    void theSwitchChoosesTheCircuit()
    {
        openCheckpointNamed(u"gpt2"_s, "The cat sat");
        QVERIFY(m_panel->view()->figure() && m_panel->note().isEmpty());
        QCOMPARE(m_panel->viewOptions().circuits.circuit, Circuit::Qk);
        choose(1);
        QCOMPARE(m_panel->viewOptions().circuits.circuit, Circuit::Ov);
        QVERIFY(m_panel->view()->figure());
        QVERIFY(m_panel->note().contains(u"Copying score"_s));
        QVERIFY(m_panel->figure({600, 500}, Theme::light()));
    }

    void cellsByKeyboard()
    {
        openCheckpointNamed(u"gpt2"_s, "The cat sat");
        press(Qt::Key_Down);
        const QString first = said();
        QVERIFY(first.contains(u"“The” asks, “The” is looked at"_s));
        press(Qt::Key_Right);
        QVERIFY(said() != first && said().contains(u"“The” asks"_s));
        press(Qt::Key_End);
        QVERIFY(!said().contains(u"“The” asks"_s));
        press(Qt::Key_Escape);
        QVERIFY(said().isEmpty());
    }

    void typedWordsAndDistance()
    {
        openCheckpointNamed(u"llama"_s, "The cat sat");
        QVERIFY(m_panel->distance()->isVisible());
        const auto size = [&] {
            return madeCircuit(m_document->shown().tokens, m_document->checkpoint().get(),
                               m_panel->viewOptions().circuits)
                .scores->rows();
        };
        const auto before = size();
        QTest::keyClicks(m_panel->words(), u"rug"_s);
        QVERIFY(size() > before);
        m_panel->distance()->setValue(3);
        QCOMPARE(m_panel->viewOptions().circuits.distance, 3);
        choose(1);
        QVERIFY(!m_panel->distance()->isVisible()); // values are not rotated
    }

    /// An edit of the head's W_Q is seen at once.
    void liveWhileACellIsEdited()
    {
        openCheckpointNamed(u"gpt2"_s, "The cat sat");
        press(Qt::Key_Down);
        const QString before = said();
        m_document->matrices().editCell("decoder.0.self.w_q", 0, 0, 50);
        m_document->waitForResult();
        QTRY_VERIFY(said() != before);
    }

    void compositionWithEarlierHeads()
    {
        openCheckpointNamed(u"gpt2"_s, "The cat sat");
        choose(2);
        QVERIFY(m_panel->emptyMessage().contains(u"No head comes before layer 1"_s));
        Selection selection = m_document->look().selection();
        selection.layer = 1;
        m_document->look().setSelection(selection);
        QVERIFY(m_panel->view()->figure());
        QVERIFY(!m_panel->words()->isVisible());
        press(Qt::Key_Down);
        QVERIFY2(said().startsWith(u"layer 1 · head 1: 0."_s), qPrintable(said()));
        const QString asked = said();
        choose(4);
        press(Qt::Key_Down);
        QVERIFY(said() != asked);
        QVERIFY(m_panel->figure({600, 300}, Theme::light()));
        choose(0);
        QVERIFY(m_panel->words()->isVisible());
    }

    /// What was asked of one project is not asked of another, nor of a lesson's page.
    void anotherProjectIsAskedAnew()
    {
        for (const bool isPage : {false, true}) {
            openCheckpointNamed(u"llama"_s, "The cat sat");
            m_panel->distance()->setValue(3);
            choose(1);
            QTest::keyClicks(m_panel->words(), u"rug"_s);
            if (isPage)
                m_panel->forgetChoices();
            else
                openCheckpointNamed(u"gpt2"_s, "The cat sat");
            const CircuitOptions asked = m_panel->viewOptions().circuits;
            QCOMPARE(asked.circuit, Circuit::Qk);
            QCOMPARE(asked.words, std::string());
            QCOMPARE(m_panel->distance()->value(), 0);
            QVERIFY(m_panel->circuit()->button(0)->isChecked() && !m_panel->circuit()->button(1)->isChecked());
            QVERIFY(m_panel->view()->figure() && m_panel->note().isEmpty());
        }
    }

    void whyThereIsNoOv()
    {
        open(readExample("it")); // no output layer
        QVERIFY(m_panel->view()->figure());
        choose(1);
        QVERIFY(!m_panel->view()->figure() && !m_panel->emptyMessage().isEmpty());
        openCheckpointNamed(u"bart"_s, "The cat sat", "Die Katze");
        choose(1);
        QVERIFY(m_panel->emptyMessage().contains(u"decoder"_s)); // the encoder's head is in view
    }
};

REGARD_TEST(TestCircuitsPanel)
#include "test_circuits_panel.moc"
