// What is drawn around the bands of a link picture: tokens, bars, numbers, stripes and headers.
#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QTransform>

#include "draw/even_number.h"
#include "draw/left_out.h"
#include "draw/signed_text.h"
#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/links/link_figure.h"

namespace regard {

namespace {

bool labelsContain(const std::vector<int> &list, int value)
{
    return std::find(list.begin(), list.end(), value) != list.end();
}

struct LinkLabelsText {
    Q_DECLARE_TR_FUNCTIONS(LinkFigure)
};

constexpr double leastSaid = 0.05; ///< weight beside a word, where the others are left out

/// The first wording that fits, empty where none does.
QString fittingLabel(const QStringList &wordings, const QFont &font, double width)
{
    const QFontMetricsF metrics(font);
    for (const QString &wording : wordings)
        if (metrics.horizontalAdvance(wording) <= width)
            return wording;
    return {};
}

/// Returns where a slanted label begins (a query's) or ends (a key's): at the end of its cell that is next to the
/// bands.
QPointF slantAnchor(const QRectF &cell, bool isQuery)
{
    return {cell.center().x(), isQuery ? cell.bottom() - 5 : cell.top() + 6};
}

/// Stands for a name that has no room.
void paintNamelessTick(QPainter &painter, const LinkLayout &layout, const LinkPanel &panel, LinkHit::Side side,
                       int token, const QColor &color)
{
    constexpr double length = 4;
    const bool isQuery = side == LinkHit::Side::Query;
    const QRectF cell = isQuery ? layout.queryCell(panel, token) : layout.keyCell(panel, token);
    const double end =
        isQuery ? (layout.horizontal ? cell.bottom() : cell.right()) : (layout.horizontal ? cell.top() : cell.left());
    const double along = layout.center(panel, token);
    painter.setPen(QPen(color, 0.75));
    painter.drawLine(layout.point(along, end), layout.point(along, isQuery ? end - length : end + length));
    painter.setPen(Qt::NoPen);
}

} // namespace

void LinkFigure::noteWhatIsMissing() const
{
    constexpr double leastShare = 0.35; // of a picture's width that belongs to the bands
    if (m_layout.labelStep > 1)
        LeftOut::noteName();
    for (const LinkPanel &panel : m_layout.panels)
        if (!m_layout.horizontal && std::abs(panel.keyEdge - panel.queryEdge) < leastShare * panel.area.width())
            LeftOut::notePart(QStringLiteral("links"));
    const double numbers = shownQuery() >= 0 ? m_layout.numberSize : m_layout.queryNumberSize;
    if ((shownQuery() >= 0 || shownKey() >= 0) && numbers == 0 && m_theme.parts.numbers.value_or(true))
        LeftOut::notePart(QStringLiteral("numbers"));
}

void LinkFigure::paintHeader(QPainter &painter, const LinkPanel &panel) const
{
    if (!panel.title.isEmpty()) {
        const QColor color = m_theme.headText(m_data.heads[std::size_t(panel.heads.front())].index);
        const QRectF box(panel.area.left() + 8, panel.area.top() + 2, panel.area.width() - 16, 18);
        const QFont font = Theme::font(12, true);
        drawToken(painter, box, m_layout.horizontal ? Qt::AlignLeft : Qt::AlignHCenter,
                  elidedToken(panel.title, font, box.width()), font, color);
    }
    if (!m_layout.hasAxes)
        return;
    if (m_layout.horizontal)
        paintRowNames(painter, panel);
    else
        paintColumnNames(painter, panel);
}

QStringList LinkFigure::whoseWeights(const LinkPanel &panel) const
{
    const int query = shownQuery();
    const int key = shownKey();
    if ((query < 0 && key < 0) || saysBesideWords())
        return {};
    const QString token = visibleToken(query >= 0 ? m_data.queries.at(query) : m_data.keys.at(key));
    const QString name = QStringLiteral("“%1”").arg(elidedToken(token, Theme::font(11), 90));
    const QString weights = (m_data.isDifference         ? LinkLabelsText::tr("changes of %1")
                             : !m_data.numbers.isMoved() ? LinkLabelsText::tr("weights of %1")
                             : query >= 0                ? LinkLabelsText::tr("moved to %1")
                                                         : LinkLabelsText::tr("moved from %1"))
                                .arg(name);
    const QString mean = LinkLabelsText::tr("%1, mean of %2 heads").arg(weights).arg(int(panel.heads.size()));
    if (panel.heads.size() > 1)
        return {mean, LinkLabelsText::tr("mean of %1").arg(name), LinkLabelsText::tr("of %1").arg(name)};
    return {weights, LinkLabelsText::tr("of %1").arg(name)};
}

void LinkFigure::paintRowNames(QPainter &painter, const LinkPanel &panel) const
{
    const QFont font = Theme::font(11);
    const double left = panel.area.left() + 14;
    const double width = panel.area.width() - 28;
    const QRectF above(left, panel.queryLabel - 18, width, 16);
    const QRectF below(left, panel.area.bottom() - 18, width, 16);
    drawToken(painter, above, Qt::AlignLeft, m_data.queryLabel, font, m_theme.muted);
    drawToken(painter, below, Qt::AlignLeft, m_data.keyLabel, font, m_theme.muted);
    const QFontMetricsF metrics(font);
    const bool besideKeys = shownQuery() >= 0;
    const double taken = metrics.horizontalAdvance(besideKeys ? m_data.keyLabel : m_data.queryLabel) + 12;
    drawToken(painter, besideKeys ? below : above, Qt::AlignRight,
              fittingLabel(whoseWeights(panel), font, width - taken), font, m_theme.muted);
}

void LinkFigure::paintColumnNames(QPainter &painter, const LinkPanel &panel) const
{
    const double beside = std::clamp(std::round(0.8 * m_layout.fontSize), m_theme.leastNumber, 14.0);
    const QFont font = Theme::font(!m_theme.parts.inWindow ? 11 : m_theme.leastNumber > 0 ? beside : 14);
    const double top = std::max(panel.area.top(), panel.start - (m_theme.parts.inWindow ? 26 : 22));
    const double end = panel.queryStripe - (panel.queryEdge - panel.queryStripe > 6 ? 5 : 0);
    const double outer = panel.keyEnd + m_layout.numberSize;
    const double middle = (panel.queryEdge + panel.keyEdge) / 2;
    const bool besideKeys = shownQuery() >= 0;
    const bool besideQueries = shownKey() >= 0;
    const QStringList wordings = whoseWeights(panel);
    const QFontMetricsF metrics(font);
    // A name that is wider than its narrow column reaches over the bands.
    const double queryName = metrics.horizontalAdvance(m_data.queryLabel);
    const double keyName = metrics.horizontalAdvance(m_data.keyLabel);
    const bool isQueryWide = queryName > end - panel.queryLabel - 6;
    const bool isKeyWide = keyName > outer - panel.keyLabel - 6;
    // The box is in the middle where it fits, else in place of the name of the side that has the weights beside it.
    QRectF box(panel.queryStripe, top, panel.keyLabel - 5 - panel.queryStripe, 18);
    if (isQueryWide)
        box.setLeft(std::max(box.left(), panel.queryLabel + queryName + 10));
    if (isKeyWide)
        box.setRight(std::min(box.right(), outer - keyName - 10));
    QString whose = fittingLabel(wordings.mid(0, wordings.size() - 1), font, box.width());
    const bool replaces = !wordings.isEmpty() && whose.isEmpty();
    if (replaces) {
        box.setLeft(besideKeys ? panel.queryEdge : panel.queryLabel);
        box.setRight(besideKeys ? outer : panel.keyEdge);
        whose = fittingLabel(wordings, font, box.width());
    }
    drawToken(painter, box, besideKeys ? Qt::AlignRight : Qt::AlignLeft, whose, font, m_theme.muted);
    if (!replaces || !besideQueries) {
        const QRectF name(panel.queryLabel, top, (isQueryWide ? middle - 4 : end - 6) - panel.queryLabel, 18);
        drawToken(painter, name, isQueryWide ? Qt::AlignLeft : Qt::AlignRight,
                  elidedToken(m_data.queryLabel, font, name.width()), font, m_theme.muted);
    }
    if (!replaces || !besideKeys) {
        const double from = isKeyWide ? middle + 4 : panel.keyLabel + 6;
        drawToken(painter, QRectF(from, top, outer - from, 18), isKeyWide ? Qt::AlignRight : Qt::AlignLeft,
                  elidedToken(m_data.keyLabel, font, outer - from), font, m_theme.muted);
    }
}

void LinkFigure::paintSide(QPainter &painter, const LinkPanel &panel, LinkHit::Side side) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    const auto &tokens = isQuery ? m_data.queries : m_data.keys;
    const int asking = isQuery ? shownKey() : shownQuery();
    for (int token = 0; token < tokens.size(); ++token) {
        if (!isInView(painter, panel, token))
            continue;
        const bool strong = isStrong(side, token);
        const bool isNamedHere = isNamed(side, token);
        const bool asks = strong && (isQuery || m_data.query < 0 || labelsContain(m_data.pinnedKeys, token));
        if (asks)
            paintAsking(painter, panel, side, token);
        if (asking >= 0) {
            const double weight = isQuery ? meanWeight(panel, token, asking) : meanWeight(panel, asking, token);
            if (!saysBesideWords())
                paintBar(painter, panel, side, token, weight);
            if (isNamedHere)
                paintNumber(painter, panel, side, token, weight);
        }
        paintStripes(painter, panel, side, token);
        if (isNamedHere)
            paintToken(painter, panel, side, token, strong || isSaid(panel, side, token));
        else if (m_theme.parts.onPage)
            paintNamelessTick(painter, m_layout, panel, side, token, m_theme.muted);
    }
}

bool LinkFigure::saysBesideWords() const
{
    return m_theme.parts.inWindow && !m_layout.horizontal && m_data.heads.size() == 1;
}

bool LinkFigure::isSaid(const LinkPanel &panel, LinkHit::Side side, int token) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    const int asking = isQuery ? shownKey() : shownQuery();
    return saysBesideWords() && asking >= 0 &&
           std::abs(isQuery ? meanWeight(panel, token, asking) : meanWeight(panel, asking, token)) >=
               leastSaid * m_data.numbers.one;
}

bool LinkFigure::isInView(const QPainter &painter, const LinkPanel &panel, int token) const
{
    if (!painter.hasClipping())
        return true;
    const QRectF clip = painter.clipBoundingRect();
    const double from = m_layout.horizontal ? clip.left() : clip.top();
    const double to = m_layout.horizontal ? clip.right() : clip.bottom();
    const double reach = m_layout.pitch + 2 * m_layout.fontSize + (m_layout.slanted ? m_layout.slantedRoom(panel) : 0);
    const double middle = m_layout.center(panel, token);
    return middle + reach >= from && middle - reach <= to;
}

void LinkFigure::paintAsking(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.queryFocus);
    if (m_layout.slanted) {
        painter.drawPath(slantedBarPath(panel, side, token, slantedLength(panel, side, token)));
        return;
    }
    QRectF cell = isQuery ? m_layout.queryCell(panel, token) : m_layout.keyCell(panel, token);
    const double missing = (m_layout.fontSize + 3 - m_layout.pitch) / 2; // packed tokens' cells are thinner than text
    if (missing > 0) {
        cell.adjust(m_layout.horizontal ? -missing : 0, m_layout.horizontal ? 0 : -missing,
                    m_layout.horizontal ? missing : 0, m_layout.horizontal ? 0 : missing);
    }
    painter.drawRoundedRect(cell, 4, 4);
}

double LinkFigure::slantedLength(const LinkPanel &panel, LinkHit::Side side, int token) const
{
    const QFont font = Theme::nameFont(m_layout.fontSize, true);
    const QString text = visibleToken((side == LinkHit::Side::Query ? m_data.queries : m_data.keys).at(token));
    const double length = QFontMetricsF(font).horizontalAdvance(text) + marksWidth(font, marks(side, token));
    return std::min(length, m_layout.slantedRoom(panel)) + 8;
}

QPainterPath LinkFigure::slantedBarPath(const LinkPanel &panel, LinkHit::Side side, int token, double length,
                                        double most) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    const QRectF cell = isQuery ? m_layout.queryCell(panel, token) : m_layout.keyCell(panel, token);
    const double thick =
        std::max(0.3, std::min({m_layout.fontSize * 1.35, 0.8 * m_layout.pitch * m_layout.labelStep, most}));
    const double radius = std::min({3.0, thick / 2, length / 2});
    const QPointF anchor = slantAnchor(cell, isQuery);
    QPainterPath bar;
    bar.addRoundedRect(QRectF(isQuery ? -4 : 4 - length, -thick / 2, length, thick), radius, radius);
    return QTransform::fromTranslate(anchor.x(), anchor.y()).rotate(-m_layout.lean).map(bar);
}

void LinkFigure::paintBar(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token, double weight) const
{
    const double share = std::min(double(magnitude(float(weight))) / m_data.numbers.one, 1.0);
    if (m_data.isDifference && share == 0)
        return;
    painter.setPen(Qt::NoPen);
    if (m_layout.isPacked())
        paintPackedBar(painter, panel, side, token, share, weight);
    else if (!m_layout.slanted || isNamed(side, token))
        paintWordBar(painter, panel, side, token, share, weight);
}

// Paints a bar below the word, where no letter is.
void LinkFigure::paintWordBar(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token, double share,
                              double weight) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    const double line = m_layout.fontSize * 0.62; // from the middle of a line of text to below its letters
    const double thick = std::clamp(m_layout.pitch / 2 - line - 0.5, 1.5, 4.0);
    QColor color =
        panel.heads.size() == 1 ? m_theme.head(m_data.heads[std::size_t(panel.heads.front())].index) : m_theme.accent;
    if (m_data.isDifference)
        color = m_theme.change(weight);
    const auto draw = [&](const QRectF &bar) {
        if (bar.width() < 1)
            return;
        if (m_data.isDifference && weight < 0) {
            QPen pen(color, bar.height(), Qt::CustomDashLine, Qt::FlatCap);
            pen.setDashPattern({4 / bar.height(), 2 / bar.height()});
            painter.setPen(pen);
            painter.drawLine(QPointF(bar.left(), bar.center().y()), QPointF(bar.right(), bar.center().y()));
            return;
        }
        painter.setBrush(color);
        const double radius = std::min(bar.height(), bar.width()) / 2;
        painter.drawRoundedRect(bar, radius, radius);
    };
    if (m_layout.slanted) {
        const QRectF cell = isQuery ? m_layout.queryCell(panel, token) : m_layout.keyCell(panel, token);
        const double length = m_layout.slantedRoom(panel) * share;
        painter.save();
        painter.translate(slantAnchor(cell, isQuery));
        painter.rotate(-m_layout.lean);
        draw(QRectF(isQuery ? 0 : -length, line, length, thick));
        painter.restore();
        return;
    }
    const double middle = m_layout.center(panel, token);
    if (m_layout.horizontal) {
        const double full = m_layout.pitch - 6;
        const double length = full * share;
        const double foot =
            isQuery ? panel.queryLabel + m_layout.queryNumberSize + m_layout.fontSize + 12 : panel.keyEnd;
        draw(QRectF(middle - full / 2, foot - thick, length, thick));
        return;
    }
    const double full = panel.keyEnd - panel.keyLabel - 6;
    const double length = full * share;
    const double inner = isQuery ? panel.queryLabel + m_layout.queryNumberSize + full - length : panel.keyLabel + 6;
    draw(QRectF(inner, middle + line, length, thick));
}

// The tokens are closer together than their words: the bars are a strip behind the few that are named.
void LinkFigure::paintPackedBar(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token, double share,
                                double weight) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    painter.setBrush(m_data.isDifference ? m_theme.changeSoft(weight) : m_theme.keyFocus);
    if (m_theme.scheme == ColorScheme::Greys && weight < 0) { // hollow: lost
        painter.setPen(QPen(m_theme.change(weight), 0.6));
        painter.setBrush(Qt::NoBrush);
    }
    if (m_layout.slanted) {
        if (isNamed(side, token))
            painter.drawPath(
                slantedBarPath(panel, side, token, std::max(1.0, (m_layout.slantedRoom(panel) + 8) * share)));
        return;
    }
    const double from = isQuery ? panel.queryLabel + m_layout.queryNumberSize : panel.keyLabel;
    const double full = panel.keyEnd - panel.keyLabel;
    const double length = std::max(1.0, full * share);
    const double inset = m_layout.pitch * 0.16;
    painter.drawRect(m_layout.rect(panel.start + token * m_layout.pitch + inset, isQuery ? from + full - length : from,
                                   m_layout.pitch - 2 * inset, length));
}

void LinkFigure::paintNumber(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token,
                             double weight) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    const double size = isQuery ? m_layout.queryNumberSize : m_layout.numberSize;
    if (!(magnitude(float(weight)) >= 0.005F * float(m_data.numbers.one)) || size == 0)
        return;
    if (saysBesideWords()) {
        if (isSaid(panel, side, token))
            paintBesideWord(painter, panel, side, token, weight);
        return;
    }
    const QString text = m_data.isDifference ? m_data.numbers.changeText(weight) : m_data.numbers.text(weight);
    const QColor color = m_data.isDifference ? m_theme.changeText(weight) : m_theme.muted;
    const double pixels =
        std::clamp(m_layout.pitch * m_layout.labelStep * 0.75, std::max(8.0, m_theme.leastNumber), 11.0);
    const QFont font = Theme::monospace(pixels);
    if (!m_theme.shows(font))
        return LeftOut::notePart(text);
    const double across = isQuery ? panel.queryLabel : panel.keyEnd;
    const QRectF box = m_layout.rect(panel.start + token * m_layout.pitch, across, m_layout.pitch, size);
    if (!m_layout.horizontal) {
        const double inset =
            m_theme.parts.inWindow ? 6 : 0; // an outline around the word and its number is no part of it
        drawToken(painter, box.adjusted(inset, 0, -inset, 0), isQuery ? Qt::AlignLeft : Qt::AlignRight, text, font,
                  color);
    } else if (m_layout.pitch >= 28) {
        drawToken(painter, box, Qt::AlignHCenter, text, font, color);
    } else {
        const QPointF anchor(box.center().x(), isQuery ? box.bottom() - 2 : box.top() + 3);
        drawSlantedToken(painter, anchor, 90, isQuery, text, font, color);
    }
}

void LinkFigure::paintBesideWord(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token,
                                 double weight) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    QFont font = Theme::font(m_layout.fontSize, true);
    const QString word = visibleToken((isQuery ? m_data.queries : m_data.keys).at(token));
    QString text = m_data.isDifference        ? m_data.numbers.changeText(weight)
                   : m_data.numbers.isMoved() ? m_data.numbers.text(weight)
                                              : shortWeight(weight);
    const QRectF cell = isQuery ? m_layout.queryCell(panel, token) : m_layout.keyCell(panel, token);
    const double taken = std::min(textWidth(word, font) + marksWidth(font, marks(side, token)), cell.width()) + 6 + 12;
    const double end = panel.keyEnd + m_layout.numberSize;
    const double room = (isQuery ? cell.right() - 2 : end - cell.left()) - taken + 6;
    // Where the word is long, as near as the space allows, and smaller where it would touch the word.
    if (const double size = m_layout.fontSize, wide = textWidth(text, font) + 2; wide > room)
        font = Theme::font(std::max({size * room / wide, 0.75 * size, std::min(m_theme.leastNumber, size)}), true);
    if (textWidth(text, font) + 2 > room && text.startsWith(QLatin1String("0.")))
        text.remove(0, 1); // ".997", as cells have it
    const double width = textWidth(text, font) + 2;
    const double x = isQuery ? std::max(cell.right() - taken - width, 2.0) : std::min(cell.left() + taken, end - width);
    drawToken(painter, QRectF(x, cell.top(), width, cell.height()), Qt::AlignLeft, text, font,
              m_data.isDifference ? m_theme.changeText(weight)
                                  : m_theme.headText(std::max(0, m_data.heads.front().index)));
}

void LinkFigure::paintStripes(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    const double from = isQuery ? panel.queryStripe : panel.keyStripe;
    const double total = isQuery ? panel.queryEdge - 5 - panel.queryStripe : panel.keyLabel - 5 - panel.keyStripe;
    if (panel.heads.size() < 2 || total < 8)
        return;
    const double inset = std::min(1.5, m_layout.pitch * 0.1);
    const QRectF box =
        m_layout.rect(panel.start + token * m_layout.pitch + inset, from, m_layout.pitch - 2 * inset, total);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.control);
    painter.drawRect(box);
    const double step = box.width() / double(panel.heads.size());
    const double gap = step > 4 ? 1 : 0;
    const double full = m_data.isDifference ? box.height() / 2 : box.height();
    for (int i = 0; i < int(panel.heads.size()); ++i) {
        const LinkData::Head &head = m_data.heads[std::size_t(panel.heads[std::size_t(i)])];
        const double weight = head.weights->size() > 0 ? stripeWeight(*head.weights, side, token) : 0;
        const double height = full * std::min(double(magnitude(float(weight))) / m_data.numbers.one, 1.0);
        // What was gained rises from the middle, what was lost hangs from it.
        const double top = box.top() + (weight < 0 ? full : full - height);
        painter.setBrush(m_data.isDifference ? m_theme.change(weight) : m_theme.head(head.index));
        painter.drawRect(QRectF(box.left() + i * step, top, step - gap, height));
    }
    if (m_data.isDifference)
        painter.fillRect(QRectF(box.left(), box.center().y() - 0.4, box.width(), 0.8), m_theme.hatch);
}

double LinkFigure::stripeWeight(const Matrix &weights, LinkHit::Side side, int token) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    const int asking = isQuery ? shownKey() : shownQuery();
    if (asking >= 0)
        return double(isQuery ? weights(token, asking) : weights(asking, token));
    double strongest = 0;
    double sum = 0;
    const Eigen::Index count = isQuery ? weights.cols() : weights.rows();
    int counted = 0;
    for (Eigen::Index other = 0; other < count; ++other) {
        const auto weight = double(isQuery ? weights(token, other) : weights(other, token));
        if (std::isnan(weight))
            continue;
        strongest = std::abs(weight) > std::abs(strongest) ? weight : strongest;
        sum += weight;
        ++counted;
    }
    return isQuery ? strongest : sum / std::max(1, counted);
}

TokenMarks LinkFigure::marks(LinkHit::Side side, int token) const
{
    return side == LinkHit::Side::Query ? marksOf(m_data.randomQueries, m_data.maskedQueries, token, m_data.newQueries)
                                        : marksOf(m_data.randomKeys, m_data.maskedKeys, token, m_data.newKeys);
}

void LinkFigure::paintToken(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token, bool strong) const
{
    const bool isQuery = side == LinkHit::Side::Query;
    const QString text = visibleToken((isQuery ? m_data.queries : m_data.keys).at(token));
    const TokenMarks said = marks(side, token);
    const QFont font = Theme::nameFont(m_layout.fontSize, strong);
    const double before = marksWidth(font, said);
    const bool special = text.size() > 2 && text.startsWith(u'[') && text.endsWith(u']');
    const bool faint = isMarked(isQuery ? m_data.faintQueries : m_data.faintKeys, token) && !strong;
    QColor color = (strong || !special) && !said.masked ? m_theme.text : m_theme.muted;
    if (faint)
        color = faintInk(m_theme.muted);
    QRectF cell = isQuery ? m_layout.queryCell(panel, token) : m_layout.keyCell(panel, token);
    if (!m_layout.horizontal) {
        cell.adjust(isQuery ? m_layout.queryNumberSize + 4 : 6, 0, isQuery ? -6 : -2, 0);
        drawToken(painter, cell, isQuery ? Qt::AlignRight : Qt::AlignLeft,
                  elidedToken(text, font, cell.width() - before), font, color, said);
        return;
    }
    if (isQuery)
        cell.setTop(cell.top() + m_layout.queryNumberSize);
    if (!m_layout.slanted) {
        drawToken(painter, cell, Qt::AlignHCenter, elidedToken(text, font, m_layout.pitch - 2 - before), font, color,
                  said);
        return;
    }
    drawSlantedToken(painter, slantAnchor(cell, isQuery), m_layout.lean, isQuery,
                     elidedToken(text, font, m_layout.slantedRoom(panel) - before), font, color, said);
}

} // namespace regard
