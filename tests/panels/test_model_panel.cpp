#include <functional>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include "controls/app_theme.h"
#include "document/document.h"
#include "io/project/examples.h"
#include "io/project/model_keys.h"
#include "test_class.h"
#include "views/model/panel/model_panel.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// Both stacks with everything that has weights.
Project fullProject()
{
    Project project = defaultProject();
    project.source = "a b c";
    project.target = "<s> a";
    ModelConfig config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderLayers = config.decoderLayers = 2;
    config.dFf = config.decoderDFf = 12;
    config.score = Score::Additive;
    config.position = Position::Learned;
    config.embeddingNorm = config.finalNorm = config.bias = config.residual = true;
    config.norm = Norm::Post;
    project.model = buildModel(config, {}, {});
    return project;
}

/// A trained embedding that is all zeros.
class ModelZeroRows : public RowTable {
public:
    ModelZeroRows(int rows, int columns) : m_rows(rows), m_columns(columns) {}
    int rows() const override { return m_rows; }
    int columns() const override { return m_columns; }
    void read(int, int count, float *numbers) const override { std::fill_n(numbers, count * m_columns, 0.0F); }
    const float *numbers() const override { return nullptr; }

private:
    int m_rows;
    int m_columns;
};

bool sameWeights(const ModelWeights &a, const ModelWeights &b)
{
    if (a.all().size() != b.all().size())
        return false;
    for (const auto &[name, matrix] : a.all()) {
        const SharedMatrix other = b.find(name);
        if (!other || other->rows() != matrix->rows() || other->cols() != matrix->cols() ||
            !(other->array() == matrix->array()).all())
            return false;
    }
    return true;
}

} // namespace

class TestModelPanel : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();

    void showsTheModel();
    void headsChangeTheModelAndUndoRestores();
    void aRunOfStepsIsOneUndoStep();
    void divisorsOnlyWhereTheWidthIsShared();
    void theSwitchSaysHowTheSizesAre();
    void aNumberOutOfRangeIsRefusedAsAWhole_data();
    void aNumberOutOfRangeIsRefusedAsAWhole();
    void arrowsStepFromDivisorToDivisor();
    void sharingKeepsEveryWeight();
    void badCombinationIsRefusedWithASentence();
    void refusalsSpeakTheWordsOfThePanel_data();
    void refusalsSpeakTheWordsOfThePanel();
    void aRefusalGoesWhenItIsVoid_data();
    void aRefusalGoesWhenItIsVoid();
    void oneClickMatchesTheWidths_data();
    void oneClickMatchesTheWidths();
    void noWidthIsOfferedThatDoesNotFit();
    void boxesChangeTheRules_data();
    void boxesChangeTheRules();
    void listsOfferEveryWordOfTheFile_data();
    void listsOfferEveryWordOfTheFile();
    void switchesChangeTheRules_data();
    void switchesChangeTheRules();
    void architectureDecidesTheFields();
    void aStackThatAppearsHasALayer();
    void aDecoderAloneHasTheFieldsOfTheDecoder();
    void encoderAndDecoderBeginWithATarget();
    void aTargetThatIsThereStays();
    void refusedArchitectureChangesNothing();
    void someLayerMustStay();
    void headsOfTheDecoderFollowWhileEqual();
    void feedForwardBeginsWithFourTimesTheWidth();
    void feedForwardComesBackWithItsSize();
    void feedForwardTakesTheSizeOfGivenWeights();
    void feedForwardOfTheDecoderFollowsWhileEqual();
    void feedForwardsSwitchedOffApartComeBackApart();
    void partsComeBackBitForBit_data();
    void partsComeBackBitForBit();
    void stacksComeBackBitForBit_data();
    void stacksComeBackBitForBit();
    void epsilonTakesAnyPositiveNumber();
    void epsilonThatIsNoneGoesBack_data();
    void epsilonThatIsNoneGoesBack();
    void fieldsFitANarrowInspector();
    void seedTakes64Bits();
    void seedThatIsNoneGoesBack();
    void newSeedDrawsAnew();
    void everyControlHasNameAndToolTip();
    void trainedNumbersChangeTheModel();
    void capsAndSinksChangeTheModel();
    void narrowTokensNeedAnEmbeddingSize();
    void aModelHasOneHead();
    void whatTrainedModelsHaveIsFoldedAway();
    void biasesOfEverythingHoldThoseOfQKV();
    void rotaryHasItsBase();
    void aCheckpointKeepsItsWidth();
    void theOutputIsTiedToTheEmbedding();

private:
    const ModelConfig &config() const { return m_document->matrices().model()->config; }
    template <typename Widget>
    Widget *child(const char *name) const
    {
        return m_panel->findChild<Widget *>(QLatin1String(name));
    }
    QString message() const { return child<QLabel>("error")->isHidden() ? QString() : child<QLabel>("error")->text(); }
    void choose(const char *box, const QString &entry) { child<QComboBox>(box)->setCurrentText(entry); }
    void typeLine(const char *name, const QString &text)
    {
        auto *field = child<QLineEdit>(name);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    /// Gives every weight that counts a cell that nobody drew.
    void giveEveryWeight()
    {
        std::vector<std::string> names{"position", "output.w", "output.b"};
        for (const auto &[name, matrix] : m_document->matrices().model()->weights.all())
            names.push_back(name);
        float value = 0.25F;
        for (const std::string &name : names)
            m_document->matrices().editCell(name, 0, 0, value += 0.5F);
    }
    void type(QSpinBox *box, int value)
    {
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::number(value));
        QTest::keyClick(box, Qt::Key_Return);
    }

    std::unique_ptr<Document> m_document;
    qint64 m_now = 0; ///< the document's clock, ms
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<ModelPanel> m_panel;
};

void TestModelPanel::init()
{
    m_document = std::make_unique<Document>();
    m_document->setClock([this] { return m_now; });
    m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
    m_document->load(defaultProject(), {}); // d_model 16, 2 heads, d_key = d_value = 8
    m_document->sentences().setSource(u"a b c"_s);
    m_document->undoStack()->clear();
    m_panel = std::make_unique<ModelPanel>(m_document.get(), m_theme.get(), nullptr);
    m_panel->resize(320, 600);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
}

void TestModelPanel::cleanup()
{
    m_panel.reset();
    m_theme.reset();
    m_document.reset();
}

void TestModelPanel::showsTheModel()
{
    QCOMPARE(child<QSpinBox>("layers")->value(), 1);
    QCOMPARE(child<QSpinBox>("heads")->value(), 2);
    QCOMPARE(child<QSpinBox>("dModel")->value(), 16);
    QCOMPARE(child<QSpinBox>("dKey")->value(), 8);
    QCOMPARE(child<QComboBox>("score")->currentText(), u"scaled dot"_s);
    QCOMPARE(child<QComboBox>("initialization")->currentText(), u"Xavier"_s);
    QCOMPARE(child<QLineEdit>("seed")->text(), u"1"_s);
    QVERIFY(child<QCheckBox>("outputProjection")->isChecked());
    QCOMPARE(m_document->undoStack()->count(), 0);
}

void TestModelPanel::headsChangeTheModelAndUndoRestores()
{
    type(child<QSpinBox>("heads"), 3);
    QCOMPARE(config().heads, 3);
    QCOMPARE(config().dKey, 8);
    QCOMPARE(m_document->undoStack()->count(), 1);
    m_document->undoStack()->undo();
    QCOMPARE(config().heads, 2);
    QCOMPARE(child<QSpinBox>("heads")->value(), 2);
    QCOMPARE(m_document->undoStack()->count(), 1);
}

void TestModelPanel::aRunOfStepsIsOneUndoStep()
{
    auto *layers = child<QSpinBox>("layers");
    layers->setFocus();
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(layers, Qt::Key_Up);
    QCOMPARE(config().encoderLayers, 6);
    QCOMPARE(m_document->undoStack()->count(), 1);
    m_now += 1500; // a pause
    QTest::keyClick(layers, Qt::Key_Up);
    QCOMPARE(m_document->undoStack()->count(), 2);
    m_now += 1499;
    QTest::keyClick(layers, Qt::Key_Up);
    QCOMPARE(config().encoderLayers, 8);
    QCOMPARE(m_document->undoStack()->count(), 2);
    auto *dKey = child<QSpinBox>("dKey");
    dKey->setFocus();
    QTest::keyClick(dKey, Qt::Key_Up);
    QCOMPARE(m_document->undoStack()->count(), 3);
    m_document->undoStack()->undo();
    QCOMPARE(config().encoderLayers, 8);
    m_document->undoStack()->undo();
    QCOMPARE(config().encoderLayers, 6);
    m_document->undoStack()->undo();
    QCOMPARE(config().encoderLayers, 1);
}

void TestModelPanel::divisorsOnlyWhereTheWidthIsShared()
{
    const QSignalSpy changed(m_panel.get(), &ModelPanel::keepModelWidthChanged);
    m_panel->setKeepModelWidth(true);
    QCOMPARE(changed.count(), 1);
    QVERIFY(m_panel->keepModelWidth());
    type(child<QSpinBox>("heads"), 3);
    QCOMPARE(config().heads, 2);
    QCOMPARE(child<QSpinBox>("heads")->value(), 2);
    QVERIFY2(message().contains(u"3 heads"_s) && message().contains(u"d_model 16"_s), qPrintable(message()));
    type(child<QSpinBox>("heads"), 4);
    QCOMPARE(config().heads, 4);
    QCOMPARE(config().dKey, 4);
    QCOMPARE(config().dValue, 4);
    QCOMPARE(message(), QString());
    type(child<QSpinBox>("dModel"), 18);
    QCOMPARE(config().dModel, 16);
    QVERIFY2(message().contains(u"18"_s) && message().contains(u"4 heads"_s), qPrintable(message()));
    QVERIFY(!child<QSpinBox>("dKey")->isEnabled());
}

void TestModelPanel::theSwitchSaysHowTheSizesAre()
{
    m_panel->setKeepModelWidth(true);
    QVERIFY(m_panel->keepModelWidth());
    type(child<QSpinBox>("heads"), 4);
    ModelConfig other = config();
    other.dKey = 5;
    m_document->matrices().setConfig(other, u"sizes"_s);
    QVERIFY(!m_panel->keepModelWidth());
    QVERIFY(child<QSpinBox>("dKey")->isEnabled());
    m_panel->setKeepModelWidth(true); // which is not so
    QVERIFY(!m_panel->keepModelWidth());
}

void TestModelPanel::aNumberOutOfRangeIsRefusedAsAWhole_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<int>("typed");
    QTest::newRow("heads") << QByteArray("heads") << 65;
    QTest::newRow("d_model") << QByteArray("dModel") << 60000;
    QTest::newRow("d_k") << QByteArray("dKey") << 2000;
    QTest::newRow("layers") << QByteArray("layers") << 0;
}

void TestModelPanel::aNumberOutOfRangeIsRefusedAsAWhole()
{
    QFETCH(QByteArray, field);
    QFETCH(int, typed);
    const ModelConfig before = config();
    auto *box = child<QSpinBox>(field.constData());
    const int value = box->value();
    type(box, typed);
    QVERIFY(config() == before);
    QCOMPARE(box->value(), value);
    QVERIFY2(message().contains(QString::number(typed)) && message().contains(QString::number(box->maximum())),
             qPrintable(message()));
    type(box, value + 1);
    QCOMPARE(message(), QString());
    QVERIFY(config() != before);
}

void TestModelPanel::arrowsStepFromDivisorToDivisor()
{
    m_panel->setKeepModelWidth(true);
    auto *heads = child<QSpinBox>("heads");
    heads->setFocus();
    QTest::keyClick(heads, Qt::Key_Up);
    QCOMPARE(config().heads, 4);
    QTest::keyClick(heads, Qt::Key_Up);
    QCOMPARE(config().heads, 8);
    QTest::keyClick(heads, Qt::Key_Up);
    QTest::keyClick(heads, Qt::Key_Up); // 16 is the last divisor of 16
    QCOMPARE(config().heads, 16);
    QTest::keyClick(heads, Qt::Key_Down);
    QCOMPARE(config().heads, 8);
}

void TestModelPanel::sharingKeepsEveryWeight()
{
    const Matrix before = *m_document->matrices().matrix("encoder.0.self.w_q");
    m_panel->setKeepModelWidth(true);
    type(child<QSpinBox>("heads"), 8);
    QCOMPARE(config().dKey, 2);
    QVERIFY((before.array() == m_document->matrices().matrix("encoder.0.self.w_q")->array()).all());
}

void TestModelPanel::badCombinationIsRefusedWithASentence()
{
    // Without an output projection, heads · d_value must equal d_model wherever another layer follows.
    type(child<QSpinBox>("layers"), 2);
    type(child<QSpinBox>("dValue"), 5);
    const int steps = m_document->undoStack()->count();
    child<QCheckBox>("outputProjection")->click();
    QVERIFY(config().outputProjection);
    QVERIFY(child<QCheckBox>("outputProjection")->isChecked());
    QVERIFY2(message().contains(u"10"_s) || message().contains(u"5"_s), qPrintable(message()));
    QVERIFY2(message().contains(u"16"_s), qPrintable(message()));
    QCOMPARE(m_document->undoStack()->count(), steps);
    type(child<QSpinBox>("dValue"), 8);
    QCOMPARE(message(), QString());
}

void TestModelPanel::refusalsSpeakTheWordsOfThePanel_data()
{
    using Try = std::function<void(TestModelPanel *)>;
    QTest::addColumn<ModelConfig>("base");
    QTest::addColumn<Try>("attempt");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const ModelConfig &base, const Try &attempt, const QString &expected) {
        QTest::newRow(name) << base << attempt << expected;
    };
    ModelConfig narrow; // as the example with three inputs
    narrow.dModel = 4;
    narrow.heads = narrow.decoderHeads = 1;
    narrow.dKey = narrow.dValue = 3;
    narrow.outputProjection = false;
    const QString sentence = u"Where %1 follows, the heads must give as many numbers as “d_model”, but “%2” × “d_v” "
                             "is %3 and “d_model” is %4. Tick “Output projection”, or make the two equal."_s;
    row(
        "residual", narrow, [](TestModelPanel *test) { test->child<QCheckBox>("residual")->click(); },
        sentence.arg(u"a residual"_s, u"Heads"_s, u"1 × 3 = 3"_s, u"4"_s));
    row(
        "feed-forward", narrow, [](TestModelPanel *test) { test->child<QCheckBox>("feedForward")->click(); },
        sentence.arg(u"a feed-forward"_s, u"Heads"_s, u"1 × 3 = 3"_s, u"4"_s));
    row(
        "masked words", narrow, [](TestModelPanel *test) { test->child<QCheckBox>("maskedLanguageModel")->click(); },
        sentence.arg(u"the output layer"_s, u"Heads"_s, u"1 × 3 = 3"_s, u"4"_s));
    ModelConfig both;
    both.architecture = Architecture::EncoderDecoder;
    both.encoderLayers = both.decoderLayers = 1;
    both.outputProjection = false;
    row(
        "heads of the decoder", both,
        [](TestModelPanel *test) { test->type(test->child<QSpinBox>("decoderHeads"), 3); },
        sentence.arg(u"another attention"_s, u"Decoder heads"_s, u"3 × 8 = 24"_s, u"16"_s));
    row(
        "shared heads", {}, [](TestModelPanel *test) { test->type(test->child<QSpinBox>("keyValueHeads"), 3); },
        u"“Key and value heads” is 3, but must divide “Heads”, which is 2: choose a divisor of 2, or “as heads”."_s);
    ModelConfig odd;
    odd.dKey = 7;
    row(
        "odd keys", odd, [](TestModelPanel *test) { test->choose("position", u"rotary"_s); },
        u"Rotary positions turn columns in pairs, so “d_k” must be even, not 7."_s);
    row(
        "epsilon", {}, [](TestModelPanel *test) { test->typeLine("epsilon", u"1e-40"_s); },
        u"“Norm ε” takes a number above 0, from 1e-30 to 1e30, such as 1e-5."_s);
    ModelConfig rotary;
    rotary.position = Position::Rotary;
    row(
        "theta", rotary, [](TestModelPanel *test) { test->typeLine("rope_theta", u"1e31"_s); },
        u"“Rotary base θ” takes a number above 0, from 1e-30 to 1e30, such as 10000."_s);
    ModelConfig large;
    large.dModel = 1024;
    large.heads = 64;
    large.dKey = large.dValue = 256;
    large.encoderLayers = 3;
    // Four layers of 4 · 1024 · 64 · 256 weights.
    row(
        "weights", large, [](TestModelPanel *test) { test->type(test->child<QSpinBox>("layers"), 4); },
        u"These sizes make 268,435,456 weights, more than the 250,000,000 that a model may have: choose smaller "
        "ones."_s);
}

void TestModelPanel::refusalsSpeakTheWordsOfThePanel()
{
    QFETCH(const ModelConfig, base);
    QFETCH(const std::function<void(TestModelPanel *)>, attempt);
    QFETCH(const QString, expected);
    Project project = defaultProject();
    project.source = "a b";
    project.target = "<s>";
    project.model = buildModel(base, {}, {});
    m_document->load(std::move(project), {});
    if (child<QWidget>("gated")->isHidden() || !child<QWidget>("gated")->isVisible())
        child<QToolButton>("trainedOpen")->click();
    attempt(this);
    QCOMPARE(message(), expected);
    QVERIFY(config() == base);
    // What it names can be found in the panel.
    QStringList labels;
    for (const QLabel *label : m_panel->findChildren<QLabel *>())
        labels << label->text();
    for (const QCheckBox *box : m_panel->findChildren<QCheckBox *>())
        labels << box->text();
    for (const QSpinBox *box : m_panel->findChildren<QSpinBox *>())
        labels << box->specialValueText();
    static const QRegularExpression quoted(u"“([^”]*)”"_s);
    for (auto match = quoted.globalMatch(message()); match.hasNext();) {
        const QString name = match.next().captured(1);
        QVERIFY2(labels.contains(name), qPrintable(name));
    }
}

void TestModelPanel::aRefusalGoesWhenItIsVoid_data()
{
    QTest::addColumn<std::function<void(TestModelPanel *)>>("act");
    const auto row = [](const char *name, const std::function<void(TestModelPanel *)> &act) {
        QTest::newRow(name) << act;
    };
    row("another change", [](TestModelPanel *test) { test->child<QCheckBox>("outputProjection")->click(); });
    row("undo", [](TestModelPanel *test) { test->m_document->undoStack()->undo(); });
    row("undo of a sentence", [](TestModelPanel *test) {
        test->m_document->undoStack()->undo();
        test->child<QCheckBox>("residual")->click();
        QVERIFY(!test->message().isEmpty());
        test->m_document->undoStack()->undo();
    });
    row("another document", [](TestModelPanel *test) { test->m_document->load(defaultProject(), {}); });
    row("another sentence", [](TestModelPanel *test) { test->m_document->sentences().setSource(u"a b c d"_s); });
    row("the value that is there", [](TestModelPanel *test) { test->typeLine("epsilon", u"1e-05"_s); });
    row("a size that is there", [](TestModelPanel *test) { test->type(test->child<QSpinBox>("heads"), 1); });
    row("the shared width let go", [](TestModelPanel *test) {
        test->child<QSpinBox>("dModel")->setValue(3); // shared by one head of 3
        QVERIFY(test->message().isEmpty());
        test->child<QCheckBox>("keepWidth")->click();
        test->type(test->child<QSpinBox>("heads"), 2);
        QVERIFY(!test->message().isEmpty());
        test->child<QCheckBox>("keepWidth")->click();
    });
}

void TestModelPanel::aRefusalGoesWhenItIsVoid()
{
    QFETCH(const std::function<void(TestModelPanel *)>, act);
    Project project = defaultProject();
    project.source = "a b";
    ModelConfig narrow;
    narrow.dModel = 4;
    narrow.heads = 1;
    narrow.dKey = narrow.dValue = 3;
    narrow.outputProjection = false;
    project.model = buildModel(narrow, {}, {});
    m_document->load(std::move(project), {});
    m_document->sentences().setSource(u"a b c"_s);
    m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 2);
    child<QCheckBox>("residual")->click();
    QVERIFY(!message().isEmpty());
    QVERIFY(!child<QCheckBox>("residual")->isChecked());
    act(this);
    QCOMPARE(message(), QString());
}

void TestModelPanel::oneClickMatchesTheWidths_data()
{
    QTest::addColumn<QByteArray>("button");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("step");
    QTest::addColumn<bool>("projects");
    QTest::addColumn<int>("width");
    QTest::newRow("W_O") << QByteArray("withProjection") << u"Tick “Output projection” too"_s
                         << u"switch the residual on, with the output projection"_s << true << 3;
    QTest::newRow("d_v") << QByteArray("withValueWidth") << u"Set “d_v” to 4 too"_s
                         << u"switch the residual on, with d_v 4"_s << false << 4;
}

/// The example with three inputs has one head of 3 values, and d_model 4.
void TestModelPanel::oneClickMatchesTheWidths()
{
    QFETCH(QByteArray, button);
    QFETCH(QString, name);
    QFETCH(QString, step);
    QFETCH(bool, projects);
    QFETCH(int, width);
    m_document->load(readExample("three-inputs"), {});
    const ModelConfig before = config();
    QVERIFY(!before.residual && !before.outputProjection);
    const Matrix values = *m_document->matrices().matrix("encoder.0.self.w_v");
    auto *offer = child<QPushButton>(button.constData());
    QVERIFY(!offer->isVisible());
    QTest::mouseClick(child<QCheckBox>("residual"), Qt::LeftButton, {}, QPoint(8, 8));
    QVERIFY(!child<QCheckBox>("residual")->isChecked());
    QVERIFY(offer->isVisible());
    QCOMPARE(offer->text(), name);
    const int steps = m_document->undoStack()->count();
    QTest::mouseClick(offer, Qt::LeftButton);
    ModelConfig wanted = before;
    wanted.residual = true;
    wanted.outputProjection = projects;
    wanted.dValue = width;
    QVERIFY(config() == wanted);
    QVERIFY(child<QCheckBox>("residual")->isChecked());
    QVERIFY(!offer->isVisible());
    QCOMPARE(message(), QString());
    QCOMPARE(m_document->undoStack()->count(), steps + 1);
    QCOMPARE(m_document->undoStack()->undoText(), step);
    // What was given stays.
    QCOMPARE(m_document->matrices().matrix("encoder.0.self.w_v")->leftCols(3), values);
    m_document->undoStack()->undo();
    QVERIFY(config() == before);
    QCOMPARE(*m_document->matrices().matrix("encoder.0.self.w_v"), values);
}

void TestModelPanel::noWidthIsOfferedThatDoesNotFit()
{
    Project project = defaultProject();
    project.source = "a b";
    ModelConfig odd;
    odd.dModel = 7;
    odd.heads = 2;
    odd.dKey = odd.dValue = 3;
    odd.outputProjection = false;
    project.model = buildModel(odd, {}, {});
    m_document->load(std::move(project), {});
    child<QCheckBox>("residual")->click();
    QVERIFY(!message().isEmpty());
    QVERIFY(child<QPushButton>("withProjection")->isVisible());
    QVERIFY(!child<QPushButton>("withValueWidth")->isVisible());
    // The offer goes with the sentence.
    m_document->sentences().setSource(u"a b c"_s);
    QVERIFY(!child<QPushButton>("withProjection")->isVisible());
}

void TestModelPanel::boxesChangeTheRules_data()
{
    QTest::addColumn<QByteArray>("box");
    QTest::addColumn<QString>("entry");
    QTest::addColumn<ModelConfig>("expected");
    ModelConfig changed;
    changed.score = Score::Additive;
    ModelConfig general = changed;
    general.score = Score::General;
    QTest::newRow("general") << QByteArray("score") << u"general"_s << general;
    QTest::newRow("additive") << QByteArray("score") << u"additive (concat)"_s << changed;
    changed = {};
    changed.score = Score::Dot;
    QTest::newRow("dot") << QByteArray("score") << u"dot"_s << changed;
    changed = {};
    changed.encoderMask = Mask::Causal;
    QTest::newRow("causal") << QByteArray("mask") << u"causal"_s << changed;
    changed = {};
    changed.position = Position::Sinusoidal;
    QTest::newRow("sinusoidal") << QByteArray("position") << u"sinusoidal"_s << changed;
    changed = {};
    changed.position = Position::OneHot;
    QTest::newRow("one-hot") << QByteArray("position") << u"one-hot"_s << changed;
    changed = {};
    changed.position = Position::Learned;
    QTest::newRow("learned") << QByteArray("position") << u"learned"_s << changed;
    changed = {};
    changed.position = Position::SinusoidalHalves;
    QTest::newRow("sinusoidal in halves") << QByteArray("position") << u"sinusoidal, in halves"_s << changed;
    changed = {};
    changed.position = Position::Rotary;
    QTest::newRow("rotary") << QByteArray("position") << u"rotary"_s << changed;
    changed = {};
    changed.position = Position::SinusoidalFairseq;
    QTest::newRow("fairseq") << QByteArray("position") << u"sinusoidal, as fairseq"_s << changed;
    changed = {};
    changed.normKind = NormKind::Rms;
    QTest::newRow("RMS norm") << QByteArray("normKind") << u"RMS norm"_s << changed;
    changed = {};
    changed.norm = Norm::Post;
    QTest::newRow("norm after") << QByteArray("norm") << u"post"_s << changed;
    changed = {};
    changed.norm = Norm::Pre;
    QTest::newRow("norm before") << QByteArray("norm") << u"pre"_s << changed;
    changed = {};
    const QStringList activations = u"ReLU,GELU,GELU by tanh,SiLU,QuickGELU,GELU-10,ReLU²,ReLU6,LeakyReLU,Tanh,Sigmoid,"
                                    u"Mish,Laplace,HardSwish,√softplus,Linear"_s.split(u',');
    QCOMPARE(activations.size(), activationCount);
    for (int i = 1; i < activationCount; ++i) {
        changed.activation = static_cast<Activation>(i);
        QTest::newRow(qPrintable(activations[i])) << QByteArray("activation") << activations[i] << changed;
        changed = {};
    }
    changed.initialization = Initialization::Gaussian;
    QTest::newRow("Gaussian") << QByteArray("initialization") << u"Gaussian"_s << changed;
    changed = {};
    changed.initialization = Initialization::Kaiming;
    QTest::newRow("Kaiming") << QByteArray("initialization") << u"Kaiming"_s << changed;
}

void TestModelPanel::boxesChangeTheRules()
{
    QFETCH(QByteArray, box);
    QFETCH(QString, entry);
    QFETCH(ModelConfig, expected);
    const ModelConfig before = config();
    child<QComboBox>(box.constData())->setCurrentText(entry);
    QVERIFY(config() == expected);
    m_document->undoStack()->undo();
    QVERIFY(config() == before);
}

void TestModelPanel::listsOfferEveryWordOfTheFile_data()
{
    QTest::addColumn<QString>("box");
    for (const auto &[key, box] : {std::pair("architecture", "architecture"),
                                   {"score", "score"},
                                   {"encoder_mask", "mask"},
                                   {"decoder_mask", "decoderMask"},
                                   {"activation", "activation"},
                                   {"norm", "norm"},
                                   {"position", "position"},
                                   {"initialization", "initialization"}})
        QTest::newRow(key) << QString::fromLatin1(box);
}

void TestModelPanel::listsOfferEveryWordOfTheFile()
{
    QFETCH(QString, box);
    const QString takes = QString::fromStdString(modelKeyTakes(QTest::currentDataTag())); // "one of dot, scaled_dot, …"
    QCOMPARE(m_panel->findChild<QComboBox *>(box)->count(), takes.count(QLatin1Char(',')) + 1);
}

void TestModelPanel::switchesChangeTheRules_data()
{
    QTest::addColumn<QByteArray>("box");
    QTest::addColumn<ModelConfig>("expected");
    const auto row = [](const char *box, bool ModelConfig::*member) {
        ModelConfig changed;
        changed.*member = !(changed.*member);
        QTest::newRow(box) << QByteArray(box) << changed;
    };
    row("outputProjection", &ModelConfig::outputProjection);
    row("bias", &ModelConfig::bias);
    row("residual", &ModelConfig::residual);
    row("finalNorm", &ModelConfig::finalNorm);
    row("embeddingScale", &ModelConfig::embeddingScale);
    row("embeddingNorm", &ModelConfig::embeddingNorm);
    row("qkvBias", &ModelConfig::qkvBias);
    row("gated", &ModelConfig::gated);
    row("maskedLanguageModel", &ModelConfig::maskedLanguageModel);
    row("replacedTokens", &ModelConfig::replacedTokens);
}

void TestModelPanel::switchesChangeTheRules()
{
    QFETCH(QByteArray, box);
    QFETCH(ModelConfig, expected);
    const ModelConfig before = config();
    child<QCheckBox>(box.constData())->click();
    QVERIFY(config() == expected);
    m_document->undoStack()->undo();
    QVERIFY(config() == before);
    QCOMPARE(child<QCheckBox>(box.constData())->isChecked(), box == "outputProjection");
}

void TestModelPanel::architectureDecidesTheFields()
{
    const QByteArray ofDecoder[] = {"decoderLayers", "decoderHeads", "decoderMask", "decoderFeedForward"};
    for (const QByteArray &name : ofDecoder)
        QVERIFY2(child<QWidget>(name.constData())->isHidden(), name.constData());
    QCOMPARE(child<QLabel>("layersLabel")->text(), u"Layers"_s);
    choose("architecture", u"encoder–decoder"_s);
    QCOMPARE(config().architecture, Architecture::EncoderDecoder);
    for (const QByteArray &name : ofDecoder)
        QVERIFY2(!child<QWidget>(name.constData())->isHidden(), name.constData());
    QCOMPARE(child<QLabel>("layersLabel")->text(), u"Encoder depth"_s);
    QCOMPARE(child<QSpinBox>("layers")->accessibleName(), u"Encoder depth"_s);
    QCOMPARE(child<QComboBox>("decoderMask")->currentText(), u"causal"_s);
    choose("architecture", u"decoder"_s);
    for (const QByteArray &name : ofDecoder)
        QVERIFY2(child<QWidget>(name.constData())->isHidden(), name.constData());
    QCOMPARE(child<QLabel>("layersLabel")->text(), u"Layers"_s);
}

void TestModelPanel::aStackThatAppearsHasALayer()
{
    type(child<QSpinBox>("layers"), 3);
    QCOMPARE(config().decoderLayers, 0);
    choose("architecture", u"encoder–decoder"_s);
    QCOMPARE(config().encoderLayers, 3);
    QCOMPARE(config().decoderLayers, 1);
    type(child<QSpinBox>("decoderLayers"), 4);
    choose("architecture", u"encoder"_s);
    QCOMPARE(config().decoderLayers, 4);
    choose("architecture", u"encoder–decoder"_s);
    QCOMPARE(config().decoderLayers, 4);
    QCOMPARE(child<QSpinBox>("decoderLayers")->value(), 4);
}

void TestModelPanel::aDecoderAloneHasTheFieldsOfTheDecoder()
{
    m_document->load(fullProject(), {});
    choose("architecture", u"decoder"_s);
    QCOMPARE(child<QComboBox>("mask")->currentText(), u"causal"_s);
    choose("mask", u"none"_s);
    QCOMPARE(config().decoderMask, Mask::None);
    QCOMPARE(config().encoderMask, Mask::None);
    type(child<QSpinBox>("layers"), 5);
    QCOMPARE(config().decoderLayers, 5);
    QCOMPARE(config().encoderLayers, 2);
    ModelConfig changed = config();
    changed.decoderHeads = 4;
    m_document->matrices().setConfig(changed, u"heads"_s);
    QCOMPARE(child<QSpinBox>("heads")->value(), 4);
    type(child<QSpinBox>("heads"), 1);
    QCOMPARE(config().decoderHeads, 1);
    QCOMPARE(config().heads, 2);
}

void TestModelPanel::encoderAndDecoderBeginWithATarget()
{
    QCOMPARE(m_document->sentences().target(), QString());
    choose("architecture", u"encoder–decoder"_s);
    QCOMPARE(m_document->sentences().target(), u"<s>"_s);
    m_document->waitForResult();
    QCOMPARE(m_document->inputError(), QString());
    QCOMPARE(m_document->undoStack()->count(), 1);
    m_document->undoStack()->undo();
    QCOMPARE(config().architecture, Architecture::Encoder);
    QCOMPARE(m_document->sentences().target(), QString());
    QCOMPARE(child<QComboBox>("architecture")->currentText(), u"encoder"_s);
    m_document->undoStack()->redo();
    QCOMPARE(m_document->sentences().target(), u"<s>"_s);
    QCOMPARE(config().architecture, Architecture::EncoderDecoder);
}

void TestModelPanel::aTargetThatIsThereStays()
{
    m_document->sentences().setTarget(u"<s> le chat"_s);
    choose("architecture", u"encoder–decoder"_s);
    QCOMPARE(m_document->sentences().target(), u"<s> le chat"_s);
}

void TestModelPanel::refusedArchitectureChangesNothing()
{
    // One layer whose joined heads nobody reads may have any width, until a decoder reads them.
    child<QCheckBox>("outputProjection")->click();
    type(child<QSpinBox>("dValue"), 5);
    QCOMPARE(message(), QString());
    const int steps = m_document->undoStack()->count();
    choose("architecture", u"encoder–decoder"_s);
    QVERIFY2(message().contains(u"16"_s) && message().contains(u"10"_s), qPrintable(message()));
    QCOMPARE(config().architecture, Architecture::Encoder);
    QCOMPARE(child<QComboBox>("architecture")->currentText(), u"encoder"_s);
    QCOMPARE(m_document->sentences().target(), QString());
    QCOMPARE(m_document->undoStack()->count(), steps);
}

void TestModelPanel::someLayerMustStay()
{
    choose("architecture", u"encoder–decoder"_s);
    type(child<QSpinBox>("layers"), 0);
    QCOMPARE(config().encoderLayers, 0);
    type(child<QSpinBox>("decoderLayers"), 0);
    QCOMPARE(config().decoderLayers, 1);
    QCOMPARE(child<QSpinBox>("decoderLayers")->value(), 1);
    QVERIFY2(message().contains(u"at least one"_s), qPrintable(message()));
}

void TestModelPanel::headsOfTheDecoderFollowWhileEqual()
{
    choose("architecture", u"encoder–decoder"_s);
    type(child<QSpinBox>("heads"), 3);
    QCOMPARE(config().decoderHeads, 3);
    type(child<QSpinBox>("decoderHeads"), 4);
    QCOMPARE(config().heads, 3);
    QCOMPARE(config().decoderHeads, 4);
    type(child<QSpinBox>("heads"), 2);
    QCOMPARE(config().heads, 2);
    QCOMPARE(config().decoderHeads, 4);
}

void TestModelPanel::feedForwardBeginsWithFourTimesTheWidth()
{
    QVERIFY(child<QSpinBox>("dFf")->isHidden());
    child<QCheckBox>("feedForward")->click();
    QCOMPARE(config().dFf, 64);
    QCOMPARE(config().decoderDFf, 64);
    QVERIFY(!child<QSpinBox>("dFf")->isHidden());
    QVERIFY(!child<QComboBox>("activation")->isHidden());
    child<QCheckBox>("feedForward")->click();
    QCOMPARE(config().dFf, 0);
    QVERIFY(child<QComboBox>("activation")->isHidden());
}

void TestModelPanel::feedForwardComesBackWithItsSize()
{
    child<QCheckBox>("feedForward")->click();
    type(child<QSpinBox>("dFf"), 24);
    const Matrix before = *m_document->matrices().matrix("encoder.0.ffn.w_1");
    QCOMPARE(before.cols(), 24);
    child<QCheckBox>("feedForward")->click();
    QCOMPARE(config().dFf, 0);
    child<QCheckBox>("feedForward")->click();
    QCOMPARE(config().dFf, 24);
    QVERIFY((before.array() == m_document->matrices().matrix("encoder.0.ffn.w_1")->array()).all());
    // What another model had is nothing to this one.
    m_document->load(defaultProject(), {});
    child<QCheckBox>("feedForward")->click();
    QCOMPARE(config().dFf, 64);
}

void TestModelPanel::feedForwardTakesTheSizeOfGivenWeights()
{
    Project project = defaultProject();
    project.source = "a b";
    ModelWeights given;
    given.set("encoder.0.ffn.w_1", std::make_shared<Matrix>(Matrix::Constant(16, 20, 0.5F)));
    project.model = buildModel(project.model.config, given, {});
    m_document->load(project, {});
    child<QCheckBox>("feedForward")->click();
    QCOMPARE(config().dFf, 20);
    QVERIFY((m_document->matrices().matrix("encoder.0.ffn.w_1")->array() == 0.5F).all());
}

void TestModelPanel::feedForwardOfTheDecoderFollowsWhileEqual()
{
    choose("architecture", u"encoder–decoder"_s);
    child<QCheckBox>("feedForward")->click();
    QVERIFY(child<QCheckBox>("decoderFeedForward")->isChecked());
    type(child<QSpinBox>("dFf"), 10);
    QCOMPARE(config().decoderDFf, 10);
    type(child<QSpinBox>("decoderDFf"), 6);
    type(child<QSpinBox>("dFf"), 8);
    QCOMPARE(config().dFf, 8);
    QCOMPARE(config().decoderDFf, 6);
    child<QCheckBox>("decoderFeedForward")->click();
    QCOMPARE(config().dFf, 8);
    QCOMPARE(config().decoderDFf, 0);
    QVERIFY(child<QSpinBox>("decoderDFf")->isHidden());
    child<QCheckBox>("decoderFeedForward")->click();
    QCOMPARE(config().decoderDFf, 6);
}

void TestModelPanel::feedForwardsSwitchedOffApartComeBackApart()
{
    m_document->load(fullProject(), {});
    child<QCheckBox>("decoderFeedForward")->click();
    child<QCheckBox>("feedForward")->click();
    QCOMPARE(config().dFf, 0);
    QCOMPARE(config().decoderDFf, 0);
    child<QCheckBox>("feedForward")->click();
    QCOMPARE(config().dFf, 12);
    QCOMPARE(config().decoderDFf, 0);
}

void TestModelPanel::partsComeBackBitForBit_data()
{
    QTest::addColumn<QByteArray>("box");
    QTest::addColumn<QString>("away"); ///< empty: the box is a switch
    QTest::addColumn<bool>("given");
    for (const bool given : {false, true}) {
        const auto row = [given](const char *box, const QString &away = {}) {
            const QByteArray name = QByteArray(box) + (away.isEmpty() ? "" : ": ") + away.toUtf8();
            QTest::addRow("%s, weights %s", name.constData(), given ? "given" : "drawn")
                << QByteArray(box) << away << given;
        };
        row("bias");
        row("residual");
        row("outputProjection");
        row("feedForward");
        row("decoderFeedForward");
        row("finalNorm");
        row("embeddingNorm");
        row("norm", u"none"_s);
        row("norm", u"pre"_s);
        row("score", u"dot"_s);
        row("position", u"none"_s);
    }
}

void TestModelPanel::partsComeBackBitForBit()
{
    QFETCH(QByteArray, box);
    QFETCH(QString, away);
    QFETCH(bool, given);
    m_document->load(fullProject(), {});
    if (given)
        giveEveryWeight();
    m_document->matrices().editCell("X", 0, 0, 1.0F);
    const std::shared_ptr<const Model> before = m_document->matrices().model();
    const SharedMatrix positions = m_document->matrices().matrix("position");
    const auto turn = [&](const QString &entry) {
        if (auto *checkBox = child<QCheckBox>(box.constData()))
            checkBox->click();
        else
            choose(box.constData(), entry);
    };
    auto *choice = child<QComboBox>(box.constData());
    const QString present = choice != nullptr ? choice->currentText() : QString();
    turn(away);
    QVERIFY(config() != before->config);
    m_document->matrices().editCell("X", 0, 0,
                                    2.0F); // ends the step: what comes back does not come from the undo stack
    turn(present);
    QVERIFY(config() == before->config);
    QVERIFY(sameWeights(m_document->matrices().model()->given, before->given));
    QVERIFY(sameWeights(m_document->matrices().model()->weights, before->weights));
    QVERIFY((m_document->matrices().matrix("position")->array() == positions->array()).all());
}

void TestModelPanel::stacksComeBackBitForBit_data()
{
    QTest::addColumn<QString>("away");
    QTest::addColumn<bool>("given");
    for (const bool given : {false, true}) {
        QTest::addRow("without decoder, weights %s", given ? "given" : "drawn") << u"encoder"_s << given;
        QTest::addRow("without encoder, weights %s", given ? "given" : "drawn") << u"decoder"_s << given;
    }
}

void TestModelPanel::stacksComeBackBitForBit()
{
    QFETCH(QString, away);
    QFETCH(bool, given);
    m_document->load(fullProject(), {});
    if (given)
        giveEveryWeight();
    m_document->matrices().editCell("X", 0, 0, 1.0F);
    const std::shared_ptr<const Model> before = m_document->matrices().model();
    choose("architecture", away);
    QVERIFY(m_document->matrices().model()->weights.all().size() < before->weights.all().size());
    QVERIFY(sameWeights(m_document->matrices().model()->given, before->given));
    m_document->matrices().editCell("X", 0, 0, 2.0F);
    choose("architecture", u"encoder–decoder"_s);
    QVERIFY(config() == before->config);
    QVERIFY(sameWeights(m_document->matrices().model()->given, before->given));
    QVERIFY(sameWeights(m_document->matrices().model()->weights, before->weights));
}

void TestModelPanel::epsilonTakesAnyPositiveNumber()
{
    QVERIFY(child<QLineEdit>("epsilon")->isHidden());
    choose("norm", u"post"_s);
    QVERIFY(!child<QLineEdit>("epsilon")->isHidden());
    QCOMPARE(child<QLineEdit>("epsilon")->text(), u"1e-05"_s);
    typeLine("epsilon", u"1e-12"_s);
    QCOMPARE(config().normEpsilon, 1e-12);
    typeLine("epsilon", u"0,25"_s);
    QCOMPARE(config().normEpsilon, 0.25);
    QCOMPARE(child<QLineEdit>("epsilon")->text(), u"0.25"_s);
    m_document->undoStack()->undo();
    QVERIFY(config().normEpsilon < 1e-4);
}

void TestModelPanel::epsilonThatIsNoneGoesBack_data()
{
    QTest::addColumn<QString>("typed");
    for (const char *typed : {"0", "-1", "small", "inf", "nan", "1e999"})
        QTest::newRow(typed) << QString::fromLatin1(typed);
}

void TestModelPanel::epsilonThatIsNoneGoesBack()
{
    QFETCH(QString, typed);
    choose("norm", u"pre"_s);
    typeLine("epsilon", typed);
    QCOMPARE(config().normEpsilon, 1e-5);
    QCOMPARE(child<QLineEdit>("epsilon")->text(), u"1e-05"_s);
    QVERIFY2(message().contains(u"above 0"_s), qPrintable(message()));
}

void TestModelPanel::fieldsFitANarrowInspector()
{
    m_document->load(fullProject(), {});
    ModelConfig changed = config();
    changed.initialization = Initialization::Gaussian;
    m_document->matrices().setConfig(changed, u"all rows"_s);
    m_panel->resize(340, 600); // as narrow as the inspector gets
    QCoreApplication::processEvents();
    auto *scroll = child<QScrollArea>("scroll");
    QStringList wide;
    for (const QWidget *field : scroll->widget()->findChildren<QWidget *>())
        if (field->isVisible() && field->minimumSizeHint().width() > 0.6 * scroll->viewport()->width())
            wide << field->objectName() + u' ' + QString::number(field->minimumSizeHint().width());
    QVERIFY2(scroll->widget()->minimumSizeHint().width() <= scroll->viewport()->width(),
             qPrintable(wide.join(u", "_s)));
}

void TestModelPanel::seedTakes64Bits()
{
    auto *seed = child<QLineEdit>("seed");
    seed->setFocus();
    seed->selectAll();
    QTest::keyClicks(seed, u"18446744073709551615"_s);
    QTest::keyClick(seed, Qt::Key_Return);
    QCOMPARE(config().seed, 18446744073709551615ULL);
}

void TestModelPanel::seedThatIsNoneGoesBack()
{
    auto *seed = child<QLineEdit>("seed");
    seed->setFocus();
    seed->selectAll();
    QTest::keyClicks(seed, u"18446744073709551616"_s);
    QTest::keyClick(seed, Qt::Key_Return);
    QCOMPARE(config().seed, 1ULL);
    QCOMPARE(seed->text(), u"1"_s);
    QVERIFY(message().contains(u"18446744073709551615"_s));
}

void TestModelPanel::newSeedDrawsAnew()
{
    const Matrix before = *m_document->matrices().matrix("encoder.0.self.w_q");
    child<QToolButton>("newSeed")->click();
    QVERIFY(config().seed != 1ULL);
    QVERIFY(!(before.array() == m_document->matrices().matrix("encoder.0.self.w_q")->array()).any());
    m_document->undoStack()->undo();
    QVERIFY((before.array() == m_document->matrices().matrix("encoder.0.self.w_q")->array()).all());
}

void TestModelPanel::everyControlHasNameAndToolTip()
{
    int controls = 0;
    for (const QWidget *widget : m_panel->findChildren<QWidget *>()) {
        const bool inner = widget->objectName().startsWith(u"qt_"_s);
        const bool unnamed = widget->objectName().isEmpty(); // a scroll area's own parts
        if (inner || unnamed || widget->focusPolicy() == Qt::NoFocus)
            continue;
        ++controls;
        QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
        QVERIFY2(!widget->toolTip().isEmpty(), qPrintable(widget->objectName()));
    }
    QVERIFY(controls >= 15);
}

void TestModelPanel::trainedNumbersChangeTheModel()
{
    child<QToolButton>("trainedOpen")->click();
    type(child<QSpinBox>("keyValueHeads"), 1);
    QCOMPARE(config().keyValueHeads, 1);
    QCOMPARE(m_document->matrices().matrix("encoder.0.self.w_k")->cols(), 8);
    QCOMPARE(m_document->matrices().matrix("encoder.0.self.w_q")->cols(), 16);
    type(child<QSpinBox>("tokenTypes"), 2);
    QCOMPARE(m_document->matrices().matrix("token_type")->rows(), 2);
    type(child<QSpinBox>("maximumTokens"), 2); // the sentence has three
    QVERIFY(config().maximumTokens == 2 || !message().isEmpty());
    type(child<QSpinBox>("heads"), 3);
    type(child<QSpinBox>("keyValueHeads"), 2); // does not divide 3
    QCOMPARE(config().keyValueHeads, 1);
    QVERIFY(!message().isEmpty());
    QCOMPARE(child<QSpinBox>("keyValueHeads")->value(), 1);
    type(child<QSpinBox>("keyValueHeads"), 0);
    QCOMPARE(child<QSpinBox>("keyValueHeads")->text(), u"as heads"_s);
    QCOMPARE(m_document->matrices().matrix("encoder.0.self.w_k")->cols(), 24);
}

void TestModelPanel::capsAndSinksChangeTheModel()
{
    child<QToolButton>("trainedOpen")->click();
    const auto typed = [this](const char *key, const QString &text) {
        auto *edit = child<QLineEdit>(key);
        edit->setText(text);
        edit->setFocus();
        QTest::keyClick(edit, Qt::Key_Return);
    };
    QCOMPARE(child<QLineEdit>("score_cap")->text(), QString());
    for (const char *field : {"score_cap", "unrotated_layers", "full_layers"}) // what is off says so
        QCOMPARE(child<QLineEdit>(field)->placeholderText(), u"none"_s);
    typed("score_cap", u"2.5"_s);
    QCOMPARE(config().scoreCap, 2.5);
    typed("score_cap", {});
    QCOMPARE(config().scoreCap, 0.0);
    m_document->undoStack()->undo();
    QCOMPARE(child<QLineEdit>("score_cap")->text(), u"2.5"_s);
    typed("logits_cap", u"30"_s);
    QCOMPARE(config().logitsCap, 30.0);
    typed("score_cap", u"-1"_s);
    QCOMPARE(config().scoreCap, 2.5);
    QVERIFY(message().contains(u"Soft cap of scores"_s) || message().contains(u"score_cap"_s));
    QVERIFY(!m_document->matrices().matrix("encoder.0.self.sinks"));
    child<QCheckBox>("attentionSinks")->click();
    QVERIFY(config().attentionSinks);
    QCOMPARE(m_document->matrices().matrix("encoder.0.self.sinks")->cols(), Eigen::Index(config().heads));
    QVERIFY(!child<QCheckBox>("attentionSinks")->toolTip().isEmpty());
    m_document->undoStack()->undo();
    QVERIFY(!child<QCheckBox>("attentionSinks")->isChecked());
}

void TestModelPanel::narrowTokensNeedAnEmbeddingSize()
{
    choose("architecture", u"decoder"_s);
    QVERIFY(!child<QCheckBox>("narrowTokens")->isEnabled());
    type(child<QSpinBox>("embeddingSize"), 3);
    QVERIFY(m_document->matrices().matrix("embedding_projection.b"));
    child<QCheckBox>("narrowTokens")->click();
    QVERIFY(config().narrowTokens);
    QVERIFY(!m_document->matrices().matrix("embedding_projection.b"));
    QCOMPARE(m_document->matrices().matrix("output.projection.w").cols(), Eigen::Index(3));
    m_document->undoStack()->undo();
    QVERIFY(!child<QCheckBox>("narrowTokens")->isChecked());
}

void TestModelPanel::aModelHasOneHead()
{
    auto *masked = child<QCheckBox>("maskedLanguageModel");
    auto *replaced = child<QCheckBox>("replacedTokens");
    replaced->click();
    QCOMPARE(m_document->matrices().matrix("output.w").cols(), Eigen::Index(2));
    QVERIFY(!masked->isEnabled());
    QVERIFY(masked->toolTip().contains(u"which tokens were replaced"_s));
    replaced->click();
    masked->click();
    QVERIFY(!replaced->isEnabled());
    choose("architecture", u"decoder"_s);
    QVERIFY(!replaced->isEnabled());
}

void TestModelPanel::whatTrainedModelsHaveIsFoldedAway()
{
    QVERIFY(!child<QWidget>("gated")->isVisible());
    child<QToolButton>("trainedOpen")->setFocus();
    QTest::keyClick(child<QToolButton>("trainedOpen"), Qt::Key_Space);
    QVERIFY(child<QWidget>("gated")->isVisible());
    QTest::keyClick(child<QToolButton>("trainedOpen"), Qt::Key_Space);
    QVERIFY(!child<QWidget>("gated")->isVisible());
    ModelConfig trained = config();
    trained.gated = true;
    m_document->matrices().setConfig(trained, u"gate"_s);
    QVERIFY(child<QWidget>("gated")->isVisible()); // what is there is not hidden
    child<QToolButton>("trainedOpen")->click();
    trained.normKind = NormKind::Rms;
    m_document->matrices().setConfig(trained, u"norm"_s);
    QVERIFY(!child<QWidget>("gated")->isVisible()); // but it can be
}

void TestModelPanel::biasesOfEverythingHoldThoseOfQKV()
{
    child<QCheckBox>("bias")->click();
    QVERIFY(!child<QCheckBox>("qkvBias")->isEnabled());
    QVERIFY(child<QCheckBox>("qkvBias")->isChecked());
    child<QCheckBox>("bias")->click();
    QVERIFY(child<QCheckBox>("qkvBias")->isEnabled());
    QVERIFY(!child<QCheckBox>("qkvBias")->isChecked());
    QVERIFY(!config().qkvBias);
}

void TestModelPanel::rotaryHasItsBase()
{
    QVERIFY(child<QLineEdit>("rope_theta")->isHidden());
    choose("position", u"rotary"_s);
    QVERIFY(!child<QLineEdit>("rope_theta")->isHidden());
    QCOMPARE(child<QLineEdit>("rope_theta")->text(), u"10000"_s);
    typeLine("rope_theta", u"5e5"_s);
    QCOMPARE(config().ropeTheta, 5e5);
    typeLine("rope_theta", u"-1"_s);
    QCOMPARE(config().ropeTheta, 5e5);
    QVERIFY(message().contains(u"-1"_s));
    type(child<QSpinBox>("dKey"), 7); // pairs of columns need an even number
    QCOMPARE(config().dKey, 8);
    QVERIFY(!message().isEmpty());
}

void TestModelPanel::aCheckpointKeepsItsWidth()
{
    QVERIFY(child<QSpinBox>("dModel")->isEnabled());
    auto table = std::make_shared<TokenTable>();
    table->embedding = std::make_shared<ModelZeroRows>(3, 16);
    table->ids = {{"a", 0}, {"b", 1}, {"c", 2}};
    Project project = defaultProject();
    project.source = "a b c";
    project.model = trainedModel(ModelConfig(), {}, table, {});
    m_document->load(std::move(project), {});
    QVERIFY(!child<QSpinBox>("dModel")->isEnabled());
    QVERIFY(child<QSpinBox>("dModel")->toolTip().contains(u"16"_s));
    QVERIFY(!child<QCheckBox>("maskedLanguageModel")->isEnabled()); // it has no output layer
    m_document->load(defaultProject(), {});
    QVERIFY(child<QSpinBox>("dModel")->isEnabled());
}

void TestModelPanel::theOutputIsTiedToTheEmbedding()
{
    auto *tied = child<QCheckBox>("tiedOutput");
    QVERIFY(!tied->isEnabled()); // an encoder alone predicts nothing
    m_document->load(fullProject(), {});
    QVERIFY(tied->isEnabled() && !tied->isChecked());
    m_document->matrices().editCell("output.w", 0, 0, 7);
    tied->click();
    QVERIFY(config().tiedOutput);
    QVERIFY(!m_document->matrices().matrix("output.w"));
    tied->click(); // W_out is what it was
    QVERIFY(!config().tiedOutput);
    QCOMPARE((*m_document->matrices().matrix("output.w"))(0, 0), 7.0F);
    m_document->undoStack()->undo();
    QVERIFY(!config().tiedOutput && !tied->isChecked());
    auto table = std::make_shared<TokenTable>();
    table->embedding = table->output = std::make_shared<ModelZeroRows>(3, 16);
    table->ids = {{"a", 0}, {"b", 1}, {"c", 2}};
    ModelConfig decoder;
    decoder.architecture = Architecture::Decoder;
    decoder.decoderLayers = 1;
    Project project = defaultProject();
    project.source = "a b c";
    project.model = trainedModel(decoder, {}, table, {{"a", "b", "c"}});
    m_document->load(std::move(project), {});
    QVERIFY(tied->isChecked() && !tied->isEnabled());
    QVERIFY(tied->toolTip().contains(u"files"_s));
}

REGARD_TEST(TestModelPanel)
#include "test_model_panel.moc"
