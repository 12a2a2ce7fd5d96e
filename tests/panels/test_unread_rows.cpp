#include <memory>
#include <set>
#include <string>

#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include "../io/changed_file.h"
#include "controls/app_theme.h"
#include "document/document.h"
#include "document/work/fault.h"
#include "io/checkpoint/checkpoint.h"
#include "paths.h"
#include "test_class.h"
#include "views/changes/panel/changes_panel.h"
#include "views/weights/panel/weights_panel.h"

using namespace Qt::StringLiterals;
using namespace regard;

/// Rows of X that a user gave to tokens whose trained rows nobody read before the file went.
class TestUnreadRows : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString m_path;
    Document m_document;
    AppTheme m_theme{AppTheme::Choice::Light};

    template <typename Widget>
    static Widget *child(const QWidget &panel, const QString &name)
    {
        return panel.findChild<Widget *>(name);
    }

private slots:
    void init()
    {
        const QDir source(QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert_vocab"));
        for (const QString &file : source.entryList(QDir::Files)) {
            QFile::remove(m_folder.filePath(file));
            QVERIFY(QFile::copy(source.filePath(file), m_folder.filePath(file)));
        }
        m_path = m_folder.filePath(u"model.safetensors"_s);
        QVERIFY(QFile::setPermissions(m_path, QFile::ReadOwner | QFile::WriteOwner));
        makeOld(m_path);
        Project project = checkpointProject(openCheckpoint(m_folder.path()));
        project.source = "the cat sat";
        for (const Token &token : sourceTokens(project).tokens)
            project.model.embedding[token.text] =
                std::make_shared<Matrix>(Matrix::Constant(1, project.model.config.dModel, 0.25F));
        m_document.load(project, {});
        m_document.waitForResult();
        QCOMPARE(m_document.inputError(), QString());
    }

    void panelsSayWhyTheyDoNotCompare_data()
    {
        QTest::addColumn<FileChange>("change");
        // One that is gone or replaced is open still, and read.
        for (const FileChange change :
             {FileChange::Cut, FileChange::Grown, FileChange::Overwritten, FileChange::Touched})
            QTest::newRow(qPrintable(changeName(change))) << change;
    }
    void panelsSayWhyTheyDoNotCompare()
    {
        QFETCH(const FileChange, change);
        const qint64 bytes = QFileInfo(m_path).size();
        changeFile(m_path, change);
        const QString sentence = changeSentence(m_path, change, bytes);
        const QSignalSpy faults(&Faults::all(), &Faults::reported);

        WeightsPanel weights(&m_document, &m_theme, nullptr);
        weights.resize(420, 700);
        weights.setMatrix(embeddingMatrix);
        weights.show();
        QVERIFY(QTest::qWaitForWindowActive(&weights));
        weights.grab();
        const auto *difference = child<QLabel>(weights, u"notCompared"_s);
        QCOMPARE(difference->text(), u"Not compared with the opened model: "_s + sentence);
        QCOMPARE(difference->textFormat(), Qt::PlainText);
        QVERIFY(difference->wordWrap());
        // The panel goes on: what can be brought back says so, what cannot says why.
        const auto *message = child<QLabel>(weights, u"error"_s);
        weights.table()->setFocus();
        QTest::keyClick(weights.table(), Qt::Key_Backspace, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(message->isVisible());
        QCOMPARE(message->text(), sentence);
        weights.setMatrix("encoder.0.self.w_q");
        QVERIFY(!difference->isVisible());

        ChangesPanel changes(&m_document, &m_theme, nullptr);
        changes.show();
        QVERIFY(QTest::qWaitForWindowExposed(&changes));
        const QString unread = u"Not all can be compared with the opened file: "_s + sentence;
        QCOMPARE(child<QLabel>(changes, u"muted"_s)->text(), unread);
        QVERIFY(!child<QPushButton>(changes, u"revertAllButton"_s)->isEnabled());
        // Beside what can be compared.
        m_document.matrices().editCell("encoder.0.self.w_q", 0, 0, 3);
        m_document.waitForResult();
        QTRY_VERIFY(changes.list()->isVisible());
        QVERIFY(child<QLabel>(changes, u"muted"_s)->isVisible());
        QCOMPARE(child<QLabel>(changes, u"muted"_s)->text(), unread);
        child<QPushButton>(changes, u"revertAllButton"_s)->click();
        QCOMPARE(m_document.matrices().compared().changes().size(), std::size_t(0));
        QCOMPARE((*m_document.matrices().matrix(embeddingMatrix))(0, 0), 0.25F);
        QCoreApplication::processEvents();
        QCOMPARE(faults.count(), 0);
    }
};

REGARD_TEST(TestUnreadRows)
#include "test_unread_rows.moc"
