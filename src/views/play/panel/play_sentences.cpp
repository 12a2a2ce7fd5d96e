#include "views/play/panel/play_sentences.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QPainter>

#include "views/play/play_text.h"

namespace regard {

PlaySentences::PlaySentences(AppTheme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setAccessibleName(tr("What happens"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(theme, &AppTheme::changed, this, qOverload<>(&QWidget::update));
}

void PlaySentences::setMoment(std::shared_ptr<const PlayData> made, double seconds)
{
    const bool isOther = made != m_data;
    m_data = std::move(made);
    m_seconds = seconds;
    if (isOther)
        fitHeight();
    update();
}

void PlaySentences::setType(double type)
{
    if (type == m_type)
        return;
    m_type = type;
    fitHeight();
    update();
}

QString PlaySentences::paintedText() const
{
    return m_data ? plainText(playLines(*m_data, momentAt(*m_data, m_seconds))) : QString();
}

void PlaySentences::fitHeight()
{
    double height = 0;
    for (int i = 0; m_data && i < int(playScenes(*m_data).size()); ++i)
        height = std::max(height, drawPlayLines(nullptr, QRectF(0, 0, width(), 0),
                                                playLines(*m_data, momentAt(*m_data, startOf(*m_data, i))), m_type,
                                                m_theme->theme()));
    setFixedHeight(int(std::ceil(height)));
}

void PlaySentences::paintEvent(QPaintEvent *)
{
    if (!m_data)
        return;
    QPainter painter(this);
    drawPlayLines(&painter, QRectF(rect()), playLines(*m_data, momentAt(*m_data, m_seconds)), m_type, m_theme->theme());
}

void PlaySentences::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitHeight();
}

} // namespace regard
