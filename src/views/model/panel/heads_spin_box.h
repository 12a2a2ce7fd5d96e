#pragma once

#include "controls/size_spin_box.h"

namespace regard {

/// A number of heads. Where the heads share a fixed width, the arrows go from one divisor of it to the next.
class HeadsSpinBox : public SizeSpinBox {
    Q_OBJECT
public:
    explicit HeadsSpinBox(QWidget *parent = nullptr) : SizeSpinBox(parent) {}

    /// 0: every number of heads is a step.
    void setSharedWidth(int width) { m_width = width; }

    void stepBy(int steps) override;

private:
    int m_width = 0;
};

} // namespace regard
