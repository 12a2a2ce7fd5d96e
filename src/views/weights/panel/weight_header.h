#pragma once

#include <QHeaderView>

#include "document/document.h"

namespace regard {

class AppTheme;
class WeightTableModel;

/// Names of a matrix's rows or columns. Where heads are side by side, it shows where each begins and marks the selected
/// one with the head's colour; where rows are tokens, a dotted line marks those whose row was drawn.
class WeightHeader : public QHeaderView {
    Q_OBJECT
public:
    WeightHeader(Qt::Orientation orientation, const WeightTableModel *model, Document *document, AppTheme *theme,
                 QWidget *parent);

    QSize sizeHint() const override;

protected:
    void paintSection(QPainter *painter, const QRect &rect, int section) const override;
    QSize sectionSizeFromContents(int section) const override;

private:
    bool isHeadBanded() const;
    void paintName(QPainter *painter, const QRect &rect, int section) const;
    void paintHeadMark(QPainter *painter, const QRect &rect, int section) const;

    const WeightTableModel *m_weights;
    Document *m_document;
    AppTheme *m_theme;
};

} // namespace regard
