// What takes several hands at once: a sentence, an example, a few steps of learning, and back from a model that is too
// large to go on with.
#include <QLineEdit>
#include <QPushButton>
#include <QThread>

#include "document/document.h"
#include "io/project/examples.h"
#include "kind.h"
#include "places.h"
#include "texts.h"
#include "touch.h"
#include "views/sentence_bar/panel/sentence_bar.h"
#include "views/training/panel/training_panel.h"
#include "window/files/project_files.h"
#include "window/main_window.h"
#include "world.h"

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

namespace {

std::optional<QString> nothingModel(World &, Dice &)
{
    return QString();
}

void writeSentence(World &world, const QString &, Dice &dice)
{
    const auto *bar = world.window()->findChild<SentenceBar *>();
    if (!bar)
        return;
    QLineEdit *field = dice.oneIn(3) && bar->targetField()->isVisible() ? bar->targetField() : bar->field();
    click(field, field->rect().center());
    key(Qt::Key_A, Qt::ControlModifier);
    type(someSentence(dice));
}

std::optional<QString> isLearning(World &world, Dice &)
{
    if (!world.document()->training().isRunning())
        return {};
    return QString();
}

/// Lets it learn until another step is shown, and mostly stops it then.
void learn(World &world, const QString &, Dice &dice)
{
    Training &training = world.document()->training();
    const long long before = training.state().step;
    for (int turn = 0; turn < 100 && training.isRunning() && training.state().step == before; ++turn) {
        QThread::msleep(1);
        QCoreApplication::processEvents();
    }
    if (!dice.oneIn(3) && training.isRunning())
        training.pause();
}

std::optional<QString> couldLearn(World &world, Dice &dice)
{
    const Training &training = world.document()->training();
    if (training.isRunning() || !training.reasonAgainst().isEmpty() || !world.document()->hasModel())
        return {};
    return training.task() || dice.oneIn(3) ? std::optional<QString>(QString()) : std::nullopt;
}

void takeSteps(World &world, const QString &, Dice &dice)
{
    Training &training = world.document()->training();
    if (!world.document()->hasModel())
        return;
    if (!training.task())
        training.choose(dice.oneIn(2) ? "copy" : "repeated");
    if (training.task() && training.reasonAgainst().isEmpty() && !training.isRunning()) {
        training.takeSteps(dice.between(1, 3));
        training.waitUntilDone();
    }
}

/// Multiplications of a pass beyond which hands look for something smaller.
constexpr double tooMuch = 2e7;

std::optional<QString> isTooLarge(World &world, Dice &)
{
    const Result &result = world.document()->result();
    if (!result.trace || passCost(*result.model, inputOf(world.document()->project())) < tooMuch)
        return {};
    return QString();
}

void startSmall(World &world, const QString &, Dice &dice)
{
    world.document()->training().pause();
    static const QStringList small{u"three-inputs"_s, u"who-what-where"_s, u"vaswani"_s, u"word-by-word"_s};
    world.window()->files()->openExample(dice.of(small));
}

} // namespace

std::vector<Kind> modelKinds()
{
    return {{"sentence", 4, nothingModel, writeSentence},
            {"learn", 20, isLearning, learn},
            {"steps", 0.7, couldLearn, takeSteps},
            {"small", 30, isTooLarge, startSmall}};
}

} // namespace regard::monkey
