#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

#include "child.h"
#include "document/document.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "views/changes/panel/changes_model.h"
#include "views/changes/panel/changes_panel.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// The list of changed cells, used as a hand does.
class TestChangesPanel : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_document->load(readExample("three-inputs"), QString());
        m_document->waitForResult();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_panel = std::make_unique<ChangesPanel>(m_document.get(), m_theme.get(), nullptr);
        m_panel->resize(320, 300);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    }

    void cleanup() { m_panel.reset(); } // it looks at the document, which goes first

    void modelIsSound()
    {
        ChangesModel model(m_document.get(), m_theme.get(), nullptr);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        model.refresh();
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 0, 4);
        model.refresh();
        m_document->matrices().editCell("X", 0, 0, 4);
        model.refresh();
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.changedCells(), 2);
        m_document->matrices().revertChanges();
        model.refresh();
        QCOMPARE(model.rowCount(), 0);
    }

    void listsWhatChanged()
    {
        QVERIFY(!m_panel->list()->isVisible());
        QVERIFY(!child<QPushButton>(m_panel, "revertAllButton")->isEnabled());
        edit();
        QTRY_VERIFY(m_panel->list()->isVisible());
        QCOMPARE(rows(), (QStringList{u"W_Q · encoder.0.self.w_q (2 cells)"_s, u"0, 1|0|0.25|+0.2500"_s,
                                      u"3, 2|1|-2|−3.0000"_s}));
        QVERIFY(m_panel->caption().contains(u"opened"_s));
    }

    void enterGoesToTheCell()
    {
        edit();
        QTRY_VERIFY(m_panel->list()->isVisible());
        Selection elsewhere = m_document->look().selection();
        elsewhere.part = Part::Input;
        m_document->look().setSelection(elsewhere);
        select(1);
        m_panel->list()->setFocus();
        QTest::keyClick(m_panel->list(), Qt::Key_Return);
        QCOMPARE(m_document->look().cell(), (CellRef{"encoder.0.self.w_q", 3, 2}));
        QCOMPARE(m_document->look().selection().part, Part::Attention);
    }

    void deleteRevertsOneCell()
    {
        edit();
        QTRY_VERIFY(m_panel->list()->isVisible());
        select(0);
        QTest::keyClick(m_panel->list(), Qt::Key_Delete);
        QCOMPARE((*m_document->matrices().matrix("encoder.0.self.w_q"))(0, 1), 0.0F);
        QCOMPARE((*m_document->matrices().matrix("encoder.0.self.w_q"))(3, 2), -2.0F);
        QTRY_COMPARE(rows().size(), 2);
        // The keyboard stays in the list: the next Delete takes the next cell.
        QTest::keyClick(m_panel->list(), Qt::Key_Delete);
        QVERIFY(m_document->matrices().compared().changes().empty());
        QTRY_VERIFY(!m_panel->list()->isVisible());
        m_document->undoStack()->undo();
        QCOMPARE((*m_document->matrices().matrix("encoder.0.self.w_q"))(3, 2), -2.0F);
    }

    void revertAllIsOneStep()
    {
        edit();
        m_document->matrices().editCell("X", 0, 0, 8);
        QTRY_VERIFY(child<QPushButton>(m_panel, "revertAllButton")->isEnabled());
        const int steps = m_document->undoStack()->count();
        QTest::mouseClick(child<QPushButton>(m_panel, "revertAllButton"), Qt::LeftButton);
        QVERIFY(m_document->matrices().compared().changes().empty());
        QCOMPARE(m_document->undoStack()->count(), steps + 1);
    }

    void followsThePin()
    {
        edit();
        QTRY_VERIFY(m_panel->list()->isVisible());
        m_document->comparison().pin();
        QTRY_VERIFY(!m_panel->list()->isVisible());
        m_document->matrices().editCell("encoder.0.self.w_v", 0, 0, 1);
        QTRY_COMPARE(rows(), (QStringList{u"W_V · encoder.0.self.w_v (1 cells)"_s, u"0, 0|0|1|+1.0000"_s}));
        QVERIFY(m_panel->caption().contains(u"pinned"_s));
        const auto heading = [this] {
            return m_panel->list()->model()->headerData(ChangesModel::Before, Qt::Horizontal).toString();
        };
        QCOMPARE(heading(), u"Pinned"_s);
        m_document->comparison().unpin();
        QCOMPARE(heading(), u"Opened"_s);
        QTRY_COMPARE(rows().size(), 5);
    }

    void namesRowsAsTheTableDoes()
    {
        m_document->load(readExample("it"), QString());
        m_document->waitForResult();
        m_document->matrices().editCell("encoder.0.self.w_q", 4, 0, -4); // the example's row of pronouns
        m_document->matrices().editCell("X", 7, 1, 2);
        QTRY_COMPARE(rows().size(), 4);
        QCOMPARE(rows().at(1).section(u'|', 0, 0), u"it, animal"_s);
        QCOMPARE(rows().at(3), u"pronoun, 0|4|-4|−8.0000"_s);
    }

    void newCellsAreCounted()
    {
        m_document->load(defaultProject(), QString());
        m_document->sentences().setSource(u"the cat"_s);
        m_document->waitForResult();
        m_document->comparison().pin();
        ModelConfig config = m_document->matrices().model()->config; // two heads of eight
        config.heads = 3;
        m_document->matrices().setConfig(config, u"three heads"_s);
        // A head more has 16 × 8 cells in each of W_Q, W_K and W_V, and 8 × 16 in W_O.
        QTRY_COMPARE(rows().size(), 4);
        QCOMPARE(rows().front(), u"W_Q · encoder.0.self.w_q (128 new)"_s);
        QVERIFY(m_panel->caption().endsWith(u"512 new"_s));
        QVERIFY(!child<QPushButton>(m_panel, "revertAllButton")->isEnabled());
    }

private:
    void edit()
    {
        m_document->matrices().editCell("encoder.0.self.w_q", 0, 1, 0.25F);
        m_document->matrices().editCell("encoder.0.self.w_q", 3, 2, -2);
    }

    void select(int cell)
    {
        const QAbstractItemModel &model = *m_panel->list()->model();
        m_panel->list()->setCurrentIndex(model.index(cell, 0, model.index(0, 0)));
    }

    QStringList rows() const
    {
        const QAbstractItemModel &model = *m_panel->list()->model();
        QStringList texts;
        for (int i = 0; i < model.rowCount(); ++i) {
            const QModelIndex matrix = model.index(i, 0);
            texts << matrix.data().toString();
            for (int j = 0; j < model.rowCount(matrix); ++j) {
                QStringList cells;
                for (int column = 0; column < model.columnCount(); ++column)
                    cells << model.index(j, column, matrix).data().toString();
                texts << cells.join(u'|');
            }
        }
        return texts;
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<ChangesPanel> m_panel;
};

REGARD_TEST(TestChangesPanel)
#include "test_changes_panel.moc"
