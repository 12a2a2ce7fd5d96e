#include "views/play/play_figure.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <QCoreApplication>
#include <QPainterPath>
#include <QRegularExpression>

#include "draw/even_number.h"
#include "draw/mask_hatch.h"
#include "draw/notation.h"
#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/play/play_text.h"
#include "views/play/play_track.h"
#include "views/steps/step_layout.h"
#include "views/steps/step_text.h"

namespace regard {

namespace {

constexpr int shareDigits = 3;
constexpr double widestBand = 0.8; ///< of a share of 1, of the distance between rows
constexpr double hairline = 1.2;
constexpr double smallNumbers = 0.8; ///< in cells, of the type
constexpr double leastCellType = 9;  ///< CSS pixels; where cells take no number of that size, bars stand in them
constexpr double titleLines = 2.4;
constexpr double textType = 1.05;

struct PlayFigureText {
    Q_DECLARE_TR_FUNCTIONS(Play)
};

/// Slow at both ends.
double eased(double share)
{
    const double s = std::clamp(share, 0.0, 1.0);
    return s * s * (3 - 2 * s);
}

double clamped(double share)
{
    return std::clamp(share, 0.0, 1.0);
}

/// Returns the digits that all numbers of a column have: none where they are whole.
int digitsOf(const std::vector<double> &values)
{
    double largest = 0;
    bool areWhole = true;
    for (const double value : values) {
        largest = std::max(largest, std::abs(value));
        areWhole = areWhole && value == std::round(value);
    }
    return areWhole ? 0 : evenDigits(largest, 4, 2);
}

PlayTexts textsOf(const PlayData &shown)
{
    std::vector<double> scores;
    std::vector<double> scaled;
    for (const PlayKey &key : shown.keys) {
        if (key.key < 0)
            continue;
        scores.push_back(key.score);
        scaled.push_back(key.scaled);
    }
    PlayTexts texts;
    for (const PlayKey &key : shown.keys) {
        const bool isOne = key.key >= 0;
        texts.names.append(visibleToken(key.name));
        texts.scores.append(isOne ? evenNumber(key.score, digitsOf(scores)) : QString());
        texts.scaled.append(isOne ? evenNumber(key.scaled, digitsOf(scaled)) : QString());
        texts.weights.append(shareText(key.weight, shareDigits));
    }
    return texts;
}

QString divisor(const PlayData &data)
{
    QStringList parts;
    if (!data.scale.isEmpty())
        parts.append(data.scale);
    if (data.temperature != 1)
        parts.append(QStringLiteral("÷ %1").arg(QString::number(data.temperature, 'g', 3)));
    return parts.join(QLatin1Char(' '));
}

double limitOf(const std::vector<PlayKey> &keys, std::vector<double> PlayKey::*row)
{
    double limit = 0;
    for (const PlayKey &key : keys)
        for (const double value : key.*row)
            limit = std::max(limit, std::abs(value));
    return limit;
}

double limitOf(const std::vector<double> &row)
{
    double limit = 0;
    for (const double value : row)
        limit = std::max(limit, std::abs(value));
    return limit;
}

} // namespace

PlayFigure::PlayFigure(std::shared_ptr<const PlayData> data, double seconds, QSizeF size, const Theme &theme,
                       PlayExtras extras)
    : m_data(std::move(data)), m_seconds(std::clamp(seconds, 0.0, playSeconds(*m_data))),
      m_moment(momentAt(*m_data, m_seconds)), m_theme(theme), m_extras(extras)
{
    // The type is chosen once, for the text that takes most: nothing moves from scene to scene.
    const double lines = (extras.hasTitle ? titleLines : 0) + (extras.hasTrack ? 3.2 : 0) + (extras.hasText ? 5 : 0);
    const double type = playType(size, lines);
    PlayHeights heights;
    heights.title = extras.hasTitle ? titleLines * type : 0;
    heights.track = extras.hasTrack ? PlayTrack::heightFor(type) : 0;
    if (extras.hasText) {
        const QRectF box(0, 0, size.width() - 2 * type, 0);
        for (int i = 0; i < int(playScenes(*m_data).size()); ++i)
            heights.text = std::max(
                heights.text, drawPlayLines(nullptr, box, playLines(*m_data, momentAt(*m_data, startOf(*m_data, i))),
                                            textType * type, theme) +
                                  0.5 * type);
    }
    m_shown = withLargestKeys(*m_data, playRows(int(m_data->keys.size()), size.height() - heights.sum(), type));
    m_texts = textsOf(m_shown);
    PlayTexts texts = m_texts;
    texts.scores.append(sceneName(m_shown, PlayScene::Score));
    texts.scaled.append(divisor(m_shown));
    m_layout = playLayout(m_shown, size, type, heights, texts);
    m_size = m_layout.size;
}

std::unique_ptr<Figure> PlayFigure::within(QSizeF size) const
{
    return std::make_unique<PlayFigure>(m_data, m_seconds, size, m_theme, m_extras);
}

int PlayFigure::rowAt(QPointF point) const
{
    for (std::size_t i = 0; i < m_layout.rows.size(); ++i)
        if (m_layout.rows[i].contains(point))
            return int(i);
    return -1;
}

double PlayFigure::bandHeight(int row) const
{
    const double full = widestBand * std::min(m_layout.pitch(), 3 * m_layout.type);
    return full * m_shown.keys.at(std::size_t(row)).weight * growth();
}

QString PlayFigure::note(int row) const
{
    const PlayKey &key = m_shown.keys.at(std::size_t(row));
    QStringList lines(visibleToken(key.name));
    if (key.key >= 0 && m_shown.hasScores()) {
        lines.append(sceneName(m_shown, PlayScene::Score).remove(u'_') + QStringLiteral(" = ") +
                     stepNumberText(key.score));
        if (m_shown.isDivided())
            lines.append(divisor(m_shown) + QStringLiteral(" = ") + stepNumberText(key.scaled));
    }
    if (key.isMasked)
        lines.append(PlayFigureText::tr("masked: no share"));
    else
        lines.append(PlayFigureText::tr("share %1").arg(stepNumberText(key.weight)));
    return lines.join(u'\n');
}

QFont PlayFigure::font(double scale, bool isBold) const
{
    return Theme::font(std::max(1.0, std::round(scale * m_layout.type)), isBold);
}

QColor PlayFigure::roleColor(StepRole role) const
{
    return stepRoleColor(m_theme, role);
}

double PlayFigure::appears(PlayScene scene, int row) const
{
    const auto count = double(m_shown.keys.size());
    return clamped((share(scene) * 1.1 * (count + 2) - row) / 2);
}

double PlayFigure::growth() const
{
    return eased((share(PlayScene::Softmax) - 0.5) / 0.45);
}

double PlayFigure::valuesShown() const
{
    const double p = m_moment.scene == PlayScene::Weigh ? m_moment.share : 0;
    return std::min(clamped(p / 0.12), clamped((1 - p) / 0.12));
}

void PlayFigure::paint(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    m_theme.fillPaper(painter, QRectF(QPointF(), m_size));
    if (m_extras.hasTitle || m_extras.hasTrack || m_extras.hasText)
        paintExtras(painter);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.accentSoft);
    painter.setOpacity(clamped(share(PlayScene::Softmax) * 6));
    painter.drawRoundedRect(m_layout.softmax, 0.3 * m_layout.type, 0.3 * m_layout.type);
    painter.setOpacity(1);
    paintBands(painter);
    paintFlow(painter);
    paintCard(painter);
    paintHeadings(painter);
    for (int row = 0; row < int(m_shown.keys.size()); ++row)
        paintRow(painter, row);
    painter.setOpacity(1);
    paintOutline(painter);
}

void PlayFigure::paintExtras(QPainter &painter) const
{
    const double type = m_layout.type;
    if (m_extras.hasTitle) {
        const QFont bold = font(1.1, true);
        const QRectF box = m_layout.title.adjusted(0, 0, 0, -0.4 * type);
        const QString title = elidedToken(visibleToken(playTitle(*m_data)), bold, box.width());
        drawToken(painter, box, Qt::AlignLeft, title, bold, m_theme.text);
        const double used = textWidth(title, bold) + type;
        if (used + textWidth(m_data->place, font(0.95)) <= box.width())
            drawToken(painter, box.adjusted(used, 0, 0, 0), Qt::AlignLeft, m_data->place, font(0.95), m_theme.muted);
    }
    if (m_extras.hasTrack) {
        const QString clock = clockText(*m_data, m_seconds);
        const double width = textWidth(clock, font(1)) + type;
        PlayTrack(*m_data, m_layout.track.adjusted(0, 0, -width, 0), type).paint(painter, m_theme, m_seconds, true);
        drawToken(painter, m_layout.track, Qt::AlignRight, clock, font(1), m_theme.muted);
    }
    if (m_extras.hasText)
        drawPlayLines(&painter, m_layout.text.adjusted(0, 0.3 * type, 0, 0), playLines(*m_data, m_moment),
                      textType * type, m_theme);
}

/// Paints who asks, with what, and in the end what it takes home.
void PlayFigure::paintCard(QPainter &painter) const
{
    const double type = m_layout.type;
    const double inset = 0.7 * type;
    const double taken = m_shown.output.empty() ? 0 : clamped((share(PlayScene::Weigh) - 0.5) / 0.25);
    QRectF card = m_layout.card;
    card.setHeight(m_layout.cardBase + taken * (card.height() - m_layout.cardBase));
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.queryFocus);
    painter.drawRoundedRect(card, 0.45 * type, 0.45 * type);
    const QRectF inner = card.adjusted(inset, 0, -inset, 0);
    const QFont name = font(1.35, true);
    const QString asks = m_shown.q.empty() ? PlayFigureText::tr("looks at") : PlayFigureText::tr("asks with %1");
    const QString letter = m_shown.q.empty()                     ? QString()
                           : m_shown.score == PlayScore::General ? QStringLiteral("q W_g")
                                                                 : QStringLiteral("q");
    const QString before = asks.section(QStringLiteral("%1"), 0, 0);
    const QString after = asks.section(QStringLiteral("%1"), 1, 1);
    const QFont plain = font(0.95);
    const double asksWidth =
        textWidth(before, plain) + notationWidth(letter, font(0.95, true)) + textWidth(after, plain);
    const QRectF line(inner.left(), card.top() + 0.4 * type, inner.width(), 2.1 * type);
    const bool fits = inner.width() - asksWidth - type >= 2 * type;
    const QString own =
        elidedToken(visibleToken(m_shown.queryName), name, fits ? inner.width() - asksWidth - type : inner.width());
    drawToken(painter, line, Qt::AlignLeft, own, name, m_theme.text);
    if (fits) {
        QRectF rest = line.adjusted(textWidth(own, name) + type, 0.1 * type, 0, 0);
        drawToken(painter, rest, Qt::AlignLeft, before, plain, m_theme.text);
        rest.setLeft(rest.left() + textWidth(before, plain));
        drawNotation(painter, rest, Qt::AlignLeft, letter, font(0.95, true), roleColor(StepRole::Query));
        rest.setLeft(rest.left() + notationWidth(letter, font(0.95, true)));
        drawToken(painter, rest, Qt::AlignLeft, after, plain, m_theme.text);
    }
    double y = card.top() + 2.6 * type;
    if (!m_shown.q.empty()) {
        paintCells(painter, QRectF(inner.left(), y, inner.width(), 1.8 * type), m_shown.q, StepRole::Query,
                   limitOf(m_shown.q), cellType(m_shown.q, inner.width()), true);
        y += 2.1 * type;
    }
    if (taken <= 0)
        return;
    painter.setOpacity(taken);
    y += 0.1 * type;
    QString takes = PlayFigureText::tr("takes Σ share × v");
    if (textWidth(takes, font(0.9)) > inner.width())
        takes = PlayFigureText::tr("Σ share × v");
    drawNotation(painter, QRectF(inner.left(), y, inner.width(), 1.3 * type), Qt::AlignLeft,
                 elidedToken(takes, font(0.9), inner.width()), font(0.9), roleColor(StepRole::Value));
    paintCells(painter, QRectF(inner.left(), y + 1.4 * type, inner.width(), 1.8 * type), m_shown.output,
               StepRole::Value, limitOf(m_shown.output), cellType(m_shown.output, inner.width()), true);
    painter.setOpacity(1);
}

void PlayFigure::paintBands(QPainter &painter) const
{
    const double y0 = m_layout.card.top() + m_layout.cardBase / 2;
    const double x0 = m_layout.bandLeft;
    const double width = m_layout.bandRight - x0;
    const QColor color = m_theme.head(m_shown.head);
    painter.setPen(Qt::NoPen);
    const auto curve = [&](QPainterPath &path, double from, double to, bool isBack) {
        if (isBack)
            path.cubicTo(x0 + 2 * width / 3, to, x0 + width / 3, from, x0, from);
        else
            path.cubicTo(x0 + width / 3, from, x0 + 2 * width / 3, to, x0 + width, to);
    };
    std::vector<int> order(m_shown.keys.size());
    std::iota(order.begin(), order.end(), 0);
    // The strongest lies on top.
    std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
        return m_shown.keys[std::size_t(a)].weight < m_shown.keys[std::size_t(b)].weight;
    });
    for (const int row : order) {
        const double y1 = m_layout.rows[std::size_t(row)].center().y();
        const double shown = m_shown.hasScores() ? appears(PlayScene::Meet, row) : 1;
        const double height = bandHeight(row);
        const bool isGone = m_shown.keys[std::size_t(row)].isMasked && share(PlayScene::Mask) >= 1;
        if (shown <= 0 || (isGone && m_shown.hasMask))
            continue;
        painter.setOpacity(shown);
        if (height > hairline) {
            QPainterPath band(QPointF(x0, y0 - height / 2));
            curve(band, y0 - height / 2, y1 - height / 2, false);
            band.lineTo(x0 + width, y1 + height / 2);
            curve(band, y0 + height / 2, y1 + height / 2, true);
            band.closeSubpath();
            painter.fillPath(band, color);
        } else {
            QPainterPath line(QPointF(x0, y0));
            curve(line, y0, y1, false);
            painter.strokePath(line, QPen(mixed(m_theme.panel, color, 0.55), hairline));
        }
    }
    painter.setOpacity(1);
}

/// The rows of v on their way back, each as thick as its share.
void PlayFigure::paintFlow(QPainter &painter) const
{
    const double p = m_moment.scene == PlayScene::Weigh ? m_moment.share : 0;
    const double way = eased((p - 0.15) / 0.5);
    if (way <= 0 || way >= 1)
        return;
    const double y0 = m_layout.card.top() + m_layout.cardBase / 2;
    const double width = m_layout.bandRight - m_layout.bandLeft;
    const double length = std::min(3 * m_layout.type, 0.3 * width);
    for (int row = 0; row < int(m_shown.keys.size()); ++row) {
        const double y1 = m_layout.rows[std::size_t(row)].center().y();
        const double height = std::max(bandHeight(row), 2.0);
        if (m_shown.keys[std::size_t(row)].weight <= 0)
            continue;
        // Along the band, whose place at t is y0 + (y1 − y0)(3t² − 2t³).
        QPolygonF piece;
        constexpr int parts = 8;
        for (int i = 0; i <= parts; ++i) {
            const double t = clamped((1 - way) * (1 + length / width) - length / width * (1 - double(i) / parts));
            const QPointF at(m_layout.bandLeft + t * width, y0 + (y1 - y0) * eased(t));
            piece.prepend(at - QPointF(0, height / 2));
            piece.append(at + QPointF(0, height / 2));
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(roleColor(StepRole::Value));
        painter.drawPolygon(piece);
    }
}

void PlayFigure::paintHeadings(QPainter &painter) const
{
    static const QRegularExpression vectorNames(QStringLiteral("(?<=\\b[qkv]\\b)|(?=\\b[qkv]\\b)"));
    const double type = m_layout.type;
    const auto heading = [&](const QRectF &column, Qt::Alignment alignment, const QString &text, const QFont &used,
                             const QColor &color, double shown, double down = 0.25) {
        if (column.isNull() || shown <= 0)
            return;
        painter.setOpacity(shown);
        const double whole = notationWidth(text, used);
        double x = alignment == Qt::AlignRight ? column.right() - whole : column.center().x() - whole / 2;
        for (const QString &piece : text.split(vectorNames)) {
            const QColor ink = piece == u"q"   ? roleColor(StepRole::Query)
                               : piece == u"k" ? roleColor(StepRole::Key)
                               : piece == u"v" ? roleColor(StepRole::Value)
                                               : color;
            const double width = notationWidth(piece, used);
            const QRectF place(x, m_layout.headings.top() + down * type, width + 1, 1.5 * type);
            drawNotation(painter, place, Qt::AlignLeft, piece, used, ink);
            x += width;
        }
    };
    const double meets = clamped(share(PlayScene::Meet) * 4);
    const double values = m_shown.output.empty() ? 0 : valuesShown();
    heading(m_layout.cells, Qt::AlignHCenter, PlayFigureText::tr("k of each word"), font(1), m_theme.text,
            meets * (1 - values));
    heading(m_layout.cells, Qt::AlignHCenter, PlayFigureText::tr("v of each word"), font(1), m_theme.text, values);
    heading(m_layout.score, Qt::AlignRight, sceneName(m_shown, PlayScene::Score), font(1), m_theme.text,
            clamped(share(PlayScene::Score) * 5));
    heading(m_layout.scaled, Qt::AlignRight, divisor(m_shown), font(1), m_theme.text,
            clamped(share(PlayScene::Scale) * 5));
    const double softens = clamped(share(PlayScene::Softmax) * 6);
    heading(m_layout.softmax, Qt::AlignHCenter, sceneName(m_shown, PlayScene::Softmax), font(1, true), m_theme.accent,
            softens);
    if (m_shown.made == PlayWeights::Softmax && m_shown.sum > 0) {
        const QString sum = PlayFigureText::tr("Σ e^score = %1").arg(exponentialText(m_shown.sum));
        const QFont small = font(0.8);
        if (textWidth(sum, small) <= m_layout.softmax.width())
            heading(m_layout.softmax, Qt::AlignHCenter, sum, small, m_theme.muted,
                    clamped((share(PlayScene::Softmax) - 0.35) / 0.1), 1.55);
    }
    painter.setOpacity(1);
}

void PlayFigure::paintRow(QPainter &painter, int row) const
{
    const PlayKey &key = m_shown.keys[std::size_t(row)];
    const QRectF &place = m_layout.rows[std::size_t(row)];
    const double type = m_layout.type;
    const bool isChosen = key.key == m_shown.key && key.key >= 0;
    const auto in = [&](const QRectF &column) {
        return QRectF(column.left(), place.top(), column.width(), place.height());
    };
    painter.setOpacity(1);
    const QFont name = font(1, isChosen);
    drawToken(painter, in(m_layout.names), Qt::AlignLeft,
              elidedToken(visibleToken(key.name), name, m_layout.names.width()), name,
              key.key < 0 ? m_theme.muted : m_theme.text, {.masked = key.isMasked && share(PlayScene::Mask) > 0});
    if (!m_layout.cells.isNull() && !key.k.empty()) {
        const double height = std::min(0.78 * place.height(), 1.7 * type);
        QRectF cells = in(m_layout.cells);
        cells.setTop(cells.center().y() - height / 2);
        cells.setHeight(height);
        const double values = key.v.empty() ? 0 : valuesShown();
        const double met = appears(PlayScene::Meet, row);
        if (met > 0 && values < 1) {
            painter.setOpacity(met * (1 - values));
            paintCells(painter, cells, key.k, StepRole::Key, limitOf(m_shown.keys, &PlayKey::k), cellType(&PlayKey::k),
                       false);
        }
        if (values > 0) {
            painter.setOpacity(values);
            paintCells(painter, cells, key.v, StepRole::Value, limitOf(m_shown.keys, &PlayKey::v),
                       cellType(&PlayKey::v), false);
        }
        painter.setOpacity(1);
    }
    const bool isMasked = key.isMasked && appears(PlayScene::Mask, row) > 0;
    if (isMasked)
        paintMask(painter, row);
    const auto score = [&](const QRectF &column, PlayScene scene, double value, const QString &text) {
        const double shown = appears(scene, row);
        if (column.isNull() || key.key < 0 || shown <= 0)
            return;
        painter.setOpacity(shown);
        paintNumber(painter, in(column), text, value == 0 ? m_theme.muted : roleColor(StepRole::Score), isChosen,
                    isMasked);
    };
    score(m_layout.score, PlayScene::Score, key.score, m_texts.scores.at(row));
    score(m_layout.scaled, PlayScene::Scale, key.scaled, m_texts.scaled.at(row));
    painter.setOpacity(1);
    paintShare(painter, row);
}

/// Paints the mask over k and the scores; what stands there stays readable.
void PlayFigure::paintMask(QPainter &painter, int row) const
{
    const QRectF &place = m_layout.rows[std::size_t(row)];
    const double left = m_layout.score.isNull() ? m_layout.scaled.left() : m_layout.score.left();
    const double right = m_layout.softmax.left() - 0.4 * m_layout.type;
    if (right <= left)
        return;
    painter.setOpacity(appears(PlayScene::Mask, row));
    MaskHatch hatch;
    hatch.add(
        painter,
        QRectF(left + 0.5 * m_layout.type, place.top() + 1, right - left - 0.5 * m_layout.type, place.height() - 2),
        m_theme);
    hatch.paint(painter, m_theme);
    painter.setOpacity(1);
}

/// The bar and the share; before it e^score.
void PlayFigure::paintShare(QPainter &painter, int row) const
{
    const PlayKey &key = m_shown.keys[std::size_t(row)];
    const QRectF &place = m_layout.rows[std::size_t(row)];
    const double p = share(PlayScene::Softmax);
    const bool isChosen = key.key == m_shown.key && key.key >= 0;
    const QRectF number(m_layout.weight.left(), place.top(), m_layout.weight.width(), place.height());
    if (p <= 0)
        return;
    // e^score is gone before the share comes.
    const double gone = clamped((p - 0.5) / 0.06);
    const double turned = clamped((p - 0.56) / 0.08);
    if (m_shown.made == PlayWeights::Softmax && gone < 1) {
        const auto count = double(m_shown.keys.size());
        painter.setOpacity(clamped((p / 0.35 * (count + 2) - row) / 2) * (1 - gone));
        drawToken(painter,
                  QRectF(m_layout.bar.left(), place.top(), number.right() - m_layout.bar.left(), place.height()),
                  Qt::AlignRight, exponentialText(key.exponential), font(1), m_theme.text);
        painter.setOpacity(1);
    }
    const bool isSoftmax = m_shown.made == PlayWeights::Softmax;
    const double shown = isSoftmax ? turned : clamped(p * 4);
    if (shown <= 0)
        return;
    painter.setOpacity(shown);
    const double height = std::min(0.9 * m_layout.type, 0.5 * place.height());
    const QRectF bar(m_layout.bar.left(), place.center().y() - height / 2, m_layout.bar.width(), height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.panel);
    painter.drawRoundedRect(bar, height / 4, height / 4);
    const double width = bar.width() * std::clamp(key.weight, 0.0, 1.0) * growth();
    if (key.weight > 0) {
        painter.setBrush(m_theme.head(m_shown.head));
        painter.drawRoundedRect(QRectF(bar.topLeft(), QSizeF(std::max(2.0, width), height)),
                                std::min(height / 4, width / 2), std::min(height / 4, width / 2));
    }
    drawToken(painter, number, Qt::AlignRight, shareText(key.weight, shareDigits), font(1, isChosen),
              isChosen ? m_theme.text : m_theme.muted);
    painter.setOpacity(1);
}

void PlayFigure::paintNumber(QPainter &painter, const QRectF &box, const QString &text, const QColor &color,
                             bool isBold, bool hasPlate) const
{
    const QFont used = font(1, isBold);
    if (hasPlate) {
        const double width = textWidth(text, used);
        const double height = std::min(1.3 * m_layout.type, box.height() - 2);
        painter.fillRect(QRectF(box.right() - width - 2, box.center().y() - height / 2, width + 4, height),
                         m_theme.masked);
    }
    drawToken(painter, box, Qt::AlignRight, text, used, color);
}

double PlayFigure::cellType(const std::vector<double> &values, double width) const
{
    const double pitch = width / double(std::max<std::size_t>(1, values.size()));
    const int digits = digitsOf(values) > 0 ? 1 : 0;
    double type = std::round(smallNumbers * m_layout.type);
    const auto fits = [&] {
        return std::all_of(values.begin(), values.end(), [&](double value) {
            return textWidth(evenNumber(value, digits), Theme::font(type, true)) <= pitch - 3;
        });
    };
    while (type > leastCellType && !fits())
        --type;
    return type >= leastCellType && fits() ? type : 0;
}

double PlayFigure::cellType(std::vector<double> PlayKey::*row) const
{
    double type = m_layout.type;
    for (const PlayKey &key : m_shown.keys)
        type = std::min(type, cellType(key.*row, m_layout.cells.width()));
    return type;
}

void PlayFigure::paintCells(QPainter &painter, const QRectF &box, const std::vector<double> &values, StepRole role,
                            double limit, double type, bool showsZeros) const
{
    if (values.empty())
        return;
    const double pitch = box.width() / double(values.size());
    const double gap = pitch >= 8 ? 2 : pitch >= 4 ? 1 : 0;
    const QColor color = roleColor(role);
    const QColor empty = showsZeros ? m_theme.panel : m_theme.control;
    const bool hasNumbers = type > 0;
    const int digits = digitsOf(values) > 0 ? 1 : 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const QRectF cell(box.left() + double(i) * pitch, box.top(), pitch - gap, box.height());
        const double strength = limit > 0 ? values[i] / limit : 0;
        const double round = gap > 0 ? std::min(3.0, cell.width() / 5) : 0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(empty);
        painter.drawRoundedRect(cell, round, round);
        if (!hasNumbers) {
            // Upwards where the number is positive, downwards where it is negative.
            const double middle = cell.center().y();
            const double height = std::abs(strength) * cell.height() / 2;
            painter.fillRect(QRectF(cell.left(), strength > 0 ? middle - height : middle, cell.width(), height), color);
            continue;
        }
        if (values[i] == 0 && !showsZeros)
            continue;
        QColor fill = empty;
        if (values[i] != 0)
            fill = values[i] > 0 ? mixed(empty, color, 0.25 + 0.75 * strength) : mixed(empty, color, -0.25 * strength);
        painter.setBrush(fill);
        painter.drawRoundedRect(cell, round, round);
        const QColor ink = values[i] == 0 ? m_theme.muted : values[i] < 0 ? color : m_theme.textOn(fill.rgb());
        drawToken(painter, cell, Qt::AlignHCenter, evenNumber(values[i], digits), Theme::font(type, values[i] != 0),
                  ink);
    }
}

/// Around the key that is spoken of: amber in a dark casing.
void PlayFigure::paintOutline(QPainter &painter) const
{
    for (std::size_t i = 0; i < m_shown.keys.size(); ++i) {
        if (m_shown.keys[i].key != m_shown.key || m_shown.keys[i].key < 0)
            continue;
        const double round = 0.35 * m_layout.type;
        const QRectF box = m_layout.rows[i].adjusted(0, 1, 0, -1);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(QColor(27, 32, 39), 4.5));
        painter.drawRoundedRect(box, round, round);
        painter.setPen(QPen(m_theme.dark ? QColor(255, 190, 70) : QColor(230, 159, 0), 2.5));
        painter.drawRoundedRect(box, round, round);
    }
}

} // namespace regard
