#include "views/play/play_track.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "draw/notation.h"
#include "draw/token_label.h"
#include "views/play/play_text.h"

namespace regard {

namespace {

constexpr double trackGap = 4; ///< between scenes

QFont trackFont(double type, bool isBold)
{
    return Theme::font(std::max(1.0, std::round(type)), isBold);
}

} // namespace

PlayTrack::PlayTrack(const PlayData &data, const QRectF &box, double type) : m_box(box), m_type(type)
{
    const std::vector<PlayScene> scenes = playScenes(data);
    // A scene is as wide as it is long, yet not narrower than its name where the others can spare that.
    std::vector<double> widths;
    double needed = 0;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        const QString name = QStringLiteral("%1 %2").arg(i + 1).arg(sceneName(data, scenes[i]));
        const double start = startOf(data, int(i));
        m_parts.push_back({name, 0, 0, start, start + secondsOf(scenes[i])});
        widths.push_back(notationWidth(name, trackFont(type, true)) + type / 2);
        needed += widths.back();
    }
    const double room = std::max(0.0, box.width() - trackGap * double(scenes.size() - 1));
    const double spare = std::max(0.0, room - needed);
    const double fit = needed > room && needed > 0 ? room / needed : 1;
    double x = box.left();
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        m_parts[i].left = x;
        x += widths[i] * fit + spare * (m_parts[i].end - m_parts[i].start) / playSeconds(data);
        m_parts[i].right = x;
        x += trackGap;
    }
}

void PlayTrack::paint(QPainter &painter, const Theme &theme, double seconds, bool hasHandle) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const double thickness = std::max(4.0, 0.5 * m_type);
    const double y = m_box.bottom() - thickness - 0.3 * m_type;
    for (const Part &part : m_parts) {
        const bool isLast = &part == &m_parts.back();
        const bool isNow = seconds >= part.start && (seconds < part.end || isLast);
        const QFont font = trackFont(m_type, isNow);
        const QRectF name(part.left + 2, m_box.top(), part.right - part.left - 2, 1.5 * m_type);
        const QColor ink = isNow ? theme.accent : seconds < part.start ? theme.muted : theme.text;
        if (notationWidth(part.name, font) <= name.width())
            drawNotation(painter, name, Qt::AlignLeft, part.name, font, ink);
        else
            drawToken(painter, name, Qt::AlignLeft, elidedToken(part.name, font, name.width()), font, ink);
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(theme.panel, theme.muted, 0.25));
        const QRectF line(part.left, y, part.right - part.left, thickness);
        painter.drawRoundedRect(line, thickness / 2, thickness / 2);
        const double share = std::clamp((seconds - part.start) / (part.end - part.start), 0.0, 1.0);
        if (share <= 0)
            continue;
        painter.setBrush(theme.accent);
        painter.drawRoundedRect(QRectF(line.topLeft(), QSizeF(line.width() * share, thickness)), thickness / 2,
                                thickness / 2);
    }
    if (!hasHandle)
        return;
    painter.setPen(QPen(theme.panel, 2));
    painter.setBrush(theme.accent);
    painter.drawEllipse(QPointF(placeOf(seconds), y + thickness / 2), thickness * 1.15, thickness * 1.15);
}

double PlayTrack::secondsAt(double x) const
{
    for (const Part &part : m_parts)
        if (x <= part.right || &part == &m_parts.back())
            return part.start + (part.end - part.start) *
                                    std::clamp((x - part.left) / std::max(1e-6, part.right - part.left), 0.0, 1.0);
    return 0;
}

double PlayTrack::placeOf(double seconds) const
{
    for (const Part &part : m_parts)
        if (seconds < part.end || &part == &m_parts.back())
            return part.left +
                   (part.right - part.left) * std::clamp((seconds - part.start) / (part.end - part.start), 0.0, 1.0);
    return m_box.left();
}

} // namespace regard
