#pragma once

#include <map>
#include <memory>
#include <vector>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "views/find/find_ranking.h"
#include "views/summaries/bar_list_figure.h"

class QCheckBox;
class QComboBox;
class QWidget;

namespace regard {

class FigureView;
class FindRun;
class RankedHeads;

/// Which heads send most from one token to another, or do one of the things that heads are known to do: a list of all
/// heads, ranked. Choosing one goes there.
class FindPanel : public Panel {
    Q_OBJECT
public:
    FindPanel(Document *document, AppTheme *theme, QWidget *parent);
    ~FindPanel() override;

    /// Shows the list for these two tokens of the attention in view.
    void findSenders(int query, int key);
    const std::vector<HeadShare> &heads() const { return m_heads; } ///< in view, in the order of the list
    QSizeF figureSize() const;
    /// The list as seen, for a space; null where there is none.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;

    // Controls, for tests and for the keyboard's way through the panels
    FigureView *view() const;
    FindRun *run() const { return m_run; }
    QComboBox *question() const { return m_question; }
    QComboBox *from() const { return m_from; }
    QComboBox *to() const { return m_to; }
    QCheckBox *mapCheck() const { return m_onMap; }
    QCheckBox *excessCheck() const { return m_excess; }

signals:
    /// The numbers for the map of heads, and a label for them; none and empty: nothing to show.
    void sharesChanged(const std::map<HeadRef, double> &values, const QString &label);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void buildControls();
    void connectAll();
    FindQuestion asked() const;
    void follow();
    int strongestKey(int query) const;
    void fillTokens();
    void chooseTokens();
    void ask();
    void take(const FindQuestion &question, const std::vector<HeadShare> &heads);
    void tellMap();
    BarListData listData() const;
    QString tipOf(int row) const;
    QString title() const;

    Document *m_document;
    AppTheme *m_theme;
    FindRun *m_run;
    QComboBox *m_question;
    QWidget *m_pair;
    QComboBox *m_from;
    QComboBox *m_to;
    QCheckBox *m_excess;
    QCheckBox *m_onMap;
    RankedHeads *m_view;
    FindQuestion m_of; ///< the question that the list answers
    std::vector<HeadShare> m_heads;
    int m_query = -1; ///< the tokens asked about, of the shown state
    int m_key = -1;
    ShownInput m_shown;
    bool m_stale = true;
};

} // namespace regard
