#include "views/lens/panel/lens_panel.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/faulty_field.h"
#include "controls/figure_view.h"
#include "controls/list_keys.h"
#include "views/output/output_data.h"

namespace regard {

LensPanel::LensPanel(Document *document, AppTheme *theme, QWidget *parent)
    : ViewPanel(ViewId::Lens, document, theme, parent), m_run(new LensRun(this)), m_word(new QLineEdit(this))
{
    m_word->setObjectName(QStringLiteral("lensWord"));
    m_word->setAccessibleName(tr("Word to follow"));
    m_word->setPlaceholderText(tr("any word of the vocabulary"));
    m_word->setToolTip(tr("Shows this word's rank and probability after each layer; empty: those of the most likely "
                          "word"));
    m_word->setClearButtonEnabled(true);
    auto *line = new QHBoxLayout;
    auto *label = new QLabel(tr("Follow"), this);
    label->setBuddy(m_word);
    line->addWidget(label);
    line->addWidget(m_word, 1);
    controls()->addLayout(line);
    content()->addWidget(noteLabel());
    content()->addWidget(view(), 1);
    view()->canvas()->setAccessibleName(tr("What the model would say after each layer"));
    view()->setOverlay([this](QPainter &painter) {
        if (shown())
            shown()->paintEdges(painter, view()->partInView());
    });
    for (QScrollBar *bar : {view()->horizontalScrollBar(), view()->verticalScrollBar()})
        connect(bar, &QScrollBar::valueChanged, view(), &FigureView::repaintOverlay);
    connect(m_word, &QLineEdit::textChanged, this, &LensPanel::followWord);
    connect(m_run, &LensRun::progressed, this, &LensPanel::refresh);
    follow();
}

std::unique_ptr<Figure> LensPanel::made(QSizeF space, const Theme &theme)
{
    const SharedLens answer =
        hasPicture() ? lensAnswerOf(state(), document()->checkpoint().get(), viewOptions().lens) : nullptr;
    if (!answer)
        return nullptr;
    if (answer != m_drawn)
        m_data = lensData(*answer);
    m_drawn = answer;
    const Selection &selection = document()->look().selection();
    return std::make_unique<LensFigure>(withLensFocus(m_data, selection, answer->result.model->config), space, theme);
}

bool LensPanel::hasPicture() const
{
    return state().trace() && state().hasModel() && hasOutput(*state().trace()) &&
           noLensText(state().model(), document()->checkpoint().get()).isEmpty();
}

void LensPanel::stateChanged(const ShownState &before)
{
    if (before.result != state().result)
        followWord();
    else
        refresh();
}

/// Reads the field: a word that the vocabulary lacks is followed no longer, and the field and the line below say so.
void LensPanel::followWord()
{
    const QString text = m_word->text().trimmed();
    m_followed = text.toStdString();
    QString refused;
    if (!text.isEmpty() && hasPicture() && !lensWord(*state().trace(), document()->checkpoint().get(), m_followed)) {
        refused = noLensWordText(text);
        m_followed.clear();
    }
    setFaulty(m_word, !refused.isEmpty());
    say(refused);
    refresh();
}

void LensPanel::showState()
{
    m_word->setEnabled(hasPicture());
    view()->setMessage(emptyMessage());
    view()->refresh();
    setCaption(m_run->isBusy() ? tr("computing…") : m_run->problem());
    const LensFigure *figure = shown();
    const bool isThere = figure && figure->data().query >= 0 && figure->data().place >= 0;
    view()->canvas()->setAccessibleDescription(isThere ? textOf({figure->data().query, figure->data().place})
                                                       : emptyMessage());
}

QString LensPanel::emptyMessage() const
{
    const Model &model = *document()->matrices().model();
    if (const QString none = noLensText(model, document()->checkpoint().get()); !none.isEmpty())
        return none;
    if (!document()->inputError().isEmpty())
        return document()->inputError();
    return state().trace() ? QString() : tr("Type a sentence first.");
}

const LensFigure *LensPanel::shown() const
{
    return static_cast<const LensFigure *>(view()->figure());
}

/// "“it”, layer 3: “cat”, probability 0.42", with the rank of the followed word.
QString LensPanel::textOf(LensHit hit) const
{
    const LensData &lens = shown()->data();
    if (hit.token >= int(lens.tokens.size()) || hit.place >= int(lens.places.size()))
        return {};
    const LensData::Cell &cell = lens.at(hit.token, hit.place);
    QString text = tr("“%1” (token %2), %3: most likely “%4”, probability %5")
                       .arg(lens.tokens.at(hit.token), QString::number(hit.token + 1), lensPlaceName(hit.place),
                            cell.word, QString::number(cell.probability, 'g', 4));
    if (!lens.chosen.isEmpty())
        text += u'\n' + tr("“%1”: rank %L2 of %L3, probability %4")
                            .arg(lens.chosen)
                            .arg(cell.rank)
                            .arg(state().trace()->vocabulary.size())
                            .arg(QString::number(cell.chosen, 'g', 4));
    return text;
}

void LensPanel::pointAt(QPointF point, QPoint globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    view()->canvas()->setCursor(hit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!hit)
        return QToolTip::hideText();
    QToolTip::showText(globalPosition, textOf(*hit) + u'\n' + tr("click goes to this layer and token"),
                       view()->canvas());
}

void LensPanel::click(QPointF point)
{
    if (const auto hit = shown() ? shown()->hit(point) : std::nullopt)
        goTo(*hit, true);
}

void LensPanel::goTo(LensHit hit, bool pins)
{
    const Selection now = document()->look().selection();
    document()->look().setSelection(withLensCell(now, state().model().config, hit.token, hit.place, pins));
    if (shown())
        bringIntoView(view(), shown()->cellWithNames(hit.token, hit.place));
}

void LensPanel::keyPressed(QKeyEvent *event)
{
    if (!shown() || shown()->data().cells.empty())
        return;
    const LensData &lens = shown()->data();
    const int lastPlace = int(lens.places.size()) - 1;
    const LensHit at{std::max(0, lens.query), lens.place < 0 ? lastPlace : std::min(lens.place, lastPlace)};
    event->accept();
    if (const auto row = rowReached(event->key(), at.token, int(lens.tokens.size())))
        return goTo({lens.query < 0 ? at.token : *row, at.place}, false);
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
        return goTo({at.token, std::clamp(at.place + (event->key() == Qt::Key_Left ? -1 : 1), 0, lastPlace)}, false);
    if (isChoosingKey(event->key()))
        return goTo(at, true);
    event->ignore();
}

ViewOptions LensPanel::viewOptions() const
{
    ViewOptions options;
    options.lens = {m_followed, m_run};
    return options;
}

ViewOptions LensPanel::completeOptions() const
{
    ViewOptions options = viewOptions();
    options.lens.isWhole = true;
    return options;
}

void LensPanel::resetChoices()
{
    m_word->clear();
}

void LensPanel::stop()
{
    m_run->stop();
    m_drawn.reset();
}

} // namespace regard
