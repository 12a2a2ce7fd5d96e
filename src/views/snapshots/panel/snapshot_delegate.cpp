#include "views/snapshots/panel/snapshot_delegate.h"

#include <algorithm>

#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QScrollBar>
#include <QTextLayout>

#include "controls/app_theme.h"
#include "draw/color_range.h"
#include "views/snapshots/panel/snapshot_model.h"
#include "views/snapshots/snapshot_thumbnails.h"

namespace regard {

namespace {

constexpr int padding = 6;
constexpr int lowestCard = 48;
constexpr int highestCard = 140;
constexpr int nameCharacters = 17; ///< the card's width fits that many
constexpr int mostNameLines = 2;
constexpr int mostNewsLines = 3;
constexpr int snapshotDelegateGap = 3;

/// The places of a card's parts.
struct Card {
    QRect box;
    QRect picture;
    QRect number;
    QRect off; ///< the badge of what is switched off, beside the number
    QRect name;
    QRect news; ///< empty where a card is too low for it
};

/// The number of lines that a text takes within a width, up to a maximum.
int linesOf(const QString &text, const QFontMetrics &metrics, int width, int most)
{
    const QRect taken = metrics.boundingRect(QRect(0, 0, width, most * metrics.lineSpacing()),
                                             Qt::TextWordWrap | Qt::TextWrapAnywhere, text);
    return std::clamp((taken.height() + metrics.lineSpacing() / 2) / metrics.lineSpacing(), 1, most);
}

/// Badges above, name and news under them; on a low card the name is beside the badges.
Card cardOf(const QRect &cell, const QFontMetrics &metrics, const QString &name)
{
    Card card;
    card.box = cell.adjusted(1, 1, -1, -1);
    card.box.setHeight(std::min(card.box.height(), highestCard)); // a list of one row makes it as high as itself
    const int side = card.box.height() - 2 * padding;
    card.picture = QRect(card.box.left() + padding, card.box.top() + padding, side, side);
    const int left = card.picture.right() + 1 + padding;
    const int badge = metrics.height();
    card.number =
        QRect(left, card.picture.top(), std::max(badge, metrics.horizontalAdvance(QStringLiteral("00")) + 8), badge);
    card.off = QRect(card.number.right() + 1 + snapshotDelegateGap, card.number.top(), badge, badge);
    const int line = metrics.lineSpacing();
    const int top = card.number.bottom() + 1 + snapshotDelegateGap;
    const int right = card.box.right() - padding;
    const int bottom = card.box.bottom() - padding + 1;
    if (bottom - top < 2 * line) {
        const int beside = card.off.right() + 1 + snapshotDelegateGap;
        card.name = QRect(beside, card.number.top(), right - beside, line);
        card.news = QRect(left, top, right - left, bottom - top < line ? 0 : line);
        return card;
    }
    const int nameLines = std::min(linesOf(name, metrics, right - left, mostNameLines), (bottom - top) / line - 1);
    card.name = QRect(left, top, right - left, nameLines * line);
    card.news = QRect(left, top + card.name.height(), right - left, bottom - top - card.name.height());
    return card;
}

/// The cells, a pixel each.
QImage imageOf(const Matrix &weights, ColorScale scale, const Theme &theme)
{
    const ColorRange range = ColorRange::ofWeights({&weights}, scale);
    QImage image(int(weights.cols()), int(weights.rows()), QImage::Format_RGB32);
    for (int y = 0; y < image.height(); ++y) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(y));
        for (int x = 0; x < image.width(); ++x)
            line[x] = range.color(double(weights(y, x)), theme);
    }
    return image;
}

void paintPicture(QPainter *painter, const QRect &place, const SnapshotThumbnail *thumbnail, ColorScale scale,
                  const Theme &theme)
{
    if (thumbnail && thumbnail->weights.size() > 0) {
        // Enlarged here: the painter would blur the cells' edges.
        const double ratio = painter->device()->devicePixelRatioF();
        painter->drawImage(place, imageOf(thumbnail->weights, scale, theme)
                                      .scaled(place.size() * ratio, Qt::IgnoreAspectRatio, Qt::FastTransformation));
    } else {
        painter->setPen(theme.muted);
        painter->drawText(place, Qt::AlignCenter, thumbnail ? QStringLiteral("–") : QStringLiteral("…"));
    }
    painter->setPen(theme.border);
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(place.adjusted(0, 0, -1, -1));
}

/// Paints as many lines as fit; the last one ends in "…" where the text continues.
void paintText(QPainter *painter, const QRect &place, const QString &text, int most)
{
    const QFontMetrics metrics = painter->fontMetrics();
    const int lines = std::clamp(place.height() / metrics.lineSpacing(), 1, most);
    QTextLayout layout(text, painter->font());
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    for (int i = 0; i < lines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(place.width());
        QString part = text.mid(line.textStart(), line.textLength()).trimmed();
        if (i + 1 == lines && line.textStart() + line.textLength() < text.size())
            part = metrics.elidedText(text.mid(line.textStart()), Qt::ElideRight, place.width());
        painter->drawText(place.left(), place.top() + i * metrics.lineSpacing() + metrics.ascent(), part);
    }
    layout.endLayout();
}

void paintBox(QPainter *painter, const QRect &box, const QStyleOptionViewItem &option, bool isCurrent,
              const Theme &theme)
{
    const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
    const double width = isCurrent ? 2 : 1;
    painter->setPen(QPen(isCurrent || isHovered ? theme.accent : theme.border, width));
    painter->setBrush(isCurrent ? theme.accentSoft : theme.panel);
    painter->drawRoundedRect(QRectF(box).adjusted(width / 2, width / 2, -width / 2, -width / 2), 5, 5);
    if (!option.state.testFlag(QStyle::State_HasFocus))
        return;
    painter->setPen(QPen(theme.text, 1.5, Qt::DotLine));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(box).adjusted(3, 3, -3, -3), 4, 4);
}

/// A cross in a ring: something is switched off.
void paintOff(QPainter *painter, const QRect &place, const Theme &theme)
{
    const double side = place.height() - 1;
    const QRectF ring(place.left() + 0.5, place.top() + 0.5, side, side);
    const double arm = side * 0.22;
    const QPointF c = ring.center();
    painter->setPen(QPen(theme.text, 1.2));
    painter->setBrush(theme.control);
    painter->drawEllipse(ring);
    painter->setPen(QPen(theme.text, 1.8, Qt::SolidLine, Qt::RoundCap));
    painter->drawLine(c + QPointF(-arm, -arm), c + QPointF(arm, arm));
    painter->drawLine(c + QPointF(-arm, arm), c + QPointF(arm, -arm));
}

void paintNumber(QPainter *painter, const QRect &place, int number, bool isCurrent, const Theme &theme)
{
    painter->setPen(isCurrent ? theme.accent : theme.border);
    painter->setBrush(isCurrent ? theme.accent : theme.control);
    painter->drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter->setPen(isCurrent ? theme.onAccent : theme.text);
    QFont bold = painter->font();
    bold.setBold(true);
    painter->setFont(bold);
    painter->drawText(place, Qt::AlignCenter, QString::number(number));
}

} // namespace

SnapshotDelegate::SnapshotDelegate(AppTheme *theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme) {}

QSize SnapshotDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    // The scroll bar's space is left free whether it is there or not: cards of another height would show or hide it,
    // and so on endlessly.
    const auto *list = qobject_cast<const QListView *>(option.widget);
    const int room =
        list ? list->contentsRect().height() - 2 * list->spacing() - list->horizontalScrollBar()->sizeHint().height()
             : 0;
    const int height = std::clamp(room, lowestCard, highestCard);
    const int text = option.fontMetrics.averageCharWidth() * nameCharacters;
    return {height - 2 * padding + text + 3 * padding, height};
}

void SnapshotDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto *snapshots = static_cast<const SnapshotModel *>(index.model());
    const Theme &theme = m_theme->theme();
    const QString name = snapshots->name(index);
    const Card card = cardOf(option.rect, option.fontMetrics, name);
    const bool isCurrent = index.data(SnapshotModel::IsCurrent).toBool();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(option.font);
    paintBox(painter, card.box, option, isCurrent, theme);
    painter->setPen(index.data().toString().isEmpty() ? theme.muted : theme.text);
    paintText(painter, card.name, name, mostNameLines);
    const QString news = index.data(SnapshotModel::News).toString();
    if (card.news.height() > 0 && !news.isEmpty()) {
        painter->setPen(theme.muted);
        paintText(painter, card.news, news, mostNewsLines);
    }
    painter->setRenderHint(QPainter::Antialiasing, false);
    paintPicture(painter, card.picture, snapshots->thumbnails().find(snapshots->state(index)), snapshots->colorScale(),
                 theme);
    painter->setRenderHint(QPainter::Antialiasing);
    if (index.data(SnapshotModel::IsPartlyOff).toBool())
        paintOff(painter, card.off, theme);
    paintNumber(painter, card.number, index.row() + 1, isCurrent, theme);
    painter->restore();
}

QWidget *SnapshotDelegate::createEditor(QWidget *parent, const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const auto *snapshots = static_cast<const SnapshotModel *>(index.model());
    auto *field = new QLineEdit(parent);
    field->setAccessibleName(tr("Name of snapshot %1").arg(index.row() + 1));
    field->setToolTip(tr("Empty: its number alone. Enter keeps the name, Esc leaves it as it was."));
    if (index.data(Qt::EditRole).toString().isEmpty())
        field->setPlaceholderText(snapshots->name(index));
    return field;
}

void SnapshotDelegate::updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
                                            const QModelIndex &index) const
{
    // The editor covers the whole name, which would be visible behind it.
    const auto *snapshots = static_cast<const SnapshotModel *>(index.model());
    const Card card = cardOf(option.rect, option.fontMetrics, snapshots->name(index));
    const int bottom = card.box.bottom() - 2;
    const int top = std::min(card.name.top() - 1, bottom - editor->sizeHint().height());
    editor->setGeometry(QRect(QPoint(card.number.left() - 2, top), QPoint(card.name.right() + 2, bottom)));
}

} // namespace regard
