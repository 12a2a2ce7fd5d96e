#include <functional>

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSlider>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include "controls/app_theme.h"
#include "draw/outline.h"
#include "test_class.h"
#include "views/weights/panel/cell_effect_pane.h"
#include "views/weights/panel/matrix_chip.h"
#include "views/weights/panel/matrix_selector.h"
#include "views/weights/panel/weight_table_model.h"
#include "views/weights/panel/weight_table_view.h"
#include "views/weights/panel/weights_panel.h"
#include "views/why/panel/cell_field.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr auto weightsWQ = "encoder.0.self.w_q";

/// Counts what the table asks of its own delegate, while it lives.
class CountingDelegate : public QStyledItemDelegate {
public:
    explicit CountingDelegate(QTableView *table) : m_table(table), m_own(table->itemDelegate())
    {
        table->setItemDelegate(this);
    }
    ~CountingDelegate() override { m_table->setItemDelegate(m_own); }
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        ++painted;
        m_own->paint(painter, option, index);
    }
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        ++measured;
        return m_own->sizeHint(option, index);
    }

    mutable long painted = 0;
    mutable long measured = 0;

private:
    QTableView *m_table;
    QAbstractItemDelegate *m_own;
};

} // namespace

class TestWeightsPanel : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();

    void typedNumberGoesToTheDocument();
    void tabCommitsAndMovesRight();
    void lettersAreRefusedWithASentence();
    void aRefusalGoesWithItsCell();
    void pasteThatFits();
    void pasteOfACommaSaysHowItWasRead();
    void theOtherReadingThatDoesNotFit();
    void pasteThatDoesNotFit();
    void copyIsExact();
    void dragIsOneUndoStep();
    void escapeRestoresADrag();
    void wheelWithControlChangesACell();
    void sliderIsOneUndoStep();
    void fillsIdentityAndUndoes();
    void fillsOnlyTheSelection();
    void randomFillGivesEqualTokensOneRow();
    void revertsCellAndMatrix();
    void deleteSetsZero();
    void followsLayerAndKeepsTheKindOfMatrix();
    void largeMatrixOpensQuickly_data();
    void largeMatrixOpensQuickly();
    void chipsAreThoseOfThePart_data();
    void chipsAreThoseOfThePart();
    void chipsWithoutRoomStandInAList();
    void chipsSayTheFullName();
    void theFieldAndWhatWasBefore();
    void theCaptionNamesTheHeadsPart();
    void anotherPartShowsItsOwnMatrix();
    void embeddingStaysBetweenTheStacks();
    void aMatrixThatGoesMakesRoomForThePartsFirst();
    void fillsTheTargetsRows();
    void theCurrentCellIsTheDocuments();
    void showsACellOfAnotherPart_data();
    void showsACellOfAnotherPart();
    void showsTheHeadOfACell();
    void scrollsToACell();
    void theCurrentCellGoesWithTheSelectedHead_data();
    void theCurrentCellGoesWithTheSelectedHead();
    void theKeyboardBeginsInTheSelectedHead();
    void aMatrixThatComesBackIsOfTheSelectedHead();
    void aHeadThatIsPointedAtLeavesTheCellUnderTheHand();
    void goesAwayWithAnOpenCell();
    void aStepLeavesAnOpenCell();
    void keysLeaveACellThatIsOutOfViewAlone();
    void typingBringsTheCellIntoView();
    void theSliderBringsTheCellIntoView();
    void theWheelMakesItsCellTheCurrentOne();
    void pasteWithoutACellGoesToTheSelectedHead();
    void theCellStaysWhileAnotherMatrixIsInView();
    void aCellThatIsGoneIsNoLongerCurrent();
    void aFilesCellIsCurrent();
    void aFilesSelectionStands();
    void litCellsAreFramed_data();
    void litCellsAreFramed();
    void chipsOfLitMatricesAreMarked();
    void theEffectIsThatOfTheCurrentCell();
    void aTiedOutputIsEditedInTheEmbedding();

private:
    QString shown() const
    {
        return QString::fromStdString(qobject_cast<WeightTableModel *>(m_panel->table()->model())->matrixName());
    }
    QList<MatrixChip *> chips() const
    {
        return m_panel->findChildren<MatrixChip *>(); // those in the list behind ▾, too
    }
    void loadBothStacks()
    {
        Project project = defaultProject();
        project.source = "a b a";
        project.target = "<s> a <s>";
        ModelConfig config;
        config.architecture = Architecture::EncoderDecoder;
        config.encoderLayers = config.decoderLayers = 2;
        config.dFf = config.decoderDFf = 12;
        config.score = Score::Additive;
        config.position = Position::Learned;
        config.embeddingNorm = config.finalNorm = config.bias = config.residual = true;
        config.norm = Norm::Post;
        project.model = buildModel(config, {}, {});
        m_document->load(project, {});
    }
    /// Two layers of four heads, many times as wide as the panel.
    void loadWideModel(int keyValueHeads = 0)
    {
        Project project = defaultProject();
        project.source = "a b a";
        ModelConfig config;
        config.encoderLayers = 2;
        config.dModel = 64;
        config.heads = 4;
        config.dKey = 24;
        config.dValue = 32;
        config.keyValueHeads = keyValueHeads;
        config.score = Score::Additive;
        config.bias = true;
        project.model = buildModel(config, {}, {});
        m_document->load(project, {});
        m_panel->setMatrix(weightsWQ);
        m_panel->table()->clearFocus();
    }
    void selectHead(int head, int layer = 0)
    {
        Selection selection = m_document->look().selection();
        selection.head = head;
        selection.layer = layer;
        m_document->look().setSelection(selection);
    }
    bool isInView(int row, int column) const
    {
        return m_panel->table()->viewport()->rect().contains(center(row, column));
    }
    void scrollAway() const
    {
        m_panel->table()->horizontalScrollBar()->setValue(m_panel->table()->horizontalScrollBar()->maximum());
        m_panel->table()->verticalScrollBar()->setValue(m_panel->table()->verticalScrollBar()->maximum());
    }
    void select(Attention attention, int layer, Part part)
    {
        Selection selection = m_document->look().selection();
        selection.attention = attention;
        selection.layer = layer;
        selection.part = part;
        m_document->look().setSelection(selection);
    }
    QModelIndex at(int row, int column) const { return m_panel->table()->model()->index(row, column); }
    QPoint center(int row, int column) const { return m_panel->table()->visualRect(at(row, column)).center(); }
    float cell(int row, int column, const char *name = weightsWQ) const
    {
        return (*m_document->matrices().matrix(name))(row, column);
    }
    template <typename Widget>
    Widget *child(const char *name) const
    {
        return m_panel->findChild<Widget *>(QLatin1String(name));
    }
    QString message() const { return child<QLabel>("error")->isHidden() ? QString() : child<QLabel>("error")->text(); }
    void choose(int row, int column) { m_panel->table()->setCurrentIndex(at(row, column)); }
    void press(const QString &name)
    {
        for (auto *button : m_panel->findChildren<QToolButton *>()) {
            if (button->accessibleName() == name) {
                button->click();
                return;
            }
        }
        QFAIL(qPrintable(u"no button "_s + name));
    }
    void trigger(const QString &fill)
    {
        for (QAction *action : child<QToolButton>("fill")->menu()->actions()) {
            if (action->text() == fill) {
                action->trigger();
                return;
            }
        }
        QFAIL(qPrintable(u"no action "_s + fill));
    }
    /// The first key opens the cell, the rest goes to where the focus is, as with a hand; then Return or Tab.
    void type(const QString &text, Qt::Key end)
    {
        QTest::keyClicks(m_panel->table(), text.left(1));
        QVERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()) != nullptr);
        QTest::keyClicks(QApplication::focusWidget(), text.mid(1));
        QTest::keyClick(QApplication::focusWidget(), end);
        QTRY_VERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()) == nullptr);
    }
    void drag(QPoint from, int pixels)
    {
        QWidget *viewport = m_panel->table()->viewport();
        QTest::mousePress(viewport, Qt::LeftButton, {}, from);
        for (int x = 1; x <= pixels; ++x) {
            QMouseEvent move(QEvent::MouseMove, from + QPoint(x, 0), viewport->mapToGlobal(from + QPoint(x, 0)),
                             Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(viewport, &move);
        }
    }

    std::unique_ptr<Document> m_document;
    qint64 m_now = 0; ///< the document's clock, ms
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<WeightsPanel> m_panel;
};

void TestWeightsPanel::init()
{
    m_document = std::make_unique<Document>();
    m_document->setClock([this] { return m_now; });
    m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
    Project project = defaultProject();
    project.source = "a b a";
    m_document->load(project, {});
    m_panel = std::make_unique<WeightsPanel>(m_document.get(), m_theme.get(), nullptr);
    m_panel->resize(420, 700);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    m_panel->setMatrix(weightsWQ);
    m_panel->table()->setFocus();
}

void TestWeightsPanel::cleanup()
{
    m_panel.reset();
    m_theme.reset();
    m_document.reset();
}

void TestWeightsPanel::typedNumberGoesToTheDocument()
{
    choose(1, 2);
    type(u"-1.25"_s, Qt::Key_Return);
    QCOMPARE(cell(1, 2), -1.25F);
    QCOMPARE(m_panel->table()->currentIndex(), at(1, 2)); // whose effect is told
    QCOMPARE(m_document->look().cell(), (CellRef{m_document->look().cell().matrix, 1, 2}));
    QCOMPARE(m_document->undoStack()->count(), 1);
    QCOMPARE(child<QLabel>("changedCells")->text(), u"1 cell changed"_s);
}

void TestWeightsPanel::tabCommitsAndMovesRight()
{
    choose(0, 0);
    type(u"3"_s, Qt::Key_Tab);
    QCOMPARE(cell(0, 0), 3.0F);
    QCOMPARE(m_panel->table()->currentIndex(), at(0, 1));
}

void TestWeightsPanel::lettersAreRefusedWithASentence()
{
    choose(0, 0);
    const float before = cell(0, 0);
    type(u"cat"_s, Qt::Key_Return);
    QCOMPARE(cell(0, 0), before);
    QVERIFY2(message().startsWith(u"“cat” is not a number"_s), qPrintable(message()));
    QCOMPARE(m_document->undoStack()->count(), 0);
    QCOMPARE(m_panel->table()->currentIndex(), at(0, 0)); // to be typed again
    type(u"1"_s, Qt::Key_Return);
    QCOMPARE(message(), QString());
    QCOMPARE(m_panel->table()->currentIndex(), at(0, 0));
}

/// What is said of a cell goes when another one is chosen, by keys, by the mouse or from elsewhere.
void TestWeightsPanel::aRefusalGoesWithItsCell()
{
    const std::vector<std::function<void()>> moves{
        [this] { QTest::keyClick(m_panel->table(), Qt::Key_Down); },
        [this] { QTest::mouseClick(m_panel->table()->viewport(), Qt::LeftButton, {}, center(3, 2)); },
        [this] {
            m_document->look().setCell({weightsWQ, 4, 3});
        },
        [this] { m_panel->setMatrix("encoder.0.self.w_k"); },
    };
    for (const auto &move : moves) {
        m_panel->setMatrix(weightsWQ);
        for (const auto &refuse :
             std::vector<std::function<void()>>{[this] { type(u"dog"_s, Qt::Key_Tab); },
                                                [this] {
                                                    QGuiApplication::clipboard()->setText(u"a b"_s);
                                                    QTest::keySequence(m_panel->table(), QKeySequence::Paste);
                                                }}) {
            m_panel->setMatrix(weightsWQ);
            choose(1, 1);
            m_panel->table()->setFocus();
            refuse();
            QVERIFY(!message().isEmpty());
            move();
            QCOMPARE(message(), QString());
        }
    }
}

void TestWeightsPanel::pasteThatFits()
{
    QGuiApplication::clipboard()->setText(u"1\t2\n3\t4\n"_s);
    choose(5, 14);
    QTest::keySequence(m_panel->table(), QKeySequence::Paste);
    QCOMPARE(cell(5, 14), 1.0F);
    QCOMPARE(cell(5, 15), 2.0F);
    QCOMPARE(cell(6, 14), 3.0F);
    QCOMPARE(cell(6, 15), 4.0F);
    QCOMPARE(m_document->undoStack()->count(), 1);
}

void TestWeightsPanel::pasteOfACommaSaysHowItWasRead()
{
    auto *said = child<QWidget>("pasted");
    auto *other = child<QPushButton>("pasteOtherwise");
    const auto text = [said] { return said->findChild<QLabel *>()->text(); };
    const Matrix before = *m_document->matrices().matrix(weightsWQ);
    QGuiApplication::clipboard()->setText(u"7,4\n9,5\n0,25\n"_s);
    choose(5, 8);
    QTest::keySequence(m_panel->table(), QKeySequence::Paste);
    QCOMPARE(cell(5, 8), 7.4F);
    QCOMPARE(cell(7, 8), 0.25F);
    QCOMPARE(cell(5, 9), before(5, 9));
    QVERIFY(!said->isHidden());
    QCOMPARE(text(), u"Pasted 3 × 1 numbers; commas read as decimal points."_s);
    QCOMPARE(other->text(), u"Read as 3 × 2"_s);
    other->click();
    QCOMPARE(cell(5, 8), 7.0F);
    QCOMPARE(cell(5, 9), 4.0F);
    QCOMPARE(cell(7, 9), 25.0F);
    QCOMPARE(text(), u"Pasted 3 × 2 numbers; commas read as separators."_s);
    QCOMPARE(m_document->undoStack()->count(), 1);
    other->click(); // and back
    QCOMPARE(cell(5, 8), 7.4F);
    QCOMPARE(cell(5, 9), before(5, 9));
    m_document->undoStack()->undo();
    QVERIFY(said->isHidden()); // nothing is left to read otherwise
    QVERIFY((before.array() == m_document->matrices().matrix(weightsWQ)->array()).all());

    QGuiApplication::clipboard()->setText(u"[[1, 2], [3, 4]]"_s);
    choose(5, 8);
    QTest::keySequence(m_panel->table(), QKeySequence::Paste);
    QCOMPARE(cell(6, 9), 4.0F);
    QCOMPARE(text(), u"Pasted 2 × 2 numbers; commas read as separators."_s);
    QVERIFY(other->isHidden());
    QGuiApplication::clipboard()->setText(u"1\t2"_s);
    QTest::keySequence(m_panel->table(), QKeySequence::Paste);
    QVERIFY(said->isHidden());
}

void TestWeightsPanel::theOtherReadingThatDoesNotFit()
{
    QGuiApplication::clipboard()->setText(u"7,4\n9,5"_s);
    choose(5, 15);
    QTest::keySequence(m_panel->table(), QKeySequence::Paste);
    child<QPushButton>("pasteOtherwise")->click();
    QVERIFY2(message().contains(u"2 × 2"_s) && message().contains(u"16 × 16"_s), qPrintable(message()));
    QCOMPARE(cell(5, 15), 7.4F); // what was pasted stays
}

void TestWeightsPanel::pasteThatDoesNotFit()
{
    QGuiApplication::clipboard()->setText(u"1\t2\n3\t4\n"_s);
    const Matrix before = *m_document->matrices().matrix(weightsWQ);
    choose(5, 15);
    QTest::keySequence(m_panel->table(), QKeySequence::Paste);
    QVERIFY((before.array() == m_document->matrices().matrix(weightsWQ)->array()).all());
    QVERIFY2(message().contains(u"2 × 2"_s) && message().contains(u"16 × 16"_s), qPrintable(message()));
    QGuiApplication::clipboard()->setText(u"1\tdog"_s);
    QTest::keySequence(m_panel->table(), QKeySequence::Paste);
    QVERIFY2(message().contains(u"“dog”"_s), qPrintable(message()));
}

void TestWeightsPanel::copyIsExact()
{
    m_document->matrices().editCell(weightsWQ, 0, 0, 0.1F);
    m_document->matrices().editCell(weightsWQ, 0, 1, -2.0F);
    m_panel->table()->selectionModel()->select(QItemSelection(at(0, 0), at(0, 1)), QItemSelectionModel::ClearAndSelect);
    QTest::keySequence(m_panel->table(), QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"0.1\t-2\n"_s);
}

void TestWeightsPanel::dragIsOneUndoStep()
{
    m_document->matrices().editCell(weightsWQ, 1, 1, 1.0F);
    const int steps = m_document->undoStack()->count();
    drag(center(1, 1), 30);
    QTest::mouseRelease(m_panel->table()->viewport(), Qt::LeftButton, {}, center(1, 1) + QPoint(30, 0));
    QCOMPARE(cell(1, 1), 1.3F); // a hundredth a pixel for a value of 1
    QCOMPARE(m_document->undoStack()->count(), steps + 1);
    m_document->undoStack()->undo();
    QCOMPARE(cell(1, 1), 1.0F);
}

void TestWeightsPanel::escapeRestoresADrag()
{
    const float before = cell(1, 1);
    drag(center(1, 1), 30);
    QVERIFY(cell(1, 1) != before);
    QTest::keyClick(m_panel->table(), Qt::Key_Escape);
    QCOMPARE(cell(1, 1), before);
    QTest::mouseRelease(m_panel->table()->viewport(), Qt::LeftButton, {}, center(1, 1) + QPoint(30, 0));
    QCOMPARE(cell(1, 1), before);
}

void TestWeightsPanel::wheelWithControlChangesACell()
{
    m_document->matrices().editCell(weightsWQ, 1, 1, 1.0F);
    const int steps = m_document->undoStack()->count();
    QWidget *viewport = m_panel->table()->viewport();
    const auto turn = [&] {
        QWheelEvent notch(center(1, 1), viewport->mapToGlobal(center(1, 1)), {}, {0, 120}, Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(viewport, &notch);
        m_now += 799; // no pause yet
    };
    for (int notch = 0; notch < 3; ++notch)
        turn();
    QCOMPARE(cell(1, 1), 1.3F);
    QCOMPARE(m_document->undoStack()->count(), steps + 1);
    m_now += 1;
    turn();
    QCOMPARE(m_document->undoStack()->count(), steps + 2);
}

void TestWeightsPanel::sliderIsOneUndoStep()
{
    m_document->matrices().editCell(weightsWQ, 1, 1, 0.0F);
    const int steps = m_document->undoStack()->count();
    choose(1, 1);
    auto *slider = child<QSlider>("slider");
    QCOMPARE(slider->value(), 0);
    slider->setSliderDown(true);
    for (int position = 10; position <= 500; position += 10)
        slider->setSliderPosition(position);
    slider->setSliderDown(false);
    const double range =
        2 * std::max(1.0, double(qobject_cast<WeightTableModel *>(m_panel->table()->model())->largest()));
    QVERIFY(std::abs(cell(1, 1) - 0.5 * 2) <= 0.5 * range); // half of a range that is at least ± 2
    QVERIFY(cell(1, 1) >= 1.0F);
    QCOMPARE(m_document->undoStack()->count(), steps + 1);
    m_document->undoStack()->undo();
    QCOMPARE(cell(1, 1), 0.0F);
    QCOMPARE(slider->value(), 0);
}

void TestWeightsPanel::fillsIdentityAndUndoes()
{
    const Matrix before = *m_document->matrices().matrix(weightsWQ);
    trigger(u"Identity"_s);
    QVERIFY(m_document->matrices().matrix(weightsWQ)->isApprox(Matrix::Identity(16, 16), 0));
    m_document->undoStack()->undo();
    QVERIFY((before.array() == m_document->matrices().matrix(weightsWQ)->array()).all());
}

void TestWeightsPanel::fillsOnlyTheSelection()
{
    const Matrix before = *m_document->matrices().matrix(weightsWQ);
    m_panel->table()->selectionModel()->select(QItemSelection(at(2, 3), at(4, 6)), QItemSelectionModel::ClearAndSelect);
    trigger(u"Zero"_s);
    const Matrix after = *m_document->matrices().matrix(weightsWQ);
    for (int row = 0; row < 16; ++row) {
        for (int column = 0; column < 16; ++column) {
            const bool inside = row >= 2 && row <= 4 && column >= 3 && column <= 6;
            QCOMPARE(after(row, column), inside ? 0.0F : before(row, column));
        }
    }
    QCOMPARE(child<QLabel>("changedCells")->text(), u"12 cells changed"_s);
}

void TestWeightsPanel::randomFillGivesEqualTokensOneRow()
{
    m_panel->setMatrix(embeddingMatrix);
    const Matrix before = *m_document->matrices().matrix(embeddingMatrix);
    trigger(u"Random, Gaussian"_s);
    const Matrix after = *m_document->matrices().matrix(embeddingMatrix);
    QVERIFY(!(before.array() == after.array()).any());
    QVERIFY((after.row(0).array() == after.row(2).array()).all());
    QVERIFY(!(after.row(0).array() == after.row(1).array()).any());
}

void TestWeightsPanel::revertsCellAndMatrix()
{
    const Matrix before = *m_document->matrices().matrix(weightsWQ);
    m_document->matrices().editCell(weightsWQ, 0, 0, 9.0F);
    m_document->matrices().editCell(weightsWQ, 0, 1, 9.0F);
    choose(0, 0);
    press(u"Revert cell"_s);
    QCOMPARE(cell(0, 0), before(0, 0));
    QCOMPARE(cell(0, 1), 9.0F);
    QTest::keyClick(m_panel->table(), Qt::Key_Backspace, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY((before.array() == m_document->matrices().matrix(weightsWQ)->array()).all());
    QCOMPARE(child<QLabel>("changedCells")->text(), u"unchanged"_s);
}

void TestWeightsPanel::deleteSetsZero()
{
    choose(3, 3);
    QTest::keyClick(m_panel->table(), Qt::Key_Delete);
    QCOMPARE(cell(3, 3), 0.0F);
}

void TestWeightsPanel::followsLayerAndKeepsTheKindOfMatrix()
{
    ModelConfig config = m_document->matrices().model()->config;
    config.encoderLayers = 2;
    m_document->matrices().setConfig(config, u"layers"_s);
    m_panel->setMatrix("encoder.0.self.w_v");
    Selection selection = m_document->look().selection();
    selection.layer = 1;
    m_document->look().setSelection(selection);
    QCOMPARE(qobject_cast<WeightTableModel *>(m_panel->table()->model())->matrixName(),
             std::string("encoder.1.self.w_v"));
}

void TestWeightsPanel::largeMatrixOpensQuickly_data()
{
    QTest::addColumn<Part>("part");
    QTest::addColumn<QString>("matrix");
    QTest::addColumn<int>("columns");
    QTest::newRow("768 x 768") << Part::Attention << u"encoder.0.self.w_k"_s << 768;
    QTest::newRow("768 x 3072") << Part::FeedForward << u"encoder.0.ffn.w_1"_s << 3072;
}

void TestWeightsPanel::largeMatrixOpensQuickly()
{
    QFETCH(Part, part);
    QFETCH(QString, matrix);
    QFETCH(int, columns);
    Project project = defaultProject();
    ModelConfig config = project.model.config;
    config.dModel = 768;
    config.heads = config.decoderHeads = 12;
    config.dKey = config.dValue = 64;
    config.dFf = config.decoderDFf = 3072;
    project.model = buildModel(config, {}, {});
    m_document->load(project, {});
    select(Attention::Encoder, 0, part);
    const CountingDelegate cells(m_panel->table());
    m_panel->setMatrix(matrix.toStdString());
    m_panel->grab();
    QCOMPARE(m_panel->table()->model()->columnCount(), columns);
    choose(767, columns - 1);
    m_panel->grab();
    // Those on screen, each a few times, and never all 590 thousand or more.
    QVERIFY2(cells.painted > 0 && cells.painted < 5000, qPrintable(QString::number(cells.painted)));
    QVERIFY2(cells.measured < 5000, qPrintable(QString::number(cells.measured)));
}

void TestWeightsPanel::chipsAreThoseOfThePart_data()
{
    QTest::addColumn<Attention>("attention");
    QTest::addColumn<Part>("part");
    QTest::addColumn<QString>("labels");
    QTest::newRow("encoder attention") << Attention::Encoder << Part::Attention
                                       << u"E, P, W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O, w_a"_s;
    QTest::newRow("cross-attention") << Attention::Cross << Part::Attention
                                     << u"E target, P, W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O, w_a"_s;
    QTest::newRow("input") << Attention::Encoder << Part::Input << u"E, P, gain, bias"_s;
    QTest::newRow("norm") << Attention::Decoder << Part::AttentionNorm << u"E target, P, gain, bias"_s;
    QTest::newRow("feed-forward") << Attention::Decoder << Part::FeedForward << u"E target, P, W_1, W_2, b_1, b_2"_s;
    QTest::newRow("final norm") << Attention::Encoder << Part::FinalNorm << u"E, P, gain, bias"_s;
    QTest::newRow("output") << Attention::Decoder << Part::Output << u"E target, P, W_out, b_out"_s;
}

void TestWeightsPanel::chipsAreThoseOfThePart()
{
    QFETCH(Attention, attention);
    QFETCH(Part, part);
    loadBothStacks();
    select(attention, 1, part);
    QStringList labels;
    for (const MatrixChip *chip : chips())
        labels.append(chip->label());
    QTEST(labels.join(u", "_s), "labels");
}

void TestWeightsPanel::chipsWithoutRoomStandInAList()
{
    loadBothStacks();
    select(Attention::Encoder, 1, Part::Attention);
    auto *more = m_panel->findChild<MatrixSelector *>()->moreButton();
    const auto seen = [this] {
        QStringList labels;
        for (const MatrixChip *chip : chips())
            if (chip->isVisible())
                labels.append(chip->label());
        return labels;
    };
    m_panel->resize(900, 700);
    QCoreApplication::processEvents();
    QCOMPARE(seen().size(), qsizetype(11));
    QVERIFY(!more->isVisible());
    m_panel->resize(340, 700);
    QCoreApplication::processEvents();
    QVERIFY(more->isVisible() && seen().size() < 9 && !seen().contains(u"w_a"_s));
    emit more->menu()->aboutToShow();
    QCOMPARE(seen().size() + more->menu()->actions().size(), qsizetype(11));
    more->menu()->actions().back()->trigger();
    QCOMPARE(shown(), u"encoder.1.self.w_a"_s);
    QCoreApplication::processEvents();
    QVERIFY(seen().contains(u"w_a"_s)); // the chosen one is always seen
}

void TestWeightsPanel::theFieldAndWhatWasBefore()
{
    m_document->matrices().editCell(weightsWQ, 1, 1, 4.0F);
    m_document->waitForResult();
    m_document->comparison().pin();
    choose(1, 1);
    QVERIFY(!child<QLabel>("cellBefore")->isVisible());
    const int steps = m_document->undoStack()->count();
    QTest::mouseClick(m_panel->cellField()->lessButton(), Qt::LeftButton);
    QCOMPARE(cell(1, 1), 3.0F);
    QCOMPARE(m_document->undoStack()->count(), steps + 1);
    QVERIFY(child<QLabel>("cellBefore")->isVisible());
    QCOMPARE(child<QLabel>("cellBefore")->text(), u"was 4"_s);
    QCOMPARE(child<QLabel>("changedCells")->text(), u"1 cell changed"_s);
    m_document->undoStack()->undo();
    QCOMPARE(m_panel->cellField()->value(), 4.0);
    QVERIFY(!child<QLabel>("cellBefore")->isVisible());
    m_document->look().setCell({});
    QVERIFY(!m_panel->cellField()->isEnabled());
}

void TestWeightsPanel::theCaptionNamesTheHeadsPart()
{
    loadWideModel();
    selectHead(1);
    QCOMPARE(m_panel->caption(), u"W_Q · head 2 · 64 × 24 of 96"_s);
    m_panel->setMatrix("encoder.0.self.w_o");
    QCOMPARE(m_panel->caption(), u"W_O · head 2 · 32 of 128 × 64"_s);
    m_panel->setMatrix(embeddingMatrix);
    QCOMPARE(m_panel->caption(), u"E · 3 × 64"_s);
}

void TestWeightsPanel::chipsSayTheFullName()
{
    loadBothStacks();
    select(Attention::Decoder, 1, Part::FeedForward);
    QStringList tips;
    for (const MatrixChip *chip : chips()) {
        tips.append(chip->toolTip());
        QCOMPARE(chip->accessibleName(), u"Matrix "_s + chip->label());
    }
    QVERIFY2(tips.contains(u"decoder.1.ffn.w_1"_s), qPrintable(tips.join(u", "_s)));
    QVERIFY2(tips.first().startsWith(u"E target: "_s), qPrintable(tips.first()));
}

void TestWeightsPanel::anotherPartShowsItsOwnMatrix()
{
    loadBothStacks();
    m_panel->setMatrix("encoder.0.self.w_v");
    select(Attention::Encoder, 0, Part::FeedForward);
    QCOMPARE(shown(), u"encoder.0.ffn.w_1"_s);
    m_panel->setMatrix("encoder.0.ffn.w_2");
    select(Attention::Encoder, 1, Part::FeedForward);
    QCOMPARE(shown(), u"encoder.1.ffn.w_2"_s);
    select(Attention::Decoder, 1, Part::FeedForward);
    QCOMPARE(shown(), u"decoder.1.ffn.w_2"_s);
    select(Attention::Decoder, 1, Part::Attention);
    QCOMPARE(shown(), u"decoder.1.self.w_v"_s);
    select(Attention::Cross, 1, Part::Attention);
    QCOMPARE(shown(), u"decoder.1.cross.w_v"_s);
    select(Attention::Cross, 1, Part::AttentionNorm);
    QCOMPARE(shown(), u"decoder.1.norm_2.gain"_s);
    select(Attention::Cross, 0, Part::Output);
    QCOMPARE(shown(), u"output.w"_s);
    for (const MatrixChip *chip : chips())
        QCOMPARE(chip->isChecked(), chip->label() == u"W_out"_s);
}

void TestWeightsPanel::embeddingStaysBetweenTheStacks()
{
    loadBothStacks();
    m_panel->setMatrix(embeddingMatrix);
    select(Attention::Decoder, 0, Part::Attention);
    QCOMPARE(shown(), u"X target"_s);
    QCOMPARE(m_panel->table()->model()->headerData(0, Qt::Vertical).toString(), u"<s>"_s);
    select(Attention::Encoder, 0, Part::Attention);
    QCOMPARE(shown(), u"X"_s);
}

void TestWeightsPanel::aMatrixThatGoesMakesRoomForThePartsFirst()
{
    loadBothStacks();
    m_panel->setMatrix("encoder.0.self.b_k");
    ModelConfig config = m_document->matrices().model()->config;
    config.bias = false;
    m_document->matrices().setConfig(config, u"bias"_s);
    QCOMPARE(shown(), u"encoder.0.self.w_q"_s);
}

void TestWeightsPanel::fillsTheTargetsRows()
{
    loadBothStacks();
    select(Attention::Decoder, 0, Part::Attention);
    m_panel->setMatrix(targetEmbeddingMatrix);
    const Matrix before = *m_document->matrices().matrix(targetEmbeddingMatrix);
    trigger(u"Random, Gaussian"_s);
    const Matrix after = *m_document->matrices().matrix(targetEmbeddingMatrix);
    QVERIFY(!(before.array() == after.array()).any());
    QVERIFY((after.row(0).array() == after.row(2).array()).all());
    // The same word is the same vector on the other side.
    QVERIFY((after.row(1).array() == m_document->matrices().matrix(embeddingMatrix)->row(0).array()).all());
}

void TestWeightsPanel::theCurrentCellIsTheDocuments()
{
    QTest::mouseClick(m_panel->table()->viewport(), Qt::LeftButton, {}, center(2, 3));
    QCOMPARE(m_document->look().cell(), (CellRef{weightsWQ, 2, 3}));
    QTest::keyClick(m_panel->table(), Qt::Key_Right);
    QCOMPARE(m_document->look().cell(), (CellRef{weightsWQ, 2, 4}));
    m_document->look().setCell({weightsWQ, 5, 1});
    QCOMPARE(m_panel->table()->currentIndex(), at(5, 1));
    m_document->look().setCell({});
    QVERIFY(!m_panel->table()->currentIndex().isValid());
}

void TestWeightsPanel::showsACellOfAnotherPart_data()
{
    QTest::addColumn<QString>("matrix");
    QTest::addColumn<int>("attention");
    QTest::addColumn<int>("layer");
    QTest::addColumn<int>("part");
    const auto row = [](const char *matrix, Attention attention, int layer, Part part) {
        QTest::newRow(matrix) << QString::fromLatin1(matrix) << int(attention) << layer << int(part);
    };
    row("encoder.0.self.w_k", Attention::Encoder, 0, Part::Attention);
    row("X", Attention::Encoder, 0, Part::Attention);
    row("position", Attention::Encoder, 0, Part::Attention);
    row("X target", Attention::Decoder, 0, Part::Attention);
    row("embedding_norm.bias", Attention::Encoder, 0, Part::Input);
    row("encoder.1.self.w_v", Attention::Encoder, 1, Part::Attention);
    row("encoder.1.norm_1.gain", Attention::Encoder, 1, Part::AttentionNorm);
    row("encoder.0.ffn.w_1", Attention::Encoder, 0, Part::FeedForward);
    row("encoder.1.norm_2.bias", Attention::Encoder, 1, Part::FeedForwardNorm);
    row("encoder.final_norm.gain", Attention::Encoder, 0, Part::FinalNorm);
    row("decoder.1.self.w_o", Attention::Decoder, 1, Part::Attention);
    row("decoder.1.cross.w_a", Attention::Cross, 1, Part::Attention);
    row("decoder.0.norm_2.gain", Attention::Cross, 0, Part::AttentionNorm);
    row("decoder.0.ffn.b_2", Attention::Decoder, 0, Part::FeedForward);
    row("output.w", Attention::Encoder, 0, Part::Output); // stands around all layers
}

void TestWeightsPanel::showsACellOfAnotherPart()
{
    QFETCH(QString, matrix);
    loadBothStacks();
    select(Attention::Encoder, 0, Part::Attention);
    m_document->look().setCell({matrix.toStdString(), 0, 1});
    const Selection &selection = m_document->look().selection();
    QCOMPARE(shown(), matrix);
    QCOMPARE(m_panel->table()->currentIndex(), at(0, 1));
    QTEST(int(selection.attention), "attention");
    QTEST(selection.layer, "layer");
    QTEST(int(selection.part), "part");
    QCOMPARE(m_document->look().cell(), (CellRef{matrix.toStdString(), 0, 1}));
}

void TestWeightsPanel::showsTheHeadOfACell()
{
    QCOMPARE(m_document->look().selection().head, 0);
    m_document->look().setCell({weightsWQ, 0, 9}); // d_key is 8
    QCOMPARE(m_document->look().selection().head, 1);
    QTest::mouseClick(m_panel->table()->viewport(), Qt::LeftButton, {}, center(1, 8));
    m_panel->table()->setCurrentIndex(at(1, 2)); // by hand: the head in view stays
    QCOMPARE(m_document->look().selection().head, 1);
}

void TestWeightsPanel::scrollsToACell()
{
    Project project = defaultProject();
    ModelConfig config;
    config.dModel = config.dKey = config.dValue = 96;
    config.heads = 1;
    project.model = buildModel(config, {}, {});
    m_document->load(project, {});
    m_document->look().setCell({"encoder.0.self.w_v", 80, 90});
    QVERIFY(m_panel->table()->viewport()->rect().contains(center(80, 90)));
}

void TestWeightsPanel::theCurrentCellGoesWithTheSelectedHead_data()
{
    QTest::addColumn<QString>("matrix");
    QTest::addColumn<int>("keyValueHeads");
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("column");
    QTest::addColumn<int>("rowThere"); // in head 3
    QTest::addColumn<int>("columnThere");
    const auto add = [](const char *matrix, int shared, int row, int column, int rowThere, int columnThere) {
        QTest::addRow("%s, %d", matrix, shared)
            << u"encoder.0.self."_s + QLatin1String(matrix) << shared << row << column << rowThere << columnThere;
    };
    add("w_q", 0, 5, 3, 5, 2 * 24 + 3);
    add("w_k", 0, 5, 3, 5, 2 * 24 + 3);
    add("w_v", 0, 5, 3, 5, 2 * 32 + 3);
    add("b_q", 0, 0, 3, 0, 2 * 24 + 3);
    add("b_k", 0, 0, 3, 0, 2 * 24 + 3);
    add("b_v", 0, 0, 3, 0, 2 * 32 + 3);
    add("w_o", 0, 5, 3, 2 * 32 + 5, 3);
    add("w_a", 0, 0, 3, 2, 3);
    add("b_o", 0, 0, 3, 0, 3); // of all heads
    add("w_q", 2, 5, 3, 5, 2 * 24 + 3);
    add("w_k", 2, 5, 3, 5, 24 + 3); // heads 3 and 4 share the second of two
    add("b_v", 2, 0, 3, 0, 32 + 3);
}

void TestWeightsPanel::theCurrentCellGoesWithTheSelectedHead()
{
    QFETCH(QString, matrix);
    QFETCH(int, keyValueHeads);
    QFETCH(int, row);
    QFETCH(int, column);
    QFETCH(int, rowThere);
    QFETCH(int, columnThere);
    loadWideModel(keyValueHeads);
    m_panel->setMatrix(matrix.toStdString());
    choose(row, column);
    const Matrix before = *m_document->matrices().matrix(matrix.toStdString());
    selectHead(2);
    QCOMPARE(m_panel->table()->currentIndex(), at(rowThere, columnThere));
    QCOMPARE(m_document->look().cell(), (CellRef{matrix.toStdString(), rowThere, columnThere}));
    QVERIFY(isInView(rowThere, columnThere));
    m_panel->table()->setFocus(Qt::TabFocusReason);
    QTest::keyClick(m_panel->table(), Qt::Key_Right);
    QVERIFY(isInView(rowThere, columnThere + 1));
    type(u"7"_s, Qt::Key_Return);
    Matrix expected = before;
    expected(rowThere, columnThere + 1) = 7;
    QVERIFY((m_document->matrices().matrix(matrix.toStdString())->array() == expected.array()).all());
}

void TestWeightsPanel::theKeyboardBeginsInTheSelectedHead()
{
    loadWideModel();
    selectHead(2);
    QVERIFY(!m_panel->table()->currentIndex().isValid());
    const int scrolled = m_panel->table()->horizontalScrollBar()->value();
    QVERIFY(scrolled > 0);
    m_panel->table()->setFocus(Qt::TabFocusReason);
    QCOMPARE(m_panel->table()->currentIndex(), at(0, 2 * 24));
    QCOMPARE(m_panel->table()->horizontalScrollBar()->value(), scrolled);
    // The table keeps the keyboard when another matrix comes.
    selectHead(2, 1);
    QCOMPARE(shown(), u"encoder.1.self.w_q"_s);
    QVERIFY(!m_panel->table()->currentIndex().isValid());
    const Matrix before = *m_document->matrices().matrix("encoder.1.self.w_q");
    QTest::keyClick(m_panel->table(), Qt::Key_5);
    QCOMPARE(m_panel->table()->currentIndex(), at(0, 2 * 24));
    QVERIFY(isInView(0, 2 * 24));
    QVERIFY((m_document->matrices().matrix("encoder.1.self.w_q")->array() == before.array()).all());
}

void TestWeightsPanel::aMatrixThatComesBackIsOfTheSelectedHead()
{
    loadWideModel();
    choose(1, 2);
    selectHead(3, 1);
    QCOMPARE(m_document->look().cell(), (CellRef{weightsWQ, 1, 2})); // its effect can be seen in another layer
    selectHead(3, 0);
    QCOMPARE(shown(), QString::fromLatin1(weightsWQ));
    QCOMPARE(m_panel->table()->currentIndex(), at(1, 3 * 24 + 2));
    QVERIFY(isInView(1, 3 * 24 + 2));
    // A cell that a file or another view names stays where it is.
    m_document->look().setCell({weightsWQ, 4, 4});
    QCOMPARE(m_document->look().selection().head, 0);
    QCOMPARE(m_panel->table()->currentIndex(), at(4, 4));
    Project project = m_document->project();
    project.view.head = 2;
    m_document->load(project, {});
    QCOMPARE(m_panel->table()->currentIndex(), at(4, 4));
    Selection selection = m_document->look().selection();
    selection.query = 1;
    m_document->look().setSelection(selection);
    QCOMPARE(m_panel->table()->currentIndex(), at(4, 4));
}

void TestWeightsPanel::aHeadThatIsPointedAtLeavesTheCellUnderTheHand()
{
    loadWideModel();
    choose(1, 2);
    m_panel->table()->setFocus();
    selectHead(3); // as pointing at a link does
    QCOMPARE(m_panel->table()->currentIndex(), at(1, 2));
    QVERIFY(isInView(1, 2));
    QTest::keyClick(m_panel->table(), Qt::Key_8); // an open cell stays open
    QVERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
    selectHead(1);
    QVERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(cell(1, 2), 8.0F);
}

void TestWeightsPanel::goesAwayWithAnOpenCell()
{
    choose(1, 2);
    QTest::keyClick(m_panel->table(), Qt::Key_8);
    QVERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
    m_panel.reset();
    QVERIFY(m_document->matrices().compared().isChanged(weightsWQ, 1, 2) ? cell(1, 2) == 8.0F
                                                                         : m_document->undoStack()->count() == 0);
}

/// What was typed and not yet taken is no change in the midst of a step that moves to another cell.
void TestWeightsPanel::aStepLeavesAnOpenCell()
{
    const float before = cell(1, 2);
    choose(1, 2);
    type(u"-1.25"_s, Qt::Key_Return);
    choose(3, 0);
    const float untouched = cell(3, 0);
    QTest::keyClicks(m_panel->table(), u"5"_s);
    QVERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
    m_document->undoStack()->undo();
    QCOMPARE(cell(1, 2), before);
    QCOMPARE(cell(3, 0), untouched);
    QCOMPARE(m_document->undoStack()->count(), 1);
    QCOMPARE(m_document->undoStack()->index(), 0);
    m_document->undoStack()->redo();
    QCOMPARE(cell(1, 2), -1.25F);
    QCOMPARE(cell(3, 0), untouched);

    choose(3, 0);
    QTest::keyClicks(m_panel->table(), u"5"_s);
    m_document->restore(m_document->project(), u"restored"_s);
    QCOMPARE(cell(3, 0), untouched);
    QCOMPARE(m_document->undoStack()->count(), 2);
}

void TestWeightsPanel::keysLeaveACellThatIsOutOfViewAlone()
{
    loadWideModel();
    choose(1, 2);
    m_document->matrices().editCell(weightsWQ, 1, 2, 0.5F);
    m_panel->table()->setFocus();
    QGuiApplication::clipboard()->setText(u"3"_s);
    const std::pair<QKeySequence, float> keys[] = {
        {QKeySequence::Paste, 3.0F},
        {QKeySequence::Delete, 0.0F},
        {Qt::CTRL | Qt::Key_Backspace, m_document->matrices().compared().valueBefore(weightsWQ, 1, 2)}};
    for (const auto &[key, expected] : keys) {
        const float before = cell(1, 2);
        scrollAway();
        QVERIFY(!isInView(1, 2));
        QTest::keySequence(m_panel->table(), key);
        QCOMPARE(cell(1, 2), before);
        QVERIFY(isInView(1, 2));
        QTest::keySequence(m_panel->table(), key);
        QCOMPARE(cell(1, 2), expected);
    }
}

void TestWeightsPanel::typingBringsTheCellIntoView()
{
    loadWideModel();
    choose(1, 2);
    m_panel->table()->setFocus();
    for (const Qt::Key key : {Qt::Key_4, Qt::Key_F2, Qt::Key_Return}) {
        scrollAway();
        QTest::keyClick(m_panel->table(), key);
        QVERIFY(isInView(1, 2));
        auto *editor = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(editor);
        QVERIFY(m_panel->table()->viewport()->rect().contains(editor->geometry().center()));
        QTest::keyClick(editor, Qt::Key_Escape);
        QTRY_VERIFY(m_panel->table()->hasFocus());
    }
}

void TestWeightsPanel::theSliderBringsTheCellIntoView()
{
    loadWideModel();
    choose(1, 2);
    scrollAway();
    auto *slider = child<QSlider>("slider");
    slider->setFocus();
    const float before = cell(1, 2);
    const int place = slider->value();
    QTest::keyClick(slider, Qt::Key_Right);
    QCOMPARE(cell(1, 2), before);
    QCOMPARE(slider->value(), place);
    QVERIFY(isInView(1, 2));
    QTest::keyClick(slider, Qt::Key_Right);
    QVERIFY(cell(1, 2) != before);
}

void TestWeightsPanel::theWheelMakesItsCellTheCurrentOne()
{
    loadWideModel();
    choose(1, 2);
    QWidget *viewport = m_panel->table()->viewport();
    const int scrolled = m_panel->table()->horizontalScrollBar()->value();
    QWheelEvent turn(center(3, 4), viewport->mapToGlobal(center(3, 4)), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
                     Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(viewport, &turn);
    QVERIFY(m_document->matrices().compared().isChanged(weightsWQ, 3, 4));
    QCOMPARE(m_panel->table()->currentIndex(), at(3, 4));
    QCOMPARE(m_panel->table()->horizontalScrollBar()->value(), scrolled);
}

void TestWeightsPanel::pasteWithoutACellGoesToTheSelectedHead()
{
    loadWideModel();
    selectHead(2);
    QGuiApplication::clipboard()->setText(u"1\t2\n3\t4\n"_s);
    press(u"Paste a block"_s);
    QCOMPARE(cell(0, 2 * 24), 1.0F);
    QCOMPARE(cell(1, 2 * 24 + 1), 4.0F);
    QVERIFY(isInView(0, 2 * 24));
    m_document->undoStack()->undo();
    m_panel->table()->clearSelection();
    QString whole; // a whole matrix begins at its corner
    for (int row = 0; row < 64; ++row)
        whole += u"9\t"_s.repeated(4 * 24).chopped(1) + u'\n';
    QGuiApplication::clipboard()->setText(whole);
    press(u"Paste a block"_s);
    QVERIFY((m_document->matrices().matrix(weightsWQ)->array() == 9.0F).all());
}

void TestWeightsPanel::theCellStaysWhileAnotherMatrixIsInView()
{
    loadBothStacks();
    m_document->look().setCell({"encoder.0.self.w_q", 1, 2});
    select(Attention::Encoder, 1, Part::Attention);
    QCOMPARE(shown(), u"encoder.1.self.w_q"_s);
    QVERIFY(!m_panel->table()->currentIndex().isValid());
    QCOMPARE(m_document->look().cell(), (CellRef{"encoder.0.self.w_q", 1, 2}));
    QTest::mouseClick(chips().at(0), Qt::LeftButton);
    QCOMPARE(m_document->look().cell(), (CellRef{"encoder.0.self.w_q", 1, 2}));
    select(Attention::Encoder, 0, Part::Attention);
    QVERIFY(!m_panel->table()->hasFocus()); // where it would take its first cell
    QVERIFY(chips().at(0)->hasFocus());
    m_panel->setMatrix("encoder.0.self.w_q");
    QCOMPARE(m_panel->table()->currentIndex(), at(1, 2));
}

void TestWeightsPanel::aCellThatIsGoneIsNoLongerCurrent()
{
    m_document->look().setCell({"X", 2, 1});
    QCOMPARE(shown(), u"X"_s);
    m_document->sentences().setSource(u"a b"_s);
    QCOMPARE(m_document->look().cell(), CellRef());
    QVERIFY(!m_panel->table()->currentIndex().isValid());
    m_document->look().setCell({"X", 1, 1});
    m_document->sentences().setSource(u"a b c"_s);
    QCOMPARE(m_panel->table()->currentIndex(), at(1, 1)); // the table grew beneath it
}

void TestWeightsPanel::aFilesCellIsCurrent()
{
    Project project = m_document->project();
    project.view.cell = {"encoder.0.self.w_v", 3, 4};
    m_document->load(project, {});
    QCOMPARE(shown(), u"encoder.0.self.w_v"_s);
    QCOMPARE(m_panel->table()->currentIndex(), at(3, 4));
    QCOMPARE(m_document->look().cell(), (CellRef{"encoder.0.self.w_v", 3, 4}));
    project.view.cell = {};
    m_document->load(project, {});
    QVERIFY(!m_panel->table()->currentIndex().isValid());
}

void TestWeightsPanel::aFilesSelectionStands()
{
    loadBothStacks();
    Project project = m_document->project();
    project.view.cell = {"decoder.1.self.w_v", 3, 4};
    m_document->load(project, {});
    QCOMPARE(m_document->look().selection().attention, Attention::Encoder);
    QCOMPARE(m_document->look().cell(), (CellRef{"decoder.1.self.w_v", 3, 4}));
}

void TestWeightsPanel::litCellsAreFramed_data()
{
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("column");
    QTest::newRow("a cell") << 1 << 2;
    QTest::newRow("a row") << 1 << -1;
    QTest::newRow("a column") << -1 << 2;
    QTest::newRow("all") << -1 << -1;
}

void TestWeightsPanel::litCellsAreFramed()
{
    QFETCH(int, row);
    QFETCH(int, column);
    const QColor amber(outlineAmber);
    const auto isFramed = [&](int r, int c) {
        const QImage image = m_panel->table()->viewport()->grab().toImage();
        const QRect cell = m_panel->table()->visualRect(at(r, c));
        const bool left = image.pixelColor(cell.left() + 1, cell.center().y()) == amber;
        const bool top = image.pixelColor(cell.center().x(), cell.top() + 1) == amber;
        return left || top;
    };
    m_panel->resize(560, 700); // where the last column has room, too
    QCoreApplication::processEvents();
    QVERIFY(!isFramed(1, 2));
    m_document->look().setPointed({{{weightsWQ, row, column}, {"encoder.0.self.w_k", 3, 3}}, {}});
    const int litRow = std::max(0, row);
    const int litColumn = column < 0 ? 5 : column; // not the current cell, which has a frame of its own
    QVERIFY(isInView(litRow, litColumn) && isInView(3, 3));
    QVERIFY(isFramed(litRow, litColumn));
    QVERIFY(!isFramed(3, 3));
    m_document->look().setPointed({});
    QVERIFY(!isFramed(litRow, litColumn));
}

void TestWeightsPanel::chipsOfLitMatricesAreMarked()
{
    const auto marked = [this] {
        QStringList labels;
        for (const MatrixChip *chip : chips())
            if (chip->isMarked())
                labels.append(chip->label());
        return labels.join(u", "_s);
    };
    QCOMPARE(marked(), QString());
    m_document->look().setPointed({{{"X", 0, -1}, {weightsWQ, -1, 1}, {"encoder.0.self.w_v", 1, 1}}, {}});
    QCOMPARE(marked(), u"E, W_V"_s); // W_Q is in view and shows its cells itself
    QVERIFY(!chips().at(0)->accessibleDescription().isEmpty());
    m_panel->setMatrix("X");
    QCOMPARE(marked(), u"W_Q, W_V"_s);
    m_document->look().setPointed({});
    QCOMPARE(marked(), QString());
}

void TestWeightsPanel::theEffectIsThatOfTheCurrentCell()
{
    QTRY_VERIFY(!m_panel->effect()->lineText().isEmpty());
    m_document->waitForResult();
    QTest::mouseClick(m_panel->table()->viewport(), Qt::LeftButton, {}, center(2, 3));
    QTRY_VERIFY2(m_panel->effect()->movedText().startsWith(u"Moves 9 of 9 scores of head 1"_s),
                 qPrintable(m_panel->effect()->movedText()));
}

void TestWeightsPanel::aTiedOutputIsEditedInTheEmbedding()
{
    const auto sentence = [this] {
        for (const QLabel *label : m_panel->findChildren<QLabel *>(u"muted"_s))
            if (label->isVisibleTo(m_panel.get()) && label->text().contains(u"W_out"_s))
                return label->text();
        return QString();
    };
    loadBothStacks();
    select(Attention::Decoder, 1, Part::Output);
    QCOMPARE(shown(), u"output.w"_s);
    QCOMPARE(sentence(), QString());
    ModelConfig config = m_document->matrices().model()->config;
    config.tiedOutput = true;
    m_document->matrices().setConfig(config, u"tie"_s);
    QStringList labels;
    for (const MatrixChip *chip : chips())
        labels.append(chip->label());
    QVERIFY2(!labels.contains(u"W_out"_s) && labels.contains(u"b_out"_s), qPrintable(labels.join(u", "_s)));
    QVERIFY(sentence().contains(u"counts in both"_s));
    m_panel->setMatrix("X target");
    QVERIFY(!sentence().isEmpty());
    const int column = 0; // of "a" in the words of both sentences
    const Matrix before = m_document->result().trace->logits;
    choose(1, 2);
    type(u"3"_s, Qt::Key_Return);
    m_document->waitForResult();
    const Trace &trace = *m_document->result().trace;
    QCOMPARE(trace.vocabulary[column], std::string("a"));
    QCOMPARE(embeddingRow(*m_document->matrices().model(), "a")(0, 2), 3.0F);
    const Matrix expected = trace.decoderOutput * embeddingRow(*m_document->matrices().model(), "a").transpose();
    QVERIFY(trace.logits.col(column).isApprox(expected.col(0), 1e-4F)); // output.b is 0
    m_document->undoStack()->undo();
    m_document->waitForResult();
    QVERIFY(m_document->result().trace->logits == before);
    select(Attention::Decoder, 1, Part::Attention);
    m_panel->setMatrix("decoder.1.self.w_q");
    QCOMPARE(sentence(), QString());
}

REGARD_TEST(TestWeightsPanel)
#include "test_weights_panel.moc"
