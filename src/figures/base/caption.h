#pragma once

#include <vector>

#include <QFont>
#include <QString>

namespace regard {

/// A line of words that always stay and names that are shortened, each by itself, where not all of it fits.
class Caption {
public:
    Caption() = default;
    /// One name.
    Caption(const QString &name); // NOLINT(google-explicit-constructor): a plain text is a caption
    /// The pattern ("%1 − %2"), its words fixed, with the captions in the places of %1, %2 and so on.
    static Caption filled(const QString &pattern, const std::vector<Caption> &captions);

    /// In full.
    QString text() const;
    /// What fits into `width` pixels, as a picture can show it. Where not even the words do, their beginning and end.
    QString within(const QFont &font, double width) const;

private:
    struct Part {
        QString text;
        bool isName = false;
    };
    std::vector<Part> m_parts;
};

} // namespace regard
