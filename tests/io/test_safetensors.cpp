#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "io/base/file_error.h"
#include "io/checkpoint/folder_tensors.h"
#include "io/checkpoint/safetensors_header.h"
#include "io/checkpoint/stored_matrix.h"
#include "io/checkpoint/stored_numbers.h"
#include "io/checkpoint/stored_table.h"
#include "message_of.h"
#include "test_class.h"

using namespace regard;

namespace {

/// The most bytes that were asked for at once since it was set to 0; stays 0 under the thread sanitizer.
std::atomic<std::size_t> largestAllocation = 0;

} // namespace

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HAS_OWN_ALLOCATION // the sanitizer's, which cannot be replaced
#endif
#endif

#ifndef HAS_OWN_ALLOCATION
// All forms, so that memory which one of them gave is never taken back by the sanitizer's own.
void *operator new(std::size_t size, const std::nothrow_t &) noexcept
{
    if (size > largestAllocation)
        largestAllocation = size;
    return std::malloc(std::max(size, std::size_t{1}));
}

void *operator new(std::size_t size)
{
    if (void *memory = operator new(size, std::nothrow))
        return memory;
    throw std::bad_alloc();
}

void *operator new[](std::size_t size, const std::nothrow_t &) noexcept
{
    return operator new(size, std::nothrow);
}

void *operator new[](std::size_t size)
{
    return operator new(size);
}

void operator delete(void *memory) noexcept
{
    std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

void operator delete[](void *memory) noexcept
{
    std::free(memory);
}

void operator delete[](void *memory, std::size_t) noexcept
{
    std::free(memory);
}
#endif

namespace {

QByteArray littleEndian(quint64 number)
{
    QByteArray bytes;
    for (int i = 0; i < 8; ++i)
        bytes.append(char(number >> 8 * i));
    return bytes;
}

QByteArray fileOf(const QByteArray &header, const QByteArray &data)
{
    return littleEndian(quint64(header.size())) + header + data;
}

QByteArray zeros(int count)
{
    return QByteArray(count, '\0');
}

template <typename Number>
QByteArray safetensorsBytesOf(const std::vector<Number> &numbers)
{
    return {reinterpret_cast<const char *>(numbers.data()), qsizetype(numbers.size() * sizeof(Number))};
}

std::vector<TensorEntry> entriesOf(const QByteArray &file)
{
    const auto size = std::size_t(file.size());
    return parseSafetensorsHeader({file.constData(), size}, size, "x");
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

} // namespace

class SafetensorsTest : public QObject {
    Q_OBJECT

private slots:
    void readsAHeader();
    void refusesDamage_data();
    void refusesDamage();
    void everyTruncationIsRefused();
    void convertsNumbers_data();
    void convertsNumbers();
    void everyHalfIsTheSameNumber();
    void turnsAndSplitsMatrices();
    void namesANumberThatIsNotFinite();
    void readsRowsWhereTheyStand();
    void readsShards();
    void refusesShards_data();
    void refusesShards();
    void refusesAFolderWithoutWeights_data();
    void refusesAFolderWithoutWeights();
};

void SafetensorsTest::readsAHeader()
{
    const QByteArray header = R"({"__metadata__":{"format":"pt"},)"
                              R"("b":{"dtype":"I8","shape":[],"data_offsets":[12,13]},)"
                              R"("odd":{"dtype":"F4","shape":[3],"data_offsets":[13,15]},)"
                              R"("a":{"dtype":"F32","shape":[1,3],"data_offsets":[0,12]},)"
                              R"("none":{"data_offsets":[12,12],"shape":[0,7],"dtype":"F16"}}   )";
    const std::vector<TensorEntry> entries = entriesOf(fileOf(header, zeros(15)));
    const auto start = std::uint64_t(8 + header.size());
    QCOMPARE(entries.size(), std::size_t(4));
    QCOMPARE(entries[0].name, std::string("a"));
    QCOMPARE(entries[0].dtype, std::string("F32"));
    QVERIFY((entries[0].shape == std::vector<std::uint64_t>{1, 3}));
    QCOMPARE(entries[0].begin, start);
    QCOMPARE(entries[0].end, start + 12);
    QCOMPARE(entries[1].name, std::string("none"));
    QCOMPARE(entries[2].name, std::string("b"));
    QVERIFY(entries[2].shape.empty());
    QCOMPARE(entries[3].name, std::string("odd"));
    QCOMPARE(entries[3].end, start + 15);
}

void SafetensorsTest::refusesDamage_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *name, const QByteArray &header, int data, const char *sentence) {
        QTest::newRow(name) << fileOf(header, zeros(data)) << QString::fromUtf8(sentence);
    };
    const auto lying = [](const char *name, quint64 length, const char *sentence) {
        QTest::newRow(name) << littleEndian(length) + QByteArray("{}") << QString::fromUtf8(sentence);
    };
    QTest::newRow("no header") << QByteArray("abc") << QStringLiteral("x: has 3 bytes, too few for a safetensors file");
    lying("header beyond the file", 3, "x: says that its header has 3 bytes, but only 2 follow");
    lying("header beyond the limit", 100'000'001,
          "x: says that its header has 100000001 bytes, more than the 100000000 that a safetensors file may have");
    lying("header of 2^64 − 1 bytes", ~quint64{0},
          "x: says that its header has 18446744073709551615 bytes, more than the 100000000 that a safetensors file may "
          "have");
    row("empty header", "", 0, "x: the header is not valid JSON near its byte 1");
    row("broken JSON", R"({"a":{"dtype":"F32","sha)", 4, "x: the header is not valid JSON near its byte 25");
    row("two documents", "{}{}", 0, "x: the header is not valid JSON near its byte 3");
    row("not UTF-8", QByteArray("{\"a\xff\":1}"), 0, "x: the header is not valid JSON near its byte 4");
    row("a list", "[]", 0, "x: the header must be an object in braces");
    row("metadata with a number", R"({"__metadata__":{"a":1}})", 0, "x: __metadata__ must hold texts alone");
    row("metadata twice", R"({"__metadata__":{},"__metadata__":{}})", 0,
        "x: the tensor \"__metadata__\" stands twice in the header");
    row("tensor that is a number", R"({"w":3})", 0,
        "x: the tensor \"w\" must be an object with dtype, shape and data_offsets");
    row("no offsets", R"({"w":{"dtype":"F32","shape":[1]}})", 4,
        "x: the tensor \"w\" must be an object with dtype, shape and data_offsets");
    row("unknown key", R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"scale":1}})", 4,
        "x: the tensor \"w\" has an unknown key \"scale\"");
    row("key twice", R"({"w":{"dtype":"F32","shape":[1],"shape":[2],"data_offsets":[0,4]}})", 4,
        "x: the tensor \"w\" has its shape twice");
    row("dtype that is a number", R"({"w":{"dtype":32,"shape":[1],"data_offsets":[0,4]}})", 4,
        "x: the dtype of the tensor \"w\" must be a text");
    row("negative size", R"({"w":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", 4,
        "x: the shape of the tensor \"w\" must be a list of whole numbers from 0");
    row("size that is not whole", R"({"w":{"dtype":"F32","shape":[1.5],"data_offsets":[0,4]}})", 4,
        "x: the shape of the tensor \"w\" must be a list of whole numbers from 0");
    row("size beyond 64 bits", R"({"w":{"dtype":"F32","shape":[36893488147419103232],"data_offsets":[0,4]}})", 4,
        "x: the shape of the tensor \"w\" must be a list of whole numbers from 0");
    row("nested shape", R"({"w":{"dtype":"F32","shape":[[1]],"data_offsets":[0,4]}})", 4,
        "x: the shape of the tensor \"w\" must be a list of whole numbers from 0");
    row("three offsets", R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4,8]}})", 4,
        "x: the data_offsets of the tensor \"w\" must be two whole numbers from 0");
    row("one offset", R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0]}})", 4,
        "x: the data_offsets of the tensor \"w\" must be two whole numbers from 0");
    row("17 dimensions", R"({"w":{"dtype":"F32","shape":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],"data_offsets":[0,4]}})", 4,
        "x: the tensor \"w\" has more than 16 dimensions");
    row("name twice",
        R"({"w":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"w":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})",
        2, "x: the tensor \"w\" stands twice in the header");
    row("offsets backwards", R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})", 4,
        "x: the tensor \"w\" begins at byte 4 of the data and ends before it, at byte 0");
    row("offsets past the end", R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 7,
        "x: the tensor \"w\" ends at byte 8 of the data, but the file holds only 7; it may not be complete");
    row("offsets of 2^64 − 1",
        R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[18446744073709551608,18446744073709551615]}})", 8,
        "x: the tensor \"w\" ends at byte 18446744073709551615 of the data, but the file holds only 8; it may not be "
        "complete");
    row("shape unlike its bytes", R"({"w":{"dtype":"F32","shape":[2,3],"data_offsets":[0,20]}})", 20,
        "x: the tensor \"w\" is 2 × 3 of F32 and so needs 24 bytes, but its data_offsets give it 20");
    row("a single number of the wrong size", R"({"w":{"dtype":"BF16","shape":[],"data_offsets":[0,4]}})", 4,
        "x: the tensor \"w\" is a single number of BF16 and so needs 2 bytes, but its data_offsets give it 4");
    row("shape overflows", R"({"w":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", 0,
        "x: the tensor \"w\" is 4294967296 × 4294967296, more numbers than any file holds");
    row("shape overflows to its bytes", R"({"w":{"dtype":"F32","shape":[4611686018427387905],"data_offsets":[0,4]}})",
        4, "x: the tensor \"w\" is 4611686018427387905, more numbers than any file holds");
    row("overlap",
        R"({"v":{"dtype":"U8","shape":[3],"data_offsets":[0,3]},"w":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}})",
        4, "x: the tensors \"v\" and \"w\" overlap");
    row("the same bytes twice",
        R"({"v":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"w":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})",
        4, "x: the tensors \"v\" and \"w\" overlap");
    row("hole",
        R"({"v":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"w":{"dtype":"U8","shape":[1],"data_offsets":[3,4]}})",
        4, "x: 2 bytes before the tensor \"w\" belong to no tensor");
    row("hole at the start", R"({"w":{"dtype":"U8","shape":[1],"data_offsets":[3,4]}})", 4,
        "x: 3 bytes before the tensor \"w\" belong to no tensor");
    row("bytes after the last", R"({"w":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 4,
        "x: the last 3 bytes of the file belong to no tensor");
    row("line breaks in a name", R"({"a\nb\u0007":3})", 0,
        "x: the tensor \"a b \" must be an object with dtype, shape and data_offsets");
}

void SafetensorsTest::refusesDamage()
{
    QFETCH(const QByteArray, file);
    QFETCH(const QString, sentence);
    largestAllocation = 0;
    const QString error = messageOf<FileError>([&] { entriesOf(file); });
    QVERIFY2(largestAllocation <= 65536, qPrintable(QString::number(largestAllocation)));
    QCOMPARE(error, sentence);
}

/// Whatever is missing at the end, something of it was promised.
void SafetensorsTest::everyTruncationIsRefused()
{
    const QByteArray whole = fileOf(R"({"v":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                                    R"("w":{"dtype":"U8","shape":[1],"data_offsets":[8,9]}})",
                                    zeros(9));
    QCOMPARE(messageOf<FileError>([&] { entriesOf(whole); }), QString());
    for (qsizetype size = 0; size < whole.size(); ++size)
        QVERIFY(messageOf<FileError>([&] { entriesOf(whole.first(size)); }).startsWith(QLatin1String("x: ")));
}

void SafetensorsTest::convertsNumbers_data()
{
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<float>("number");
    QTest::addColumn<bool>("isFinite");
    const auto half = [](const char *name, quint16 bits, float number, bool isFinite = true) {
        QTest::newRow(name) << QStringLiteral("F16") << safetensorsBytesOf<quint16>({bits}) << number << isFinite;
    };
    const float infinity = std::numeric_limits<float>::infinity();
    half("half 1", 0x3C00, 1);
    half("half −2", 0xC000, -2);
    half("half 0.333…", 0x3555, 0.333251953125F);
    half("half largest", 0x7BFF, 65504);
    half("half smallest normal", 0x0400, 0x1p-14F);
    half("half largest subnormal", 0x03FF, 0x3FFp-24F);
    half("half smallest subnormal", 0x8001, -0x1p-24F);
    half("half −0", 0x8000, -0.0F);
    half("half infinity", 0x7C00, infinity, false);
    QTest::newRow("bfloat 1") << QStringLiteral("BF16") << safetensorsBytesOf<quint16>({0x3F80}) << 1.0F << true;
    QTest::newRow("bfloat −3.140625") << QStringLiteral("BF16") << safetensorsBytesOf<quint16>({0xC049}) << -3.140625F
                                      << true;
    QTest::newRow("bfloat −infinity") << QStringLiteral("BF16") << safetensorsBytesOf<quint16>({0xFF80}) << -infinity
                                      << false;
    QTest::newRow("float") << QStringLiteral("F32") << safetensorsBytesOf<float>({0.1F}) << 0.1F << true;
    const auto twice = [](const char *name, double stored, float number, bool isFinite = true) {
        QTest::newRow(name) << QStringLiteral("F64") << safetensorsBytesOf<double>({stored}) << number << isFinite;
    };
    twice("double", -0.1, -0.1F);
    twice("double between two floats, to the even one", 1 + 0x1p-24, 1.0F);
    twice("double between two floats, upwards", 1 + 0x3p-24, 1 + 0x1p-22F);
    twice("double below the smallest float", 0x1p-151, 0.0F);
    twice("double beyond the largest float", 1e300, infinity, false);
    QTest::newRow("float subnormal") << QStringLiteral("F32") << safetensorsBytesOf<float>({0x1p-149F}) << 0x1p-149F
                                     << true;
}

void SafetensorsTest::convertsNumbers()
{
    QFETCH(const QString, dtype);
    QFETCH(const QByteArray, bytes);
    QFETCH(const float, number);
    QFETCH(const bool, isFinite);
    const auto kind = numberKind(dtype.toStdString());
    QVERIFY(kind);
    QCOMPARE(qsizetype(bytesPerNumber(*kind)), bytes.size());
    const QByteArray shifted = "?" + bytes; // at an odd address
    float read = 0;
    QCOMPARE(readNumbers(*kind, shifted.constData() + 1, 1, &read), isFinite);
    QCOMPARE(std::bit_cast<quint32>(read), std::bit_cast<quint32>(number));
}

/// Against the definition of IEEE 754: (−1)^sign · 2^(exponent − 15) · 1.fraction.
void SafetensorsTest::everyHalfIsTheSameNumber()
{
    for (int bits = 0; bits < 65536; ++bits) {
        const int exponent = bits >> 10 & 31;
        if (exponent == 31)
            continue;
        const double fraction = bits & 1023;
        const double magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
        const auto stored = quint16(bits);
        float read = 0;
        QVERIFY(readNumbers(NumberKind::Float16, reinterpret_cast<const char *>(&stored), 1, &read));
        QCOMPARE(double(read), bits & 0x8000 ? -magnitude : magnitude);
    }
}

void SafetensorsTest::turnsAndSplitsMatrices()
{
    QTemporaryDir dir;
    const int rows = 131; // more than two chunks and more than two tiles, and a rest
    const int columns = 67;
    std::vector<float> numbers;
    for (int i = 0; i < rows * columns; ++i)
        numbers.push_back(float(i));
    const QByteArray header = QByteArray(R"({"w":{"dtype":"F32","shape":[131,67],"data_offsets":[0,)") +
                              QByteArray::number(4 * rows * columns) + "]}}";
    write(dir.filePath(QStringLiteral("model.safetensors")), fileOf(header, safetensorsBytesOf(numbers)));
    const FolderTensors files(dir.path());
    const StoredTensor *tensor = files.find("w");
    QVERIFY(tensor);
    QVERIFY(!files.find("v"));
    QCOMPARE(files.bytes(), std::int64_t(8 + header.size() + 4 * rows * columns));

    const std::vector<Weight> read = readMatrices({{tensor, columns, rows, true},
                                                   {tensor, rows, columns, false, columns},
                                                   {tensor, rows, 5, false, columns, 10},
                                                   {tensor, rows - 2, columns, false, columns, 0, 2}});
    const Matrix &turned = *read[0];
    const Matrix &straight = *read[1];
    QCOMPARE(turned.rows(), Eigen::Index(columns));
    QCOMPARE(turned.cols(), Eigen::Index(rows));
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            QCOMPARE(straight(row, column), float(row * columns + column));
            QCOMPARE(turned(column, row), float(row * columns + column));
        }
    QVERIFY(*read[2] == straight.middleCols(10, 5));
    QVERIFY(*read[3] == straight.bottomRows(rows - 2));
}

void SafetensorsTest::namesANumberThatIsNotFinite()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("model.safetensors"));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    write(path, fileOf(R"({"w":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}})",
                       safetensorsBytesOf<float>({0, 1, 2, 3, nan, 5})));
    const FolderTensors files(dir.path());
    const QString expected =
        path + QStringLiteral(": the tensor \"w\" holds a number that is not finite in row 2, column 2");
    QCOMPARE(messageOf<FileError>([&] { readMatrices({{files.find("w"), 3, 2, true}}); }), expected);
    QCOMPARE(messageOf<FileError>([&] { readMatrices({{files.find("w"), 2, 3, false, 3}}); }), expected);
    QCOMPARE(messageOf<FileError>([&] { readMatrices({{files.find("w"), 1, 2, false, 3, 1, 1}}); }), expected);
}

void SafetensorsTest::readsRowsWhereTheyStand()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("model.safetensors"));
    // A header of 8 · n bytes makes the first tensor's numbers aligned in the file, and one byte more leaves them
    // askew.
    QByteArray header = R"({"a":{"dtype":"F32","shape":[3,2],"data_offsets":[0,24]},)"
                        R"("h":{"dtype":"F16","shape":[2,2],"data_offsets":[24,32]},)"
                        R"("i":{"dtype":"I64","shape":[1,2],"data_offsets":[32,48]}})";
    header.append(QByteArray(8 - header.size() % 8, ' '));
    const QByteArray data = safetensorsBytesOf<float>({0, 1, 2, 3, 4, 5}) +
                            safetensorsBytesOf<quint16>({0x3C00, 0x4000, 0x4200, 0x4400}) + zeros(16);
    for (const QByteArray &padding : {QByteArray(), QByteArray(" ")}) {
        write(path, fileOf(header + padding, data));
        const FolderTensors files(dir.path());
        const StoredTable table(*files.find("a"), 2);
        QCOMPARE(table.rows(), 3);
        QCOMPARE(table.columns(), 2);
        std::array<float, 4> rows{};
        table.read(1, 2, rows.data());
        QVERIFY((rows == std::array<float, 4>{2, 3, 4, 5}));
        QVERIFY(!table.numbers());
        table.keep();
        QVERIFY(table.numbers());
        QCOMPARE(table.numbers()[5], 5.0F);

        const StoredTable halves(*files.find("h"), 2);
        QVERIFY(!halves.numbers());
        halves.read(0, 2, rows.data());
        QVERIFY((rows == std::array<float, 4>{1, 2, 3, 4}));
        halves.keep();
        rows = {};
        halves.read(0, 2, rows.data());
        QVERIFY((rows == std::array<float, 4>{1, 2, 3, 4}));
        QVERIFY(!halves.numbers()); // they have half the bits
        QCOMPARE(messageOf<FileError>([&] { StoredTable(*files.find("a"), 3); }),
                 path +
                     QStringLiteral(": the tensor \"a\" is 3 × 2, but must have a row for each token and 3 columns"));
        QCOMPARE(messageOf<FileError>([&] { StoredTable(*files.find("i"), 2); }),
                 path + QStringLiteral(": the tensor \"i\" has the dtype \"I64\"; weights are read from F64, F32, "
                                       "F16 and BF16"));
    }
}

void SafetensorsTest::readsShards()
{
    QTemporaryDir dir;
    const auto shard = [](const char *name, float number) {
        return fileOf(QByteArray("{\"") + name + R"(":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
                      safetensorsBytesOf<float>({number}));
    };
    write(dir.filePath(QStringLiteral("one.safetensors")), shard("a", 1));
    write(dir.filePath(QStringLiteral("two.safetensors")), shard("b", 2));
    write(dir.filePath(QStringLiteral("model.safetensors.index.json")),
          R"({"metadata":{"total_size":8},"weight_map":{"a":"one.safetensors","b":"two.safetensors",)"
          R"("c":"two.safetensors"}})");
    const FolderTensors files(dir.path());
    QCOMPARE((*readMatrices({{files.find("b"), 1, 1, false, 1}})[0])(0, 0), 2.0F);
    QCOMPARE((*readMatrices({{files.find("a"), 1, 1, false, 1}})[0])(0, 0), 1.0F);
    QVERIFY(!files.find("d"));
    QCOMPARE(messageOf<FileError>([&] { files.find("c"); }),
             dir.filePath(QStringLiteral("two.safetensors")) +
                 QStringLiteral(": has no tensor \"c\", which model.safetensors.index.json gives to it"));
    QCOMPARE(weightPaths(dir.path()).size(), 3);
}

void SafetensorsTest::refusesShards_data()
{
    QTest::addColumn<QByteArray>("index");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("sentence");
    const QString index = QStringLiteral("model.safetensors.index.json");
    const auto row = [&](const char *name, const char *json, const QString &file, const char *sentence) {
        QTest::newRow(name) << QByteArray(json) << file << QString::fromUtf8(sentence);
    };
    row("a list", "[]", index, "must hold weight_map, an object that gives each tensor its file");
    row("no map", R"({"metadata":{}})", index, "must hold weight_map, an object that gives each tensor its file");
    row("empty map", R"({"weight_map":{}})", index, "must hold weight_map, an object that gives each tensor its file");
    row("number", R"({"weight_map":{"a":1}})", index,
        "weight_map must give the tensor \"a\" a file name in quotes, not 1");
    row("tensor twice", R"({"weight_map":{"a":"x.safetensors","a":"y.safetensors"}})", index,
        "the key \"a\" stands twice in \"weight_map\"");
    row("another folder", R"({"weight_map":{"a":"../x.safetensors"}})", index,
        "weight_map names the file \"../x.safetensors\", which is not a plain file name");
    row("the folder above", R"({"weight_map":{"a":".."}})", index,
        "weight_map names the file \"..\", which is not a plain file name");
    row("missing shard", R"({"weight_map":{"a":"x.safetensors"}})", QStringLiteral("x.safetensors"),
        "there is no such file");
    row("empty shard", R"({"weight_map":{"a":"empty.safetensors"}})", QStringLiteral("empty.safetensors"), "is empty");
    row("broken JSON", R"({"weight_map":{"a":)", index,
        "line 1, column 20: the file ends before its JSON is complete in \"a\"");
}

void SafetensorsTest::refusesShards()
{
    QFETCH(const QByteArray, index);
    QFETCH(const QString, file);
    QFETCH(const QString, sentence);
    QTemporaryDir dir;
    write(dir.filePath(QStringLiteral("model.safetensors.index.json")), index);
    write(dir.filePath(QStringLiteral("empty.safetensors")), {});
    QCOMPARE(messageOf<FileError>([&] { FolderTensors files(dir.path()); }),
             dir.filePath(file) + QStringLiteral(": ") + sentence);
}

void SafetensorsTest::refusesAFolderWithoutWeights_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("nothing") << QStringLiteral("README.md")
                             << QStringLiteral("has no weights: neither model.safetensors nor pytorch_model.bin, nor "
                                               "the index of either's shards");
    QTest::newRow("TensorFlow's") << QStringLiteral("tf_model.h5")
                                  << QStringLiteral("has no model.safetensors; its tf_model.h5 is not read, so save "
                                                    "the model as safetensors first");
}

void SafetensorsTest::refusesAFolderWithoutWeights()
{
    QFETCH(const QString, file);
    QFETCH(const QString, sentence);
    QTemporaryDir dir;
    write(dir.filePath(file), "x");
    QCOMPARE(messageOf<FileError>([&] { FolderTensors files(dir.path()); }),
             dir.path() + QStringLiteral(": ") + sentence);
    QCOMPARE(messageOf<FileError>([&] { weightPaths(dir.path()); }), dir.path() + QStringLiteral(": ") + sentence);
}

REGARD_GUILESS_TEST(SafetensorsTest)
#include "test_safetensors.moc"
