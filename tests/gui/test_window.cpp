#include <algorithm>

#include <QAbstractButton>
#include <QApplication>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QSet>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "controls/figure_view.h"
#include "document/document.h"
#include "draw/theme.h"
#include "engine/model/attention_place.h"
#include "engine/model/weight_shapes.h"
#include "io/project/examples.h"
#include "io/project/project.h"
#include "io/project/project_file.h"
#include "panel_hands.h"
#include "test_class.h"
#include "views/links/link_figure.h"
#include "views/links/panel/link_panel.h"
#include "views/sentence/panel/sentence_panel.h"
#include "views/sentence/sentence_figure.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "views/steps/panel/steps_panel.h"
#include "views/weights/panel/weights_panel.h"
#include "window/base/settings.h"
#include "window/main_window.h"
#include "window_test.h"

using namespace regard;

/// Acts on the window as a hand does, then reads the document and the pixels.
class TestWindow : public QObject, private WindowTest {
    Q_OBJECT

private:
    QImage links() const
    {
        settle();
        return m_window->findChild<LinksPanel *>()->view()->canvas()->grab().toImage();
    }
    /// Whether the links are those of the present pass, in the figure and in its pixels.
    bool showsLinksOf(const QStringList &tokens) const
    {
        const QImage seen = links().convertToFormat(QImage::Format_RGB32);
        const FigureView *view = m_window->findChild<LinksPanel *>()->view();
        const LinkData &data = dynamic_cast<const LinkFigure &>(*view->figure()).data();
        const auto &heads = document()->result().trace->blocks[0]->heads;
        const bool isOfPass = std::all_of(data.heads.begin(), data.heads.end(), [&heads](const LinkData::Head &head) {
            return *head.weights == heads[std::size_t(head.index)].weights;
        });
        QImage figure(seen.size(), QImage::Format_RGB32);
        figure.fill(Theme::light().panel);
        QPainter painter(&figure);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        view->figure()->paintPixels(painter);
        painter.end();
        return isOfPass && data.heads.size() == document()->look().selection().heads.size() && data.queries == tokens &&
               data.keys == tokens && seen == figure;
    }
    /// Clicks a button of the message box that the next call opens, and keeps its text.
    void answer(QMessageBox::StandardButton button, QString *text = nullptr) const
    {
        auto *timer = new QTimer(m_window.get());
        connect(timer, &QTimer::timeout, this, [timer, button, text] {
            auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            if (!box)
                return;
            timer->stop();
            timer->deleteLater();
            if (text)
                *text = box->text();
            box->button(button)->click();
        });
        timer->start(20);
    }
    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    /// What a file would hold, but for what is on screen: undo is of the project, not of the selection.
    QByteArray saved() const
    {
        Project project = document()->project();
        project.view = {};
        return QByteArray::fromStdString(projectJson(project));
    }

private slots:
    void initTestCase() { useOwnSettings(); }

    void init() { openWindow(); }

    void cleanup() { m_window.reset(); }

    void startsWithAPicture()
    {
        QVERIFY(document()->result().trace);
        QCOMPARE(document()->sentences().source(), QStringLiteral("The cat sat on the rug and it was dry-cleaned."));
        QVERIFY(!document()->isModified());
    }

    /// A panel that another one has taken the place of is made again only once it is seen.
    void whatIsHiddenRestsUntilItIsSeen()
    {
        auto *steps = panel<StepsPanel>();
        auto *sentence = panel<SentencePanel>();
        m_window->regions()->setMode(Mode::Explain);
        QTRY_VERIFY(steps->isVisible());
        m_window->regions()->setMode(Mode::Explore);
        openPanel(m_window.get(), QStringLiteral("sentence"));
        QVERIFY(sentence->isVisible() && !steps->isVisible());
        const Figure *before = steps->view()->figure();
        document()->sentences().setSource(QStringLiteral("four five"));
        document()->waitForResult();
        QApplication::processEvents();
        QCOMPARE(steps->view()->figure(), before);
        const auto *picture = dynamic_cast<const SentenceFigure *>(sentence->view()->figure());
        QVERIFY(picture);
        QCOMPARE(picture->tokenCount(), 2);
    }

    void typeEditAndUndo()
    {
        const QString first = document()->sentences().source();
        const QImage before = links();
        const QByteArray projectBefore = saved();
        const Selection selectionBefore = document()->look().selection();

        QLineEdit *field = m_window->findChild<SentenceBar *>()->field();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("the cat saw it"));
        QCOMPARE(document()->sentences().source(), QStringLiteral("the cat saw it"));
        const QStringList tokens = QStringLiteral("the cat saw it").split(QLatin1Char(' '));
        QVERIFY(showsLinksOf(tokens));
        QCOMPARE(document()->result().trace->source.tokens.size(), std::size_t(4));

        const std::string name = blockWeight(Attention::Encoder, 0, "w_q");
        auto *weights = m_window->findChild<WeightsPanel *>();
        weights->setMatrix(name);
        QTableView *table = weights->table();
        table->setCurrentIndex(table->model()->index(0, 0));
        table->setFocus();
        table->edit(table->currentIndex());
        auto *editor = table->findChild<QLineEdit *>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("7.5"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE((*document()->matrices().matrix(name))(0, 0), 7.5F);

        ModelConfig config = document()->matrices().model()->config;
        config.heads += 1;
        document()->matrices().setConfig(config, QStringLiteral("heads"));
        QVERIFY(showsLinksOf(tokens));
        QCOMPARE(document()->result().trace->blocks[0]->heads.size(), std::size_t(config.heads));
        QVERIFY(document()->isModified());

        while (document()->undoStack()->canUndo())
            document()->undoStack()->undo();
        QCOMPARE(document()->sentences().source(), first);
        const Selection selection = document()->look().selection();
        QCOMPARE(selection.layer, 0);
        QVERIFY(!document()->isModified());
        QCOMPARE(saved(), projectBefore);
        document()->look().setSelection(selectionBefore);
        m_window->setFocus();
        QTRY_COMPARE(links().size(), before.size());
        QCOMPARE(links(), before);
    }

    void undoWorksWhileANumberFieldHasTheFocus()
    {
        openPanel(m_window.get(), QStringLiteral("model"));
        auto *heads = m_window->findChild<QSpinBox *>(QStringLiteral("heads"));
        const int before = document()->matrices().model()->config.heads;
        heads->setFocus();
        QTest::keyClick(heads, Qt::Key_Up);
        QCOMPARE(document()->matrices().model()->config.heads, before + 1);
        QTest::keyClick(heads, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document()->matrices().model()->config.heads, before);
    }

    void everyPanelIsReachedByF6()
    {
        m_window->regions()->setMode(Mode::Edit);
        QSet<QWidget *> reached;
        for (int i = 0; i < 12; ++i) {
            QTest::keyClick(m_window.get(), Qt::Key_F6);
            for (QWidget *panel = QApplication::focusWidget(); panel; panel = panel->parentWidget())
                if (panel->objectName() == QStringLiteral("panel") || qobject_cast<SentenceBar *>(panel))
                    reached.insert(panel);
            QVERIFY(QApplication::focusWidget()->focusPolicy() & Qt::TabFocus);
        }
        // The sentence, heads, links, the reason and the weights.
        QVERIFY2(reached.size() == 5, qPrintable(QString::number(reached.size())));
    }

    void savesAndOpens()
    {
        document()->sentences().setSource(QStringLiteral("one two"));
        document()->save(path("two.regard"));
        QVERIFY(!document()->isModified());
        document()->sentences().setSource(QStringLiteral("one two three"));
        answer(QMessageBox::Discard);
        QVERIFY(m_window->openFile(path("two.regard")));
        QCOMPARE(document()->sentences().source(), QStringLiteral("one two"));
        QCOMPARE(document()->path(), path("two.regard"));
    }

    void badFileKeepsTheDocument()
    {
        QFile file(path("bad.regard"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"format\": ");
        file.close();
        const QString source = document()->sentences().source();
        QString sentence;
        answer(QMessageBox::Ok, &sentence);
        QVERIFY(!m_window->openFile(path("bad.regard")));
        QVERIFY2(sentence.contains(QLatin1String("bad.regard")), qPrintable(sentence));
        QCOMPARE(document()->sentences().source(), source);
    }

    void dropsAFile()
    {
        Project project = defaultProject();
        project.source = "dropped here";
        writeProject(path("drop.regard"), project);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path("drop.regard"))});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &drop);
        QCOMPARE(document()->sentences().source(), QStringLiteral("dropped here"));
    }

    void opensAnExample()
    {
        auto *action = m_window->findChild<QAction *>(QStringLiteral("three-inputs"));
        QVERIFY(action);
        action->trigger();
        document()->waitForResult();
        QCOMPARE(document()->result().trace->source.tokens.size(), std::size_t(3));
        const Matrix &weights = document()->result().trace->blocks[0]->heads[0].weights;
        QVERIFY(qAbs(weights(1, 1) - 0.9820F) < 1e-4F); // 16 against 12 and 4
    }

    void asksBeforeClosing()
    {
        document()->sentences().setSource(QStringLiteral("changed"));
        answer(QMessageBox::Cancel);
        QVERIFY(!m_window->close());
        QVERIFY(m_window->isVisible());
        answer(QMessageBox::Discard);
        QVERIFY(m_window->close());
    }

    void closedMaximizedAndOpenedAgain()
    {
        openPanel(m_window.get(), QStringLiteral("find"));
        m_window->showMaximized();
        settle();
        QVERIFY(m_window->close());
        QMainWindow small;
        small.setGeometry(0, 0, 200, 150);
        small.setWindowState(Qt::WindowMaximized);
        Settings settings = Settings::read();
        settings.geometry = small.saveGeometry();
        settings.write();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        settle();
        QVERIFY(m_window->isMaximized());
        QCOMPARE(m_window->findChild<LinksPanel *>()->isVisible(), true);
    }

    void brokenSettingsAreIgnored()
    {
        m_window.reset();
        QSettings stored(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("regard"),
                         QStringLiteral("regard"));
        for (const char *key :
             {"theme", "recent_files", "geometry", "regions", "arrangement", "link_floor", "links_horizontal"})
            stored.setValue(QLatin1String(key), QByteArray("\x01nonsense\xff"));
        stored.sync();
        init();
        QCOMPARE(m_window->findChild<LinksPanel *>()->floor(), 0.04);
        stored.clear();
    }
};

REGARD_TEST(TestWindow)
#include "test_window.moc"
