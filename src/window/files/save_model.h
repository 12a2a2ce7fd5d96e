#pragma once

class QWidget;

namespace regard {

class Document;

/// Asks for the name of a new folder, and writes the document's trained model with its edits there. Tells the user why
/// where it cannot be.
void saveModelAs(const Document &document, QWidget *window);

} // namespace regard
