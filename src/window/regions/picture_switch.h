#pragma once

#include <vector>

#include "controls/segment_switch.h"
#include "words/panel_word.h"

namespace regard {

/// The names of the stage's pictures side by side, the one in view down; where there are two, also “Both”.
class PictureSwitch : public SegmentSwitch {
    Q_OBJECT
public:
    explicit PictureSwitch(QWidget *parent);
    /// `shown`: those in view. `offersBoth`: whether both can be asked for.
    void show(const std::vector<PanelId> &pictures, const std::vector<PanelId> &shown, bool offersBoth);

signals:
    void pictureChosen(regard::PanelId picture);
    void bothChosen();

private:
    std::vector<PanelId> m_pictures;
    bool m_offersBoth = false;
};

} // namespace regard
