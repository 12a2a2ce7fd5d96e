#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "child.h"
#include "controls/app_theme.h"
#include "controls/compare_strip.h"
#include "test_class.h"
#include "views/base/change_text.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestCompareStrip : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        Project project = defaultProject();
        project.source = "it was too big";
        m_document->load(project, {});
        m_document->waitForResult();
        m_window = std::make_unique<QWidget>();
        m_window->resize(900, 60);
        m_window->show();
        m_strip = new CompareStrip(m_document.get(), m_theme.get(), m_window.get());
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup()
    {
        m_window.reset();
        m_theme.reset();
        m_document.reset();
    }

    void isThereWhileSomethingIsPinned()
    {
        QVERIFY(m_strip->isHidden());
        m_document->comparison().pin();
        QVERIFY(m_strip->isVisible());
        m_document->comparison().unpin();
        QVERIFY(m_strip->isHidden());
        m_document->comparison().pin();
        m_document->load(defaultProject(), {});
        QVERIFY(m_strip->isHidden());
    }

    void chipsChooseAndFollow()
    {
        m_document->comparison().pin();
        QVERIFY(isAlone(Compared::Now));
        m_strip->chip(Compared::Difference)->click();
        QCOMPARE(m_document->comparison().chosen(), Compared::Difference);
        QVERIFY(isAlone(Compared::Difference));
        m_document->comparison().choose(Compared::Pinned);
        QVERIFY(isAlone(Compared::Pinned));
        m_document->comparison().choose(Compared::Now);
        m_document->comparison().setFlipped(true);
        QVERIFY(isAlone(Compared::Pinned));
        m_document->comparison().setFlipped(false);
        QVERIFY(isAlone(Compared::Now));
    }

    void theKeyboardChooses()
    {
        m_document->comparison().pin();
        m_strip->chip(Compared::Now)->setFocus();
        QTest::keyClick(m_strip->chip(Compared::Pinned), Qt::Key_Space);
        QCOMPARE(m_document->comparison().chosen(), Compared::Pinned);
    }

    void everythingHasANameAndATip()
    {
        m_document->comparison().pin();
        QVERIFY(!m_strip->accessibleName().isEmpty());
        for (const QToolButton *button : m_strip->findChildren<QToolButton *>()) {
            QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(button->text()));
            QVERIFY2(!button->toolTip().isEmpty(), qPrintable(button->text()));
            QCOMPARE(button->focusPolicy(), Qt::StrongFocus);
        }
    }

    void theLargestChangeInWords()
    {
        m_document->comparison().pin();
        QCOMPARE(m_strip->changeText(), u"No attention weight differs from the pinned state"_s);
        editTwoCells();
        const QString change = largestChangeText(*m_document->shown().tokens.comparison);
        QVERIFY(!change.isEmpty());
        QCOMPARE(m_strip->changeText(), u"Largest change: "_s + change);
        child<QPushButton>(m_strip, "pinButton")->click();
        QCOMPARE(m_strip->changeText(), u"No attention weight differs from the pinned state"_s);
        m_document->sentences().setSource(u"and now another sentence"_s);
        m_document->waitForResult();
        QCOMPARE(m_strip->changeText(), u"The sentence shares no word with the pinned one"_s);
    }

    /// One cell alone is named; a cell beside it, or another sentence, is more than that.
    void theOnlyCellThatChanged()
    {
        const auto name = "encoder.0.self.w_q";
        m_document->matrices().editCell(name, 0, 0, 4);
        m_document->waitForResult();
        m_document->comparison().pin();
        m_document->matrices().editCell(name, 0, 0, -4);
        m_document->waitForResult();
        QVERIFY2(m_strip->changeText().startsWith(u"Now: W_Q [0, 0] = −4 (pinned: 4) · "_s),
                 qPrintable(m_strip->changeText()));
        m_document->sentences().setSource(u"it was big"_s);
        m_document->waitForResult();
        QVERIFY(!m_strip->changeText().startsWith(u"Now:"_s));
        m_document->sentences().setSource(u"it was too big"_s);
        m_document->matrices().editCell(name, 1, 0, 4);
        m_document->waitForResult();
        QVERIFY(!m_strip->changeText().startsWith(u"Now:"_s));
        QVERIFY(!child<QLabel>(m_strip, "comparedBefore")->isVisibleTo(m_strip)); // it has no name of its own
        auto named = std::make_shared<PinnedState>(*m_document->comparison().pinned());
        named->name = u"as opened"_s;
        m_document->comparison().pin(std::move(named));
        m_document->waitForResult();
        QCOMPARE(child<QLabel>(m_strip, "comparedBefore")->text(), u"Pinned: as opened"_s);
        QVERIFY(child<QLabel>(m_strip, "comparedBefore")->isVisibleTo(m_strip));
    }

    /// Where there is less room the head stays: first in shorter words, then before what is cut.
    void theHeadIsNeverCut()
    {
        m_document->comparison().pin();
        editTwoCells();
        const auto comparison = m_document->shown().tokens.comparison;
        const QStringList shorter = shortChangeTexts(*comparison);
        QCOMPARE(shorter.size(), 2);
        QVERIFY2(shorter[0].endsWith(u" · layer 1 head %1"_s.arg(comparison->largestChange()->head.head + 1)),
                 qPrintable(shorter[0]));
        QVERIFY2(shorter[1].startsWith(u"layer 1 head "_s), qPrintable(shorter[1]));
        const QString whole = m_strip->changeText();
        QStringList shown;
        for (int width = 1200; width >= 240; width -= 20) {
            m_strip->resize(width, m_strip->heightForWidth(width));
            QCoreApplication::processEvents();
            if (shown.isEmpty() || shown.last() != m_strip->shownChangeText())
                shown.append(m_strip->shownChangeText());
            QCOMPARE(m_strip->changeText(), whole);
        }
        QCOMPARE(shown.first(), whole);
        QVERIFY(shown.contains(shorter[1]) || shown.contains(shorter[0]));
    }

    void whatElseDiffers()
    {
        m_document->comparison().pin();
        const int layers = m_document->matrices().model()->config.encoderLayers;
        const HeadRef head{Attention::Encoder, layers - 1, 1};
        Interventions interventions;
        interventions.heads[head] = Replacement::Zero;
        m_document->matrices().setInterventions(interventions, u"off"_s);
        m_document->waitForResult();
        const QString off = u"switched off since: head 2 of layer %1"_s.arg(layers);
        QCOMPARE(m_strip->changeText(), u"No attention weight differs · "_s + off);
        m_document->comparison().choose(Compared::Difference);
        QCOMPARE(m_strip->changeText(),
                 u"No attention weight differs · %1 · what it does: “Effect” in “Switch off”"_s.arg(off));
        child<QPushButton>(m_strip, "pinButton")->click();
        m_document->matrices().setInterventions({}, u"on"_s);
        m_document->waitForResult();
        QCOMPARE(otherChangeText(*m_document->shown().tokens.comparison),
                 u"switched on since: head 2 of layer %1"_s.arg(layers));
        child<QPushButton>(m_strip, "pinButton")->click();
        m_document->comparison().choose(Compared::Now);
        const std::string output = "encoder." + std::to_string(layers - 1) + ".self.w_o";
        m_document->matrices().editBlock(output, 0, 0, Matrix::Constant(1, 2, 3), u"two cells"_s);
        m_document->waitForResult();
        QCOMPARE(m_strip->changeText(), u"No attention weight differs · the output differs"_s);
    }

    void theWordsOfAChange_data()
    {
        QTest::addColumn<float>("before");
        QTest::addColumn<float>("now");
        QTest::addColumn<QString>("numbers");
        QTest::newRow("two digits") << 0.7234F << 0.3111F << u"0.72 to 0.31"_s;
        QTest::newRow("three where two are the same") << 0.721F << 0.724F << u"0.721 to 0.724"_s;
        QTest::newRow("four") << 0.7211F << 0.7214F << u"0.7211 to 0.7214"_s;
        QTest::newRow("as many as tell them apart") << 0.0F << 1e-6F << u"0 to 9.99999997e-07"_s;
    }

    void theWordsOfAChange()
    {
        QFETCH(float, before);
        QFETCH(float, now);
        QFETCH(QString, numbers);
        const auto state = [](float weight, Architecture architecture) {
            auto model = std::make_shared<Model>();
            model->config.architecture = architecture;
            model->config.decoderLayers = 1;
            model->config.encoderLayers = architecture == Architecture::Encoder ? 1 : 0;
            auto block = std::make_shared<BlockTrace>();
            block->heads.resize(2);
            block->heads[0].weights = Matrix::Zero(2, 2);
            block->heads[1].weights = Matrix::Zero(2, 2);
            block->heads[1].weights(0, 1) = weight;
            auto trace = std::make_shared<Trace>();
            trace->architecture = architecture;
            trace->source.tokens = {"it", "cat"};
            trace->blocks = {block};
            return std::pair<std::shared_ptr<const Model>, SharedTrace>(model, trace);
        };
        const auto text = [&](Architecture architecture) {
            const auto [modelBefore, traceBefore] = state(before, architecture);
            const auto [model, trace] = state(now, architecture);
            return largestChangeText(TraceComparison(model, trace, modelBefore, traceBefore));
        };
        QCOMPARE(text(Architecture::Encoder), u"it → cat %1 in layer 1, head 2"_s.arg(numbers));
        QCOMPARE(text(Architecture::Decoder), u"it → cat %1 in decoder layer 1, head 2"_s.arg(numbers));
    }

    void signs()
    {
        QCOMPARE(signedText(0.41F), u"+0.4100"_s);
        QCOMPARE(signedText(-0.41F), u"−0.4100"_s);
        QCOMPARE(signedText(0), u"0.0000"_s);
        QCOMPARE(changeText(0.75F, 0.25F), u"0.7500 pinned, 0.2500 now, −0.5000"_s);
        QCOMPARE(changeText(std::nullopt, 0.25F), u"0.2500 now, new"_s);
        QCOMPARE(changeText(-std::numeric_limits<float>::infinity(), 2.0F), u"masked pinned, 2.0000 now"_s);
    }

    void neverForcesTheWindowWide()
    {
        m_document->comparison().pin();
        m_document->sentences().setSource(u"averyverylongwordindeed anotherverylongwordindeed"_s);
        m_document->waitForResult();
        QVERIFY2(m_strip->minimumSizeHint().width() <= 320,
                 qPrintable(QString::number(m_strip->minimumSizeHint().width())));
        // In one line where there is room, in more where there is not.
        QVERIFY(m_strip->heightForWidth(900) < m_strip->heightForWidth(260));
        QVERIFY(m_strip->heightForWidth(900) < 60);
    }

private:
    void editTwoCells() const
    {
        m_document->matrices().editBlock("encoder.0.self.w_q", 0, 0, Matrix::Constant(1, 2, 3), u"two cells"_s);
        m_document->waitForResult();
    }
    bool isAlone(Compared compared) const
    {
        for (const Compared each : {Compared::Now, Compared::Pinned, Compared::Difference})
            if (m_strip->chip(each)->isChecked() != (each == compared))
                return false;
        return true;
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<QWidget> m_window;
    CompareStrip *m_strip = nullptr;
};

REGARD_TEST(TestCompareStrip)
#include "test_compare_strip.moc"
