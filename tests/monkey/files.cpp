#include "files.h"

#include <cstring>

#include <QFile>
#include <QtEndian>

#include "io/project/examples.h"
#include "paths.h"

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

/// A file of attention: one sentence, or two under prefixes; two heads, three tokens, every query looking at all of
/// them alike.
QByteArray attentionFile(bool hasTwo)
{
    constexpr std::size_t count = 2 * 3 * 3;
    QByteArray numbers(qsizetype(2 * count * sizeof(float)), '\0');
    for (std::size_t i = 0; i < 2 * count; ++i) {
        const float third = 1.0F / 3;
        std::memcpy(numbers.data() + i * sizeof(float), &third, sizeof third);
    }
    const QByteArray header = hasTwo ? R"({"__metadata__": {"format": "regard-attention", "title": "two", "sentences":
            "[{\"prefix\": \"1.\", \"tokens\": [\"the\", \"cat\", \"sat\"]}, {\"prefix\": \"2.\", \"tokens\": [\"a\", \"dog\", \"ran\"]}]"},
            "1.encoder.0.self.weights": {"dtype": "F32", "shape": [2, 3, 3], "data_offsets": [0, 72]},
            "2.encoder.0.self.weights": {"dtype": "F32", "shape": [2, 3, 3], "data_offsets": [72, 144]}})"
                                     : R"({"__metadata__": {"format": "regard-attention", "title": "one",
            "tokens": "[\"the\", \"cat\", \"sat\"]"},
            "encoder.0.self.weights": {"dtype": "F32", "shape": [2, 3, 3], "data_offsets": [0, 72]}})";
    QByteArray size(8, '\0');
    qToLittleEndian(quint64(header.size()), size.data());
    return size + header + numbers.first(numbers.size() / (hasTwo ? 1 : 2));
}

} // namespace

Files::Files(const QString &folder)
    : m_folder(folder), m_written{u"a.regard"_s,         u"b"_s,
                                  u"图.regard"_s,        u"a.lesson"_s,
                                  u"picture.svg"_s,      u"picture"_s,
                                  u"numbers.json"_s,     u"numbers.csv"_s,
                                  u"missing/c.regard"_s, goingFolder() + u"/d.regard"_s}
{
    m_folder.mkpath(u"."_s);
    m_folder.mkpath(u"empty"_s);
    m_folder.mkpath(goingFolder());
    m_names << u"empty"_s << u"missing.regard"_s << m_written;
    write(u"mine.regard"_s, QByteArray::fromStdString(exampleJson("three-inputs")));
    write(u"two & <b>two</b>.regard"_s, QByteArray::fromStdString(exampleJson("source-and-target")));
    write(u"中文.regard"_s, QByteArray::fromStdString(exampleJson("chinese")));
    write(u"trained.regard"_s, QByteArray::fromStdString(exampleJson("it")));
    write(u"broken.regard"_s, "{\"source\": ");
    write(u"nothing.regard"_s, {});
    write(u"sentences.txt"_s, "the cat sat\na dog ran\nthe dog sat\na cat ran\nthe cat ran\na dog sat\n");
    write(u"pairs.tsv"_s, "a b\tb a\nb c\tc b\na c\tc a\nc d\td c\nd a\ta d\nb d\td b\n");
    write(u"one.txt"_s, "one");
    // What a name without a suffix, or with another one, is completed to.
    for (const QString &name : {u"picture.pdf"_s, u"picture.svg"_s, u"a.regard.pdf"_s, u"a.regard.svg"_s})
        write(name, "no picture");
    write(u"bad-model/config.json"_s, "{\"model_type\": \"bert\"}");
    write(u"attention.safetensors"_s, attentionFile(false));
    write(u"sentences.safetensors"_s, attentionFile(true));
    write(u"inside/elsewhere.lesson"_s, R"({"format": "regard-lesson", "version": 3, "title": "Elsewhere",
        "file": "linked.regard", "pages": [{"title": "One", "text": "A page."}]})");
    QFile::link(path(u"mine.regard"_s), path(u"inside/linked.regard"_s)); // leads out of its folder
    const QDir lessons(QStringLiteral(REGARD_SOURCES "/resources/lessons"));
    for (const QString &name : {u"three-inputs.lesson"_s, u"query-key-value.lesson"_s}) {
        QFile::copy(lessons.filePath(name), path(name));
        m_names << name;
    }
    const QDir checkpoints(QStringLiteral(REGARD_TEST_DATA "/checkpoints"));
    for (const QString &name : checkpoints.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        m_folder.mkpath(name); // copied, because what is saved beside a model goes into its folder
        for (const QString &file : QDir(checkpoints.filePath(name)).entryList(QDir::Files))
            QFile::copy(checkpoints.filePath(name + u'/' + file), path(name + u'/' + file));
        m_names << name;
    }
}

void Files::write(const QString &name, const QByteArray &content)
{
    m_folder.mkpath(QFileInfo(path(name)).path());
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("%s cannot be written", qPrintable(path(name)));
    m_names << name;
}

} // namespace regard::monkey
