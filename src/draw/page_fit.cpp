#include "draw/page_fit.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace regard {

namespace {

constexpr double largestTypeShare = 1.0 / 22; // of the screen's height, of type
constexpr double leastTypeShare = 1.0 / 45;
constexpr double captionShare = 0.25;
constexpr double presentMargin = 0.03; // around pictures
constexpr int mostCaptionParts = 6;
constexpr double seenLarger = 1.15;
constexpr std::array splits{0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65};

/// Lists the types to try from the largest to the least, pixel by pixel.
std::vector<double> typesOf(double screenHeight, double factor)
{
    const double least = factor * screenHeight * leastTypeShare;
    std::vector<double> types;
    for (double type = factor * screenHeight * largestTypeShare; type > least; type -= 1)
        types.push_back(type);
    types.push_back(least);
    return types;
}

struct FittedCaption {
    double type = 0;
    double height = 0; ///< of the highest part
    int parts = 1;
};

/// Fits the caption in the fewest parts.
std::optional<FittedCaption> fittedCaption(const PageRequest &request, const std::vector<double> &types, double most)
{
    if (!request.captionHeight)
        return FittedCaption();
    for (int parts = 1; parts <= mostCaptionParts; ++parts)
        for (const double type : types) {
            double height = 0;
            for (int part = 0; part < parts && height <= most; ++part)
                height = std::max(height, request.captionHeight(request.screen.width(), type, part, parts));
            if (height <= most)
                return FittedCaption{type, height, parts};
        }
    return std::nullopt;
}

/// Arranges pictures on the space that the caption leaves.
class PictureSpace {
public:
    PictureSpace(const PageRequest &request, const std::vector<double> &types, double captionHeight)
        : m_request(request), m_types(types), m_margin(std::round(presentMargin * request.screen.height())),
          m_space(m_margin, m_margin, std::floor(request.screen.width() - 2 * m_margin),
                  std::floor(request.screen.height() - captionHeight - 2 * m_margin))
    {
    }

    std::optional<PresentedScreen> alone(std::size_t index, Names names) const
    {
        PresentedScreen screen{{{index, m_space}}};
        const std::size_t best = largestFitting(screen, names, m_types.size());
        return finished(screen, names, best);
    }

    std::optional<PresentedScreen> together(std::size_t first, std::size_t second) const
    {
        PresentedScreen chosen;
        std::size_t best = m_types.size();
        // What does not fit into all of the space fits into no part of it; each try lays a figure out.
        for (const std::size_t index : {first, second})
            if (!fit({{{index, m_space}}}, Names::All, best - 1))
                return std::nullopt;
        for (const bool isBeside : {true, false})
            for (const double share : splits) {
                PresentedScreen screen{{{first, part(isBeside, share, true)}, {second, part(isBeside, share, false)}}};
                const std::size_t own = largestFitting(screen, Names::All, best);
                // A less even split is worth it for type that is seen to be larger.
                if (own < best && (best == m_types.size() || m_types[own] >= seenLarger * m_types[best])) {
                    best = own;
                    chosen = std::move(screen);
                }
            }
        return finished(chosen, Names::All, best);
    }

private:
    QRectF part(bool isBeside, double share, bool isFirst) const
    {
        const double whole = (isBeside ? m_space.width() : m_space.height()) - m_margin;
        const double first = std::round(whole * share);
        const double from = isFirst ? 0 : first + m_margin;
        const double length = isFirst ? first : whole - first;
        return isBeside ? QRectF(m_space.left() + from, m_space.top(), length, m_space.height())
                        : QRectF(m_space.left(), m_space.top() + from, m_space.width(), length);
    }

    /// The place of the largest type, if it is before `end`, else `end`. A picture that fits in some type fits in a
    /// smaller one.
    std::size_t largestFitting(const PresentedScreen &screen, Names names, std::size_t end) const
    {
        if (end == 0 || m_space.height() <= 0 || !fit(screen, names, end - 1))
            return end;
        std::size_t from = 0;
        std::size_t fitting = end - 1;
        while (from < fitting) {
            const std::size_t middle = (from + fitting) / 2;
            if (fit(screen, names, middle))
                fitting = middle;
            else
                from = middle + 1;
        }
        return fitting;
    }

    bool fit(const PresentedScreen &screen, Names names, std::size_t type) const
    {
        return std::all_of(
            screen.pictures.begin(), screen.pictures.end(), [&](const PresentedScreen::Picture &picture) {
                return m_request.pictures[picture.index]->fits(picture.place.size(), m_types[type], names);
            });
    }

    std::optional<PresentedScreen> finished(PresentedScreen screen, Names names, std::size_t type) const
    {
        if (type == m_types.size())
            return std::nullopt;
        screen.type = m_types[type];
        screen.names = names;
        return screen;
    }

    const PageRequest &m_request;
    const std::vector<double> &m_types;
    double m_margin;
    QRectF m_space;
};

/// Pairs of pictures, and those alone that do not fit beside or below another.
std::optional<std::vector<PresentedScreen>> arranged(std::size_t pictures, const PictureSpace &space)
{
    std::vector<PresentedScreen> screens;
    for (std::size_t i = 0; i < pictures;) {
        if (i + 1 < pictures)
            if (const auto both = space.together(i, i + 1)) {
                screens.push_back(*both);
                i += 2;
                continue;
            }
        std::optional<PresentedScreen> one = space.alone(i, Names::All);
        if (!one)
            one = space.alone(i, Names::Some);
        if (!one)
            return std::nullopt;
        screens.push_back(*one);
        ++i;
    }
    return screens;
}

void addCaption(std::vector<PresentedScreen> &screens, const FittedCaption &caption, QSizeF screen)
{
    while (int(screens.size()) < std::max(1, caption.parts))
        screens.push_back(screens.empty() ? PresentedScreen() : screens.back());
    for (std::size_t i = 0; i < screens.size(); ++i) {
        screens[i].caption = QRectF(0, screen.height() - caption.height, screen.width(), caption.height);
        screens[i].captionType = caption.type;
        screens[i].captionParts = caption.parts;
        screens[i].captionPart = std::min(int(i), caption.parts - 1);
    }
}

/// Pictures that have the whole of their screens, and the caption behind them.
std::optional<std::vector<PresentedScreen>> withCaptionBehind(const PageRequest &request,
                                                              const std::vector<double> &types)
{
    const double height = request.screen.height();
    const double most = std::min(1.0, captionShare * std::max(1.0, request.factor)) * height;
    const std::optional<FittedCaption> caption = fittedCaption(request, types, most);
    if (!caption || !request.captionHeight || request.pictures.empty())
        return std::nullopt;
    auto screens = arranged(request.pictures.size(), PictureSpace(request, types, 0));
    if (!screens)
        return std::nullopt;
    std::vector<PresentedScreen> own(std::size_t(caption->parts));
    for (PresentedScreen &screen : own)
        screen.type = caption->type;
    addCaption(own, *caption, request.screen);
    screens->insert(screens->end(), own.begin(), own.end());
    return screens;
}

} // namespace

double leastPresentedType(double screenHeight)
{
    return screenHeight * leastTypeShare;
}

std::optional<std::vector<PresentedScreen>> presentedScreens(const PageRequest &request)
{
    const double height = request.screen.height();
    const std::vector<double> types = typesOf(height, request.factor);
    std::vector<double> mostCaptions{captionShare * request.factor * height};
    for (const double share : {1.0, 0.8, 0.6})
        mostCaptions.push_back(share * captionShare * std::min(1.0, request.factor) * height);
    double last = -1;
    for (const double most : mostCaptions) {
        const std::optional<FittedCaption> caption = fittedCaption(request, types, most);
        if (!caption || caption->height == last)
            continue;
        last = caption->height;
        auto screens = arranged(request.pictures.size(), PictureSpace(request, types, caption->height));
        if (!screens)
            continue;
        if (request.captionHeight)
            addCaption(*screens, *caption, request.screen);
        return screens;
    }
    return withCaptionBehind(request, types);
}

} // namespace regard
