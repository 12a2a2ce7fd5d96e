#include "draw/smallest_text.h"

#include <algorithm>
#include <cmath>

#include <QPaintDevice>
#include <QPaintEngine>
#include <QTransform>

namespace regard {

namespace {

/// Draws nothing, and keeps the texts.
class TextSizes : public QPaintDevice {
public:
    explicit TextSizes(QSizeF size) : m_size(size.toSize().expandedTo({1, 1})) {}
    QPaintEngine *paintEngine() const override { return &m_engine; }
    const std::vector<DrawnText> &texts() const { return m_engine.texts; }

protected:
    int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDepth:
            return 32;
        case PdmNumColors:
            return 1 << 24;
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return 96;
        case PdmDevicePixelRatioScaled:
            return int(devicePixelRatioFScale());
        default:
            return 1;
        }
    }

private:
    class Engine : public QPaintEngine {
    public:
        Engine() : QPaintEngine(AllFeatures) {}
        bool begin(QPaintDevice *) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState &now) override { m_scale = now.transform(); }
        void drawPixmap(const QRectF &, const QPixmap &, const QRectF &) override {}
        void drawPath(const QPainterPath &) override {}
        void drawPolygon(const QPointF *, int, PolygonDrawMode) override {}
        void drawImage(const QRectF &, const QImage &, const QRectF &, Qt::ImageConversionFlags) override {}
        Type type() const override { return User; }
        void drawTextItem(const QPointF &at, const QTextItem &item) override
        {
            constexpr double capitals = 0.73; // of DejaVu's type size, above the line
            constexpr double tails = 0.2;     // below it
            const double size = item.font().pixelSize() * std::hypot(m_scale.m21(), m_scale.m22());
            if (item.text().trimmed().isEmpty())
                return;
            const double type = item.font().pixelSize();
            const QRectF box(at.x(), at.y() - capitals * type, item.width(), (capitals + tails) * type);
            texts.push_back({size, item.text(),
                             m_scale.map(QPolygonF(
                                 QList<QPointF>{box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()}))});
        }
        std::vector<DrawnText> texts;

    private:
        QTransform m_scale;
    };

    QSize m_size;
    mutable Engine m_engine;
};

} // namespace

std::vector<DrawnText> drawnTexts(const Figure &figure)
{
    TextSizes device(figure.size());
    QPainter painter(&device);
    figure.paint(painter);
    painter.end();
    return device.texts();
}

std::vector<DrawnText> paintedTexts(const Figure &figure)
{
    TextSizes device(figure.size());
    QPainter painter(&device);
    figure.paintTexts(painter);
    painter.end();
    return device.texts();
}

DrawnText smallestText(const Figure &figure)
{
    const std::vector<DrawnText> texts = drawnTexts(figure);
    const auto smallest = std::min_element(texts.begin(), texts.end(),
                                           [](const DrawnText &a, const DrawnText &b) { return a.size < b.size; });
    return smallest == texts.end() ? DrawnText() : *smallest;
}

} // namespace regard
