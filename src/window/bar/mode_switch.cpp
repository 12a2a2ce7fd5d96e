#include "window/bar/mode_switch.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPushButton>

namespace regard {

namespace {

struct ModeTipText {
    Q_DECLARE_TR_FUNCTIONS(ModeTip)
};

QString modePurpose(Mode mode)
{
    switch (mode) {
    case Mode::Explore:
        return ModeTipText::tr("Links and heatmap: which word looks at which, and why");
    case Mode::Explain:
        return ModeTipText::tr("The calculation of one word, step by step");
    case Mode::Edit:
        return ModeTipText::tr("The weights, to be changed beside a picture");
    case Mode::Train:
        break;
    }
    return ModeTipText::tr("The model learns its weights from examples");
}

/// Has room for its text in bold, as it is while it is down.
class ModeButton : public QPushButton {
public:
    using QPushButton::QPushButton;

    QSize sizeHint() const override
    {
        QFont bold = font();
        bold.setBold(true);
        const int more = QFontMetrics(bold).horizontalAdvance(text()) - fontMetrics().horizontalAdvance(text());
        return QPushButton::sizeHint() + QSize(more, 0);
    }
    QSize minimumSizeHint() const override { return sizeHint(); }
};

} // namespace

QString modeTip(Mode mode)
{
    const QKeySequence key(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + int(mode)));
    return QStringLiteral("%1 (%2)").arg(modePurpose(mode), key.toString());
}

ModeSwitch::ModeSwitch(QWidget *parent) : QGroupBox(parent)
{
    constexpr int ground = 3; ///< around the buttons
    setObjectName(QStringLiteral("modeSwitch"));
    setAccessibleName(tr("Mode"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(ground, ground, ground, ground);
    row->setSpacing(0);
    for (const ModeRow &mode : modeRows()) {
        auto *button = new ModeButton(modeName(mode.mode), this);
        button->setObjectName(QString::fromLatin1(spelling(mode.mode)));
        button->setProperty("segment", true);
        button->setCheckable(true);
        button->setAutoExclusive(true); // so that arrow keys go through them
        button->setAccessibleName(modeName(mode.mode));
        button->setToolTip(modeTip(mode.mode));
        row->addWidget(button);
        m_buttons.push_back(button);
        connect(button, &QPushButton::clicked, this, [this, asked = mode.mode] {
            setMode(asked);
            emit modeAsked(asked);
        });
    }
    setMode(Mode::Explore);
}

void ModeSwitch::setMode(Mode mode)
{
    for (QPushButton *button : m_buttons) {
        const bool isPresent = button == m_buttons[std::size_t(mode)];
        if (isPresent)
            button->setChecked(true);
        button->setFocusPolicy(isPresent ? Qt::TabFocus : Qt::NoFocus);
    }
}

} // namespace regard
