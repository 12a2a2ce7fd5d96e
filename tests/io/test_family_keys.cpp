#include <map>
#include <memory>
#include <set>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "io/base/config_file.h"
#include "io/base/file_error.h"
#include "io/base/json_document.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/family_config.h"
#include "io/checkpoint/family_keys.h"
#include "message_of.h"
#include "paths.h"
#include "test_class.h"
#include "variant_copy.h"

using namespace regard;

namespace {

QJsonObject objectIn(const QString &path)
{
    QFile file(QStringLiteral(REGARD_TEST_DATA "/") + path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QJsonObject configOf(const QString &folder)
{
    return QJsonDocument::fromJson(familyCopy(folder)->read(QStringLiteral("config.json"))).object();
}

/// What reading a config.json says; empty: nothing is wrong with it.
QString familyKeysErrorOf(const QJsonObject &config)
{
    const std::string text = QJsonDocument(config).toJson().toStdString();
    const ConfigFile file(parseJson(text, "config.json"), "config.json");
    return messageOf<FileError>([&] { readFamilyConfig(familyOf(file), file); });
}

} // namespace

/// The lists of what is used, harmless and refused in config.json, beside every key that the transformers library reads
/// (tests/data/config_keys/make.py).
class TestFamilyKeys : public QObject {
    Q_OBJECT

private:
    using Uses = std::map<QString, QStringList>; // the lists in which a key stands

    static Uses usesOf(const Family &family)
    {
        Uses uses;
        for (const char *key : usedKeys(family))
            uses[QString::fromLatin1(key)] << QStringLiteral("used");
        for (const HarmlessKeys &harmless : harmlessKeys(family))
            for (const char *key : harmless.keys)
                uses[QString::fromLatin1(key)] << QStringLiteral("harmless");
        for (const AcceptedKey &refused : refusedKeys(family))
            uses[QString::fromLatin1(refused.key)] << QStringLiteral("refused");
        return uses;
    }

private slots:
    void everyKeyOfTheLibraryStandsInOneList_data() { families(); }

    void everyKeyOfTheLibraryStandsInOneList()
    {
        const QString family = QString::fromLatin1(QTest::currentDataTag());
        const QJsonObject data = objectIn(QStringLiteral("config_keys/keys.json"));
        QStringList keys = data[QStringLiteral("shared")].toObject().keys();
        keys += data[family].toObject().keys();
        QVERIFY(keys.size() > 190);
        const Uses uses = usesOf(*familyOf(family.toStdString()));
        QStringList missing;
        for (const QString &key : keys)
            if (!uses.contains(key))
                missing << key;
        QCOMPARE(missing.join(QLatin1Char(' ')), QString());
    }

    void noKeyStandsInTwo_data() { families(); }

    void noKeyStandsInTwo()
    {
        const QString family = QString::fromLatin1(QTest::currentDataTag());
        for (const auto &[key, lists] : usesOf(*familyOf(family.toStdString())))
            QVERIFY2(lists.size() == 1, qPrintable(key + QStringLiteral(": ") + lists.join(QLatin1String(", "))));
        for (const HarmlessKeys &harmless : harmlessKeys(*familyOf(family.toStdString())))
            QVERIFY(qstrlen(harmless.reason) > 10);
    }

    void refusedKeysAreNamed_data() { families(); }

    /// With a value that no list accepts; what is accepted, and nothing, changes nothing.
    void refusedKeysAreNamed()
    {
        const QString folder = QString::fromLatin1(QTest::currentDataTag());
        const QJsonObject config = configOf(folder);
        QCOMPARE(familyKeysErrorOf(config), QString());
        const std::string type = config[QStringLiteral("model_type")].toString().toStdString();
        for (const AcceptedKey &refused : refusedKeys(*familyOf(type))) {
            QJsonObject changed = config;
            const QString key = QString::fromLatin1(refused.key);
            changed[key] = QJsonObject{{QStringLiteral("0"), QJsonArray{1}}};
            QVERIFY2(familyKeysErrorOf(changed).contains(key),
                     qPrintable(key + QLatin1Char(' ') + familyKeysErrorOf(changed)));
            changed[key] = QJsonValue::Null;
            QCOMPARE(familyKeysErrorOf(changed), QString());
            if (refused.values.empty()) {
                changed[key] = QStringLiteral("x");
                QVERIFY2(!familyKeysErrorOf(changed).isEmpty(), refused.key);
            }
            for (const std::string &value : refused.values) {
                const QString text = QString::fromStdString(value);
                changed[key] = text == QLatin1String("true")    ? QJsonValue(true)
                               : text == QLatin1String("false") ? QJsonValue(false)
                                                                : QJsonValue(text);
                QCOMPARE(familyKeysErrorOf(changed), QString());
            }
        }
    }

    void usedKeysAreRead_data() { families(); }

    /// Each says what is wrong with a value of another kind.
    void usedKeysAreRead()
    {
        const QString folder = QString::fromLatin1(QTest::currentDataTag());
        const QJsonObject config = configOf(folder);
        const std::string type = config[QStringLiteral("model_type")].toString().toStdString();
        // Read with the tensors, and with the tokenizer.
        const QSet<QString> elsewhere{QStringLiteral("architectures"), QStringLiteral("vocab_size"),
                                      QStringLiteral("tokenizer_class")};
        for (const char *used : usedKeys(*familyOf(type))) {
            const QString key = QString::fromLatin1(used);
            if (elsewhere.contains(key))
                continue;
            QJsonObject changed = config;
            changed[key] = key == QLatin1String("layer_types")
                               ? QJsonValue(QJsonArray{QStringLiteral("x")})
                               : QJsonValue(QJsonObject{{QStringLiteral("rope_type"), 1}});
            QVERIFY2(familyKeysErrorOf(changed).contains(key),
                     qPrintable(key + QLatin1Char(' ') + familyKeysErrorOf(changed)));
        }
    }

    void harmlessKeysChangeNothing_data() { families(); }

    void harmlessKeysChangeNothing()
    {
        const QString folder = QString::fromLatin1(QTest::currentDataTag());
        const std::unique_ptr<CheckpointCopy> copy = familyCopy(folder);
        const auto usual = openCheckpoint(copy->path());
        for (const QJsonValue &value : {QJsonValue(3), QJsonValue(QStringLiteral("x")), QJsonValue(true),
                                        QJsonValue(QJsonObject{{QStringLiteral("0"), 1}})}) {
            QJsonObject config = configOf(folder);
            for (const HarmlessKeys &harmless : harmlessKeys(*familyOf(usual->modelType)))
                for (const char *key : harmless.keys)
                    config[QString::fromLatin1(key)] = value;
            copy->write(QStringLiteral("config.json"), QJsonDocument(config).toJson());
            const auto changed = openCheckpoint(copy->path());
            QVERIFY(changed->model.config == usual->model.config);
            QCOMPARE(changed->unknownKeys, usual->unknownKeys);
            QCOMPARE(changed->model.given.all().size(), usual->model.given.all().size());
            for (const auto &[name, matrix] : changed->model.given.all())
                QVERIFY2(*matrix == usual->model.given.at(name), name.c_str());
        }
    }

    void publishedFilesHaveNone_data()
    {
        QTest::addColumn<QJsonObject>("config");
        const QJsonObject published = objectIn(QStringLiteral("config_keys/published.json"));
        QCOMPARE(published.size(), 11);
        for (const QString &name : published.keys())
            QTest::newRow(qPrintable(name)) << published[name].toObject();
    }

    /// config.json as the Hub has it (tests/data/config_keys/published.json).
    void publishedFilesHaveNone()
    {
        QFETCH(const QJsonObject, config);
        QCOMPARE(familyKeysErrorOf(config), QString());
        const ConfigFile file(parseJson(QJsonDocument(config).toJson().toStdString(), "config.json"), "config.json");
        QCOMPARE(unknownKeys(familyOf(file), file), std::vector<std::string>());
    }

    void otherKeysAreNamed()
    {
        CheckpointCopy copy(QStringLiteral("bert"));
        QVERIFY(openCheckpoint(copy.path())->unknownKeys.empty());
        copy.setConfig(QStringLiteral("zebra"), QJsonArray{1});
        copy.setConfig(QStringLiteral("Hidden_size"), 7);
        QCOMPARE(openCheckpoint(copy.path())->unknownKeys, (std::vector<std::string>{"Hidden_size", "zebra"}));
        QVERIFY(!openCheckpoint(copy.path())->hasOwnCode);
        copy.setConfig(QStringLiteral("auto_map"), QJsonObject{{QStringLiteral("AutoConfig"), QStringLiteral("a.B")}});
        QVERIFY(!openCheckpoint(copy.path())->hasOwnCode);
        copy.setConfig(QStringLiteral("auto_map"), QJsonObject{{QStringLiteral("AutoModel"), QStringLiteral("a.B")}});
        QVERIFY(openCheckpoint(copy.path())->hasOwnCode);
    }

private:
    static void families()
    {
        QTest::addColumn<int>("nothing");
        for (const std::string &type : modelTypes())
            QTest::newRow(type.c_str()) << 0;
        QVERIFY(modelTypes().size() >= 21);
    }
};

REGARD_GUILESS_TEST(TestFamilyKeys)
#include "test_family_keys.moc"
