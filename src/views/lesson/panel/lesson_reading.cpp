#include "views/lesson/panel/lesson_reading.h"

#include <algorithm>
#include <cmath>

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "controls/app_theme.h"
#include "draw/smallest_text.h"

namespace regard {

namespace {

// The gap between drawings, CSS pixels; those below each other have room of their own above and below.
constexpr double lessonReadingGap = 14;
constexpr double gapBelow = 4;

} // namespace

LessonDrawings::LessonDrawings(AppTheme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void LessonDrawings::setDrawings(std::vector<LessonDrawing> drawings)
{
    m_drawings = std::move(drawings);
    QStringList spoken;
    for (const LessonDrawing &drawing : m_drawings)
        spoken << drawing.spoken;
    setAccessibleName(spoken.join(QLatin1Char('\n')));
    updateGeometry();
    update();
}

std::vector<QRectF> LessonDrawings::placesAt(double width) const
{
    std::vector<QRectF> places;
    const double space = lessonReadingGap * m_theme->scale();
    QPointF at;
    double lineHeight = 0;
    for (const LessonDrawing &drawing : m_drawings) {
        QSizeF size = drawing.figure->size() * m_theme->scale();
        if (size.width() > width)
            size *= width / size.width();
        if (at.x() > 0 && at.x() + size.width() > width) {
            at = {0, at.y() + lineHeight + gapBelow * m_theme->scale()};
            lineHeight = 0;
        }
        places.emplace_back(at, size);
        at.rx() += size.width() + space;
        lineHeight = std::max(lineHeight, size.height());
    }
    return places;
}

QSize LessonDrawings::sizeHint() const
{
    double widest = 0;
    for (const LessonDrawing &drawing : m_drawings)
        widest = std::max(widest, drawing.figure->size().width() * m_theme->scale());
    const int width = int(std::ceil(widest));
    return {width, heightForWidth(width)};
}

int LessonDrawings::leastWidth() const
{
    double least = 1;
    for (const LessonDrawing &drawing : m_drawings) {
        double share = 0; // of the size at the present type
        for (const DrawnText &text : drawnTexts(*drawing.figure))
            if (std::any_of(text.text.begin(), text.text.end(), [](QChar sign) { return sign.isDigit(); }))
                share = std::max(share, std::min(1.0, m_theme->theme().leastNumber / text.size));
        least = std::max(least, drawing.figure->size().width() * m_theme->scale() * share);
    }
    return int(std::ceil(least));
}

QSize LessonDrawings::minimumSizeHint() const
{
    return {1, 1};
}

int LessonDrawings::heightForWidth(int width) const
{
    double height = 0;
    for (const QRectF &place : placesAt(std::max(width, 1)))
        height = std::max(height, place.bottom());
    return int(std::ceil(height));
}

QRectF LessonDrawings::placeOf(std::size_t drawing) const
{
    return placesAt(width()).at(drawing);
}

void LessonDrawings::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const std::vector<QRectF> places = placesAt(width());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const double scale = places[i].width() / m_drawings[i].figure->size().width();
        painter.save();
        painter.translate(places[i].topLeft());
        painter.scale(scale, scale);
        m_drawings[i].figure->paint(painter);
        painter.restore();
    }
}

LessonReading::LessonReading(AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(6);
    addRow();
}

void LessonReading::addRow()
{
    auto *words = new QLabel(this);
    words->setTextFormat(Qt::RichText);
    words->setWordWrap(true);
    words->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    words->setOpenExternalLinks(false);
    auto *drawings = new LessonDrawings(m_theme, this);
    m_column->addWidget(words);
    m_column->addWidget(drawings);
    m_rows.push_back({words, drawings});
}

int LessonReading::leastWidth() const
{
    int least = 0;
    for (const Row &row : m_rows)
        least = std::max(least, row.drawings->leastWidth());
    return least;
}

void LessonReading::setBlocks(std::vector<LessonBlock> blocks)
{
    while (m_rows.size() < blocks.size())
        addRow();
    blocks.resize(m_rows.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const auto &[words, drawings] = m_rows[i];
        if (words->text() != blocks[i].html)
            words->setText(blocks[i].html);
        words->setVisible(!blocks[i].html.isEmpty());
        drawings->setVisible(!blocks[i].drawings.empty());
        drawings->setDrawings(std::move(blocks[i].drawings));
    }
}

} // namespace regard
