#include <cmath>
#include <limits>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "changed_file.h"
#include "engine/analysis/token_groups.h"
#include "engine/pass/forward.h"
#include "io/attention/attention_file.h"
#include "io/attention/attention_hash.h"
#include "io/base/file_error.h"
#include "io/lesson/lesson.h"
#include "io/project/project_attention.h"
#include "io/project/project_file.h"
#include "safetensors_bytes.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

const QString attentionFileWeights = QStringLiteral("encoder.0.self.weights");
const QString oneText = QStringLiteral(R"(["a","b"])");

QJsonObject notes(const QString &tokens = oneText)
{
    return {{QStringLiteral("format"), QStringLiteral("regard-attention")}, {QStringLiteral("tokens"), tokens}};
}

/// Two tokens, one layer, two heads.
HandTensor twoHeads(const QString &name = attentionFileWeights)
{
    return HandTensor::floats(name, {2, 2, 2}, {0.25F, 0.75F, 1, 0, 0.5F, 0.5F, 0, 0});
}

} // namespace

/// Files of attention that other programs write.
class TestAttentionFile : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    mutable int m_count = 0; ///< of files opened

    QString path(const QString &name = QStringLiteral("given.safetensors")) const { return m_folder.filePath(name); }

    QString written(const QByteArray &bytes, const QString &name = QStringLiteral("given.safetensors")) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("%s cannot be written", qPrintable(name));
        return file.fileName();
    }

    std::shared_ptr<const AttentionFile> opened(const QJsonObject &metadata,
                                                const std::vector<HandTensor> &tensors) const
    {
        // A name of its own: a file that is open must not change.
        return openAttention(
            written(safetensorsBytes(metadata, tensors), QStringLiteral("given%1.safetensors").arg(++m_count)));
    }

    /// The sentence with which it is refused; empty where it opens.
    QString refusal(const QByteArray &bytes) const
    {
        try {
            openAttention(written(bytes));
        } catch (const FileError &error) {
            return QString::fromStdString(error.reason);
        }
        return {};
    }

private slots:
    void readsWhatIsThere()
    {
        QJsonObject metadata = notes();
        metadata[QStringLiteral("title")] = QStringLiteral("by hand");
        const auto file = opened(metadata, {twoHeads()});
        QCOMPARE(file->sentences.size(), std::size_t{1});
        const AttentionSentence &sentence = file->sentences.front();
        QCOMPARE(sentence.title, std::string("by hand"));
        QCOMPARE(sentence.config.architecture, Architecture::Encoder);
        QCOMPARE(sentence.config.encoderLayers, 1);
        QCOMPARE(sentence.config.heads, 2);
        const SharedTrace trace = attentionTrace(file, 0);
        QVERIFY(trace->isImported);
        QCOMPARE(trace->source.tokens, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(trace->blocks.size(), std::size_t{1});
        const HeadTraces &heads = trace->blocks[0]->heads;
        QCOMPARE(heads.size(), std::size_t{2});
        QCOMPARE(heads[0].weights(0, 1), 0.75F);
        QCOMPARE(heads[1].weights(0, 0), 0.5F);
        QVERIFY(heads[1].fault.empty()); // a row of zeros is one whose keys are all masked
        QVERIFY(!heads.source()->hasScores());
    }

    /// A lesson says where its file is by a name beside it, so that both can move together.
    void aLessonNamesItsFileBesideIt()
    {
        QTemporaryDir moved;
        const QString lesson = path(QStringLiteral("cats.lesson"));
        {
            const auto file = opened(notes(), {twoHeads()});
            Lesson written;
            written.title.texts = {{"", "Cats"}};
            written.project = attentionProject(file);
            written.pages.emplace_back();
            written.pages.back().title.texts = {{"", "One"}};
            written.pages.back().text.texts = {{"", "Two tokens."}};
            written.pages.back().project = written.project;
            writeLesson(lesson, written);
            QFile text(lesson);
            QVERIFY(text.open(QIODevice::ReadOnly));
            const QByteArray said = text.readAll();
            QVERIFY2(!said.contains(m_folder.path().toUtf8()), said.constData());
            QVERIFY(QFile::copy(file->path, moved.filePath(QFileInfo(file->path).fileName())));
            QVERIFY(QFile::remove(file->path));
        }
        const QString there = moved.filePath(QStringLiteral("cats.lesson"));
        QVERIFY(QFile::copy(lesson, there));
        const Lesson read = readLesson(there);
        QVERIFY(read.pages.front().project.attention);
        QCOMPARE(attentionTrace(read.pages.front().project)->blocks[0]->heads[0].weights(0, 1), 0.75F);
    }

    void readsAHeadWhenItIsAskedFor()
    {
        const auto file = opened(notes(), {twoHeads()});
        const SharedTrace trace = attentionTrace(file, 0);
        const HeadTraces &heads = trace->blocks[0]->heads;
        QCOMPARE(heads.keptBytes(), std::size_t{0});
        for (const HeadTrace &head : heads) // goes through all and keeps none
            QCOMPARE(head.weights.rows(), 2);
        QCOMPARE(heads.keptBytes(), std::size_t{0});
        const HeadTrace *first = &heads[0];
        QCOMPARE(heads.keptBytes(), 4 * sizeof(float));
        QCOMPARE(heads.shared(0).get(), first);
        QCOMPARE(&heads[0], first);
    }

    void halfAndBfloatAreExact()
    {
        // 0.25, 0.75 / 1, 0 in IEEE binary16 and in the upper halves of float32.
        const auto half = opened(notes(), {HandTensor::sixteen(attentionFileWeights, QStringLiteral("F16"), {1, 2, 2},
                                                               {0x3400, 0x3A00, 0x3C00, 0x0000})});
        const auto brain = opened(notes(), {HandTensor::sixteen(attentionFileWeights, QStringLiteral("BF16"), {1, 2, 2},
                                                                {0x3E80, 0x3F40, 0x3F80, 0x0000})});
        for (const auto &file : {half, brain}) {
            const SharedTrace trace = attentionTrace(file, 0);
            Matrix expected(2, 2);
            expected << 0.25F, 0.75F, 1, 0;
            QVERIFY(trace->blocks[0]->heads[0].weights == expected);
        }
    }

    void scoresAreThoseOfTheFile()
    {
        const float forbidden = -std::numeric_limits<float>::infinity();
        const auto file = opened(notes(), {HandTensor::floats(QStringLiteral("encoder.0.self.masked"), {2, 2, 2},
                                                              {1, forbidden, 3, 4, 5, 6, 7, 8}),
                                           twoHeads()});
        const Project project = attentionProject(file);
        const SharedTrace trace = attentionTrace(project);
        const HeadScores scores = headScores(project.model, *trace, 0, 1);
        QCOMPARE(scores.masked(1, 0), 7.0F);
        QCOMPARE(scores.scores.size(), 0);
        QCOMPARE(headScores(project.model, *trace, 0, 0).masked(0, 1), forbidden);
    }

    void stacksFollowFromTheNames_data()
    {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QStringList>("blocks");
        QTest::addRow("decoder alone") << QStringList{QStringLiteral("decoder.0.self")}
                                       << QStringList{QStringLiteral("decoder.0.self")};
        QTest::addRow("all three") << QStringList{QStringLiteral("decoder.0.cross"), QStringLiteral("encoder.0.self"),
                                                  QStringLiteral("decoder.0.self")}
                                   << QStringList{QStringLiteral("encoder.0.self"), QStringLiteral("decoder.0.self"),
                                                  QStringLiteral("decoder.0.cross")};
        QTest::addRow("cross alone") << QStringList{QStringLiteral("decoder.0.cross"),
                                                    QStringLiteral("decoder.1.cross")}
                                     << QStringList{QStringLiteral("decoder.0.cross"),
                                                    QStringLiteral("decoder.1.cross")};
        QTest::addRow("encoder and cross")
            << QStringList{QStringLiteral("decoder.0.cross"), QStringLiteral("encoder.0.self"),
                           QStringLiteral("encoder.1.self")}
            << QStringList{QStringLiteral("encoder.0.self"), QStringLiteral("encoder.1.self"),
                           QStringLiteral("decoder.0.cross")};
    }

    void stacksFollowFromTheNames()
    {
        QFETCH(QStringList, names);
        QFETCH(QStringList, blocks);
        QJsonObject metadata = notes();
        metadata[QStringLiteral("target_tokens")] = QStringLiteral(R"(["x","y"])");
        std::vector<HandTensor> tensors;
        for (const QString &name : names)
            tensors.push_back(twoHeads(name + QStringLiteral(".weights")));
        const auto file = opened(metadata, tensors);
        const SharedTrace trace = attentionTrace(file, 0);
        QStringList found;
        for (std::size_t i = 0; i < trace->blocks.size(); ++i) {
            const AttentionPlace place = blockPlace(file->sentences[0].config, int(i));
            QCOMPARE(blockIndex(file->sentences[0].config, place.attention, place.layer), int(i));
            QCOMPARE(blockName(place.attention, place.layer), trace->blocks[i]->name);
            found.append(QString::fromStdString(trace->blocks[i]->name));
        }
        QCOMPARE(found, blocks);
    }

    void wordsFollowFromTheMark_data()
    {
        QTest::addColumn<QString>("tokens");
        QTest::addColumn<QString>("mark");
        QTest::addColumn<QStringList>("words");
        QTest::addRow("##") << R"(["[CLS]","dry","##-","clean","##ed","."])"
                            << "##"
                            << QStringList{QStringLiteral("dry"), QStringLiteral("cleaned"), QStringLiteral(".")};
        QTest::addRow("G") << R"(["<s>","The","Ġtoken","izer","."])"
                           << "Ġ"
                           << QStringList{QStringLiteral("The"), QStringLiteral("tokenizer"), QStringLiteral(".")};
        QTest::addRow("_") << R"(["<s>","▁un","believ","able","!"])"
                           << "▁" << QStringList{QStringLiteral("unbelievable"), QStringLiteral("!")};
        QTest::addRow("none") << R"(["<s>","un","do"])"
                              << "none" << QStringList{QStringLiteral("un"), QStringLiteral("do")};
    }

    void wordsFollowFromTheMark()
    {
        QFETCH(QString, tokens);
        QFETCH(QString, mark);
        QFETCH(QStringList, words);
        QJsonObject metadata = notes(tokens);
        metadata[QStringLiteral("pieces")] = mark;
        metadata[QStringLiteral("special")] = QStringLiteral("[0]");
        const int count = int(QJsonDocument::fromJson(tokens.toUtf8()).array().size());
        const auto file =
            opened(metadata, {HandTensor::floats(attentionFileWeights, {1, count, count},
                                                 std::vector<float>(std::size_t(count * count), 1.0F / float(count)))});
        const Tokens &read = file->sentences[0].tokens->source;
        QVERIFY(read.tokens[0].isSpecial);
        QStringList found;
        int last = -2;
        for (std::size_t i = 1; i < read.tokens.size(); ++i) {
            const Token &token = read.tokens[i];
            const QString label = QString::fromStdString(token.label.empty() ? token.text : token.label);
            if (token.word >= 0 && token.word == last)
                found.back() += label;
            else
                found.append(label);
            last = token.word;
        }
        if (mark == QLatin1String("##")) // "##-" is punctuation by itself
            found = {found[0], found[2], found[3]};
        QCOMPARE(found, words);
    }

    void tokensAreShown_data()
    {
        QTest::addColumn<QString>("tokens");
        QTest::addColumn<QString>("mark");
        QTest::addColumn<QStringList>("labels");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const char *tokens, const char *mark, const QStringList &labels,
                            const QString &text) {
            QTest::addRow("%s", name) << QString::fromUtf8(tokens) << QString::fromUtf8(mark) << labels << text;
        };
        row("their own spaces", R"(["The"," cat"," "," un","\n"])", "none",
            {u"The"_s, u"␣cat"_s, u"␣"_s, u"␣un"_s, u"↵"_s}, u"The cat ␣ un ↵"_s);
        row("their own spaces, nothing said", R"(["The"," cat","."])", "", {u"The"_s, u"␣cat"_s, u"."_s},
            u"The cat."_s);
        row("emoji", R"(["❤\ufe0f\u200d🔥"])", "", {u"❤\uFE0F\u200D🔥"_s}, u"❤\uFE0F\u200D🔥"_s);
        // 猫坐在 of GPT-2's tokenizer (bytes_to_unicode): E7 8C AB, E5 9D 90, E5 9C, A8
        const QStringList chinese{u"猫"_s, u"坐"_s, u"⟨E5⟩⟨9C⟩"_s, u"⟨A8⟩"_s};
        row("Chinese bytes", R"(["çĮ«","åĿĲ","åľ","¨"])", "", chinese, u"猫坐在"_s);
        row("Chinese bytes, said", R"(["çĮ«","åĿĲ","åľ","¨"])", "Ġ", chinese, u"猫坐在"_s);
        row("Chinese bytes, denied", R"(["çĮ«","åĿĲ"])", "none", {u"çĮ«"_s, u"åĿĲ"_s}, u"çĮ« åĿĲ"_s);
        row("cut off within a character", R"(["çĮ«","åĿ"])", "", {u"猫"_s, u"⟨E5⟩⟨9D⟩"_s}, u"猫⟨E5⟩⟨9D⟩"_s);
        row("English bytes", R"(["The","Ġcat","s","."])", "", {u"The"_s, u"cat"_s, u"s"_s, u"."_s}, u"The cats."_s);
        row("Chinese words", R"(["猫","坐"])", "", {u"猫"_s, u"坐"_s}, u"猫 坐"_s);
        row("French words", R"(["café","naïve","«"])", "", {u"café"_s, u"naïve"_s, u"«"_s}, u"café naïve«"_s);
        row("Maltese words", R"(["Ġorġ","Ċetta","għin"])", "", {u"Ġorġ"_s, u"Ċetta"_s, u"għin"_s},
            u"Ġorġ Ċetta għin"_s);
    }

    void tokensAreShown()
    {
        QFETCH(QString, tokens);
        QFETCH(QString, mark);
        QFETCH(QStringList, labels);
        QFETCH(QString, text);
        QJsonObject metadata = notes(tokens);
        if (!mark.isEmpty())
            metadata[QStringLiteral("pieces")] = mark;
        const auto count = int(labels.size());
        const auto file =
            opened(metadata, {HandTensor::floats(attentionFileWeights, {1, count, count},
                                                 std::vector<float>(std::size_t(count * count), 1.0F / float(count)))});
        const Tokens &read = file->sentences[0].tokens->source;
        QStringList found;
        for (const Token &token : read.tokens)
            found.append(QString::fromStdString(token.label.empty() ? token.text : token.label));
        QCOMPARE(found, labels);
        QCOMPARE(QString::fromStdString(read.normalized), text);
    }

    void severalSentences()
    {
        QJsonObject metadata{
            {QStringLiteral("format"), QStringLiteral("regard-attention")},
            {QStringLiteral("sentences"), QStringLiteral(R"([{"prefix":"1.","tokens":["a","b"],"title":"first"},
                                                 {"prefix":"12.","tokens":["c"]}])")}};
        const auto file =
            opened(metadata, {twoHeads(QStringLiteral("1.") + attentionFileWeights),
                              HandTensor::floats(QStringLiteral("12.") + attentionFileWeights, {1, 1, 1}, {1})});
        QCOMPARE(file->sentences.size(), std::size_t{2});
        QCOMPARE(attentionProject(file, 0).title, std::string("first"));
        QCOMPARE(attentionTrace(file, 1)->source.tokens, std::vector<std::string>{"c"});
        QCOMPARE(attentionTrace(file, 1)->blocks[0]->heads.size(), std::size_t{1});
    }

    void faultyRowsAreSaid_data()
    {
        QTest::addColumn<QList<float>>("numbers");
        QTest::addColumn<QStringList>("says");
        QTest::addColumn<bool>("emptied");
        const float none = std::numeric_limits<float>::quiet_NaN();
        QTest::addRow("negative") << QList<float>{0.5F, 0.5F, -0.25F, 1.25F}
                                  << QStringList{QStringLiteral("head 1, row 2"), QStringLiteral("-0.25")} << true;
        QTest::addRow("nan") << QList<float>{none, 0.5F, 1, 0}
                             << QStringList{QStringLiteral("head 1, row 1"), QStringLiteral("nan")} << true;
        QTest::addRow("sum") << QList<float>{0.5F, 0.5F, 0.5F, 0.4F}
                             << QStringList{QStringLiteral("head 1, row 2"), QStringLiteral("0.9")} << false;
        QTest::addRow("within") << QList<float>{0.5F, 0.5F, 0.5F, 0.4995F} << QStringList{} << false;
    }

    void faultyRowsAreSaid()
    {
        QFETCH(QList<float>, numbers);
        QFETCH(QStringList, says);
        QFETCH(bool, emptied);
        const auto file =
            opened(notes(), {HandTensor::floats(attentionFileWeights, {1, 2, 2}, {numbers.begin(), numbers.end()})});
        const SharedTrace trace = attentionTrace(file, 0);
        const HeadTrace &head = trace->blocks[0]->heads[0];
        const QString fault = QString::fromStdString(head.fault);
        QCOMPARE(fault.isEmpty(), says.isEmpty());
        for (const QString &part : says)
            QVERIFY2(fault.contains(part), qPrintable(fault));
        QCOMPARE(head.hasEmptyRows, emptied);
        QVERIFY(head.weights.allFinite());
        QVERIFY(head.weights.minCoeff() >= 0);
        if (!emptied)
            QCOMPARE(head.weights(1, 1), numbers[3]); // as it stands there
    }

    void weightsBeyondTheMaskAreSaid()
    {
        QJsonObject metadata = notes();
        metadata[QStringLiteral("encoder_mask")] = QStringLiteral("causal");
        const auto file = opened(metadata, {twoHeads()});
        const SharedTrace trace = attentionTrace(file, 0);
        QVERIFY(trace->blocks[0]->heads[0].fault.find("masked") != std::string::npos);
    }

    void weightsOfMaskedTokensAreSaid()
    {
        QJsonObject metadata = notes();
        metadata[QStringLiteral("masked")] = QStringLiteral("[0]");
        const auto file =
            opened(metadata, {HandTensor::floats(attentionFileWeights, {2, 2, 2}, {0, 1, 0, 1, 0, 1, 0.25F, 0.75F})});
        const SharedTrace trace = attentionTrace(file, 0);
        QCOMPARE(trace->blocks[0]->heads[0].fault, std::string());
        const std::string &fault = trace->blocks[0]->heads[1].fault;
        QVERIFY2(fault.find("head 2, row 2: a masked token has the weight 0.25") != std::string::npos, fault.c_str());
        QCOMPARE(trace->blocks[0]->heads[1].weights(1, 0), 0.25F); // as it stands there
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("mentions");
        const auto row = [](const char *name, const QByteArray &bytes, const QString &mentions) {
            QTest::addRow("%s", name) << bytes << mentions;
        };
        const auto with = [](const char *key, const char *value) {
            QJsonObject metadata = notes();
            metadata[QLatin1String(key)] = QString::fromUtf8(value);
            return safetensorsBytes(metadata, {twoHeads()});
        };
        row("no format", safetensorsBytes({}, {twoHeads()}), QStringLiteral("regard-attention"));
        row("no tokens",
            safetensorsBytes({{QStringLiteral("format"), QStringLiteral("regard-attention")}}, {twoHeads()}),
            QStringLiteral("tokens"));
        row("tokens are no JSON", with("tokens", "a b"), QStringLiteral("tokens"));
        row("tokens are numbers", with("tokens", "[1,2]"), QStringLiteral("tokens"));
        row("another version", with("version", "2"), QStringLiteral("version"));
        row("another number of tokens", with("tokens", R"(["a","b","c"])"), QStringLiteral("2 × 3 × 3"));
        row("special beyond", with("special", "[2]"), QStringLiteral("special"));
        row("special twice", with("special", "[1,1]"), QStringLiteral("twice"));
        row("words of others", with("words", "[0]"), QStringLiteral("words"));
        row("an unknown mark", with("pieces", "@@"), QStringLiteral("pieces"));
        row("an unknown mask", with("encoder_mask", "band"), QStringLiteral("encoder_mask"));
        row("no weights", safetensorsBytes(notes(), {}), QStringLiteral("encoder.0.self.weights"));
        row("a gap", safetensorsBytes(notes(), {twoHeads(), twoHeads(QStringLiteral("encoder.2.self.weights"))}),
            QStringLiteral("encoder.1.self.weights"));
        row("decoder without cross",
            safetensorsBytes(notes(), {twoHeads(), twoHeads(QStringLiteral("decoder.0.self.weights"))}),
            QStringLiteral("decoder.0.cross.weights"));
        row("an unknown name", safetensorsBytes(notes(), {twoHeads(), twoHeads(QStringLiteral("attentions"))}),
            QStringLiteral("attentions"));
        row("a batch",
            safetensorsBytes(notes(), {HandTensor::floats(attentionFileWeights, {1, 1, 2, 2}, {1, 0, 1, 0})}),
            QStringLiteral("batch"));
        row("no heads", safetensorsBytes(notes(), {HandTensor::floats(attentionFileWeights, {2, 2}, {1, 0, 1, 0})}),
            QStringLiteral("heads × queries × keys"));
        row("whole numbers",
            safetensorsBytes(
                notes(), {HandTensor{attentionFileWeights, QStringLiteral("I32"), {1, 2, 2}, QByteArray(16, '\0')}}),
            QStringLiteral("I32"));
        row("other heads in a layer",
            safetensorsBytes(notes(), {twoHeads(), HandTensor::floats(QStringLiteral("encoder.1.self.weights"),
                                                                      {1, 2, 2}, {1, 0, 1, 0})}),
            QStringLiteral("1 heads"));
        row("scores of another size",
            safetensorsBytes(notes(), {twoHeads(), HandTensor::floats(QStringLiteral("encoder.0.self.scores"),
                                                                      {2, 2, 1}, {1, 0, 1, 0})}),
            QStringLiteral("encoder.0.self.scores"));
        row("a comparison", with("pinned.tokens", "[]"), QStringLiteral("comparison"));
        QJsonObject both = notes();
        both[QStringLiteral("sentences")] = QStringLiteral(R"([{"prefix":"a.","tokens":["a"]}])");
        row("tokens and sentences", safetensorsBytes(both, {twoHeads()}), QStringLiteral("sentences"));
        row("cut", safetensorsBytes(notes(), {twoHeads()}).chopped(4), QStringLiteral("complete"));
        row("cut header", safetensorsBytes(notes(), {twoHeads()}).left(20), QStringLiteral("header"));
        row("empty", {}, QStringLiteral("empty"));
    }

    void refusals()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, mentions);
        const QString reason = refusal(bytes);
        QVERIFY(!reason.isEmpty());
        QVERIFY2(reason.contains(mentions), qPrintable(reason));
    }

    /// Every way to change a byte of the header leaves a file that opens, or one that is refused with a sentence.
    void damagedHeaders()
    {
        const QByteArray whole = safetensorsBytes(notes(), {twoHeads()});
        const qsizetype end = whole.size() - 32;
        for (qsizetype at = 0; at < end; ++at)
            for (const char byte : {'\0', '{', '"', '9', '\xff'}) {
                QByteArray damaged = whole;
                damaged[at] = byte;
                refusal(damaged); // anything but a FileError fails the test
            }
    }

    void changedFilesAreNoticed_data()
    {
        QTest::addColumn<int>("change");
        for (const FileChange change : fileChanges)
            if (change != FileChange::Gone && change != FileChange::Replaced) // it stays open
                QTest::addRow("%s", qPrintable(changeName(change))) << int(change);
    }

    void changedFilesAreNoticed()
    {
        QFETCH(int, change);
        const QString file = written(safetensorsBytes(notes(), {twoHeads()}));
        makeOld(file);
        const SharedTrace trace = attentionTrace(openAttention(file), 0);
        changeFile(file, static_cast<FileChange>(change));
        QVERIFY_EXCEPTION_THROWN(trace->blocks[0]->heads.shared(0), FileError);
    }

    void jsonHoldsTheSame()
    {
        const QByteArray json = R"({"format": "regard-trace", "version": 1, "tokens": ["a", "b"], "target_tokens": [],
            "title": "by hand", "words": [0, 0],
            "blocks": [{"name": "encoder.0.self", "heads": [
                {"masked": [[1, null], [3, 4]], "weights": [[0.25, 0.75], [1, 0]]},
                {"masked": [[5, 6], [7, 8]], "weights": [[0.5, 0.5], [0, 0]]}]}]})";
        const QString name = written(json, QStringLiteral("given.json"));
        QVERIFY(isAttentionFile(name));
        const auto file = openAttention(name);
        const Project project = attentionProject(file);
        QCOMPARE(project.title, std::string("by hand"));
        const SharedTrace trace = attentionTrace(project);
        QCOMPARE(trace->blocks[0]->heads[0].weights(0, 1), 0.75F);
        QCOMPARE(headScores(project.model, *trace, 0, 0).masked(0, 1), -std::numeric_limits<float>::infinity());
        QCOMPARE(sourceTokens(project).tokens[1].word, 0);
    }

    void jsonRefusals_data()
    {
        QTest::addColumn<QByteArray>("blocks");
        QTest::addColumn<QString>("mentions");
        QTest::addRow("rows of different lengths")
            << QByteArray(R"([{"name":"encoder.0.self","heads":[{"weights":[[1,0],[1]]}]}])") << "row 2";
        QTest::addRow("texts") << QByteArray(R"([{"name":"encoder.0.self","heads":[{"weights":[["a"]]}]}])") << "row 1";
        QTest::addRow("a missing matrix")
            << QByteArray(R"([{"name":"encoder.0.self","heads":[{"weights":[[1,0],[1,0]]},{}]}])") << "head 2";
        QTest::addRow("an unknown matrix")
            << QByteArray(R"([{"name":"encoder.0.self","heads":[{"keys":[[1,0],[1,0]]}]}])") << "keys";
        QTest::addRow("an unknown block")
            << QByteArray(R"([{"name":"layer 0","heads":[{"weights":[[1]]}]}])") << "layer 0";
        QTest::addRow("no list") << QByteArray("3") << "blocks";
    }

    void jsonRefusals()
    {
        QFETCH(QByteArray, blocks);
        QFETCH(QString, mentions);
        const QByteArray json = R"({"format":"regard-trace","version":1,"tokens":["a","b"],"blocks":)" + blocks + "}";
        try {
            parseAttentionJson(json.toStdString(), "given.json");
            QFAIL("it opens");
        } catch (const FileError &error) {
            QVERIFY2(QString::fromStdString(error.reason).contains(mentions), error.what());
        }
    }

    /// 48 layers × 64 heads × 1,024 tokens, 12 GB of which no disk holds a byte.
    void largeFilesAreNotRead()
    {
        constexpr int layers = 48;
        constexpr int heads = 64;
        constexpr int tokens = 1024;
        constexpr qint64 layerBytes = qint64{heads} * tokens * tokens * 4;
        QString texts = QStringLiteral("[");
        for (int i = 0; i < tokens; ++i)
            texts += (i == 0 ? QStringLiteral("\"t%1\"") : QStringLiteral(",\"t%1\"")).arg(i);
        QJsonObject header{{QStringLiteral("__metadata__"), notes(texts + QLatin1Char(']'))}};
        for (int layer = 0; layer < layers; ++layer)
            header[QStringLiteral("encoder.%1.self.weights").arg(layer)] =
                QJsonObject{{QStringLiteral("dtype"), QStringLiteral("F32")},
                            {QStringLiteral("shape"), QJsonArray{heads, tokens, tokens}},
                            {QStringLiteral("data_offsets"), QJsonArray{layer * layerBytes, (layer + 1) * layerBytes}}};
        const QByteArray text = QJsonDocument(header).toJson(QJsonDocument::Compact);
        QByteArray length(8, '\0');
        qToLittleEndian<quint64>(quint64(text.size()), length.data());
        const QString name = written(length + text, QStringLiteral("large.safetensors"));
        QFile file(name);
        QVERIFY(file.resize(8 + text.size() + layers * layerBytes));
        const auto peak = [] {
            rusage usage{};
            ::getrusage(RUSAGE_SELF, &usage);
            return usage.ru_maxrss; // KB
        };
        const long before = peak();
        const SharedTrace trace = attentionTrace(openAttention(name), 0);
        QCOMPARE(trace->blocks.size(), std::size_t{layers});
        const HeadTrace &last = trace->blocks.back()->heads[heads - 1];
        QCOMPARE(last.weights.rows(), tokens);
        QVERIFY(last.weights.isZero(0)); // holes are zeros, as rows whose keys are all masked
        QVERIFY2(peak() - before < 100'000, qPrintable(QString::number(peak() - before)));
        QFile::remove(name);
    }

    void projectsReferToTheFile()
    {
        const QString given = written(safetensorsBytes(notes(), {twoHeads()}));
        Project project = attentionProject(openAttention(given));
        project.note = "looked at";
        project.view.head = 1;
        Project state = project;
        state.view.query = 1;
        state.snapshots.clear();
        project.snapshots.push_back({"the second", std::make_shared<const Project>(state)});
        const QString saved = path(QStringLiteral("saved.regard"));
        writeProject(saved, project);
        QFile file(saved);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray json = file.readAll();
        QVERIFY2(json.contains("\"file\": \"given.safetensors\"") && json.contains("blake2b:"), json.constData());
        QVERIFY(!json.contains("tokens"));
        const Project read = readProject(saved);
        QVERIFY(read.attention);
        QCOMPARE(read.note, project.note);
        QCOMPARE(read.view.head, 1);
        QCOMPARE(read.snapshots.size(), std::size_t{1});
        QCOMPARE(read.snapshots[0].state->attention, read.attention);
        QCOMPARE(read.snapshots[0].state->view.query, 1);
        QCOMPARE(attentionTrace(read)->blocks[0]->heads[0].weights(0, 1), 0.75F);
    }

    void changedFilesOfProjectsAreRefused()
    {
        const QString given = written(safetensorsBytes(notes(), {twoHeads()}));
        const QString saved = path(QStringLiteral("saved.regard"));
        writeProject(saved, attentionProject(openAttention(given)));
        written(safetensorsBytes(notes(QStringLiteral(R"(["c","d"])")), {twoHeads()}));
        QVERIFY_EXCEPTION_THROWN(readProject(saved), FileError);
        QFile::remove(given);
        QVERIFY_EXCEPTION_THROWN(readProject(saved), FileError);
    }

    void keysOfAModelAreRefused_data()
    {
        QTest::addColumn<QByteArray>("key");
        for (const char *key :
             {R"("source": "a b")", R"("weights": {})", R"("model": {"heads": 3})", R"("sentence": 2)", R"("off": [])"})
            QTest::addRow("%s", key) << QByteArray(key);
    }

    void keysOfAModelAreRefused()
    {
        QFETCH(QByteArray, key);
        const QString given = written(safetensorsBytes(notes(), {twoHeads()}));
        const auto file = openAttention(given);
        QJsonObject document = QJsonDocument::fromJson('{' + key + '}').object();
        document[QStringLiteral("format")] = QStringLiteral("regard-project");
        document[QStringLiteral("version")] = 1;
        document[QStringLiteral("attention")] = QJsonObject{
            {QStringLiteral("file"), given}, {QStringLiteral("hash"), QString::fromStdString(hashOf(file))}};
        if (!document.contains(QStringLiteral("model")))
            document[QStringLiteral("model")] = QJsonObject();
        const QByteArray json = QJsonDocument(document).toJson();
        QVERIFY_EXCEPTION_THROWN(parseProject(json.toStdString(), "saved.regard"), FileError);
    }

    void groupsAreMadeAsTheyAreAskedFor()
    {
        const auto file = opened(notes(), {twoHeads()});
        const SharedTrace trace = attentionTrace(file, 0);
        TokenGroups groups;
        groups.groups.push_back({0, 2, "ab", {}});
        const SharedTrace grouped = groupedTrace(trace, groups, {}, {});
        QVERIFY(grouped->isImported);
        QCOMPARE(trace->blocks[0]->heads.keptBytes(), std::size_t{0});
        QCOMPARE(grouped->blocks[0]->heads[0].weights.size(), 1);
        QCOMPARE(grouped->blocks[0]->heads[0].weights(0, 0), 1.0F);
        QCOMPARE(grouped->blocks[0]->heads[1].weights(0, 0), 0.5F); // the mean of 1 and of an empty row
    }

    void hashesAreOfAllBytes()
    {
        const QString one = written(safetensorsBytes(notes(), {twoHeads()}), QStringLiteral("one.safetensors"));
        QByteArray bytes = safetensorsBytes(notes(), {twoHeads()});
        bytes[bytes.size() - 1] = 1;
        const QString other = written(bytes, QStringLiteral("other.safetensors"));
        QVERIFY(hashOf(openAttention(one)) != hashOf(openAttention(other)));
        QCOMPARE(hashOf(openAttention(one)), hashOf(openAttention(one)));
    }
};

REGARD_GUILESS_TEST(TestAttentionFile)
#include "test_attention_file.moc"
