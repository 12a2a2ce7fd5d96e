#pragma once

#include <vector>

#include "engine/base/matrix.h"
#include "engine/model/attention_place.h"
#include "engine/model/model_config.h"

namespace regard {

/// Whether the queries and keys of an attention are rotated: those of self-attentions, where positions are rotary, but
/// in layers that go without.
bool isRotated(const ModelConfig &config, const AttentionPlace &place);

/// The cosine and sine by which the two columns of a pair are rotated at a position.
struct Rotation {
    float angle = 0;  ///< in radians, position · frequency
    float cosine = 1; ///< times the model's rope_attention, as the sine is
    float sine = 0;
};

/// How an attention rotates the queries and keys of a sentence. Column c of each head is paired with column c + width /
/// 2, or with its neighbour where they are interleaved; columns from the width on stay as they are. Su et al. 2021,
/// equation 34. Frequencies and angles are rounded to float32, as in the programs that trained such models.
class Rotary {
public:
    /// Some scalings look at how many tokens the sentence has. An attention that does not rotate has no pairs.
    Rotary(const ModelConfig &config, const AttentionPlace &place, Eigen::Index tokens);

    int pairs() const { return int(m_frequencies.size()); }
    int width() const { return 2 * pairs(); }
    bool holds(int column) const { return column < width(); }
    /// The pair of a column of a head, below width(), the pair's first column, and the column that one is paired with.
    int pairOf(int column) const { return m_isInterleaved ? column / 2 : column % pairs(); }
    int columnOf(int pair) const { return m_isInterleaved ? 2 * pair : pair; }
    int partnerOf(int column) const { return isFirst(column) ? column + distance() : column - distance(); }
    bool isFirst(int column) const { return m_isInterleaved ? column % 2 == 0 : column < pairs(); }
    /// How far apart the two columns of a pair are.
    int distance() const { return m_isInterleaved ? 1 : pairs(); }
    /// Whether the frequencies are those of the model's scaling; a layer with a window may have a base of its own.
    bool isScaled() const { return !m_hasOwnTheta; }
    double theta() const { return m_theta; }
    float frequency(int pair) const { return m_frequencies[std::size_t(pair)]; }
    Rotation at(int position, int pair) const;

    /// Rotates every row by its own position: of a pair (a, b), a becomes a · cos − b · sin and b becomes b · cos + a ·
    /// sin. x is n × heads · d_key, with row i at position i. Being linear, it rotates a derivative too.
    void rotate(Matrix &x) const;
    /// Rotates one row so by a position.
    void rotateRow(Eigen::Ref<Eigen::RowVectorXf> x, int position) const;

private:
    int m_dKey;
    bool m_isInterleaved;
    float m_attention;
    double m_theta;
    bool m_hasOwnTheta = false;       ///< that of the layers with a window
    std::vector<float> m_frequencies; ///< of each pair
};

/// Two sentences for which this is the same number are rotated by the same frequencies.
int rotaryLength(const ModelConfig &config, Eigen::Index tokens);

} // namespace regard
