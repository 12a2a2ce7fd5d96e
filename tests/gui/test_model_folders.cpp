#include <memory>
#include <utility>
#include <vector>

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>

#include "../main/stepped_checkpoint.h"
#include "child.h"
#include "controls/figure_view.h"
#include "draw/export_figure.h"
#include "engine/pass/forward.h"
#include "open_dialog.h"
#include "test_class.h"
#include "views/base/token_focus.h"
#include "views/heads/panel/heads_panel.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "views/summaries/matrix_change_run.h"
#include "views/summaries/panel/summaries_panel.h"
#include "views/summaries/panel/summary_row.h"
#include "window/files/lesson_desk.h"
#include "window/files/model_folders.h"
#include "window_test.h"

using namespace regard;
using namespace Qt::StringLiterals;

/// Two checkpoints beside each other, and those of one training one after the other.
class TestModelFolders : public QObject, private WindowTest {
    Q_OBJECT

private:
    QString place(const QString &name) const { return m_folder.filePath(name); }
    QAction *action(const char *name) const { return child<QAction>(m_window, name); }
    QComboBox *steps() const { return child<QComboBox>(m_window, "stepList"); }
    SummariesPanel *summaries() const { return panel<SummariesPanel>(); }

    /// Types a path into the file dialog that the next action opens.
    void choosing(const QString &path)
    {
        whenOpen<QFileDialog>(m_window.get(), [path](QFileDialog *dialog) {
            child<QLineEdit>(dialog, "fileNameEdit")->setText(path);
            QMetaObject::invokeMethod(dialog, "accept");
        });
    }
    void pinBase()
    {
        choosing(place(u"base"_s));
        action("actionPinFolder")->trigger();
        m_window->folders()->waitUntilDone();
        m_window->activateWindow(); // again, after the dialog
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        settle();
    }
    void open(const char *name)
    {
        QVERIFY(m_window->openFile(place(QString::fromLatin1(name))));
        settle();
    }
    /// A head's weights of the folder's own model for what is typed.
    Matrix weightsOf(const char *name, int layer, int head) const
    {
        Project project = checkpointProject(openCheckpoint(place(QString::fromLatin1(name))));
        project.source = document()->sentences().source().toStdString();
        return forward(project.model, inputOf(project))
            ->blocks.at(std::size_t(layer))
            ->heads[std::size_t(head)]
            .weights;
    }
    const TraceComparison *comparison() const { return document()->shown().attention.comparison.get(); }
    void showsTheDifferenceOf(const char *now, const char *before) const
    {
        QVERIFY(comparison());
        for (int layer = 0; layer < 2; ++layer)
            for (int head = 0; head < 3; ++head) {
                const Matrix expected = weightsOf(now, layer, head) - weightsOf(before, layer, head);
                const Matrix shown =
                    comparison()->differenceBlock({Attention::Encoder, layer})->heads[std::size_t(head)].weights;
                QCOMPARE(shown.rows(), expected.rows());
                QVERIFY((shown - expected).cwiseAbs().maxCoeff() < 1e-6F); // other threads, other order of sums
            }
    }

private slots:
    void initTestCase()
    {
        useOwnSettings();
        const float three = 3;
        const float four = 4;
        copyCheckpoint(u"bert"_s, place(u"base"_s));
        copyCheckpoint(u"bert"_s, place(u"tuned-step1000"_s), {{firstQueries, 5, three}, {firstQueries, 7, four}});
        copyCheckpoint(u"bert"_s, place(u"tuned-step2000"_s),
                       {{firstQueries, 5, 2 * three}, {firstQueries, 7, 2 * four}, {secondOutput, 0, 1}});
        copyCheckpoint(u"bert"_s, place(u"tuned-step10000"_s), {{secondOutput, 0, 2}});
    }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void aFolderIsPinnedAndReadsTheSameSentence()
    {
        open("tuned-step1000");
        pinBase();
        const Comparison &pinned = document()->comparison();
        QVERIFY(pinned.pinned());
        QCOMPARE(pinned.pinned()->name, u"base"_s);
        QCOMPARE(pinned.chosen(), Compared::Difference);
        showsTheDifferenceOf("tuned-step1000", "base");
        QVERIFY(!document()->isModified()); // nothing of the document changed

        // A lesson in between changes nothing of that.
        QVERIFY(m_window->lessons()->openBundled(u"three-inputs"_s));
        settle();
        QVERIFY(!pinned.pinned());
        QVERIFY(m_window->lessons()->close());
        settle();
        showsTheDifferenceOf("tuned-step1000", "base");

        // Whatever is typed, both read it, and what is shown stays the difference.
        auto *field = m_window->findChild<SentenceBar *>()->field();
        field->selectAll();
        QTest::keyClicks(field, u"the dog sat"_s);
        m_window->folders()->waitUntilDone();
        settle();
        QCOMPARE(pinned.pinned()->project->source, std::string("the dog sat"));
        QCOMPARE(pinned.chosen(), Compared::Difference);
        QVERIFY(comparison()->queries(Attention::Encoder).isIdentity());
        showsTheDifferenceOf("tuned-step1000", "base");

        // From pinning anew it stands still, as every pinned state does.
        action("actionPin")->trigger();
        QTest::keyClicks(field, u" here"_s);
        m_window->folders()->waitUntilDone();
        settle();
        QCOMPARE(pinned.pinned()->project->source, std::string("the dog sat"));
    }

    void headsByHowMuchTheyMoved()
    {
        open("tuned-step2000");
        pinBase();
        auto *heads = panel<HeadsPanel>();
        child<QAction>(heads, "sortHeads")->trigger();
        // Rows 5 and 7 of the first column of W_Q are of head 1 (eight columns a head): nothing else of layer 1 moved.
        QVERIFY(comparison()->moved({Attention::Encoder, 0, 0}).value() > 0);
        QCOMPARE(comparison()->moved({Attention::Encoder, 0, 1}).value(), 0.0);
        QCOMPARE(comparison()->moved({Attention::Encoder, 0, 2}).value(), 0.0);
        const HeadsData &data = heads->headsData();
        QVERIFY(data.isDifference);
        double last = 2;
        for (const HeadPlace &head : data.order) {
            const double moved = comparison()->moved({head.attention, head.layer, head.head}).value();
            QVERIFY(moved <= last);
            last = moved;
        }
    }

    void howFarEachMatrixMoved()
    {
        open("tuned-step1000");
        QVERIFY(summaries()->matricesRow()->isHidden());
        pinBase();
        QVERIFY(!summaries()->matricesRow()->isHidden());
        summaries()->matricesRow()->click();
        QCOMPARE(summaries()->page(), SummariesPanel::Page::Matrices);
        summaries()->matrixChanges()->waitUntilDone();
        const auto changes = summaries()->matrixChanges()->of(document()->shown().attention.comparison);
        QVERIFY(changes);
        int moved = 0;
        for (const MatrixChange &change : *changes) {
            if (change.difference == 0)
                continue;
            ++moved;
            QCOMPARE(change.name, std::string("encoder.0.self.w_q"));
            QVERIFY(std::abs(change.difference - 5) < 1e-6); // √(3² + 4²), up to float32 in the file
        }
        QCOMPARE(moved, 1);
        const auto svg = [&] {
            const auto figure = summaries()->figure(QSizeF(900, 400), Theme::light());
            return figure ? figureBytes(*figure, PictureFormat::Svg, 96, QString()) : QByteArray();
        };
        QVERIFY(svg().contains("self.w_q<") && svg().contains("Frobenius norm<"));
        const QByteArray absolute = svg();
        summaries()->relative()->click();
        QVERIFY(svg() != absolute && svg().contains("‖now − pinned‖ ÷ ‖pinned‖"));
        document()->comparison().unpin();
        QVERIFY(summaries()->matricesRow()->isHidden());
        QVERIFY(!summaries()->figure(QSizeF(900, 400), Theme::light())); // says why instead
        QCOMPARE(summaries()->page(), SummariesPanel::Page::Matrices);
        QTest::keyClick(summaries()->view()->canvas(), Qt::Key_Escape);
        QCOMPARE(summaries()->page(), SummariesPanel::Page::List);
    }

    void stepsAreGoneThroughLikeAList()
    {
        open("tuned-step1000");
        QVERIFY(steps()->isVisible());
        QCOMPARE(steps()->count(), 3);
        QCOMPARE(steps()->itemText(1), u"tuned-step2000"_s);
        QCOMPARE(steps()->itemText(2), u"tuned-step10000"_s); // by number
        QCOMPARE(steps()->currentIndex(), 0);
        auto *field = m_window->findChild<SentenceBar *>()->field();
        field->selectAll();
        QTest::keyClicks(field, u"the dog sat"_s);
        document()->look().setSelection(withHead(document()->look().selection(), 1, 2));
        pinBase();
        summaries()->matricesRow()->click();
        summaries()->relative()->click();
        document()->undoStack()->setClean(); // as saved: nothing is asked

        std::vector<std::weak_ptr<const Checkpoint>> gone;
        std::vector<std::weak_ptr<const Matrix>> goneMatrices;
        for (const char *next : {"tuned-step2000", "tuned-step10000"}) {
            gone.emplace_back(document()->checkpoint());
            goneMatrices.emplace_back(document()->matrices().matrix("encoder.0.self.w_q").matrix());
            QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::AltModifier);
            m_window->folders()->waitUntilDone();
            settle();
            QCOMPARE(QDir(document()->checkpoint()->folder).dirName(), QString::fromLatin1(next));
            QCOMPARE(steps()->currentText(), QString::fromLatin1(next));
            QCOMPARE(document()->sentences().source(), u"the dog sat"_s);
            QCOMPARE(document()->look().selection().layer, 1);
            QCOMPARE(document()->look().selection().head, 2);
            QCOMPARE(document()->comparison().pinned()->name, u"base"_s);
            QCOMPARE(document()->comparison().chosen(), Compared::Difference);
            showsTheDifferenceOf(next, "base");
            summaries()->matrixChanges()->waitUntilDone();
            QCOMPARE(summaries()->page(), SummariesPanel::Page::Matrices);
            QVERIFY(summaries()->figure(QSizeF(900, 400), Theme::light()) && summaries()->relative()->isChecked());
        }
        // Only this model and the pinned one are in memory.
        for (const auto &checkpoint : gone)
            QTRY_VERIFY(checkpoint.expired());
        for (const auto &matrix : goneMatrices)
            QTRY_VERIFY(matrix.expired());
        QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::AltModifier); // the end
        QCOMPARE(steps()->currentIndex(), 2);
        QTest::keyClick(m_window.get(), Qt::Key_PageUp, Qt::AltModifier);
        settle();
        QCOMPARE(steps()->currentIndex(), 1);
        // What is typed is still read by both.
        QTest::keyClicks(field, u" here"_s);
        m_window->folders()->waitUntilDone();
        settle();
        showsTheDifferenceOf("tuned-step2000", "base");
        document()->undoStack()->setClean();
        open("base");
        QVERIFY(steps()->isHidden());
    }

    void aDamagedStepLeavesWhatIsThere()
    {
        copyCheckpoint(u"bert"_s, place(u"cut-step1"_s));
        copyCheckpoint(u"bert"_s, place(u"cut-step2"_s));
        QVERIFY(QFile::resize(place(u"cut-step2/model.safetensors"_s), 5000));
        open("cut-step1");
        pinBase();
        QString said;
        whenOpen<QMessageBox>(m_window.get(), [&said](QMessageBox *box) {
            said = box->text();
            box->accept();
        });
        QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::AltModifier);
        m_window->folders()->waitUntilDone();
        settle();
        QVERIFY2(said.contains(u"model.safetensors"_s), qPrintable(said));
        QCOMPARE(QDir(document()->checkpoint()->folder).dirName(), u"cut-step1"_s);
        QCOMPARE(steps()->currentIndex(), 0);
        QCOMPARE(document()->comparison().pinned()->name, u"base"_s);
        showsTheDifferenceOf("cut-step1", "base");
    }

    void aFolderThatIsNoneIsRefusedInOneSentence()
    {
        open("base");
        QVERIFY(QDir(m_folder.path()).mkdir(u"empty"_s));
        QString said;
        choosing(place(u"empty"_s));
        auto *timer = new QTimer(m_window.get());
        connect(timer, &QTimer::timeout, timer, [timer, &said] {
            if (auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget())) {
                timer->stop();
                said = box->text();
                box->accept();
            }
        });
        timer->start(20);
        action("actionPinFolder")->trigger();
        QVERIFY2(said.contains(u"config.json"_s), qPrintable(said));
        QVERIFY(!document()->comparison().pinned());
    }
};

REGARD_TEST(TestModelFolders)

#include "test_model_folders.moc"
