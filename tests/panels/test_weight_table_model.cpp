#include <algorithm>

#include <QAbstractItemModelTester>
#include <QColor>
#include <QFont>
#include <QRect>
#include <QSignalSpy>
#include <QTest>

#include "controls/app_theme.h"
#include "test_class.h"
#include "views/weights/panel/weight_table_model.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr auto weightTableModelWQ = "encoder.0.self.w_q";

/// Both stacks with everything that has weights; d_model 16, 2 heads × 8, d_ff 12.
Project weightTableModelFullProject()
{
    Project project = defaultProject();
    project.source = "cat sat";
    project.target = "<s> chat";
    ModelConfig config;
    config.architecture = Architecture::EncoderDecoder;
    config.encoderLayers = config.decoderLayers = 1;
    config.dFf = config.decoderDFf = 12;
    config.score = Score::Additive;
    config.position = Position::Learned;
    config.embeddingNorm = config.finalNorm = config.bias = config.residual = true;
    config.norm = Norm::Post;
    project.model = buildModel(config, {}, {});
    for (int i = 0; i < config.dModel; ++i)
        project.dimensions.push_back("d" + std::to_string(i));
    return project;
}

} // namespace

class TestWeightTableModel : public QObject {
    Q_OBJECT
private slots:
    void keepsTheRulesOfItemModels();
    void showsShortNumbers_data();
    void showsShortNumbers();
    void writesWhatIsTyped();
    void refusesLetters();
    void knowsTheHeadOfACell();
    void namesTokensAndDimensions();
    void namesRowsAndColumns_data();
    void namesRowsAndColumns();
    void namesTheTargetsTokens();
    void columnsOfTheOutputFollowTheVocabulary();
    void headsOwnOnlyTheirMatrices_data();
    void headsOwnOnlyTheirMatrices();
    void sharedHeadsOwnTheirColumns();
    void gatesBelongToNoHead();
    void rowsOfTypesHaveNames();
    void largestIsFullColour();
    void isEmptyForAMissingMatrix();
    void readsTheDocumentsOwnNumbers();
    void tellsOnlyOfWhatAnEditChanged();
};

void TestWeightTableModel::tellsOnlyOfWhatAnEditChanged()
{
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    WeightTableModel model(&document, &theme, nullptr);
    document.load(defaultProject(), {});
    document.waitForResult();
    model.setMatrix(weightTableModelWQ);
    document.matrices().editCell(weightTableModelWQ, 5, 3, 50); // the largest from now on
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    const auto range = [&changed] {
        const QModelIndex from = changed.last().at(0).toModelIndex();
        const QModelIndex to = changed.last().at(1).toModelIndex();
        return QRect(QPoint(from.column(), from.row()), QPoint(to.column(), to.row()));
    };
    document.matrices().editCell(weightTableModelWQ, 2, 1, 0.25F);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(range(), QRect(1, 2, 1, 1));
    QCOMPARE(model.index(2, 1).data(Qt::EditRole).toString(), u"0.25"_s);
    document.matrices().editCell("encoder.0.self.w_k", 2, 1, 0.25F);
    QCOMPARE(changed.size(), 1); // another matrix
    document.matrices().editCell(weightTableModelWQ, 0, 0, 100);
    QCOMPARE(range(), QRect(0, 0, model.columnCount(), model.rowCount())); // every colour is a share of the largest
    Selection selection = document.look().selection();
    selection.head = 1;
    document.look().setSelection(selection);
    QCOMPARE(changed.size(), 3);
    QCOMPARE(range(), QRect(0, 0, model.columnCount(), model.rowCount()));
}

void TestWeightTableModel::keepsTheRulesOfItemModels()
{
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    WeightTableModel model(&document, &theme, nullptr);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    document.load(defaultProject(), {});
    document.sentences().setSource(u"a b a"_s);
    for (const char *name : {"X", weightTableModelWQ, "encoder.0.self.w_o", "encoder.7.self.w_q", "X target",
                             "output.w", weightTableModelWQ})
        model.setMatrix(name);
    ModelConfig config = document.matrices().model()->config;
    config.heads = 4;
    document.matrices().setConfig(config, u"heads"_s);
    QCOMPARE(model.rowCount(), 16);
    QCOMPARE(model.columnCount(), 32);
    document.undoStack()->undo();
    QCOMPARE(model.columnCount(), 16);
    model.setMatrix(embeddingMatrix);
    QCOMPARE(model.rowCount(), 3);
    document.sentences().setSource(u"one"_s);
    QCOMPARE(model.rowCount(), 1);
    document.load(defaultProject(), {});
}

void TestWeightTableModel::showsShortNumbers_data()
{
    QTest::addColumn<float>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0F << u"0"_s;
    QTest::newRow("whole") << 1.0F << u"1"_s;
    QTest::newRow("whole negative") << -2.0F << u"-2"_s;
    QTest::newRow("fraction") << 0.0831F << u"+0.083"_s;
    QTest::newRow("negative fraction") << -0.25F << u"-0.250"_s;
    QTest::newRow("tens") << 12.345F << u"+12.35"_s;
    QTest::newRow("hundreds") << -123.46F << u"-123.5"_s;
    QTest::newRow("tiny") << 0.00002F << u"+2e-05"_s;
    QTest::newRow("huge") << 1234567.0F << u"+1e+06"_s;
}

void TestWeightTableModel::showsShortNumbers()
{
    QFETCH(float, value);
    QTEST(shortNumber(value), "text");
}

void TestWeightTableModel::writesWhatIsTyped()
{
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    document.load(defaultProject(), {});
    WeightTableModel model(&document, &theme, nullptr);
    model.setMatrix(weightTableModelWQ);
    const QSignalSpy accepted(&model, &WeightTableModel::accepted);
    QVERIFY(model.setData(model.index(2, 3), u"\u22120,5"_s, Qt::EditRole));
    QCOMPARE((*document.matrices().matrix(weightTableModelWQ))(2, 3), -0.5F);
    QCOMPARE(model.data(model.index(2, 3), Qt::EditRole).toString(), u"-0.5"_s);
    QCOMPARE(accepted.count(), 1);
    document.undoStack()->undo();
    QVERIFY((*document.matrices().matrix(weightTableModelWQ))(2, 3) != -0.5F);
    QCOMPARE(model.value(model.index(2, 3)), (*document.matrices().matrix(weightTableModelWQ))(2, 3));
}

void TestWeightTableModel::refusesLetters()
{
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    document.load(defaultProject(), {});
    WeightTableModel model(&document, &theme, nullptr);
    model.setMatrix(weightTableModelWQ);
    const float before = (*document.matrices().matrix(weightTableModelWQ))(0, 0);
    const QSignalSpy refused(&model, &WeightTableModel::refused);
    QVERIFY(!model.setData(model.index(0, 0), u"cat"_s, Qt::EditRole));
    QCOMPARE(refused.count(), 1);
    QVERIFY(refused.first().first().toString().startsWith(u"“cat” is not a number"_s));
    QCOMPARE((*document.matrices().matrix(weightTableModelWQ))(0, 0), before);
    QCOMPARE(document.undoStack()->count(), 0);
}

void TestWeightTableModel::knowsTheHeadOfACell()
{
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    document.load(defaultProject(), {}); // 2 heads, d_key = d_value = 8
    WeightTableModel model(&document, &theme, nullptr);
    model.setMatrix(weightTableModelWQ);
    QCOMPARE(model.headOf(model.index(0, 7)), 0);
    QCOMPARE(model.headOf(model.index(0, 8)), 1);
    QCOMPARE(model.headerData(8, Qt::Horizontal, Qt::DisplayRole).toString(), u"8"_s);
    model.setMatrix("encoder.0.self.w_o");
    QCOMPARE(model.headOf(model.index(7, 15)), 0);
    QCOMPARE(model.headOf(model.index(8, 0)), 1);
    Selection selection = document.look().selection();
    selection.head = 1;
    document.look().setSelection(selection);
    QVERIFY(model.isInSelectedHead(model.index(8, 0)));
    QVERIFY(!model.isInSelectedHead(model.index(7, 0)));
    model.setMatrix(embeddingMatrix);
    QVERIFY(!model.headBands().exist);
}

void TestWeightTableModel::namesTokensAndDimensions()
{
    Project project = defaultProject();
    project.source = "cat sat";
    for (int i = 0; i < project.model.config.dModel; ++i)
        project.dimensions.push_back("dimension " + std::to_string(i));
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    document.load(project, {});
    WeightTableModel model(&document, &theme, nullptr);
    model.setMatrix(embeddingMatrix);
    QCOMPARE(model.headerData(1, Qt::Vertical, Qt::DisplayRole).toString(), u"sat"_s);
    QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), u"dimension 2"_s);
    QVERIFY(model.headerData(1, Qt::Vertical, Qt::ToolTipRole).toString().contains(u"random"_s));
    QVERIFY(!model.headerData(1, Qt::Vertical, Qt::FontRole).isValid());
    document.sentences().setMasked(Side::Source, 1, true);
    QVERIFY(model.headerData(1, Qt::Vertical, Qt::FontRole).value<QFont>().strikeOut());
    model.setMatrix(weightTableModelWQ);
    QCOMPARE(model.headerData(2, Qt::Vertical, Qt::DisplayRole).toString(), u"dimension 2"_s);
    // A recurrent cell's rows are named by what reads the word; a state's numbers have no names.
    project.model.config.encoderKind = StackKind::Recurrent;
    project.model = buildModel(project.model.config, {}, {});
    document.load(project, {});
    model.setMatrix("encoder.0.forward.w_r");
    QCOMPARE(model.headerData(2, Qt::Vertical, Qt::DisplayRole).toString(), u"dimension 2"_s);
    QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), u"2"_s);
    model.setMatrix("encoder.0.forward.u_r");
    QCOMPARE(model.headerData(2, Qt::Vertical, Qt::DisplayRole).toString(), u"2"_s);
}

void TestWeightTableModel::namesRowsAndColumns_data()
{
    QTest::addColumn<QString>("matrix");
    QTest::addColumn<QString>("row");    ///< name of row 1, or of row 0 where there is only one
    QTest::addColumn<QString>("column"); ///< name of column 3
    const auto row = [](const char *matrix, const QString &rowName, const QString &columnName) {
        QTest::newRow(matrix) << QString::fromLatin1(matrix) << rowName << columnName;
    };
    row("X", u"sat"_s, u"d3"_s);
    row("X target", u"chat"_s, u"d3"_s);
    row("position", u"1"_s, u"d3"_s);
    row("embedding_norm.gain", u"0"_s, u"d3"_s);
    row("encoder.0.self.w_q", u"d1"_s, u"3"_s);
    row("encoder.0.self.b_q", u"0"_s, u"3"_s);
    row("encoder.0.self.w_a", u"head 2"_s, u"3"_s);
    row("decoder.0.cross.w_v", u"d1"_s, u"3"_s);
    row("decoder.0.cross.w_o", u"1"_s, u"d3"_s);
    row("decoder.0.cross.b_o", u"0"_s, u"d3"_s);
    row("encoder.0.ffn.w_1", u"d1"_s, u"3"_s);
    row("encoder.0.ffn.b_1", u"0"_s, u"3"_s);
    row("decoder.0.ffn.w_2", u"1"_s, u"d3"_s);
    row("decoder.0.ffn.b_2", u"0"_s, u"d3"_s);
    row("decoder.0.norm_2.gain", u"0"_s, u"d3"_s);
    row("encoder.final_norm.bias", u"0"_s, u"d3"_s);
    row("output.w", u"d1"_s, u"chat"_s);
    row("output.b", u"0"_s, u"chat"_s);
}

void TestWeightTableModel::namesRowsAndColumns()
{
    QFETCH(QString, matrix);
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    document.load(weightTableModelFullProject(), {});
    if (matrix.startsWith(u"output"_s))
        document.matrices().setVocabulary({{"cat", "sat", "<s>", "chat"}, "</s>"});
    WeightTableModel model(&document, &theme, nullptr);
    model.setMatrix(matrix.toStdString());
    QVERIFY(model.rowCount() > 0 && model.columnCount() > 3);
    const int second = model.rowCount() > 1 ? 1 : 0;
    QTEST(model.headerData(second, Qt::Vertical, Qt::DisplayRole).toString(), "row");
    QTEST(model.headerData(3, Qt::Horizontal, Qt::DisplayRole).toString(), "column");
}

void TestWeightTableModel::namesTheTargetsTokens()
{
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    document.load(weightTableModelFullProject(), {});
    WeightTableModel model(&document, &theme, nullptr);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setMatrix(targetEmbeddingMatrix);
    QVERIFY(model.isRandomToken(1));
    QVERIFY(model.headerData(1, Qt::Vertical, Qt::ToolTipRole).toString().contains(u"random"_s));
    document.matrices().editCell(targetEmbeddingMatrix, 1, 0, 1.5F);
    QVERIFY(!model.isRandomToken(1));
    QVERIFY(model.isRandomToken(0));
    QVERIFY(model.headerData(0, Qt::Vertical, Qt::ToolTipRole).toString().contains(u"<s>: this row"_s));
    QVERIFY(model.data(model.index(0, 2), Qt::ToolTipRole).toString().contains(u"<s>, d2"_s));
    QVERIFY(model.data(model.index(0, 2), Qt::AccessibleTextRole).toString().startsWith(u"<s>, d2: "_s));
    document.sentences().setTarget(u"<s> le chat"_s);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.headerData(2, Qt::Vertical, Qt::DisplayRole).toString(), u"chat"_s);
    QCOMPARE(model.value(model.index(2, 0)), 1.5F);
    model.setMatrix("decoder.0.self.w_q");
    QVERIFY(!model.isRandomToken(0)); // its rows are no tokens
}

void TestWeightTableModel::columnsOfTheOutputFollowTheVocabulary()
{
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    document.load(weightTableModelFullProject(), {});
    WeightTableModel model(&document, &theme, nullptr);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setMatrix("output.w");
    const auto shown = [&model] {
        std::vector<std::string> names;
        for (int column = 0; column < model.columnCount(); ++column)
            names.push_back(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().toStdString());
        return names;
    };
    QVERIFY(shown() == document.matrices().vocabulary());
    QCOMPARE(shown().size(), 5U);                   // cat sat <s> chat </s>
    document.sentences().setTarget(u"<s> chien"_s); // as many, and another
    QVERIFY(shown() == document.matrices().vocabulary());
    QVERIFY(std::ranges::count(shown(), "chien") == 1);
    document.sentences().setTarget(u"<s> le chien"_s);
    QCOMPARE(model.columnCount(), 6);
    QVERIFY(shown() == document.matrices().vocabulary());
}

void TestWeightTableModel::headsOwnOnlyTheirMatrices_data()
{
    QTest::addColumn<QString>("matrix");
    QTest::addColumn<bool>("columns");
    QTest::addColumn<int>("width"); ///< columns or rows a head; 0: not split by heads
    const auto row = [](const char *matrix, bool columns, int width) {
        QTest::newRow(matrix) << QString::fromLatin1(matrix) << columns << width;
    };
    row("encoder.0.self.w_q", true, 8);
    row("decoder.0.self.w_k", true, 8);
    row("decoder.0.cross.w_v", true, 8);
    row("decoder.0.cross.b_q", true, 8);
    row("decoder.0.cross.b_v", true, 8);
    row("decoder.0.cross.w_a", false, 1);
    row("decoder.0.cross.w_o", false, 8);
    row("decoder.0.cross.b_o", true, 0);
    row("encoder.0.ffn.w_1", true, 0);
    row("encoder.0.ffn.b_2", true, 0);
    row("encoder.0.norm_1.gain", true, 0);
    row("X target", true, 0);
    row("position", true, 0);
    row("output.w", true, 0);
    row("output.b", true, 0);
}

void TestWeightTableModel::headsOwnOnlyTheirMatrices()
{
    QFETCH(QString, matrix);
    QFETCH(bool, columns);
    QFETCH(int, width);
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    document.load(weightTableModelFullProject(), {});
    WeightTableModel model(&document, &theme, nullptr);
    model.setMatrix(matrix.toStdString());
    QVERIFY(model.rowCount() > 0);
    const HeadBands bands = model.headBands();
    QCOMPARE(bands.exist, width > 0);
    if (width > 0) {
        QCOMPARE(bands.width, width);
        QCOMPARE(bands.along, columns ? Qt::Horizontal : Qt::Vertical);
    }
}

// W_o of an lstm is called as an attention's output projection is.
void TestWeightTableModel::gatesBelongToNoHead()
{
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    Project project = defaultProject();
    project.dimensions = {"size", "animal", "moves", "alive"};
    ModelConfig config;
    config.encoderKind = StackKind::Recurrent;
    config.cell = Cell::Lstm;
    config.dModel = 4;
    project.model = buildModel(config, {}, {});
    document.load(std::move(project), {});
    WeightTableModel model(&document, &theme, nullptr);
    for (const char *gate : {"w_i", "w_f", "w_g", "w_o", "b_o"}) {
        model.setMatrix(std::string("encoder.0.forward.") + gate);
        QVERIFY(!model.headBands().exist);
        QCOMPARE(model.headOf(model.index(0, 0)), -1);
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), u"1"_s); // of a state, not a word
        if (gate[0] == 'w')
            QCOMPARE(model.headerData(1, Qt::Vertical, Qt::DisplayRole).toString(), u"animal"_s);
    }
}

// Four heads, two of which share four columns of W_K.
void TestWeightTableModel::sharedHeadsOwnTheirColumns()
{
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    Project project = defaultProject();
    project.source = "a b";
    ModelConfig config;
    config.heads = 4;
    config.keyValueHeads = 2;
    config.dKey = config.dValue = 4;
    project.model = buildModel(config, {}, {});
    document.load(std::move(project), {});
    WeightTableModel model(&document, &theme, nullptr);
    const auto select = [&](int head) {
        Selection selection = document.look().selection();
        selection.head = head;
        selection.heads = {head};
        document.look().setSelection(selection);
    };
    for (const char *name : {"encoder.0.self.w_k", "encoder.0.self.w_v"}) {
        model.setMatrix(name);
        QCOMPARE(model.columnCount(), 8);
        QCOMPARE(model.headBands().group, 2);
        select(1);
        QVERIFY(model.isInSelectedHead(model.index(0, 3)));
        QVERIFY(!model.isInSelectedHead(model.index(0, 4)));
        QCOMPARE(model.headOf(model.index(0, 3)), 1); // the selected one of the two
        QCOMPARE(model.headOf(model.index(0, 4)), 2);
        select(3);
        QVERIFY(model.isInSelectedHead(model.index(0, 7)));
        QCOMPARE(model.headOf(model.index(0, 0)), 0);
        QCOMPARE(WeightTableModel::bandName(model.headBands(), 1), u"k/v head 2"_s);
        QVERIFY(model.headerData(5, Qt::Horizontal, Qt::ToolTipRole).toString().contains(u"heads 3 to 4"_s));
    }
    model.setMatrix("encoder.0.self.w_q");
    QCOMPARE(model.headerData(9, Qt::Horizontal, Qt::ToolTipRole).toString(), u"Head 3, column 9"_s);
    QVERIFY(model.isInSelectedHead(model.index(0, 15)));
    QVERIFY(!model.isInSelectedHead(model.index(0, 7)));
}

void TestWeightTableModel::rowsOfTypesHaveNames()
{
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    Project project = defaultProject();
    project.source = "a b";
    ModelConfig config;
    config.tokenTypes = 2;
    project.model = buildModel(config, {}, {});
    document.load(std::move(project), {});
    WeightTableModel model(&document, &theme, nullptr);
    model.setMatrix("token_type");
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.headerData(1, Qt::Vertical, Qt::DisplayRole).toString(), u"type 1"_s);
}

void TestWeightTableModel::largestIsFullColour()
{
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    document.load(defaultProject(), {});
    WeightTableModel model(&document, &theme, nullptr);
    model.setMatrix(weightTableModelWQ);
    document.matrices().editCell(weightTableModelWQ, 1, 1, -50.0F);
    document.matrices().editCell(weightTableModelWQ, 1, 2, 0.0F);
    QCOMPARE(model.largest(), 50.0F);
    QCOMPARE(model.data(model.index(1, 1), Qt::BackgroundRole).value<QBrush>().color().rgb(),
             theme.theme().diverging(-1));
    QCOMPARE(model.data(model.index(1, 2), Qt::BackgroundRole).value<QBrush>().color().rgb(),
             theme.theme().diverging(0));
}

void TestWeightTableModel::isEmptyForAMissingMatrix()
{
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    document.load(defaultProject(), {});
    WeightTableModel model(&document, &theme, nullptr);
    model.setMatrix("encoder.0.self.b_q"); // no bias in the default model
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.data(model.index(0, 0), Qt::DisplayRole).isValid());
    QVERIFY(!model.setCell(model.index(0, 0), 1, -1));
}

void TestWeightTableModel::readsTheDocumentsOwnNumbers()
{
    Project project = defaultProject();
    ModelConfig config = project.model.config;
    config.dModel = 768;
    config.heads = config.decoderHeads = 12;
    config.dKey = config.dValue = 64;
    project.model = buildModel(config, {}, {});
    Document document;
    AppTheme theme(AppTheme::Choice::Light);
    document.load(project, {});
    WeightTableModel model(&document, &theme, nullptr);
    const SharedMatrix values = document.matrices().matrix(weightTableModelWQ);
    const long holders = values.use_count();
    model.setMatrix(weightTableModelWQ);
    QCOMPARE(values.use_count(), holders + 1);
    QCOMPARE(model.columnCount(), 768);
    for (const int at : {0, 400, 767})
        QCOMPARE(model.data(model.index(at, 767 - at), Qt::DisplayRole).toString(),
                 shortNumber((*values)(at, 767 - at)).replace(u'-', u'−'));
}

REGARD_TEST(TestWeightTableModel)
#include "test_weight_table_model.moc"
