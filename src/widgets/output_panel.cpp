#include "widgets/output_panel.h"

#include <algorithm>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QSpinBox>
#include <QToolTip>
#include <QVBoxLayout>

#include "widgets/figure_view.h"
#include "widgets/flow_layout.h"
#include "widgets/plain_tool_tip.h"
#include "widgets/token_focus.h"
#include "widgets/vocabulary_dialog.h"

namespace regard {

namespace {

constexpr int narrowField = 72; // pixels: none of these numbers is longer
constexpr int controlGap = 6;
constexpr int mostWords = 200;
constexpr double coldest = 0.1;
constexpr double hottest = 5;

/// A field with its name before it, as one piece for a line that wraps.
QWidget *named(const QString &name, QWidget *field, QWidget *parent)
{
    auto *pair = new QWidget(parent);
    auto *row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(5);
    auto *label = new QLabel(name, pair);
    label->setBuddy(field);
    row->addWidget(label);
    row->addWidget(field);
    return pair;
}

QLabel *noteLabel(const char *look, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setObjectName(QString::fromLatin1(look));
    label->setWordWrap(true);
    label->hide();
    return label;
}

void showText(QLabel *label, const QString &text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

} // namespace

OutputPanel::OutputPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(tr("Output"), parent), m_document(document), m_theme(theme), m_generation(new Generation(document, this)),
      m_view(new FigureView(theme, this)), m_controls(new QWidget(this)),
      m_generate(new QPushButton(tr("Generate"), m_controls)), m_step(new QPushButton(tr("Step"), m_controls)),
      m_vocabulary(new QPushButton(tr("Vocabulary…"), m_controls)), m_limit(new QSpinBox(m_controls)),
      m_choice(new QComboBox(m_controls)), m_temperature(new QDoubleSpinBox(m_controls)),
      m_topK(new QSpinBox(m_controls)), m_honesty(noteLabel("muted", this)), m_message(noteLabel("muted", this))
{
    buildControls();
    m_view->canvas()->setAccessibleName(tr("Probabilities of the next token"));
    m_view->canvas()->installEventFilter(this);
    m_view->setMaker([this](QSizeF space) { return figure(space); });
    content()->addWidget(m_controls);
    content()->addWidget(m_honesty);
    content()->addWidget(m_message);
    content()->addWidget(m_view, 1);
    showBusySignOf(document);
    connect(m_view, &FigureView::hovered, this, &OutputPanel::pointAt);
    connect(m_view, &FigureView::left, this, [] { QToolTip::hideText(); });
    connect(m_view, &FigureView::clicked, this, &OutputPanel::click);
    connect(m_view, &FigureView::keyPressed, this, &OutputPanel::keyPressed);
    connect(theme, &AppTheme::changed, this, &OutputPanel::refresh);
    connectDocument();
    resultCame();
}

void OutputPanel::buildControls()
{
    m_generate->setObjectName(QStringLiteral("primary"));
    m_limit->setRange(1, mostWords);
    m_limit->setValue(m_generation->options().limit);
    m_limit->setToolTip(tr("The most words that Generate adds"));
    m_choice->addItems({tr("most likely"), tr("sample")});
    m_choice->setAccessibleName(tr("How a word is chosen"));
    m_choice->setToolTip(tr("The most probable word, or one drawn by its probability. What is drawn depends on the "
                            "model's seed and the position alone, so that undo and redo give the same word"));
    m_temperature->setRange(coldest, hottest);
    m_temperature->setDecimals(2);
    m_temperature->setSingleStep(0.1);
    m_temperature->setValue(1);
    m_temperature->setToolTip(
        tr("softmax(logits / temperature): below 1 the probable words gain, above 1 all become more alike"));
    m_topK->setRange(0, regard::maximumSize);
    m_topK->setSpecialValueText(tr("all"));
    m_topK->setToolTip(tr("Only so many of the most probable words take part; 0 is all of them"));
    m_vocabulary->setToolTip(tr("The words that the decoder chooses from, and the token that ends a sentence"));
    for (QWidget *field :
         {static_cast<QWidget *>(m_limit), static_cast<QWidget *>(m_temperature), static_cast<QWidget *>(m_topK)})
        field->setMaximumWidth(narrowField);
    auto *line = new FlowLayout(m_controls, controlGap);
    line->addWidget(m_generate);
    line->addWidget(m_step);
    line->addWidget(named(tr("words"), m_limit, m_controls));
    line->addWidget(m_choice);
    line->addWidget(named(tr("temperature"), m_temperature, m_controls));
    line->addWidget(named(tr("top k"), m_topK, m_controls));
    line->addWidget(m_vocabulary);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    m_controls->setSizePolicy(policy);
    connect(m_generate, &QPushButton::clicked, this, [this] {
        if (m_generation->isRunning())
            m_generation->pause();
        else
            m_generation->start();
    });
    connect(m_step, &QPushButton::clicked, m_generation, &Generation::step);
    connect(m_vocabulary, &QPushButton::clicked, this, &OutputPanel::editVocabulary);
    connect(m_limit, &QSpinBox::valueChanged, this, &OutputPanel::readControls);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &OutputPanel::readControls);
    connect(m_temperature, &QDoubleSpinBox::valueChanged, this, &OutputPanel::readControls);
    connect(m_topK, &QSpinBox::valueChanged, this, &OutputPanel::readControls);
}

void OutputPanel::connectDocument()
{
    connect(m_document, &Document::loaded, this, &OutputPanel::resultCame);
    connect(m_document, &Document::resultChanged, this, &OutputPanel::resultCame);
    connect(m_document, &Document::selectionChanged, this, &OutputPanel::refresh);
    connect(m_document, &Document::modelChanged, this, &OutputPanel::showControls);
    connect(m_document, &Document::sourceChanged, this, &OutputPanel::showControls);
    connect(m_document, &Document::targetChanged, this, &OutputPanel::showControls);
    connect(m_document, &Document::inputErrorChanged, this, &OutputPanel::showControls);
    connect(m_generation, &Generation::runningChanged, this, &OutputPanel::showControls);
    connect(m_generation, &Generation::rested, this,
            [this](const QString &sentence) { showText(m_message, sentence); });
}

void OutputPanel::readControls()
{
    GenerationOptions options = m_generation->options();
    options.limit = m_limit->value();
    options.samples = m_choice->currentIndex() == 1;
    options.rule = {m_temperature->value(), m_topK->value()};
    const bool otherRule = options.rule != m_generation->options().rule;
    m_generation->setOptions(options);
    if (otherRule)
        refresh();
}

void OutputPanel::editVocabulary()
{
    m_generation->pause();
    VocabularyDialog dialog(m_document, this);
    dialog.exec();
}

void OutputPanel::showControls()
{
    const bool isRunning = m_generation->isRunning();
    const QString problem = m_generation->problem();
    m_controls->setVisible(m_document->model()->config.architecture != Architecture::Encoder);
    m_generate->setText(isRunning ? tr("Pause") : tr("Generate"));
    m_generate->setEnabled(isRunning || problem.isEmpty());
    m_step->setEnabled(!isRunning && problem.isEmpty());
    m_generate->setToolTip(problem.isEmpty() ? tr("Feeds the output back, word by word, until the end token or the "
                                                  "limit; each word can be undone")
                                             : problem);
    m_step->setToolTip(problem.isEmpty() ? tr("Adds one word") : problem);
    // A sentence about what was is no longer true.
    if (isRunning || problem != m_message->text())
        showText(m_message, {});
    m_view->setMessage(emptyMessage());
}

void OutputPanel::resultCame()
{
    m_cell = -1;
    showControls();
    refresh();
    const SharedTrace &trace = m_document->result().trace;
    const int positions = trace ? static_cast<int>(trace->logits.rows()) : 0;
    if (positions > m_positions && m_positions > 0 && shown())
        m_view->scrollTo(shown()->rowRect(positions - 1));
    m_positions = positions;
}

void OutputPanel::showNotes()
{
    const Result &result = m_document->result();
    const bool isRandom = result.trace && hasOutput(*result.trace) && isOutputRandom(*result.model);
    showText(m_honesty, isRandom
                            ? tr("Weights of the decoder or its output are drawn by chance: the words mean nothing.")
                            : QString());
}

void OutputPanel::refresh()
{
    showNotes();
    const SharedTrace &trace = m_document->result().trace;
    const bool hasWords = trace && hasOutput(*trace);
    setCaption(hasWords ? tr("row t predicts token t + 1 · %L1 words").arg(trace->vocabulary.size()) : QString());
    m_view->canvas()->setAccessibleDescription(caption());
    m_view->refresh();
}

QString OutputPanel::emptyMessage() const
{
    const Architecture architecture = m_document->model()->config.architecture;
    if (architecture == Architecture::Encoder)
        return m_generation->problem();
    if (architecture == Architecture::EncoderDecoder)
        return tr("Type a source, and a target that starts with a token such as <s>, to see what comes next.");
    return tr("Type the beginning of a sentence to see what comes next.");
}

QString OutputPanel::note() const
{
    QStringList notes;
    for (const QLabel *label : {m_honesty, m_message}) {
        if (!label->text().isEmpty())
            notes.append(label->text());
    }
    return notes.join(QLatin1Char(' '));
}

std::shared_ptr<NextTokens> OutputPanel::next() const
{
    const SharedTrace &trace = m_document->result().trace;
    if (!m_next || m_next->trace() != trace || m_next->rule() != rule())
        m_next = std::make_shared<NextTokens>(trace, rule());
    return m_next;
}

std::unique_ptr<Figure> OutputPanel::figure(QSizeF size) const
{
    return figure(size, m_theme->theme());
}

std::unique_ptr<Figure> OutputPanel::figure(QSizeF size, const Theme &theme) const
{
    const Result &result = m_document->result();
    if (!result.trace || !hasOutput(*result.trace))
        return nullptr;
    OutputData output = outputData(*result.model, next(), m_document->selection());
    output.candidate = m_cell;
    return std::make_unique<OutputFigure>(std::move(output), size, theme);
}

QSizeF OutputPanel::figureSize() const
{
    return m_view->figureSize();
}

const OutputFigure *OutputPanel::shown() const
{
    return static_cast<const OutputFigure *>(m_view->figure());
}

int OutputPanel::focusedPosition() const
{
    const Selection &selection = m_document->selection();
    return selection.attention == Attention::Encoder ? -1 : std::min(selection.query, m_positions - 1);
}

void OutputPanel::pointAt(QPointF point, QPoint globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    m_view->canvas()->setCursor(hit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!hit || hit->cell < 0) {
        QToolTip::hideText();
        return;
    }
    const OutputData::Candidate candidate = shown()->cells(hit->position).at(std::size_t(hit->cell)).candidate;
    QString note = candidate.index < 0 ? tr("“%1” is not in the vocabulary").arg(candidate.token)
                                       : tr("“%1” as token %2: probability %3")
                                             .arg(candidate.token)
                                             .arg(hit->position + 2)
                                             .arg(candidate.probability, 0, 'g', 4);
    if (candidate.isNext)
        note += tr("; the text goes on with it");
    else if (hit->position + 1 == m_positions)
        note += tr("; double click adds it");
    QToolTip::showText(globalPosition, plainToolTip(note), m_view->canvas());
}

void OutputPanel::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    if (!hit) {
        m_document->setSelection(cleared(m_document->selection()));
        return;
    }
    if (hit->position + 1 == m_positions && hit->cell >= 0) {
        m_cell = hit->cell;
        m_view->refresh();
        return;
    }
    m_document->setSelection(pinned(askingFromDecoder(m_document->selection()), TokenSide::Query, hit->position,
                                    modifiers.testFlag(Qt::ShiftModifier)));
}

bool OutputPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_view->canvas() || event->type() != QEvent::MouseButtonDblClick)
        return Panel::eventFilter(watched, event);
    const auto *mouse = static_cast<const QMouseEvent *>(event);
    const auto hit = shown() ? shown()->hit(m_view->toFigure(mouse->position())) : std::nullopt;
    if (mouse->button() == Qt::LeftButton && hit && hit->position + 1 == m_positions)
        appendCell(hit->cell);
    return true;
}

bool OutputPanel::appendCell(int cell)
{
    if (!shown() || m_positions == 0 || cell < 0 || !m_generation->problem().isEmpty() || m_document->isBusy())
        return false;
    const std::vector<OutputCell> cells = shown()->cells(m_positions - 1);
    if (cell >= static_cast<int>(cells.size()))
        return false;
    const int index = cells[static_cast<std::size_t>(cell)].candidate.index;
    const std::string word = m_document->result().trace->vocabulary.at(static_cast<std::size_t>(index));
    m_generation->append(word);
    return true;
}

void OutputPanel::moveTo(int position)
{
    m_cell = -1;
    const Selection before = m_document->selection();
    m_document->setSelection(focusedOn(askingFromDecoder(before), TokenSide::Query, position));
    m_view->refresh();
    m_view->scrollTo(shown()->rowRect(position));
}

void OutputPanel::moveToCell(int cell)
{
    const int last = m_positions - 1;
    const int cells = static_cast<int>(shown()->cells(last).size());
    m_cell = std::clamp(cell, 0, std::max(0, cells - 1));
    m_view->refresh();
    m_view->scrollTo(shown()->cellRect(last, m_cell));
}

void OutputPanel::keyPressed(QKeyEvent *event)
{
    if (!shown() || m_positions == 0)
        return;
    const int position = focusedPosition();
    event->accept();
    switch (event->key()) {
    case Qt::Key_Up:
        return moveTo(std::max(0, position < 0 ? m_positions - 1 : position - 1));
    case Qt::Key_Down:
        return moveTo(std::min(m_positions - 1, position + 1));
    case Qt::Key_Home:
        return moveTo(0);
    case Qt::Key_End:
        return moveTo(m_positions - 1);
    case Qt::Key_Left:
        return moveToCell(m_cell - 1);
    case Qt::Key_Right:
        return moveToCell(m_cell + 1);
    case Qt::Key_Escape:
        m_cell = -1;
        m_document->setSelection(cleared(m_document->selection()));
        return m_view->refresh();
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (event->key() != Qt::Key_Space && appendCell(m_cell))
            return;
        if (position >= 0)
            m_document->setSelection(pinned(m_document->selection(), TokenSide::Query, position,
                                            event->modifiers().testFlag(Qt::ShiftModifier)));
        return;
    default:
        event->ignore();
    }
}

} // namespace regard
