#include "app/docks/drawer.h"

#include <algorithm>

#include <QAction>
#include <QBoxLayout>
#include <QDockWidget>
#include <QStyleOptionButton>
#include <QStylePainter>

namespace regard {

namespace {

constexpr int drawerGap = 2;
constexpr int fewestLetters = 3; // beside "…"

/// Its words run upwards where it is upright. In a low window with large type they are shortened.
class DrawerButton : public QPushButton {
public:
    DrawerButton(const QString &text, Qt::Orientation orientation, QWidget *parent)
        : QPushButton(text, parent), m_isUpright(orientation == Qt::Vertical)
    {
        setProperty("drawer", true);
        setCheckable(true);
        setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard where it is, as a tab's does
        setSizePolicy(QSizePolicy::Fixed, m_isUpright ? QSizePolicy::Maximum : QSizePolicy::Fixed);
    }

    QSize sizeHint() const override { return turned(QPushButton::sizeHint()); }
    QSize minimumSizeHint() const override
    {
        QSize least = sizeHint();
        if (m_isUpright)
            least.setHeight(std::min(least.height(), fewestLetters * fontMetrics().averageCharWidth() + frame()));
        return least;
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QStyleOptionButton option;
        initStyleOption(&option);
        option.rect.setSize(turned(size()));
        if (m_isUpright && height() < sizeHint().height())
            option.text = fontMetrics().elidedText(text(), Qt::ElideRight, height() - frame());
        QStylePainter painter(this);
        if (m_isUpright) {
            painter.translate(0, height());
            painter.rotate(-90);
        }
        painter.drawControl(QStyle::CE_PushButton, option);
    }

private:
    /// What is not text, along the words.
    int frame() const { return sizeHint().height() - fontMetrics().horizontalAdvance(text()); }
    QSize turned(QSize size) const { return m_isUpright ? size.transposed() : size; }

    bool m_isUpright;
};

} // namespace

Drawer::Drawer(Qt::Orientation orientation, const QString &name, QWidget *parent)
    : QWidget(parent), m_orientation(orientation),
      m_row(new QBoxLayout(orientation == Qt::Vertical ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight, this))
{
    setAccessibleName(name);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(drawerGap);
    m_row->addStretch(1);
}

void Drawer::add(QDockWidget *dock)
{
    auto *button = new DrawerButton(dock->windowTitle(), m_orientation, this);
    button->setObjectName(QStringLiteral("drawer_") + dock->objectName());
    button->setAccessibleName(dock->windowTitle());
    button->setToolTip(tr("Opens the panel %1, or folds it").arg(dock->windowTitle()));
    m_row->insertWidget(m_row->count() - 1, button);
    const auto follow = [button, dock](bool seen) { button->setChecked(seen); };
    connect(dock, &QDockWidget::visibilityChanged, button, follow);
    connect(button, &QPushButton::clicked, dock, [dock, button] {
        if (dock->isHidden() || !dock->visibleRegion().isEmpty())
            dock->toggleViewAction()->trigger();
        else
            dock->raise();
        button->setChecked(!dock->isHidden());
    });
}

QWidget *Drawer::first() const
{
    return m_row->count() > 1 ? m_row->itemAt(0)->widget() : nullptr;
}

} // namespace regard
