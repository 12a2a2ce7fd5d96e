#pragma once

#include <optional>

#include <QString>

#include "engine/model/interventions.h"

namespace regard {

class Document;

// The functions below serve every view that shows or changes which heads are switched off or have a temperature.

/// Whether what the head computes is replaced: by its own replacement, or by its sublayer's.
bool isReplaced(const Interventions &interventions, const HeadRef &head);

/// Whether none of what the head gathers is passed on: it, or its sublayer, has zeros or a mean for its output. The
/// output of a head made uniform is passed on, and its weights are those that are seen.
bool isSwitchedOff(const Interventions &interventions, const HeadRef &head);

/// "switched off: zeros in place of its output", "temperature 2", both with a comma; empty where nothing is changed.
/// Whether weights of the head are set by hand, or links of it cut.
bool isByHand(const Interventions &interventions, const HeadRef &head);
QString interventionText(const Interventions &interventions, const HeadRef &head);

/// Sets the replacement of one head; nothing: removes it. One undo step; none where nothing changes.
void replaceHead(Document *document, const HeadRef &head, std::optional<Replacement> replacement);

/// Switches a head off, with zeros in place of its output, or on again.
void switchHead(Document *document, const HeadRef &head);

} // namespace regard
