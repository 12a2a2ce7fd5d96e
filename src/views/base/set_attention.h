#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "engine/model/interventions.h"
#include "engine/model/model.h"
#include "engine/pass/trace.h"

namespace regard {

class Document;
struct Selection;

/// A link that was set by hand or cut, in the tokens of a picture.
struct HandLink {
    int head = 0;
    int query = 0;
    int key = 0;
    bool isGone = false; ///< it is cut, or its weight is set to 0

    auto operator<=>(const HandLink &) const = default;
};

/// Those of these heads of the attention and layer in view, sorted; of merged tokens where any of their pairs is.
std::vector<HandLink> handLinks(const Model &model, const Trace &trace, const Selection &within,
                                const std::vector<int> &heads);

/// "it → cat", in the words of the present sentences.
QString linkName(const Document &document, Attention attention, const LinkRef &link);

// These change the present model in one undo step. Tokens are positions of the present sentences, those of a word
// together. Each returns the sentence that says why it cannot be; empty where it is done.

/// In every query's row the keys together become that weight, in proportion to what they have (all zero: alike), or
/// are as computed again. `clears`: nothing else stays set in these rows. Without queries: those of all tokens that may
/// attend to the keys.
QString setAttention(Document *document, const HeadRef &head, std::vector<int> queries, const std::vector<int> &keys,
                     std::optional<double> weight, bool clears = false);
/// The link's weight goes to another one, and none is left.
QString moveAttention(Document *document, const HeadRef &head, const std::vector<int> &fromQueries,
                      const std::vector<int> &fromKeys, const std::vector<int> &toQueries,
                      const std::vector<int> &toKeys);
/// The share that the queries give the keys: summed over these, the mean over those; nothing before it is computed.
std::optional<double> presentWeight(Document *document, const HeadRef &head, const std::vector<int> &queries,
                                    const std::vector<int> &keys);
/// The number that was typed, with a point or a comma; nothing where it is none from 0 to 1.
std::optional<double> typedWeight(const QString &text);

} // namespace regard
