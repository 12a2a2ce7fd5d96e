#include <limits>

#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "document/shown/shown.h"
#include "draw/export_figure.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "views/steps/step_json.h"
#include "views/steps/walk_pages.h"

using namespace regard;

/// The frames of a walk, its pages, and the same steps as numbers.
class TestStepWalk : public QObject {
    Q_OBJECT

private:
    Project m_project;
    SharedTrace m_trace;

    void open(const char *example)
    {
        m_project = readExample(example);
        m_trace = forward(m_project.model, inputOf(m_project));
    }

    Selection within(const Selection &selection) const
    {
        return existingSelection(selection, {std::make_shared<const Model>(m_project.model), m_trace});
    }

    std::vector<WalkFrame> frames(const Selection &selection, WalkScope scope) const
    {
        return walkFrames(m_project.model, m_trace, within(selection), scope);
    }

    static Selection pair(int query, int key)
    {
        Selection selection;
        selection.query = query;
        selection.key = key;
        return selection;
    }

    QJsonObject steps(const Selection &selection, const StepView &view = {}, std::optional<StepKind> only = {}) const
    {
        const std::string json = stepsJson(m_project.model, m_trace, within(selection), {}, view, only);
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json), &error);
        if (error.error != QJsonParseError::NoError)
            qWarning("%s", qPrintable(error.errorString()));
        return document.object();
    }

private slots:
    void theTokenInFocusGoesThroughEveryStage()
    {
        open("three-inputs");
        const std::vector<WalkFrame> walk = frames(pair(1, 2), WalkScope::Token);
        const std::vector<WalkFrame> expected = {{1, 2, StepKind::Embed},   {1, 2, StepKind::Project},
                                                 {1, 2, StepKind::Score},   {1, 2, StepKind::Scale},
                                                 {1, 2, StepKind::Softmax}, {1, 2, StepKind::Weigh}};
        QVERIFY(walk == expected);
        QCOMPARE(positionOf(walk, {1, 2, StepKind::Scale}), 3);
        QCOMPARE(positionOf(walk, {0, 2, StepKind::Scale}), -1);
        QCOMPARE(positionOf(walk, {1, 2, StepKind::Mask}), -1);
    }

    void everyTokenGoesWithItsStrongestKey()
    {
        open("three-inputs");
        const std::vector<WalkFrame> walk = frames(pair(0, 0), WalkScope::EveryToken);
        QCOMPARE(walk.size(), std::size_t(18));
        // The chosen pair stays; scores 4 16 12 and 4 12 10 are both largest at the second key.
        const int keys[] = {0, 1, 1};
        for (std::size_t i = 0; i < walk.size(); ++i) {
            QCOMPARE(walk[i].query, int(i / 6));
            QCOMPARE(walk[i].key, keys[i / 6]);
            QVERIFY(walk[i].kind == walk[i % 6].kind);
        }
        // Without a focus: the first token and, of equal weights, the first key.
        QCOMPARE(frames({}, WalkScope::Token).front().query, 0);
        QCOMPARE(frames({}, WalkScope::Token).front().key, 1);
    }

    /// Scores 2 4 4, 4 16 12 and 4 12 10.
    void hiddenTokensAreNotTakenIntoAPair()
    {
        open("three-inputs");
        const HiddenTokens first{{true, false, false}, {true, false, false}};
        const auto hidden = [&](const Selection &selection, WalkScope scope, const HiddenTokens &tokens) {
            return walkFrames(m_project.model, m_trace, selection, scope, tokens);
        };
        QCOMPARE(hidden({}, WalkScope::Token, first).front().query, 1);
        QCOMPARE(hidden({}, WalkScope::Token, first).front().key, 1);
        const HiddenTokens second{{false, true, false}, {false, true, false}};
        QCOMPARE(hidden({}, WalkScope::Token, second).front().query, 0);
        QCOMPARE(hidden({}, WalkScope::Token, second).front().key, 2);
        QCOMPARE(hidden(pair(2, -1), WalkScope::Token, second).front().key, 2);
        // Each in turn leaves it out too, unless somebody put it in focus.
        const std::vector<WalkFrame> walk = hidden({}, WalkScope::EveryToken, second);
        QCOMPARE(walk.size(), std::size_t(12));
        for (const WalkFrame &frame : walk)
            QVERIFY(frame.query != 1 && frame.key == 2);
        QCOMPARE(hidden(pair(1, 1), WalkScope::EveryToken, second).size(), std::size_t(18));
        const HiddenTokens all{{true, true, true}, {true, true, true}};
        QCOMPARE(hidden({}, WalkScope::Token, all).front().query, 0);
        QCOMPARE(hidden({}, WalkScope::Token, all).front().key, 0);
        const WalkPages pages(std::make_shared<const Model>(m_project.model), m_trace, {}, {}, {}, WalkScope::Token,
                              second);
        QCOMPARE(pages.withScope(WalkScope::EveryToken).count(), 12);
    }

    void everyExampleHasAWalk_data()
    {
        QTest::addColumn<QString>("name");
        for (const ExampleEntry &example : examples())
            QTest::newRow(example.name.c_str()) << QString::fromStdString(example.name);
    }

    void everyExampleHasAWalk()
    {
        QFETCH(QString, name);
        open(name.toUtf8().constData());
        const std::vector<WalkFrame> one = frames({}, WalkScope::Token);
        QVERIFY(one.size() >= 6);
        const std::size_t queries = m_trace->blocks.front()->heads.front().weights.rows();
        QCOMPARE(frames({}, WalkScope::EveryToken).size(), one.size() * queries);
    }

    void noAttentionNoWalk()
    {
        QVERIFY(walkFrames(Model(), nullptr, {}, WalkScope::EveryToken).empty());
        const WalkPages pages(std::make_shared<const Model>(), nullptr, {}, {}, {}, WalkScope::Token);
        QCOMPARE(pages.count(), 0);
    }

    void pagesHaveTheirSizeAndTitle()
    {
        open("three-inputs");
        const WalkPages pages(std::make_shared<const Model>(m_project.model), m_trace, pair(1, 2), {}, {},
                              WalkScope::Token);
        QCOMPARE(pages.count(), 6);
        for (const QSizeF size : {QSizeF(960, 540), QSizeF(300, 200), QSizeF(1920, 1080)})
            for (int i = 0; i < pages.count(); ++i)
                QCOMPARE(pages.page(i, size, Theme::light())->size(), size);
        const QByteArray svg = figureBytes(*pages.page(2, {960, 540}, Theme::light()), PictureFormat::Svg, 96, {});
        for (const char *text : {"score · x2 → x3, layer 1 · head 1", "3 / 6", "12"})
            QVERIFY2(svg.contains(text), text);
        QVERIFY_EXCEPTION_THROWN(pages.page(0, {8, 8}, Theme::light()), PictureError);
    }

    void pagesNameAnotherState()
    {
        open("three-inputs");
        WalkPages pages(std::make_shared<const Model>(m_project.model), m_trace, pair(1, 2), {}, {}, WalkScope::Token);
        pages.setState(QStringLiteral("pinned"));
        const WalkPages all = pages.withScope(WalkScope::EveryToken);
        const QByteArray svg = figureBytes(*all.page(2, {960, 540}, Theme::light()), PictureFormat::Svg, 96, {});
        QVERIFY(svg.contains("score · x1 → x2, layer 1 · head 1 · pinned"));
    }

    void theWayOfLookingReachesTheSteps()
    {
        StepView view;
        view.matrixForm = true;
        view.columns = true;
        view.handDecimals = 1;
        view.digits = 3;
        const StepChoice choice = stepChoice(view);
        QVERIFY(choice.matrixForm && choice.columns);
        QCOMPARE(choice.handDecimals, 1);
        QCOMPARE(choice.digits, 3);
    }

    void numbersOfTheWorkedExample()
    {
        open("three-inputs");
        const QJsonObject json = steps(pair(1, 2));
        QCOMPARE(json[QLatin1String("block")].toString(), QStringLiteral("encoder.0.self"));
        QCOMPARE(json[QLatin1String("query")].toInt(), 2);
        QCOMPARE(json[QLatin1String("key")].toInt(), 3);
        QCOMPARE(json[QLatin1String("tokens")].toVariant().toStringList(),
                 (QStringList{QStringLiteral("x2"), QStringLiteral("x3")}));
        QCOMPARE(json[QLatin1String("convention")].toString(), QStringLiteral("rows"));
        QVERIFY(json[QLatin1String("by_hand")].isNull());
        QStringList words;
        for (const QJsonValue stage : json[QLatin1String("stages")].toArray())
            words << stage[QLatin1String("step")].toString();
        QCOMPARE(words, QStringLiteral("embed project score scale softmax weigh").split(QLatin1Char(' ')));

        const QJsonValue score = json[QLatin1String("stages")][2];
        const QJsonArray strips = score[QLatin1String("strips")].toArray();
        QCOMPARE(strips.last()[QLatin1String("values")].toArray(), QJsonArray({4, 16, 12}));
        const QJsonValue dot = score[QLatin1String("equations")][0];
        QCOMPARE(dot[QLatin1String("operation")].toString(), QStringLiteral("sum_of_products"));
        QCOMPARE(dot[QLatin1String("result")].toInt(), 12);
        double sum = 0; // 2 × 2 + 2 × 3 + 2 × 1
        for (const QJsonValue term : dot[QLatin1String("terms")].toArray()) {
            const QJsonValue numbers = term[QLatin1String("numbers")];
            sum += numbers[0][QLatin1String("value")].toDouble() * numbers[1][QLatin1String("value")].toDouble();
        }
        QCOMPARE(sum, 12.0);
        QVERIFY(dot[QLatin1String("text")].toString().endsWith(QStringLiteral("2×2 + 2×3 + 2×1 = 12")));

        const QJsonArray weights =
            json[QLatin1String("stages")][4][QLatin1String("bars")][QLatin1String("values")].toArray();
        QCOMPARE(weights.size(), 3);
        for (int key = 0; key < 3; ++key)
            QCOMPARE(float(weights[key].toDouble()), m_trace->blocks[0]->heads[0].weights(1, key));
    }

    void forbiddenScoresAreNull()
    {
        open("self-and-cross");
        Selection decoder = pair(0, 0);
        decoder.attention = Attention::Decoder;
        const QJsonObject json = steps(decoder, {}, StepKind::Mask);
        const QJsonArray stages = json[QLatin1String("stages")].toArray();
        QCOMPARE(stages.size(), 1);
        QCOMPARE(stages[0][QLatin1String("step")].toString(), QStringLiteral("mask"));
        bool hasNull = false;
        for (const QJsonValue strip : stages[0][QLatin1String("strips")].toArray()) {
            const QJsonArray values = strip[QLatin1String("values")].toArray();
            QVERIFY(values[0].isDouble()); // the first token sees itself
            hasNull = hasNull || values[1].isNull();
        }
        QVERIFY(hasNull);
    }

    void theConventionIsSaid()
    {
        open("three-inputs");
        StepView view;
        view.columns = true;
        view.handDecimals = 2;
        const QJsonObject json = steps(pair(0, 1), view);
        QCOMPARE(json[QLatin1String("convention")].toString(), QStringLiteral("columns"));
        QCOMPARE(json[QLatin1String("by_hand")].toInt(), 2);
    }

    void numbersReadBack_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("whole") << 12.0 << QByteArray("12");
        QTest::newRow("single") << double(0.1F) << QByteArray("0.1");
        QTest::newRow("double") << 0.1 << QByteArray("0.1");
        QTest::newRow("third") << 1.0 / 3 << QByteArray("0.3333333333333333");
        QTest::newRow("minus zero") << -0.0 << QByteArray("-0.0");
        QTest::newRow("forbidden") << -std::numeric_limits<double>::infinity() << QByteArray("null");
        QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN() << QByteArray("null");
    }

    void numbersReadBack()
    {
        QFETCH(double, value);
        QFETCH(QByteArray, text);
        QCOMPARE(QByteArray::fromStdString(stepNumberJson(value)), text);
    }
};

REGARD_TEST(TestStepWalk)
#include "test_step_walk.moc"
