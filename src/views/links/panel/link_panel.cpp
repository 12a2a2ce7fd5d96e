#include "views/links/panel/link_panel.h"

#include <algorithm>
#include <utility>

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "controls/chip.h"
#include "controls/figure_view.h"
#include "controls/flow_layout.h"
#include "controls/spoken_name.h"
#include "text/tokenizer.h"
#include "views/base/change_text.h"
#include "views/base/panel_title.h"
#include "views/base/randomness_text.h"
#include "views/base/screen_theme.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/sink_share.h"
#include "views/links/panel/link_minimap.h"
#include "views/table/view_table.h"

namespace regard {

namespace {

constexpr int floorSteps = 1000; // of the slider, to 1
constexpr double largestFloor = 0.5;
constexpr int linkLowestView = 30; // it scrolls: the rows of controls take precedence

bool hasPicture(const ShownState &state)
{
    return state.hasResult() && missingHeadsText(state).isEmpty();
}

/// Whether there is what only the legend's words explain. Signs beside the words say what was lost and gained.
bool needsLegend(const LinkData &data)
{
    const auto holdsAny = [](const std::vector<bool> &marks) { return std::ranges::find(marks, true) != marks.end(); };
    return !data.gone.empty() || holdsAny(data.newQueries) || holdsAny(data.newKeys) ||
           std::ranges::any_of(data.heads, &LinkData::Head::isOff);
}

} // namespace

LinksPanel::LinksPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Links), parent), m_document(document), m_theme(theme),
      m_backdrop(std::make_shared<LinkBackdrop>())
{
    m_options.curved = true;
    m_options.strongest = true;
    m_options.faintSpecial = true;
    m_view = new FigureView(theme, this);
    m_view->canvas()->setAccessibleName(tr("Links between tokens"));
    m_view->canvas()->setToolTip(QString());
    m_view->setMinimumHeight(linkLowestView);
    content()->addWidget(new LinkMinimap(m_view, theme, this), 1);
    m_hint = new QLabel(tr("Click a word to see where it looks."), this);
    m_hint->setObjectName(QStringLiteral("panelCaption"));
    m_hint->setAttribute(Qt::WA_TransparentForMouseEvents);
    buildFloorRow();
    moveControlsToMenu();
    connectView();
    showBusySignOf(document);
    connect(document, &Document::loaded, this, [this] {
        m_cursor = {LinkHit::Side::Query, -1};
        followSentence();
    });
    connect(&document->sentences(), &Sentences::sourceChanged, this, &LinksPanel::followSentence);
    const auto forgetCursor = [this] { m_cursor.token = -1; }; // it may now be another word's position
    connect(&document->sentences(), &Sentences::sourceChanged, this, forgetCursor);
    connect(&document->sentences(), &Sentences::targetChanged, this, forgetCursor);
    connect(document, &Document::inputErrorChanged, this, [this] {
        if (!m_document->result().trace)
            refresh();
    });
    connect(document, &Document::shownChanged, this, &LinksPanel::followShown);
    connect(theme, &AppTheme::changed, this, [this] {
        followSentence();
        refresh();
    });
    followSentence();
    refresh();
}

void LinksPanel::buildFloorRow()
{
    auto *label = new QLabel(tr("Hide &below"), this);
    label->setObjectName(QStringLiteral("muted"));
    m_floor = new QSlider(Qt::Horizontal, this);
    m_floor->setObjectName(QStringLiteral("linkFloor"));
    m_floor->setRange(0, int(largestFloor * floorSteps));
    m_floor->setSingleStep(10);
    m_floor->setPageStep(50);
    m_floor->setFocusPolicy(Qt::StrongFocus);
    m_floor->setMinimumWidth(60);
    m_floor->setAccessibleName(tr("Smallest weight that is drawn"));
    m_floor->setToolTip(tr("Links below this weight are hidden and counted; a token in focus shows all of its links"));
    label->setBuddy(m_floor);
    m_floorValue = new QLabel(this);
    m_floorValue->setObjectName(QStringLiteral("muted"));
    m_floorValue->setMinimumWidth(m_floorValue->fontMetrics().horizontalAdvance(QStringLiteral("0.000")));
    m_arrangement = newSwitchChip(tr("horizontal"), {}, tr("Tokens side by side instead of one above the other"), this);
    m_arrangement->setObjectName(QStringLiteral("linkArrangement"));
    m_multiples =
        newSwitchChip(tr("side by side"), {}, tr("One small picture for each head instead of all in one"), this);
    m_multiples->setObjectName(QStringLiteral("linkMultiples"));
    m_curves = newSwitchChip(tr("curved"), {}, tr("Links run along curves instead of straight lines"), this);
    m_curves->setObjectName(QStringLiteral("linkCurves"));
    m_curves->setChecked(m_options.curved);
    m_floorPart = new QWidget(this); // stays together where the row breaks
    m_floorPart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto *floorRow = new QHBoxLayout(m_floorPart);
    floorRow->setContentsMargins(0, 0, 0, 0);
    floorRow->addWidget(label);
    floorRow->addWidget(m_floor, 1);
    floorRow->addWidget(m_floorValue);
    auto *row = new FlowLayout(nullptr, 6);
    row->addWidget(m_floorPart);
    row->addWidget(m_arrangement);
    row->addWidget(m_multiples);
    row->addWidget(m_curves);
    controls()->addLayout(row);
    connect(m_floor, &QSlider::valueChanged, this, [this](int value) { setFloor(value / double(floorSteps)); });
    connect(m_arrangement, &QToolButton::clicked, this, &LinksPanel::setHorizontal);
    connect(m_multiples, &QToolButton::clicked, this, &LinksPanel::setSideBySide);
    connect(m_curves, &QToolButton::clicked, this, &LinksPanel::setCurved);
    m_floor->setValue(qRound(m_options.floor * floorSteps));
    m_floorValue->setText(QString::number(m_options.floor, 'f', 2));
}

void LinksPanel::connectView()
{
    m_view->setMaker([this](QSizeF space) -> std::unique_ptr<Figure> {
        if (!hasPicture(m_document->shown().attention))
            return nullptr;
        LinkData sparse = linkData();
        sparse.sparse = sparse.fit = m_theme->theme().leastNumber > 0; // while presenting
        sparse.rows = m_rows;
        if (sparse.sparse)
            for (const PairRef &pair : shownPairs(m_document->shown(), m_document->look().highlight())) {
                sparse.namedQueries.push_back(pair.query);
                sparse.namedKeys.push_back(pair.key);
            }
        Theme theme = screenTheme(m_theme->theme(), m_document->shown().attention);
        if (theme.parts.inWindow && !needsLegend(sparse))
            theme.parts.legend = false;
        return std::make_unique<LinkFigure>(std::move(sparse), space, theme, m_backdrop);
    });
    connect(m_view, &FigureView::paintingChanged, this, &Panel::setPainting);
    connect(m_view, &FigureView::refreshed, this, &LinksPanel::showHint);
    m_view->setOverlay([this](QPainter &painter) {
        std::vector<std::pair<int, int>> pairs;
        for (const PairRef &pair : shownPairs(m_document->shown(), m_document->look().highlight()))
            pairs.emplace_back(pair.query, pair.key);
        if (picture())
            picture()->paintLit(painter, pairs);
        if (m_drag) {
            painter.setPen(QPen(m_theme->theme().accent, 3, Qt::SolidLine, Qt::RoundCap));
            painter.drawLine(m_drag->isKey ? m_drag->band.from : m_drag->band.to, m_drag->at);
        }
    });
    connect(&m_document->look(), &Look::highlightChanged, m_view, &FigureView::repaintOverlay);
    connect(m_view, &FigureView::hovered, this, &LinksPanel::pointAt);
    connect(m_view, &FigureView::clicked, this, &LinksPanel::click);
    connect(m_view, &FigureView::dragged, this, &LinksPanel::drag);
    connect(m_view, &FigureView::keyPressed, this, &LinksPanel::keyPressed);
    connect(m_view, &FigureView::menuAsked, this, &LinksPanel::askAboutToken);
    connect(m_view, &FigureView::left, this, [this] {
        QToolTip::hideText();
        m_document->setShownSelection(unfocused(m_document->shown().attention.asked));
    });
}

void LinksPanel::setFloor(double floor)
{
    floor = std::clamp(floor, 0.0, largestFloor);
    if (floor == m_options.floor)
        return;
    m_options.floor = floor;
    m_data.forget();
    {
        const QSignalBlocker blocker(m_floor);
        m_floor->setValue(qRound(floor * floorSteps));
    }
    const bool isWhole = qRound(floor * floorSteps) % 10 == 0;
    m_floorValue->setText(QString::number(floor, 'f', isWhole ? 2 : 3));
    m_view->refresh();
    emit floorChanged(floor);
}

void LinksPanel::setHorizontal(bool horizontal)
{
    m_arrangementChosen = true;
    const bool changed = horizontal != m_options.horizontal;
    m_options.horizontal = horizontal;
    showArrangement();
    if (changed)
        emit horizontalChanged(horizontal);
}

void LinksPanel::setSideBySide(bool sideBySide)
{
    m_options.multiples = sideBySide;
    showArrangement();
}

void LinksPanel::setCurved(bool curved)
{
    if (curved == m_options.curved)
        return;
    m_options.curved = curved;
    followSentence();
    showArrangement();
    emit curvedChanged(curved);
}

void LinksPanel::showArrangement()
{
    m_arrangement->setChecked(m_options.horizontal);
    m_multiples->setChecked(m_options.multiples);
    m_curves->setChecked(m_options.curved);
    m_data.forget();
    m_view->refresh();
}

void LinksPanel::followSentence()
{
    if (m_arrangementChosen)
        return;
    const bool mayLie = !m_options.curved || m_theme->theme().leastNumber > 0;
    const bool horizontal = mayLie && isMostlyCjk(m_document->sentences().source().toStdString());
    if (horizontal == m_options.horizontal)
        return;
    m_options.horizontal = horizontal;
    showArrangement();
}

/// This picture does not depend on the stage of a head's weights.
void LinksPanel::followShown()
{
    const ShownInput before = std::exchange(m_seen, m_document->shown().input);
    if (!m_seen.differsInStageAlone(before))
        refresh();
}

void LinksPanel::refresh()
{
    m_seen = m_document->shown().input;
    m_data.forget();
    const ShownState state = m_document->shown().attention;
    if (!hasPicture(state)) {
        const bool isComing = !m_document->sentences().tokens().tokens.empty();
        const QString message = state.hasResult() ? missingHeadsText(state)
                                : isComing        ? whyNoAttention(*m_document)
                                                  : tr("Type a sentence to see which words look at which.");
        m_view->setMessage(message);
        m_view->canvas()->setAccessibleDescription(message);
    } else {
        const Selection within = state.selection;
        m_view->canvas()->setAccessibleDescription(
            within.query >= 0 && within.key >= 0 ? pairText(within.query, within.key) : linkData().title);
    }
    m_view->refresh();
}

void LinksPanel::showCaption()
{
    const ShownState state = m_document->shown().attention;
    QStringList parts{picture() ? linkData().title : stateName(state), // a title says the state too
                      randomnessText(*m_document)};
    if (picture())
        parts.append(sinkShareText(state));
    parts.removeAll(QString());
    if (picture() && state.comparison && state.compared != Compared::Now)
        if (const QString heads = newHeadsText(*state.comparison, state.asked); !heads.isEmpty())
            parts.append(heads);
    // The legend counts them too, but is below the tokens, which in a long sentence is out of sight.
    const long hidden = picture() ? picture()->hiddenLinks() : 0;
    if (hidden > 0)
        parts.append(hidden == 1 ? tr("1 link hidden") : tr("%L1 links hidden").arg(hidden));
    if (wantsHint() && m_hint->isHidden())
        parts.append(m_hint->text());
    setCaption(parts.join(QStringLiteral(" · ")));
}

bool LinksPanel::wantsHint() const
{
    return picture() && !m_hasClicked && m_theme->theme().leastNumber <= 0;
}

/// Above the words where their picture leaves room, else in the caption.
void LinksPanel::showHint()
{
    const QSize size = m_hint->sizeHint();
    m_hint->setGeometry(QRect(m_view->mapTo(this, QPoint()), size));
    constexpr double header = 28; // names of the columns
    const double room = picture() ? (picture()->layout().panels.front().start - header) * m_theme->scale() : 0;
    m_hint->setVisible(wantsHint() && !m_options.horizontal && room >= size.height() && size.width() <= width());
    m_hint->raise();
    showCaption();
}

void LinksPanel::setRows(std::optional<SharedRows> rows)
{
    if (rows == m_rows)
        return;
    m_rows = rows;
    m_view->refresh();
}

const LinkData &LinksPanel::linkData() const
{
    const Shown &shown = m_document->shown();
    return m_data.of(shown, [&] { return regard::linkData(shown.attention, m_options); });
}

ViewOptions LinksPanel::viewOptions() const
{
    return {.links = m_options};
}

std::unique_ptr<Figure> LinksPanel::figure(QSizeF size, const Theme &theme, const LookChanges &changes) const
{
    return shownFigure(ViewId::Links, *m_document, changes.applied(viewOptions()), size, theme);
}

QSizeF LinksPanel::figureSize() const
{
    return m_view->figureSize();
}

const LinkFigure *LinksPanel::picture() const
{
    return hasPicture(m_document->shown().attention) ? static_cast<const LinkFigure *>(m_view->figure()) : nullptr;
}

} // namespace regard
