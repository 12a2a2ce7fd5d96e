#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "checkpoint_copy.h"
#include "io/base/file_error.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/safetensors_file.h"
#include "io/checkpoint/stored_matrix.h"
#include "io/checkpoint/torch_file.h"
#include "io/pickle/torch_tensors.h"
#include "message_of.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;

namespace {

const QString pickles = QStringLiteral(REGARD_TEST_DATA "/pickles/");

QByteArray pickleFile(const QString &name)
{
    QFile file(pickles + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::vector<TorchTensor> tensorsIn(const QByteArray &bytes)
{
    return torchTensors({"x", std::uint64_t(bytes.size()), [&](std::uint64_t first, std::span<char> to) {
                             std::copy_n(bytes.constData() + first, to.size(), to.begin());
                         }});
}

QByteArray pickleBytes(const StoredTensor &tensor)
{
    QByteArray bytes(qsizetype(tensor.bytes), '\0');
    tensor.read(0, {bytes.data(), std::size_t(bytes.size())});
    return bytes;
}

/// A file of the older format: `state` and `keys` are pickles without their first and last instruction.
QByteArray legacyFile(const QByteArray &state, const QByteArray &keys = "]", const QByteArray &numbers = {})
{
    const QByteArray magic("\x80\2\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19.", 15);
    const auto pickle = [](const QByteArray &instructions) { return "\x80\2" + instructions + "."; };
    return magic + pickle("M\xE9\3") + pickle("}") + pickle(state) + pickle(keys) + numbers;
}

QByteArray pickledText(const QByteArray &text)
{
    return "U" + QByteArray(1, char(text.size())) + text;
}

/// A tensor of float32 numbers in the storage "s": `sizes` are tuples of whole numbers.
QByteArray pickledTensor(const QByteArray &count, const QByteArray &offset, const QByteArray &shape,
                         const QByteArray &strides)
{
    return "ctorch._utils\n_rebuild_tensor_v2\n((" + pickledText("storage") + "ctorch\nFloatStorage\n" +
           pickledText("s") + pickledText("cpu") + count + "tQ" + offset + shape + strides +
           "\x89"
           "ccollections\nOrderedDict\n)RtR";
}

QByteArray numbersOf(int count)
{
    return QByteArray(1, char(count)) + QByteArray(7 + 4 * count, '\0');
}

} // namespace

class PickleTest : public QObject {
    Q_OBJECT

private slots:
    void opensWhatSafetensorsHolds_data();
    void opensWhatSafetensorsHolds();
    void readsEveryLayout_data();
    void readsEveryLayout();
    void roundsDoubles();
    void readsZip64();
    void safetensorsWins();
    void theHashIsOfTheFileInUse();
    void refusesDamage_data();
    void refusesDamage();
    void refusesSharedDictionariesThatGrow();
    void everyTruncationIsRefused_data();
    void everyTruncationIsRefused();
    void refusesFiles_data();
    void refusesFiles();
};

void PickleTest::opensWhatSafetensorsHolds_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QStringList>("files");
    QTest::newRow("zip") << QStringLiteral("gpt2_json") << QStringList{QStringLiteral("gpt2_json.bin")};
    QTest::newRow("five pickles") << QStringLiteral("gpt2_json") << QStringList{QStringLiteral("gpt2_json.legacy.bin")};
    QTest::newRow("parameters") << QStringLiteral("bart") << QStringList{QStringLiteral("bart.bin")};
    QTest::newRow("bfloat16") << QStringLiteral("llama_bfloat16") << QStringList{QStringLiteral("llama_bfloat16.bin")};
    QStringList shards{QStringLiteral("pytorch_model.bin.index.json")};
    for (int i = 1; i <= 4; ++i)
        shards.append(QStringLiteral("pytorch_model-0000%1-of-00004.bin").arg(i));
    QTest::newRow("shards") << QStringLiteral("llama_4_sharded") << shards;
}

/// Every number of the model, bit by bit, and what is said of the folder.
void PickleTest::opensWhatSafetensorsHolds()
{
    QFETCH(const QString, folder);
    QFETCH(const QStringList, files);
    CheckpointCopy copy(folder);
    const QDir dir(copy.path());
    for (const QString &old : dir.entryList({QStringLiteral("*.safetensors"), QStringLiteral("*.index.json")}))
        QVERIFY(QFile::remove(copy.filePath(old)));
    for (const QString &file : files)
        copy.write(files.size() == 1 ? QStringLiteral("pytorch_model.bin") : file, pickleFile(file));
    const auto read = openCheckpoint(copy.path());
    const auto twin = openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + folder);
    QVERIFY(read->model.config == twin->model.config);
    QCOMPARE(read->dtype, twin->dtype);
    QCOMPARE(read->parameters, twin->parameters);
    QCOMPARE(QString::fromStdString(read->weightsFile),
             files.size() == 1 ? QStringLiteral("pytorch_model.bin") : QStringLiteral("pytorch_model.bin.index.json"));
    QCOMPARE(read->unusedTensors, twin->unusedTensors);
    QCOMPARE(read->model.table->isTied(), twin->model.table->isTied());
    QCOMPARE(read->model.given.all().size(), twin->model.given.all().size());
    for (const auto &[name, matrix] : twin->model.given.all())
        QVERIFY2(*matrix == read->model.given.at(name), name.c_str());
    const auto rows = [](const RowTable &table) {
        Matrix all(table.rows(), table.columns());
        table.read(0, table.rows(), all.data());
        return all;
    };
    QVERIFY(rows(*read->model.table->embedding) == rows(*twin->model.table->embedding));
    QVERIFY(rows(*read->model.table->output) == rows(*twin->model.table->output));
}

void PickleTest::readsEveryLayout_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file : {"layouts.bin", "layouts.legacy.bin", "layouts.big.bin"})
        QTest::newRow(file) << QString::fromLatin1(file);
}

void PickleTest::readsEveryLayout()
{
    QFETCH(const QString, file);
    const std::vector<StoredTensor> read = openTorchFile(pickles + file);
    const SafetensorsFile twins = openSafetensors(pickles + QStringLiteral("layouts.safetensors"));
    QCOMPARE(read.size() + 1, twins.tensors.size()); // but for rounded_to_float
    for (const StoredTensor &tensor : read) {
        const auto twin = std::find_if(twins.tensors.begin(), twins.tensors.end(),
                                       [&](const StoredTensor &other) { return other.name == tensor.name; });
        QVERIFY2(twin != twins.tensors.end(), tensor.name.c_str());
        QCOMPARE(tensor.dtype, twin->dtype);
        QVERIFY2(tensor.shape == twin->shape, tensor.name.c_str());
        QVERIFY2(pickleBytes(tensor) == pickleBytes(*twin), tensor.name.c_str());
        QVERIFY(tensor.hasSameNumbers(*twin));
    }
}

void PickleTest::roundsDoubles()
{
    const SafetensorsFile twins = openSafetensors(pickles + QStringLiteral("layouts.safetensors"));
    const auto named = [](const std::vector<StoredTensor> &tensors, const char *name) {
        return std::find_if(tensors.begin(), tensors.end(),
                            [&](const StoredTensor &tensor) { return tensor.name == name; });
    };
    const auto expected = named(twins.tensors, "rounded_to_float");
    for (const std::vector<StoredTensor> &tensors :
         {openTorchFile(pickles + QStringLiteral("layouts.bin")), twins.tensors}) {
        const auto rounded = named(tensors, "rounded");
        const Eigen::Index count = Eigen::Index(rounded->numbers());
        const std::vector<Weight> both = readMatrices(
            {{&*rounded, 1, count, false, count}, {&*expected, 1, count, false, count}, {&*rounded, count, 1, true}});
        for (Eigen::Index i = 0; i < count; ++i) {
            QCOMPARE(std::bit_cast<quint32>((*both[0])(0, i)), std::bit_cast<quint32>((*both[1])(0, i)));
            QCOMPARE((*both[2])(i, 0), (*both[1])(0, i));
        }
    }
}

void PickleTest::readsZip64()
{
    const std::vector<TorchTensor> tensors = tensorsIn(pickleFile(QStringLiteral("zip64.bin")));
    QCOMPARE(tensors.size(), std::size_t(2));
    QCOMPARE(tensors[0].name, std::string("a"));
    QVERIFY((tensors[0].shape == std::vector<std::uint64_t>{7, 3}));
    QVERIFY((tensors[0].strides == std::vector<std::uint64_t>{1, 10}));
    QCOMPARE(tensors[1].dtype, std::string("F16"));
    QCOMPARE(tensors[1].bytes, std::uint64_t(24));
}

/// As in the library, which does not even look at the other file.
void PickleTest::safetensorsWins()
{
    CheckpointCopy copy(QStringLiteral("gpt2_json"));
    copy.write(QStringLiteral("pytorch_model.bin"), "no pickle");
    QCOMPARE(messageOf<FileError>([&] { openCheckpoint(copy.path()); }), QString());
}

void PickleTest::theHashIsOfTheFileInUse()
{
    CheckpointCopy copy(QStringLiteral("gpt2_json"));
    const std::string before = checkpointHash(copy.path());
    copy.write(QStringLiteral("pytorch_model.bin"), pickleFile(QStringLiteral("gpt2_json.bin")));
    QCOMPARE(checkpointHash(copy.path()), before);
    QVERIFY(QFile::remove(copy.filePath(QStringLiteral("model.safetensors"))));
    const std::string pickled = checkpointHash(copy.path());
    QVERIFY(pickled != before);
    const auto checkpoint = openCheckpoint(copy.path());
    copy.write(QStringLiteral("pytorch_model.bin"), pickleFile(QStringLiteral("gpt2_json.legacy.bin")));
    QVERIFY(!messageOf<FileError>([&] { requireUnchanged(*checkpoint); }).isEmpty());
}

void PickleTest::refusesDamage_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *name, const QByteArray &file, const char *sentence) {
        QTest::newRow(name) << file << (*sentence ? QStringLiteral("x: ") + QString::fromUtf8(sentence) : QString());
    };
    const auto entry = [](const QByteArray &value) { return "}" + pickledText("w") + value + "s"; };
    const QByteArray keys = "]" + pickledText("s") + "a";
    const auto tensor = [&](const QByteArray &count, const QByteArray &offset, const QByteArray &shape,
                            const QByteArray &strides) {
        return legacyFile(entry(pickledTensor(count, offset, shape, strides)), keys, numbersOf(6));
    };
    const QByteArray none("K\0", 2);
    row("fits", tensor("K\6", none, "K\2K\3\x86", "K\3K\1\x86"), "");
    row("nothing", "", "is empty");
    row("another file", "model",
        "is no file that PyTorch's torch.save writes: neither a zip archive nor the older format");
    row("a zip archive's start", "PK\3\4",
        "is a zip archive without the list of files at its end; it may not be complete");
    row("a function", legacyFile("cos\nsystem\n" + pickledText("rm") + "\x85R"),
        "refers to \"os.system\", which is not part of plain weights; nothing of it was run. Save the model's "
        "state_dict() alone, or the model as safetensors");
    row("a function that torch has", legacyFile("ctorch._utils\n_rebuild_tensor_v3\n)R"),
        "refers to \"torch._utils._rebuild_tensor_v3\", which is not part of plain weights; nothing of it was run. "
        "Save "
        "the model's state_dict() alone, or the model as safetensors");
    row("a class with an instance", legacyFile("(iq\nA\n"),
        "its pickle has the instruction 105 at byte 28, which plain "
        "weights do not need");
    row("another protocol", QByteArray(legacyFile("}")).replace(16, 1, "\4"),
        "has a pickle of protocol 4; PyTorch writes protocol 2 unless told otherwise, and only that is read");
    row("a class as data", legacyFile("ctorch\nFloatStorage\n"),
        "holds something other than a state dict, which gives each tensor its name");
    row("a storage that is called", legacyFile("ctorch\nFloatStorage\n)R"), "its pickle is damaged near byte 49");
    row("a number for a tensor", legacyFile(entry("K\1")),
        "has under \"w\" something other than a tensor, so it is no state dict of a model");
    row("a number for a name", legacyFile("}K\1K\1s"),
        "holds something other than a state dict, which gives each tensor its name");
    row("itself", legacyFile("}q\1" + pickledText("w") + "h\1s"),
        "has under \"w\" something other than a tensor, so it is no state dict of a model");
    row("a list in itself", legacyFile("]q\1h\1a"),
        "holds something other than a state dict, which gives each tensor its name");
    row("what was never remembered", legacyFile("h\7"), "its pickle is damaged near byte 29");
    row("an empty stack", legacyFile("s"), "its pickle is damaged near byte 28");
    row("no mark", legacyFile("}u"), "its pickle is damaged near byte 29");
    row("below the mark", legacyFile("}(s"), "its pickle is damaged near byte 30");
    row("two values", legacyFile("}}"), "its pickle is damaged near byte 30");
    row("a text that is longer than the file", legacyFile("X\xFF\xFF\xFF\xFF"),
        "its pickle ends in the middle; it may not be complete");
    row("a text that is not UTF-8", legacyFile(pickledText("\xFF")), "its pickle is damaged near byte 30");
    row("twice",
        legacyFile("}(" + pickledText("w") + pickledTensor("K\6", none, "K\6\x85", "K\1\x85") + pickledText("w") +
                       pickledTensor("K\6", none, "K\6\x85", "K\1\x85") + "u",
                   keys, numbersOf(6)),
        "the tensor \"w\" stands twice in the file");
    row("too large", tensor("K\6", none, "K\2K\4\x86", "K\4K\1\x86"),
        "the tensor \"w\" is 2 × 4 from number 0 on with strides 4 × 1, but its storage has only 6 numbers");
    row("too late", tensor("K\6", "K\1", "K\2K\3\x86", "K\3K\1\x86"),
        "the tensor \"w\" is 2 × 3 from number 1 on with strides 3 × 1, but its storage has only 6 numbers");
    row("repeated without end", tensor("K\6", none, "J\xFF\xFF\xFF\x7FK\3\x86", QByteArray("K\0K\1\x86", 5)),
        "the tensor \"w\" is 2147483647 × 3 from number 0 on with strides 0 × 1, but its storage has only 6 numbers");
    row("overflow",
        tensor("K\6", none,
               QByteArray("\x8A\x08\0\0\0\0\0\0\0\x40", 10) + QByteArray("\x8A\x08\0\0\0\0\0\0\0\x40", 10) + "\x86",
               "K\1K\1\x86"),
        "the tensor \"w\" is 4611686018427387904 × 4611686018427387904 from number 0 on with strides 1 × 1, but its "
        "storage has only 6 numbers");
    row("a stride beyond the storage",
        tensor("K\6", none, "K\2\x85", QByteArray("\x8A\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F\x85", 11)),
        "the tensor \"w\" is 2 from number 0 on with strides 9223372036854775807, but its storage has only 6 numbers");
    row("negative", tensor("K\6", none, "J\xFF\xFF\xFF\xFF\x85", "K\1\x85"), "its pickle is damaged near byte 148");
    row("more strides than sizes", tensor("K\6", none, "K\6\x85", "K\1K\1\x86"), "its pickle is damaged near byte 147");
    row("another size than announced", tensor("K\7", none, "K\6\x85", "K\1\x85"),
        "the storage \"s\" of the tensor \"w\" has 24 bytes, but 7 numbers of 4 bytes were announced");
    row("no storage", legacyFile(entry(pickledTensor("K\6", none, "K\6\x85", "K\1\x85"))),
        "has no storage \"s\", which holds the tensor \"w\"");
    row("keys of another file",
        legacyFile(entry(pickledTensor("K\6", none, "K\6\x85", "K\1\x85")), "]" + pickledText("t") + "a", numbersOf(6)),
        "the list of its storages does not fit its tensors");
    row("numbers that are announced alone",
        legacyFile(entry(pickledTensor("K\6", none, "K\6\x85", "K\1\x85")), keys, QByteArray(8, '\x7F')),
        "ends before its last numbers; it may not be complete");
    const QByteArray seventeen = "(" + QByteArray("K\1").repeated(17) + "t";
    row("17 dimensions", tensor("K\6", none, seventeen, seventeen), "has a tensor of more than 16 dimensions");
    row("compressed", pickleFile(QStringLiteral("compressed.bin")),
        "the file \"small/data.pkl\" in the archive is compressed (method 8); PyTorch stores files as they are, so "
        "another program packed it: unpack it and save the model again");
    row("another archive", QByteArray(pickleFile(QStringLiteral("zip64.bin"))).replace("data.pkl", "data.pkk"),
        "is a zip archive without data.pkl, so it holds no weights that PyTorch wrote");
    row("encrypted",
        QByteArray(pickleFile(QStringLiteral("zip64.bin")))
            .replace(QByteArray("PK\1\2\x2D\0\x2D\0\0", 9), QByteArray("PK\1\2\x2D\0\x2D\0\1", 9)),
        "the file \"small/data.pkl\" in the archive is encrypted");
    row("another order of bytes", QByteArray(pickleFile(QStringLiteral("zip64.bin"))).replace("little", "middle"),
        "byteorder in the archive is \"middle\", neither little nor big");
}

void PickleTest::refusesDamage()
{
    QFETCH(const QByteArray, file);
    QFETCH(const QString, sentence);
    const QString error = messageOf<FileError>([&] { tensorsIn(file); });
    QCOMPARE(error, sentence);
}

/// A dictionary made of the same list again and again would take a gigabyte for a megabyte.
void PickleTest::refusesSharedDictionariesThatGrow()
{
    QByteArray state = "ccollections\nOrderedDict\nq\1]q\2(";
    state += QByteArray("]K\1aK\1a").repeated(2000) + "e\x85q\3";
    state += QByteArray("h\1h\3R").repeated(100'000);
    QCOMPARE(messageOf<FileError>([&] { tensorsIn(legacyFile(state)); }),
             QStringLiteral("x: its pickle has more than the 1000000 values that are read"));
}

void PickleTest::everyTruncationIsRefused_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file : {"zip64.bin", "layouts.legacy.bin"})
        QTest::newRow(file) << QString::fromLatin1(file);
}

void PickleTest::everyTruncationIsRefused()
{
    QFETCH(const QString, file);
    const QByteArray whole = pickleFile(file);
    QCOMPARE(messageOf<FileError>([&] { tensorsIn(whole); }), QString());
    for (qsizetype size = 0; size < whole.size(); size += 3)
        QVERIFY2(messageOf<FileError>([&] { tensorsIn(whole.first(size)); }).startsWith(QLatin1String("x: ")),
                 qPrintable(QString::number(size)));
}

void PickleTest::refusesFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("a pointer") << QByteArray("version https://git-lfs.github.com/spec/v1\n")
                               << QStringLiteral("is a Git LFS pointer, not the file itself: run git lfs pull in that "
                                                 "folder");
    QTest::newRow("a page") << QByteArray("<!doctype html><p>Not found")
                            << QStringLiteral("is an HTML page, not the file itself: download the file again, on the "
                                              "Hugging Face Hub by its download link (/resolve/ in place of /blob/)");
}

void PickleTest::refusesFiles()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, sentence);
    CheckpointCopy copy(QStringLiteral("gpt2_json"));
    QVERIFY(QFile::remove(copy.filePath(QStringLiteral("model.safetensors"))));
    copy.write(QStringLiteral("pytorch_model.bin"), bytes);
    QCOMPARE(messageOf<FileError>([&] { openCheckpoint(copy.path()); }),
             copy.filePath(QStringLiteral("pytorch_model.bin")) + QStringLiteral(": ") + sentence);
}

REGARD_GUILESS_TEST(PickleTest)
#include "test_pickle.moc"
