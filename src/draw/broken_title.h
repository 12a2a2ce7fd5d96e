#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>
#include <QStringList>

namespace regard {

/// A title on as many lines as it needs: no part of it is left out.
class BrokenTitle {
public:
    static constexpr double lineHeight = 18;

    BrokenTitle() = default;
    /// Breaks a title into lines; there are none where the text is empty.
    BrokenTitle(const QString &text, double width, const QFont &font);

    bool isEmpty() const { return m_lines.isEmpty(); }
    const QStringList &lines() const { return m_lines; }
    /// What it takes beyond its first line.
    double further() const { return m_lines.isEmpty() ? 0 : lineHeight * double(m_lines.size() - 1); }
    /// Paints the lines from the first one's box downwards.
    void paint(QPainter &painter, const QRectF &firstLine, const QColor &color) const;

private:
    QStringList m_lines;
    QFont m_font;
};

} // namespace regard
