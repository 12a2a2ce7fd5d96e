#include "views/sentence_bar/panel/sentence_menu.h"

#include <array>

#include <QActionGroup>

#include "controls/menu_text.h"
#include "document/sentence/token_grouping.h"
#include "views/base/special_share.h"
#include "views/sentence_bar/panel/language_dialog.h"

namespace regard {

SentenceMenu::SentenceMenu(Document *document, QWidget *parent)
    : QMenu(parent), m_document(document), m_tokenizers(new QActionGroup(this)), m_pairs(new QActionGroup(this))
{
    setObjectName(QStringLiteral("sentenceMenu"));
    setAccessibleName(tr("Tokens of the sentence"));
    setToolTipsVisible(true);
    addTokenizers();
    addLanguages();
    m_afterTokenizers = addSeparator();
    addTokenView();
    addPairs();
    m_beforeShare = addSeparator();
    m_share = addAction(QString());
    m_share->setObjectName(QStringLiteral("specialShare"));
    m_share->setEnabled(false);
    connect(this, &QMenu::aboutToShow, this, &SentenceMenu::readDocument);
    readDocument();
}

void SentenceMenu::addTokenizers()
{
    struct Row {
        Tokenizer tokenizer;
        const char *name;
        QString text;
        QString toolTip;
    };
    const std::array<Row, 4> rows{{
        {Tokenizer::Words, "splitWords", tr("Words and punctuation"),
         tr("Splits the sentence into words and punctuation marks")},
        {Tokenizer::Whitespace, "splitWhiteSpace", tr("White space only"),
         tr("Splits the sentence where a space is, and nowhere else")},
        {Tokenizer::Characters, "splitCharacters", tr("Characters"), tr("Splits the sentence into its characters")},
        {Tokenizer::Checkpoint, "splitCheckpoint", tr("The checkpoint's tokenizer"),
         tr("Splits the sentence as the trained model learned to read")},
    }};
    for (const Row &row : rows) {
        QAction *action = addSwitch(row.name, row.text, row.toolTip);
        action->setData(int(row.tokenizer));
        m_tokenizers->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, tokenizer = row.tokenizer] { m_document->sentences().setTokenizer(tokenizer); });
    }
}

void SentenceMenu::addLanguages()
{
    m_beforeLanguages = addSeparator();
    const auto add = [&](const char *name, const QString &tip, Side side) {
        QAction *action = addAction(QString());
        action->setObjectName(QString::fromLatin1(name));
        action->setToolTip(tip);
        action->setStatusTip(tip);
        connect(action, &QAction::triggered, this, [this, side] { chooseLanguage(side); });
        return action;
    };
    m_sourceLanguage = add(
        "sourceLanguage", tr("The translator reads a token that says which language the sentence is in"), Side::Source);
    m_targetLanguage =
        add("targetLanguage", tr("The decoder reads a token that says which language it is to write"), Side::Target);
}

void SentenceMenu::chooseLanguage(Side side)
{
    Sentences &sentences = m_document->sentences();
    LanguageDialog dialog(side == Side::Source ? tr("Source language") : tr("Target language"),
                          sentences.texts().trained->languages().codes, sentences.language(side), parentWidget());
    if (dialog.exec() == QDialog::Accepted)
        sentences.setLanguage(side, dialog.chosen());
}

void SentenceMenu::addTokenView()
{
    m_words = addSwitch("mergeWords", tr("Pieces of a word as one"),
                        tr("Shows words: the sum over a word's keys, the mean over its queries, so that rows still sum "
                           "to 1 (Clark et al. 2019)"));
    m_special = addSwitch("specialTokens", tr("Special tokens"),
                          tr("Shows tokens that the tokenizer puts around and between sentences, such as [CLS], [SEP] "
                             "and </s>. Hidden, what they take of each row is left out and counted"));
    m_renormalise = addSwitch("renormalise", tr("Renormalise rows"),
                              tr("Without special tokens rows sum to less than 1: divides each by what is left of it. "
                                 "Pictures say so"));
    m_byValue = addSwitch("byValue", tr("By value"), byValueTip());
    m_withoutSink = addSwitch("withoutSink", tr("Without the sink"),
                              tr("Leaves out, as keys, the first token, other special tokens and punctuation, where "
                                 "heads look that look at nothing, and divides each row by what is left. Pictures say "
                                 "so"));
    connect(m_byValue, &QAction::triggered, this,
            [this](bool on) { change([](TokenView &view, bool moves) { view.byValue = moves; }, on); });
    connect(m_withoutSink, &QAction::triggered, this,
            [this](bool on) { change([](TokenView &view, bool leaves) { view.withoutSink = leaves; }, on); });
    connect(m_words, &QAction::triggered, this,
            [this](bool on) { change([](TokenView &view, bool merges) { view.words = merges; }, on); });
    connect(m_special, &QAction::triggered, this,
            [this](bool on) { change([](TokenView &view, bool shows) { view.hidesSpecial = !shows; }, on); });
    connect(m_renormalise, &QAction::triggered, this,
            [this](bool on) { change([](TokenView &view, bool divides) { view.renormalises = divides; }, on); });
}

QString SentenceMenu::byValueTip() const
{
    return m_document->hasModel()
               ? tr("Shows what attention moves in place of weights: ‖α v W_O‖, the length of the vector that a key "
                    "adds "
                    "to a query (Kobayashi et al. 2020). Steps, Why and Weights still explain weights")
               : tr("A file of attention has weights, but no values that they could move: open the model's folder");
}

void SentenceMenu::addPairs()
{
    struct Row {
        PairFilter filter;
        const char *name;
        QString text;
        QString toolTip;
    };
    const std::array<Row, 5> rows{{
        {PairFilter::All, "pairAll", tr("Both sentences"),
         tr("Shows attention within and between both sentences: A is the first, B the second; a separator belongs to "
            "the sentence that it ends")},
        {PairFilter::AToA, "pairAToA", tr("A → A alone"), tr("Shows what the first sentence looks at in itself")},
        {PairFilter::AToB, "pairAToB", tr("A → B alone"), tr("Shows what the first sentence looks at in the second")},
        {PairFilter::BToA, "pairBToA", tr("B → A alone"), tr("Shows what the second sentence looks at in the first")},
        {PairFilter::BToB, "pairBToB", tr("B → B alone"), tr("Shows what the second sentence looks at in itself")},
    }};
    m_beforePairs = addSeparator();
    for (const Row &row : rows) {
        QAction *action = addSwitch(row.name, row.text, row.toolTip);
        action->setData(int(row.filter));
        m_pairs->addAction(action);
        connect(action, &QAction::triggered, this, [this, filter = row.filter] {
            TokenView view = m_document->look().tokenView();
            view.pairs = filter;
            m_document->look().setTokenView(view);
        });
    }
}

QAction *SentenceMenu::addSwitch(const char *name, const QString &text, const QString &toolTip)
{
    QAction *action = addAction(text);
    action->setObjectName(QString::fromLatin1(name));
    action->setToolTip(toolTip);
    action->setStatusTip(toolTip);
    action->setCheckable(true);
    return action;
}

void SentenceMenu::change(void (*set)(TokenView &view, bool on), bool on)
{
    TokenView view = m_document->look().tokenView();
    set(view, on);
    m_document->look().setTokenView(view);
}

void SentenceMenu::readDocument()
{
    const Sentences &sentences = m_document->sentences();
    const bool isCheckpoint = m_document->checkpoint() != nullptr;
    for (QAction *action : m_tokenizers->actions()) {
        const auto tokenizer = static_cast<Tokenizer>(action->data().toInt());
        action->setVisible(m_document->hasModel() && (tokenizer != Tokenizer::Checkpoint || isCheckpoint));
        action->setChecked(tokenizer == sentences.tokenizer());
    }
    const bool hasTokenView =
        !m_document->hasModel() || (isCheckpoint && sentences.tokenizer() == Tokenizer::Checkpoint);
    m_afterTokenizers->setVisible(m_document->hasModel());
    const bool marks = !sentences.language(Side::Source).empty();
    const bool marksTarget = marks && readsTarget(m_document->matrices().model()->config);
    m_beforeLanguages->setVisible(marks);
    m_sourceLanguage->setVisible(marks);
    m_targetLanguage->setVisible(marksTarget);
    m_sourceLanguage->setText(
        menuText(tr("Source language: %1…").arg(languageLabel(sentences.language(Side::Source)))));
    m_targetLanguage->setText(
        menuText(tr("Target language: %1…").arg(languageLabel(sentences.language(Side::Target)))));
    const TokenView &view = m_document->look().tokenView();
    m_words->setVisible(hasTokenView);
    m_words->setChecked(view.words);
    const bool hasSpecial =
        hasTokenView &&
        (hasSpecialTokens(sentences.tokens(Side::Source)) ||
         (readsTarget(m_document->matrices().model()->config) && hasSpecialTokens(sentences.tokens(Side::Target))));
    m_special->setVisible(hasSpecial);
    m_special->setChecked(!view.hidesSpecial);
    m_renormalise->setVisible(hasSpecial && view.hidesSpecial);
    m_renormalise->setChecked(view.renormalises);
    m_byValue->setChecked(view.byValue);
    m_byValue->setEnabled(m_document->hasModel());
    m_byValue->setToolTip(byValueTip());
    m_byValue->setStatusTip(byValueTip());
    m_withoutSink->setChecked(view.withoutSink);
    const bool hasPair = hasTokenView && isPair(sentences.tokens(Side::Source));
    m_beforePairs->setVisible(hasPair);
    for (QAction *action : m_pairs->actions()) {
        action->setVisible(hasPair);
        action->setChecked(static_cast<PairFilter>(action->data().toInt()) == view.pairs);
    }
    const QString share = hasTokenView ? specialShareText(m_document->shown().tokens, view) : QString();
    m_beforeShare->setVisible(!share.isEmpty());
    m_share->setVisible(!share.isEmpty());
    m_share->setText(menuText(share));
}

} // namespace regard
