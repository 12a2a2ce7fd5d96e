#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <QImage>
#include <QPainterPath>
#include <QString>
#include <QStringList>

#include "draw/figure.h"
#include "draw/pair_parts.h"
#include "draw/theme.h"
#include "draw/token_label.h"
#include "engine/base/matrix.h"
#include "views/links/link_backdrop.h"
#include "views/links/link_data.h"
#include "views/links/link_layout.h"
#include "views/links/strongest_links.h"

namespace regard {

struct BandLayer;

/// What is at a point of a link picture.
struct LinkHit {
    enum class Side { Query, Key };
    Side side;
    int token;
};

/// Tokens in two columns (or rows), one band per link, straight or curved, whose width is proportional to its weight.
class LinkFigure : public Figure {
public:
    /// `size` is the available space; rows keep a readable minimum height, so size() may be larger in the direction of
    /// the tokens, for a scroll area to show, unless the data asks to fit. Figures of one view may share a backdrop.
    LinkFigure(LinkData data, QSizeF size, const Theme &theme, std::shared_ptr<LinkBackdrop> backdrop = nullptr);

    /// All links that one head of 512 tokens has fit in this number.
    static constexpr long mostLinks = 300000;
    /// Each link of a vector picture is a shape of its own, of some 300 bytes.
    static constexpr long mostVectorLinks = 40000;

    QSizeF size() const override { return m_size; }
    double labelSize() const override { return m_layout.fontSize; }
    bool namesAll() const override { return m_layout.labelStep == 1; }
    void paint(QPainter &painter) const override;
    void paintTexts(QPainter &painter) const override { paintLabels(painter); }
    void paintPixels(QPainter &painter) const override;
    bool isSlow(const QRectF &part, double ratio) const override;
    void stopPainting() const override { m_isStopped = true; }
    std::unique_ptr<Figure> within(QSizeF size) const override;
    double smallestScale() const override { return 0.4; }
    /// It grows from another one of the same tokens and heads with other weights, and fades in over one of other heads.
    Passage passageFrom(const Figure &former) const override;
    std::unique_ptr<Figure> grownFrom(const Figure &former, double share) const override;

    const LinkData &data() const { return m_data; }
    const LinkLayout &layout() const { return m_layout; }
    bool isInWindow() const { return m_theme.parts.inWindow; }
    /// Below which links are left out: LinkData::floor, or what the legend says in its place.
    double floor() const { return m_floor; }
    /// Links below the floor (of all heads on), which the legend counts.
    long hiddenLinks() const { return m_hidden; }
    /// Links not below the floor that the filter of a pair leaves out, which the legend counts too.
    long filteredLinks() const { return m_filtered; }
    std::optional<LinkHit> hit(QPointF point) const;
    /// The rectangle of a token's label, for tooltips, tests and scrolling to it.
    QRectF tokenRect(LinkHit::Side side, int token) const;
    /// Label and number beside it, in every small picture.
    std::vector<QRectF> tokenRects(LinkHit::Side side, int token) const;
    /// Outlines the links between these queries and keys, and their labels; −1: no such token, the other's label alone.
    /// What a page or a number elsewhere names, over the picture and not part of it.
    void paintLit(QPainter &painter, const std::vector<std::pair<int, int>> &pairs) const;
    /// One link's band as the painter path draws it: ends and width in CSS pixels, and colour with its opacity.
    struct Band {
        QPointF from;
        QPointF to;
        double width;
        QColor color;
        int head;
        int query;
        int key;
        float weight;          ///< signed where the links are differences
        int dashes = 0;        ///< that it consists of, where it is lost or its head is off (see dashSpan()); 0: solid
        QRectF frame;          ///< parts of a steep band beyond it are not drawn
        bool isCurved = false; ///< then the width is along the tokens, else across the band
    };
    /// All visible bands in the order of painting.
    std::vector<Band> bands() const;
    /// A head's number on one of its links; see LinkData::strongest.
    struct HeadLabel {
        QRectF box; ///< its middle lies on the band's
        int head;
        int query;
        int key;
    };
    /// The labels, those of the strongest links first; none overlaps another.
    const std::vector<HeadLabel> &headLabels() const { return m_headLabels; }
    /// The uppermost band that a point is on, else one that is drawn within `reach` CSS pixels of it.
    std::optional<Band> bandAt(QPointF point, double reach) const;

private:
    /// The links to visit: those above the floor, with or without those of tokens in focus; all of those tokens; or
    /// those of them that lie above the floor.
    enum class Which { AboveFloor, Unfocused, Focused, FocusedAboveFloor };
    /// How much a link stands out: of a row near 1/n, or to a faint token; as others; or in focus, or one of the
    /// strongest.
    enum class Tone { Faint, Plain, Lit };
    /// A link that stands out among those of other heads.
    struct Mark {
        int slot;
        int query;
        int key;
        float weight;
        bool isNamed = false; ///< has a label
    };
    /// What is painted for a mark: its band, the halo around it, another head's line beside it.
    struct Stroke {
        int query;
        int key;
        double shift; ///< along the tokens
        double width;
        QColor color;
        int dashes;
    };
    /// A part of the figure in device pixels.
    struct View {
        QRect pixels;
        double ratio;
    };

    LinkFigure(LinkData data, QSizeF size, const Theme &theme, long mostLinksDrawn,
               std::shared_ptr<LinkBackdrop> backdrop);
    /// Keys whose links from every query are in focus, sorted: a key in focus beside a query names one link of that
    /// query; alone it brings all its incoming links forward.
    std::vector<int> focusedKeys() const;
    bool hasFocus() const;
    /// The token whose weights are beside the other side, −1 where none.
    int shownQuery() const;
    int shownKey() const;
    /// Whether weights stand right beside the words, in the window and of one head, and not in a column of their own.
    bool saysBesideWords() const;
    bool isStrong(LinkHit::Side side, int token) const; ///< in focus or pinned
    bool isKept(LinkHit::Side side, int token) const;   ///< whose label stands before others have one
    /// Whether the token has a label and a number: all where they fit.
    bool isNamed(LinkHit::Side side, int token) const;
    /// What a link's width shows: the weight or the difference's magnitude; 0 where there is no link.
    float magnitude(float weight) const;
    /// The mean over the panel's heads that have a weight there; NaN where a difference has none in any.
    double meanWeight(const LinkPanel &panel, int query, int key) const;
    QPainterPath pathOf(const Band &band) const;
    bool showsStrongest() const; ///< only each pair's strongest head
    /// The matrices whose weights are links.
    std::vector<const Matrix *> linkMatrices() const;
    std::shared_ptr<const StrongestLinks> findStrongest() const;
    /// Finds all of the links in focus, else the strongest.
    void findMarks();
    std::vector<Mark> strongestMarks() const;
    bool isMark(int slot, int query, int key, float weight) const;
    void nameMarks();
    /// The heads beside a mark's own, the strongest first.
    std::vector<Mark> neighboursOf(const Mark &mark) const;
    void addStrokes(const LinkPanel &panel, const Mark &mark, std::vector<Stroke> &strokes) const;
    std::vector<Stroke> markStrokes() const; ///< in the order of painting
    void paintBand(QPainter &painter, const Band &band) const;
    void paintHeadLabels(QPainter &painter) const;
    void paintByHand(QPainter &painter, const LinkPanel &panel) const;
    /// The weight from which every query has a link: among hundreds of tokens each of them is weak. In a difference,
    /// where a query may have no link, it is an eighth of the largest.
    float everyQuerysFloor() const;
    /// The weight that `links` links reach, those below the floor left out.
    float floorFor(long links) const;
    /// Counts links above and below the floor, which rises where there are too many.
    void count();
    LinkBackdrop::Counts countAll() const;
    bool isHidden(int query, int key, float weight) const; ///< below the floor, focus or not
    long hiddenInFocus() const;
    long countFiltered() const;
    bool isFocusedQuery(int query) const;
    template <typename Visit>
    void forEachLinkOf(int slot, Which which, Visit visit) const;
    template <typename Visit>
    void forEachLink(Which which, Visit visit) const;
    int dashesAcross() const; ///< of a link that has some
    /// The dashes of a head's link, lost or not.
    int dashesOf(int slot, bool isLost) const;
    Tone toneOf(int slot, int query, int key, float weight, bool focused) const;
    /// Whether the link leaves a faint token and is not itself in focus.
    bool isFaint(int query, int key) const;
    QColor bandColor(const LinkPanel &panel, int slot, float weight, Tone tone) const;
    /// No less than the theme lets a line have, across it.
    double widthOf(const LinkPanel &panel, int query, int key, float weight) const;
    Band bandOf(const LinkPanel &panel, int slot, int query, int key, float weight, bool focused) const;

    QRectF linkRect(const LinkPanel &panel) const;
    View viewOf(const QRectF &part, double ratio) const;
    View viewOf(const LinkPanel &panel, const View &view) const; ///< the panel's part of it
    /// The scene by which the backdrop knows the picture, and the one of its counts.
    LinkBackdrop::Scene sceneOf(const View &view) const;
    LinkBackdrop::Scene countedScene() const;
    BandLayer emptyLayer(const View &view, const LinkPanel &panel) const;
    // Makes a layer for each head in a panel, in the order of painting, in the colours of links that stand out or not.
    std::vector<BandLayer> layersOf(const View &view, const LinkPanel &panel, Which which) const;
    std::vector<BandLayer> markLayers(const View &view, const LinkPanel &panel) const;
    std::vector<BandLayer> hairlineLayers(const View &view, const LinkPanel &panel) const;
    /// Calls `visit` with each panel that lies in view, its part of the view and of the image.
    template <typename Visit>
    void forEachPanel(QImage &image, const View &view, Visit visit) const;
    QImage bandImage(const View &view) const;
    void paintQuiet(QImage &image, const View &view) const;

    static constexpr double hairlineWidth = 0.7;
    static bool hasHairline(double width);
    static QColor hairlineColor(QColor band);

    void paintBackground(QPainter &painter) const;
    void paintHairlines(QPainter &painter) const;
    void paintLabels(QPainter &painter) const;
    void noteWhatIsMissing() const;
    void paintSide(QPainter &painter, const LinkPanel &panel, LinkHit::Side side) const;
    void paintAsking(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token) const;
    /// The bar behind a slanted label, `length` long from the bands outwards, and no thicker than `most`.
    QPainterPath slantedBarPath(const LinkPanel &panel, LinkHit::Side side, int token, double length,
                                double most = std::numeric_limits<double>::infinity()) const;
    double slantedLength(const LinkPanel &panel, LinkHit::Side side, int token) const; ///< of the label's bar
    double lineHeight() const; ///< from one label to the next, across the text
    /// What an outline that reaches so far goes around: it stays between the lines of text.
    QPainterPath labelPath(const LinkPanel &panel, LinkHit::Side side, int token, double reach) const;
    void paintToken(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token, bool strong) const;
    void paintBar(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token, double weight) const;
    /// Bars of a weight's share of 1: below the word, and behind it where the tokens are packed.
    void paintWordBar(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token, double share,
                      double weight) const;
    void paintPackedBar(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token, double share,
                        double weight) const;
    void paintNumber(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token, double weight) const;
    bool isSaid(const LinkPanel &panel, LinkHit::Side side, int token) const; ///< beside the word
    void paintBesideWord(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token, double weight) const;
    void paintStripes(QPainter &painter, const LinkPanel &panel, LinkHit::Side side, int token) const;
    void paintSentenceBorders(QPainter &painter, const LinkPanel &panel) const;
    /// What a head's stripe beside a token shows; signed of a difference.
    double stripeWeight(const Matrix &weights, LinkHit::Side side, int token) const;
    TokenMarks marks(LinkHit::Side side, int token) const;
    /// Whether the token's label, number or stripe may reach into what the painter is clipped to.
    bool isInView(const QPainter &painter, const LinkPanel &panel, int token) const;
    void paintHeader(QPainter &painter, const LinkPanel &panel) const;
    void paintRowNames(QPainter &painter, const LinkPanel &panel) const;
    void paintColumnNames(QPainter &painter, const LinkPanel &panel) const;
    /// Says which token's weights are beside the other side, in fewer and fewer words; empty where no token's are.
    QStringList whoseWeights(const LinkPanel &panel) const;
    void paintLegend(QPainter &painter) const;
    void paintHeadKey(QPainter &painter, double top) const;
    /// Says in place of a difference's key that the heads overlap.
    void paintTogether(QPainter &painter, double top) const;
    void paintSamples(QPainter &painter, double top) const;
    double samplesWidth() const;
    bool hasNearUniformRows() const; ///< of one head
    void paintChangeSamples(QPainter &painter, double top) const;
    void paintLegendTexts(QPainter &painter, double top) const;
    QString hiddenText() const;
    QStringList strongestTexts() const; ///< in fewer and fewer words
    QString filteredText() const;       ///< empty without a filter
    QString offText() const;
    QString goneText() const;

    LinkData m_data;
    QSizeF m_space; ///< that it was laid out for
    Theme m_theme;
    LinkLayout m_layout;
    QSizeF m_size;
    std::shared_ptr<LinkBackdrop> m_backdrop;
    std::shared_ptr<const StrongestLinks> m_strongest; ///< null where all heads' links are drawn as they are
    std::vector<Mark> m_marks;                         ///< the strongest first: narrow bands lie over wide ones
    float m_markedFrom = std::numeric_limits<float>::infinity();
    std::vector<HeadLabel> m_headLabels;
    long m_mostLinks = mostLinks;
    /// LinkData::floor, lowered where packed tokens' strongest links lie below it, raised where more links lie above it
    /// than can be drawn.
    double m_floor = 0;
    long m_shown = 0; ///< links above it, focus or not
    long m_hidden = 0;
    long m_filtered = 0;
    const LinkFigure *m_read = nullptr; ///< of a picture on its way: whose texts and bars it has
    mutable std::atomic<bool> m_isStopped = false;
};

// Templates, which several sources of the figure use.

template <typename Visit>
void LinkFigure::forEachLinkOf(int slot, Which which, Visit visit) const
{
    const auto floor = float(m_floor);
    const std::vector<int> known = focusedKeys();
    const bool filters = m_data.pair.isFiltered();
    const bool isAlone = !showsStrongest();
    const Matrix &weights = *m_data.heads[std::size_t(slot)].weights;
    for (int query = 0; query < weights.rows(); ++query) {
        const bool isWhole = isFocusedQuery(query);
        const float *row = weights.row(query).data();
        const auto visitIf = [&](int key, bool isSeen) {
            const float shown = magnitude(row[key]);
            if (shown > 0 && isSeen && (isAlone || m_strongest->isStrongest(slot, query, key)) &&
                (!filters || m_data.pair.shows(query, key)))
                visit(query, key, row[key]);
        };
        if (which == Which::Focused || which == Which::FocusedAboveFloor) {
            const auto isSeen = [&](int key) {
                return (which == Which::Focused && m_theme.leastLine <= 0) || magnitude(row[key]) >= floor;
            };
            for (int key = 0; isWhole && key < weights.cols(); ++key)
                visitIf(key, isSeen(key));
            for (std::size_t i = 0; !isWhole && i < known.size(); ++i)
                if (known[i] < weights.cols())
                    visitIf(known[i], isSeen(known[i]));
            continue;
        }
        const bool isAll = which == Which::AboveFloor;
        for (int key = 0; (isAll || !isWhole) && key < weights.cols(); ++key)
            // Most links of a long sentence lie below the floor.
            if (std::abs(row[key]) >= floor && (isAll || !std::binary_search(known.begin(), known.end(), key)))
                visitIf(key, magnitude(row[key]) >= floor);
    }
}

template <typename Visit>
void LinkFigure::forEachLink(Which which, Visit visit) const
{
    for (const LinkPanel &panel : m_layout.panels)
        for (const int slot : panel.heads)
            forEachLinkOf(slot, which,
                          [&](int query, int key, float weight) { visit(panel, slot, query, key, weight); });
}

} // namespace regard
