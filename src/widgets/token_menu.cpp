#include "widgets/token_menu.h"

#include <algorithm>

#include <QCoreApplication>
#include <QMenu>

#include "document/document.h"
#include "widgets/token_names.h"

namespace regard {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(TokenMenu)
};

Side sentenceOf(const Document &document, TokenSide side)
{
    const ModelConfig &config = document.model()->config;
    const Attention attention = document.selection().attention;
    return side == TokenSide::Query ? queriesSide(config, attention) : keysSide(config, attention);
}

bool isMasked(const Document &document, Side side, int token)
{
    const std::vector<int> &masked = document.masked(side);
    return std::binary_search(masked.begin(), masked.end(), token);
}

} // namespace

void toggleMask(Document *document, TokenSide side, int token)
{
    const Side sentence = sentenceOf(*document, side);
    document->setMasked(sentence, token, !isMasked(*document, sentence, token));
}

void showTokenMenu(Document *document, TokenSide side, int token, QPoint globalPosition, QWidget *parent)
{
    const Side sentence = sentenceOf(*document, side);
    const auto &tokens = document->tokens(sentence).tokens;
    if (token < 0 || token >= static_cast<int>(tokens.size()))
        return;
    auto *menu = new QMenu(parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    const QString name = tokenName(tokens[static_cast<std::size_t>(token)].text);
    QAction *mask = menu->addAction(Text::tr("Mask out “%1”").arg(name));
    mask->setCheckable(true);
    mask->setChecked(isMasked(*document, sentence, token));
    mask->setToolTip(Text::tr("As padding: no word may attend to it (M)"));
    QObject::connect(mask, &QAction::triggered, document,
                     [document, sentence, token](bool masked) { document->setMasked(sentence, token, masked); });
    menu->popup(globalPosition);
}

} // namespace regard
