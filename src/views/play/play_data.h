#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QString>
#include <QStringList>

namespace regard {

// How one query comes to look at the keys, as a play of a few scenes: plain data, every number the trace's own.

/// A part of the play, in the order in which they come.
enum class PlayScene { Meet, Score, Scale, Mask, Softmax, Weigh };

/// What a score is made of: q · k, (q W_g) · k or w_a · tanh(q + k).
enum class PlayScore { Dot, General, Additive };

/// What makes weights: the softmax of the scores, the same for every allowed key in its place, or numbers that are
/// there without scores, because a file says them or because those of pieces were summed.
enum class PlayWeights { Softmax, Uniform, ByHand, Given };

struct PlayKey {
    QString name;
    int key = 0;             ///< its position; −1: the others together
    int count = 1;           ///< of the keys that it stands for
    std::vector<double> k{}; ///< empty where it is unknown, or several
    std::vector<double> v{}; ///< empty where it is unknown, or several
    double score = 0;
    double scaled = 0;      ///< what the softmax reads: the score ÷ √d_key ÷ temperature, as far as there are any
    double exponential = 0; ///< of it; 0 where masked
    double weight = 0;
    bool isMasked = false;
};

struct PlayData {
    QString place;     ///< "layer 1 · head 1"
    QString queryName; ///< of the token that asks
    int query = 0;
    int own = -1; ///< the position of the key that is the query itself; −1: they are two sentences
    int key = 0;  ///< the position of the key that is spoken of
    int head = 0; ///< whose colour the links have
    PlayScore score = PlayScore::Dot;
    PlayWeights made = PlayWeights::Softmax;
    std::vector<double> q{};        ///< what asks: of a general score q W_g
    std::vector<double> additive{}; ///< w_a, of an additive score
    std::vector<PlayKey> keys{};    ///< in the order of the sentence, what stands for several last
    int dKey = 0;                   ///< where scores are divided by its root, else 0
    QString scale{};                ///< `÷ √8 + b`, what makes scaled scores of scores; empty: nothing does
    double temperature = 1;
    bool hasMask = false;
    double shift = 0;             ///< subtracted from each score before exp, where exp would not fit otherwise
    double sum = 0;               ///< of all exponentials, the sink's among them
    std::optional<double> sink{}; ///< the sink's exponential, which has no key; nothing: there is none
    std::vector<double> output{}; ///< Σ weight × v; empty where v is unknown
    bool isOfWords = false;       ///< weights of pieces were summed
    QStringList notes{};          ///< what else there is to say

    /// The key that is spoken of.
    const PlayKey &chosen() const;
    bool hasScores() const { return made != PlayWeights::Given; }
    bool isDivided() const { return !scale.isEmpty() || temperature != 1; }
    int maskedKeys() const;
    int keyCount() const; ///< all of them, also where one entry stands for several
};

/// The scenes that there are, in order: no scores where they are unknown, no division or mask where nothing is divided
/// or masked.
std::vector<PlayScene> playScenes(const PlayData &data);

/// How long a scene is, and all of them.
double secondsOf(PlayScene scene);
double playSeconds(const PlayData &data);

/// A place in the play.
struct PlayMoment {
    int index = 0; ///< of the scene, among those that there are
    PlayScene scene = PlayScene::Weigh;
    double share = 1; ///< of the scene that is over, 0 … 1
};

/// Beyond its ends the first or the last moment.
PlayMoment momentAt(const PlayData &data, double seconds);
/// When a scene begins; where `index` is the number of scenes, when the play ends.
double startOf(const PlayData &data, int index);
/// The moment of a scene at which everything that it brings is seen, as a still picture of it shows it.
double tellingMoment(const PlayData &data, int index);

/// How much of a scene is over at a moment: 0 before it begins, 1 once it has ended.
double shareOf(PlayScene scene, const PlayMoment &moment);

/// Returns the data with the `most` keys of the largest weights, the one that is spoken of among them, and one entry
/// for all others. The data stays as it is where it has no more.
PlayData withLargestKeys(PlayData data, int most);

} // namespace regard
