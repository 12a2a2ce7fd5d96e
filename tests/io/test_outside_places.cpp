#include <memory>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "engine/model/sentence_means.h"
#include "io/base/json_document.h"
#include "io/lesson/lesson_places.h"
#include "io/project/outside_places.h"
#include "paths.h"
#include "test_class.h"

using namespace regard;
using namespace Qt::StringLiterals;

/// What a project or a lesson would have opened outside of its own folder.
class TestOutsidePlaces : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_dir;
    QString m_root; ///< without symbolic links in it

    QString at(const QString &name) const { return m_root + u'/' + name; }
    void write(const QString &name, const QByteArray &bytes = "x") const
    {
        QVERIFY(QDir(m_root).mkpath(QFileInfo(at(name)).path()));
        QFile file(at(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    void link(const QString &name, const QString &target) const
    {
        QVERIFY(QDir(m_root).mkpath(QFileInfo(at(name)).path()));
        QVERIFY(QFile::link(target, at(name)));
    }
    QStringList placesOf(const QString &json, const QString &file) const
    {
        QStringList found;
        const QByteArray text = QString(json).replace(u"ROOT"_s, m_root).toUtf8();
        for (const OutsidePlace &place :
             outsidePlaces(parseJson(std::string_view(text.constData(), std::size_t(text.size())), "test"), at(file)))
            found << QString(place.leadsTo).replace(m_root, u"ROOT"_s);
        return found;
    }

private slots:
    void initTestCase()
    {
        m_root = QFileInfo(m_dir.path()).canonicalFilePath();
        write(u"models/bert/config.json"_s);
        write(u"mine/bert inside/config.json"_s);
        write(u"mine/beside/config.json"_s);
        write(u"mine/texts/inside.txt"_s);
        write(u"secret/notes.txt"_s);
        write(u"secret/model/config.json"_s);
        link(u"mine/linked"_s, at(u"secret/model"_s));
        link(u"mine/linked.txt"_s, at(u"secret/notes.txt"_s));
        write(u"mine/partly/config.json"_s);
        link(u"mine/partly/model.safetensors"_s, at(u"secret/notes.txt"_s));
        link(u"mine/partly/tokenizer.json"_s, at(u"mine/texts/inside.txt"_s));
        write(u"mine/models--a--b/snapshots/c/config.json"_s);
        link(u"mine/models--a--b/snapshots/c/model.safetensors"_s, at(u"secret/notes.txt"_s));
        link(u"mine/sentences/0_Transformer"_s, at(u"secret/model"_s));
        link(u"elsewhere"_s, at(u"mine"_s));
        write(u"mine-not/notes.txt"_s);
        link(u"mine/round"_s, at(u"mine/round"_s));
    }

    void places_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QStringList>("found");
        const auto model = [](const QString &folder) {
            return u"{\"checkpoint\": {\"folder\": \"%1\"}}"_s.arg(folder);
        };
        const auto data = [](const QString &file) { return u"{\"task\": {\"data\": \"%1\"}}"_s.arg(file); };
        QTest::newRow("a folder inside") << model(u"bert inside"_s) << QStringList();
        QTest::newRow("absolute, inside") << model(u"ROOT/mine/beside"_s) << QStringList();
        QTest::newRow("absolute") << model(u"ROOT/models/bert"_s) << QStringList{u"ROOT/models/bert"_s};
        QTest::newRow("by ..") << model(u"../models/bert"_s) << QStringList{u"ROOT/models/bert"_s};
        QTest::newRow("out and in again") << model(u"../mine/beside"_s) << QStringList();
        QTest::newRow("a link") << model(u"linked"_s) << QStringList{u"ROOT/secret/model"_s};
        QTest::newRow("a link within") << model(u"partly"_s) << QStringList{u"ROOT/secret/notes.txt"_s};
        QTest::newRow("a link within a snapshot")
            << model(u"models--a--b"_s) << QStringList{u"ROOT/secret/notes.txt"_s};
        QTest::newRow("a link to the model") << model(u"sentences"_s) << QStringList{u"ROOT/secret/model"_s};
        QTest::newRow("not there") << model(u"/no/such/folder"_s) << QStringList();
        QTest::newRow("moved beside") << model(u"/no/such/beside"_s) << QStringList();
        QTest::newRow("moved beside, a link") << model(u"/no/such/linked"_s) << QStringList{u"ROOT/secret/model"_s};
        QTest::newRow("no checkpoint there") << model(u"../secret"_s) << QStringList();
        QTest::newRow("sentences inside") << data(u"texts/inside.txt"_s) << QStringList();
        QTest::newRow("sentences by ..") << data(u"../secret/notes.txt"_s) << QStringList{u"ROOT/secret/notes.txt"_s};
        QTest::newRow("sentences, a link") << data(u"linked.txt"_s) << QStringList{u"ROOT/secret/notes.txt"_s};
        const auto means = [](const QString &file) { return u"{\"means\": {\"sentences\": \"%1\"}}"_s.arg(file); };
        QTest::newRow("means inside") << means(u"texts/inside.txt"_s) << QStringList();
        QTest::newRow("means by ..") << means(u"../secret/notes.txt"_s) << QStringList{u"ROOT/secret/notes.txt"_s};
        QTest::newRow("means, absolute") << means(u"/etc/passwd"_s) << QStringList{u"/etc/passwd"_s};
        QTest::newRow("means, a link") << means(u"linked.txt"_s) << QStringList{u"ROOT/secret/notes.txt"_s};
        QTest::newRow("a folder whose name goes on")
            << data(u"../mine-not/notes.txt"_s) << QStringList{u"ROOT/mine-not/notes.txt"_s};
        QTest::newRow("a link in a circle") << data(u"round"_s) << QStringList();
        QTest::newRow("both, and once each")
            << u"{\"checkpoint\": {\"folder\": \"../models/bert\"}, \"task\": {\"data\": \"/etc/passwd\"},"
               "\"snapshots\": [{\"task\": {\"data\": \"/etc/passwd\"}}, {\"task\": {\"data\": \"linked.txt\"}}]}"_s
            << QStringList{u"ROOT/models/bert"_s, u"/etc/passwd"_s, u"ROOT/secret/notes.txt"_s};
        QTest::newRow("of a lesson's page")
            << u"{\"project\": {}, \"pages\": [{\"project\": %1}]}"_s.arg(model(u"../models/bert"_s))
            << QStringList{u"ROOT/models/bert"_s};
        QTest::newRow("other kinds") << u"{\"checkpoint\": \"/etc\", \"task\": {\"data\": 3}, \"title\": \"/etc\"}"_s
                                     << QStringList();
    }
    void places()
    {
        QFETCH(QString, json);
        QFETCH(QStringList, found);
        QCOMPARE(placesOf(json, u"mine/a.regard"_s), found);
        QCOMPARE(placesOf(json, u"elsewhere/a.regard"_s), found); // the same folder by another name
    }

    /// Where a project is saved, whose means the user let compute.
    void meansOfAProject()
    {
        Project project = defaultProject();
        SentenceMeans means;
        for (const char *name : {"mine/texts/inside.txt", "secret/notes.txt"}) {
            means.file = at(QString::fromLatin1(name)).toStdString();
            project.model.interventions.means = std::make_shared<const SentenceMeans>(means);
            const OutsidePlace notes{OutsidePlace::Kind::Sentences, at(u"secret/notes.txt"_s),
                                     at(u"secret/notes.txt"_s)};
            QCOMPARE(outsidePlaces(project, at(u"mine/a.regard"_s)),
                     name[0] == 's' ? std::vector<OutsidePlace>{notes} : std::vector<OutsidePlace>());
        }
    }

    void ofALesson()
    {
        write(u"mine/a.lesson"_s, "{\"format\": \"regard-lesson\", \"file\": \"a.regard\"}");
        write(u"mine/a.regard"_s, "{\"checkpoint\": {\"folder\": \"../models/bert\"}}");
        QCOMPARE(lessonPlaces(at(u"mine/a.lesson"_s), {}),
                 (std::vector<OutsidePlace>{{OutsidePlace::Kind::Model, at(u"models/bert"_s), at(u"models/bert"_s)}}));
        for (const QByteArray name : {"../secret/a.regard", "none.regard", ".."}) { // refused when it is read
            write(u"mine/b.lesson"_s, "{\"format\": \"regard-lesson\", \"file\": \"" + name + "\"}");
            QVERIFY(lessonPlaces(at(u"mine/b.lesson"_s), {}).empty());
        }
    }

    /// A neighbour that is a link is not opened before it is agreed to; then what it names is found too.
    void ofALessonsLinkedNeighbour()
    {
        write(u"secret/b.regard"_s, "{\"task\": {\"data\": \"/etc/passwd\"}}");
        link(u"mine/c.regard"_s, at(u"secret/b.regard"_s));
        write(u"mine/c.lesson"_s, "{\"format\": \"regard-lesson\", \"file\": \"c.regard\"}");
        const OutsidePlace neighbour{OutsidePlace::Kind::Project, at(u"mine/c.regard"_s), at(u"secret/b.regard"_s)};
        QCOMPARE(lessonPlaces(at(u"mine/c.lesson"_s), {}), std::vector<OutsidePlace>{neighbour});
        const std::vector<OutsidePlace> then = lessonPlaces(at(u"mine/c.lesson"_s), {neighbour.leadsTo});
        QCOMPARE(then.size(), std::size_t(2));
        QCOMPARE(then.back(), (OutsidePlace{OutsidePlace::Kind::Sentences, u"/etc/passwd"_s, u"/etc/passwd"_s}));
    }
};

REGARD_GUILESS_TEST(TestOutsidePlaces)
#include "test_outside_places.moc"
