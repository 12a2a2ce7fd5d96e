#pragma once

#include <QByteArray>
#include <QString>
#include <QXmlStreamReader>

namespace regard {

/// What is written in an SVG picture, without its metadata: a blank after each piece, and where a line breaks.
inline QString drawnText(const QByteArray &svg)
{
    QString text;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
            text += reader.readElementText().trimmed() + QLatin1Char(' ');
    return text;
}

/// Whether these words are written in it, on however many lines.
inline bool isDrawn(const QByteArray &svg, QString words)
{
    return drawnText(svg).remove(QLatin1Char(' ')).contains(words.remove(QLatin1Char(' ')));
}

} // namespace regard
