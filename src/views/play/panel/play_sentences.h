#pragma once

#include <memory>

#include <QString>
#include <QWidget>

#include "controls/app_theme.h"
#include "views/play/play_data.h"

namespace regard {

/// What a play says at a moment; as high as the longest text of its scenes, so that nothing moves.
class PlaySentences : public QWidget {
    Q_OBJECT
    Q_PROPERTY(QString paintedText READ paintedText)
public:
    PlaySentences(AppTheme *theme, QWidget *parent);

    void setMoment(std::shared_ptr<const PlayData> made, double seconds);
    void setType(double type);
    QString paintedText() const;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitHeight();

    AppTheme *m_theme;
    std::shared_ptr<const PlayData> m_data;
    double m_seconds = 0;
    double m_type = 14;
};

} // namespace regard
