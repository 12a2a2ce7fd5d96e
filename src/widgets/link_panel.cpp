#include "widgets/link_panel.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "text/tokenizer.h"
#include "widgets/figure_view.h"
#include "widgets/flow_layout.h"
#include "widgets/head_chips.h"
#include "widgets/plain_tool_tip.h"
#include "widgets/token_menu.h"
#include "widgets/token_names.h"
#include "widgets/value_text.h"

namespace regard {

namespace {

constexpr int floorSteps = 1000; // of the slider, to 1
constexpr double largestFloor = 0.5;
constexpr int tooltipLines = 8;
constexpr double bandReach = 2.5; // CSS pixels beside a thin link that still hit it

TokenSide tokenSide(LinkHit::Side side)
{
    return side == LinkHit::Side::Query ? TokenSide::Query : TokenSide::Key;
}

QToolButton *switchButton(const QString &text, const QString &tip, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setCheckable(true);
    button->setProperty("chip", true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(text);
    button->setToolTip(tip);
    return button;
}

QPushButton *linkButton(const QString &text, const QString &name, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setObjectName(QStringLiteral("link"));
    button->setFlat(true);
    button->setCursor(Qt::PointingHandCursor);
    button->setAccessibleName(name);
    button->setToolTip(name);
    return button;
}

} // namespace

LinksPanel::LinksPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(tr("Links"), parent), m_document(document), m_theme(theme)
{
    buildChipRow();
    m_view = new FigureView(theme, this);
    m_view->canvas()->setAccessibleName(tr("Links between tokens"));
    m_view->canvas()->setToolTip(QString());
    content()->addWidget(m_view, 1);
    buildFloorRow();
    connectView();
    showBusySignOf(document);
    connect(document, &Document::loaded, this, [this] {
        m_cursor = {LinkHit::Side::Query, -1};
        followSentence();
        refresh();
    });
    connect(document, &Document::sourceChanged, this, &LinksPanel::followSentence);
    connect(document, &Document::inputErrorChanged, this, [this] {
        if (!m_document->result().trace)
            refresh();
    });
    connect(document, &Document::resultChanged, this, &LinksPanel::refresh);
    connect(document, &Document::selectionChanged, this, &LinksPanel::refresh);
    connect(theme, &AppTheme::changed, this, &LinksPanel::refresh);
    followSentence();
    refresh();
}

void LinksPanel::buildChipRow()
{
    m_chips = new HeadChips(m_theme, this);
    auto *all = linkButton(tr("all"), tr("Show the links of all heads"), this);
    auto *none = linkButton(tr("none"), tr("Hide the links of all heads"), this);
    auto *row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(m_chips, 1);
    row->addWidget(all, 0, Qt::AlignTop);
    row->addWidget(new QLabel(QStringLiteral("·"), this), 0, Qt::AlignTop);
    row->addWidget(none, 0, Qt::AlignTop);
    content()->addLayout(row);
    connect(all, &QPushButton::clicked, this, [this] { setHeadsOn(true); });
    connect(none, &QPushButton::clicked, this, [this] { setHeadsOn(false); });
    connect(m_chips, &HeadChips::toggleAsked, this,
            [this](int head) { m_document->setSelection(withHeadToggled(m_document->selection(), head)); });
    connect(m_chips, &HeadChips::soloAsked, this,
            [this](int head) { m_document->setSelection(withSoloHead(m_document->selection(), head)); });
}

void LinksPanel::buildFloorRow()
{
    auto *label = new QLabel(tr("&Hide below"), this);
    label->setObjectName(QStringLiteral("muted"));
    m_floor = new QSlider(Qt::Horizontal, this);
    m_floor->setObjectName(QStringLiteral("linkFloor"));
    m_floor->setRange(0, static_cast<int>(largestFloor * floorSteps));
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
    m_arrangement = switchButton(tr("horizontal"), tr("Tokens side by side instead of one above the other"), this);
    m_arrangement->setObjectName(QStringLiteral("linkArrangement"));
    m_multiples = switchButton(tr("side by side"), tr("One small picture for each head instead of all in one"), this);
    m_multiples->setObjectName(QStringLiteral("linkMultiples"));
    auto *floor = new QWidget(this); // stays together where the row breaks
    floor->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto *floorRow = new QHBoxLayout(floor);
    floorRow->setContentsMargins(0, 0, 0, 0);
    floorRow->addWidget(label);
    floorRow->addWidget(m_floor, 1);
    floorRow->addWidget(m_floorValue);
    auto *row = new FlowLayout(nullptr, 6);
    row->addWidget(floor);
    row->addWidget(m_arrangement);
    row->addWidget(m_multiples);
    content()->addLayout(row);
    connect(m_floor, &QSlider::valueChanged, this, [this](int value) { setFloor(value / double(floorSteps)); });
    connect(m_arrangement, &QToolButton::clicked, this, &LinksPanel::setHorizontal);
    connect(m_multiples, &QToolButton::clicked, this, &LinksPanel::setSideBySide);
    m_floor->setValue(qRound(m_options.floor * floorSteps));
    m_floorValue->setText(QString::number(m_options.floor, 'f', 2));
}

void LinksPanel::connectView()
{
    m_view->setMaker([this](QSizeF space) { return figure(space); });
    connect(m_view, &FigureView::refreshed, this, [this] {
        m_bands.reset();
        // The legend counts them too, but stands below the tokens, which in a long sentence is out of sight.
        const long hidden = shown() ? shown()->hiddenLinks() : 0;
        setCaption(hidden == 0 ? QString() : hidden == 1 ? tr("1 link hidden") : tr("%1 links hidden").arg(hidden));
    });
    m_view->setOverlay([this](QPainter &painter) {
        for (const PairRef &pair : m_document->highlight().pairs)
            shown()->paintLit(painter, pair.query, pair.key);
    });
    connect(m_document, &Document::highlightChanged, m_view, &FigureView::repaintOverlay);
    connect(m_view, &FigureView::hovered, this, &LinksPanel::pointAt);
    connect(m_view, &FigureView::clicked, this, &LinksPanel::click);
    connect(m_view, &FigureView::keyPressed, this, &LinksPanel::keyPressed);
    connect(m_view, &FigureView::menuAsked, this, &LinksPanel::askAboutToken);
    connect(m_view, &FigureView::left, this, [this] {
        QToolTip::hideText();
        m_document->setSelection(unfocused(m_document->selection()));
    });
}

void LinksPanel::setFloor(double floor)
{
    floor = std::clamp(floor, 0.0, largestFloor);
    if (floor == m_options.floor)
        return;
    m_options.floor = floor;
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

void LinksPanel::showArrangement()
{
    m_arrangement->setChecked(m_options.horizontal);
    m_multiples->setChecked(m_options.multiples);
    m_view->refresh();
}

void LinksPanel::followSentence()
{
    if (m_arrangementChosen)
        return;
    const bool horizontal = isMostlyCjk(m_document->source().toStdString());
    if (horizontal == m_options.horizontal)
        return;
    m_options.horizontal = horizontal;
    showArrangement();
}

void LinksPanel::setHeadsOn(bool all)
{
    Selection selection = m_document->selection();
    selection.heads.assign(all ? static_cast<std::size_t>(m_chips->count()) : 0, 0);
    std::iota(selection.heads.begin(), selection.heads.end(), 0);
    selection.summary = Summary::None;
    m_document->setSelection(selection);
}

void LinksPanel::refresh()
{
    const SharedTrace trace = m_document->result().trace;
    if (trace && !trace->blocks.empty()) {
        const Model &model = *m_document->result().model;
        const Selection within = withinTrace(m_document->selection(), model, *trace);
        const bool isSummary = within.summary != Summary::None;
        m_chips->setHeads(headsOf(model.config, within.attention), isSummary ? std::vector<int>{} : within.heads);
        m_view->canvas()->setAccessibleDescription(
            within.query >= 0 && within.key >= 0 ? pairText(within.query, within.key) : viewTitle(model, within));
    } else {
        m_chips->setHeads(0, {});
        const bool isComing = !m_document->tokens().tokens.empty();
        m_view->setMessage(isComing ? m_document->inputError()
                                    : tr("Type a sentence to see which words look at which."));
    }
    m_view->refresh();
}

LinkData LinksPanel::linkData() const
{
    const Result &result = m_document->result();
    return regard::linkData(*result.model, result.trace, m_document->selection(), m_options);
}

std::unique_ptr<Figure> LinksPanel::figure(QSizeF size) const
{
    return figure(size, m_theme->theme());
}

std::unique_ptr<Figure> LinksPanel::figure(QSizeF size, const Theme &theme) const
{
    const SharedTrace trace = m_document->result().trace;
    if (!trace || trace->blocks.empty())
        return nullptr;
    return std::make_unique<LinkFigure>(linkData(), size, theme);
}

QSizeF LinksPanel::figureSize() const
{
    return m_view->figureSize();
}

const LinkFigure *LinksPanel::shown() const
{
    const SharedTrace trace = m_document->result().trace;
    const bool hasResult = trace && !trace->blocks.empty();
    return hasResult ? static_cast<const LinkFigure *>(m_view->figure()) : nullptr;
}

void LinksPanel::pointAt(QPointF point, QPointF globalPosition)
{
    if (!shown())
        return;
    if (const auto hit = tokenAt(point)) {
        pointAtToken(*hit, globalPosition);
        return;
    }
    Selection selection = unfocused(m_document->selection());
    const auto band = bandAt(point);
    if (!band) {
        QToolTip::hideText();
        m_document->setSelection(selection);
        return;
    }
    if (band->head >= 0)
        selection.head = band->head;
    m_document->setSelection(focusedOnPair(selection, band->query, band->key));
    QToolTip::showText(globalPosition.toPoint(),
                       plainToolTip(linkText(band->query, band->key, band->weight, band->head)), m_view->canvas());
}

QString LinksPanel::linkText(int query, int key, float weight, int head) const
{
    const Result &result = m_document->result();
    const Selection within = withinTrace(m_document->selection(), *result.model, *result.trace);
    const std::string &from = queriesOf(*result.trace, within.attention).tokens[static_cast<std::size_t>(query)];
    const std::string &to = keysOf(*result.trace, within.attention).tokens[static_cast<std::size_t>(key)];
    const QString pair = tr("%1 → %2, weight %3").arg(tokenName(from), tokenName(to), valueText(weight));
    return pair + QStringLiteral(", ") +
           (head >= 0 ? tr("head %1").arg(head + 1) : shownMatrix(*result.model, result.trace, within).name);
}

void LinksPanel::pointAtToken(const LinkHit &hit, QPointF globalPosition)
{
    const Selection before = m_document->selection();
    const bool isQuery = hit.side == LinkHit::Side::Query;
    const std::vector<int> &opposite = isQuery ? before.pinnedKeys : before.pinnedQueries;
    QString text;
    if (opposite.size() == 1) {
        // With a word pinned, pointing at the other column asks for that pair.
        const int query = isQuery ? hit.token : opposite.front();
        const int key = isQuery ? opposite.front() : hit.token;
        m_document->setSelection(focusedOnPair(before, query, key));
        text = pairText(query, key);
    } else {
        m_document->setSelection(focusedOn(before, tokenSide(hit.side), hit.token));
        text = strongestText(hit);
    }
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(globalPosition.toPoint(), plainToolTip(text), m_view->canvas());
}

std::optional<LinkHit> LinksPanel::tokenAt(QPointF point) const
{
    const auto hit = shown()->hit(point);
    return hit && hit->token < tokenCount(hit->side) ? hit : std::nullopt;
}

int LinksPanel::tokenCount(LinkHit::Side side) const
{
    const Result &result = m_document->result();
    const Attention attention = withinTrace(m_document->selection(), *result.model, *result.trace).attention;
    const SideTrace &tokens =
        side == LinkHit::Side::Query ? queriesOf(*result.trace, attention) : keysOf(*result.trace, attention);
    return static_cast<int>(tokens.tokens.size());
}

std::optional<LinkFigure::Band> LinksPanel::bandAt(QPointF point)
{
    if (!m_bands)
        m_bands = shown()->bands();
    const bool lies = m_options.horizontal;
    for (auto band = m_bands->rbegin(); band != m_bands->rend(); ++band) {
        // Along the band's direction, then the distance across it, both measured as a band is drawn.
        const double from = lies ? band->from.y() : band->from.x();
        const double to = lies ? band->to.y() : band->to.x();
        const double along = lies ? point.y() : point.x();
        if (along <= std::min(from, to) || along >= std::max(from, to))
            continue;
        const double t = (along - from) / (to - from);
        const double across = lies ? band->from.x() + t * (band->to.x() - band->from.x()) - point.x()
                                   : band->from.y() + t * (band->to.y() - band->from.y()) - point.y();
        const bool isKnown =
            band->query < tokenCount(LinkHit::Side::Query) && band->key < tokenCount(LinkHit::Side::Key);
        if (isKnown && std::abs(across) <= std::max(band->width / 2, bandReach))
            return *band;
    }
    return std::nullopt;
}

QString LinksPanel::pairText(int query, int key) const
{
    const LinkData links = linkData();
    QStringList lines;
    for (const LinkData::Head &head : links.heads) {
        if (lines.size() == tooltipLines) {
            lines.append(tr("… and %1 more heads").arg(links.heads.size() - tooltipLines));
            break;
        }
        lines.append(linkText(query, key, (*head.weights)(query, key), head.index));
    }
    return lines.join(QLatin1Char('\n'));
}

QString LinksPanel::strongestText(const LinkHit &hit) const
{
    const LinkData links = linkData();
    QStringList lines;
    for (const LinkData::Head &head : links.heads) {
        if (lines.size() == tooltipLines) {
            lines.append(tr("… and %1 more heads").arg(links.heads.size() - tooltipLines));
            break;
        }
        Eigen::Index query = hit.token;
        Eigen::Index key = hit.token;
        if (hit.side == LinkHit::Side::Query)
            head.weights->row(hit.token).maxCoeff(&key);
        else
            head.weights->col(hit.token).maxCoeff(&query);
        lines.append(tr("strongest: %1")
                         .arg(linkText(static_cast<int>(query), static_cast<int>(key), (*head.weights)(query, key),
                                       head.index)));
    }
    return lines.join(QLatin1Char('\n'));
}

void LinksPanel::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    if (!shown())
        return;
    const bool several = modifiers.testFlag(Qt::ShiftModifier);
    if (const auto hit = tokenAt(point)) {
        m_cursor = *hit;
        m_document->setSelection(pinned(m_document->selection(), tokenSide(hit->side), hit->token, several));
    } else if (const auto band = bandAt(point)) {
        m_document->setSelection(pinnedPair(m_document->selection(), band->query, band->key));
    } else if (!several) {
        m_document->setSelection(cleared(m_document->selection()));
    }
}

void LinksPanel::keyPressed(QKeyEvent *event)
{
    if (!shown())
        return;
    const Selection &selection = m_document->selection();
    const bool several = event->modifiers().testFlag(Qt::ShiftModifier);
    switch (event->key()) {
    case Qt::Key_Escape:
        m_document->setSelection(cleared(selection));
        break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor.token < 0 || m_cursor.token >= tokenCount(m_cursor.side))
            return;
        m_document->setSelection(pinned(selection, tokenSide(m_cursor.side), m_cursor.token, several));
        break;
    case Qt::Key_M:
        if (m_cursor.token < 0 || m_cursor.token >= tokenCount(m_cursor.side))
            return;
        toggleMask(m_document, tokenSide(m_cursor.side), m_cursor.token);
        break;
    default:
        if (!moveCursor(event->key()))
            return;
    }
    event->accept();
}

bool LinksPanel::moveCursor(int key)
{
    if (tokenCount(LinkHit::Side::Query) == 0 || tokenCount(LinkHit::Side::Key) == 0)
        return false;
    const Selection &selection = m_document->selection();
    // The keyboard goes on from where the mouse was.
    if (selection.query >= 0 && selection.key < 0)
        m_cursor = {LinkHit::Side::Query, selection.query};
    else if (selection.key >= 0 && selection.query < 0)
        m_cursor = {LinkHit::Side::Key, selection.key};
    const bool lies = m_options.horizontal;
    const int last = tokenCount(m_cursor.side) - 1;
    const int token = std::clamp(m_cursor.token, -1, last);
    if (key == (lies ? Qt::Key_Left : Qt::Key_Up))
        m_cursor.token = std::max(0, token - 1);
    else if (key == (lies ? Qt::Key_Right : Qt::Key_Down))
        m_cursor.token = std::min(last, token + 1);
    else if (key == Qt::Key_Home)
        m_cursor.token = 0;
    else if (key == Qt::Key_End)
        m_cursor.token = last;
    else if (key == (lies ? Qt::Key_Up : Qt::Key_Left))
        m_cursor = {LinkHit::Side::Query, std::max(0, token)};
    else if (key == (lies ? Qt::Key_Down : Qt::Key_Right))
        m_cursor = {LinkHit::Side::Key, std::max(0, token)};
    else
        return false;
    m_cursor.token = std::min(m_cursor.token, tokenCount(m_cursor.side) - 1);
    m_document->setSelection(focusedOn(selection, tokenSide(m_cursor.side), m_cursor.token));
    m_view->scrollTo(shown()->tokenRect(m_cursor.side, m_cursor.token));
    m_view->canvas()->setAccessibleDescription(strongestText(m_cursor));
    return true;
}

void LinksPanel::askAboutToken(QPointF point, QPoint globalPosition)
{
    if (!shown())
        return;
    if (const auto hit = tokenAt(point))
        showTokenMenu(m_document, tokenSide(hit->side), hit->token, globalPosition, this);
}

} // namespace regard
