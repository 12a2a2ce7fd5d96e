#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "document/shown/shown.h"
#include "engine/analysis/logit_parts.h"
#include "engine/analysis/score_parts.h"
#include "io/checkpoint/checkpoint.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/summaries/bar_list_figure.h"

namespace regard {

/// What a logit is compared with.
enum class LogitReference { Second, Word, Nothing };

/// What the two views are asked; each reads its own.
struct PartsQuestion {
    ScoreReference reference = ScoreReference::Mean;
    int otherKey = 0;                  ///< of ScoreReference::Key
    std::optional<std::string> word{}; ///< as the vocabulary spells it; nothing, or one that it lacks: the likeliest
    LogitReference rather = LogitReference::Second;
    std::string otherWord{};                        ///< of LogitReference::Word; one that is lacking: as of Second
    std::optional<StreamPart> head{};               ///< whose keys are listed; nothing: the head that adds most
    std::shared_ptr<const Checkpoint> checkpoint{}; ///< names the words of its vocabulary; null: as they are spelled

    bool operator==(const PartsQuestion &) const = default;
};

/// A list of bars, with the part that each row stands for.
struct PartsList {
    BarListData bars;
    std::vector<std::optional<StreamPart>> parts{}; ///< one a row; nothing: of several parts, or of none
    bool isOfKey = false;                           ///< of a score: of the key's row, else of the query's
    bool isWhole = false;                           ///< its rows sum to what is explained
    bool isBeside = false;                          ///< stands to the right of the list before it where there is room
};

/// A score or a logit as a sum of parts. Plain data.
struct PartsData {
    QString title;
    QStringList sentences; ///< what the numbers say, plainly
    std::vector<PartsList> lists;
    std::optional<HeatmapData> map{}; ///< below the lists
    /// The part of each cell of the map, row by row; nothing: there is none. Empty: its cells are of several parts.
    std::vector<std::optional<StreamPart>> mapParts{};
    QString whyNone{}; ///< a sentence in place of all that
};

/// Why the query in focus looks at its key: parts of their scaled score. The state is token by token.
PartsData scorePartsData(const ShownState &state, const PartsQuestion &question);

/// The pair that is explained, of the head in view: that of the sentence below the pictures. There must be a result.
Selection withScorePair(const ShownState &state);
ScoreQuestion scoreQuestion(const ShownState &state, const PartsQuestion &question);

/// What pushes a word: parts of its logit at the query in focus, else at the masked word or at the end of the text.
PartsData logitPartsData(const ShownState &state, const PartsQuestion &question);

/// Words keep their spelling while the vocabulary changes, as that of a toy does with its sentence.
LogitQuestion logitQuestion(const ShownState &state, const PartsQuestion &question);

/// Why there are no parts of scores, or of logits, of what is shown; empty: there are.
QString noScorePartsText(const ShownState &state);
QString noLogitPartsText(const ShownState &state, const Checkpoint *checkpoint);

/// The word of a trace's vocabulary that is spelled, or shown, so; −1: none.
int wordSpelled(const Trace &trace, const Checkpoint *checkpoint, const QString &text);

} // namespace regard
