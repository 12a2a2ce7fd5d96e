#pragma once

#include <QString>

namespace regard {

class Document;

/// What a picture's heading says while weights are random; empty where they are not.
QString randomnessText(const Document &document);

} // namespace regard
