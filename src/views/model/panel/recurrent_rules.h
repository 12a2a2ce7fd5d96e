#pragma once

#include <functional>

#include <QString>
#include <QStringList>
#include <QWidget>

#include "engine/model/model_config.h"

class QComboBox;
class QGridLayout;
class QLabel;

namespace regard {

/// What the stacks are made of: attentions, or recurrent cells with what these need. Changes nothing itself: it emits
/// wanted().
class RecurrentRules : public QWidget {
    Q_OBJECT
public:
    explicit RecurrentRules(QWidget *parent);

    /// Shows the model's values, and of the fields those that the model uses.
    void read(const ModelConfig &config);

signals:
    /// A change of one field, as the undo step names it.
    void wanted(const QObject *field, const QString &text, const std::function<void(ModelConfig &)> &edit);

private:
    struct Row {
        QLabel *label = nullptr;
        QComboBox *field = nullptr;
    };
    Row add(const char *object, const QString &name, const QString &tip, const QStringList &choices,
            const QString &text, const std::function<void(ModelConfig &, int)> &apply);
    static void show(const Row &row, bool visible, int index);

    QGridLayout *m_fields;
    Row m_encoder;
    Row m_decoder;
    Row m_cell;
    Row m_directions;
    Row m_attention;
};

} // namespace regard
