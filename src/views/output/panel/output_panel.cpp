#include "views/output/panel/output_panel.h"

#include <algorithm>
#include <utility>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "controls/flow_layout.h"
#include "controls/list_keys.h"
#include "document/work/background_work.h"
#include "engine/pass/output_layer.h"
#include "views/base/panel_title.h"
#include "views/base/token_focus.h"
#include "views/output/panel/generate_buttons.h"
#include "views/output/panel/vocabulary_dialog.h"
#include "views/table/view_table.h"

namespace regard {

namespace {

constexpr int narrowField = 72; // pixels: none of these numbers is longer
constexpr int controlGap = 6;
constexpr int mostWords = 200;
constexpr double coldest = 0.1;
constexpr double hottest = 5;
constexpr int mostRowsAtOnce = 24; ///< on the thread: as many as a tall window shows

/// A field after its name, as one item for a line that wraps.
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
    : Panel(panelTitle(PanelId::Output), parent), m_document(document), m_theme(theme),
      m_generation(new Generation(document, this)), m_view(new FigureView(theme, this)), m_controls(new QWidget(this)),
      m_vocabulary(new QPushButton(tr("Vocabulary…"), m_controls)), m_limit(new QSpinBox(m_controls)),
      m_choice(new QComboBox(m_controls)), m_temperature(new QDoubleSpinBox(m_controls)),
      m_topK(new QSpinBox(m_controls)), m_honesty(noteLabel("muted", this)), m_message(noteLabel("muted", this)),
      m_work(new BackgroundWork(this)), m_soon(new QTimer(this))
{
    buildControls();
    m_soon->setSingleShot(true);
    m_soon->setInterval(0); // once the picture is painted, all its missing rows are known
    connect(m_soon, &QTimer::timeout, this, &OutputPanel::computeWanted);
    m_view->canvas()->installEventFilter(this);
    m_view->setMaker([this](QSizeF space) { return figureInView(space); });
    controls()->addWidget(m_controls);
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
    m_topK->setToolTip(tr("Only this many of the most probable words take part; 0: all of them"));
    m_vocabulary->setToolTip(tr("The words that the decoder chooses from, and the token that ends a sentence"));
    for (QWidget *field :
         {static_cast<QWidget *>(m_limit), static_cast<QWidget *>(m_temperature), static_cast<QWidget *>(m_topK)})
        field->setMaximumWidth(narrowField);
    auto *line = new FlowLayout(m_controls, controlGap);
    m_feeding = {new GenerateButtons(m_document, m_generation, m_controls), named(tr("words"), m_limit, m_controls),
                 m_choice, m_vocabulary};
    for (std::size_t i = 0; i < 3; ++i)
        line->addWidget(m_feeding[i]);
    line->addWidget(named(tr("temperature"), m_temperature, m_controls));
    line->addWidget(named(tr("top k"), m_topK, m_controls));
    line->addWidget(m_vocabulary);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    m_controls->setSizePolicy(policy);
    connect(m_vocabulary, &QPushButton::clicked, this, &OutputPanel::editVocabulary);
    connect(m_limit, &QSpinBox::valueChanged, this, &OutputPanel::readControls);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &OutputPanel::readControls);
    connect(m_temperature, &QDoubleSpinBox::valueChanged, this, &OutputPanel::readControls);
    connect(m_topK, &QSpinBox::valueChanged, this, &OutputPanel::readControls);
}

void OutputPanel::connectDocument()
{
    connect(m_document, &Document::loaded, this, &OutputPanel::showControls);
    connect(m_document, &Document::shownChanged, this, [this] {
        const ReadResult &now = m_document->shown().input.now;
        std::exchange(m_seen, now) == now ? refresh() : resultCame();
    });
    connect(&m_document->matrices(), &Matrices::modelChanged, this, &OutputPanel::showControls);
    connect(&m_document->sentences(), &Sentences::sourceChanged, this, &OutputPanel::showControls);
    connect(&m_document->sentences(), &Sentences::targetChanged, this, &OutputPanel::showControls);
    connect(m_document, &Document::inputErrorChanged, this, &OutputPanel::showControls);
    connect(m_generation, &Generation::runningChanged, this, &OutputPanel::showControls);
    connect(m_generation, &Generation::stopped, this,
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
    const Model &model = *m_document->matrices().model();
    m_controls->setVisible(hasOutputLayer(model));
    for (QWidget *control : m_feeding)
        control->setVisible(model.config.architecture != Architecture::Encoder);
    // A message about the previous state no longer applies.
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
    const int positions = trace && hasOutput(*trace) ? int(readOutStream(*trace).rows()) : 0;
    const int before = std::exchange(m_positions, positions);
    if (!shown() || positions == 0)
        return;
    if (shown()->data().namesItsOwn && before == 0)
        m_view->scrollTo(shown()->rowRect(std::max(0, shown()->data().query)));
    else if (!shown()->data().namesItsOwn && before > 0 && positions == before + 1)
        m_view->scrollTo(shown()->rowRect(positions - 1));
}

void OutputPanel::showNotes()
{
    const Result &result = m_document->result();
    const bool isRandom = result.trace && hasOutput(*result.trace) && isOutputRandom(*result.model);
    const std::string mask =
        m_document->checkpoint() ? m_document->checkpoint()->tokenizer->maskToken() : std::string();
    QString note;
    if (isRandom)
        note = tr("The weights of the decoder or of its output are random: the words mean nothing.");
    else if (result.trace && hasOutput(*result.trace) && !predictsNext(*result.model) && !mask.empty() &&
             !result.model->config.replacedTokens &&
             firstMask(m_document->checkpoint().get(), *result.model, *result.trace) < 0)
        note = tr("Type %1 in place of a word to see which words the model would put there.")
                   .arg(QString::fromStdString(mask));
    showText(m_honesty, note);
}

void OutputPanel::refresh()
{
    showNotes();
    const SharedTrace &trace = m_document->result().trace;
    const bool hasWords = trace && hasOutput(*trace);
    const Model &model = *m_document->matrices().model();
    const bool isNext = predictsNext(model);
    const bool saysReplaced = model.config.replacedTokens;
    setCaption(!hasWords      ? QString()
               : saysReplaced ? tr("each row says whether its token was replaced")
               : isNext       ? tr("each row predicts the next token · %L1 words").arg(trace->vocabulary.size())
                              : tr("each row predicts its own token · %L1 words").arg(trace->vocabulary.size()));
    m_view->canvas()->setAccessibleName(saysReplaced ? tr("Probabilities that each token was replaced")
                                        : isNext     ? tr("Probabilities of the next token")
                                                     : tr("Probabilities of the words in each place"));
    m_view->canvas()->setAccessibleDescription(hasWords ? caption() : emptyMessage());
    m_view->refresh();
}

QString OutputPanel::emptyMessage() const
{
    const Model &model = *m_document->matrices().model();
    if (const QString none = noOutputText(model, m_document->checkpoint().get()); !none.isEmpty())
        return none;
    if (model.config.replacedTokens)
        return tr("Type a sentence to see which of its words the model takes for replaced.");
    if (!predictsNext(model))
        return tr("Type a sentence to see which words the model would put in each place.");
    if (model.config.architecture == Architecture::EncoderDecoder) {
        const Checkpoint *checkpoint = m_document->checkpoint().get();
        const QString start = checkpoint ? startToken(checkpoint) : QStringLiteral("<s>");
        return start.isEmpty()
                   ? tr("Type a source, and the beginning of a target, to see what comes next.")
                   : tr("Type a source, and a target that starts with a token such as %1, to see what comes "
                        "next.")
                         .arg(start);
    }
    return tr("Type the beginning of a sentence to see what comes next.");
}

QString OutputPanel::note() const
{
    QStringList notes;
    for (const QLabel *label : {m_honesty, m_message})
        if (!label->text().isEmpty())
            notes.append(label->text());
    return notes.join(QLatin1Char(' '));
}

int OutputPanel::goesOnAt() const
{
    const SharedTrace &trace = m_document->result().trace;
    if (!trace || !hasOutput(*trace) || trace->architecture == Architecture::Encoder)
        return -1;
    const int rows = int(readOutStream(*trace).rows());
    const Tokens &tokens =
        m_document->sentences().tokens(queriesSide(m_document->matrices().model()->config, Attention::Decoder));
    return int(tokens.tokens.size()) == rows ? goingOnFrom(tokens) : rows - 1;
}

OutputSource OutputPanel::source() const
{
    return {m_document->result(), m_document->checkpoint(), goesOnAt()};
}

std::shared_ptr<NextTokens> OutputPanel::next() const
{
    const SharedTrace &trace = m_document->result().trace;
    if (!m_next || m_next->trace() != trace || m_next->rule() != rule()) {
        const bool isLike = m_next && m_next->trace()->vocabulary.isSame(trace->vocabulary);
        m_before = isLike && !m_next->isEmpty() ? m_next : isLike ? m_before : nullptr;
        m_next = std::make_shared<NextTokens>(source(), rule());
    }
    return m_next;
}

OutputData OutputPanel::output() const
{
    OutputData output = outputData(next(), m_document->look().selection());
    output.candidate = m_cell;
    return output;
}

std::unique_ptr<Figure> OutputPanel::figure(QSizeF size, const Theme &theme) const
{
    const SharedTrace &trace = m_document->result().trace;
    if (!trace || !hasOutput(*trace))
        return nullptr;
    return shownFigure(ViewId::Output, *m_document, {.next = next(), .candidate = m_cell}, size, theme);
}

std::unique_ptr<Figure> OutputPanel::figureInView(QSizeF size)
{
    const SharedTrace &trace = m_document->result().trace;
    if (!trace || !hasOutput(*trace))
        return nullptr;
    OutputData inView = output();
    if (!m_next->isQuick())
        inView.row = [this](int position, int count) { return rowInView(position, count); };
    return std::make_unique<OutputFigure>(std::move(inView), size, m_theme->theme());
}

OutputData::Row OutputPanel::rowInView(int position, int count)
{
    const OutputData::Row *known = next()->known(position);
    OutputData::Row row;
    if (known) {
        row = *known;
    } else {
        m_wanted.insert(position);
        if (!m_work->isRunning() && !m_soon->isActive())
            m_soon->start();
        if (const OutputData::Row *before = m_before ? m_before->known(position) : nullptr)
            row.best = before->best;
        row.isPending = true;
    }
    if (int(row.best.size()) > count)
        row.best.resize(std::size_t(count));
    return row;
}

/// Neighbouring rows together, because each computation reads the whole vocabulary.
void OutputPanel::computeWanted()
{
    const SharedTrace &trace = m_document->result().trace;
    if (m_wanted.empty() || m_work->isRunning() || !trace || !hasOutput(*trace))
        return;
    const int rows = int(readOutStream(*trace).rows());
    const int first = *m_wanted.begin();
    int count = 1;
    while (count < mostRowsAtOnce && m_wanted.contains(first + count))
        ++count;
    m_wanted.clear(); // the next painting requests the others again
    count = std::min(count, rows - first);
    if (count < 1)
        return;
    const std::shared_ptr<NextTokens> asked = next();
    const auto answer = std::make_shared<std::vector<OutputData::Row>>();
    m_work->start(
        [asked, first, count, answer](const BackgroundWork::Piece &) { *answer = asked->computed(first, count); },
        [this, asked, first, answer](const QString &problem) {
            if (!problem.isEmpty())
                showText(m_message, problem);
            for (std::size_t i = 0; i < answer->size(); ++i)
                asked->keep(first + int(i), std::move((*answer)[i]));
            if (problem.isEmpty())
                m_view->refresh();
        });
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
    const Selection &selection = m_document->look().selection();
    const bool asks = selection.attention != Attention::Encoder ||
                      m_document->matrices().model()->config.architecture == Architecture::Encoder;
    return asks ? std::min(selection.query, m_positions - 1) : -1;
}

void OutputPanel::pointAt(QPointF point, QPoint globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    m_view->canvas()->setCursor(hit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!hit || hit->cell < 0 || shown()->isPending(hit->position)) {
        QToolTip::hideText();
        return;
    }
    const OutputData::Candidate candidate = shown()->cells(hit->position).at(std::size_t(hit->cell)).candidate;
    QString note = candidate.index < 0 ? tr("“%1” is not in the vocabulary").arg(candidate.token)
                                       : (shown()->data().saysReplaced ? tr("Token %2 is %1: probability %3")
                                                                       : tr("“%1” as token %2: probability %3"))
                                             .arg(candidate.token)
                                             .arg(hit->position + (shown()->data().namesItsOwn ? 1 : 2))
                                             .arg(candidate.probability, 0, 'g', 4);
    if (shown()->data().saysReplaced)
        note += outputLogitText(candidate);
    if (candidate.isNext)
        note += shown()->data().namesItsOwn ? tr("; it is the actual token") : tr("; it follows in the text");
    else if (hit->position == shown()->data().goesOnAt)
        note += tr("; double click adds it");
    QToolTip::showText(globalPosition, note, m_view->canvas());
}

void OutputPanel::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    if (!hit) {
        m_document->look().setSelection(cleared(m_document->look().selection()));
        return;
    }
    if (hit->position == shown()->data().goesOnAt && hit->cell >= 0) {
        m_cell = hit->cell;
        m_view->refresh();
        return;
    }
    m_document->look().setSelection(
        pinned(asking(), TokenSide::Query, hit->position, modifiers.testFlag(Qt::ShiftModifier)));
}

bool OutputPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_view->canvas() || event->type() != QEvent::MouseButtonDblClick)
        return Panel::eventFilter(watched, event);
    const auto *mouse = static_cast<const QMouseEvent *>(event);
    const auto hit = shown() ? shown()->hit(m_view->toFigure(mouse->position())) : std::nullopt;
    if (mouse->button() == Qt::LeftButton && hit && hit->position == shown()->data().goesOnAt)
        appendCell(hit->cell);
    return true;
}

bool OutputPanel::appendCell(int cell)
{
    const int row = shown() ? shown()->data().goesOnAt : -1;
    if (row < 0 || cell < 0 || shown()->isPending(row) || !m_generation->problem().isEmpty() || m_document->isBusy())
        return false;
    const std::vector<OutputCell> cells = shown()->cells(row);
    if (cell >= int(cells.size()))
        return false;
    const int index = cells[std::size_t(cell)].candidate.index;
    const std::string word = m_document->result().trace->vocabulary.at(std::size_t(index));
    m_generation->append(word);
    return true;
}

Selection OutputPanel::asking() const
{
    return askingFromOutput(m_document->matrices().model()->config, m_document->look().selection());
}

void OutputPanel::moveTo(int position)
{
    m_cell = -1;
    m_document->look().setSelection(focusedOn(asking(), TokenSide::Query, position));
    m_view->refresh();
    m_view->scrollTo(shown()->rowRect(position));
}

/// True where it was out of view: the key then adds nothing yet.
bool OutputPanel::bringCellIntoView()
{
    const int row = shown()->data().goesOnAt;
    return row >= 0 && m_cell >= 0 && m_cell < int(shown()->cells(row).size()) &&
           bringIntoView(m_view, shown()->cellRect(row, m_cell));
}

void OutputPanel::moveToCell(int cell)
{
    const int row = shown()->data().goesOnAt;
    if (row < 0)
        return;
    const int cells = int(shown()->cells(row).size());
    m_cell = std::clamp(cell, 0, std::max(0, cells - 1));
    m_view->refresh();
    m_view->scrollTo(shown()->cellRect(row, m_cell));
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
        m_document->look().setSelection(cleared(m_document->look().selection()));
        return m_view->refresh();
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (event->key() != Qt::Key_Space && (bringCellIntoView() || appendCell(m_cell)))
            return;
        if (position >= 0)
            m_document->look().setSelection(pinned(m_document->look().selection(), TokenSide::Query, position,
                                                   event->modifiers().testFlag(Qt::ShiftModifier)));
        return;
    default:
        event->ignore();
    }
}

} // namespace regard
