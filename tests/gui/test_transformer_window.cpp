#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "controls/figure_view.h"
#include "document/document.h"
#include "io/project/examples.h"
#include "panel_hands.h"
#include "test_class.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/heatmap/panel/heatmap_plot.h"
#include "views/links/panel/link_panel.h"
#include "views/sentence/panel/sentence_panel.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "views/weights/panel/weights_panel.h"
#include "window/main_window.h"
#include "window_test.h"

using namespace regard;

/// The window around an encoder and a decoder.
class TestTransformerWindow : public QObject, private WindowTest {
    Q_OBJECT

private:
    const LinkFigure *links() const { return static_cast<const LinkFigure *>(panel<LinksPanel>()->view()->figure()); }
    void attend(Attention attention) const
    {
        Selection selection = document()->look().selection();
        selection.attention = attention;
        document()->look().setSelection(selection);
        QApplication::processEvents();
    }
    void keyInto(QWidget *widget, Qt::Key key) const
    {
        widget->setFocus();
        QTest::keyClick(widget, key);
    }

private slots:
    void initTestCase() { useOwnSettings(); }

    void init()
    {
        openWindow();
        document()->load(readExample("source-and-target"), QString());
        settle();
    }

    void cleanup() { m_window.reset(); }

    void crossAttentionRunsFromTargetToSource()
    {
        attend(Attention::Cross);
        const LinkData data = panel<LinksPanel>()->linkData();
        QCOMPARE(data.queries.join(u' '), document()->sentences().target());
        QCOMPARE(data.keys.join(u' '), document()->sentences().source());
        QVERIFY(data.queryLabel.contains(QStringLiteral("target")));
        QVERIFY(data.keyLabel.contains(QStringLiteral("source")));
        document()->sentences().setSource(document()->sentences().source() +
                                          QStringLiteral(" today")); // now not square
        settle();
        const HeatmapPlot *plot = panel<HeatmapPlot>();
        QCOMPARE(plot->visibleQueries(), (std::pair<int, int>{0, 4}));
        QCOMPARE(plot->visibleKeys(), (std::pair<int, int>{0, 5}));
        QCOMPARE(links()->bands().size() + std::size_t(links()->hiddenLinks()),
                 std::size_t{30}); // pairs of tokens, each by its strongest head
        attend(Attention::Decoder);
        QCOMPARE(panel<LinksPanel>()->linkData().keys.join(u' '), document()->sentences().target());
        QCOMPARE(plot->visibleKeys(), (std::pair<int, int>{0, 4}));
    }

    void theTargetIsTypedAndFollowed()
    {
        QLineEdit *field = panel<SentenceBar>()->targetField();
        QVERIFY(field->isVisible());
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("il voit"));
        QCOMPARE(document()->sentences().target(), QStringLiteral("il voit"));
        QCOMPARE(document()->result().trace->target.tokens.size(), std::size_t{2});
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(document()->sentences().target() != QStringLiteral("il voit"));
        ModelConfig config = document()->matrices().model()->config;
        config.architecture = Architecture::Encoder;
        document()->matrices().setConfig(config, QStringLiteral("architecture"));
        QVERIFY(!field->isVisible());
    }

    void aTokenIsMaskedByTheKeyboard_data()
    {
        QTest::addColumn<int>("place");
        QTest::newRow("links") << 0;
        QTest::newRow("heatmap") << 1;
        QTest::newRow("sentence") << 2;
    }

    void aTokenIsMaskedByTheKeyboard()
    {
        QFETCH(int, place);
        attend(Attention::Cross);
        openPanel(m_window.get(), QStringLiteral("sentence"));
        QWidget *views[] = {panel<LinksPanel>()->view()->canvas(), panel<HeatmapPlot>(),
                            panel<SentencePanel>()->view()->canvas()};
        QWidget *view = views[place];
        if (place == 0)
            keyInto(view, Qt::Key_Right); // to the keys
        keyInto(view, Qt::Key_Home);
        keyInto(view, Qt::Key_M);
        QCOMPARE(document()->sentences().masked(Side::Source), std::vector<int>{0});
        const auto &block = document()->result().trace->blocks.back();
        QVERIFY((block->heads[0].weights.col(0).array() == 0).all());
        QVERIFY(panel<LinksPanel>()->linkData().maskedKeys.at(0));
        keyInto(view, Qt::Key_M);
        QVERIFY(document()->sentences().masked(Side::Source).empty());
    }

    void aTokensMenuMasksIt()
    {
        attend(Attention::Encoder);
        QWidget *canvas = panel<LinksPanel>()->view()->canvas();
        const QPoint word = links()->tokenRect(LinkHit::Side::Query, 1).center().toPoint();
        QContextMenuEvent asks(QContextMenuEvent::Mouse, word, canvas->mapToGlobal(word));
        QApplication::sendEvent(canvas, &asks);
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        menu->actions().first()->trigger();
        menu->close();
        QCOMPARE(document()->sentences().masked(Side::Source), std::vector<int>{1});
    }

    void summariesTakeThePlaceOfHeads()
    {
        attend(Attention::Encoder);
        Selection selection = document()->look().selection();
        selection.summary = Summary::Mean;
        document()->look().setSelection(selection);
        const LinkData data = panel<LinksPanel>()->linkData();
        QCOMPARE(data.heads.size(), std::size_t{1});
        QVERIFY(data.title.contains(QStringLiteral("mean of 2 heads")));
        const auto &heads = document()->result().trace->blocks[0]->heads;
        const Matrix mean = (heads[0].weights + heads[1].weights) / 2;
        QVERIFY((*data.heads[0].weights - mean).cwiseAbs().maxCoeff() < 1e-6F);
        QVERIFY(!panel<HeatmapPanel>()->stageChip(Stage::Scores)->isEnabled());
    }

    void typingGoesOnDuringASlowPass()
    {
        ModelConfig config = document()->matrices().model()->config;
        config.encoderLayers = config.decoderLayers = 12;
        config.dModel = 192;
        config.heads = config.decoderHeads = 6;
        config.dFf = config.decoderDFf = 384;
        document()->matrices().setConfig(config, QStringLiteral("large"));
        QVERIFY(document()->isBusy());
        const SharedTrace before = document()->result().trace;
        QVERIFY(before); // the last picture stays
        QObject::connect(document(), &Document::resultChanged, this, [this] {
            std::vector<std::string> now;
            for (const Token &token : document()->sentences().tokens().tokens)
                now.push_back(token.text);
            QCOMPARE(document()->result().trace->source.tokens, now); // never one of an earlier sentence
            QCOMPARE(document()->result().model, document()->matrices().model());
        });
        QLineEdit *field = panel<SentenceBar>()->field();
        field->setFocus();
        field->selectAll();
        const QString text = QStringLiteral("many words are typed while it computes");
        for (const QChar letter : text) {
            QTest::keyClicks(field, QString(letter));
            QApplication::processEvents();
        }
        QCOMPARE(document()->sentences().source(), text);
        document()->waitForResult();
        QCOMPARE(document()->result().trace->source.tokens.size(), std::size_t{7});
        document()->disconnect(this);
    }
};

REGARD_TEST(TestTransformerWindow)
#include "test_transformer_window.moc"
