#pragma once

#include <vector>

#include <QStringList>

#include "views/parts/panel/parts_panel.h"

class QLabel;
class QToolButton;

namespace regard {

/// Why the word in focus looks here rather than there, through all layers. A head that is chosen is followed to the key
/// that brought most of its part, and asked again; Back goes the other way.
class ScorePartsPanel : public PartsPanel {
    Q_OBJECT
public:
    ScorePartsPanel(Document *document, AppTheme *theme, QWidget *parent);

    QComboBox *referenceBox() const { return m_reference; }
    QToolButton *backButton() const { return m_back; }
    QLabel *trailLabel() const { return m_trailLabel; }

protected:
    QString whyNone(const ShownState &state) const override { return noScorePartsText(state); }
    void showChoices(const ShownState &state) override;
    void choose(const StreamPart &part, bool isOfKey) override;
    QString headTip() const override;
    void resetChoices() override;

private:
    void chooseReference(int index);
    void followHead(const StreamPart &part, bool isOfKey);
    void goBack();
    void showTrail();

    /// A pair that the trail came by.
    struct Stop {
        Selection selection; ///< as it was, pinned or not
        Selection pair;
        QString name; ///< "6.12 it → cat"
    };

    QComboBox *m_reference;
    QToolButton *m_back;
    QLabel *m_trailLabel;
    QStringList m_keys; ///< as the box lists them
    std::vector<Stop> m_trail;
    Selection m_reached; ///< where the trail ends: another pair begins anew
};

} // namespace regard
