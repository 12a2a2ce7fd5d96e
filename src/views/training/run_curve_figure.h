#pragma once

#include <vector>

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>

#include "draw/figure.h"
#include "draw/theme.h"

namespace regard {

/// Violet and green, as loss and share of right answers are written wherever a run is shown.
QColor lossInk(const Theme &theme);
QColor rightInk(const Theme &theme);

/// What runs have come to, step by step.
struct RunCurveData {
    enum class Ink { Loss, Right, Model };
    struct Line {
        QString name;
        std::vector<QPointF> points; ///< step, value; a gap where a number is not finite
        Ink ink = Ink::Model;
        int color = 0; ///< of a model, as a head's
        bool isDashed = false;

        bool isShare() const { return ink != Ink::Loss; } ///< from 0 to 1, at an axis of percentages
    };
    /// A dot on the first line of shares.
    struct Mark {
        double step = 0;
        QString name;     ///< beside it, where there is room
        QString sentence; ///< what it means
        int color = 0;    ///< as a head's
    };

    std::vector<Line> lines;
    std::vector<Mark> marks;
    double step = 0;   ///< the present one, where a line stands
    QString stepsUnit; ///< after the last number below
    QString note;      ///< at the top right: what is drawn of several models
};

/// One plot over the steps: loss at an axis on the left and shares at one on the right, or shares alone.
class RunCurveFigure : public Figure {
public:
    RunCurveFigure(RunCurveData data, QSizeF space, const Theme &theme);

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    double labelSize() const override;

    const RunCurveData &data() const { return m_data; }
    QRectF plotRect() const { return m_plot; }
    double lastStep() const { return m_lastStep; } ///< at the right end
    double mostLoss() const { return m_mostLoss; } ///< at the top
    QPointF placeLoss(QPointF value) const;
    QPointF placeShare(QPointF value) const;
    QPointF placeMark(std::size_t mark) const;
    /// The mark at that point, or next to it; −1: none is.
    int markAt(QPointF point) const;
    /// The places of the names of lines and marks; empty where one has no room.
    const std::vector<QRectF> &lineNames() const { return m_lineNames; }
    const std::vector<QRectF> &markNames() const { return m_markNames; }

private:
    bool hasLoss() const;
    QPointF place(const RunCurveData::Line &line, QPointF value) const;
    QColor ink(const RunCurveData::Line &line) const;
    void placeAxes();
    void placeNamesAtEnds();
    void placeNames();
    QRectF freePlace(QSizeF size, const std::vector<QPointF> &anchors, bool isBeside) const;
    bool isFree(const QRectF &box) const;
    void paintAxes(QPainter &painter) const;
    void paintLines(QPainter &painter) const;
    void paintMarks(QPainter &painter) const;

    RunCurveData m_data;
    Theme m_theme;
    QSizeF m_size;
    QRectF m_plot;
    bool m_isLow = false; ///< without numbers and note
    double m_lastStep = 1;
    double m_mostLoss = 1;
    std::vector<double> m_stepTicks;
    std::vector<QRectF> m_lineNames;
    std::vector<QRectF> m_markNames;
};

} // namespace regard
