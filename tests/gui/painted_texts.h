#pragma once

#include <cmath>
#include <vector>

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QString>
#include <QTransform>

namespace regard {

/// A text as it was painted, and how high its digits are then, in pixels.
struct PaintedText {
    QString text;
    double digitHeight;
};

/// Paints nothing and keeps each text that is painted on it.
class PaintedTexts : public QPaintDevice {
public:
    explicit PaintedTexts(QSize size) : m_size(size) {}
    QPaintEngine *paintEngine() const override { return &m_engine; }
    const std::vector<PaintedText> &texts() const { return m_engine.texts; }

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
        void drawTextItem(const QPointF &, const QTextItem &item) override
        {
            const double enlarged = std::hypot(m_scale.m21(), m_scale.m22());
            const double digit = -QFontMetricsF(item.font()).tightBoundingRect(QStringLiteral("1")).top();
            texts.push_back({item.text(), enlarged * digit});
        }
        std::vector<PaintedText> texts;

    private:
        QTransform m_scale;
    };

    QSize m_size;
    mutable Engine m_engine;
};

} // namespace regard
