#include "views/find/panel/find_panel.h"

#include <algorithm>
#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "controls/flow_layout.h"
#include "controls/ranked_heads.h"
#include "views/base/head_sink.h"
#include "views/base/moved_scale.h"
#include "views/base/panel_title.h"
#include "views/find/find_run.h"
#include "views/summaries/summary_data.h"
#include "views/why/why_maker.h"

namespace regard {

namespace {

constexpr int findShortestField = 3; // characters, where a lesson and pictures leave little; else wider

/// "8 it"
QString numbered(const std::string &token, int position)
{
    return QStringLiteral("%1 %2").arg(position + 1).arg(QString::fromStdString(token));
}

void fill(QComboBox *box, const std::vector<std::string> &tokens, int chosen)
{
    QStringList names;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        names << numbered(tokens[i], int(i));
    const QSignalBlocker quiet(box);
    bool isSame = box->count() == names.size();
    for (int i = 0; isSame && i < box->count(); ++i)
        isSame = box->itemText(i) == names[i];
    if (!isSame) {
        box->clear();
        box->addItems(names);
    }
    box->setCurrentIndex(chosen < names.size() ? chosen : -1);
}

} // namespace

FindPanel::FindPanel(Document *document, AppTheme *theme, QWidget *parent)
    : Panel(panelTitle(PanelId::Find), parent), m_document(document), m_theme(theme), m_run(new FindRun(this)),
      m_question(new QComboBox(this)), m_pair(new QWidget(this)), m_from(new QComboBox(m_pair)),
      m_to(new QComboBox(m_pair)), m_excess(new QCheckBox(tr("beyond the mean"), this)),
      m_onMap(new QCheckBox(tr("on map"), this)), m_view(new RankedHeads(document, theme, this))
{
    buildControls();
    m_view->canvas()->setAccessibleName(tr("Heads, the best match first"));
    m_view->setList([this] { return listData(); });
    m_view->setTip([this](int row) { return tipOf(row); });
    content()->addWidget(m_question);
    content()->addWidget(m_pair);
    auto *checks = new FlowLayout(nullptr, 10);
    checks->addWidget(m_excess);
    checks->addWidget(m_onMap);
    content()->addLayout(checks);
    content()->addWidget(m_view, 1);
    connectAll();
    follow();
}

FindPanel::~FindPanel() = default;

void FindPanel::buildControls()
{
    m_question->addItem(tr("Sends most from one token to another"));
    for (int i = 0; i < headPatternCount; ++i) {
        const auto pattern = static_cast<HeadPattern>(i);
        m_question->addItem(patternName(pattern), i);
        m_question->setItemData(i + 1, patternTip(pattern), Qt::ToolTipRole);
    }
    m_question->setAccessibleName(tr("What to look for in the heads"));
    m_question->setToolTip(tr("What to look for in every head: a link between two tokens, or a known pattern"));
    m_question->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto *line = new QHBoxLayout(m_pair);
    line->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](const QString &word, QComboBox *box, const QString &name) {
        auto *label = new QLabel(word, m_pair);
        label->setBuddy(box);
        box->setAccessibleName(name);
        box->setToolTip(tr("%1. A click in links or heatmap chooses it too").arg(name));
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(findShortestField);
        line->addWidget(label);
        line->addWidget(box, 1);
    };
    add(tr("from", "token"), m_from, tr("The token that asks"));
    add(tr("to", "token"), m_to, tr("The token that is attended to"));
    m_excess->setToolTip(tr("Ranks by how far the weight exceeds the mean weight that all tokens give to the second "
                            "one, so that a head that always looks there does not count"));
    m_onMap->setToolTip(tr("Shows the numbers under the thumbnails of the heads"));
}

void FindPanel::connectAll()
{
    connect(m_question, &QComboBox::currentIndexChanged, this, &FindPanel::ask);
    connect(m_from, &QComboBox::activated, this, &FindPanel::chooseTokens);
    connect(m_to, &QComboBox::activated, this, &FindPanel::chooseTokens);
    connect(m_excess, &QCheckBox::toggled, this, &FindPanel::ask);
    connect(m_onMap, &QCheckBox::toggled, this, &FindPanel::tellMap);
    connect(m_run, &FindRun::answered, this, &FindPanel::take);
    connect(m_run, &FindRun::failed, this, [this](const QString &sentence) {
        take(asked(), {});
        m_view->setMessage(sentence);
    });
    connect(m_document, &Document::shownChanged, this, [this] {
        const ShownInput &shown = m_document->shown().input;
        m_stale = !std::exchange(m_shown, shown).showsSame(shown) || m_stale;
        follow();
    });
    connect(m_theme, &AppTheme::changed, m_view, &FigureView::refresh);
}

void FindPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    follow();
}

FindQuestion FindPanel::asked() const
{
    FindQuestion question;
    if (m_question->currentIndex() > 0)
        question.pattern = static_cast<HeadPattern>(m_question->currentData().toInt());
    else {
        question.attention = m_document->look().selection().attention;
        question.query = m_query;
        question.key = m_key;
        question.isExcess = m_excess->isChecked();
    }
    return question;
}

void FindPanel::follow()
{
    if (!m_document->shown().attention.result.trace) {
        if (!m_heads.empty())
            take(asked(), {}); // they are of the previous result
        return;
    }
    if (!isSeen(this) && !m_onMap->isChecked())
        return;
    const Selection selection = m_document->shown().attention.asked;
    // Tokens pointed at in passing do not count: the list would flicker.
    if (!selection.pinnedQueries.empty())
        m_query = selection.pinnedQueries.back();
    if (!selection.pinnedKeys.empty())
        m_key = selection.pinnedKeys.back();
    else if (!selection.pinnedQueries.empty())
        m_key = strongestKey(m_query);
    fillTokens();
    if (m_stale || !(asked() == m_of))
        ask();
    m_view->refresh();
}

/// Returns the strongest key of a token that is pinned alone, by the head in view: their link is in focus.
int FindPanel::strongestKey(int query) const
{
    ShownState state = m_document->shown().attention;
    if (!state.hasResult() || query >= int(queriesOf(*state.trace(), state.selection.attention).tokens.size()))
        return -1;
    state.selection.query = query;
    state.selection.key = -1;
    return whyPair(state).key;
}

void FindPanel::fillTokens()
{
    const Trace &trace = *m_document->shown().attention.result.trace;
    const Attention attention = m_document->look().selection().attention;
    const SideTrace &queries = queriesOf(trace, attention);
    const SideTrace &keys = keysOf(trace, attention);
    m_query = m_query < int(queries.tokens.size()) ? m_query : -1;
    m_key = m_key < int(keys.tokens.size()) ? m_key : -1;
    fill(m_from, labelsOf(queries), m_query);
    fill(m_to, labelsOf(keys), m_key);
}

void FindPanel::findSenders(int query, int key)
{
    m_question->setCurrentIndex(0);
    m_from->setCurrentIndex(query);
    m_to->setCurrentIndex(key);
    chooseTokens();
}

void FindPanel::chooseTokens()
{
    m_query = m_from->currentIndex();
    m_key = m_to->currentIndex();
    Selection selection = m_document->shown().attention.asked;
    if (m_query >= 0) {
        selection.query = m_query;
        selection.pinnedQueries = {m_query};
    }
    if (m_key >= 0) {
        selection.key = m_key;
        selection.pinnedKeys = {m_key};
    }
    m_document->setShownSelection(selection);
    ask();
}

void FindPanel::ask()
{
    m_pair->setVisible(m_question->currentIndex() == 0);
    m_excess->setVisible(m_question->currentIndex() == 0);
    const Result &result = m_document->shown().attention.result;
    if (!result.trace)
        return;
    m_stale = false;
    m_run->ask(result, asked(), m_document->shown().attention.tokens(Side::Source),
               m_document->shown().attention.tokens(Side::Target));
}

void FindPanel::take(const FindQuestion &question, const std::vector<HeadShare> &heads)
{
    if (!(question == m_of))
        m_view->forgetRow();
    m_of = question;
    const auto &of = m_document->shown().attention.result.model;
    m_heads = of ? heads : std::vector<HeadShare>(); // an answer may come when there is no sentence any longer
    std::vector<HeadRef> ranked;
    for (const HeadShare &found : m_heads)
        ranked.push_back(found.head);
    m_view->setHeads(std::move(ranked), of ? of->config : ModelConfig());
    m_view->setMessage(question.pattern
                           ? tr("No token of this sentence fits that pattern.")
                           : tr("Choose two tokens above, or click a cell of the heatmap: every head is ranked by its "
                                "weight from the one to the other."));
    setCaption(m_heads.empty() ? QString() : tr("%n heads", nullptr, int(m_heads.size())));
    m_view->refresh();
    tellMap();
}

void FindPanel::tellMap()
{
    if (!m_onMap->isChecked() || m_heads.empty()) {
        emit sharesChanged({}, {});
        return;
    }
    std::map<HeadRef, double> values;
    for (const HeadShare &found : m_heads)
        values[found.head] = found.share;
    emit sharesChanged(values, title());
}

QString FindPanel::title() const
{
    if (m_of.pattern)
        return patternName(*m_of.pattern);
    const Result &result = m_document->shown().attention.result;
    if (!result.trace)
        return {}; // another file, whose sentence cannot be read
    const std::vector<std::string> &queries = labelsOf(queriesOf(*result.trace, m_of.attention));
    const std::vector<std::string> &keys = labelsOf(keysOf(*result.trace, m_of.attention));
    if (m_of.query < 0 || m_of.key < 0 || m_of.query >= int(queries.size()) || m_of.key >= int(keys.size()))
        return {};
    return QStringLiteral("%1 → %2").arg(QString::fromStdString(queries[std::size_t(m_of.query)]),
                                         QString::fromStdString(keys[std::size_t(m_of.key)]));
}

BarListData FindPanel::listData() const
{
    BarListData list;
    for (const HeadShare &found : m_heads)
        list.rows.push_back({{}, found.share});
    list.title = title();
    const SharedTrace &trace = m_document->shown().attention.trace();
    const bool isMoved = trace && movesByValue(*trace);
    list.valueHeader = isMoved        ? tr("share of what is moved, 0 to 1")
                       : m_of.pattern ? tr("share of attention, 0 to 1")
                                      : tr("weight, 0 to 1");
    list.valueTip = m_of.pattern ? patternTip(*m_of.pattern)
                                 : tr("The share of the first token's attention that each head gives the second");
    if (m_of.isExcess) {
        list.isSigned = true;
        list.valueHeader = isMoved ? tr("share of what is moved − mean, −1 to 1") : tr("weight − mean, −1 to 1");
        list.valueTip = tr("How far the weight exceeds the mean weight that all tokens give to the second one");
    }
    if (m_of.pattern == HeadPattern::Broad)
        list.valueHeader = tr("entropy ÷ its largest, 0 to 1");
    return list;
}

QSizeF FindPanel::figureSize() const
{
    return m_view->figureSize();
}

std::unique_ptr<Figure> FindPanel::figure(QSizeF size, const Theme &theme) const
{
    const Result &result = m_document->shown().attention.result;
    if (m_heads.empty() || !result.trace)
        return nullptr;
    return m_view->figureFor(size, theme);
}

QString FindPanel::tipOf(int row) const
{
    const HeadShare &found = m_heads[std::size_t(row)];
    const QString note = tr("%1, layer %2, head %3: %4")
                             .arg(title())
                             .arg(found.head.layer + 1)
                             .arg(found.head.head + 1)
                             .arg(found.share, 0, 'f', 4);
    const ShownState &tokens = m_document->shown().tokens;
    const bool isSink = m_of.pattern == HeadPattern::Sink && tokens.hasResult();
    return note + QStringLiteral("\n") + (isSink ? headSinkText(headSink(tokens, found.head)) : listData().valueTip);
}

FigureView *FindPanel::view() const
{
    return m_view;
}

} // namespace regard
