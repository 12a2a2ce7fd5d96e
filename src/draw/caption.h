#pragma once

#include <vector>

#include <QString>

namespace regard {

/// What stands above a picture that names states: words, and names that were put into their places.
class Caption {
public:
    Caption() = default;
    /// Takes one name.
    Caption(const QString &name) : m_text(name) {} // NOLINT(google-explicit-constructor): a plain text is a caption
    /// The pattern ("%1 − %2") with the captions in the places of %1, %2 and so on, whatever these hold.
    static Caption filled(const QString &pattern, const std::vector<Caption> &captions);

    const QString &text() const { return m_text; }

private:
    QString m_text;
};

} // namespace regard
