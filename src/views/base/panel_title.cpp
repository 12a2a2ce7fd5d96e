#include "views/base/panel_title.h"

#include <QCoreApplication>

#include "words/named_values.h"

namespace regard {

namespace {

/// The titles, in the order of the values.
constexpr const char *panelTitles[]{
    QT_TRANSLATE_NOOP("PanelTitle", "Heads"),       QT_TRANSLATE_NOOP("PanelTitle", "Block"),
    QT_TRANSLATE_NOOP("PanelTitle", "Summaries"),   QT_TRANSLATE_NOOP("PanelTitle", "Links"),
    QT_TRANSLATE_NOOP("PanelTitle", "Heatmap"),     QT_TRANSLATE_NOOP("PanelTitle", "Why"),
    QT_TRANSLATE_NOOP("PanelTitle", "Sentence"),    QT_TRANSLATE_NOOP("PanelTitle", "Steps"),
    QT_TRANSLATE_NOOP("PanelTitle", "Output"),      QT_TRANSLATE_NOOP("PanelTitle", "Lens"),
    QT_TRANSLATE_NOOP("PanelTitle", "Circuits"),    QT_TRANSLATE_NOOP("PanelTitle", "Unrolled"),
    QT_TRANSLATE_NOOP("PanelTitle", "Path"),        QT_TRANSLATE_NOOP("PanelTitle", "Score parts"),
    QT_TRANSLATE_NOOP("PanelTitle", "Logit parts"), QT_TRANSLATE_NOOP("PanelTitle", "Patch"),
    QT_TRANSLATE_NOOP("PanelTitle", "Snapshots"),   QT_TRANSLATE_NOOP("PanelTitle", "Model"),
    QT_TRANSLATE_NOOP("PanelTitle", "Weights"),     QT_TRANSLATE_NOOP("PanelTitle", "Changes"),
    QT_TRANSLATE_NOOP("PanelTitle", "Switch off"),  QT_TRANSLATE_NOOP("PanelTitle", "Find"),
    QT_TRANSLATE_NOOP("PanelTitle", "Training")};

} // namespace

QString panelTitle(PanelId id)
{
    return QCoreApplication::translate("PanelTitle", rowOf(panelTitles, id));
}

} // namespace regard
