#include "views/links/band_raster.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <new>
#include <utility>

#include <hwy/aligned_allocator.h>

#include "engine/kernels/in_parallel.h"
#include "views/links/band_kernels.h"
#include "views/links/band_pixels.h"
#include "views/links/band_profiles.h"

namespace regard {

namespace {

constexpr std::size_t sumFloats = 128 * 1024;        // of a tile: what fits in a core's cache while profiles pass by
constexpr std::size_t channelFloats = 96 * 1024;     // the same of its three channels
constexpr std::size_t mostFloats = 16 * 1024 * 1024; // of profiles at a time
constexpr double leastLevels = 0.5;                  // that all that is left out may change together

std::ptrdiff_t strideOf(int lanes)
{
    return (lanes + 2 * bandPadding - 1) / bandPadding * bandPadding + bandPadding;
}

/// Floats that begin with a line of the cache, as planes should.
class Floats {
public:
    explicit Floats(std::size_t count) : m_count(count), m_values(hwy::AllocateAligned<float>(count))
    {
        if (!m_values)
            throw std::bad_alloc();
        fill(0);
    }

    float *data() const { return m_values.get(); }
    void fill(float value) { std::fill_n(m_values.get(), m_count, value); }

private:
    std::size_t m_count;
    hwy::AlignedFreeUniquePtr<float[]> m_values;
};

/// Planes of a stretch of steps.
class Tile {
public:
    Tile(int planes, int firstStep, int steps, int lanes)
        : m_size(std::size_t(strideOf(lanes)) * std::size_t(steps)),
          m_values(m_size * std::size_t(planes) + bandPadding), m_shape{nullptr, strideOf(lanes), firstStep, steps,
                                                                        lanes}
    {
    }

    BandPlane plane(int index)
    {
        BandPlane plane = m_shape;
        plane.values = m_values.data() + m_size * std::size_t(index) + bandPadding;
        return plane;
    }
    void fill(float value) { m_values.fill(value); }

private:
    std::size_t m_size;
    Floats m_values;
    BandPlane m_shape;
};

} // namespace

class BandInk {
public:
    BandInk(QRgb color, int steps, int lanes)
        : m_color(color), m_steps(steps), m_lanes(lanes),
          m_values(std::size_t(strideOf(lanes)) * std::size_t(steps) + bandPadding)
    {
    }

    QRgb color() const { return m_color; }
    int steps() const { return m_steps; }
    BandPlane plane(int firstStep, int steps)
    {
        return {m_values.data() + bandPadding + firstStep * strideOf(m_lanes), strideOf(m_lanes), firstStep, steps,
                m_lanes};
    }
    void copyTo(const BandPlane &plane) const
    {
        const float *from = m_values.data() + bandPadding + plane.firstStep * plane.stride;
        std::copy(from, from + plane.steps * plane.stride - bandPadding, plane.values);
    }

private:
    QRgb m_color;
    int m_steps;
    int m_lanes;
    Floats m_values;
};

namespace {

/// What is painted in one go: bands of one colour, or bands to be mixed in their order.
struct Coat {
    BandProfiles::Sum sum;
    QRgb color;
    const BandInk *ink = nullptr; ///< where set, the bands are taken out of it
    std::vector<BandBatch> batches{};
};

/// A batch that is still to be worked out, for the coat of a number.
struct Waiting {
    std::size_t coat;
    const BandProfiles *profiles;
    std::size_t batch;
};

/// Works out batches and adds them to an image or to an ink, as many at a time as memory should take.
class Press {
public:
    Press(QSize size, bool vertical, const std::atomic<bool> *stop)
        : m_steps(vertical ? size.height() : size.width()), m_lanes(vertical ? size.width() : size.height()),
          m_stop(stop)
    {
    }

    int steps() const { return m_steps; }
    int lanes() const { return m_lanes; }
    void setImage(QImage &image, bool vertical)
    {
        const std::ptrdiff_t row = image.bytesPerLine();
        m_pixels = {image.bits(), vertical ? row : 4, vertical ? 4 : row};
    }
    void setInk(BandInk &ink) { m_ink = &ink; }

    /// Bands that are taken out of an ink have to come in the same go.
    void startFrom(const BandInk &ink)
    {
        m_coats.push_back({BandProfiles::Sum::Logs, ink.color(), &ink});
        m_firstStep = 0;
        m_endStep = m_steps;
    }

    void add(BandLayer layer, double faintest)
    {
        // To go over all pixels for a colour takes longer than to mix few bands one by one.
        const bool isOfInk = m_ink || (!m_coats.empty() && m_coats.front().ink);
        const bool isSparse = layer.bands.size() < std::size_t(m_lanes) / 2;
        const auto sum =
            isOfInk || (layer.hasOneColor() && !isSparse) ? BandProfiles::Sum::Logs : BandProfiles::Sum::Opacities;
        const BandProfiles &profiles = m_profiles.emplace_back(std::move(layer), sum, m_steps, m_lanes, faintest);
        for (std::size_t batch = 0; batch < profiles.batches() && !isStopped(); ++batch) {
            if (m_size + profiles.sizeOf(batch) > mostFloats && (m_coats.empty() || !m_coats.front().ink))
                flush();
            const bool isMore =
                !m_coats.empty() && sum == m_coats.back().sum &&
                (sum == BandProfiles::Sum::Opacities || m_coats.back().ink || m_coats.back().color == profiles.color());
            if (!isMore)
                m_coats.push_back({sum, profiles.color()});
            m_waiting.push_back({m_coats.size() - 1, &profiles, batch});
            m_size += profiles.sizeOf(batch);
            m_firstStep = std::min(m_firstStep, profiles.firstStep());
            m_endStep = std::max(m_endStep, profiles.endStep());
        }
    }

    void flush()
    {
        std::vector<BandBatch> made(m_waiting.size());
        inParallel(int(m_waiting.size()), [&](int i) {
            if (!isStopped())
                made[std::size_t(i)] = m_waiting[std::size_t(i)].profiles->batch(m_waiting[std::size_t(i)].batch);
        });
        for (std::size_t i = 0; i < made.size(); ++i)
            m_coats[m_waiting[i].coat].batches.push_back(std::move(made[i]));
        const bool hasChannels = std::any_of(m_coats.begin(), m_coats.end(),
                                             [](const Coat &coat) { return coat.sum == BandProfiles::Sum::Opacities; });
        const int planes = hasChannels ? 3 : 1;
        const std::size_t floats = hasChannels ? channelFloats / 3 : sumFloats;
        const int most = int(floats / std::size_t(strideOf(m_lanes)));
        const int tileSteps = std::max(bandPadding, most / bandPadding * bandPadding);
        inParallel((m_endStep - m_firstStep + tileSteps - 1) / tileSteps, [&](int tile) {
            const int first = m_firstStep + tile * tileSteps;
            const int steps = std::min(tileSteps, m_endStep - first);
            if (m_ink)
                addToInk(first, steps);
            else
                paintTile(planes, first, steps);
        });
        m_coats.clear();
        m_waiting.clear();
        m_size = 0;
        m_firstStep = m_steps;
        m_endStep = 0;
    }

private:
    bool isStopped() const { return m_stop && m_stop->load(std::memory_order_relaxed); }

    void addToInk(int first, int steps) const
    {
        Tile shining(1, first, steps, m_lanes);
        for (const Coat &coat : m_coats)
            addBatches(coat, 1, shining, m_ink->plane(first, steps));
    }

    /// `shining` is a plane of the same size.
    void addBatches(const Coat &coat, float sign, Tile &shining, const BandPlane &plane) const
    {
        const auto forEach = [&](auto visit) {
            for (const BandBatch &batch : coat.batches)
                if (!isStopped())
                    visit(batch);
        };
        // One plane after the other, each of which fills the cache.
        bool isCurved = false;
        forEach([&](const BandBatch &batch) {
            if (batch.curves.empty())
                return;
            if (!std::exchange(isCurved, true))
                shining.fill(1);
            multiplyCurves(batch.curves.data(), batch.curves.size(), shining.plane(0));
        });
        if (isCurved)
            addLogs(shining.plane(0), sign, plane);
        forEach(
            [&](const BandBatch &batch) { addProfiles(batch.profiles.data(), batch.profiles.size(), sign, plane); });
    }

    void paintTile(int planes, int first, int steps) const
    {
        Tile tile(planes, first, steps, m_lanes);
        bool isClear = true;
        for (const Coat &coat : m_coats) {
            if (isStopped())
                return;
            const bool isSum = coat.sum == BandProfiles::Sum::Logs;
            if (isSum && !isClear)
                tile.fill(0);
            isClear = false;
            if (isSum)
                paintSum(coat, tile, first, steps);
            else
                mixInOrder(coat, tile);
        }
    }

    void paintSum(const Coat &coat, Tile &tile, int first, int steps) const
    {
        const BandPlane plane = tile.plane(0);
        if (coat.ink)
            coat.ink->copyTo(plane);
        Tile shining(1, first, steps, m_lanes);
        addBatches(coat, coat.ink ? -1 : 1, shining, plane);
        paintPlane(plane, {float(qBlue(coat.color)), float(qGreen(coat.color)), float(qRed(coat.color))}, m_pixels);
    }

    void mixInOrder(const Coat &coat, Tile &tile) const
    {
        const BandPlane blue = tile.plane(0);
        const BandPlane green = tile.plane(1);
        const BandPlane red = tile.plane(2);
        readPixels(m_pixels, blue, green, red);
        for (const BandBatch &batch : coat.batches)
            for (const std::vector<BandProfile> *profiles : {&batch.profiles, &batch.curves}) // it has but one kind
                if (!isStopped())
                    mixProfiles(profiles->data(), profiles->size(), blue, green, red);
        writePixels(blue, green, red, m_pixels);
    }

    int m_steps;
    int m_lanes;
    const std::atomic<bool> *m_stop;
    BandPixels m_pixels{};
    BandInk *m_ink = nullptr;
    std::deque<BandProfiles> m_profiles; ///< a deque: batches point into them
    std::vector<Coat> m_coats;
    std::vector<Waiting> m_waiting;
    std::size_t m_size = 0; ///< of what waits, in floats
    int m_firstStep = 1 << 30;
    int m_endStep = 0;
};

/// What each band must change at least, so that all that are left out change a pixel by less than a level.
double faintestOf(const std::vector<BandLayer> &layers)
{
    std::size_t bands = 1;
    for (const BandLayer &layer : layers)
        bands += layer.bands.size();
    return leastLevels / 255 / double(bands);
}

void addAll(Press &press, std::vector<BandLayer> layers)
{
    const double faintest = faintestOf(layers);
    for (BandLayer &layer : layers)
        if (!layer.bands.empty())
            press.add(std::move(layer), faintest);
    press.flush();
}

} // namespace

void rasterBands(QImage &image, std::vector<BandLayer> layers, bool vertical, const std::atomic<bool> *stop)
{
    if (image.isNull() || image.depth() != 32)
        return;
    Press press(image.size(), vertical, stop);
    press.setImage(image, vertical);
    addAll(press, std::move(layers));
}

std::shared_ptr<const BandInk> inkOf(std::vector<BandLayer> layers, QSize size, bool vertical,
                                     const std::atomic<bool> *stop)
{
    Press press(size, vertical, stop);
    const QRgb color = layers.empty() || layers.front().paints.empty() ? 0 : layers.front().paints.front().color;
    auto ink = std::make_shared<BandInk>(color, press.steps(), press.lanes());
    press.setInk(*ink);
    addAll(press, std::move(layers));
    return ink;
}

void paintInk(QImage &image, const BandInk &ink, std::vector<BandLayer> without, bool vertical,
              const std::atomic<bool> *stop)
{
    if (image.isNull() || image.depth() != 32)
        return;
    Press press(image.size(), vertical, stop);
    press.setImage(image, vertical);
    press.startFrom(ink);
    addAll(press, std::move(without));
}

} // namespace regard
