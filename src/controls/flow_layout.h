#pragma once

#include <vector>

#include <QLayout>

namespace regard {

/// Places widgets in lines from left to right, and starts a new line where one is full. The first widget of a line that
/// wants to expand takes the rest of the line.
class FlowLayout : public QLayout {
    Q_OBJECT
public:
    /// parent null: for a layout inside another.
    FlowLayout(QWidget *parent, int gap);
    ~FlowLayout() override;

    void addItem(QLayoutItem *item) override;
    int count() const override;
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    /// Returns the height that it takes.
    int arrange(const QRect &rect, bool apply) const;
    void placeLine(std::size_t first, std::size_t end, const QRect &line, int spare) const;

    std::vector<QLayoutItem *> m_items;
    int m_gap;
};

} // namespace regard
