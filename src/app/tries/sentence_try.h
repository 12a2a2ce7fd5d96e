#pragma once

#include <QString>

namespace regard {

class Document;

/// Another sentence that the model knows every word of and whose picture differs: one that is written for what is there
/// now; else the present one with its first and last longer words exchanged; where nothing is typed, an English one.
/// Empty where the present sentence has no two different words.
QString otherSentence(const Document &document);

} // namespace regard
