#pragma once

#include <vector>

#include <QGroupBox>

#include "window/regions/modes.h"

class QPushButton;

namespace regard {

/// What a mode is for, with its key.
QString modeTip(Mode mode);

/// The four modes side by side, the present one filled. It is one stop of the Tab key; arrows go to the next mode. A
/// click leaves the keyboard where it is, for instance in the sentence.
class ModeSwitch : public QGroupBox {
    Q_OBJECT
public:
    explicit ModeSwitch(QWidget *parent);

    void setMode(Mode mode);

signals:
    void modeAsked(Mode mode); ///< also the present one, whose arrangement is then restored

private:
    std::vector<QPushButton *> m_buttons; ///< in the order of modeRows()
};

} // namespace regard
