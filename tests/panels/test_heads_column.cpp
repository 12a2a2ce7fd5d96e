#include <cmath>

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include "child.h"
#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "draw/text_width.h"
#include "head_place_text.h"
#include "test_class.h"
#include "views/heads/heads_column_figure.h"
#include "views/heads/panel/heads_panel.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// The heads in a column of 88 pixels.
class TestHeadsColumn : public QObject {
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
        m_window = std::make_unique<QWidget>();
        m_window->resize(600, 1100);
        m_panel = new HeadsPanel(m_document.get(), m_theme.get(), m_window.get());
        m_panel->setGeometry(0, 0, 88, 664);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup()
    {
        m_window.reset();
        m_theme.reset();
        m_document.reset();
    }

    void nothingIsCut_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("height");
        for (const auto &[layers, heads] :
             {std::pair(1, 1), {1, 4}, {1, 8}, {1, 12}, {2, 4}, {6, 12}, {12, 12}, {24, 16}})
            for (int height = 300; height <= 1000; height += 100)
                QTest::addRow("%d x %d, %d high", layers, heads, height) << layers << heads << height;
    }
    /// Everything is inside, numbers are whole, and nothing scrolls.
    void nothingIsCut()
    {
        QFETCH(int, layers);
        QFETCH(int, heads);
        QFETCH(int, height);
        setSizes(layers, heads);
        m_panel->resize(88, height);
        QVERIFY(m_panel->isColumn());
        QTRY_VERIFY(m_panel->view()->figure());
        QTRY_COMPARE(m_panel->view()->verticalScrollBar()->maximum(), 0);
        QCOMPARE(m_panel->view()->horizontalScrollBar()->maximum(), 0);
        QCOMPARE(map()->hasMap(), layers * heads > 16);
        const QRectF all(QPointF(), map()->size());
        QVERIFY(all.height() <= m_panel->view()->viewport()->height());
        QList<QRectF> boxes;
        for (int head = 0; head < heads; ++head) {
            const HeadPlace place{Attention::Encoder, 0, head};
            const QRectF square = map()->placeRect(place);
            const QRectF number = map()->numberRect(place);
            QVERIFY(all.contains(square.adjusted(-2, -2, 2, 2)));
            QVERIFY(all.contains(number));
            QVERIFY(textWidth(QString::number(head + 1), Theme::font(10)) <= number.width());
            for (const QRectF &other : boxes)
                QVERIFY(!other.intersects(square) && !other.intersects(number));
            boxes << square << number;
            QCOMPARE(map()->hit(square.center()), std::optional(place));
        }
        for (int layer = 0; map()->hasMap() && layer < layers; ++layer)
            for (int head = 0; head < heads; ++head) {
                const HeadPlace place{Attention::Encoder, layer, head};
                QVERIFY(all.contains(map()->mapRect(place)));
                QCOMPARE(map()->hit(map()->mapRect(place).center()), std::optional(place));
            }
        for (const QToolButton *button : m_panel->findChildren<QToolButton *>())
            QVERIFY(!button->isVisible() ||
                    m_panel->rect().contains(QRect(button->mapTo(m_panel, QPoint()), button->size())));
    }

    void thumbnailsAreLargeWhileTheyFit()
    {
        setSizes(1, 4);
        QTRY_COMPARE(map()->side(), 60.0);
        QVERIFY(map()->numberRect(at(0, 0)).right() <= map()->placeRect(at(0, 0)).left()); // the number is left of it
        setSizes(1, 12);
        QTRY_COMPARE(map()->side(), 36.0);
        QVERIFY(map()->numberRect(at(0, 0)).top() >= map()->placeRect(at(0, 0)).bottom()); // below it
        QCOMPARE(map()->placeRect(at(0, 0)).top(), map()->placeRect(at(0, 1)).top());
        QVERIFY(map()->placeRect(at(0, 2)).top() > map()->placeRect(at(0, 0)).top());
    }

    void aColumnIsAsNarrowAsTheDesignSays()
    {
        QVERIFY(m_panel->minimumSizeHint().width() <= 88);
        m_theme->setScale(1.5);
        QVERIFY(m_panel->minimumSizeHint().width() <= 132);
        m_panel->resize(132, 700);
        QVERIFY(m_panel->isColumn());
        QTRY_COMPARE(m_panel->view()->horizontalScrollBar()->maximum(), 0);
        m_theme->setScale(1);
        m_panel->resize(400, 700); // in a window of its own
        QVERIFY(!m_panel->isColumn());
        QVERIFY(!dynamic_cast<const HeadsColumnFigure *>(m_panel->view()->figure()));
        m_panel->resize(88, 700);
        QVERIFY(dynamic_cast<const HeadsColumnFigure *>(m_panel->view()->figure()));
    }

    void manyLayersScroll()
    {
        setSizes(32, 8);
        m_panel->resize(88, 400);
        QTRY_VERIFY(m_panel->view()->verticalScrollBar()->maximum() > 0);
        QCOMPARE(m_panel->view()->horizontalScrollBar()->maximum(), 0);
    }

    void clicksChoose()
    {
        setSizes(2, 4);
        click(map()->placeRect(at(1, 2)).center());
        QCOMPARE(chosen(), at(1, 2));
        QCOMPARE(selection().heads, std::vector<int>{2});
        click(map()->numberRect(at(1, 0)).center(), Qt::ControlModifier);
        QCOMPARE(selection().heads, (std::vector<int>{0, 2}));
        // Each has its colour behind its number.
        const QImage picture = m_panel->view()->canvas()->grab().toImage();
        for (const int head : {0, 2}) {
            const QRectF number = map()->numberRect(at(1, head));
            QCOMPARE(picture.pixelColor((number.center() - QPointF(7, 0)).toPoint()), m_theme->theme().head(head));
        }
        click(map()->placeRect(at(1, 0)).center(), Qt::ControlModifier);
        QCOMPARE(selection().heads, std::vector<int>{2});
        click(map()->placeRect({Attention::Encoder, 0, -1}).center()); // "Layer 1"
        QCOMPARE(selection().summary, Summary::Mean);
        QCOMPARE(selection().layer, 0);
    }

    void theMapChooses()
    {
        setSizes(6, 12);
        click(map()->mapRect(at(5, 11)).center());
        QCOMPARE(chosen(), at(5, 11));
        // The thumbnails are those of that layer; the frame is blue.
        QVERIFY(map()->placeRect(at(5, 0)).width() >= 16);
        QVERIFY(map()->placeRect(at(4, 0)).width() < 16);
        const QRectF square = map()->placeRect(at(5, 11));
        const QImage picture = m_panel->view()->canvas()->grab().toImage();
        QCOMPARE(picture.pixelColor(QPointF(square.center().x(), square.top() - 2).toPoint()), m_theme->theme().accent);
    }

    void arrowsWalk()
    {
        setSizes(2, 4);
        press(Qt::Key_Down);
        QCOMPARE(chosen(), at(0, 1));
        press(Qt::Key_End);
        QCOMPARE(chosen(), at(0, 3));
        press(Qt::Key_Down);
        QCOMPARE(chosen(), at(1, 0));
        press(Qt::Key_Up);
        QCOMPARE(chosen(), at(0, 3));
        press(Qt::Key_Home);
        QCOMPARE(chosen(), at(0, 0));
        press(Qt::Key_Down, Qt::ControlModifier); // goes there, chooses nothing
        QCOMPARE(chosen(), at(0, 0));
        press(Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(selection().heads, (std::vector<int>{0, 1}));
        setSizes(6, 12);
        press(Qt::Key_Home);
        const int layer = chosen().layer;
        press(Qt::Key_Down); // in the map from layer to layer
        QCOMPARE(chosen(), at(layer + 1, 0));
    }

    void theMenuIsOfAllHeads()
    {
        setSizes(1, 4);
        const QList<QAction *> actions = m_panel->menu()->actions();
        actions.at(0)->trigger();
        QCOMPARE(selection().heads, (std::vector<int>{0, 1, 2, 3}));
        actions.at(1)->trigger();
        QVERIFY(selection().heads.empty());
        actions.at(2)->trigger();
        QCOMPARE(selection().summary, Summary::Mean);
        QVERIFY(!child<QAction>(m_panel, "sortHeads")->isVisible());
        m_document->comparison().pin();
        QVERIFY(child<QAction>(m_panel, "sortHeads")->isVisible());
    }

    void theFootChangesTheNumber()
    {
        setSizes(1, 2);
        const int steps = m_document->undoStack()->index();
        QTest::mouseClick(m_panel->moreButton(), Qt::LeftButton);
        m_document->waitForResult();
        QCOMPARE(m_document->matrices().model()->config.heads, 3);
        QCOMPARE(m_document->undoStack()->index(), steps + 1);
        QTest::mouseClick(m_panel->fewerButton(), Qt::LeftButton);
        QTest::mouseClick(m_panel->fewerButton(), Qt::LeftButton);
        m_document->waitForResult();
        QCOMPARE(m_document->matrices().model()->config.heads, 1);
        QVERIFY(!m_panel->fewerButton()->isEnabled());
        // Without an output projection the heads share d_model: only its divisors are offered.
        setConfig([](ModelConfig &config) {
            config.dModel = 16;
            config.heads = 2;
            config.dKey = config.dValue = 8;
            config.outputProjection = false;
            config.residual = true;
        });
        QTest::mouseClick(m_panel->moreButton(), Qt::LeftButton);
        m_document->waitForResult();
        QCOMPARE(m_document->matrices().model()->config.heads, 4);
        QCOMPARE(m_document->matrices().model()->config.dKey, 4);
    }

    void sectionsOfSeveralAttentions()
    {
        setConfig([](ModelConfig &config) {
            config.architecture = Architecture::EncoderDecoder;
            config.encoderLayers = config.decoderLayers = 1;
            config.heads = config.decoderHeads = 2;
        });
        double below = 0;
        for (const Attention attention : {Attention::Encoder, Attention::Decoder, Attention::Cross}) {
            const QRectF heading = map()->placeRect({attention, 0, -1});
            QVERIFY(heading.top() >= below);
            below = map()->placeRect({attention, 0, 1}).bottom();
            QVERIFY(below > heading.bottom());
            click(map()->placeRect({attention, 0, 1}).center());
            QCOMPARE(chosen(), (HeadPlace{attention, 0, 1}));
        }
        press(Qt::Key_PageUp);
        QCOMPARE(chosen().attention, Attention::Decoder);
    }

    /// Under each thumbnail, the longest under the head that moved most.
    void barsShowTheChange()
    {
        setSizes(1, 2);
        m_document->comparison().pin();
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 8, 5); // head 2
        m_document->waitForResult();
        m_document->comparison().choose(Compared::Difference);
        const QImage picture = m_panel->view()->canvas()->grab().toImage();
        const auto barColor = [&](int head) {
            const QRectF square = map()->placeRect(at(0, head));
            return picture.pixelColor(QPointF(square.center().x(), square.bottom() + 6).toPoint());
        };
        QCOMPARE(barColor(1), m_theme->theme().accent);
        QCOMPARE(barColor(0), m_theme->theme().border);
    }

    /// By what another panel found, in proportion to the largest.
    void theMapIsShadedByNumbers()
    {
        setSizes(6, 12);
        m_panel->setImportance({{{Attention::Encoder, 1, 2}, 0.4}, {{Attention::Encoder, 3, 4}, 0.2}}, u"found"_s);
        const auto colorOf = [this](const HeadPlace &place) {
            const QRectF cell = map()->mapRect(place);
            return m_panel->view()->canvas()->grab().toImage().pixelColor(
                (cell.center() - QPointF(0.5, 0.5)).toPoint());
        };
        QCOMPARE(colorOf(at(1, 2)).rgb(), m_theme->theme().sequential(1));
        QCOMPARE(colorOf(at(3, 4)).rgb(), m_theme->theme().sequential(0.5));
        m_panel->setImportance({}, {});
        // Nothing else given: by sharpness, 1 − entropy ÷ ln 3 of the three words, in the mean.
        const Matrix &weights = m_document->result().trace->blocks[1]->heads[2].weights;
        double entropy = 0;
        for (int query = 0; query < 3; ++query)
            for (int key = 0; key < 3; ++key)
                entropy -= double(weights(query, key)) * std::log(double(weights(query, key))) / 3;
        const QColor expected = QColor::fromRgb(m_theme->theme().sequential(1 - entropy / std::log(3.0)));
        const QColor shown = colorOf(at(1, 2));
        QVERIFY(std::abs(shown.red() - expected.red()) <= 1 && std::abs(shown.blue() - expected.blue()) <= 1);
    }

    void aHeadThatIsOffIsHatched()
    {
        setSizes(1, 2);
        const QRectF square = map()->placeRect(at(0, 1)).adjusted(1, 1, -1, -1);
        const QRectF other = map()->placeRect(at(0, 0)).adjusted(1, 1, -1, -1);
        const QImage before = m_panel->view()->canvas()->grab().toImage();
        press(Qt::Key_Down);
        press(Qt::Key_O);
        m_document->waitForResult();
        press(Qt::Key_Up);
        const QImage after = m_panel->view()->canvas()->grab().toImage();
        QVERIFY(after.copy(square.toRect()) != before.copy(square.toRect()));
        QCOMPARE(after.copy(other.toRect()), before.copy(other.toRect()));
    }

    void everythingIsNamed()
    {
        setSizes(1, 4);
        QCOMPARE(m_panel->view()->canvas()->accessibleName(), u"Thumbnails of all heads"_s);
        QVERIFY(m_panel->view()->canvas()->accessibleDescription().contains(u"head 1"_s));
        for (const QToolButton *button : {m_panel->fewerButton(), m_panel->moreButton()})
            QVERIFY(!button->accessibleName().isEmpty());
        // The number between them says of what it is, to the eye and to a screen reader.
        QCOMPARE(child<QLabel>(m_panel, "headCount")->accessibleName(), u"Number of heads: 4"_s);
        QVERIFY(child<QLabel>(m_panel, "headCountName")->isVisible());
        setSizes(1, 3);
        QCOMPARE(child<QLabel>(m_panel, "headCount")->accessibleName(), u"Number of heads: 3"_s);
    }

private:
    static HeadPlace at(int layer, int head) { return {Attention::Encoder, layer, head}; }
    template <typename Change>
    void setConfig(Change change)
    {
        ModelConfig config = m_document->matrices().model()->config;
        change(config);
        m_document->matrices().setConfig(config, u"model"_s);
        m_document->waitForResult();
    }
    void setSizes(int layers, int heads)
    {
        setConfig([=](ModelConfig &config) {
            config.encoderLayers = layers;
            config.heads = heads;
        });
    }
    const Selection &selection() const { return m_document->look().selection(); }
    HeadPlace chosen() const { return {selection().attention, selection().layer, selection().head}; }
    const HeadsColumnFigure *map() const { return static_cast<const HeadsColumnFigure *>(m_panel->view()->figure()); }
    void click(QPointF point, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::mouseClick(m_panel->view()->canvas(), Qt::LeftButton, modifiers, point.toPoint());
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        m_panel->view()->canvas()->setFocus();
        QTest::keyClick(m_panel->view()->canvas(), key, modifiers);
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<QWidget> m_window;
    HeadsPanel *m_panel = nullptr;
};

REGARD_TEST(TestHeadsColumn)
#include "test_heads_column.moc"
