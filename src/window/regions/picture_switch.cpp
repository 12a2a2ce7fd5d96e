#include "window/regions/picture_switch.h"

#include <algorithm>

#include "views/base/panel_title.h"

namespace regard {

PictureSwitch::PictureSwitch(QWidget *parent) : SegmentSwitch(tr("Pictures"), parent)
{
    connect(this, &SegmentSwitch::chosen, this, [this](int index) {
        if (index < int(m_pictures.size()))
            emit pictureChosen(m_pictures[std::size_t(index)]);
        else
            emit bothChosen();
    });
    hide();
}

void PictureSwitch::show(const std::vector<PanelId> &pictures, const std::vector<PanelId> &shown, bool offersBoth)
{
    if (pictures != m_pictures || offersBoth != m_offersBoth) {
        m_pictures = pictures;
        m_offersBoth = offersBoth;
        while (count() > 0)
            removeLast();
        for (const PanelId picture : pictures)
            add(panelTitle(picture), {}, {});
        if (offersBoth)
            add(tr("Both"), {}, {});
    }
    if (offersBoth && shown.size() > 1) {
        setChosen(int(pictures.size()));
    } else {
        const auto last = shown.empty() ? pictures.end() : std::find(pictures.begin(), pictures.end(), shown.back());
        setChosen(last == pictures.end() ? -1 : int(last - pictures.begin()));
    }
    QWidget::show();
}

} // namespace regard
