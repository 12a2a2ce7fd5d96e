#include "views/training/panel/training_answer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QApplication>
#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QStyle>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "controls/panel.h"
#include "document/document.h"
#include "engine/base/errors.h"
#include "training/tasks/task_table.h"
#include "views/training/panel/task_sentences.h"
#include "views/training/panel/training_row.h"
#include "views/training/task_answer.h"
#include "views/training/training_data.h"

namespace regard {

namespace {

constexpr double learnedShare = 0.95; ///< of the answers, from which a run says that it has learned

constexpr int answerGap = 6;
constexpr int wordsWidth = 300;     ///< at most, beside the curve
constexpr int leastBeside = 560;    ///< as wide as words and curve need to stand beside each other
constexpr int leastCurve = 110;     ///< high
constexpr double headingType = 1.2; ///< times the application's type

QLabel *answerLabel(QWidget *parent, const char *name, const QString &spoken)
{
    auto *line = new QLabel(parent);
    line->setObjectName(QLatin1String(name));
    line->setWordWrap(true);
    line->setTextFormat(Qt::PlainText);
    line->setAccessibleName(spoken);
    return line;
}

void setAnswerLine(QLabel *line, const QString &text)
{
    if (line->text() != text)
        line->setText(text);
    line->setVisible(!text.isEmpty());
}

QString asSentence(QString text)
{
    constexpr char16_t chineseStop = 0x3002;
    if (text.isEmpty())
        return text;
    text[0] = text[0].toUpper();
    const bool ends = text.endsWith(QLatin1Char('.')) || text.endsWith(QChar(chineseStop));
    return ends ? text : text + QLatin1Char('.');
}

} // namespace

TrainingAnswer::TrainingAnswer(Document *document, AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_theme(theme), m_words(new QWidget(this)),
      m_message(answerLabel(m_words, "error", tr("Why not"))), m_remedy(new QPushButton(m_words)),
      m_heading(answerLabel(m_words, "trainingAnswer", tr("Answer"))),
      m_answer(answerLabel(m_words, "muted", tr("About the answer"))),
      m_sentences(new TaskSentences(document, m_words)), m_curve(new FigureView(theme, this))
{
    placeAll();
    applyLooks();
    connect(m_remedy, &QPushButton::clicked, this, &TrainingAnswer::help);
    const Training &training = document->training();
    connect(&training, &Training::stateChanged, this, &TrainingAnswer::refresh);
    connect(&training, &Training::advanced, this, &TrainingAnswer::showCurve);
    connect(document, &Document::loaded, this, [this] {
        m_refusal.clear();
        refresh();
    });
    connect(document, &Document::resultChanged, this, &TrainingAnswer::showAnswer);
    connect(&document->matrices(), &Matrices::modelChanged, this, &TrainingAnswer::showMessage);
    connect(theme, &AppTheme::changed, this, [this] {
        applyLooks();
        m_curve->refresh();
    });
    refresh();
}

void TrainingAnswer::placeAll()
{
    auto *words = new QVBoxLayout(m_words);
    words->setContentsMargins(0, 0, 0, 0);
    words->setSpacing(answerGap);
    words->addWidget(m_heading);
    words->addWidget(m_answer);
    words->addWidget(m_message);
    words->addWidget(m_remedy, 0, Qt::AlignLeft);
    words->addWidget(m_sentences, 0, Qt::AlignLeft);
    words->addStretch(1);
    m_sides = new QBoxLayout(QBoxLayout::LeftToRight, this);
    m_sides->setContentsMargins(0, 0, 0, 0);
    m_sides->setSpacing(4 * answerGap);
    m_sides->addWidget(m_words);
    m_sides->addWidget(m_curve, 1);
    m_curve->canvas()->setAccessibleName(tr("Curve of the training"));
    m_curve->canvas()->setToolTip(curveTip());
    m_curve->setMaker([this](QSizeF space) { return figure(space); });
    connect(m_curve, &FigureView::hovered, this, [this](QPointF point, QPoint at) {
        const auto *curve = dynamic_cast<const RunCurveFigure *>(m_curve->figure());
        const int mark = curve ? curve->markAt(point) : -1;
        const QString sentence = mark < 0 ? QString() : curve->data().marks[std::size_t(mark)].sentence;
        m_curve->canvas()->setToolTip(mark < 0 ? curveTip() : sentence);
        QToolTip::showText(at, sentence, m_curve);
    });
}

QString TrainingAnswer::curveTip()
{
    return tr("What was right and what was lost, step by step; a mark is where a head found its pattern");
}

void TrainingAnswer::applyLooks()
{
    QFont font = QApplication::font();
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * headingType);
    else
        font.setPixelSize(int(std::lround(font.pixelSize() * headingType)));
    font.setBold(true);
    m_heading->setFont(font);
    arrange();
}

void TrainingAnswer::setStrip(bool isStrip)
{
    m_isStrip = isStrip;
    arrange();
}

/// Arranges the parts beside each other where there is room, else below each other.
void TrainingAnswer::arrange()
{
    const bool isBeside = m_isStrip || width() >= leastBeside * m_theme->scale();
    m_sides->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    const int wide = int(std::ceil(wordsWidth * m_theme->scale()));
    m_words->setFixedWidth(isBeside ? std::min(wide, width() * 2 / 5) : QWIDGETSIZE_MAX);
    if (!isBeside) {
        m_words->setMinimumWidth(0);
        m_words->setMaximumWidth(QWIDGETSIZE_MAX);
    }
    m_curve->setMinimumHeight(m_isStrip ? 1 : int(std::ceil(leastCurve * m_theme->scale())));
    m_words->setMinimumHeight(m_isStrip ? 1 : 0);
    const bool hasTask = m_document->training().task() != nullptr;
    m_answer->setVisible(!m_answer->text().isEmpty());
    m_sentences->setVisible(hasTask);
    const auto isTooHigh = [this] {
        return m_isStrip && m_words->layout()->totalHeightForWidth(m_words->width()) > height();
    };
    if (isTooHigh() && !m_message->isVisibleTo(m_words))
        m_answer->hide();
    if (isTooHigh())
        m_sentences->hide();
}

void TrainingAnswer::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void TrainingAnswer::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void TrainingAnswer::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::ApplicationFontChange)
        applyLooks();
}

void TrainingAnswer::showRefusal(const QString &sentence, const Refusal &again)
{
    m_refusal = sentence;
    m_again = again;
    m_refusedTask = m_document->training().state().task;
    showMessage();
}

void TrainingAnswer::setWordless(bool isWordless)
{
    if (std::exchange(m_isWordless, isWordless) != isWordless)
        showMessage();
}

void TrainingAnswer::setByLength(bool isByLength)
{
    m_isByLength = isByLength;
    showCurve();
}

void TrainingAnswer::refresh()
{
    if (!isSeen(this))
        return; // it is read again when it becomes visible
    showMessage();
    showCurve();
}

/// What was refused is red; that a changed model cannot go on is no fault, and has its remedy beside it.
void TrainingAnswer::showMessage()
{
    if (!isSeen(this))
        return;
    const Training &training = m_document->training();
    const QString refusal = m_refusedTask == training.state().task ? m_refusal : QString();
    const bool isUnread = training.unreadRun().has_value() && training.fileInReading().isEmpty();
    // A run asks at its beginning and after each edit whether the two fit.
    const QString against = training.isRunning() ? QString() : training.reasonAgainst();
    QString sentence = training.stopReason();
    for (const QString &other : {refusal, against, training.fileProblem()}) // the last that there is
        sentence = other.isEmpty() ? sentence : other;
    const bool isFault = sentence != against && !training.areAllStepsTaken();
    const QString name = isFault ? QStringLiteral("error") : QStringLiteral("muted");
    if (m_message->objectName() != name) {
        m_message->setObjectName(name);
        m_message->style()->unpolish(m_message); // the look goes by the name
        m_message->style()->polish(m_message);
    }
    setAnswerLine(m_message, asSentence(sentence));
    const bool isResized = training.task() && training.wouldEnd(m_document->matrices().model()->config);
    m_remedy->setVisible(isUnread || !against.isEmpty());
    m_remedy->setText(isUnread    ? tr("Choose its file…")
                      : isResized ? tr("Begin anew")
                                  : tr("Make the model for this task"));
    m_remedy->setToolTip(isUnread    ? tr("The file that the weights were learned from, to go on with it")
                         : isResized ? tr("Begins a run with the present sizes and weights, at step 0")
                                     : tr("Takes the model that the task wants, with one of its sentences, "
                                          "in place of the present one; Ctrl+Z gives that back"));
    // Each card of several models shows what it makes of the sentence, and the curves need the room.
    m_words->setVisible(!m_isWordless && (training.state().beside.empty() || !m_message->isHidden()));
    showAnswer();
}

void TrainingAnswer::help()
{
    Training &training = m_document->training();
    if (const std::optional<OwnKind> own = training.unreadRun()) {
        emit ownFileAsked(*own);
        return;
    }
    try {
        if (reasonAgainst(*training.task(), *m_document->matrices().model()).empty())
            training.beginAnew();
        else
            training.makeAnew();
    } catch (const Error &error) {
        showRefusal(QString::fromUtf8(error.what()));
    }
    m_curve->canvas()->setFocus(Qt::OtherFocusReason); // the button that was pressed is hidden now
}

QString TrainingAnswer::heldOutText(bool isHeldOut) const
{
    const QString kind =
        isHeldOut ? tr("A sentence that it never trained on.") : tr("A sentence that is used in training.");
    return m_document->training().state().step > 0 ? kind : tr("Not trained yet.") + QLatin1Char(' ') + kind;
}

/// Says, until half of the answers are right, when they were in the runs that were measured; and when it has learned.
QString TrainingAnswer::outlook() const
{
    const Training &training = m_document->training();
    const Task &task = *training.task();
    const HeldOutCurve &measured = training.state().curve->heldOut;
    const auto &right = measured.accuracy;
    std::size_t first = right.size();
    while (first > 0 && right[first - 1] >= learnedShare)
        --first;
    if (first < right.size())
        return tr("Learned: since step %L1 at least %2 % of the answers are right.")
            .arg(measured.steps[first])
            .arg(qRound(100 * learnedShare));
    const bool isUsual =
        task.variants.empty() || variantOf(task, m_document->matrices().model()->config) == &task.variants.front();
    const double left = double(task.halfRightAfter) - double(training.state().step);
    if (left <= 0 || !isUsual || (!right.empty() && right.back() >= 0.5))
        return {};
    const QString when = tr("Half of the answers are usually right after about %L1 steps").arg(task.halfRightAfter);
    const double able = training.stepsPerSecond();
    const double rate = training.speed() > 0 ? std::min(training.speed(), able) : able;
    return training.isRunning() && rate > 0 ? tr("%1: in %2.").arg(when, timeText(left / rate)) : asSentence(when);
}

void TrainingAnswer::showAnswer()
{
    if (!isSeen(this))
        return;
    readAnswer();
    arrange();
}

void TrainingAnswer::readAnswer()
{
    const Training &training = m_document->training();
    const Task *task = training.task();
    if (const QString file = training.fileInReading(); !file.isEmpty()) {
        setAnswerLine(m_heading, tr("Reading %1…").arg(QFileInfo(file).fileName()));
        setAnswerLine(m_answer, {});
        return;
    }
    const bool hasMessage = !m_message->isHidden() && !training.isRunning();
    if (hasMessage || (!task && training.unreadRun())) {
        setAnswerLine(m_heading, {});
        setAnswerLine(m_answer, {});
        return;
    }
    if (!task) {
        setAnswerLine(m_heading, tr("Nothing is trained yet"));
        setAnswerLine(m_answer, tr("▶ Train asks what the model is to learn, and makes the model for it. "
                                   "The present one stays as a snapshot."));
        return;
    }
    const TaskAnswer answer = taskAnswer(*task, m_document->result());
    if (answer.asked.empty()) {
        setAnswerLine(m_heading, {});
        setAnswerLine(m_answer, answer.whyNone);
        return;
    }
    setAnswerLine(m_heading, answerHeading(*task, answer));
    const QString link = answerLinkText(answer, m_document->result().model->config);
    QStringList lines{heldOutText(answer.isHeldOut), outlook(), link};
    lines.removeAll(QString());
    setAnswerLine(m_answer, lines.join(QLatin1Char('\n')));
}

void TrainingAnswer::showCurve()
{
    if (!isSeen(this))
        return;
    m_curve->refresh();
    const Training &training = m_document->training();
    QStringList findings = headFindings(training.state().curve->heldOut, m_document->matrices().model()->config);
    m_curve->canvas()->setAccessibleDescription(findings.join(QLatin1Char(' ')));
}

std::unique_ptr<Figure> TrainingAnswer::figure(QSizeF space) const
{
    const Training &training = m_document->training();
    const TrainingState &state = training.state();
    if (m_isByLength && state.models && !state.models->empty() && (state.task || state.record))
        return std::make_unique<LengthFigure>(
            lengthData(state.task ? state.task->name : state.record->task, *state.models), space, m_theme->theme());
    if (!state.beside.empty())
        return std::make_unique<RunCurveFigure>(besideCurveData(state, m_document->matrices().model()->config), space,
                                                m_theme->theme());
    const bool hasRun = state.task || state.record;
    return std::make_unique<RunCurveFigure>(runCurveData(hasRun ? *state.curve : TrainingCurve(),
                                                         hasRun ? state.step : 0,
                                                         m_document->matrices().model()->config),
                                            space, m_theme->theme());
}

} // namespace regard
