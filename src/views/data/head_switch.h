#pragma once

#include <optional>

#include <QString>

#include "engine/model/interventions.h"

namespace regard {

class Document;

// Heads that are switched off, or whose softmax has a temperature, wherever a person sees or does it.

/// Whether anything stands in place of what the head computes: its own replacement, or its sublayer's.
bool isReplaced(const Interventions &interventions, const HeadRef &head);

/// Whether nothing of what the head gathers goes on: it, or its sublayer, has zeros or a mean for its output. A head
/// made uniform goes on, and its weights are those that are seen.
bool isSwitchedOff(const Interventions &interventions, const HeadRef &head);

/// What is done to a head, for the eye and in words.
struct HeadIntervention {
    bool isOff = false;  ///< as isReplaced() says
    bool isBent = false; ///< its softmax has another temperature than 1
    QString text;        ///< interventionText()

    bool operator==(const HeadIntervention &) const = default;
};
HeadIntervention interventionOf(const Interventions &interventions, const HeadRef &head);

/// "switched off: zeros in place of its output", "temperature 2", both with a comma; empty where nothing is changed.
QString interventionText(const Interventions &interventions, const HeadRef &head);

/// Puts a replacement in the place of one head, nothing: takes it away. One undo step; nothing where it is so already.
void replaceHead(Document *document, const HeadRef &head, std::optional<Replacement> replacement);

/// Switches a head off, with zeros in place of its output, or on again.
void switchHead(Document *document, const HeadRef &head);

} // namespace regard
