#pragma once

#include <map>
#include <memory>
#include <vector>

#include <QWidget>

#include "controls/app_theme.h"
#include "document/document.h"
#include "engine/analysis/head_importance.h"
#include "views/summaries/bar_list_figure.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace regard {

class FigureView;
class ImportanceRun;
class RankedHeads;

/// Ranks every head by the effect of replacing it on the output of the present model.
class ImportancePage : public QWidget {
    Q_OBJECT
public:
    ImportancePage(Document *document, AppTheme *theme, QWidget *parent);
    ~ImportancePage() override;

    bool isRunning() const;
    /// The ranking in view, the most important head first; empty before the first one.
    const std::vector<HeadImportance> &ranking() const { return m_ranking; }
    bool isStale() const { return m_isStale; } ///< the model or the sentence has changed since
    /// The picture as seen, for a space; null where there is no ranking.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;

    // Controls, for tests
    FigureView *view() const;
    ImportanceRun *run() const { return m_run; }
    QProgressBar *progress() const { return m_progress; }
    QComboBox *replacement() const { return m_replacement; }
    QComboBox *measure() const { return m_measure; }
    QCheckBox *mapCheck() const { return m_onMap; }
    QString note() const;

signals:
    /// The numbers for the map of heads, and a label for them; none and empty: nothing to show.
    void importanceChanged(const std::map<HeadRef, double> &values, const QString &label);

private:
    void buildControls();
    void connectAll();
    void start();
    void finish(const std::vector<HeadImportance> &importance);
    void forget();
    void rank();
    void checkStale();
    void showControls();
    void showNote();
    void applyTheme();
    void tellMap();
    double valueOf(const HeadImportance &importance) const;
    bool showsWords() const;
    BarListData listData() const;
    QString tipOf(int row) const;

    Document *m_document;
    AppTheme *m_theme;
    ImportanceRun *m_run;
    QWidget *m_controls;
    QWidget *m_running;
    QComboBox *m_replacement;
    QComboBox *m_measure;
    QPushButton *m_start;
    QPushButton *m_cancel;
    QProgressBar *m_progress;
    QCheckBox *m_onMap;
    QLabel *m_note;
    RankedHeads *m_view;
    Result m_asked; ///< the result whose heads are being ranked
    Replacement m_askedReplacement = Replacement::Zero;
    Result m_of; ///< what the ranking was computed from
    Replacement m_ofReplacement = Replacement::Zero;
    std::vector<HeadImportance> m_ranking;
    bool m_isStale = false;
    QString m_problem;
};

} // namespace regard
