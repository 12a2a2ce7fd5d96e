#include "window/regions/region_glide.h"

#include <utility>

#include <QApplication>
#include <QEvent>
#include <QPainter>

#include "controls/motion.h"

namespace regard {

namespace {

constexpr int regionTime = 120; // ms

QRect between(const QRect &from, const QRect &to, double share)
{
    const auto mixed = [share](int a, int b) { return qRound(a + share * (b - a)); };
    return {mixed(from.x(), to.x()), mixed(from.y(), to.y()), mixed(from.width(), to.width()),
            mixed(from.height(), to.height())};
}

} // namespace

RegionGlide::RegionGlide(QWidget *regions) : QWidget(regions), m_glide(regionTime, this)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_OpaquePaintEvent);
    hide();
    connect(&m_glide, &Glide::moved, this, [this] {
        if (m_glide.isOn()) {
            takeAfter();
            return update();
        }
        qApp->removeEventFilter(this);
        hide();
        m_before.clear();
        m_after.clear();
    });
}

void RegionGlide::keep(const std::vector<QWidget *> &before)
{
    m_glide.stop();
    if (!glides() || !parentWidget()->isVisible())
        return;
    for (QWidget *each : before)
        m_before[each] = {each->grab(), each->geometry()};
}

void RegionGlide::run(const std::vector<QWidget *> &after)
{
    if (m_before.empty() || !m_glide.start()) {
        m_before.clear();
        return;
    }
    m_coming.assign(after.begin(), after.end());
    setGeometry(parentWidget()->rect());
    raise();
    show();
    qApp->installEventFilter(this);
}

void RegionGlide::takeAfter()
{
    for (const QPointer<QWidget> &each : std::exchange(m_coming, {}))
        if (each)
            m_after[each] = {each->grab(), each->geometry()};
}

bool RegionGlide::eventFilter(QObject *watched, QEvent *event)
{
    const QEvent::Type type = event->type();
    if (type == QEvent::KeyPress || type == QEvent::MouseButtonPress || type == QEvent::Wheel ||
        (type == QEvent::Resize && watched == parentWidget()))
        m_glide.stop();
    return QWidget::eventFilter(watched, event);
}

void RegionGlide::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().window());
    const double share = m_glide.share();
    const auto draw = [&](const Look &look, const QRect &place, double opacity) {
        painter.setClipRect(place);
        painter.setOpacity(opacity);
        painter.drawPixmap(place.topLeft(), look.picture);
    };
    for (const auto &[widget, look] : m_after) {
        const auto before = m_before.find(widget);
        const bool stays = before != m_before.end();
        draw(look, stays ? between(before->second.place, look.place, share) : look.place, stays ? 1 : share);
    }
    for (const auto &[widget, look] : m_before) {
        const auto after = m_after.find(widget);
        draw(look, after != m_after.end() ? between(look.place, after->second.place, share) : look.place, 1 - share);
    }
}

} // namespace regard
