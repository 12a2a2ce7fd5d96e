#include "window/motion_menu.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>

#include "window/base/motion.h"

namespace regard {

namespace {

struct MotionMenuText {
    Q_DECLARE_TR_FUNCTIONS(MotionMenu)
};

} // namespace

void addMotionMenu(QMenu *menu, Motion *motion, QString *setting)
{
    QMenu *choices = menu->addMenu(MotionMenuText::tr("M&otion"));
    choices->setObjectName(QStringLiteral("menuMotion"));
    auto *group = new QActionGroup(choices);
    const std::pair<QString, Motion::Choice> entries[] = {
        {MotionMenuText::tr("As the &system"), Motion::Choice::System},
        {MotionMenuText::tr("&Reduced"), Motion::Choice::Reduced},
        {MotionMenuText::tr("&Full"), Motion::Choice::Full}};
    for (const auto &[text, choice] : entries) {
        QAction *action = choices->addAction(text);
        action->setObjectName(QStringLiteral("motion_") + motionName(choice));
        action->setCheckable(true);
        action->setChecked(motion->choice() == choice);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, motion, [motion, setting, chosen = choice] {
            *setting = motionName(chosen);
            motion->setChoice(chosen);
        });
    }
}

} // namespace regard
