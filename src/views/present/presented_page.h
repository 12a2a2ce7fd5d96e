#pragma once

#include <memory>
#include <vector>

#include "draw/page_fit.h"
#include "views/present/page_caption.h"
#include "views/present/presented_panel.h"

namespace regard {

/// A caption with the title before it; what the text emphasises is bold, as it is read from the last row.
std::vector<CaptionRun> titledCaption(const QString &title, const QString &caption);

/// A panel that shows itself, in one of these rooms in type of laidOutType; none: in any.
class PresentedPanelItself : public PresentedPicture {
public:
    explicit PresentedPanelItself(std::vector<QSizeF> rooms) : m_rooms(std::move(rooms)) {}

    bool fits(QSizeF size, double type, Names names) const override;

private:
    std::vector<QSizeF> m_rooms;
};

/// The pictures and the caption that are presented together. The document outlives them.
class PresentedPage {
public:
    PresentedPage() : PresentedPage({}, {}) {}
    /// Without pictures so far. `corner` is the page's number.
    PresentedPage(std::vector<CaptionRun> caption, const QString &corner)
        : m_caption(std::make_shared<PageCaption>(std::move(caption), corner))
    {
    }

    void add(PanelId panel, std::shared_ptr<PresentedPicture> picture);

    const std::vector<PanelId> &panels() const { return m_panels; }
    /// Null where the panel shows itself.
    std::shared_ptr<const PresentedFigure> figure(std::size_t index) const;
    PageRequest request(QSizeF screen, double factor) const;
    /// The screens in the largest type up to that factor that has room; pictures too large for any stand alone. The
    /// factor becomes that of the type.
    std::vector<PresentedScreen> screens(QSizeF screen, double &factor) const;
    QString captionText() const { return m_caption->text(); }
    void paintCaption(QPainter &painter, const PresentedScreen &screen, const QRectF &band, const Theme &theme) const;
    /// All of a screen.
    void paint(QPainter &painter, const PresentedScreen &screen, const Theme &theme) const;

private:
    std::vector<PanelId> m_panels;
    std::vector<std::shared_ptr<PresentedPicture>> m_pictures;
    std::shared_ptr<PageCaption> m_caption;
};

} // namespace regard
