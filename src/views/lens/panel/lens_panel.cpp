#include "views/lens/panel/lens_panel.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/figure_view.h"
#include "controls/list_keys.h"
#include "views/base/panel_title.h"
#include "views/output/output_data.h"
#include "views/table/view_table.h"

namespace regard {

LensPanel::LensPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Lens), parent), m_document(document), m_theme(theme), m_run(new LensRun(this)),
      m_word(new QLineEdit(this)), m_note(new QLabel(this)), m_view(new FigureView(theme, this))
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
    m_note->setObjectName(QStringLiteral("muted"));
    m_note->setWordWrap(true);
    content()->addWidget(m_note);
    content()->addWidget(m_view, 1);
    showBusySignOf(document);
    m_view->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        const SharedLens answer =
            hasPicture() ? lensAnswerOf(m_state, m_document->checkpoint().get(), viewOptions().lens) : nullptr;
        if (!answer)
            return nullptr;
        if (answer != m_drawn)
            m_data = lensData(*answer);
        m_drawn = answer;
        Theme own = m_theme->theme();
        own.parts.inWindow = true;
        own.parts.title = false; // the panel's head and field have it
        const Selection &selection = m_document->look().selection();
        return std::make_unique<LensFigure>(withLensFocus(m_data, selection, answer->result.model->config), space, own);
    });
    m_view->setOverlay([this](QPainter &painter) {
        if (shown())
            shown()->paintEdges(painter, m_view->partInView());
    });
    for (QScrollBar *bar : {m_view->horizontalScrollBar(), m_view->verticalScrollBar()})
        connect(bar, &QScrollBar::valueChanged, m_view, &FigureView::repaintOverlay);
    connect(m_word, &QLineEdit::textChanged, this, &LensPanel::followWord);
    connect(m_run, &LensRun::progressed, this, &LensPanel::refresh);
    connect(document, &Document::shownChanged, this, &LensPanel::follow);
    connect(document, &Document::inputErrorChanged, this, &LensPanel::follow);
    connect(theme, &AppTheme::changed, this, &LensPanel::refresh);
    connect(m_view, &FigureView::hovered, this, &LensPanel::pointAt);
    connect(m_view, &FigureView::left, this, [] { QToolTip::hideText(); });
    connect(m_view, &FigureView::clicked, this, [this](QPointF point, Qt::KeyboardModifiers) {
        if (const auto hit = shown() ? shown()->hit(point) : std::nullopt)
            goTo(*hit, true);
    });
    connect(m_view, &FigureView::keyPressed, this, &LensPanel::keyPressed);
    follow();
}

bool LensPanel::hasPicture() const
{
    return m_state.trace() && m_state.hasModel() && hasOutput(*m_state.trace()) &&
           noLensText(m_state.model(), m_document->checkpoint().get()).isEmpty();
}

void LensPanel::follow()
{
    const ShownState before = std::exchange(m_state, m_document->shown().as(Compared::Now).tokens);
    if (before.result != m_state.result)
        followWord();
    else
        refresh();
}

/// Reads the field: a word that the vocabulary lacks is followed no longer, and the line below says so.
void LensPanel::followWord()
{
    const QString text = m_word->text().trimmed();
    m_followed = text.toStdString();
    QString note;
    if (hasPicture() && !text.isEmpty() && !lensWord(*m_state.trace(), m_document->checkpoint().get(), m_followed)) {
        note = noLensWordText(text);
        m_followed.clear();
    }
    m_note->setText(note);
    refresh();
}

void LensPanel::refresh()
{
    m_stale = !isSeen(this);
    if (m_stale)
        return;
    m_word->setEnabled(hasPicture());
    m_view->setMessage(emptyMessage());
    m_view->refresh();
    setCaption(m_run->isBusy() ? tr("computing…") : m_run->problem());
    m_note->setVisible(!m_note->text().isEmpty());
    m_view->canvas()->setAccessibleName(tr("What the model would say after each layer"));
    const LensFigure *figure = shown();
    const bool isThere = figure && figure->data().query >= 0 && figure->data().place >= 0;
    m_view->canvas()->setAccessibleDescription(isThere ? textOf({figure->data().query, figure->data().place})
                                                       : emptyMessage());
}

QString LensPanel::emptyMessage() const
{
    const Model &model = *m_document->matrices().model();
    if (const QString none = noLensText(model, m_document->checkpoint().get()); !none.isEmpty())
        return none;
    if (!m_document->inputError().isEmpty())
        return m_document->inputError();
    return m_state.trace() ? QString() : tr("Type a sentence first.");
}

QString LensPanel::note() const
{
    return m_note->text();
}

const LensFigure *LensPanel::shown() const
{
    return static_cast<const LensFigure *>(m_view->figure());
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
                            .arg(m_state.trace()->vocabulary.size())
                            .arg(QString::number(cell.chosen, 'g', 4));
    return text;
}

void LensPanel::pointAt(QPointF point, QPoint globalPosition)
{
    const auto hit = shown() ? shown()->hit(point) : std::nullopt;
    m_view->canvas()->setCursor(hit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!hit)
        return QToolTip::hideText();
    QToolTip::showText(globalPosition, textOf(*hit) + u'\n' + tr("click goes to this layer and token"),
                       m_view->canvas());
}

void LensPanel::goTo(LensHit hit, bool pins)
{
    const Selection now = m_document->look().selection();
    m_document->look().setSelection(withLensCell(now, m_state.model().config, hit.token, hit.place, pins));
    if (shown())
        bringIntoView(m_view, shown()->cellWithNames(hit.token, hit.place));
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

std::unique_ptr<Figure> LensPanel::figure(QSizeF size, const Theme &theme) const
{
    ViewOptions options;
    options.lens = {m_followed, m_run, true};
    return shownFigure(ViewId::Lens, *m_document, options, size, theme);
}

QSizeF LensPanel::figureSize() const
{
    return m_view->figureSize();
}

void LensPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (m_stale)
        refresh();
}

void LensPanel::hideEvent(QHideEvent *event)
{
    Panel::hideEvent(event);
    m_run->stop();
    m_drawn.reset();
    m_stale = true;
}

} // namespace regard
