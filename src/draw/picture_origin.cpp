#include "draw/picture_origin.h"

#include <algorithm>

#include <QJsonArray>
#include <QJsonDocument>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>
#include <QtEndian>

#include "engine/base/errors.h"
#include "engine/base/message.h"

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

constexpr auto rdfSpace = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"_L1;
constexpr auto dcSpace = "http://purl.org/dc/elements/1.1/"_L1;
constexpr auto xmpSpace = "http://ns.adobe.com/xap/1.0/"_L1;
constexpr auto ownSpace = "urn:io.github.regard:figure:1"_L1;

/// XML allows no other control characters.
QString readableOrigin(QString text)
{
    text.removeIf([](QChar c) { return (c.unicode() < 0x20 && c != u'\n' && c != u'\t') || c.isNonCharacter(); });
    return text;
}

QString textOfXml(const QByteArray &picture)
{
    // The packet of a PDF lies between other objects; nothing before it may look like one.
    const qsizetype begin = picture.indexOf("<rdf:RDF");
    const qsizetype end = picture.indexOf("</rdf:RDF>", begin);
    if (begin < 0 || end < 0)
        return {};
    QXmlStreamReader xml(picture.mid(begin, end - begin + qsizetype(sizeof("</rdf:RDF>")) - 1));
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.namespaceUri() == ownSpace &&
            xml.name() == "command"_L1)
            return xml.readElementText();
    return {};
}

QByteArray inflated(const QByteArray &text)
{
    constexpr qsizetype most = qsizetype{1} << 18; // it grows a thousandfold at most
    if (text.isEmpty() || text.size() > most)
        return {};
    QByteArray sized(sizeof(quint32), '\0');
    qToBigEndian(quint32(4 * text.size()), sized.data()); // a guess
    return qUncompress(sized + text);
}

/// The command in a chunk of a PNG, whose type says how it is written; empty where it is another one.
QString textOfChunk(const QByteArray &type, const QByteArray &data)
{
    const QByteArray key = QByteArray(pngCommandKey) + '\0';
    if (!data.startsWith(key))
        return {};
    const QByteArray rest = data.mid(key.size());
    if (type == "tEXt")
        return QString::fromLatin1(rest);
    if (type == "zTXt")
        return QString::fromLatin1(inflated(rest.mid(1)));
    const qsizetype language = rest.indexOf('\0', 2);
    const qsizetype translated = rest.indexOf('\0', language + 1);
    if (type != "iTXt" || language < 0 || translated < 0)
        return {};
    const QByteArray text = rest.mid(translated + 1);
    return QString::fromUtf8(rest[0] == 0 ? text : inflated(text));
}

/// Reads the chunks itself: libpng would write of a damaged file to standard error.
QString textOfPng(const QByteArray &picture)
{
    constexpr qsizetype around = 12; // length and type before a chunk's data, checksum behind it
    for (qsizetype at = 8; at + around <= picture.size();) {
        const qsizetype size = qFromBigEndian<quint32>(picture.constData() + at);
        if (size > picture.size() - at - around)
            break;
        if (const QString text = textOfChunk(picture.mid(at + 4, 4), picture.mid(at + 8, size)); !text.isEmpty())
            return text;
        at += around + size;
    }
    return {};
}

} // namespace

QString PictureOrigin::commandText() const
{
    return command.isEmpty()
               ? QString()
               : QString::fromUtf8(QJsonDocument(QJsonArray::fromStringList(command)).toJson(QJsonDocument::Compact));
}

QByteArray PictureOrigin::rdf() const
{
    if (program.isEmpty() && command.isEmpty())
        return {};
    QByteArray bytes;
    QXmlStreamWriter xml(&bytes);
    xml.writeNamespace(rdfSpace, "rdf"_L1);
    xml.writeNamespace(dcSpace, "dc"_L1);
    xml.writeNamespace(xmpSpace, "xmp"_L1);
    xml.writeNamespace(ownSpace, "regard"_L1);
    xml.writeStartElement(rdfSpace, "RDF"_L1);
    xml.writeStartElement(rdfSpace, "Description"_L1);
    xml.writeAttribute(rdfSpace, "about"_L1, QString());
    if (!title.isEmpty()) {
        xml.writeStartElement(dcSpace, "title"_L1);
        xml.writeStartElement(rdfSpace, "Alt"_L1);
        xml.writeStartElement(rdfSpace, "li"_L1);
        xml.writeAttribute("xml:lang"_L1, "x-default"_L1);
        xml.writeCharacters(readableOrigin(title));
        for (int element = 0; element < 3; ++element)
            xml.writeEndElement();
    }
    if (!program.isEmpty())
        xml.writeTextElement(xmpSpace, "CreatorTool"_L1, program);
    if (!command.isEmpty())
        xml.writeTextElement(ownSpace, "command"_L1, readableOrigin(commandText()));
    xml.writeEndElement();
    xml.writeEndElement();
    return bytes;
}

QByteArray PictureOrigin::xmp() const
{
    const QByteArray inner = rdf();
    return inner.isEmpty() ? QByteArray()
                           : R"(<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>)"
                             R"(<x:xmpmeta xmlns:x="adobe:ns:meta/">)" +
                                 inner + R"(</x:xmpmeta><?xpacket end="w"?>)";
}

QStringList commandIn(const QByteArray &picture)
{
    const QString text = picture.startsWith("\x89PNG") ? textOfPng(picture) : textOfXml(picture);
    if (text.isEmpty())
        throw Error(Message::tr("says no command that made it; pictures of regard export do, unless they were written "
                                "with --no-metadata"));
    const QJsonDocument document = QJsonDocument::fromJson(text.toUtf8());
    const QJsonArray words = document.array();
    const bool isList = document.isArray() && !words.isEmpty() &&
                        std::all_of(words.begin(), words.end(), [](const QJsonValue &word) { return word.isString(); });
    if (!isList)
        throw Error(Message::tr("is damaged: its command is no list of arguments"));
    QStringList command;
    for (const QJsonValue &word : words)
        command.append(word.toString());
    return command;
}

} // namespace regard
