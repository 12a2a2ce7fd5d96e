#pragma once

#include "views/parts/panel/parts_panel.h"

namespace regard {

/// Which parts push a word, or a word rather than another; the words of a head that is chosen.
class LogitPartsPanel : public PartsPanel {
    Q_OBJECT
public:
    LogitPartsPanel(Document *document, AppTheme *theme, QWidget *parent);

    QComboBox *wordBox() const { return m_word; }
    QComboBox *ratherBox() const { return m_rather; }

protected:
    QString whyNone(const ShownState &state) const override;
    void showChoices(const ShownState &state) override;
    void choose(const StreamPart &part, bool isOfKey) override;
    QString headTip() const override;

private:
    void chooseWord();
    void chooseRather();
    /// The column of a box's word; −1: there is no such word, which is said.
    int typed(QComboBox *box);

    QComboBox *m_word;
    QComboBox *m_rather;
};

} // namespace regard
