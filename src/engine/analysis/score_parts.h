#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/stream_parts.h"
#include "engine/model/attention_place.h"

namespace regard {

/// What a score is compared with. Softmax takes no notice of what all keys of a query share.
enum class ScoreReference {
    Mean,    ///< the mean over the keys that the query may attend to
    Key,     ///< the score of another key
    Nothing, ///< 0: the score as computed
};

/// The scaled score of one query and one key of one head.
struct ScoreQuestion {
    AttentionPlace place;
    int head = 0;
    int query = 0;
    int key = 0;
    ScoreReference reference = ScoreReference::Mean;
    int otherKey = 0; ///< of ScoreReference::Key

    bool operator==(const ScoreQuestion &) const = default;
};

/// A scaled score (before mask and softmax) less what it is compared with, as a sum over a part of the query's row and
/// a part of the key's row, less the same part of the other keys' rows.
struct ScoreParts {
    std::vector<StreamPart> queryParts; ///< in the order of computation
    std::vector<StreamPart> keyParts;
    Jacobian pairs;      ///< query parts × key parts; they sum, with `distance`, to `total`
    double distance = 0; ///< what is added by how far key and query are apart
    bool hasDistance = false;
    double total = 0;         ///< as the pass computed it, before a soft cap
    Eigen::RowVectorXd query; ///< d_key, the query, through W_g where there is one
    Eigen::RowVectorXd key;   ///< d_key, the key less those that it is compared with

    Eigen::VectorXd ofQueryParts() const { return pairs.rowwise().sum(); }
    Eigen::VectorXd ofKeyParts() const { return pairs.colwise().sum().transpose(); }
};

/// The sentence that says why the scores of an attention are no sum over such parts; empty: they are.
std::string reasonForNoScoreParts(const Model &model, Attention attention);

/// Throws InputError where the query may not attend to the key, or to the other one. Norms of q and k are held as those
/// of the stream; both are rotated as in the pass. Call it where reasonForNoScoreParts() is empty.
ScoreParts scoreParts(const Model &model, const Trace &trace, const ScoreQuestion &question);

/// What each key of an earlier head brings to that head's part of the score, of the query's row or of the key's own row
/// (without those that it is compared with). Empty where the head's output is not its weights · values. part is one of
/// the parts' with PartKind::Head.
std::vector<double> scorePartByKeys(const Model &model, const Trace &trace, const ScoreQuestion &question,
                                    const ScoreParts &parts, bool isOfKey, const StreamPart &part);

/// What each key brings to the part of a head that one column read of a row: α · v · ofValues.
std::vector<double> partByKeys(const ModelConfig &config, const Trace &trace, const ReadPart &read, int row);

} // namespace regard
