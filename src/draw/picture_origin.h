#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace regard {

/// What a picture's file says of itself beside the picture. Empty strings and lists are left out.
struct PictureOrigin {
    PictureOrigin(QString titled = {}) : title(std::move(titled)) {}
    PictureOrigin(QString titled, QString made, QStringList by)
        : title(std::move(titled)), program(std::move(made)), command(std::move(by))
    {
    }

    QString title;
    QString program;     ///< and its version: "Regard 1.0.0"
    QStringList command; ///< the arguments that made it, the command's name first; files without their folders

    /// Program and command as XMP (ISO 16684-1): title and creator tool by their usual names, the command as a JSON
    /// list in `regard:command`. An rdf:RDF element; empty where there is neither.
    QByteArray rdf() const;
    /// rdf() as a packet of its own; empty where that is.
    QByteArray xmp() const;
    /// The command as a PNG's text chunks have it.
    QString commandText() const;
};

/// The key of the text chunk in which a PNG keeps the command, beside Title and Software.
inline constexpr const char *pngCommandKey = "Regard";

/// The command in the bytes of an SVG, PDF or PNG that this program wrote. Throws Error, a sentence, where there is
/// none or it is damaged.
QStringList commandIn(const QByteArray &picture);

} // namespace regard
