#pragma once

#include <functional>
#include <string>
#include <vector>

#include <QWidget>

class QButtonGroup;

namespace regard {

class AppTheme;
class MatrixChip;

/// Chooses one of a few matrices: a chip each, those whose names begin with the same letter in a group behind it.
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

signals:
    void chosen(const std::string &name);

private:
    MatrixChip *chip(std::size_t place) const;
    bool hasFocusedChip() const;

    AppTheme *m_theme;
    QButtonGroup *m_chips;
    std::vector<std::string> m_names;
    std::vector<QWidget *> m_groups;
};

} // namespace regard
