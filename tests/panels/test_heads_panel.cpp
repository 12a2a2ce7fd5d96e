#include <QScrollBar>
#include <QTest>
#include <QToolTip>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "draw/export_figure.h"
#include "engine/analysis/summaries.h"
#include "head_place_text.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "views/base/value_text.h"
#include "views/heads/panel/heads_panel.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestHeadsPanel : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        Project project = defaultProject();
        project.source = "a b c";
        project.target = "<s> x y z";
        m_document->load(project, {});
        setConfig([](ModelConfig &config) { config.encoderLayers = 3; });
        m_panel = std::make_unique<HeadsPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(300, 300);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }
    void cleanup()
    {
        m_panel.reset();
        m_theme.reset();
        m_document.reset();
    }

    void clickSelectsAndTheLinksFollow()
    {
        QCOMPARE(m_panel->caption(), u"3 layers × 2 heads"_s);
        setHeadsOn({0});
        click({Attention::Encoder, 2, 1});
        QCOMPARE(chosen(), (HeadPlace{Attention::Encoder, 2, 1}));
        QCOMPARE(m_document->look().selection().heads, std::vector<int>{1});
    }

    void aHeadIsShownAloneWhateverTheLinksShowed()
    {
        for (const std::vector<int> &heads : {std::vector<int>{0, 1}, {}, {0}}) {
            setHeadsOn(heads);
            click({Attention::Encoder, 0, 1});
            QCOMPARE(m_document->look().selection().heads, std::vector<int>{1});
            setHeadsOn(heads);
            press(Qt::Key_Left);
            QCOMPARE(m_document->look().selection().heads, std::vector<int>{0});
            setHeadsOn(heads);
            press(Qt::Key_Space);
            QCOMPARE(m_document->look().selection().heads, std::vector<int>{0});
        }
        click({Attention::Encoder, 0, -1}); // the mean, then a head
        QCOMPARE(m_document->look().selection().summary, Summary::Mean);
        click({Attention::Encoder, 0, 1});
        QCOMPARE(m_document->look().selection().summary, Summary::None);
        QCOMPARE(m_document->look().selection().heads, std::vector<int>{1});
    }

    void theFrameFollows()
    {
        setHeadsOn({0});
        const QImage before = picture();
        click({Attention::Encoder, 1, 1});
        QCOMPARE(changedSince(before),
                 (std::vector<HeadPlace>{{Attention::Encoder, 0, 0}, {Attention::Encoder, 1, 1}}));
        click({Attention::Encoder, 0, 0});
        QCOMPARE(picture(), before);
    }

    void arrowsWalkTheHeads()
    {
        press(Qt::Key_Right);
        QCOMPARE(chosen(), (HeadPlace{Attention::Encoder, 0, 1}));
        press(Qt::Key_Right);
        QCOMPARE(chosen(), (HeadPlace{Attention::Encoder, 0, 1}));
        for (int i = 0; i < 4; ++i)
            press(Qt::Key_Down);
        QCOMPARE(chosen(), (HeadPlace{Attention::Encoder, 2, 1}));
        press(Qt::Key_Home);
        press(Qt::Key_Up);
        QCOMPARE(chosen(), (HeadPlace{Attention::Encoder, 1, 0}));
        press(Qt::Key_End);
        QCOMPARE(chosen(), (HeadPlace{Attention::Encoder, 1, 1}));
    }

    void threeSections()
    {
        makeTransformer();
        QCOMPARE(m_panel->caption(), u"14 heads"_s);
        click({Attention::Cross, 1, 1});
        QCOMPARE(chosen(), (HeadPlace{Attention::Cross, 1, 1}));
        click({Attention::Decoder, 0, 0});
        QCOMPARE(chosen(), (HeadPlace{Attention::Decoder, 0, 0}));
        click({Attention::Encoder, 2, 1});
        QCOMPARE(chosen(), (HeadPlace{Attention::Encoder, 2, 1}));
    }

    void arrowsWalkAcrossSections()
    {
        makeTransformer();
        click({Attention::Encoder, 2, 1});
        press(Qt::Key_Down);
        QCOMPARE(chosen(), (HeadPlace{Attention::Decoder, 0, 1}));
        press(Qt::Key_PageDown);
        QCOMPARE(chosen(), (HeadPlace{Attention::Cross, 0, 1}));
        press(Qt::Key_Up);
        QCOMPARE(chosen(), (HeadPlace{Attention::Decoder, 1, 1}));
        press(Qt::Key_PageUp);
        press(Qt::Key_PageUp);
        QCOMPARE(chosen(), (HeadPlace{Attention::Encoder, 0, 1}));
    }

    void aClickShowsTheHeadItself()
    {
        Selection selection = m_document->look().selection();
        selection.summary = Summary::Maximum;
        selection.part = Part::FeedForward;
        m_document->look().setSelection(selection);
        click({Attention::Encoder, 1, 0});
        QCOMPARE(chosen(), (HeadPlace{Attention::Encoder, 1, 0}));
        QCOMPARE(m_document->look().selection().summary, Summary::None);
        QCOMPARE(m_document->look().selection().part, Part::Attention);
    }

    void ctrlClickPicksHeads()
    {
        setHeadsOn({0});
        click({Attention::Encoder, 0, 1}, Qt::ControlModifier);
        QCOMPARE(m_document->look().selection().heads, (std::vector<int>{0, 1}));
        QCOMPARE(m_document->look().selection().head, 1);
        click({Attention::Encoder, 0, 0}, Qt::ControlModifier);
        QCOMPARE(m_document->look().selection().heads, std::vector<int>{1});
        QCOMPARE(m_document->look().selection().head, 1);
        // Elsewhere it starts anew.
        setHeadsOn({0, 1});
        click({Attention::Encoder, 2, 0}, Qt::ControlModifier);
        QCOMPARE(chosen(), (HeadPlace{Attention::Encoder, 2, 0}));
        QCOMPARE(m_document->look().selection().heads, std::vector<int>{0});
    }

    void ctrlSpacePicksTheKeyboardsHead()
    {
        setHeadsOn({0});
        press(Qt::Key_Right, Qt::ControlModifier); // goes there, chooses nothing
        QCOMPARE(m_document->look().selection().heads, std::vector<int>{0});
        QCOMPARE(chosen(), (HeadPlace{Attention::Encoder, 0, 0}));
        press(Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(m_document->look().selection().heads, (std::vector<int>{0, 1}));
        press(Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(m_document->look().selection().heads, std::vector<int>{0});
        // The keyboard is still on that head.
        press(Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(m_document->look().selection().heads, (std::vector<int>{0, 1}));
    }

    void theKeyboardsPlaceIsSeen()
    {
        press(Qt::Key_Down, Qt::ControlModifier); // the canvas shows its focus from now on
        press(Qt::Key_Up, Qt::ControlModifier);
        const QImage before = picture();
        const QImage exportedBefore = exported();
        press(Qt::Key_Down, Qt::ControlModifier);
        const QImage after = picture();
        // Dashes in the text's colour around that head's square, and nothing else.
        const QRect square = map()->placeRect({Attention::Encoder, 1, 0}).toAlignedRect();
        int dashed = 0;
        int between = 0;
        for (int y = 0; y < after.height(); ++y) {
            for (int x = 0; x < after.width(); ++x) {
                const bool isNear = square.adjusted(-3, -3, 3, 3).contains(x, y);
                const bool isInside = square.adjusted(1, 1, -1, -1).contains(x, y);
                const QColor was = before.pixelColor(x, y);
                const QColor is = after.pixelColor(x, y);
                if (!isNear || isInside)
                    QCOMPARE(is, was);
                else if (y == square.top() - 1 && square.contains(x, square.top()))
                    (is.lightness() < was.lightness() ? dashed : between) += 1;
            }
        }
        QVERIFY(dashed >= square.width() / 3);
        QVERIFY(between >= square.width() / 6);
        press(Qt::Key_Up, Qt::ControlModifier);
        press(Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(picture(), after);
        // It is no part of the picture that is exported.
        QCOMPARE(exported(), exportedBefore);
    }

    void aLabelTakesTheMean()
    {
        setHeadsOn({0});
        const QImage before = picture();
        click({Attention::Encoder, 1, -1});
        QCOMPARE(m_document->look().selection().layer, 1);
        QCOMPARE(m_document->look().selection().summary, Summary::Mean);
        QVERIFY(isChangedSince(before, {Attention::Encoder, 0, 0})); // no frame any more
        QVERIFY(isChangedSince(before, {Attention::Encoder, 1, -1}));
        QVERIFY(!isChangedSince(before, {Attention::Encoder, 2, 0}));
        QVERIFY(description().contains(u"layer 2 · mean of 2 heads"_s));
        click({Attention::Encoder, 0, 0});
        QCOMPARE(m_document->look().selection().summary, Summary::None);
        QCOMPARE(picture(), before);
    }

    void theKeyboardTakesTheMean_data()
    {
        QTest::addColumn<int>("key");
        QTest::newRow("Enter") << int(Qt::Key_Return);
        QTest::newRow("Space") << int(Qt::Key_Space);
    }

    void theKeyboardTakesTheMean()
    {
        QFETCH(int, key);
        click({Attention::Encoder, 1, 0});
        press(Qt::Key_Left);
        QCOMPARE(m_document->look().selection().summary, Summary::None);
        press(Qt::Key_Down);
        QVERIFY(description().contains(u"layer 3 · mean of 2 heads"_s));
        press(Qt::Key(key));
        QCOMPARE(m_document->look().selection().layer, 2);
        QCOMPARE(m_document->look().selection().summary, Summary::Mean);
        press(Qt::Key_Right);
        QCOMPARE(chosen(), (HeadPlace{Attention::Encoder, 2, 0}));
        QCOMPARE(m_document->look().selection().summary, Summary::None);
    }

    void theDescriptionNamesTheHead()
    {
        makeTransformer();
        click({Attention::Cross, 1, 1});
        QVERIFY2(description().contains(u"cross layer 2 · head 2"_s), qPrintable(description()));
        Selection selection = m_document->look().selection();
        selection.attention = Attention::Encoder;
        selection.layer = 2;
        m_document->look().setSelection(selection);
        QVERIFY2(description().contains(u"encoder layer 3 · head 2"_s), qPrintable(description()));
    }

    void theTooltipKnowsTheHead()
    {
        makeTransformer();
        const HeadPlace place{Attention::Cross, 1, 1};
        const Result &result = m_document->result();
        const int block = blockIndex(result.model->config, place.attention, place.layer);
        const Matrix &weights = result.trace->blocks[std::size_t(block)]->heads[1].weights;
        QCOMPARE(weights.rows(), Eigen::Index(4));
        QCOMPARE(weights.cols(), Eigen::Index(3));
        QTest::mouseMove(m_panel->view()->canvas(), centre(place));
        QTRY_VERIFY(QToolTip::isVisible());
        const QString text = QToolTip::text();
        for (const QString &part : {u"cross layer 2 · head 2"_s, u"every query weighs its keys alike"_s,
                                    u"entropy %1 nats"_s.arg(headEntropy(weights), 0, 'f', 2)})
            QVERIFY2(text.contains(part), qPrintable(text + u" / "_s + part));
        QVERIFY2(!text.contains(u"strongest"_s), qPrintable(text)); // no key of equal weights is
        QVERIFY2(text.contains(u"\nsink "_s) && text.contains(u"\nby value "_s), qPrintable(text));
    }

    /// The softmax of the example's scores 2 4 4, 4 16 12 and 4 12 10, and the mean of its rows' entropies.
    void theTooltipNamesTheStrongestLink()
    {
        m_document->load(readExample("three-inputs"), {});
        m_document->waitForResult();
        QTest::mouseMove(m_panel->view()->canvas(), centre({Attention::Encoder, 0, 0}));
        QTRY_VERIFY(QToolTip::text().contains(u"strongest"_s));
        const QString text = QToolTip::text();
        QVERIFY2(text.contains(u"\nstrongest: x2 → x2 0.98"_s) && text.contains(u"\nentropy 0.45 nats"_s),
                 qPrintable(text));
        QVERIFY2(!text.contains(u"alike"_s), qPrintable(text));
    }

    void theSelectedHeadStaysInView()
    {
        setConfig([](ModelConfig &config) {
            config.encoderLayers = 24;
            config.heads = config.decoderHeads = 16;
        });
        m_panel->resize(230, 300);
        const auto inView = [this](const HeadPlace &place) {
            const QRect seen(-m_panel->view()->canvas()->pos(), m_panel->view()->viewport()->size());
            return seen.contains(map()->placeRect(place).toRect());
        };
        QVERIFY(map()->placeRect({Attention::Encoder, 0, 0}).width() >= 12);
        QVERIFY(m_panel->view()->verticalScrollBar()->maximum() > 0);
        QVERIFY(!inView({Attention::Encoder, 23, 15}));
        press(Qt::Key_PageDown);
        press(Qt::Key_End);
        QCOMPARE(chosen(), (HeadPlace{Attention::Encoder, 23, 15}));
        QVERIFY(inView(chosen()));
        // Another view chooses.
        Selection selection = m_document->look().selection();
        selection.layer = 2;
        selection.head = 1;
        m_document->look().setSelection(selection);
        QVERIFY(inView({Attention::Encoder, 2, 1}));
        // So does one that was chosen before the scroll bars came.
        setConfig([](ModelConfig &config) { config.encoderLayers = config.heads = 1; });
        QTRY_VERIFY(!m_panel->view()->verticalScrollBar()->isVisible());
        setConfig([](ModelConfig &config) {
            config.encoderLayers = 24;
            config.heads = 16;
        });
        click({Attention::Encoder, 0, 0});
        selection = m_document->look().selection();
        selection.layer = 20;
        selection.head = 14;
        m_document->look().setSelection(selection);
        QCoreApplication::processEvents();
        QVERIFY(inView({Attention::Encoder, 20, 14}));
        // A new result does not scroll away from where a hand has scrolled to.
        m_panel->view()->verticalScrollBar()->setValue(m_panel->view()->verticalScrollBar()->maximum());
        const int scrolled = m_panel->view()->verticalScrollBar()->value();
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 0.5F);
        m_document->waitForResult();
        QCOMPARE(m_panel->view()->verticalScrollBar()->value(), scrolled);
    }

    void pointingElsewhereLeavesThePictureAlone()
    {
        int refreshed = 0;
        connect(m_panel->view(), &FigureView::refreshed, this, [&] { ++refreshed; });
        Selection selection = m_document->look().selection();
        selection.query = 1;
        m_document->look().setSelection(selection);
        QCOMPARE(refreshed, 0);
        click({Attention::Encoder, 1, 1});
        QCOMPARE(refreshed, 1);
    }

    /// As narrow as it gets, beside a scroll bar too.
    void namesOfSeveralMapsAreWhole()
    {
        makeTransformer();
        for (const int layers : {1, 12}) {
            setConfig([layers](ModelConfig &config) { config.encoderLayers = config.decoderLayers = layers; });
            m_panel->resize(m_panel->minimumSizeHint().width(), 400);
            QTRY_VERIFY(m_panel->view()->figure());
            const QScrollBar *across = m_panel->view()->horizontalScrollBar();
            QTRY_COMPARE(across->maximum(), 0);
            QVERIFY(m_panel->width() < 200);
        }
        QVERIFY(m_panel->view()->verticalScrollBar()->maximum() > 0);
    }

private:
    template <typename Change>
    void setConfig(Change change)
    {
        ModelConfig config = m_document->matrices().model()->config;
        change(config);
        m_document->matrices().setConfig(config, u"model"_s);
        m_document->waitForResult();
    }
    void makeTransformer()
    {
        setConfig([](ModelConfig &config) {
            config.architecture = Architecture::EncoderDecoder;
            config.decoderLayers = 2;
        });
        m_panel->resize(300, 600);
    }
    void setHeadsOn(std::vector<int> heads)
    {
        Selection selection = m_document->look().selection();
        selection.heads = std::move(heads);
        m_document->look().setSelection(selection);
    }
    const HeadsFigure *map() const { return static_cast<const HeadsFigure *>(m_panel->view()->figure()); }
    QPoint centre(const HeadPlace &place) const { return map()->placeRect(place).center().toPoint(); }
    void click(const HeadPlace &place, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, modifiers, centre(place));
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        m_panel->view()->canvas()->setFocus();
        QTest::keyClick(m_panel->view()->canvas(), key, modifiers);
    }
    HeadPlace chosen() const
    {
        const Selection &selection = m_document->look().selection();
        return {selection.attention, selection.layer, selection.head};
    }
    QString description() const { return m_panel->view()->canvas()->accessibleDescription(); }
    QImage exported() const { return figureImage(*m_panel->figure({300, 200}, Theme::light()), 96); }
    QImage picture() const { return m_panel->view()->canvas()->grab().toImage(); }
    bool isChangedSince(const QImage &before, const HeadPlace &place) const
    {
        const QRect square = map()->placeRect(place).toAlignedRect();
        return picture().copy(square) != before.copy(square);
    }
    /// The heads of the encoder, 3 layers of 2, whose squares look otherwise.
    std::vector<HeadPlace> changedSince(const QImage &before) const
    {
        std::vector<HeadPlace> changed;
        for (int head = 0; head < 6; ++head)
            if (const HeadPlace place{Attention::Encoder, head / 2, head % 2}; isChangedSince(before, place))
                changed.push_back(place);
        return changed;
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<HeadsPanel> m_panel;
};

REGARD_TEST(TestHeadsPanel)
#include "test_heads_panel.moc"
