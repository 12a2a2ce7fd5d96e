#include "figures/file/picture_origin.h"

#include <algorithm>

#include <QBuffer>
#include <QImageReader>
#include <QJsonArray>
#include <QJsonDocument>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

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
QString readable(QString text)
{
    text.removeIf([](QChar c) { return (c.unicode() < 0x20 && c != u'\n' && c != u'\t') || c.isNonCharacter(); });
    return text;
}

QString textOfXml(const QByteArray &picture)
{
    // Of a PDF the packet lies between other objects; nothing before it may say the same.
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

QString textOfPng(QByteArray picture)
{
    QBuffer buffer(&picture);
    return QImageReader(&buffer, "png").text(QString::fromLatin1(pngCommandKey));
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
        xml.writeCharacters(readable(title));
        for (int element = 0; element < 3; ++element)
            xml.writeEndElement();
    }
    if (!program.isEmpty())
        xml.writeTextElement(xmpSpace, "CreatorTool"_L1, program);
    if (!command.isEmpty())
        xml.writeTextElement(ownSpace, "command"_L1, readable(commandText()));
    xml.writeEndElement();
    xml.writeEndElement();
    return bytes;
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
