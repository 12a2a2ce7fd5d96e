#pragma once

#include <memory>

#include <QPainter>
#include <QRectF>
#include <QSizeF>

namespace regard {

/// A picture: plain data and a geometry computed once for one size, in CSS pixels (1/96 inch).
/// Screen, PNG, SVG and PDF draw the same geometry. Made for a size without a height, a picture takes the width and is
/// as high as what it shows needs.
class Figure {
public:
    virtual ~Figure() = default;
    virtual QSizeF size() const = 0;
    /// Vector painting: text stays text, no bitmaps (more than 4,096 cells excepted). Background included.
    virtual void paint(QPainter &painter) const = 0;
    /// Paints the same geometry the fastest way, for pixels. The painter's device has its device pixel ratio set. The
    /// default is the vector painting.
    virtual void paintPixels(QPainter &painter) const { paint(painter); }
    /// Paints all texts of the figure at their places; what else it paints is of no matter. The default paints
    /// everything.
    virtual void paintTexts(QPainter &painter) const { paint(painter); }
    /// Whether paintPixels() of a part, at `ratio` device pixels per CSS pixel, takes longer than a window may wait. It
    /// must then work on any thread, alongside the other functions.
    virtual bool isSlow(const QRectF & /*part*/, double /*ratio*/) const { return false; }
    /// Stops a running paintPixels(), which may return at once with what it has; its picture is no longer needed. Any
    /// thread may call it.
    virtual void stopPainting() const {}
    /// The picture laid out again to fit a size, as a file of that size needs it; null where the figure has one layout
    /// only and can only be drawn smaller.
    virtual std::unique_ptr<Figure> within(QSizeF /*size*/) const { return nullptr; }
    /// The scale below which the figure can no longer be read.
    virtual double smallestScale() const { return 0; }
    /// How a window lets this picture follow another one of the same view.
    enum class Passage { Jumps, Grows, Fades };
    virtual Passage passageFrom(const Figure & /*former*/) const { return Passage::Jumps; }
    /// Where it grows: its picture on the way, at a share of 0 … 1. What can be read in it is this one's, which must
    /// outlive it.
    virtual std::unique_ptr<Figure> grownFrom(const Figure & /*former*/, double /*share*/) const { return nullptr; }
    /// The type of its tokens' names, or of what it names instead, in CSS pixels.
    virtual double labelSize() const { return 12; }
    /// Whether every token that it shows is named; for a page it is laid out with smaller names where not.
    virtual bool namesAll() const { return true; }
};

} // namespace regard
