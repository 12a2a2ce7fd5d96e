#pragma once

#include <memory>
#include <vector>

#include "figures/present/page_caption.h"
#include "figures/present/page_fit.h"
#include "views/present/presented_panel.h"

namespace regard {

/// A caption with the title before it; what the text emphasises is bold, as it is read from the last row.
std::vector<CaptionRun> titledCaption(const QString &title, const QString &caption);

/// The pictures and the caption that are presented together. The document outlives them.
class PresentedPage {
public:
    PresentedPage() : PresentedPage({}, {}) {}
    /// Without pictures so far. `corner` is the page's number.
    PresentedPage(std::vector<CaptionRun> caption, const QString &corner)
        : m_caption(std::make_shared<PageCaption>(std::move(caption), corner))
    {
    }

    /// Null, as of a panel that has no picture, takes what place there is.
    void add(PanelId panel, std::shared_ptr<PresentedFigure> figure);

    const std::vector<PanelId> &panels() const { return m_panels; }
    /// Null where the panel has no picture.
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
