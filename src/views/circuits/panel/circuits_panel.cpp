#include "views/circuits/panel/circuits_panel.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "controls/list_keys.h"
#include "controls/segment_switch.h"
#include "views/base/no_model_text.h"
#include "views/base/shown_text.h"
#include "views/base/value_text.h"
#include "views/base/view_title.h"

namespace regard {

namespace {

constexpr int farthestDistance = 9999;

} // namespace

CircuitsPanel::CircuitsPanel(Document *document, AppTheme *theme, QWidget *parent)
    : ViewPanel(ViewId::Circuits, document, theme, parent), m_run(new CopyingRun(this)), m_controls(new QWidget(this)),
      m_circuit(new SegmentSwitch(tr("Which circuit"), m_controls)), m_words(new QLineEdit(m_controls)),
      m_distanceField(new QWidget(m_controls)), m_distance(new QSpinBox(m_distanceField))
{
    buildControls();
    controls()->addWidget(m_controls);
    content()->addWidget(noteLabel());
    content()->addWidget(view(), 1);
    connect(m_run, &CopyingRun::progressed, this, &CircuitsPanel::refresh);
    follow();
}

std::unique_ptr<Figure> CircuitsPanel::made(QSizeF space, const Theme &theme)
{
    if (!m_made.scores || !m_made.message.isEmpty())
        return nullptr;
    return std::make_unique<HeatmapFigure>(circuitData(state(), m_made, options()), space, theme);
}

void CircuitsPanel::buildControls()
{
    m_circuit->add(tr("QK"), tr("QK circuit"), tr("Which word asks for which: the head's scores of words alone"));
    m_circuit->add(tr("OV"), tr("OV circuit"), tr("Which words the head makes likelier when it reads one"));
    m_circuit->add(tr("Q"), tr("Q-composition"),
                   tr("How much of what the head asks with each earlier head wrote: ‖A · B‖ ÷ (‖A‖ · ‖B‖) of that "
                      "head's W_V W_O and this one's W_Q W_Kᵀ"));
    m_circuit->add(tr("K"), tr("K-composition"),
                   tr("How much of what the head is asked for by each earlier head wrote: of that head's W_V W_O and "
                      "this one's W_K W_Qᵀ"));
    m_circuit->add(tr("V"), tr("V-composition"),
                   tr("How much of what the head passes on each earlier head wrote: of both heads' W_V W_O"));
    m_circuit->setChosen(0);
    m_words->setObjectName(QStringLiteral("circuitWords"));
    m_words->setAccessibleName(tr("Further words"));
    m_words->setPlaceholderText(tr("further words"));
    m_words->setClearButtonEnabled(true);
    m_distance->setObjectName(QStringLiteral("circuitDistance"));
    m_distance->setAccessibleName(tr("Distance of query and key"));
    m_distance->setRange(-farthestDistance, farthestDistance);
    m_distance->setToolTip(tr("So many tokens the query stands behind its key: queries and keys are rotated by their "
                              "positions"));
    auto *field = new QHBoxLayout(m_distanceField);
    field->setContentsMargins(0, 0, 0, 0);
    auto *label = new QLabel(tr("distance"), m_distanceField);
    label->setBuddy(m_distance);
    field->addWidget(label);
    field->addWidget(m_distance);
    auto *line = new QHBoxLayout(m_controls);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_circuit);
    line->addWidget(m_words, 1);
    line->addWidget(m_distanceField);
    connect(m_circuit, &SegmentSwitch::chosen, this, [this](int index) { choose(Circuit(index)); });
    connect(m_words, &QLineEdit::textChanged, this, &CircuitsPanel::refresh);
    connect(m_distance, &QSpinBox::valueChanged, this, &CircuitsPanel::refresh);
}

void CircuitsPanel::choose(Circuit circuit)
{
    m_chosen = circuit;
    m_circuit->setChosen(int(circuit));
    m_row = m_column = -1;
    refresh();
}

void CircuitsPanel::showState()
{
    const bool isThere = state().hasResult() && state().hasModel();
    const CircuitOptions now = options();
    const Selection &within = state().selection;
    const Asked asked{state().result, {within.attention, within.layer, within.head}, m_chosen, now.words, now.distance};
    const bool isComplete = m_made.scores && (m_chosen != Circuit::Ov || m_made.copying);
    if (!isThere)
        m_made = {};
    else if (asked != m_asked || !isComplete)
        m_made = madeCircuit(state(), document()->checkpoint().get(), now);
    m_asked = asked;
    m_distanceField->setVisible(m_chosen == Circuit::Qk && hasCircuitDistance(state()));
    m_words->setVisible(!isComposition(m_chosen));
    view()->setMessage(emptyMessage());
    view()->refresh();
    say(m_made.copying ? copyingText(*m_made.copying)
        : isComposition(m_chosen) && m_made.scores
            ? tr("1 at most; heads that have nothing to do with each other have little. Norms' gains are "
                 "folded in; biases and rotation do not count.")
            : QString());
    setCaption(m_run->isBusy()                             ? tr("computing…")
               : m_made.message.isEmpty() && m_made.scores ? headTitle(state().model(), state().selection)
                                                           : QString());
    view()->canvas()->setAccessibleName(m_chosen == Circuit::Qk   ? tr("Scores of words with words")
                                        : m_chosen == Circuit::Ov ? tr("Words that a read word makes likelier")
                                                                  : tr("What the head reads of earlier heads"));
    view()->canvas()->setAccessibleDescription(m_row >= 0 ? textOf(m_row, m_column) : emptyMessage());
}

QString CircuitsPanel::emptyMessage() const
{
    if (!m_made.message.isEmpty())
        return m_made.message;
    return m_made.scores ? QString() : whyNoAttention(*document());
}

CircuitOptions CircuitsPanel::options() const
{
    return {m_chosen,
            m_words->text().trimmed().toStdString(),
            state().hasResult() && hasCircuitDistance(state()) ? m_distance->value() : 0,
            m_run,
            m_row,
            m_column};
}

const HeatmapFigure *CircuitsPanel::shown() const
{
    return static_cast<const HeatmapFigure *>(view()->figure());
}

/// "“it” asks, “cat” is looked at: score 1.23".
QString CircuitsPanel::textOf(int row, int column) const
{
    if (!m_made.scores || row >= m_made.scores->rows() || column >= m_made.scores->cols())
        return {};
    const HeatmapData data = circuitData(state(), m_made, options());
    if (isComposition(m_chosen))
        return tr("%1 · head %2: %3")
            .arg(data.queries.at(row), data.keys.at(column), valueText((*m_made.scores)(row, column)));
    return tr("“%1” %2, “%3” %4: %5")
        .arg(data.queries.at(row), data.queryLabel, data.keys.at(column), data.keyLabel,
             valueText((*m_made.scores)(row, column)));
}

void CircuitsPanel::pointAt(QPointF point, QPoint globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    if (!hit)
        return QToolTip::hideText();
    QToolTip::showText(globalPosition, textOf(hit->first, hit->second), view()->canvas());
}

void CircuitsPanel::click(QPointF point)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    hit ? moveTo(hit->first, hit->second) : moveTo(-1, -1);
}

void CircuitsPanel::moveTo(int row, int column)
{
    m_row = row;
    m_column = column;
    view()->refresh();
    view()->canvas()->setAccessibleDescription(row >= 0 ? textOf(row, column) : emptyMessage());
}

void CircuitsPanel::keyPressed(QKeyEvent *event)
{
    if (!shown() || m_made.scores->size() == 0)
        return;
    const auto rows = int(m_made.scores->rows());
    const auto columns = int(m_made.scores->cols());
    event->accept();
    if (event->key() == Qt::Key_Escape)
        return moveTo(-1, -1);
    const int row = std::clamp(m_row, 0, rows - 1);
    const int column = std::clamp(m_column, 0, columns - 1);
    if (const auto reached = rowReached(event->key(), row, rows))
        return moveTo(m_row < 0 ? row : *reached, column);
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
        return moveTo(row, std::clamp(column + (event->key() == Qt::Key_Left ? -1 : 1), 0, columns - 1));
    event->ignore();
}

ViewOptions CircuitsPanel::viewOptions() const
{
    ViewOptions all;
    all.circuits = options();
    return all;
}

ViewOptions CircuitsPanel::completeOptions() const
{
    ViewOptions all = viewOptions();
    all.circuits.row = all.circuits.column = -1; // without the keyboard's crosshair
    if (m_run->isBusy())
        all.circuits.run = nullptr; // the copying score is part of the picture
    return all;
}

void CircuitsPanel::resetChoices()
{
    choose(Circuit::Qk);
    m_words->clear();
    m_distance->setValue(0);
}

void CircuitsPanel::stop()
{
    m_run->stop();
}

} // namespace regard
