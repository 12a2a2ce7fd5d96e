#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "views/present/presented_panel.h"

namespace regard {

class AppTheme;
class CellNumber;
class Document;
class Figure;

/// A presented matrix whose cells are chosen by a click or the arrows, and changed in their place: by a double click,
/// Enter or a typed number. Enter ends a change, Esc drops it.
class PresentMatrix : public QWidget {
    Q_OBJECT
public:
    PresentMatrix(Document *document, AppTheme *theme, QWidget *parent);

    /// As it is now, there.
    void showAt(const QRect &place, double type, std::shared_ptr<const Figure> picture);
    CellNumber *number() const { return m_number; } ///< hidden while nothing is changed

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    std::optional<PresentedCell> cellAt(std::optional<QPointF> point = std::nullopt) const;
    void choose(const CellRef &cell);
    void placeNumber();
    void readNumber();
    void edit(const QString &typed);
    void endEdit();

    Document *m_document;
    AppTheme *m_theme;
    CellNumber *m_number;
    std::shared_ptr<const Figure> m_picture;
    double m_type = 1;
};

} // namespace regard
