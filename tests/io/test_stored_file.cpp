#include <array>
#include <string>
#include <thread>
#include <vector>

#include <sys/stat.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "changed_file.h"
#include "io/base/file_error.h"
#include "io/base/stored_file.h"
#include "io/checkpoint/folder_tensors.h"
#include "io/checkpoint/stored_matrix.h"
#include "io/checkpoint/stored_table.h"
#include "message_of.h"
#include "paths.h"
#include "test_class.h"

using namespace Qt::StringLiterals;
using namespace regard;

namespace {

/// Number i of every tensor of float32 here.
float numberAt(int i)
{
    return float(i % 1021) / 8;
}

} // namespace

/// Files of a checkpoint that change while they are open: a sentence, never other numbers and never a signal.
class TestStoredFile : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_dir;

    QString path() const { return m_dir->filePath(u"model.safetensors"_s); }
    void write(const QByteArray &bytes) const
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        file.close();
        makeOld(path());
    }
    /// One tensor "w"; returns where its numbers begin.
    qint64 writeTensor(int rows, int columns) const
    {
        const QByteArray json = R"({"w":{"dtype":"F32","shape":[)" + QByteArray::number(rows) + "," +
                                QByteArray::number(columns) + R"(],"data_offsets":[0,)" +
                                QByteArray::number(4 * rows * columns) + "]}}";
        QByteArray bytes(8, '\0');
        bytes[0] = char(json.size());
        bytes += json;
        const qint64 begin = bytes.size();
        std::vector<float> numbers;
        for (int i = 0; i < rows * columns; ++i)
            numbers.push_back(numberAt(i));
        bytes.append(reinterpret_cast<const char *>(numbers.data()), qsizetype(4 * numbers.size()));
        write(bytes);
        return begin;
    }

private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void readsWhatIsThere()
    {
        write("0123456789");
        const StoredFile file(path());
        QCOMPARE(file.bytes(), std::uint64_t(10));
        std::string bytes(4, ' ');
        file.read(3, bytes);
        QCOMPARE(bytes, std::string("3456"));
        file.read(10, {});
        file.requireUnchanged();
        QCOMPARE(messageOf<FileError>([&] { file.read(8, bytes); }),
                 path() + u": ends at byte 10, but is read up to byte 12; it may not be complete"_s);
    }

    void refusesWhatIsNoFile()
    {
        const QString folder = m_dir->path();
        QCOMPARE(messageOf<FileError>([&] { StoredFile file(path()); }), path() + u": there is no such file"_s);
        QCOMPARE(messageOf<FileError>([&] { StoredFile file(folder); }), folder + u": is not a file"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(path()).constData(), 0600), 0);
        QCOMPARE(messageOf<FileError>([&] { StoredFile file(path()); }), path() + u": is not a file"_s);
    }

    void noticesEveryChange_data()
    {
        QTest::addColumn<FileChange>("change");
        for (const FileChange change : fileChanges)
            QTest::newRow(qPrintable(changeName(change))) << change;
    }

    void noticesEveryChange()
    {
        QFETCH(const FileChange, change);
        write(QByteArray(5000, 'a'));
        const StoredFile file(path());
        changeFile(path(), change);
        QCOMPARE(messageOf<FileError>([&] { file.requireUnchanged(); }), changeSentence(path(), change, 5000));
        // What was opened has its bytes still where only another file came in its place.
        std::string bytes(10, ' ');
        const bool isOther = change == FileChange::Replaced || change == FileChange::Gone;
        QCOMPARE(messageOf<FileError>([&] { file.read(0, bytes); }),
                 isOther ? QString() : changeSentence(path(), change, 5000));
    }

    void whatIsPutBackIsTheSame()
    {
        write("0123456789");
        const StoredFile file(path());
        changeFile(path(), FileChange::Gone);
        QVERIFY(messageOf<FileError>([&] { file.requireUnchanged(); }) != QString());
        QVERIFY(QFile::rename(path() + u".away"_s, path()));
        file.requireUnchanged();
    }

    /// The header is read, and then there is less: in one number, between the numbers, before them.
    void cutBetweenHeaderAndNumbers_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<bool>("isTurned");
        for (const int rows : {3, 700}) // on one core, and shared out
            for (const bool isTurned : {false, true})
                QTest::addRow("%d rows, %s", rows, isTurned ? "turned" : "straight") << rows << isTurned;
    }

    void cutBetweenHeaderAndNumbers()
    {
        QFETCH(const int, rows);
        QFETCH(const bool, isTurned);
        const int columns = 331;
        const qint64 begin = writeTensor(rows, columns);
        const qint64 all = begin + qint64{4} * rows * columns;
        for (const qint64 left : {all - 1, begin + 2, begin, qint64{0}}) {
            writeTensor(rows, columns);
            const FolderTensors files(m_dir->path());
            const MatrixSource source = isTurned ? MatrixSource{files.find("w"), columns, rows, true}
                                                 : MatrixSource{files.find("w"), rows, columns, false, columns};
            const std::vector<Weight> read = readMatrices({source});
            QCOMPARE((*read[0])(isTurned ? 5 : 2, isTurned ? 2 : 5), numberAt(2 * columns + 5));
            changeFile(path(), FileChange::Cut, left);
            QCOMPARE(messageOf<FileError>([&] { readMatrices({source}); }),
                     changeSentence(path(), FileChange::Cut, all, left));
        }
    }

    void aRowThatIsCutInItsMiddle()
    {
        const qint64 begin = writeTensor(4, 6);
        const qint64 all = begin + qint64{4} * 4 * 6;
        const FolderTensors files(m_dir->path());
        const StoredTable table(*files.find("w"), 6);
        std::array<float, 6> row{};
        table.read(1, 1, row.data());
        QCOMPARE(row[5], numberAt(11));
        const qint64 left = begin + qint64{4} * (3 * 6 + 2) + 1; // within a number of row 3
        changeFile(path(), FileChange::Cut, left);
        const QString sentence = changeSentence(path(), FileChange::Cut, all, left);
        QCOMPARE(messageOf<FileError>([&] { table.read(3, 1, row.data()); }), sentence);
        QCOMPARE(messageOf<FileError>([&] { table.read(0, 1, row.data()); }), sentence); // it is of another file, too
        QCOMPARE(messageOf<FileError>([&] { table.keep(); }), sentence);
        QVERIFY(!table.numbers());
        row = {};
        table.read(1, 1, row.data()); // was seen
        QCOMPARE(row[0], numberAt(6));
    }

    void whatIsKeptNeedsNoFile()
    {
        const qint64 begin = writeTensor(4, 6);
        const FolderTensors files(m_dir->path());
        const StoredTable table(*files.find("w"), 6);
        changeFile(path(), FileChange::Gone);
        table.keep(); // the open file is what it was
        QVERIFY(QFile::rename(path() + u".away"_s, path()));
        changeFile(path(), FileChange::Cut, begin);
        table.keep();
        std::array<float, 12> rows{};
        table.read(2, 2, rows.data());
        QCOMPARE(rows[0], numberAt(12));
        QCOMPARE(rows[11], numberAt(23));
        QCOMPARE(table.numbers()[7], numberAt(7));
    }

    void severalThreadsReadOneTable()
    {
        const int rows = 200;
        const int columns = 16;
        writeTensor(rows, columns);
        const FolderTensors files(m_dir->path());
        const StoredTable table(*files.find("w"), columns);
        std::array<int, 4> wrong{};
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < wrong.size(); ++t)
            threads.emplace_back([&, t] {
                std::array<float, 2 * columns> read{};
                for (int i = 0; i < 4 * rows; ++i) {
                    const int row = (i * 7 + int(t)) % (rows - 1);
                    const int count = 1 + i % 2;
                    if (t == 3 && i == rows)
                        table.keep();
                    table.read(row, count, read.data());
                    for (int n = 0; n < count * columns; ++n)
                        wrong[t] += read[std::size_t(n)] == numberAt(row * columns + n) ? 0 : 1;
                }
            });
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(wrong, (std::array<int, 4>{}));
        QVERIFY(table.numbers());
    }

    void comparesTensors()
    {
        writeTensor(600, 600); // more than a stretch
        const FolderTensors files(m_dir->path());
        QTemporaryDir other;
        const QString copy = other.filePath(u"model.safetensors"_s);
        QVERIFY(QFile::copy(path(), copy));
        const FolderTensors same(other.path());
        QVERIFY(files.find("w")->hasSameNumbers(*same.find("w")));
        QVERIFY(files.find("w")->hasSameNumbers(*files.find("w")));
        QFile file(copy);
        QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(file.size() - 4) && file.write("abcd") == 4);
        file.close();
        const FolderTensors unlike(other.path());
        QVERIFY(!files.find("w")->hasSameNumbers(*unlike.find("w")));
        changeFile(path(), FileChange::Cut);
        QVERIFY(messageOf<FileError>([&] {
                    files.find("w")->hasSameNumbers(*unlike.find("w"));
                }).startsWith(path() + u": has 100 bytes now"_s));
    }
};

REGARD_GUILESS_TEST(TestStoredFile)
#include "test_stored_file.moc"
