#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include "document/document.h"
#include "widgets/app_theme.h"
#include "widgets/model_panel.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

class TestModelPanel : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();

    void showsTheModel();
    void headsChangeTheModelAndUndoRestores();
    void aRunOfStepsIsOneUndoStep();
    void divisorsOnlyWhereTheWidthIsShared();
    void arrowsStepFromDivisorToDivisor();
    void sharingKeepsEveryWeight();
    void badCombinationIsRefusedWithASentence();
    void boxesChangeTheRules_data();
    void boxesChangeTheRules();
    void seedTakes64Bits();
    void seedThatIsNoneGoesBack();
    void newSeedDrawsAnew();
    void wheelWithoutFocusChangesNothing();
    void everyControlHasNameAndToolTip();

private:
    const ModelConfig &config() const { return m_document->model()->config; }
    template <typename Widget>
    Widget *child(const char *name) const
    {
        return m_panel->findChild<Widget *>(QLatin1String(name));
    }
    QString message() const { return child<QLabel>("error")->isHidden() ? QString() : child<QLabel>("error")->text(); }
    void type(QSpinBox *box, int value)
    {
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::number(value));
        QTest::keyClick(box, Qt::Key_Return);
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<ModelPanel> m_panel;
};

void TestModelPanel::init()
{
    m_document = std::make_unique<Document>();
    m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
    m_document->load(defaultProject(), {}); // d_model 16, 2 heads, d_key = d_value = 8
    m_document->setSource(u"a b c"_s);
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
    QVERIFY(child<QLabel>("muted")->isVisible()); // the default model is random
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
    for (int i = 0; i < 5; ++i) {
        QTest::keyClick(layers, Qt::Key_Up);
    }
    QCOMPARE(config().encoderLayers, 6);
    QCOMPARE(m_document->undoStack()->count(), 1);
    auto *dKey = child<QSpinBox>("dKey");
    dKey->setFocus();
    QTest::keyClick(dKey, Qt::Key_Up);
    QCOMPARE(m_document->undoStack()->count(), 2);
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
    QVERIFY2(message().contains(u"3 heads"_s) && message().contains(u"d model 16"_s), qPrintable(message()));
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
    const Matrix before = *m_document->matrix("encoder.0.self.w_q");
    m_panel->setKeepModelWidth(true);
    type(child<QSpinBox>("heads"), 8);
    QCOMPARE(config().dKey, 2);
    QVERIFY((before.array() == m_document->matrix("encoder.0.self.w_q")->array()).all());
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

void TestModelPanel::boxesChangeTheRules_data()
{
    QTest::addColumn<QByteArray>("box");
    QTest::addColumn<QString>("entry");
    QTest::addColumn<ModelConfig>("expected");
    ModelConfig changed;
    changed.score = Score::Additive;
    QTest::newRow("additive") << QByteArray("score") << u"additive"_s << changed;
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
    const Matrix before = *m_document->matrix("encoder.0.self.w_q");
    child<QToolButton>("newSeed")->click();
    QVERIFY(config().seed != 1ULL);
    QVERIFY(!(before.array() == m_document->matrix("encoder.0.self.w_q")->array()).any());
    m_document->undoStack()->undo();
    QVERIFY((before.array() == m_document->matrix("encoder.0.self.w_q")->array()).all());
}

void TestModelPanel::wheelWithoutFocusChangesNothing()
{
    auto *layers = child<QSpinBox>("layers");
    child<QSpinBox>("heads")->setFocus();
    const QPointF point = layers->rect().center();
    QWheelEvent turn(point, layers->mapToGlobal(point), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                     false);
    QCoreApplication::sendEvent(layers, &turn);
    QCOMPARE(config().encoderLayers, 1);
    layers->setFocus();
    QWheelEvent again(point, layers->mapToGlobal(point), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(layers, &again);
    QCOMPARE(config().encoderLayers, 2);
}

void TestModelPanel::everyControlHasNameAndToolTip()
{
    int controls = 0;
    for (const QWidget *widget : m_panel->findChildren<QWidget *>()) {
        const bool inner = widget->objectName().startsWith(u"qt_"_s);
        const bool unnamed = widget->objectName().isEmpty(); // a scroll area's own parts
        if (inner || unnamed || widget->focusPolicy() == Qt::NoFocus) {
            continue;
        }
        ++controls;
        QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
        QVERIFY2(!widget->toolTip().isEmpty(), qPrintable(widget->objectName()));
    }
    QVERIFY(controls >= 15);
}

QTEST_MAIN(TestModelPanel)
#include "test_model_panel.moc"
