#pragma once

#include <QString>
#include <QWidget>

#include "engine/model/model_config.h"

class QPushButton;

namespace regard {

/// Offers, below the sentence that refuses a change because the heads do not give d_model numbers, to make them do so
/// in the same click.
class WidthOffers : public QWidget {
    Q_OBJECT
public:
    explicit WidthOffers(QWidget *parent);

    /// What fits the refused configuration, named by the panel's words; `text` is the undo step of the refused change.
    void offer(const ModelConfig &refused, const QString &text, bool isTrained, const QString &projection,
               const QString &valueWidth);

signals:
    /// An offer was taken; it has the whole configuration and the text of its undo step.
    void taken(const ModelConfig &config, const QString &text);

private:
    struct Offer {
        QPushButton *button;
        ModelConfig config{};
        QString text{};
    };

    void show(Offer &offer, const ModelConfig &config, bool isTrained, const QString &name, const QString &text);

    Offer m_projection;
    Offer m_width;
};

} // namespace regard
