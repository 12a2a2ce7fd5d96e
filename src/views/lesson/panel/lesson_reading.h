#pragma once

#include <vector>

#include <QWidget>

#include "views/lesson/panel/lesson_html.h"

class QLabel;
class QVBoxLayout;

namespace regard {

class AppTheme;

/// Drawings beside each other where there is room, painted at the screen's resolution; too wide a one is made smaller.
class LessonDrawings : public QWidget {
    Q_OBJECT
public:
    LessonDrawings(AppTheme *theme, QWidget *parent);

    void setDrawings(std::vector<LessonDrawing> drawings);
    const std::vector<LessonDrawing> &drawings() const { return m_drawings; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    /// The width at which no number is smaller than what is shown while presenting; without such a rule 1.
    int leastWidth() const;
    /// The rectangle in which the drawing of that number is painted.
    QRectF placeOf(std::size_t drawing) const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    /// The drawings' places at a width.
    std::vector<QRectF> placesAt(double width) const;

    AppTheme *m_theme;
    std::vector<LessonDrawing> m_drawings;
};

/// A page's text: words, and drawings between them.
class LessonReading : public QWidget {
    Q_OBJECT
public:
    LessonReading(AppTheme *theme, QWidget *parent);

    /// What stays the same keeps its selection and the focus.
    void setBlocks(std::vector<LessonBlock> blocks);
    /// The width at which no number in the drawings is smaller than what is shown while presenting.
    int leastWidth() const;

private:
    struct Row {
        QLabel *words;
        LessonDrawings *drawings;
    };
    void addRow();

    AppTheme *m_theme;
    QVBoxLayout *m_column;
    std::vector<Row> m_rows;
};

} // namespace regard
