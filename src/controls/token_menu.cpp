#include "controls/token_menu.h"

#include <algorithm>

#include <QCoreApplication>
#include <QCursor>
#include <QMenu>
#include <QToolTip>

#include "document/document.h"
#include "document/sentence/token_grouping.h"
#include "views/base/no_model_text.h"
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
    TokenView view;
    view.words = tokens.size() > 1;
    const TokenGroups groups = tokenGroups(all, view);
    const int group = groups.groupOf(tokens.front());
    const QString name = group < 0 ? QString() : tokenName(groups.groups[std::size_t(group)].label);
    QAction *mask = menu->addAction(TokenMenuText::tr("Mask out “%1”").arg(name));
    mask->setCheckable(true);
    mask->setChecked(areMasked(*document, sentence, tokens));
    mask->setToolTip(TokenMenuText::tr("As padding: no word may attend to it (M)"));
    QObject::connect(mask, &QAction::triggered, document, [document, sentence, tokens](bool masked) {
        document->sentences().setMasked(sentence, tokens, masked);
    });
    menu->popup(globalPosition);
}

} // namespace regard
