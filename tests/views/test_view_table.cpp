#include <set>

#include <QTest>

#include "draw/export_figure.h"
#include "engine/pass/output_layer.h"
#include "io/project/examples.h"
#include "shown_example.h"
#include "test_class.h"
#include "views/base/panel_title.h"
#include "views/table/view_table.h"
#include "words/named_values.h"

using namespace regard;

namespace {

constexpr QSizeF size(480, 360);

enum class Three { One, Two, Three };
static_assert(hasAllRows<Three, 3> && !hasAllRows<Three, 2> && !hasAllRows<Three, 4>);

MadeView madeOf(const View &view, const Shown &shown, const Project &project, const ViewOptions &options = {})
{
    return madeView(view,
                    {stateFor(view, shown), project.dimensions, project.checkpoint, options, size, Theme::light()});
}

QByteArray svg(const Figure &figure)
{
    return figureBytes(figure, PictureFormat::Svg, 96, QString());
}

std::shared_ptr<const PinnedState> pinnedOf(const Project &project, const QString &name)
{
    const Shown shown = shownExample(project);
    return std::make_shared<const PinnedState>(
        PinnedState{shown.now.result, *shown.now.source, *shown.now.target, name});
}

/// A trace of no attention at all.
Shown withoutAttention(const Project &project)
{
    ModelConfig config = project.model.config;
    config.encoderLayers = 0;
    const auto model = std::make_shared<const Model>(reconfigured(project.model, config));
    return shownOf({{{model, forward(*model, inputOf(project))},
                     std::make_shared<const Tokens>(sourceTokens(project)),
                     std::make_shared<const Tokens>(targetTokens(project))}});
}

} // namespace

/// Every row of the table of views, one after the other.
class TestViewTable : public QObject {
    Q_OBJECT
private slots:
    void everyRowStandsAtItsPlace()
    {
        std::set<std::string> words;
        for (std::size_t i = 0; i < views().size(); ++i) {
            const View &view = views()[i];
            QCOMPARE(std::size_t(view.id), i);
            QCOMPARE(&viewOf(view.id), &view);
            QVERIFY(!panelTitle(view.panel).isEmpty());
            QCOMPARE(view.word == nullptr, view.make == nullptr);
            QVERIFY(!view.word || words.insert(view.word).second);
            // What shows two states has one word for the command line, and what leaves heads out shows several.
            QVERIFY(!view.compares || view.word);
            QVERIFY(!view.leavesNewHeadsOut || (view.compares && !view.showsOneHead));
            QVERIFY(!view.showsAllHeads || !view.showsOneHead);
            QVERIFY(!view.filtersPairs || view.groupsTokens);
        }
        std::set<QString> titles;
        for (const PanelId panel : allPanels())
            QVERIFY2(titles.insert(panelTitle(panel)).second, panelWord(panel).c_str());
    }

    void everyViewHasAPicture()
    {
        for (const char *example : {"it", "source-and-target", "chinese", "three-inputs"}) {
            const Project project = readExample(example);
            const Shown shown = shownExample(project);
            for (const View &view : views()) {
                const MadeView made = madeOf(view, shown, project);
                const bool isThere = view.make && (!view.needsOutput || hasOutputLayer(project.model)) &&
                                     view.id != ViewId::Training && view.id != ViewId::Lengths && // none was trained
                                     view.id != ViewId::Unrolled &&                               // or has cells
                                     !view.needsPinned; // and nothing is pinned
                QVERIFY2((made.figure != nullptr) == isThere, view.word);
                // What says nothing has a picture, or is none of the command line's.
                QCOMPARE(made.whyNone.isEmpty(), isThere || !view.make);
            }
        }
    }

    void whatNeedsWeightsHasNoneWithoutAttention()
    {
        const Project project = readExample("three-inputs");
        const Shown shown = withoutAttention(project);
        QVERIFY(shown.tokens.trace() && !shown.tokens.hasResult());
        for (const View &view : views())
            QVERIFY2(!madeOf(view, shown, project).figure || !view.needsWeights, view.word);
        QVERIFY(madeOf(viewOf(ViewId::Block), shown, project).figure);
        // Nor has anything a picture before there is a trace.
        const Shown nothing = shownOf({});
        for (const View &view : views())
            QVERIFY2(!madeOf(view, nothing, project).figure, view.word);
    }

    /// What compares shows another picture of the difference, the picture of the pinned state is that of the state
    /// alone, and below a caption it is the very same.
    void everyViewThatCompares()
    {
        const Project then = readExample("three-inputs");
        Project now = then;
        now.model.given.set("encoder.0.self.w_q", [&] {
            Matrix matrix = *then.model.given.find("encoder.0.self.w_q");
            matrix(0, 0) = 0;
            return matrix;
        }());
        const Shown shown = shownExample(now, pinnedOf(then, QStringLiteral("Earlier")));
        const Shown alone = shownExample(then);
        for (const View &view : views()) {
            if (!view.compares)
                continue;
            const auto picture = [&](const ShownState &state) {
                const ViewOptions options;
                const MadeView made = madeView(view, {state, now.dimensions, nullptr, options, size, Theme::light()});
                return made.figure ? svg(*made.figure) : QByteArray();
            };
            const ShownState pinned = stateFor(view, shown.as(Compared::Pinned));
            QVERIFY2(!picture(stateFor(view, shown)).isEmpty(), view.word);
            QVERIFY2(picture(stateFor(view, shown.as(Compared::Difference))) != picture(stateFor(view, shown)),
                     view.word);
            QVERIFY2(picture(unnamed(pinned)) == picture(stateFor(view, alone)), view.word);
            // A picture without a title has nowhere to say the name.
            QCOMPARE(picture(pinned).contains("Earlier"), view.id != ViewId::Heads);
            QVERIFY(!picture(unnamed(pinned)).contains("Earlier"));
        }
    }

    /// What shows a difference alone: closed form, hatched where the layer or the pinned state has none.
    void matrices()
    {
        const Project then = readExample("three-inputs");
        Project now = then;
        now.model.given.set("encoder.0.self.w_q", [&] {
            Matrix matrix = *then.model.given.find("encoder.0.self.w_q");
            matrix(0, 0) += 3;
            matrix(2, 1) -= 4;
            return matrix;
        }());
        now.model = reconfigured(now.model, now.model.config); // the weights in use follow
        const Shown shown = shownExample(now, pinnedOf(then, QStringLiteral("Earlier")));
        const auto changes = matrixChanges(now.model, then.model);
        const MatrixChangeGrid grid = matrixChangeGrid(changes);
        QCOMPARE(grid.layers, QStringList{QStringLiteral("layer 1")});
        const HeatmapData data = matrixChangeData(changes, {});
        QCOMPARE(data.keys, grid.matrices);
        QCOMPARE((*data.values)(0, int(data.keys.indexOf(QStringLiteral("self.w_q")))), 5.0F);
        QCOMPARE((*data.values)(0, int(data.keys.indexOf(QStringLiteral("self.w_k")))), 0.0F);
        ViewOptions options;
        const QByteArray absolute = svg(*madeOf(viewOf(ViewId::Matrices), shown, now, options).figure);
        options.matrices.isRelative = true;
        QVERIFY(svg(*madeOf(viewOf(ViewId::Matrices), shown, now, options).figure) != absolute);
        // Another shape: a sentence, no picture.
        const Shown other = shownExample(now, pinnedOf(readExample("it"), QStringLiteral("Earlier")));
        const MadeView none = madeOf(viewOf(ViewId::Matrices), other, now);
        QVERIFY(!none.figure && none.whyNone.contains(QStringLiteral("one shape")));
    }

    /// Where all heads that are on are new, the picture is a sentence.
    void newHeads()
    {
        const Project now = readExample("it");
        const Project then = readExample("three-inputs"); // of one head
        const Shown shown = shownExample(now, pinnedOf(then, QStringLiteral("Earlier"))).as(Compared::Difference);
        Selection selection = shown.attention.asked;
        selection.head = headsOf(now.model.config, selection.attention) - 1;
        selection.heads = {selection.head};
        for (const View &view : views()) {
            if (!view.compares || view.id == ViewId::Heads)
                continue;
            const ShownState state = stateFor(view, shown).with(selection);
            const ViewOptions options;
            const MadeView made = madeView(view, {state, {}, nullptr, options, size, Theme::light()});
            QVERIFY2(!made.figure && made.whyNone.contains(QLatin1String("new")), view.word);
        }
    }
};

REGARD_TEST(TestViewTable)
#include "test_view_table.moc"
