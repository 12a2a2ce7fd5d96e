#include "app/tries/try_strip.h"

#include <algorithm>

#include <QEvent>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QPushButton>
#include <QStatusBar>
#include <QUndoGroup>
#include <QUndoStack>

#include "app/base/language.h"
#include "app/base/settings.h"
#include "app/files/lesson_desk.h"
#include "app/tries/sentence_try.h"
#include "document/document.h"
#include "io/lesson/lessons.h"
#include "views/text/value_text.h"
#include "views/tokens/token_names.h"
#include "widgets/parts/flow_layout.h"
#include "widgets/parts/spoken_name.h"

namespace regard {

namespace {

constexpr int tryStripGap = 12;
constexpr std::array tries{QLatin1String("cell"), QLatin1String("sentence"), QLatin1String("lesson")};

} // namespace

TryStrip::TryStrip(Document *document, Settings *settings, LessonDesk *lessons, QWidget *parent)
    : QWidget(parent), m_document(document), m_settings(settings), m_lessons(lessons),
      m_title(new QLabel(tr("Things to try"), this)), m_close(new QPushButton(this))
{
    setObjectName(QStringLiteral("tries"));
    setAccessibleName(tr("Things to try"));
    auto *row = new FlowLayout(this, tryStripGap);
    row->setContentsMargins(4, 2, 0, 0);
    m_title->setObjectName(QStringLiteral("muted"));
    row->addWidget(m_title);
    addItem(Cell, "tryCell");
    addItem(Sentence, "trySentence");
    addItem(Lesson, "tryLesson");
    m_close->setObjectName(QStringLiteral("tryClose"));
    m_close->setProperty("link", true);
    m_close->setText(QStringLiteral("×"));
    m_close->setToolTip(tr("Hides these; Help → Things to try brings them back"));
    m_close->setAccessibleName(tr("Hide the things to try"));
    row->addWidget(m_close);
    connect(m_close, &QPushButton::clicked, this, [this] {
        for (const Try which : {Cell, Sentence, Lesson}) {
            markDone(which);
            m_items[which].step = nullptr;
        }
        m_hasLesson = false;
        readDocument();
    });
    const auto readSentence = [this] {
        m_otherSentence = isDone(Sentence) ? QString() : otherSentence(*m_document);
        readDocument();
    };
    connect(document, &Document::loaded, this, readSentence);
    connect(&document->sentences(), &Sentences::sourceChanged, this, readSentence);
    connect(document, &Document::shownChanged, this, &TryStrip::readCell);
    connect(document, &Document::inputErrorChanged, this, &TryStrip::readDocument);
    connect(document->undoGroup(), &QUndoGroup::indexChanged, this, &TryStrip::followUndo);
    connect(lessons, &LessonDesk::changed, this, [this] {
        m_hasLesson = m_hasLesson && m_lessons->player()->isOpen();
        readDocument();
    });
    readSentence();
}

void TryStrip::addItem(Try which, const char *name)
{
    Item &item = m_items[which];
    item.group = new QWidget(this);
    auto *row = new QHBoxLayout(item.group);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    item.done = new QLabel(item.group);
    item.done->setTextFormat(Qt::PlainText);
    item.button = new QPushButton(item.group);
    item.button->setObjectName(QString::fromLatin1(name));
    item.button->setProperty("link", true);
    item.button->setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard where it is
    row->addWidget(item.done);
    row->addWidget(item.button);
    layout()->addWidget(item.group);
    connect(item.button, &QPushButton::clicked, this, [this, which] { press(which); });
}

void TryStrip::press(Try which)
{
    if (canUndo(which))
        undoIt(which);
    else
        doIt(which);
    readDocument();
}

void TryStrip::doIt(Try which)
{
    switch (which) {
    case Cell:
        return changeCell();
    case Sentence:
        return typeSentence();
    case Lesson:
        return takeLesson();
    }
}

void TryStrip::undoIt(Try which)
{
    if (which == Lesson)
        m_lessons->close();
    else
        m_document->undoStack()->undo();
}

void TryStrip::changeCell()
{
    const std::optional<CellTry> found = cellTry(*m_document);
    if (!found)
        return;
    m_cell = *found;
    // The link stays in focus, so that its change is seen, and the weights show the cell.
    Selection selection = m_document->look().selection();
    selection.query = found->query;
    if (std::find(selection.pinnedQueries.begin(), selection.pinnedQueries.end(), found->query) ==
        selection.pinnedQueries.end())
        selection.pinnedQueries.push_back(found->query);
    selection.part = Part::Attention;
    m_document->look().setSelection(selection);
    const CellRef &cell = found->cell;
    m_document->asOneStep(tr("change a cell"),
                          [&] { m_document->matrices().editCell(cell.matrix, cell.row, cell.column, found->after); });
    m_document->look().setCell(cell);
    keepStep(Cell);
}

void TryStrip::typeSentence()
{
    const QString other = otherSentence(*m_document);
    if (other.isEmpty())
        return;
    // A step of its own, whatever was typed just before.
    m_document->asOneStep(tr("type another sentence"), [&] { m_document->sentences().setSource(other); });
    keepStep(Sentence);
    emit sentenceTyped();
}

void TryStrip::takeLesson()
{
    if (!m_lessons->openBundled(QString::fromStdString(lessons().front().name)))
        return;
    m_hasLesson = true;
    markDone(Lesson);
}

void TryStrip::keepStep(Try which)
{
    const QUndoStack *stack = m_document->undoStack();
    m_items[which].place = stack->index();
    m_items[which].step = stack->index() > 0 ? stack->command(stack->index() - 1) : nullptr;
    markDone(which);
}

/// A step that was undone, by whichever way, cannot be undone again. A lesson sets all steps aside.
void TryStrip::followUndo()
{
    if (m_document->hasAside())
        return;
    const QUndoStack *stack = m_document->undoStack();
    for (Item &item : m_items)
        if (item.step && (stack->index() < item.place || stack->command(item.place - 1) != item.step))
            item.step = nullptr;
    readDocument();
}

void TryStrip::markDone(Try which)
{
    if (!isDone(which))
        m_settings->doneTries << tries[which];
}

bool TryStrip::isDone(Try which) const
{
    return m_settings->doneTries.contains(tries[which]);
}

bool TryStrip::canUndo(Try which) const
{
    if (which == Lesson)
        return m_hasLesson;
    return m_items[which].step && m_document->undoStack()->index() == m_items[which].place;
}

bool TryStrip::canDo(Try which) const
{
    switch (which) {
    case Cell:
        return m_document->inputError().isEmpty() && (m_offered || !isCellTryQuick(*m_document));
    case Sentence:
        return !m_otherSentence.isEmpty();
    case Lesson:
        break;
    }
    return !lessons().empty();
}

void TryStrip::bringBack()
{
    m_settings->doneTries.clear();
    m_otherSentence = otherSentence(*m_document);
    readDocument();
}

void TryStrip::readDocument()
{
    for (const Try which : {Cell, Sentence, Lesson}) {
        const bool isInLesson = m_lessons->player()->isOpen() || m_lessons->isRecording();
        const bool isPossible = which == Lesson || m_document->hasModel(); // a file of attention changes nothing
        m_items[which].isOffered =
            canUndo(which) ? !isInLesson || which == Lesson : !isDone(which) && !isInLesson && isPossible;
        if (m_items[which].isOffered)
            showItem(which);
    }
    fit();
}

/// What the rest of the status line leaves.
int TryStrip::roomInLine() const
{
    constexpr int between = 6; // as QStatusBar has it
    int room = m_line->contentsRect().width() - 2 * between;
    for (const QWidget *each : m_line->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
        if (each != this && !each->isHidden())
            room -= each->minimumSizeHint().width() + between;
    return room;
}

void TryStrip::fit()
{
    auto *line = qobject_cast<QStatusBar *>(parentWidget());
    if (line != m_line) {
        if (m_line) {
            m_line->removeEventFilter(this);
            m_line->disconnect(this);
        }
        m_line = line;
        if (line) {
            line->installEventFilter(this);
            connect(line, &QStatusBar::messageChanged, this, &TryStrip::fit);
        }
    }
    QWidgetList shown{m_title};
    for (const Item &item : m_items)
        if (item.isOffered)
            shown << item.group;
    const auto width = [&shown, this] {
        int all = layout()->contentsMargins().left() + m_close->sizeHint().width();
        for (const QWidget *each : shown)
            all += each->sizeHint().width() + tryStripGap;
        return all;
    };
    const int room = m_line ? roomInLine() : QWIDGETSIZE_MAX;
    if (width() > room)
        shown.removeFirst();
    while (!shown.isEmpty() && width() > room)
        shown.removeLast();
    m_title->setVisible(shown.contains(m_title));
    for (const Item &item : m_items)
        item.group->setVisible(shown.contains(item.group));
    // The status line paints a message where they stand.
    const bool hasMessage = line && !line->currentMessage().isEmpty();
    setVisible(!hasMessage && shown.size() > (shown.contains(m_title) ? 1 : 0));
}

bool TryStrip::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_line && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
        fit();
    return QWidget::eventFilter(watched, event);
}

void TryStrip::readCell()
{
    if (!m_items[Cell].group->isHidden())
        showItem(Cell);
}

void TryStrip::showItem(Try which)
{
    Item &item = m_items[which];
    const bool undoes = canUndo(which);
    if (which == Cell && !undoes)
        m_offered = isCellTryQuick(*m_document) ? cellTry(*m_document) : std::nullopt;
    item.done->setText(undoes ? doneText(which) : QString());
    item.done->setVisible(!item.done->text().isEmpty());
    const QString text = !undoes ? offer(which) : which == Lesson ? tr("Leave the lesson") : tr("Undo", "a try");
    const QString tip = !undoes ? offerTip(which)
                        : which == Lesson
                            ? tr("Closes the lesson and brings back what was open before it")
                            : tr("Undoes this change (%1)").arg(QKeySequence(QKeySequence::Undo).toString());
    item.button->setText(text);
    item.button->setToolTip(tip);
    item.button->setEnabled(undoes || canDo(which));
    nameButton(item.button, undoes && !item.done->text().isEmpty() ? item.done->text() : tip);
}

QString TryStrip::offer(Try which) const
{
    switch (which) {
    case Cell:
        if (m_offered)
            return tr("Change a cell: %1 %2 → %3")
                .arg(cellName(*m_document, m_offered->cell), cellValue(m_offered->before), cellValue(m_offered->after));
        return tr("Change a cell");
    case Sentence:
        return tr("Type another sentence");
    case Lesson:
        break;
    }
    return tr("Take a lesson");
}

QString TryStrip::offerTip(Try which) const
{
    switch (which) {
    case Cell:
        return tr("Changes one number of the weights that the link in focus is made of");
    case Sentence:
        return tr("Types “%1”").arg(m_otherSentence);
    case Lesson:
        break;
    }
    if (lessons().empty())
        return {};
    return tr("Opens the first lesson: “%1”")
        .arg(QString::fromStdString(lessons().front().title.text(interfaceLanguage().toStdString())));
}

QString TryStrip::doneText(Try which) const
{
    switch (which) {
    case Cell:
        return cellText();
    case Sentence:
        return tr("Another sentence");
    case Lesson:
        break;
    }
    return {};
}

/// What the cell now does: the key that the query weighs most.
QString TryStrip::cellText() const
{
    const QString cell = QStringLiteral("%1 = %2").arg(cellName(*m_document, m_cell.cell), cellValue(m_cell.after));
    const Result &result = m_document->result();
    const Selection &selection = m_document->look().selection();
    if (!result.trace || result.model != m_document->matrices().model())
        return cell;
    const int block = blockIndex(result.model->config, selection.attention, selection.layer);
    if (block < 0 || selection.head >= int(result.trace->blocks[std::size_t(block)]->heads.size()))
        return cell;
    const Matrix &weights = result.trace->blocks[std::size_t(block)]->heads[std::size_t(selection.head)].weights;
    if (m_cell.query >= weights.rows())
        return cell;
    Eigen::Index key = 0;
    const float weight = weights.row(m_cell.query).maxCoeff(&key);
    const auto token = [](const SideTrace &side, Eigen::Index index) {
        return tokenName(labelsOf(side)[std::size_t(index)]);
    };
    return tr("%1: “%2” → “%3” %4")
        .arg(cell, token(queriesOf(*result.trace, selection.attention), m_cell.query),
             token(keysOf(*result.trace, selection.attention), key), valueText(weight));
}

} // namespace regard
