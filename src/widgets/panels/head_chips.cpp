#include "widgets/panels/head_chips.h"

#include <algorithm>

#include <QKeyEvent>
#include <QPainter>

#include "widgets/parts/chip.h"
#include "widgets/parts/flow_layout.h"

namespace regard {

namespace {

constexpr int chipHeight = 20;
constexpr int smallChipHeight = 16;
constexpr int headChipsChipGap = 3;
constexpr int mostLargeChips = 24;
constexpr int mostRows = 7;

} // namespace

HeadChip::HeadChip(int head, AppTheme *theme, QWidget *parent) : QToolButton(parent), m_head(head), m_theme(theme)
{
    setText(QString::number(head + 1));
    setCheckable(true);
    setProperty("chip", true);
    setFocusPolicy(Qt::StrongFocus);
    showIntervention();
    // The document decides which heads are on: the chip only asks.
    connect(this, &QToolButton::clicked, this, [this] { emit toggleAsked(m_head); });
}

void HeadChip::setIntervention(const HeadIntervention &intervention)
{
    if (intervention == m_intervention)
        return;
    m_intervention = intervention;
    showIntervention();
    update();
}

void HeadChip::showIntervention()
{
    const QString use = tr("Head %1: click shows or hides it, double click (or Enter) shows it alone").arg(m_head + 1);
    const QString &done = m_intervention.text;
    setAccessibleName(done.isEmpty() ? tr("Head %1").arg(m_head + 1)
                                     : tr("Head %1, %2").arg(QString::number(m_head + 1), done));
    setToolTip(done.isEmpty() ? use : use + QLatin1Char('\n') + done);
}

QFont HeadChip::numberFont() const
{
    QFont number = font();
    number.setPointSizeF(number.pointSizeF() * (m_small ? 0.72 : 0.85));
    return number;
}

QSize HeadChip::sizeHint() const
{
    if (m_small)
        return {smallChipHeight + 3, smallChipHeight};
    const int height = std::max(chipHeight, fontMetrics().height() + 3);
    return {std::max(height, fontMetrics().horizontalAdvance(text()) + 8), height};
}

void HeadChip::setSmall(bool isSmall)
{
    if (isSmall == m_small)
        return;
    m_small = isSmall;
    updateGeometry();
}

void HeadChip::paintEvent(QPaintEvent *)
{
    const Theme &theme = m_theme->theme();
    const QColor color = theme.head(m_head);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(QPen(underMouse() ? theme.accent : (isChecked() ? color : theme.border), 1));
    painter.setBrush(isChecked() ? color : theme.control);
    painter.drawRoundedRect(box, 4, 4);
    if (!isChecked())
        painter.fillRect(QRectF(box.left() + 4, box.bottom() - 2.5, box.width() - 8, 1.5), color);
    painter.setPen(isChecked() ? theme.textOn(color.rgb()) : theme.muted);
    QFont number = numberFont();
    number.setBold(isChecked());
    painter.setFont(number);
    painter.drawText(rect().adjusted(0, 0, 0, isChecked() ? 0 : -1), Qt::AlignCenter, text());
    const QColor ink = isChecked() ? theme.textOn(color.rgb()) : theme.text;
    if (m_intervention.isOff) {
        painter.setPen(QPen(ink, 1.5));
        painter.drawLine(box.bottomLeft() + QPointF(3, -4), box.topRight() + QPointF(-3, 4));
    }
    if (m_intervention.hasTemperature) {
        number.setPointSizeF(number.pointSizeF() * (m_small ? 0.8 : 0.7));
        number.setBold(true);
        painter.setFont(number);
        painter.setPen(ink);
        painter.drawText(box.adjusted(0, -1, -1.5, 0), Qt::AlignRight | Qt::AlignTop, QStringLiteral("T"));
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.text, 1.5));
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
}

void HeadChip::mouseDoubleClickEvent(QMouseEvent *event)
{
    event->accept();
    emit soloAsked(m_head);
}

void HeadChip::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        emit soloAsked(m_head);
    else
        QToolButton::keyPressEvent(event);
}

HeadChips::HeadChips(AppTheme *theme, QWidget *parent) : ContentArea(parent), m_theme(theme)
{
    auto *rows = new QWidget(this);
    rows->setLayout(new FlowLayout(nullptr, headChipsChipGap));
    setWidget(rows);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Heads in the links"));
    connect(theme, &AppTheme::changed, rows, qOverload<>(&QWidget::update));
}

int HeadChips::heightOfRows(int rows) const
{
    return m_chips.empty() ? 0 : rows * (m_chips.front()->sizeHint().height() + headChipsChipGap) - headChipsChipGap;
}

int HeadChips::heightForWidth(int width) const
{
    const int whole = widget()->layout()->heightForWidth(width);
    return std::min(whole, heightOfRows(mostRows));
}

void HeadChips::followWidth()
{
    // Otherwise a scroll bar from before the rows had their height would stay and take space of its own.
    const bool scrolls = widget()->layout()->heightForWidth(width()) > heightOfRows(mostRows);
    setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
}

bool HeadChips::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest) // a chip wants another size, such as with another font
        followWidth();
    return ContentArea::event(event);
}

void HeadChips::resizeEvent(QResizeEvent *event)
{
    followWidth();
    ContentArea::resizeEvent(event);
}

QSize HeadChips::sizeHint() const
{
    const int width = widget()->layout()->sizeHint().width();
    return {width, heightOfRows(1)};
}

QSize HeadChips::minimumSizeHint() const
{
    return {m_chips.empty() ? 0 : m_chips.front()->sizeHint().width(), heightOfRows(1)};
}

void HeadChips::setHeads(int heads, const std::vector<int> &on)
{
    const bool changes = count() != heads;
    while (count() > heads) {
        HeadChip *last = m_chips.back();
        m_chips.pop_back(); // first: the focus that passes on may come back here
        removeChip(last);
    }
    while (count() < heads) {
        auto *chip = new HeadChip(count(), m_theme, widget());
        connect(chip, &HeadChip::toggleAsked, this, &HeadChips::toggleAsked);
        connect(chip, &HeadChip::soloAsked, this, &HeadChips::soloAsked);
        widget()->layout()->addWidget(chip);
        chip->setVisible(true);
        m_chips.push_back(chip);
    }
    for (int head = 0; head < heads; ++head) {
        chip(head)->setSmall(heads > mostLargeChips);
        chip(head)->setChecked(std::binary_search(on.begin(), on.end(), head));
    }
    if (changes) {
        followWidth();
        updateGeometry();
    }
}

void HeadChips::setInterventions(const std::vector<HeadIntervention> &interventions)
{
    for (int head = 0; head < count(); ++head)
        chip(head)->setIntervention(head < int(interventions.size()) ? interventions[std::size_t(head)]
                                                                     : HeadIntervention{});
}

} // namespace regard
