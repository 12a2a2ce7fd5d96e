#pragma once

#include <QColor>
#include <QFont>
#include <QString>

#include "draw/picture_parts.h"

class QPainter;
class QRectF;

namespace regard {

/// Colours of numbers that are not signed; each even in lightness, so that it reads in grey and whatever colours an eye
/// sees. Viridis (van der Walt and Smith 2015) and cividis (Nuñez, Anderton and Renslow 2018), as in matplotlib.
enum class ColorScheme { Blues, Viridis, Cividis, Greys };

/// Colours of window and pictures. Values after the design pictures.
struct Theme {
    bool dark = false;
    double leastNumber = 0;                  ///< in pixels of type: a picture leaves out numbers that would be smaller
    double leastLine = 0;                    ///< CSS pixels: no link is thinner
    ColorScheme scheme = ColorScheme::Blues; ///< Greys: of heads and signed numbers too
    PictureParts parts{};                    ///< what pictures have beside their content
    QColor paper;                            ///< behind a picture: as the panel, another colour, or fully transparent
    QColor window;                           ///< behind the panels
    QColor panel; ///< a panel's background, and what in a picture looks as if nothing were there
    QColor border;
    QColor text;
    QColor muted;      ///< labels, numbers beside
    QColor control;    ///< chips and fields at rest
    QColor accent;     ///< selection and primary button
    QColor accentSoft; ///< behind a selected chip
    QColor onAccent;
    QColor queryFocus; ///< behind the focused query
    QColor keyFocus;   ///< weight bar behind a key
    QColor quietLink;  ///< links out of focus, with their opacity
    QColor link;       ///< links of a single head, in focus
    QColor masked;     ///< behind a masked cell's hatching
    QColor maskLines;  ///< the hatching, which stands out from what is behind it (contrast 3)
    QColor hatch;      ///< arrows and outlines of drawings
    QColor error;

    static Theme light();
    static Theme darkTheme();
    static const Theme &named(bool dark);
    /// The theme of a printed page: black on white, no tints behind.
    static Theme print();

    /// Twelve colours that colour-blind people can tell apart (near those of Okabe & Ito 2008 first), the same head the
    /// same colour everywhere; cycles with lightness steps beyond. head from 0.
    QColor head(int head) const;
    /// The head's colour, moved towards the text's until it reads on the panel (contrast 4.5).
    QColor headText(int head) const;
    /// The sequential map: perceptually even, from the panel's side (0) to the strongest (1); clamped.
    QRgb sequential(double t) const;
    /// The map of signed values: −1 orange, 0 neutral, +1 blue, by magnitude; clamped. In greys both ends are the same:
    /// SignHatch, dashes or a direction tell the signs apart.
    QRgb diverging(double t) const;
    /// What changed: the end of the diverging map on the value's side, for lines and bars.
    QColor change(double value) const;
    /// The colour of change(), moved towards the text's colour until it reads on the panel (contrast 4.5).
    QColor changeText(double value) const;
    /// The colour of change(), so faint that text reads over it.
    QColor changeSoft(double value) const;
    /// Text that reads on that fill.
    QColor textOn(QRgb fill) const;
    /// Whether the colour stands out from the panel so much that a number on it is bold (contrast 2).
    bool isStrong(QRgb fill) const;
    /// Fills a picture's background; draws nothing where it is transparent.
    void fillPaper(QPainter &painter, const QRectF &box) const;
    /// Whether a number in a font is large enough to be shown.
    bool shows(const QFont &number) const;
    /// Fixed-width type for a number, enlarged where it would be too small to be shown.
    QFont numberFont(double pixels) const;

    /// The families of pictures' text. Empty: DejaVu Sans, and for numbers the text's own where that is another, else
    /// DejaVu Sans Mono.
    struct Families {
        QString text{};
        QString numbers{};
    };
    /// Sets them from now on, on all threads; before any font is asked for.
    static void setFamilies(const Families &families);
    /// Sets them, while it lives, for pictures that are laid out and painted on this thread. Both empty: as before.
    class FamilyScope {
    public:
        explicit FamilyScope(const Families &families);
        ~FamilyScope();
        FamilyScope(const FamilyScope &) = delete;
        FamilyScope &operator=(const FamilyScope &) = delete;
    };
    /// Makes type on this thread, while it lives, no smaller than so many CSS pixels; tokens' names alone may be.
    class LeastTypeScope {
    public:
        explicit LeastTypeScope(double pixels);
        ~LeastTypeScope();
        LeastTypeScope(const LeastTypeScope &) = delete;
        LeastTypeScope &operator=(const LeastTypeScope &) = delete;

    private:
        double m_outer;
    };
    /// What such a scope asks for; 0: there is none.
    static double leastType();
    /// The font of pictures, sized in CSS pixels: DejaVu Sans first, with CJK fallbacks.
    static QFont font(double pixels, bool bold = false);
    /// The font of tokens' names, which get smaller before any is left out.
    static QFont nameFont(double pixels, bool bold = false);
    static QFont monospace(double pixels, bool bold = false);
};

/// Contrast of two opaque colours, 1 … 21. Web Content Accessibility Guidelines 2.1, section 1.4.3.
double contrast(const QColor &a, const QColor &b);
/// The opaque colour between two: 0 is a, 1 is b.
QColor mixed(const QColor &a, const QColor &b, double t);

} // namespace regard
