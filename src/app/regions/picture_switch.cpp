#include "app/regions/picture_switch.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QToolButton>

#include "views/text/panel_title.h"

namespace regard {

PictureSwitch::PictureSwitch(QWidget *parent) : QWidget(parent), m_row(new QHBoxLayout(this))
{
    setObjectName(QStringLiteral("pictureSwitch"));
    setAccessibleName(tr("Pictures"));
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(2);
    hide();
}

void PictureSwitch::show(const std::vector<PanelId> &pictures, const std::vector<PanelId> &shown, bool offersBoth)
{
    if (pictures != m_pictures || offersBoth != m_offersBoth) {
        m_pictures = pictures;
        m_offersBoth = offersBoth;
        qDeleteAll(findChildren<QToolButton *>());
        const auto add = [this](const QString &text, const QString &name) {
            auto *button = new QToolButton(this);
            button->setText(text);
            button->setObjectName(name);
            button->setAccessibleName(text);
            button->setCheckable(true);
            button->setProperty("chip", true);
            m_row->addWidget(button);
            return button;
        };
        for (const PanelId picture : pictures) {
            QToolButton *button = add(panelTitle(picture), QString::fromStdString(panelWord(picture)));
            connect(button, &QToolButton::clicked, this, [this, picture] { emit chosen(picture); });
        }
        if (offersBoth)
            connect(add(tr("Both"), QStringLiteral("both")), &QToolButton::clicked, this, &PictureSwitch::bothChosen);
    }
    const bool isBoth = offersBoth && shown.size() > 1;
    const QList<QToolButton *> buttons = findChildren<QToolButton *>(QString(), Qt::FindDirectChildrenOnly);
    for (QToolButton *button : buttons) {
        const std::optional<PanelId> picture = panelOfWord(button->objectName().toStdString());
        button->setChecked(picture ? !isBoth && std::find(shown.begin(), shown.end(), *picture) != shown.end()
                                   : isBoth);
    }
    QWidget::show();
}

} // namespace regard
