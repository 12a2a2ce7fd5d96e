#pragma once

#include <QString>

namespace regard {

class Document;

/// Another sentence that the model knows every word of and whose picture differs: one that is written for what is there
/// now, else an English one, else the present one with its first and last longer words exchanged. Empty where it has no
/// two different words.
QString otherSentence(const Document &document);

} // namespace regard
