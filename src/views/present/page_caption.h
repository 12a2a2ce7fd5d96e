#pragma once

#include <memory>
#include <vector>

#include <QPainter>
#include <QRectF>
#include <QString>
#include <QTextLayout>

#include "draw/theme.h"
#include "views/steps/step_data.h"

namespace regard {

/// A piece of a caption in one look.
struct CaptionRun {
    QString text;
    bool isBold = false;
    bool isItalic = false;
    bool isIndex = false;            ///< below the line and smaller: the k of d_k
    StepRole role = StepRole::Plain; ///< whose colour it has

    bool operator==(const CaptionRun &) const = default;
};

/// The runs of words as a lesson's page has them: *emphasis* and `code`, and letters with an index such as W_Q.
std::vector<CaptionRun> captionRuns(const QString &text);

/// Adds words whose indices, written W_Q, are drawn below the line.
void addNotation(std::vector<CaptionRun> &runs, const QString &text, CaptionRun look);

/// What stands at the foot of a presented page, and in its corner its number.
class PageCaption {
public:
    explicit PageCaption(std::vector<CaptionRun> runs, QString corner = {});

    bool isEmpty() const { return m_runs.empty(); }
    QString text() const; ///< without its looks, for screen readers
    /// As CaptionHeight: of one of several parts, which end between words. Infinite where a word is wider than a line.
    double height(double width, double type, int part = 0, int parts = 1) const;
    /// Paints within a band of that width and height, without a background.
    void paint(QPainter &painter, const QRectF &band, double type, const Theme &theme, int part = 0,
               int parts = 1) const;

private:
    std::vector<CaptionRun> partOf(int part, int parts) const;
    std::unique_ptr<QTextLayout> laidOut(double width, double type, const Theme &theme, int part, int parts) const;
    double cornerWidth(double type) const;

    std::vector<CaptionRun> m_runs;
    QString m_corner;
};

} // namespace regard
