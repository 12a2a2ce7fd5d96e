#include <QTest>

#include "../document/fake_checkpoint.h"
#include "controls/app_theme.h"
#include "document/document.h"
#include "test_class.h"
#include "views/heatmap/panel/heatmap_panel.h"
#include "views/steps/panel/steps_panel.h"
#include "views/steps/steps_figure.h"
#include "window/export/compared_figure.h"

using namespace regard;

/// The picture of one of two states, whatever the window shows.
class TestComparedFigure : public QObject {
    Q_OBJECT
private slots:
    /// Whatever the window shows, and in one scale for both.
    void eitherStateHasTheScaleOfTheWindow()
    {
        Document document;
        AppTheme theme(AppTheme::Choice::Light);
        Project project = defaultProject();
        project.source = "a b c";
        document.load(project, {});
        document.waitForResult();
        document.comparison().pin();
        document.matrices().editCell("encoder.0.self.w_q", 0, 0, 0.25F);
        document.waitForResult();
        HeatmapPanel panel(&document, &theme, nullptr);
        const FigureChoice choice = figureChoice(
            PanelId::Heatmap, [] { return QString(); }, &panel);
        for (const ColorScale scale : {ColorScale::ZeroToOne, ColorScale::Logarithmic, ColorScale::Percentile}) {
            document.look().setColorScale(scale);
            for (const Compared what : {Compared::Now, Compared::Pinned}) {
                const std::unique_ptr<Figure> figure =
                    comparedFigure(choice, document, what, QSizeF(600, 400), Theme::light());
                QVERIFY(figure);
                QVERIFY(static_cast<const HeatmapFigure &>(*figure).range().scale == scale);
            }
        }
    }

    /// [CLS] dry ##-cl ##ean ##ed cat [SEP]: a pair that nothing chose is among the tokens that are shown, in the
    /// picture of either state as in the window.
    void aHiddenTokenIsInNoPair()
    {
        Document document;
        AppTheme theme(AppTheme::Choice::Light);
        document.load(fakeProject("dry-cleaned cat"), {});
        document.waitForResult();
        document.comparison().pin();
        document.matrices().editCell("encoder.0.self.w_q", 0, 0, 0.25F);
        document.waitForResult();
        TokenView view;
        view.hidesSpecial = true;
        document.look().setTokenView(view);
        StepsPanel panel(&document, &theme, nullptr);
        panel.show(); // steps are made for eyes only
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const FigureChoice choice = figureChoice(
            PanelId::Steps, [] { return QString(); }, &panel);
        QCOMPARE(panel.data().query, 1);
        for (const Compared what : {Compared::Now, Compared::Pinned, Compared::Difference}) {
            const std::unique_ptr<Figure> figure =
                comparedFigure(choice, document, what, QSizeF(600, 400), Theme::light());
            QVERIFY(figure);
            const StepsData &data = static_cast<const StepsFigure &>(*figure).data();
            QCOMPARE(data.query, 1);
            QCOMPARE(data.key, panel.data().key);
        }
    }
};

REGARD_TEST(TestComparedFigure)
#include "test_compared_figure.moc"
