#include "controls/token_menu.h"

#include <algorithm>

#include <QCoreApplication>
#include <QCursor>
#include <QMenu>
#include <QToolTip>

#include "controls/weight_field.h"
#include "document/document.h"
#include "document/sentence/token_grouping.h"
#include "views/base/no_model_text.h"
#include "views/base/set_attention.h"
#include "views/base/shown_tokens.h"
#include "views/base/token_names.h"

namespace regard {

namespace {

struct TokenMenuText {
    Q_DECLARE_TR_FUNCTIONS(TokenMenu)
};

Side sentenceOf(const Document &document, TokenSide side)
{
    const ModelConfig &config = document.matrices().model()->config;
    const Attention attention = document.look().selection().attention;
    return side == TokenSide::Query ? queriesSide(config, attention) : keysSide(config, attention);
}

bool areMasked(const Document &document, Side side, const std::vector<int> &tokens)
{
    const std::vector<int> &masked = document.sentences().masked(side);
    return std::all_of(tokens.begin(), tokens.end(),
                       [&](int token) { return std::binary_search(masked.begin(), masked.end(), token); });
}

/// Says why a word cannot be masked where it cannot.
bool mayMask(const Document &document, QPoint globalPosition, QWidget *widget)
{
    if (document.hasModel())
        return true;
    QToolTip::showText(globalPosition, noModelText(PanelId::Model), widget);
    return false;
}

/// What the menu was asked for.
struct MenuPlace {
    TokenSide side;
    std::vector<int> tokens;
    QPoint globalPosition;
};

QString nameOf(const Document &document, Side sentence, const std::vector<int> &tokens)
{
    TokenView view;
    view.words = tokens.size() > 1;
    const TokenGroups groups = tokenGroups(document.sentences().tokens(sentence), view);
    const int group = tokens.empty() ? -1 : groups.groupOf(tokens.front());
    return group < 0 ? QString() : tokenName(groups.groups[std::size_t(group)].label);
}

/// A key: what the query in focus, or every query, gives it in the head in view. A query: its row.
void addAttentionActions(Document &document, QMenu &menu, const MenuPlace &place)
{
    const Shown &shown = document.shown();
    const Selection selection = shown.attention.asked;
    if (!shown.attention.trace())
        return;
    const HeadRef head{selection.attention, selection.layer, selection.summary == Summary::None ? selection.head : -1};
    const bool isKey = place.side == TokenSide::Key;
    const std::vector<int> queries = isKey ? presentTokens(shown, TokenSide::Query, selection.query) : place.tokens;
    menu.addSeparator();
    const ModelConfig &config = document.matrices().model()->config;
    QAction *title =
        menu.addAction(queries.empty() ? TokenMenuText::tr("What every word looks at, head %1").arg(head.head + 1)
                                       : TokenMenuText::tr("What “%1” looks at, head %2")
                                             .arg(nameOf(document, queriesSide(config, selection.attention), queries))
                                             .arg(head.head + 1));
    title->setEnabled(false);
    const auto add = [&](const QString &text, const QString &tip, std::optional<double> weight, bool clears) {
        std::vector<int> keys = place.tokens;
        if (!isKey) // its whole row
            for (keys.clear();
                 keys.size() < document.sentences().tokens(keysSide(config, selection.attention)).tokens.size();)
                keys.push_back(int(keys.size()));
        QAction *action = menu.addAction(text);
        action->setToolTip(tip);
        QObject::connect(action, &QAction::triggered, &document, [=, &document, at = place.globalPosition] {
            const QString problem = setAttention(&document, head, queries, keys, weight, clears);
            if (!problem.isEmpty())
                QToolTip::showText(at, problem);
        });
    };
    if (isKey) {
        add(TokenMenuText::tr("Look &only here"), TokenMenuText::tr("Weight 1 on this word, none on any other"), 1,
            true);
        add(TokenMenuText::tr("&Never look here"),
            TokenMenuText::tr("No weight on this word; the others share it in their proportion"), 0, false);
    }
    add(TokenMenuText::tr("As &computed"), TokenMenuText::tr("The softmax alone says what it looks at"), std::nullopt,
        true);
    QAction *ask = menu.addAction(TokenMenuText::tr("Set &weight…"));
    ask->setToolTip(TokenMenuText::tr("Type the weight of the link in focus (F2)"));
    ask->setEnabled(selection.query >= 0 && selection.key >= 0);
    QWidget *parent = menu.parentWidget();
    QObject::connect(ask, &QAction::triggered, &document,
                     [&document, parent, at = place.globalPosition] { askForWeight(&document, at, parent); });
}

} // namespace

void toggleMask(Document *document, TokenSide side, const std::vector<int> &tokens)
{
    if (!mayMask(*document, QCursor::pos(), nullptr))
        return;
    const Side sentence = sentenceOf(*document, side);
    document->sentences().setMasked(sentence, tokens, !areMasked(*document, sentence, tokens));
}

void showTokenMenu(Document *document, TokenSide side, const std::vector<int> &tokens, QPoint globalPosition,
                   QWidget *parent)
{
    if (!mayMask(*document, globalPosition, parent))
        return;
    const Side sentence = sentenceOf(*document, side);
    const Tokens &all = document->sentences().tokens(sentence);
    if (tokens.empty() || tokens.front() < 0 || tokens.back() >= int(all.tokens.size()))
        return;
    auto *menu = new QMenu(parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    QAction *mask = menu->addAction(TokenMenuText::tr("&Mask out “%1”").arg(nameOf(*document, sentence, tokens)));
    mask->setCheckable(true);
    mask->setChecked(areMasked(*document, sentence, tokens));
    mask->setToolTip(TokenMenuText::tr("As padding: no word may attend to it (M)"));
    QObject::connect(mask, &QAction::triggered, document, [document, sentence, tokens](bool masked) {
        document->sentences().setMasked(sentence, tokens, masked);
    });
    addAttentionActions(*document, *menu, {side, tokens, globalPosition});
    menu->popup(globalPosition);
}

} // namespace regard
