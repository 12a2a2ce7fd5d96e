#pragma once

#include <vector>

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include "draw/figure.h"
#include "draw/theme.h"
#include "views/training/curve_plot.h"

namespace regard {

/// What became of a model while it learned.
struct TrainingData {
    using Line = CurveLine; ///< points: step, value
    struct Mark {
        double step = 0;
        QString text;
    };

    std::vector<Line> losses;
    std::vector<Line> shares; ///< from 0 to 1
    Line rate;
    std::vector<Mark> marks; ///< changes by hand, numbered in the plots
    QStringList findings;    ///< sentences, for what stands under the figure
    double steps = 1;        ///< the last step of the plots
    bool isLog = false;      ///< the axis of the losses
    // The axes' names, with their units.
    QString lossTitle;
    QString shareTitle;
    QString rateTitle;
    QString stepTitle;
};

/// Three plots above each other over the same steps: loss, shares and learning rate.
class TrainingFigure : public Figure {
public:
    /// Is as wide as asked, and at least as high as plots and sentences need.
    TrainingFigure(TrainingData data, QSizeF space, const Theme &theme);

    QSizeF size() const override { return m_size; }
    void paint(QPainter &painter) const override;
    double labelSize() const override { return 11; }

    double leastHeight() const { return m_leastHeight; } ///< for plots and sentences of that width
    const TrainingData &data() const { return m_data; }
    /// The plots: of the losses, of the shares, of the rate.
    enum class Plot { Loss, Share, Rate };
    QPointF place(Plot plot, QPointF value) const;
    QRectF plotRect(Plot plot) const;

private:
    struct Axis {
        QRectF rect;
        double least = 0;
        double most = 1;
        bool isLog = false;
        std::vector<double> ticks{};
    };

    void placePlots();
    void scale(Axis &axis, const std::vector<const TrainingData::Line *> &lines) const;
    const Axis &axis(Plot plot) const { return m_axes[std::size_t(plot)]; }
    std::vector<const TrainingData::Line *> linesOf(Plot plot) const;
    const QString &titleOf(Plot plot) const;
    void paintPlot(QPainter &painter, Plot plot) const;
    void paintMarks(QPainter &painter, Plot plot) const;
    std::vector<double> stepTicks() const;
    void paintAxes(QPainter &painter, Plot plot) const;
    void paintSteps(QPainter &painter) const;
    void paintSentences(QPainter &painter) const;
    double heightOfLegend(Plot plot) const;

    TrainingData m_data;
    Theme m_theme;
    QSizeF m_size;
    Axis m_axes[3];
    QStringList m_sentences; ///< of the marks, broken into lines
    double m_sentencesTop = 0;
    double m_leastHeight = 0;
};

} // namespace regard
