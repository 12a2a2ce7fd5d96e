#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "views/links/band_kernels.h"
#include "views/links/band_layer.h"

namespace regard {

/// Profiles with the values that they point to.
struct BandBatch {
    std::vector<float> values;
    std::vector<BandProfile> profiles;
    std::vector<BandProfile> curves; ///< without values: curved bands worked out one by one
};

/// A layer's bands made ready for an image, batch by batch. Bands between places equally far apart are parallel: from
/// step to step they move along the lanes and stay the same. So a band is worked out once, and parallel bands that are
/// many share one profile. Parallel curved bands are displaced along the lanes and as steep as each other in each step:
/// faint ones share profiles of classes of slope, others are worked out where they are added.
class BandProfiles {
public:
    /// What a profile adds up to: logarithms of what shines through, in any order, or opacities to be mixed in order.
    enum class Sum { Logs, Opacities };

    /// The image has `steps` and `lanes`; bands outside it are left out, and those of an opacity times coverage below
    /// `faintest`.
    BandProfiles(BandLayer layer, Sum sum, int steps, int lanes, double faintest);

    int firstStep() const { return m_firstStep; }
    int endStep() const { return m_endStep; }
    QRgb color() const { return m_layer.paints.front().color; }
    std::size_t batches() const { return m_batches.size(); }
    /// How many floats a batch holds.
    std::size_t sizeOf(std::size_t batch) const { return m_batches[batch].size; }
    /// The profiles point into this object too.
    BandBatch batch(std::size_t batch) const;

private:
    /// How a band is worked out: from Shared on, with kind − Shared bits of phases above the fewest, in the profile of
    /// all that share them.
    using Kind = std::uint8_t;
    static constexpr Kind LeftOut = 0;
    static constexpr Kind Alone = 1;
    static constexpr Kind Shared = 2;
    static constexpr int mostPhaseBits = 4;
    static constexpr int sharings = mostPhaseBits - fewestPhaseBits + 1;

    struct Slant {
        double slope;     ///< lanes a step; of a curve the mean
        double steepness; ///< its magnitude where it is largest, not 0
        double widening;  ///< of a width, where it is measured along the lanes
    };
    /// Steps in which parallel bands are about as steep: all of a straight one's, of a curved one's some on its way
    /// out and some on its way in.
    struct SlopeClass {
        double steepness;
        std::array<std::pair<int, int>, 2> steps; ///< the first, and one past the last
    };
    /// The parallel bands of one paint and number of phases in a batch; lanes as laneAtStart() has them.
    struct Sharing {
        std::size_t count = 0;
        double low = 0;
        double high = 0;
        double lanes = 0; ///< of each alone, summed, and the cost of reaching them

        void add(const Sharing &other);
        bool isWorthwhile() const { return count > 0 && lanes > high - low; }
    };
    /// The layer's bands from `begin` to before `end`.
    struct Batch {
        std::size_t begin;
        std::size_t end;
        std::size_t size = 0;
        std::vector<std::array<Sharing, sharings>> shared; ///< of each paint, by bits above the fewest
    };
    /// The place of a profile's values, and their number.
    struct Room {
        double low; ///< lane of the first, at the middle of step 0; a whole one
        int length;
        int phaseBits;
        std::ptrdiff_t stride() const;
        int lead() const;
        std::size_t size() const;
        float *takenFrom(float *&at) const;
    };

    void weighSteps(int steps);
    void sortByDistance();
    void cutIntoBatches();
    void sortOut(Batch &batch);
    void settle(Batch &batch);
    bool isSoonWorkedOut(const Sharing &sharing) const;
    bool isCurved() const { return m_layer.course != BandLayer::Course::Straight; }
    void followCurve();
    Slant slantOf(const BandLayer::Band &band) const;
    double opacityOf(const BandLayer::Band &band) const;
    bool isLeftOut(const BandLayer::Band &band, const Slant &slant) const;
    double laneAtStart(const BandLayer::Band &band, const Slant &slant) const;
    double reachOf(const BandLayer::Band &band, const Slant &slant) const;
    int phaseBitsOf(const BandLayer::Band &band, const Slant &slant) const;
    Kind kindOf(const BandLayer::Band &band, const Slant &slant) const;
    std::vector<SlopeClass> classesOf(const Slant &slant, std::size_t sharing) const;
    Room sharedRoom(const Sharing &sharing, std::size_t bits) const;
    Room ownRoom(const BandLayer::Band &band, const Slant &slant) const;
    static Room roomFor(double low, double high, int phaseBits);
    void workOut(const BandLayer::Band &band, const Slant &slant, double steepness, const Room &room,
                 float *values) const;
    std::pair<int, int> stepsInView(const Slant &slant, const Room &room) const;
    std::pair<int, int> curveStepsInView(const BandLayer::Band &band, const Slant &slant) const;
    BandProfile profileOf(const BandLayer::Band &band, const Slant &slant, const Room &room, const float *values,
                          std::pair<int, int> steps) const;
    BandProfile curveOf(const BandLayer::Band &band, const Slant &slant) const;

    BandLayer m_layer;
    Sum m_sum;
    int m_lanes;
    double m_faintest;
    int m_firstStep = 0;
    int m_endStep = 0;
    std::vector<std::vector<float>> m_stepWeights; ///< of each paint: what it covers of each step
    std::vector<double> m_shares;                  ///< of a curved layer: where a curve is in each piece of each step
    std::vector<float> m_moves;                    ///< how much of its rise lies there
    int m_pieces = 1;                              ///< that a step of a curved layer is cut into
    std::vector<Kind> m_kinds;                     ///< of each band
    std::vector<Batch> m_batches;
};

} // namespace regard
