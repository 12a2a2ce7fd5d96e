#include "views/play/panel/play_bar.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QStyleOptionButton>
#include <QTimer>

#include "controls/motion.h"
#include "views/play/panel/play_slider.h"
#include "views/play/play_text.h"

namespace regard {

namespace {

constexpr int playTick = 33;       // ms
constexpr double stillSeconds = 3; // that a scene without motion is shown
constexpr double atEnd = 1e-6;     // seconds

/// A button whose sign is drawn: no font is sure to have it.
class PlayButton : public QPushButton {
public:
    using QPushButton::QPushButton;

    void setPlaying(bool plays)
    {
        m_plays = plays;
        update();
    }

    QSize sizeHint() const override
    {
        return QPushButton::sizeHint() + QSize(2 * fontMetrics().ascent(), fontMetrics().height());
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QStyleOptionButton option;
        initStyleOption(&option);
        const QString text = std::exchange(option.text, QString());
        QPainter painter(this);
        style()->drawControl(QStyle::CE_PushButton, &option, &painter, this);
        const double side = fontMetrics().ascent();
        const double width = side * 1.5 + fontMetrics().horizontalAdvance(text);
        const QRectF sign((this->width() - width) / 2, (height() - side) / 2, side, side);
        const QColor ink = palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText);
        painter.setRenderHint(QPainter::Antialiasing);
        if (m_plays) {
            painter.fillRect(QRectF(sign.left() + 0.1 * side, sign.top(), 0.28 * side, side), ink);
            painter.fillRect(QRectF(sign.left() + 0.62 * side, sign.top(), 0.28 * side, side), ink);
        } else {
            QPainterPath triangle(sign.topLeft());
            triangle.lineTo(sign.right(), sign.center().y());
            triangle.lineTo(sign.bottomLeft());
            triangle.closeSubpath();
            painter.fillPath(triangle, ink);
        }
        painter.setPen(ink);
        painter.drawText(QRectF(sign.left() + 1.5 * side, 0, this->width(), height()), Qt::AlignLeft | Qt::AlignVCenter,
                         text);
    }

private:
    bool m_plays = false;
};

} // namespace

PlayBar::PlayBar(AppTheme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_button(new PlayButton(this)), m_slider(new PlaySlider(theme, this)),
      m_clockLabel(new QLabel(this)), m_timer(new QTimer(this))
{
    setAccessibleName(tr("Play"));
    m_button->setObjectName(QStringLiteral("primary"));
    m_clockLabel->setObjectName(QStringLiteral("muted"));
    m_clockLabel->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->addWidget(m_button);
    row->addWidget(m_slider, 1);
    row->addWidget(m_clockLabel);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_button, &QPushButton::clicked, this, &PlayBar::toggle);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) { goTo(double(value) / PlaySlider::parts); });
    connect(m_slider, &PlaySlider::sceneStepped, this, &PlayBar::goByScene);
    m_timer->setInterval(playTick);
    connect(m_timer, &QTimer::timeout, this, [this] { advance(double(m_clock.restart()) / 1000); });
    connect(theme, &AppTheme::changed, m_slider, qOverload<>(&QWidget::update));
    refresh();
}

void PlayBar::setPlay(std::shared_ptr<const PlayData> made)
{
    const double end = made ? playSeconds(*made) : 0;
    const bool isWhole = !m_data || m_seconds >= playSeconds(*m_data) - atEnd;
    m_data = std::move(made);
    if (!m_data)
        stop();
    m_slider->setPlay(m_data);
    m_seconds = isWhole ? end : std::min(m_seconds, end);
    refresh();
}

void PlayBar::setType(double type)
{
    QFont font = this->font();
    font.setPixelSize(std::max(1, qRound(type)));
    m_clockLabel->setFont(font);
    font.setBold(true);
    m_button->setFont(font);
    m_slider->setType(type);
}

bool PlayBar::isPlaying() const
{
    return m_timer->isActive();
}

double PlayBar::stillAt(double seconds) const
{
    if (seconds >= playSeconds(*m_data) - atEnd)
        return seconds;
    return tellingMoment(*m_data, momentAt(*m_data, seconds).index);
}

void PlayBar::advance(double seconds)
{
    if (!isPlaying())
        return;
    const double end = playSeconds(*m_data);
    double next = m_seconds + seconds;
    if (reducesMotion()) {
        m_held += seconds;
        if (m_held < stillSeconds)
            return;
        m_held = 0;
        const int scene = momentAt(*m_data, m_seconds).index + 1;
        next = scene < int(playScenes(*m_data).size()) ? tellingMoment(*m_data, scene) : end;
    }
    if (next >= end)
        m_timer->stop();
    show(std::min(next, end));
}

void PlayBar::play()
{
    if (!m_data || isPlaying())
        return;
    m_held = 0;
    m_clock.restart();
    m_timer->start();
    const double from = m_seconds >= playSeconds(*m_data) - atEnd ? 0 : m_seconds;
    show(reducesMotion() ? stillAt(from) : from);
}

void PlayBar::stop()
{
    if (!isPlaying())
        return;
    m_timer->stop();
    refresh();
}

void PlayBar::toggle()
{
    isPlaying() ? stop() : play();
}

void PlayBar::goTo(double seconds)
{
    if (!m_data)
        return;
    m_timer->stop();
    const double place = std::clamp(seconds, 0.0, playSeconds(*m_data));
    show(reducesMotion() ? stillAt(place) : place);
}

void PlayBar::goByScene(int scenes)
{
    if (!m_data)
        return;
    const PlayMoment now = momentAt(*m_data, m_seconds);
    const bool isInside = m_seconds > startOf(*m_data, now.index) + 0.5 && !reducesMotion();
    goTo(startOf(*m_data, std::max(0, now.index + scenes + (scenes < 0 && isInside ? 1 : 0))));
}

void PlayBar::show(double seconds)
{
    const bool isSame = seconds == m_seconds;
    m_seconds = seconds;
    refresh();
    if (!isSame)
        emit momentChanged(m_seconds);
}

void PlayBar::refresh()
{
    const bool plays = isPlaying();
    static_cast<PlayButton *>(m_button)->setPlaying(plays);
    m_button->setText(plays ? tr("Pause") : tr("Play"));
    m_button->setToolTip(plays ? tr("Pause (P)") : tr("Play it scene by scene (P)"));
    m_slider->setSeconds(m_seconds);
    for (QWidget *widget : {static_cast<QWidget *>(m_button), static_cast<QWidget *>(m_slider)})
        widget->setEnabled(m_data != nullptr);
    if (!m_data)
        return m_clockLabel->clear();
    m_clockLabel->setText(clockText(*m_data, m_seconds));
    m_clockLabel->setMinimumWidth(m_clockLabel->fontMetrics().horizontalAdvance(clockText(*m_data, 1e3)) + 2);
    const PlayMoment moment = momentAt(*m_data, m_seconds);
    m_slider->setAccessibleDescription(
        tr("%1, scene %2: %3")
            .arg(m_clockLabel->text(), QString::number(moment.index + 1), sceneName(*m_data, moment.scene)));
}

} // namespace regard
