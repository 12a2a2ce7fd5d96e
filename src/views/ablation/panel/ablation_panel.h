#pragma once

#include <map>
#include <memory>

#include <QSizeF>
#include <QString>

#include "controls/app_theme.h"
#include "controls/panel.h"
#include "document/document.h"
#include "draw/figure.h"
#include "engine/model/interventions.h"

class QLabel;
class QScrollArea;
class QTabWidget;

namespace regard {

class AblationControls;
class AblationCut;
class AblationEffectPage;
class AblationList;
class AblationTemperature;
class AblationWhole;
class ImportancePage;

/// Switches heads and sublayers off and shows the effect: on every token, a ranking of all heads, and a list of what is
/// off. Each page has the whole panel, so that a low region shows it.
class AblationPanel : public Panel {
    Q_OBJECT
public:
    AblationPanel(Document *document, AppTheme *theme, QWidget *parent);

    /// The pages, in the order of their tabs.
    enum Page { Switches, Effect, Importance, Off };

    /// Whether the importance of the heads is being computed.
    bool isRunning() const;
    /// The picture of the open tab for a space: importance, or effect, also for the page of switches; null where it has
    /// none.
    std::unique_ptr<Figure> figure(QSizeF size, const Theme &theme) const;
    QSizeF figureSize() const;

    AblationControls *controls() const { return m_controls; }
    AblationTemperature *temperature() const { return m_temperature; }
    AblationCut *cut() const { return m_cut; }
    QTabWidget *tabs() const { return m_tabs; }
    AblationWhole *whole() const { return m_whole; }
    AblationEffectPage *effect() const { return m_effect; }
    ImportancePage *importance() const { return m_importance; }
    AblationList *list() const { return m_list; }

signals:
    /// Gives the map of heads its numbers and a label for them. None and an empty label: nothing.
    void importanceChanged(const std::map<HeadRef, double> &values, const QString &label);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *buildSwitches();
    void buildTabs();
    void watchEffect();
    void showEffectLine();
    void refresh();

    Document *m_document;
    AppTheme *m_theme;
    AblationWhole *m_whole;
    QTabWidget *m_tabs;
    AblationControls *m_controls;
    QLabel *m_effectLine;
    AblationTemperature *m_temperature;
    AblationCut *m_cut;
    AblationEffectPage *m_effect;
    ImportancePage *m_importance;
    AblationList *m_list;
};

} // namespace regard
