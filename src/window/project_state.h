#pragma once

#include <QString>

namespace regard {

class Document;

/// "4,288 weights", with that a run trains them; empty where the document has no model.
QString weightsText(Document &document);
/// The tensors of a checkpoint's files that the model does not use; empty: it uses all. Poolers and other heads are
/// common: they are not worth a line over the pictures.
QString unusedTensorsText(const Document &document);

} // namespace regard
