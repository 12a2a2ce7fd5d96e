#include "views/steps/panel/walk_bar.h"

#include <algorithm>
#include <cmath>

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSlider>
#include <QStyleOptionToolButton>
#include <QTimer>
#include <QToolButton>

#include "controls/chip.h"
#include "controls/motion.h"

namespace regard {

namespace {

constexpr int walkBarGap = 6;
constexpr int smallestSlider = 120; // beside everything else; narrower, the bar has two lines
constexpr int walkBarTick = 33;     // ms
constexpr int parts = 100;          // of a frame on the slider
constexpr double revealSeconds = 1.2;
constexpr double holdSeconds = 1.6;

enum class Glyph { Back, Play, Pause, Forth };

/// Draws a glyph within a square from 0 to 1.
QPainterPath glyphPath(Glyph glyph)
{
    const auto triangle = [](double left, double right) {
        QPainterPath path(QPointF(left, 0.1));
        path.lineTo(right, 0.5);
        path.lineTo(left, 0.9);
        path.closeSubpath();
        return path;
    };
    QPainterPath path;
    switch (glyph) {
    case Glyph::Play:
        return triangle(0.15, 0.95);
    case Glyph::Pause:
        path.addRect(0.15, 0.1, 0.25, 0.8);
        path.addRect(0.6, 0.1, 0.25, 0.8);
        return path;
    case Glyph::Forth:
        path = triangle(0.1, 0.7);
        path.addRect(0.75, 0.1, 0.15, 0.8);
        return path;
    case Glyph::Back:
        path = triangle(0.9, 0.3);
        path.addRect(0.1, 0.1, 0.15, 0.8);
        return path;
    }
    return path;
}

/// Draws its sign in the text colour, whatever fonts there are.
class GlyphButton : public QToolButton {
public:
    GlyphButton(Glyph glyph, QWidget *parent) : QToolButton(parent), m_glyph(glyph)
    {
        setProperty("chip", true);
        setFocusPolicy(Qt::StrongFocus);
    }

    void setGlyph(Glyph glyph)
    {
        m_glyph = glyph;
        update();
    }

    QSize sizeHint() const override
    {
        const int height = fontMetrics().height() + 8;
        return {height + 6, height};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QStyleOptionToolButton option;
        initStyleOption(&option);
        QPainter painter(this);
        style()->drawComplexControl(QStyle::CC_ToolButton, &option, &painter, this);
        const double side = fontMetrics().ascent();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.translate((width() - side) / 2, (height() - side) / 2);
        painter.scale(side, side);
        painter.fillPath(glyphPath(m_glyph),
                         palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText));
    }

private:
    Glyph m_glyph;
};

QComboBox *newBox(const QStringList &entries, QWidget *parent)
{
    auto *box = new QComboBox(parent);
    box->addItems(entries);
    box->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    return box;
}

constexpr double speeds[] = {0.5, 1, 2, 4};

} // namespace

void WalkBar::setExports(bool exports)
{
    m_export->setVisible(exports);
}

WalkBar::WalkBar(QWidget *parent)
    : QWidget(parent), m_rows(new QBoxLayout(QBoxLayout::LeftToRight, this)), m_timer(new QTimer(this))
{
    setAccessibleName(tr("Walk through the stages"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(walkBarGap);
    buildControls();
    connectControls();
    m_timer->setInterval(walkBarTick);
    connect(m_timer, &QTimer::timeout, this, [this] { advance(double(m_clock.restart()) / 1000); });
    refresh();
}

void WalkBar::buildControls()
{
    m_back = new GlyphButton(Glyph::Back, this);
    m_play = new GlyphButton(Glyph::Play, this);
    m_play->setObjectName(QStringLiteral("playButton"));
    m_forth = new GlyphButton(Glyph::Forth, this);
    m_back->setAccessibleName(tr("Frame before"));
    m_back->setToolTip(tr("The frame before in the walk"));
    m_forth->setAccessibleName(tr("Next frame"));
    m_forth->setToolTip(tr("The next frame of the walk"));
    m_slider = new QSlider(Qt::Horizontal, this);
    m_slider->setAccessibleName(tr("Place in the walk"));
    m_slider->setToolTip(tr("Drag to any frame of the walk; the arrow keys go frame by frame, Page Up and Page Down "
                            "token by token"));
    m_slider->setMinimumWidth(60);
    m_place = new QLabel(this);
    m_place->setObjectName(QStringLiteral("muted"));
    m_place->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_speed = newBox({tr("0.5×"), tr("1×"), tr("2×"), tr("4×")}, this);
    m_speed->setObjectName(QStringLiteral("speedBox"));
    m_speed->setCurrentIndex(1);
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("How fast the walk plays"));
    m_scope = newBox({tr("this token"), tr("every token")}, this);
    m_scope->setObjectName(QStringLiteral("scopeBox"));
    m_scope->setAccessibleName(tr("Whom the walk follows"));
    m_scope->setToolTip(tr("Walk with the token in focus, or with every token in turn"));
    m_export = newChip(tr("Export walk…"), tr("Export walk"),
                       tr("Saves every frame of the walk: numbered pictures, or one PDF with a page each"), this);
    m_export->setObjectName(QStringLiteral("exportButton"));
    auto *top = new QHBoxLayout;
    for (QWidget *widget :
         {static_cast<QWidget *>(m_back), static_cast<QWidget *>(m_play), static_cast<QWidget *>(m_forth)})
        top->addWidget(widget);
    top->addWidget(m_slider, 1);
    top->addWidget(m_place);
    auto *rest = new QHBoxLayout;
    for (QWidget *widget :
         {static_cast<QWidget *>(m_speed), static_cast<QWidget *>(m_scope), static_cast<QWidget *>(m_export)})
        rest->addWidget(widget);
    rest->addStretch();
    for (QHBoxLayout *row : {top, rest})
        row->setSpacing(walkBarGap);
    m_rows->addLayout(top, 1);
    m_rows->addLayout(rest);
}

void WalkBar::connectControls()
{
    connect(m_play, &QToolButton::clicked, this, &WalkBar::toggle);
    connect(m_back, &QToolButton::clicked, this, [this] { goTo(m_frame - 1); });
    connect(m_forth, &QToolButton::clicked, this, [this] { goTo(m_frame + 1); });
    connect(m_export, &QToolButton::clicked, this, &WalkBar::exportAsked);
    connect(m_slider, &QSlider::actionTriggered, this, [this](int action) {
        // Keys go from whole frame to whole frame, even from within one.
        const int stages = action == QSlider::SliderPageStepAdd || action == QSlider::SliderPageStepSub ? m_stages : 1;
        if (action == QSlider::SliderSingleStepAdd || action == QSlider::SliderPageStepAdd)
            m_slider->setSliderPosition((m_frame + stages + 1) * parts);
        else if (action == QSlider::SliderSingleStepSub || action == QSlider::SliderPageStepSub)
            m_slider->setSliderPosition(std::max(1, m_frame - stages + 1) * parts);
        else if (action == QSlider::SliderToMinimum)
            m_slider->setSliderPosition(parts);
    });
    connect(m_slider, &QSlider::valueChanged, this, &WalkBar::takeSlider);
    connect(m_scope, &QComboBox::currentIndexChanged, this, [this] {
        stop();
        emit scopeChosen(scope());
    });
    auto *shortcut = new QShortcut(QKeySequence(Qt::Key_P), this);
    shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, this, &WalkBar::toggle);
}

void WalkBar::setFrames(int count, int stages)
{
    m_stages = std::max(1, stages);
    if (count == m_count)
        return;
    stop();
    m_count = std::max(0, count);
    m_frame = std::clamp(m_frame, 0, std::max(0, m_count - 1));
    m_reveal = 1;
    refresh();
}

bool WalkBar::isPlaying() const
{
    return m_timer->isActive();
}

WalkScope WalkBar::scope() const
{
    return m_scope->currentIndex() == 0 ? WalkScope::Token : WalkScope::EveryToken;
}

void WalkBar::setScope(WalkScope scope)
{
    m_scope->setCurrentIndex(scope == WalkScope::Token ? 0 : 1);
}

double WalkBar::speed() const
{
    return speeds[std::clamp(m_speed->currentIndex(), 0, 3)];
}

void WalkBar::advance(double seconds)
{
    const int frameBefore = m_frame;
    const double revealBefore = m_reveal;
    double left = seconds * speed();
    while (isPlaying() && left > 0) {
        if (reducesMotion())
            m_reveal = 1;
        if (m_reveal < 1) {
            const double grown = std::min(1.0, m_reveal + left / revealSeconds);
            left -= (grown - m_reveal) * revealSeconds;
            m_reveal = grown;
            m_held = 0;
            if (grown < 1)
                break;
        }
        const double whole = reducesMotion() ? holdSeconds + revealSeconds : holdSeconds;
        if (m_held + left < whole) {
            m_held += left;
            break;
        }
        left -= whole - m_held;
        m_held = 0;
        if (m_frame + 1 >= m_count) {
            stop();
            break;
        }
        ++m_frame;
        m_reveal = reducesMotion() ? 1 : 0;
    }
    if (m_frame != frameBefore || m_reveal != revealBefore)
        showFrame(m_frame, m_reveal);
}

void WalkBar::setCurrent(int frame)
{
    const int place = std::clamp(frame, 0, std::max(0, m_count - 1));
    if (place == m_frame)
        return;
    stop();
    m_frame = place;
    m_reveal = 1;
    refresh();
}

void WalkBar::play()
{
    if (m_count == 0 || isPlaying())
        return;
    m_held = 0;
    m_clock.restart();
    m_timer->start();
    const double start = reducesMotion() ? 1 : 0;
    if (m_reveal < 1)
        refresh();
    else if (m_frame == 0 || m_frame + 1 >= m_count)
        showFrame(0, start);
    else
        showFrame(m_frame + 1, start);
}

void WalkBar::stop()
{
    if (!isPlaying())
        return;
    m_timer->stop();
    refresh();
}

void WalkBar::toggle()
{
    if (isPlaying())
        stop();
    else
        play();
}

void WalkBar::showFrame(int frame, double reveal)
{
    m_frame = frame;
    m_reveal = reveal;
    refresh();
    emit frameChosen(m_frame, m_reveal);
}

/// Shows a whole frame that the user chose; the walk stops.
void WalkBar::goTo(int frame)
{
    if (m_count == 0)
        return;
    stop();
    m_held = 0;
    showFrame(std::clamp(frame, 0, m_count - 1), 1);
}

void WalkBar::takeSlider(int value)
{
    const int frame = std::clamp((value - 1) / parts, 0, std::max(0, m_count - 1));
    const double part = double(value - frame * parts) / parts;
    stop();
    m_held = 0;
    showFrame(frame, reducesMotion() ? 1 : std::clamp(part, 0.0, 1.0));
}

void WalkBar::refresh()
{
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(0, m_count * parts);
        m_slider->setSingleStep(parts);
        m_slider->setPageStep(parts * m_stages);
        m_slider->setValue(int(std::lround((m_frame + m_reveal) * parts)));
    }
    const int shown = m_count == 0 ? 0 : m_frame + 1;
    const QString widest = tr("%1 / %2").arg(m_count).arg(m_count);
    m_place->setMinimumWidth(m_place->fontMetrics().horizontalAdvance(widest) + 2);
    m_place->setText(tr("%1 / %2").arg(shown).arg(m_count));
    m_slider->setAccessibleDescription(tr("Frame %1 of %2").arg(shown).arg(m_count));
    const bool plays = isPlaying();
    static_cast<GlyphButton *>(m_play)->setGlyph(plays ? Glyph::Pause : Glyph::Play);
    m_play->setAccessibleName(plays ? tr("Pause") : tr("Play"));
    m_play->setToolTip(plays ? tr("Pause the walk (P)") : tr("Play the walk through the stages (P)"));
    m_back->setEnabled(m_count > 0 && m_frame > 0);
    m_forth->setEnabled(m_count > 0 && m_frame + 1 < m_count);
    for (QWidget *widget : {static_cast<QWidget *>(m_play), static_cast<QWidget *>(m_slider),
                            static_cast<QWidget *>(m_export), static_cast<QWidget *>(m_scope)})
        widget->setEnabled(m_count > 0);
}

QSize WalkBar::minimumSizeHint() const
{
    // It can be as narrow as the wider of two lines, whether or not they are side by side now.
    const QSize top = m_rows->itemAt(0)->minimumSize();
    const QSize rest = m_rows->itemAt(1)->minimumSize();
    return {std::max(top.width(), rest.width()), m_rows->direction() == QBoxLayout::TopToBottom
                                                     ? top.height() + walkBarGap + rest.height()
                                                     : std::max(top.height(), rest.height())};
}

void WalkBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const int beside = m_rows->itemAt(0)->minimumSize().width() - m_slider->minimumWidth() + smallestSlider +
                       walkBarGap + m_rows->itemAt(1)->minimumSize().width();
    const auto direction = width() >= beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    if (m_rows->direction() == direction)
        return;
    m_rows->setDirection(direction);
    updateGeometry();
}

} // namespace regard
