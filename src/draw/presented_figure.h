#pragma once

#include <functional>
#include <map>
#include <memory>
#include <tuple>

#include <QSizeF>
#include <QString>

#include "draw/figure.h"
#include "draw/page_fit.h"
#include "draw/theme.h"

namespace regard {

/// The smallest type of a presented figure, indices apart, in the pixels in which it is laid out. All of it is then
/// enlarged until this is the type that is asked for.
inline constexpr double laidOutType = 10;

/// The theme of presented figures, whose numbers are as large as that.
Theme presentedTheme(Theme theme);

/// Why a figure that was made for a size and painted is not whole within it, for tests; empty: it is whole.
QString whyNotWhole(const Figure &figure, QSizeF size);

/// A figure as a presented picture.
class PresentedFigure : public PresentedPicture {
public:
    /// Makes the figure for a size, with presentedTheme(); null where there is nothing to show.
    using Make = std::function<std::unique_ptr<Figure>(QSizeF size)>;

    explicit PresentedFigure(Make make) : m_make(std::move(make)) {}

    /// Laid out and its texts drawn to nowhere, once for each size in type; what the figure says that it leaves out,
    /// and where the texts stand, is the answer. Null figures fit.
    bool fits(QSizeF size, double type, Names names) const override;
    /// The figure in type of that size, as large as `size` if it fits. Null where there is none.
    std::unique_ptr<Figure> figure(QSizeF size, double type) const;
    /// Lays the figure out for that size in its own type, for a stage that enlarges it itself.
    std::unique_ptr<Figure> laidOut(QSizeF size) const { return m_make(size); }
    /// Why it does not fit, for tests; empty: it does.
    QString whyNot(QSizeF size, double type, Names names) const;

private:
    Make m_make;
    mutable std::map<std::tuple<int, int, Names>, bool> m_known; ///< by 64ths of a laid out pixel
};

} // namespace regard
