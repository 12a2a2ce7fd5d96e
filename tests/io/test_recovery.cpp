#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "io/base/file_error.h"
#include "io/checkpoint/checkpoint.h"
#include "io/lesson/lessons.h"
#include "io/project/examples.h"
#include "io/project/project_file.h"
#include "io/project/task_project.h"
#include "io/recovery/lesson_recovery.h"
#include "io/recovery/recovery.h"
#include "paths.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

Recovery recoveryOf(const Project &base, Project state)
{
    Recovery recovery;
    recovery.base = std::make_shared<const Project>(base);
    recovery.state = std::move(state);
    recovery.time = 1'700'000'000'123;
    return recovery;
}

void edit(Project &project, const std::string &name, int row, int column, float value)
{
    Matrix matrix = project.model.weights.at(name);
    matrix(row, column) = value;
    auto shared = std::make_shared<const Matrix>(std::move(matrix));
    project.model.weights.set(name, shared);
    project.model.given.set(name, std::move(shared));
}

Project bert()
{
    return checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert")));
}

} // namespace

/// What is kept for the case that the program ends: written and read back, bit for bit.
class TestRecovery : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString path(const char *name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    void write(const char *name, const std::string &text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.data(), qint64(text.size()));
    }
    Recovery again(const Recovery &recovery) const
    {
        write("base-1.regard", recoveryBaseText(*recovery.base));
        write("a.recovery", recoveryText(recovery, u"base-1.regard"_s));
        return readRecovery(path("a.recovery"));
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void everyExampleAsItIs_data()
    {
        QTest::addColumn<QString>("name");
        for (const ExampleEntry &example : examples())
            QTest::newRow(example.name.c_str()) << QString::fromStdString(example.name);
    }
    void everyExampleAsItIs()
    {
        QFETCH(QString, name);
        const Project project = readExample(name.toStdString());
        const Recovery read = again(recoveryOf(project, project));
        QCOMPARE(projectJson(read.state), projectJson(project));
    }

    void whatAPersonChanges()
    {
        const Project base = readExample("three-inputs");
        Project state = base;
        state.title = "另一个标题 <b>";
        state.note = "a note";
        state.source = "x1 x3";
        edit(state, "encoder.0.self.w_q", 1, 2, -0.0F);
        edit(state, "encoder.0.self.w_k", 0, 0, 1e-30F);
        state.model.embedding["new"] = std::make_shared<const Matrix>(Matrix::Constant(1, 4, 0.1F));
        state.view.query = 1;
        Project earlier = state;
        edit(earlier, "encoder.0.self.w_v", 3, 2, 7);
        earlier.title = base.title; // a snapshot's are the project's own
        earlier.note = base.note;
        state.snapshots = {{"before", std::make_shared<const Project>(earlier)}};
        Recovery recovery = recoveryOf(base, state);
        recovery.path = u"/somewhere/file.regard"_s;
        recovery.pinned = {std::make_shared<const Project>(base), u"pinned"_s};
        recovery.regions = u"{\"mode\":\"edit\"}"_s;
        recovery.isExample = true;
        const Recovery read = again(recovery);
        QCOMPARE(projectJson(read.state), projectJson(state));
        QCOMPARE(read.path, recovery.path);
        QCOMPARE(read.time, recovery.time);
        QCOMPARE(read.regions, recovery.regions);
        QVERIFY(read.isExample);
        QCOMPARE(read.pinned->name, u"pinned"_s);
        QCOMPARE(projectJson(*read.pinned->state), projectJson(base));
        QCOMPARE(projectJson(*read.base), projectJson(base));
    }

    /// One cell of a trained matrix takes a few bytes, and many cells the matrix.
    void cellsOfACheckpoint()
    {
        const Project base = bert();
        Project state = base;
        state.source = "The cat sat.";
        const std::string name = "encoder.0.self.w_q";
        edit(state, name, 2, 3, 0.5F);
        const Recovery recovery = recoveryOf(base, state);
        const std::string text = recoveryText(recovery, u"base-1.regard"_s);
        QVERIFY(text.size() < 2000);
        QVERIFY(recoveryBaseText(base).size() < 2000);
        const Recovery read = again(recovery);
        QCOMPARE(projectJson(read.state), projectJson(state));
        QVERIFY(read.state.model.weights.at(name) == state.model.weights.at(name));
        for (int row = 0; row < state.model.weights.at(name).rows(); ++row)
            edit(state, name, row, 0, 1);
        for (int row = 0; row < state.model.weights.at(name).rows(); ++row)
            edit(state, name, row, 1, 1);
        for (int row = 0; row < state.model.weights.at(name).rows(); ++row)
            for (int column = 2; column < 6; ++column)
                edit(state, name, row, column, 2);
        const Recovery whole = again(recoveryOf(base, state));
        QCOMPARE(projectJson(whole.state), projectJson(state));
    }

    /// A state pinned from another folder, and a snapshot from before the model was another: neither with a matrix that
    /// is still its checkpoint's.
    void otherCheckpointsThanTheBases()
    {
        const Project base = readExample("three-inputs");
        Project state = base;
        Project earlier = bert();
        edit(earlier, "encoder.0.self.w_q", 2, 3, 0.5F);
        earlier.title = base.title;
        earlier.note = base.note;
        state.snapshots = {{"", std::make_shared<const Project>(earlier)}};
        Recovery recovery = recoveryOf(base, state);
        recovery.pinned = {std::make_shared<const Project>(
                               checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/gpt2")))),
                           u"pinned"_s};
        QVERIFY(recoveryText(recovery, u"base-1.regard"_s).size() < 4000);
        const Recovery read = again(recovery);
        QCOMPARE(projectJson(read.state), projectJson(state));
        QCOMPARE(projectJson(*read.state.snapshots.at(0).state), projectJson(earlier));
        QCOMPARE(read.pinned->state->checkpoint, recovery.pinned->state->checkpoint);
        QVERIFY(read.pinned->state->model.weights.all() == recovery.pinned->state->model.weights.all());
    }

    /// What was given and is drawn again, and a row that went.
    void whatIsTakenOut()
    {
        const Project base = readExample("three-inputs");
        Project state = base;
        const Model drawn = buildModel(base.model.config, {}, {});
        state.model.given.remove("encoder.0.self.w_q");
        state.model.weights.set("encoder.0.self.w_q", drawn.weights.find("encoder.0.self.w_q"));
        state.model.embedding.erase(state.model.embedding.begin());
        const Recovery read = again(recoveryOf(base, state));
        QCOMPARE(projectJson(read.state), projectJson(state));
        QVERIFY(!read.state.model.given.contains("encoder.0.self.w_q"));
    }

    void anotherModel()
    {
        const Project base = readExample("three-inputs");
        Project state = defaultProject();
        state.source = "a b";
        state.model.config.encoderLayers = 2;
        state.model = buildModel(state.model.config, {}, {});
        QCOMPARE(projectJson(again(recoveryOf(base, state)).state), projectJson(state));
    }

    void asManySnapshotsAsThereMayBe()
    {
        const Project base = readExample("three-inputs");
        Project state = base;
        for (int i = 0; i < 99; ++i)
            state.snapshots.push_back({std::to_string(i), std::make_shared<const Project>(base)});
        Recovery recovery = recoveryOf(base, state);
        recovery.pinned = {std::make_shared<const Project>(base), u"p"_s};
        QCOMPARE(again(recovery).state.snapshots.size(), 99U);
    }

    /// A lesson that no reader would take yet: words that refer to nothing, none at all, no page.
    void anUnfinishedLesson()
    {
        LessonRecovery recovery;
        recovery.page = 1;
        recovery.path = u"/somewhere/a.lesson"_s;
        recovery.time = 1'700'000'000'123;
        const auto again = [&] {
            write(lessonRecoveryName, lessonRecoveryText(recovery));
            return readLessonRecovery(path(lessonRecoveryName));
        };
        QVERIFY(again().lesson.pages.empty());
        Lesson &lesson = recovery.lesson;
        LessonPage page;
        page.project = readExample("three-inputs");
        page.title.texts = {{"", ""}};
        page.text.texts = {{"en", "{weight 9 9} and {nothing"}, {"zh_CN", "句子"}};
        lesson.pages = {page, page};
        edit(lesson.pages[1].project, "encoder.0.self.w_q", 0, 0, 5);
        lesson.pages[1].attempt.texts = {{"", "try {"}};
        lesson.pages[0].caption.texts = {{"", std::string(1000, '-') + "{"}};
        lesson.pages[1].mode = LessonMode::Train;
        lesson.pages[1].control = LessonControl::Seed;
        LessonRecovery read = again();
        QCOMPARE(read.lesson.pages.size(), 2U);
        QVERIFY(read.lesson.title.texts == lesson.title.texts);
        for (std::size_t i = 0; i < 2; ++i) {
            QVERIFY(read.lesson.pages[i].title == lesson.pages[i].title);
            QVERIFY(read.lesson.pages[i].text == lesson.pages[i].text);
            QVERIFY(read.lesson.pages[i].caption == lesson.pages[i].caption);
            QVERIFY(read.lesson.pages[i].mode == lesson.pages[i].mode);
            QVERIFY(read.lesson.pages[i].control == lesson.pages[i].control);
            QVERIFY(read.lesson.pages[i].attempt == lesson.pages[i].attempt);
            QCOMPARE(projectJson(read.lesson.pages[i].project), projectJson(lesson.pages[i].project));
        }
        QCOMPARE(read.page, 1);
        QCOMPARE(read.path, recovery.path);
        QCOMPARE(read.time, recovery.time);
        // A mark on what is not there.
        lesson.pages[0].pairs = {{7, 8}};
        read = again();
        QVERIFY(read.lesson.pages[0].text == lesson.pages[0].text);
    }

    /// Those that are whole keep everything: reading and writing them again gives the same file.
    void bundledLessons_data()
    {
        QTest::addColumn<QString>("name");
        for (const LessonEntry &lesson : lessons())
            QTest::newRow(lesson.name.c_str()) << QString::fromStdString(lesson.name);
    }
    void bundledLessons()
    {
        QFETCH(QString, name);
        LessonRecovery recovery;
        recovery.lesson = readBundledLesson(name.toStdString());
        write(lessonRecoveryName, lessonRecoveryText(recovery));
        QCOMPARE(lessonJson(readLessonRecovery(path(lessonRecoveryName)).lesson), lessonJson(recovery.lesson));
    }

    /// Version 1.0 kept a layout of docks, which no window reads any more.
    void aLayoutOfDocksIsPassedOver()
    {
        const Project state = readExample("three-inputs");
        write("base-1.regard", recoveryBaseText(state));
        std::string text = recoveryText(recoveryOf(state, state), u"base-1.regard"_s);
        const std::string cells = "\"cells\"";
        QVERIFY(text.find(cells) != std::string::npos);
        text.insert(text.find(cells), "\"layout\": \"bGF5b3V0\", ");
        write("c.recovery", text);
        QCOMPARE(projectJson(readRecovery(path("c.recovery")).state), projectJson(state));
    }

    /// Cut off anywhere, or with bytes turned: a sentence, or a whole state; never anything else.
    void damage()
    {
        Project state = readExample("three-inputs");
        const Recovery recovery = recoveryOf(state, state);
        Project edited = state;
        edit(edited, "encoder.0.self.w_q", 1, 2, 0.5F);
        const std::string text = recoveryText(recoveryOf(state, edited), u"base-1.regard"_s);
        write("base-1.regard", recoveryBaseText(state));
        int refused = 0;
        const auto isRead = [&](const std::string &bytes) {
            write("b.recovery", bytes);
            try {
                readRecovery(path("b.recovery"));
                return true;
            } catch (const FileError &) {
                ++refused;
                return false;
            }
        };
        QVERIFY(isRead(text));
        for (std::size_t length = 0; length + 2 < text.size(); length += 7)
            QVERIFY(!isRead(text.substr(0, length)));
        for (std::size_t at = 0; at < text.size(); at += 3) {
            std::string turned = text;
            turned[at] = char(turned[at] ^ 0x15);
            isRead(turned);
        }
        QVERIFY(refused > int(text.size()) / 7);
        QFile::remove(path("base-1.regard"));
        QVERIFY(!isRead(text));
    }
};

REGARD_TEST(TestRecovery)
#include "test_recovery.moc"
