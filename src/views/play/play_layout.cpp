#include "views/play/play_layout.h"

#include <algorithm>
#include <array>

#include "draw/text_width.h"
#include "draw/theme.h"

namespace regard {

namespace {

// The width from which the play is wide, in lines of type.
constexpr double widePlay = 68;
constexpr double highPlay = 28;
constexpr double leastType = 12; ///< CSS pixels
constexpr double mostType = 72;  ///< CSS pixels
constexpr double leastRow = 1.35;
constexpr double mostRow = 4;
constexpr double playHeadings = 2.9;
constexpr double playMargin = 0.6;
constexpr double cardLine = 2.1; ///< of cells, with their distance
constexpr int mostRows = 20;     ///< that stand side by side without being too many for an eye
constexpr int fewRows = 12;      ///< of more keys

/// A width that can give way.
struct Flexible {
    double least;
    double ideal;
    double most;
    double width = 0;
};

double widestOf(const QStringList &texts, double type, bool isBold)
{
    const QFont font = Theme::font(std::round(type), isBold);
    double width = 0;
    for (const QString &text : texts)
        width = std::max(width, textWidth(text, font));
    return width;
}

/// Puts everything from left to right.
class Columns {
public:
    Columns(const PlayData &shown, double width, double type, const PlayTexts &texts)
        : m_type(type), m_width(width), m_hasCells(!shown.keys.front().k.empty()), m_hasScore(shown.hasScores()),
          m_hasScaled(shown.hasScores() && shown.isDivided())
    {
        m_names = std::clamp(widestOf(texts.names, type, true), 2 * type, std::max(2 * type, 0.2 * width));
        m_scoreWidth = widestOf(texts.scores, type, true);
        m_scaledWidth = widestOf(texts.scaled, type, true);
        m_weightWidth = widestOf(texts.weights, type, true);
        const double components = double(shown.keys.front().k.size());
        m_cells = {4 * type, std::clamp(1.5 * components, 6.0, 14.0) * type, 24 * type};
        // What is said twice gives way first.
        while (spare() < 0 && giveWay()) {
        }
        m_width = std::max(m_width, m_width - spare());
        share();
    }

    double width() const { return m_width; }

    void place(PlayLayout &layout, double top, double height) const
    {
        double x = playMargin * m_type;
        const auto take = [&](double width, double gap) {
            const QRectF column(x, top, width, height);
            x += width + gap * m_type;
            return column;
        };
        layout.card = take(m_card.width, 0.35);
        layout.bandLeft = x;
        x += m_links.width;
        layout.bandRight = x;
        x += 0.6 * m_type;
        layout.names = take(m_names, 1);
        if (m_hasCells)
            layout.cells = take(m_cells.width, 0);
        if (m_hasScore)
            layout.score = take(m_scoreWidth + 1.6 * m_type, 0);
        if (m_hasScaled)
            layout.scaled = take(m_scaledWidth + 1.6 * m_type, 0);
        x += 0.8 * m_type;
        const double left = x;
        x += m_type;
        layout.bar = take(m_bar.width, 0.6);
        layout.weight = take(m_weightWidth, 0.6);
        layout.softmax = QRectF(left, top, x - left, height);
    }

private:
    double spare() const
    {
        double fixed = m_names + m_weightWidth + (2 * playMargin + 0.35 + 0.6 + 1 + 0.8 + 1 + 0.6 + 0.6) * m_type;
        if (m_hasScore)
            fixed += m_scoreWidth + 1.6 * m_type;
        if (m_hasScaled)
            fixed += m_scaledWidth + 1.6 * m_type;
        return m_width - fixed - m_card.least - m_links.least - m_bar.least - (m_hasCells ? m_cells.least : 0);
    }

    bool giveWay()
    {
        if (m_hasCells)
            m_hasCells = false;
        else if (m_hasScore && m_hasScaled)
            m_hasScore = false;
        else
            return false;
        return true;
    }

    void share()
    {
        std::array<Flexible *, 4> all{&m_card, &m_bar, &m_cells, &m_links};
        if (!m_hasCells)
            m_cells = {0, 0, 0};
        double left = spare();
        double wanted = 0;
        for (const Flexible *one : all)
            wanted += one->ideal - one->least;
        const double part = std::min(1.0, left / wanted);
        for (Flexible *one : all)
            one->width = one->least + part * (one->ideal - one->least);
        left -= part * wanted;
        // What is left over after that makes pictures larger; most of it goes to the bands.
        for (Flexible *one : {&m_cells, &m_card, &m_bar}) {
            const double more = std::min(std::max(0.0, one->most - one->width), 0.2 * left);
            one->width += more;
            left -= more;
        }
        m_links.width += std::max(0.0, left);
    }

    double m_type;
    double m_width;
    bool m_hasCells;
    bool m_hasScore;
    bool m_hasScaled;
    double m_names = 0;
    double m_scoreWidth = 0;
    double m_scaledWidth = 0;
    double m_weightWidth = 0;
    Flexible m_card{7 * m_type, 13.5 * m_type, 17 * m_type};
    Flexible m_links{5 * m_type, 9.5 * m_type, 1e6};
    Flexible m_cells{0, 0, 0};
    Flexible m_bar{3 * m_type, 8 * m_type, 14 * m_type};
};

} // namespace

double playType(QSizeF space, double extraLines)
{
    return std::clamp(std::min(space.width() / widePlay, space.height() / (highPlay + extraLines)), leastType,
                      mostType);
}

int playRows(int keys, double height, double type)
{
    const int fit = int((height - (playHeadings + playMargin) * type) / (leastRow * type));
    if (keys <= std::min(fit, mostRows))
        return keys;
    return std::min(keys, std::clamp(fit - 1, 3, fewRows));
}

PlayLayout playLayout(const PlayData &shown, QSizeF size, double type, const PlayHeights &heights,
                      const PlayTexts &texts)
{
    PlayLayout layout;
    layout.type = type;
    const Columns columns(shown, size.width(), type, texts);
    const auto count = double(shown.keys.size());
    const double least = (playHeadings + playMargin + count * leastRow) * type;
    layout.size = {columns.width(), std::max(size.height(), heights.sum() + least)};
    const double room = layout.size.height() - heights.sum();
    const double pitch = std::min((room - (playHeadings + playMargin) * type) / count, mostRow * type);
    // Space that the rows leave is above and below them.
    const double above = (room - (playHeadings + playMargin) * type - pitch * count) / 2;
    const double margin = playMargin * type;
    layout.title = QRectF(margin, 0, layout.size.width() - 2 * margin, heights.title);
    const double top = heights.title + above;
    layout.headings = QRectF(0, top, layout.size.width(), playHeadings * type);
    const double first = top + playHeadings * type;
    columns.place(layout, first, pitch * count);
    layout.softmax.setTop(top);
    layout.softmax.setBottom(first + pitch * count + 0.3 * type);
    for (int i = 0; i < int(count); ++i)
        layout.rows.emplace_back(layout.names.left() - 0.5 * type, first + i * pitch,
                                 layout.softmax.right() - layout.names.left() + 0.5 * type, pitch);
    layout.track = QRectF(margin, heights.title + room, layout.size.width() - 2 * margin, heights.track);
    layout.text = QRectF(margin, layout.track.bottom(), layout.size.width() - 2 * margin, heights.text);
    // The card stands beside the row of the token itself, else in the middle.
    layout.cardBase = (2.9 + (shown.q.empty() ? 0 : cardLine)) * type;
    const double full = layout.cardBase + (shown.output.empty() ? 0 : 1.5 + cardLine) * type;
    double middle = first + pitch * count / 2;
    for (std::size_t i = 0; i < shown.keys.size(); ++i)
        if (shown.own >= 0 && shown.keys[i].key == shown.own)
            middle = layout.rows[i].center().y();
    const double lowest = heights.title + room - full;
    layout.card.setTop(std::clamp(middle - layout.cardBase / 2, heights.title, std::max(heights.title, lowest)));
    layout.card.setHeight(full);
    return layout;
}

} // namespace regard
