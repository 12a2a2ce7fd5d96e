#pragma once

#include <functional>
#include <string>
#include <vector>

#include <QWidget>

class QButtonGroup;
class QFrame;
class QHBoxLayout;
class QToolButton;

namespace regard {

class AppTheme;
class MatrixChip;

/// Chooses one of a few matrices by a switch. Those that have no room beside each other stand in a list behind ▾.
class MatrixSelector : public QWidget {
    Q_OBJECT
public:
    MatrixSelector(AppTheme *theme, QWidget *parent);

    const std::vector<std::string> &names() const { return m_names; }
    /// The focus stays with the chips where one of them had it. What follows them is the widget that Tab leads to.
    void setNames(std::vector<std::string> names, QWidget *next);
    void choose(std::size_t place);
    /// Marks the chips of the matrices that `isMarked` names.
    void mark(const std::function<bool(const std::string &)> &isMarked);
    QToolButton *moreButton() const { return m_more; }

    QSize minimumSizeHint() const override;

signals:
    void chosen(const std::string &name);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fit();
    void fillMore();
    MatrixChip *chip(std::size_t place) const;
    bool hasFocusedChip() const;

    AppTheme *m_theme;
    QFrame *m_switch;
    QButtonGroup *m_chips;
    QHBoxLayout *m_row;
    QToolButton *m_more;
    std::vector<std::string> m_names;
    std::vector<MatrixChip *> m_inRow; ///< all of them, W_Q, W_K … before b_Q, b_K …
};

} // namespace regard
