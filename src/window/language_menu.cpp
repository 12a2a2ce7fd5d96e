#include "window/language_menu.h"

#include <QActionGroup>
#include <QMenu>

#include "window/base/language.h"

namespace regard {

void fillLanguageMenu(QMenu *menu, const QString &marked, const std::function<void(const QString &)> &chosen)
{
    auto *group = new QActionGroup(menu);
    for (const LanguageChoice &choice : languageChoices()) {
        QAction *action = menu->addAction(choice.name);
        action->setObjectName(choice.word);
        action->setCheckable(true);
        action->setChecked(choice.word == marked);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, menu, [chosen, word = choice.word] { chosen(word); });
    }
}

} // namespace regard
