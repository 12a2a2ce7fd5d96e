#pragma once

#include "views/parts/panel/logit_words.h"
#include "views/parts/panel/parts_panel.h"

namespace regard {

/// Which parts push a word, or a word rather than another; the words of a head that is chosen.
class LogitPartsPanel : public PartsPanel {
    Q_OBJECT
public:
    LogitPartsPanel(Document *document, AppTheme *theme, QWidget *parent);

    QComboBox *wordBox() const { return m_words->wordBox(); }
    QComboBox *ratherBox() const { return m_words->ratherBox(); }

protected:
    QString whyNone(const ShownState &state) const override;
    void showChoices(const ShownState &state) override;
    void choose(const StreamPart &part, bool isOfKey) override;
    QString headTip() const override;
    void resetChoices() override;

private:
    LogitWords *m_words;
};

} // namespace regard
