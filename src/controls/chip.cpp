#include "controls/chip.h"

#include <QLayout>
#include <QToolButton>

#include "controls/spoken_name.h"

namespace regard {

QToolButton *newChip(const QString &text, const QString &name, const QString &toolTip, QWidget *parent)
{
    auto *chip = new QToolButton(parent);
    chip->setText(text);
    chip->setProperty("chip", true);
    chip->setFocusPolicy(Qt::StrongFocus);
    if (!name.isEmpty())
        nameButton(chip, name);
    chip->setToolTip(toolTip);
    return chip;
}

QToolButton *newSwitchChip(const QString &text, const QString &name, const QString &toolTip, QWidget *parent)
{
    QToolButton *chip = newChip(text, name, toolTip, parent);
    chip->setCheckable(true);
    return chip;
}

void removeChip(QWidget *chip)
{
    chip->hide(); // the focus passes on
    if (QLayout *row = chip->parentWidget()->layout())
        row->removeWidget(chip);
    chip->deleteLater();
}

} // namespace regard
